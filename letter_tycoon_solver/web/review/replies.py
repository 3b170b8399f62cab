"""Games and decisions of the library as the API tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...advisor.analysis import MIN_OPEN_TURNS, Analysis, Habits, KindOfLoss
from ...advisor.decisions import (
    BLUNDER,
    BLUNDER_DOLLARS,
    DECIDED,
    MISTAKE,
    MISTAKE_DOLLARS,
    Choice,
    Decision,
    judge_purchase,
)
from ...advisor.players import computer_named
from ...advisor.reasons import reasons
from ...evaluation.tables import Evaluation
from ...rules.ruleset import PRESETS
from ..plans import plan_json, seats_json
from ..presets import preset_name
from .games import FileOfGame, ReviewedGame
from .schema import (
    HabitsSeen,
    Judged,
    Judgement,
    KeptGame,
    KindLost,
    MonthLost,
    PatentMissed,
    PlayerSoFar,
    PurchaseThen,
    Review,
    TurnThen,
    WordMissed,
)

DEFAULT_SECONDS: Final = 1.0
MAX_SECONDS: Final = 5.0
_MOST_MISSED: Final = 12
"""Words, and patents, of a player's habits."""


def file_json(file: FileOfGame) -> KeptGame:
    """A game of a folder."""
    played = file.game.played
    return KeptGame(
        game=file.key,
        names=_shown_names(played.names),
        is_tracked=file.game.is_tracked,
        is_over=file.game.is_over,
        victories=_victories(file.game),
        turns=len(played.choices),
        written=file.written,
    )


def review_json(key: str, game: ReviewedGame, keeps_mistakes: bool) -> Review:
    """A game with its turns."""
    names = _shown_names(game.played.names)
    return Review(
        game=key,
        names=names,
        is_tracked=game.is_tracked,
        is_over=game.is_over,
        victories=_victories(game),
        lexicon=game.lexicon.name,
        ruleset=_ruleset(game),
        own_goal=_own_goal(game),
        turns=[_turn_json(choice, names) for choice in game.played.choices],
        purchases=_purchases_json(game),
        margins=None if game.played.margins is None else list(game.played.margins),
        mistake=MISTAKE,
        blunder=BLUNDER,
        mistake_dollars=MISTAKE_DOLLARS,
        blunder_dollars=BLUNDER_DOLLARS,
        decided=DECIDED,
        min_open_turns=MIN_OPEN_TURNS,
        seconds=DEFAULT_SECONDS,
        max_seconds=MAX_SECONDS,
        keeps_mistakes=keeps_mistakes,
    )


def judged_json(
    game: ReviewedGame, new: Mapping[int, Decision], known: Mapping[int, Decision]
) -> Judged:
    """Some decisions, and what follows from all.

    Args:
        game: that they are of.
        new: those that are told, by their place in the game.
        known: all of the game so far, likewise.
    """
    evaluation = Evaluation.of(game.lexicon.digest)
    played, analysis = game.played, analysis_of(game, tuple(known.values()))
    places = {id(decision): place for place, decision in known.items()}
    return Judged(
        judgements=[
            _decision_json(place, decision, game, evaluation) for place, decision in new.items()
        ],
        players=_players_json(analysis, played.names),
        costliest=[places[id(decision)] for decision in analysis.costliest()],
        missing=len(played.choices) - len(known),
    )


def analysis_of(game: ReviewedGame, decisions: tuple[Decision, ...]) -> Analysis:
    """The analysis of a game, as far as it is judged."""
    played, tables = game.played, Evaluation.of(game.lexicon.digest).name
    ends = (played.victories, played.margins)
    names = tuple(_shown_names(played.names))
    return Analysis(names, decisions, *ends, 0.0, tables, own_tables=True)


