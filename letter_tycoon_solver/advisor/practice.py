"""Practice: the five hands of a day, and puzzles made of one's own mistakes.

Puzzles stay in a box: a file of the user's, with the day on which each comes again.

    {"version": 1, "puzzles": [{"puzzle": {...}, "step": 0, "due": "2026-11-22"}, ...]}

A puzzle that is got right at once is done: its "due" is null. One that was got wrong comes again
after each of DAYS, and is done when it was right after the last of them.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from .._files import PRIVATE, make_private_folder, written_beside
from .._json import read_field, read_list, read_optional
from ..errors import InvalidInputError, LetterTycoonError, show_text
from ..evaluation.tables import Evaluation
from ..game.actions import lay
from ..game.state import FULL_DECK, SeenState
from ..game.table import Chance
from ..game.turns import is_bare, ways_to_lay
from ..lexicon import Lexicon
from ..rules.cards import ABILITIES, LETTERS
from ..rules.play import join_words
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import Turn, TurnKind
from ..search.turns import best_turns
from .advice import RankedTurn, appraise
from .analysis import Check, Effort, judge
from .decisions import WRONG, Choice, Decision
from .reasons import TOO_MANY_KEPT, reasons, shortfall

N_HANDS: Final = 5
MAX_POINTS: Final = 10
"""The points of the best turn. Each dollar of equity behind it costs one."""
_MONEY: Final = 3
_OWN: Final = ABILITIES.replace("Q", "")
"""The patents that a hand may give you. Not Q: what follows a replaced card would be luck."""
_THEIRS: Final = "".join(letter for letter in LETTERS if letter not in ABILITIES)


def hands_of(day: datetime.date, lexicon: Lexicon) -> tuple[SeenState, ...]:
    """Deal the hands of a day, for two players by the rulebook.

    The date is the seed. Hand 1 has no patents; in each further hand both players own one more,
    yours with an ability.

    Args:
        day: the date.
        lexicon: the words that may be played.

    Returns:
        N_HANDS positions at the start of your turn, in each of which a word is the best turn.
    """
    return tuple(_hand(day, number, lexicon) for number in range(N_HANDS))


def points_for(lost: float) -> int:
    """Return the points, 0 to MAX_POINTS, of a turn that is so many dollars behind the best."""
    return max(MAX_POINTS - round(lost), 0)


def _hand(day: datetime.date, number: int, lexicon: Lexicon) -> SeenState:
    chance = Chance(day.year * 10_000 + day.month * 100 + day.day, shuffles=1000 * number)
    own, chance = chance.shuffle(_OWN)
    theirs, chance = chance.shuffle(_THEIRS)
    hand_size = RULEBOOK.hand_size
    while True:
        deck, chance = chance.shuffle(FULL_DECK)
        seen = SeenState.at_table(
            deck[:hand_size],
            deck[hand_size : hand_size + RULEBOOK.community_size],
            patents=own[:number],
            money=_MONEY,
            opponents=[(theirs[:number], _MONEY, 0)],
            lexicon=lexicon,
        )
        turns = best_turns(seen, lexicon, limit=1)
        if turns[0].kind is TurnKind.WORDS:
            return seen


# A turn that somebody tries in a position, beside the best one by static evaluation.


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn that was tried, and the best one.

    Attributes:
        turn: the turn, with its equity.
        best: the best turn, with its equity.
    """

    turn: Turn
    best: Turn

    @property
    def lost(self) -> float:
        """The dollars of equity that the turn is behind the best; never below 0."""
        return max(self.best.equity.total - self.turn.equity.total, 0.0)

    @property
    def behind(self) -> str:
        """The distance to the best turn: "$3.2", or "far" where too many cards are kept."""
        return "far" if self.turn.equity.leave <= TOO_MANY_KEPT else f"${self.lost:.1f}"

    @property
    def is_best(self) -> bool:
        """Is it the best turn itself?"""
        return self.turn.notation == self.best.notation

    @property
    def shortfall(self) -> str:
        """In what the turn falls behind the best, in a sentence; nothing for the best itself."""
        if self.is_best:
            return ""
        return shortfall(RankedTurn(self.turn), RankedTurn(self.best))

    def why(self, seen: SeenState, names: Sequence[str]) -> tuple[str, ...]:
        """Say what speaks for the best turn, and where the other one falls behind, in sentences.

        Args:
            seen: the position.
            names: of the players, in the order of the seats.
        """
        evaluation = Evaluation.of(seen.lexicon.digest)
        told = reasons(self.best, seen, evaluation, names)
        return told if self.is_best else (*told, self.shortfall)


