"""Games of people, as the API tells how they stand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, Literal

from ...errors import IllegalPlay, InvalidInputError, sentence
from ...game import IllegalAction, ToldTurn, TrackedGame
from ...game.table import ends_game, is_last_turn, player_named, said_name
from ...game.told import are_taken_back
from ...game.tracked import told_steps
from ...rules.notation import parse_words
from ...rules.play import COMMUNITY, HAND, Play, words_notation
from ...rules.ruleset import ChallengeMode
from ...rules.turn import Turn, TurnKind
from ..boards import board_of
from ..plans import laid_word
from . import schema

_KINDS: Final[dict[TurnKind, Literal["word", "exchange", "replace", "pay"]]] = {
    TurnKind.WORDS: "word",
    TurnKind.EXCHANGE: "exchange",
    TurnKind.REPLACE: "replace",
    TurnKind.REST: "pay",
}


def version_of(game: TrackedGame) -> str:
    """A short text that is another one as soon as something else was told."""
    told = [game.deal, [turn.told for turn in game.turns], game.undone, game.opponents]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def game_json(game: TrackedGame, event: str = "") -> schema.TrackedState:
    """Return the state of a game."""
    table, deal = game.table, game.deal
    return schema.TrackedState(
        **board_of(game.views[-1], game.names, game.seat),
        version=version_of(game),
        said=[said_name(player, game.names) for player in range(len(game.names))],
        hand_size=table.ruleset.hand_size,
        unseen=game.unseen,
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
                _told_json(turn.told),
                [_done_step(step, game) for step in told_steps(turn, table)],
            )
            for turn in game.turns
        ],
        against=game.opponents,
        event=event,
    )


def _done_step(step: ToldTurn, game: TrackedGame) -> schema.DoneStep:
    turn, table = Turn.parse(step.text), game.table
    doublers = turn.doublers or ("",) * len(turn.words)
    return schema.DoneStep(
        told=_told_json(step),
        kind=_KINDS[turn.kind],
        words=words_notation(turn.words, turn.doublers),
        laid=[laid_word(*pair) for pair in zip(turn.words, doublers, strict=True)],
        is_taken_back=are_taken_back(turn, table.ruleset, table.lexicon),
        buy=turn.buy,
        discards=turn.replace or turn.discards,
        challenger=player_named(turn.challenger, game.names) if turn.challenger else None,
    )


def _told_json(turn: ToldTurn) -> schema.ToldTurn:
    return schema.ToldTurn(turn.text, turn.community, turn.drew)


def readings_json(game: TrackedGame, words: str) -> schema.Readings:
    """All ways to lay words, or why there is none; half of a word is no mistake."""
    try:
        plays = game.readings(words)
    except (IllegalPlay, IllegalAction, InvalidInputError) as error:
        return schema.Readings([], sentence(error), _unknown(game, words))
    return schema.Readings([_reading_json(play, game) for play in plays], "", _unknown(game, words))


def _unknown(game: TrackedGame, words: str) -> list[str]:
    """The words that are not in the lexicon."""
    try:
        found, _ = parse_words(words)
    except InvalidInputError:
        return []
    return [word.word for word in found if word.word not in game.table.lexicon]


def _reading_json(play: Play, game: TrackedGame) -> schema.Reading:
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
