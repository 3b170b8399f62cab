"""Games of people, as the API tells how they stand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, Literal

from ...errors import IllegalPlay, InvalidInputError, sentence
from ...game import IllegalAction, Phase, ToldTurn, TrackedGame, may_replace
from ...game.follow.told_turn import are_taken_back
from ...game.follow.tracked_text import told_steps
from ...game.names import player_named, said_name
from ...game.table_rules import ends_game, is_last_turn
from ...rules.notation import parse_words
from ...rules.play import COMMUNITY, HAND, Play, words_notation
from ...rules.ruleset import PRESETS, ChallengeMode
from ...rules.turn import Turn, TurnKind
from ..plans import laid_word
from . import schema

_KINDS: Final[dict[TurnKind, Literal["word", "exchange", "replace", "pay"]]] = {
    TurnKind.WORDS: "word",
    TurnKind.EXCHANGE: "exchange",
    TurnKind.REPLACE: "replace",
    TurnKind.REST: "pay",
}
_PHASES: Final[dict[Phase, schema.PhaseName]] = {Phase.PENALTY: "penalty", Phase.OVER: "over"}


def version_of(game: TrackedGame) -> str:
    """A short text that is another one as soon as something else was told."""
    told = [game.deal, [turn.told for turn in game.turns], game.undone, game.opponents]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def told_game(game: TrackedGame, event: str = "") -> schema.TrackedState:
    """Return the state of a game."""
    table, deal = game.table, game.deal
    presets = (name for name, preset in PRESETS.items() if preset == table.ruleset)
    return schema.TrackedState(
        version=version_of(game),
        players=_players(game),
        seat=game.seat,
        active=table.active,
        phase=_PHASES.get(table.phase, "start"),
        round=table.round,
        final_round=table.final_round,
        goal=table.goal,
        community=table.community,
        hand="" if game.seat is None else table.seats[game.seat].hand,
        hand_size=table.ruleset.hand_size,
        deck=game.deck_size,
        unseen=game.unseen,
        may_replace=table.phase is Phase.START and may_replace(table),
        is_last_turn=is_last_turn(table) and not table.is_over,
        ends_game=ends_game(table) and not table.is_over,
        challenges=table.ruleset.challenge.mode is ChallengeMode.PLAYERS,
        can_undo=game.can_undo,
        can_redo=game.can_redo,
        deal=schema.Deal(deal.hand, deal.community, deal.first),
        turns=[
            schema.DoneTurn(
                turn.player,
                turn.text,
                _told_turn(turn.told),
                [_done_step(step, game) for step in told_steps(turn, table)],
            )
            for turn in game.turns
        ],
        ranking=[list(place) for place in table.ranking] if table.is_over else [],
        ruleset=next(presets, "own"),
        lexicon=table.lexicon.name,
        against=game.opponents,
        event=event,
    )


def _done_step(step: ToldTurn, game: TrackedGame) -> schema.DoneStep:
    turn, table = Turn.parse(step.text), game.table
    doublers = turn.doublers or ("",) * len(turn.words)
    return schema.DoneStep(
        told=_told_turn(step),
        kind=_KINDS[turn.kind],
        words=words_notation(turn.words, turn.doublers),
        laid=[laid_word(*pair) for pair in zip(turn.words, doublers, strict=True)],
        is_taken_back=are_taken_back(turn, table.ruleset, table.lexicon),
        buy=turn.buy,
        discards=turn.replace or turn.discards,
        challenger=player_named(turn.challenger, game.names) if turn.challenger else None,
    )


def _told_turn(turn: ToldTurn) -> schema.ToldTurn:
    return schema.ToldTurn(turn.text, turn.community, turn.drew)


def _players(game: TrackedGame) -> list[schema.Player]:
    names, table = game.names, game.table
    return [
        schema.Player(
            name=name,
            said=said_name(number, names),
            money=seat.money,
            stock=seat.stock,
            patents=seat.patents,
            score=score.total,
            value=score.patents,
        )
        for number, (name, seat, score) in enumerate(
            zip(names, table.seats, table.scores, strict=True)
        )
    ]


def told_readings(game: TrackedGame, words: str) -> schema.Readings:
    """All ways to lay words, or why there is none; half of a word is no mistake."""
    try:
        plays = game.readings(words)
    except (IllegalPlay, IllegalAction, InvalidInputError) as error:
        return schema.Readings([], sentence(error), _unknown(game, words))
    return schema.Readings([_told_reading(play, game) for play in plays], "", _unknown(game, words))


def _unknown(game: TrackedGame, words: str) -> list[str]:
    """The words that are not in the lexicon."""
    try:
        found, _ = parse_words(words)
    except InvalidInputError:
        return []
    return [word.word for word in found if word.word not in game.table.lexicon]


def _told_reading(play: Play, game: TrackedGame) -> schema.Reading:
    others = game.table.clockwise_from(game.table.active)[1:]
    pays = zip(others, play.royalties, strict=True)
    return schema.Reading(
        notation=play.notation,
        words=[laid_word(*pair) for pair in zip(play.words, play.doublers, strict=True)],
        money=play.money,
        stock=play.stock,
        royalties=[schema.Pay(player, dollars) for player, dollars in pays if dollars],
        purchasable=play.purchasable,
        community=_cards(play, COMMUNITY),
        hand=_cards(play, HAND),
    )


def _cards(play: Play, source: str) -> str:
    return "".join(sorted("".join(word.letters_from(source) for word in play.words)))


def turns_of(turns: Sequence[schema.ToldTurn]) -> list[ToldTurn]:
    """Turns as the library takes them. Raises InvalidInputError."""
    return [ToldTurn(turn.text, turn.community, turn.drew) for turn in turns]