def answered(text: str, seen: SeenState, best: Turn | None = None) -> Answer:
    """Read a turn and compare it with the best one.

    Bare words, as in "jewels j -az", are laid in the way that is worth most.

    Args:
        text: the turn, to its end: what is left out is not done.
        seen: the position, at the start of the viewer's turn.
        best: the turn to compare with; by default the best one by equity.

    Raises:
        InvalidInputError: the text is not a turn, or a word is not in the word list.
        IllegalAction: a part of it is against the rules.
        IllegalPlay: the words are.
    """
    turn = Turn.parse(text)
    unknown = [word for word in turn.words if word.word not in seen.lexicon]
    if unknown:
        raise InvalidInputError(
            f"{join_words(unknown)} is not in the word list {seen.lexicon.name}; try another word"
        )
    if turn.kind is TurnKind.WORDS and turn.play is None and is_bare(turn.words):
        tried = _laid_best(turn, seen)
    else:
        tried = appraise(turn.notation, seen)
    return Answer(tried, best or best_turns(seen, seen.lexicon, limit=1)[0])


def _laid_best(turn: Turn, seen: SeenState) -> Turn:
    """Lay bare words in the way that is worth most with the purchase and the discards."""
    found: list[Turn] = []
    refusal: LetterTycoonError | None = None
    for play in ways_to_lay(seen, lay(turn.words, turn.doublers)):
        try:
            found.append(appraise(replace(turn, play=play).notation, seen))
        except LetterTycoonError as error:
            refusal = refusal or error
    if refusal is not None and not found:
        raise refusal
    return max(found, key=lambda way: way.equity.total)


# Puzzles: the mistakes of a game. In each position you seek a turn as good as the best.


