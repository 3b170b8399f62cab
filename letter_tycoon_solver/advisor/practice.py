"""Practice: the five hands of a day, and puzzles made of one's own mistakes.

Puzzles stay in a box: a file of the user's, with the day on which each comes again.

    {"version": 1, "puzzles": [{"puzzle": {...}, "step": 0, "due": "2026-11-22"}, ...]}

A puzzle that is right at once is done: its "due" is null. Otherwise it comes again after each of
DAYS, and is done when it was right after the last of them.
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
"""The points of the best turn; each dollar of equity behind it costs one."""
_MONEY: Final = 3
_OWN: Final = ABILITIES.replace("Q", "")
"""The patents that a hand may give you. Not Q: what follows a replaced card would be luck."""
_THEIRS: Final = "".join(letter for letter in LETTERS if letter not in ABILITIES)


def hands_of(day: datetime.date, lexicon: Lexicon) -> tuple[SeenState, ...]:
    """Deal the N_HANDS hands of a day, for two players by the rulebook.

    The date is the seed. Hand 1 has no patents; in each further hand both players own one more,
    yours with an ability. In each, a word is the best turn.
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


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn that was tried in a position, and the best one by static evaluation."""

    turn: Turn
    best: Turn

    @property
    def lost(self) -> float:
        """The equity that the turn is behind the best, in dollars; never below 0."""
        return max(self.best.equity.total - self.turn.equity.total, 0.0)

    @property
    def behind(self) -> str:
        """The distance to the best turn: "$3.2", or "far" if too many cards are kept."""
        return "far" if self.turn.equity.leave <= TOO_MANY_KEPT else f"${self.lost:.1f}"

    @property
    def is_best(self) -> bool:
        """True if it is the best turn itself."""
        return self.turn.notation == self.best.notation

    @property
    def shortfall(self) -> str:
        """A sentence that tells why the turn falls behind the best; "" for the best itself."""
        if self.is_best:
            return ""
        return shortfall(RankedTurn(self.turn), RankedTurn(self.best))

    def why(self, seen: SeenState, names: Sequence[str]) -> tuple[str, ...]:
        """Tell in sentences the reasons for the best turn, and where the other one falls behind."""
        evaluation = Evaluation.of(seen.lexicon.digest)
        told = reasons(self.best, seen, evaluation, names)
        return told if self.is_best else (*told, self.shortfall)


def answered(text: str, seen: SeenState, best: Turn | None = None) -> Answer:
    """Read a turn, to its end, and compare it with the best one, by default that by equity.

    Bare words, as in "jewels j -az", are laid in the way that is worth most.

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


# Puzzles: the mistakes of a game. In each position you look for a turn as good as the best.


_KEY_BYTES: Final = 8
_TEXTS: Final = ("lexicon", "words", "played", "best", "told")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game in which a mistake was made, as text for a file.

    The view is that of the player, for `SeenState.parse`; `played` is the mistake, `best` the best
    turn by simulation, and `told` the cost of the mistake in words.
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
        """A key that is the same for the same position, on every machine."""
        text = f"{self.view}\n{sorted(self.ruleset.to_dict().items())}\n{self.lexicon_digest}"
        return hashlib.blake2b(text.encode(), digest_size=_KEY_BYTES).hexdigest()

    def seen(self, lexicon: Lexicon) -> SeenState:
        """Return the position, with the lexicon of the game."""
        return SeenState.parse(self.view, lexicon, self.ruleset)

    def answered(self, text: str, seen: SeenState) -> Answer:
        """Compare a turn with the best one at once, by static evaluation; see `answered`."""
        return answered(text, seen, appraise(self.best, seen))

    def known_verdict(self, answer: Answer) -> bool | None:
        """Return True for a right turn; None for one that was not in the simulated games yet."""
        if answer.is_best:
            return True
        return False if answer.turn.notation == self.played else None

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as plain data for JSON."""
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
        """Read the puzzle that `to_dict` wrote; only its types are checked."""
        return cls(
            read_field(data, "view", str),
            Ruleset.from_dict(read_field(data, "ruleset", dict)),
            *(read_field(data, name, str) for name in _TEXTS),
        )


def puzzles_of(choices: Iterable[Choice], decisions: Iterable[Decision]) -> tuple[Puzzle, ...]:
    """Return the mistakes and blunders of a game as puzzles."""
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
    """Return True if the turn is no mistake, in simulated games."""
    decision = judge(Choice(seen, turn, ""), seen.lexicon, effort, executor, check)
    return decision.verdict not in WRONG


DAYS: Final = (1, 4)
"""The days after which a puzzle comes again: when it was wrong, and when it was then right once."""
VERSION: Final = 1
_NEW: Final = -1
"""The step of a puzzle that was never got wrong."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle in the box.

    The step is _NEW if the puzzle was never wrong, otherwise a place in DAYS. It is asked from the
    day when it is due, or is done if that is None.
    """

    puzzle: Puzzle
    step: int
    due: datetime.date | None

    def is_answered(self, today: datetime.date) -> bool:
        """Return True if it was answered, so that it is not asked today."""
        return self.due is None or self.due > today

    @property
    def is_right(self) -> bool:
        """True if the last answer was right."""
        return self.step > 0


class Box:
    """All puzzles of a user, in a file, which need not exist yet.

    Every change reads the file again, because two servers may use it at the same time.
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
        """Return the puzzles to be asked, the longest due first, of all lexicons or of some."""
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
    """Return the puzzles in the file, by their keys."""
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