def habits_json(habits: Habits) -> HabitsSeen:
    """The habits of a player; the costliest words alone."""
    words, patents = habits.words[:_MOST_MISSED], habits.patents[:_MOST_MISSED]
    return HabitsSeen(
        games=habits.games,
        turns=habits.turns,
        kinds=_kinds_json(habits.kinds),
        words=[WordMissed(one.word, one.times, one.win_loss) for one in words],
        patents=[PatentMissed(one.letter, one.games, one.bought, one.rounds) for one in patents],
        months=[
            MonthLost(one.month, one.games, one.turns, _kinds_json(one.kinds))
            for one in habits.months
        ],
    )


def _kinds_json(kinds: Sequence[KindOfLoss]) -> list[KindLost]:
    return [
        KindLost(one.difference.value, one.decisions, one.win_loss, one.margin_loss)
        for one in kinds
    ]


def _victories(game: ReviewedGame) -> list[float] | None:
    victories = game.played.victories
    return None if victories is None else list(victories)


def _purchases_json(game: ReviewedGame) -> list[PurchaseThen]:
    evaluation = Evaluation.of(game.lexicon.digest)
    purchases = [judge_purchase(offer, game.lexicon, evaluation) for offer in game.played.offers]
    return [PurchaseThen(one.player, one.verdict.value, one.in_words()) for one in purchases]


def _ruleset(game: ReviewedGame) -> str:
    """The preset that the turns were played by, with its stacking; else "own"."""
    if not game.played.choices:
        return "own"
    ruleset = game.played.choices[0].seen.ruleset
    preset = PRESETS.get(preset_name(ruleset))
    return preset_name(ruleset) if preset and preset.stacking == ruleset.stacking else "own"


def _own_goal(game: ReviewedGame) -> int | None:
    if _ruleset(game) == "own":
        return None
    seen = game.played.choices[0].seen
    usual = PRESETS[preset_name(seen.ruleset)].goals[len(seen.seats)]
    return None if seen.goal == usual else seen.goal


def _turn_json(choice: Choice, names: Sequence[str]) -> TurnThen:
    seen = choice.seen
    n_players = len(seen.seats)
    return TurnThen(
        seats=seats_json(seen, names),
        active=seen.active,
        round=seen.round,
        goal=seen.goal,
        hand=seen.leave,
        community=seen.community,
        deck=seen.deck_size,
        lexicon=seen.lexicon.name,
        number=(seen.round - 1) * n_players + (seen.active - seen.start_player) % n_players + 1,
        replaced=seen.turn.replaced,
        played=plan_json(choice.plan, seen.position),
        taken_back=choice.taken_back,
    )


def _decision_json(
    place: int, decision: Decision, game: ReviewedGame, evaluation: Evaluation
) -> Judgement:
    choice = game.played.choices[place]
    return Judgement(
        turn=place,
        verdict=decision.verdict.value,
        is_decided=decision.is_decided,
        win=decision.win,
        win_error=decision.win_se,
        loss=decision.win_loss,
        loss_error=decision.win_loss_se,
        margin=decision.margin,
        margin_error=decision.margin_se,
        margin_loss=decision.margin_loss,
        margin_loss_error=decision.margin_loss_se,
        games=decision.games,
        best=plan_json(decision.best, choice.seen.position),
        why=list(reasons(decision.best, choice.seen, evaluation, _shown_names(game.played.names))),
        in_words=decision.in_words(),
    )


def _shown_names(names: Sequence[str]) -> list[str]:
    """Write the names of computers with a capital, as Play does."""
    return [name[:1].upper() + name[1:] if computer_named(name) else name for name in names]


def _players_json(analysis: Analysis, names: Sequence[str]) -> list[PlayerSoFar]:
    return [
        PlayerSoFar(
            player=(player := analysis.names.index(summary.name)),
            is_person=computer_named(names[player]) is None,
            score=summary.score,
            score_error=summary.score_se,
            no_score=summary.no_score_in_words(),
            turns=summary.turns,
            open_turns=summary.open_turns,
            best=summary.best,
            fine=summary.fine,
            mistakes=summary.mistakes,
            blunders=summary.blunders,
        )
        for summary in analysis.summaries()
    ]