_KEY_BYTES: Final = 8
_TEXTS: Final = ("lexicon", "words", "played", "best", "told")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game in which a mistake was made. All of it is text, to be kept in a file.

    Attributes:
        view: what the player saw, as `SeenState.parse` reads it.
        ruleset: the rules of the game.
        lexicon_name: the name of its word list.
        lexicon_digest: the digest of the words.
        played: the turn that was the mistake, in notation.
        best: the best turn by simulation, in notation.
        told: what the mistake cost, in words.
    """

    view: str
    ruleset: Ruleset
    lexicon_name: str
    lexicon_digest: str
    played: str
    best: str
    told: str

    @property
    def key(self) -> str:
        """The same for the same position, on every machine."""
        text = f"{self.view}\n{sorted(self.ruleset.to_dict().items())}\n{self.lexicon_digest}"
        return hashlib.blake2b(text.encode(), digest_size=_KEY_BYTES).hexdigest()

    def seen(self, lexicon: Lexicon) -> SeenState:
        """The position, with the lexicon of the game."""
        return SeenState.parse(self.view, lexicon, self.ruleset)

    def answered(self, text: str, seen: SeenState) -> Answer:
        """Compare a turn with the best one at once, by static evaluation; see `answered`."""
        return answered(text, seen, appraise(self.best, seen))

    def known_verdict(self, answer: Answer) -> bool | None:
        """Is the turn right? None for a turn that was not in the simulated games yet."""
        if answer.is_best:
            return True
        return False if answer.turn.notation == self.played else None

    def to_dict(self) -> dict[str, object]:
        """The puzzle as plain data for JSON; `from_dict` reads it back."""
        return {
            "view": self.view,
            "ruleset": self.ruleset.to_dict(),
            "lexicon": self.lexicon_name,
            "words": self.lexicon_digest,
            "played": self.played,
            "best": self.best,
            "told": self.told,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Puzzle:
        """Read the puzzle that `to_dict` wrote; only its types are checked.

        Raises:
            InvalidInputError: a field is missing or of another type.
        """
        return cls(
            read_field(data, "view", str),
            Ruleset.from_dict(read_field(data, "ruleset", dict)),
            *(read_field(data, name, str) for name in _TEXTS),
        )


def puzzles_of(choices: Iterable[Choice], decisions: Iterable[Decision]) -> tuple[Puzzle, ...]:
    """Return the mistakes and blunders of a game as puzzles.

    Args:
        choices: the choices that were judged, as of `played_in`.
        decisions: what came of each, in the same order.
    """
    return tuple(
        _puzzle(choice.seen, decision)
        for choice, decision in zip(choices, decisions, strict=False)
        if decision.verdict in WRONG
    )


def _puzzle(seen: SeenState, decision: Decision) -> Puzzle:
    return Puzzle(
        str(seen),
        seen.ruleset,
        seen.lexicon.name,
        seen.lexicon.digest,
        decision.played.notation,
        decision.best.notation,
        decision.in_words(),
    )


def is_right(turn: Turn, seen: SeenState, effort: Effort, executor: Executor, check: Check) -> bool:
    """Is the turn as good as the best, in simulated games? Then it is no mistake.

    Args:
        turn: an answer's turn.
        seen: the position.
        effort: how long to think.
        executor: for the games.
        check: called now and then; what it raises ends the games.
    """
    decision = judge(Choice(seen, turn, ""), seen.lexicon, effort, executor, check)
    return decision.verdict not in WRONG


DAYS: Final = (1, 4)
"""After so many days a puzzle comes again that was got wrong, and then right once."""
VERSION: Final = 1
_NEW: Final = -1
"""The step of a puzzle that was never got wrong."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle in the box.

    Attributes:
        puzzle: the puzzle.
        step: how far it has come: -1 if it was never got wrong, else its place in DAYS.
        due: the day from which on it is asked; None if it is done.
    """

    puzzle: Puzzle
    step: int
    due: datetime.date | None

    def is_answered(self, today: datetime.date) -> bool:
        """Was it answered, so that it is not asked today?"""
        return self.due is None or self.due > today

    @property
    def is_right(self) -> bool:
        """Was the last answer right?"""
        return self.step > 0


class Box:
    """All puzzles of a user, in a file.

    Every method that changes the box reads the file again, for two servers may use it at the same
    time, and writes it, beside its name and then renamed.

    Args:
        path: the file; it need not exist yet.

    Raises:
        InvalidInputError: the file is not such a file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = _read(path)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, puzzles: Iterable[Puzzle], today: datetime.date) -> int:
        """Add puzzles, to be asked from today on; return how many are new."""
        self._kept = _read(self._path)
        new = {one.key: Kept(one, _NEW, today) for one in puzzles if one.key not in self._kept}
        self._kept |= new
        if new:
            self._write()
        return len(new)

    def due(self, today: datetime.date, digests: Collection[str] | None = None) -> list[Puzzle]:
        """Return the puzzles to be asked, the longest due first.

        Args:
            today: the date.
            digests: only puzzles with these word lists; None for all.
        """
        found = [
            (one.due, key, one.puzzle)
            for key, one in self._kept.items()
            if one.due is not None and one.due <= today
            if digests is None or one.puzzle.lexicon_digest in digests
        ]
        return [puzzle for _, _, puzzle in sorted(found, key=lambda one: one[:2])]

    def next_day(self) -> datetime.date | None:
        """Return the first day on which a puzzle is due; None if all are done."""
        return min((one.due for one in self._kept.values() if one.due), default=None)

    def find(self, key: str) -> Kept | None:
        """Return the puzzle with a key, as it is kept, or None."""
        return self._kept.get(key)

    def note(self, puzzle: Puzzle, today: datetime.date, *, right: bool) -> datetime.date | None:
        """Note an answer to a puzzle of the box; return when it comes again, None for never."""
        self._kept = _read(self._path)
        kept = self._kept.get(puzzle.key)
        step = 0
        if right:
            step = len(DAYS) if kept is None or kept.step == _NEW else min(kept.step + 1, len(DAYS))
        due = today + datetime.timedelta(DAYS[step]) if step < len(DAYS) else None
        self._kept[puzzle.key] = Kept(puzzle, step, due)
        self._write()
        return due

    def _write(self) -> None:
        """Write the file. Raises OSError if that is not possible."""
        make_private_folder(self._path.parent)
        puzzles = [
            {
                "puzzle": one.puzzle.to_dict(),
                "step": one.step,
                "due": None if one.due is None else one.due.isoformat(),
            }
            for one in self._kept.values()
        ]
        text = json.dumps({"version": VERSION, "puzzles": puzzles}, indent=1)
        with written_beside(self._path, PRIVATE) as path:
            path.write_text(f"{text}\n", "utf-8")


def _read(path: Path) -> dict[str, Kept]:
    """The puzzles in the file, by their keys."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{show_text(path)} cannot be read: {show_text(error)}") from None
    try:
        data = json.loads(text)
        version = read_field(data, "version", int)
        if version != VERSION:
            raise InvalidInputError(f"its version is {version}; this program reads {VERSION}")
        kept = [_kept(each) for each in read_list(data, "puzzles", dict)]
        return {one.puzzle.key: one for one in kept}
    except (ValueError, RecursionError) as error:
        raise InvalidInputError(
            f"{show_text(path)} is not a file of puzzles: {show_text(error)}; move it away, and a"
            " new one is begun"
        ) from None


def _kept(data: Any) -> Kept:
    step, due = read_field(data, "step", int), read_optional(data, "due", str)
    if not _NEW <= step <= len(DAYS):
        raise InvalidInputError(f"the step of a puzzle is {step}; it is {_NEW} to {len(DAYS)}")
    puzzle = Puzzle.from_dict(read_field(data, "puzzle", dict))
    return Kept(puzzle, step, None if due is None else datetime.date.fromisoformat(due))
