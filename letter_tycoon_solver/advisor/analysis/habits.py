"""The habits of a player over several games: losses by kind, words not known, patents too late."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from ...errors import InvalidInputError, show
from .decision import Decision
from .difference import Difference
from .result import Analysis
from .verdict import Verdict

_WRONG: Final = (Verdict.MISTAKE, Verdict.BLUNDER)


@dataclass(frozen=True, slots=True)
class KindOfLoss:
    """The losses by turns that differ from the best in one way.

    Attributes:
        difference: the way.
        decisions: how many there are.
        win_loss: the chance to win that they lost, spread over all turns: the kinds add up to what
            a turn loses on average.
        margin_loss: the same of the final margin, in dollars.
    """

    difference: Difference
    decisions: int
    win_loss: float
    margin_loss: float


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word that the player never laid, and that was best where the turn was a mistake.

    Attributes:
        word: the word.
        times: in how many turns it was best.
        win_loss: the chances to win that these turns lost, added up.
    """

    word: str
    times: int
    win_loss: float


@dataclass(frozen=True, slots=True)
class LatePatent:
    """A patent that was best to buy where the turn was a mistake, and that the player did not buy.

    Attributes:
        letter: the patent.
        games: in how many games.
        bought: in how many of them the player bought it later.
        rounds: how many rounds later on average; None if never.
    """

    letter: str
    games: int
    bought: int
    rounds: float | None


@dataclass(frozen=True, slots=True)
class Month:
    """The games of a month.

    Attributes:
        month: as in "2026-11".
        games: how many.
        turns: how many of the player's.
        kinds: what they lost, by kind; the others are 0.
    """

    month: str
    games: int
    turns: int
    kinds: tuple[KindOfLoss, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """The losses of a player's turns, over several games.

    Attributes:
        player: the name.
        games: with a turn of the player.
        turns: a replacement with Q and what follows are one.
        kinds: what they lose, by kind, in the order of `Difference`.
        words: not known, as it seems; the costliest first.
        patents: bought too late, the most frequent first.
        months: in order.
    """

    player: str
    games: int
    turns: int
    kinds: tuple[KindOfLoss, ...]
    words: tuple[MissedWord, ...]
    patents: tuple[LatePatent, ...]
    months: tuple[Month, ...]


def habits_of(player: str, games: Iterable[tuple[Analysis, datetime.date]]) -> Habits:
    """Return the habits of a player.

    Args:
        player: the name, which is the same in all games.
        games: each with the day when it was played.

    Raises:
        InvalidInputError: no game has a turn of this player.
    """
    own: list[list[Decision]] = []
    by_month: dict[str, list[list[Decision]]] = defaultdict(list)
    for analysis, day in games:
        if decisions := _decisions(analysis, player):
            own.append(decisions)
            by_month[f"{day:%Y-%m}"].append(decisions)
    if not own:
        raise InvalidInputError(f"no game has a turn of {show(player)}; give one of the players")
    return Habits(
        player=player,
        games=len(own),
        turns=_turns(own),
        kinds=_kinds(own),
        words=_missed_words(own),
        patents=_late_patents(own),
        months=tuple(
            Month(month, len(some), _turns(some), _kinds(some))
            for month, some in sorted(by_month.items())
        ),
    )


def _decisions(analysis: Analysis, player: str) -> list[Decision]:
    seats = [seat for seat, name in enumerate(analysis.names) if name == player]
    return [one for one in analysis.decisions if one.player in seats]


def _turns(games: Sequence[Sequence[Decision]]) -> int:
    return sum(len({one.round for one in decisions}) for decisions in games)


def _kinds(games: Sequence[Sequence[Decision]]) -> tuple[KindOfLoss, ...]:
    turns = _turns(games)
    found = []
    for kind in Difference:
        some = [one for decisions in games for one in decisions if one.difference is kind]
        if some and kind is not Difference.NONE:
            win_loss = sum(one.win_loss for one in some) / turns
            margin_loss = sum(one.margin_loss for one in some) / turns
            found.append(KindOfLoss(kind, len(some), win_loss, margin_loss))
    return tuple(found)


def _words(turn: Decision, *, best: bool) -> Iterator[str]:
    play = (turn.best if best else turn.played).play
    yield from (word.word for word in play.words) if play else ()


def _missed_words(games: Sequence[Sequence[Decision]]) -> tuple[MissedWord, ...]:
    decisions = [one for own in games for one in own]
    known = {word for one in decisions for word in _words(one, best=False)}
    times: Counter[str] = Counter()
    lost: dict[str, float] = defaultdict(float)
    for one in decisions:
        if one.verdict in _WRONG:
            for word in {*_words(one, best=True)} - known:
                times[word] += 1
                lost[word] += one.win_loss
    missed = [MissedWord(word, times[word], lost[word]) for word in times]
    return tuple(sorted(missed, key=lambda one: (-one.win_loss, one.word)))


def _late_patents(games: Sequence[Sequence[Decision]]) -> tuple[LatePatent, ...]:
    late: dict[str, list[int | None]] = defaultdict(list)
    for decisions in games:
        bought = {one.played.buy: one.round for one in decisions if one.played.buy}
        missed = [one for one in decisions if one.verdict in _WRONG and one.best.buy]
        # Where the same patent was missed in several turns the first one counts.
        first = {one.best.buy: one.round for one in reversed(missed)}
        for letter, since in first.items():
            if bought.get(letter) != since:
                late[letter].append(bought[letter] - since if letter in bought else None)
    found = [_late(letter, rounds) for letter, rounds in late.items()]
    return tuple(sorted(found, key=lambda one: (-one.games, one.letter)))


def _late(letter: str, rounds: Sequence[int | None]) -> LatePatent:
    later = [one for one in rounds if one is not None]
    return LatePatent(letter, len(rounds), len(later), fmean(later) if later else None)
