"""`best_turns`: the best turns of a position. `Turns`: ranked, made lazily."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

import numpy as np
import numpy.typing as npt

from .._html import SHOWN, html_texts
from .._kernels.layouts import AFTER_PLAY, N_WORDS_AT, PLAY_STRUCT, TURN_DTYPE, WHOLE_TURNS
from ..errors import InvalidInputError, require, show
from ..evaluation.ranking import EQUITY, MARGIN, NEVER, Objective, is_equity, parse_rank_by, rounded
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import LETTERS, PATENT_COST, VOWELS, remove_cards
from ..rules.play import Play
from ..rules.position import Position
from ..rules.ruleset import MAX_CARDS, RULEBOOK, Ruleset
from ..rules.turn import Turn, TurnKind
from .frames import Ranked, table_of_turns
from .rows import FIELD, FIELD_BITS, NO_LIMIT, OpenTurn, equity_of, row_of_turn, slots_of, turn_rows
from .solver import evaluation_of, parse_limit

if TYPE_CHECKING:
    import pyarrow as pa

_SIZE: Final = TURN_DTYPE.itemsize
_COSTS: Final = np.array([PATENT_COST[letter] for letter in LETTERS], np.int64)
_ARE_VOWELS: Final = np.array([letter in VOWELS for letter in LETTERS], np.int64)

Ints = npt.NDArray[np.int64]


class _View(Protocol):
    """The view that a player has of a game, such as SeenState."""

    @property
    def open_turn(self) -> OpenTurn: ...


def best_turns(
    position: Position | OpenTurn | _View,
    lexicon: Lexicon | str,
    *,
    ruleset: Ruleset | None = None,
    rank_by: str | tuple[str, ...] | list[str] | Objective = EQUITY,
    limit: int | None = None,
) -> Turns:
    """The best turns, best first: words with their purchase and discards, an exchange.

    Equity is static evaluation: see "Equity" among the concepts. Each word or pair of words comes
    once, laid in its best way, with the purchase and the discards that are worth most; the best
    exchange stands among them, and for the owner of Q the card that is best replaced first, over
    all cards that may be drawn. Ties go as in `find_plays`.

    Another rank key or an Objective ranks the words in all ways to lay them. Doublers, purchase and
    discards of each way stay those of best equity; "patent_value" and the patents of an Objective
    are about the patent that is bought, its kept cards about those that stay. An exchange and a
    replaced card earn nothing. Ties go to the higher equity.

    Args:
        position: at the start of a turn; or a view of a game (SeenState, `TrackedGame.seen`), which
            also knows how long the game goes on, whether a card was replaced, and what is left of a
            turn whose words lie on the table.
        lexicon: the words that may be played; a name or a path loads them.
        ruleset: the rules of the table; by default those of the view, of a Position the rulebook's.
        rank_by: "equity", or what `find_plays` takes: another rank key, a tuple of keys, or an
            Objective.
        limit: only so many of the best; None for all. By equity a limit saves most of the work.

    Returns:
        A lazy sequence of `Turn`.

    Warns:
        FallbackTablesWarning: as `find_plays` by equity.

    Raises:
        InvalidInputError: the view is not one in which a turn can be planned, the position has more
            cards than the ruleset deals, or an argument is not allowed.

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> position = lts.Position("JWLEANZ", "EES", opponents=["E", ""])
        >>> turn = lts.best_turns(position, "enable", limit=1)[0]
        >>> turn.notation, round(turn.equity.total, 1)
        ('JeWeLs, buy J, discard AZ', 37.8)
    """
    if isinstance(lexicon, str):
        lexicon = lexicon_of(lexicon)
    require(lexicon, Lexicon, "the lexicon")
    turn = to_plan(position)
    if ruleset is None:
        ruleset = (isinstance(turn, OpenTurn) and turn.ruleset) or RULEBOOK
    require(ruleset, Ruleset, "the ruleset")
    most = parse_limit(limit)
    if is_equity(rank_by):
        return turns_by(evaluation_of(lexicon), turn, lexicon, ruleset, most)
    ranking = parse_rank_by(rank_by)
    every = turns_by(evaluation_of(lexicon), turn, lexicon, ruleset, NO_LIMIT, every_way=True)
    return ranked_by(every, ranking)[:most]


def to_plan(position: Position | OpenTurn | _View) -> Position | OpenTurn:
    """Return what is to be planned: a position at the start of a turn, or the turn of a view.

    Raises:
        InvalidInputError: it is neither.
    """
    if isinstance(position, Position):
        return position
    turn = position if isinstance(position, OpenTurn) else getattr(position, "open_turn", None)
    if not isinstance(turn, OpenTurn):
        raise InvalidInputError(
            f"the position is {show(position)}; give a Position, or a view of a game such as a"
            " SeenState"
        )
    return turn


def turns_by(
    evaluation: Evaluation,
    given: Position | OpenTurn,
    lexicon: Lexicon,
    ruleset: Ruleset,
    limit: int,
    scope: int = WHOLE_TURNS,
    every_way: bool = False,
) -> Turns:
    """Do the same as `best_turns` by these tables; for `scope` and `every_way` see turn_rows."""
    rows = turn_rows(given, lexicon, ruleset, evaluation, limit, scope, every_way)
    if isinstance(given, Position):
        return Turns(given, lexicon, ruleset, rows, None)
    return Turns(given.position, lexicon, ruleset, rows, given.play)


def appraised(
    evaluation: Evaluation, turn: Turn, given: OpenTurn, lexicon: Lexicon, ruleset: Ruleset
) -> Turn:
    """A turn, judged and without a replacement, with its static evaluation by these tables."""
    row = row_of_turn(turn, given, lexicon, ruleset, evaluation)
    (found,) = Turns(given.position, lexicon, ruleset, row, turn.play)
    return found


# Other rankings than equity ----------------------------------------------------------------------


def ranked_by(turns: Turns, ranking: Objective | tuple[str, ...], every_way: bool = False) -> Turns:
    """Rank turns by what their play earns, equal ones as they stand.

    Args:
        turns: by equity, with each way to lay words.
        ranking: the rank keys, or the objective.
        every_way: keep each way, and not only the best of the same words.
    """
    rows = turns.columns
    keys = _values(turns, ranking)
    rows = rows[np.lexsort([-key for key in reversed(keys)])]
    if not every_way:
        rows = rows[_first_of_words(rows)]
    return Turns(turns.position, turns.lexicon, turns.ruleset, rows.tobytes(), turns._laid)


def _first_of_words(rows: npt.NDArray[np.void]) -> Ints:
    """The places of the first turns with the same words, and of all without words of their own."""
    one, other = np.sort(rows["play"]["word"].astype(np.int64), axis=1).T
    # Words on the table have no number.
    have_words = (rows["play"]["n_words"] > 0) & (other >= 0)
    key = np.where(have_words, (one << 32) + other, -(1 << 40) - np.arange(len(rows)))
    first: Ints = np.sort(np.unique(key, return_index=True)[1])
    return first


def _values(turns: Turns, ranking: Objective | tuple[str, ...]) -> list[Ints]:
    """The numbers that rank each turn, more is better: one by an objective, else one for a key."""
    rows, position = turns.columns, turns.position
    per_average = max(1, len(position.opponents))
    plays, bought = rows["play"], rows["bought"]
    royalties = plays["royalties"].astype(np.int64).sum(axis=1)
    metrics = {name: plays[name].astype(np.int64) for name in ("money", "stock")}
    metrics["royalties"] = royalties
    metrics["patent_value"] = np.where(bought >= 0, _COSTS[bought], 0)
    # Without words no card leaves the hand.
    n_left = plays["n_left"].astype(np.int64)
    metrics["n_left"] = np.where(plays["n_words"] > 0, n_left, len(position.hand))
    metrics[MARGIN] = per_average * (metrics["money"] + metrics["stock"]) - royalties
    if not isinstance(ranking, Objective):
        return [
            -metrics[key.removeprefix("-")] if key.startswith("-") else metrics[key]
            for key in ranking
        ]
    total = _of_letters(turns, ranking)
    for name in ("money", "stock", "patent_value", "n_left"):
        total = total + rounded(getattr(ranking, name)) * metrics[name]
    return [per_average * total + rounded(ranking.royalties) * royalties]


def _of_letters(turns: Turns, objective: Objective) -> Ints:
    """The worth of the patent bought, the cards kept and those used of the community."""
    rows = turns.columns
    patents, kept, used = (
        np.array([rounded(dict(weights).get(letter, 0)) for letter in LETTERS], np.int64)
        for weights in (objective.patents, objective.kept, objective.community)
    )
    total: Ints = np.where(rows["bought"] >= 0, patents[rows["bought"]], 0)
    from_hand = rows["play"]["from_hand"].sum(axis=1)
    total = total + _counts(turns, rows["cards"] - from_hand) @ used
    if sum(map(len, objective.balance)) <= 1:
        return total
    balance = np.full((MAX_CARDS + 1, MAX_CARDS + 1), NEVER, np.int64)
    for vowels, row in enumerate(objective.balance):
        balance[vowels, : len(row)] = [rounded(weight) for weight in row]
    counts = _counts(turns, rows["kept"])
    n_vowels = counts @ _ARE_VOWELS
    worth: Ints = total + counts @ kept + balance[n_vowels, counts.sum(axis=1) - n_vowels]
    return worth


def _counts(turns: Turns, cards: npt.NDArray[np.uint64]) -> Ints:
    """The cards of multisets by letter: int64 [n, 26]."""
    counts = np.zeros((len(cards), len(LETTERS)), np.int64)
    for slot, letter in enumerate(slots_of(turns.position)):
        counts[:, LETTERS.index(letter)] = cards >> np.uint64(slot * FIELD_BITS) & np.uint64(FIELD)
    return counts


@dataclass(frozen=True, eq=False, repr=False)
class Turns(Ranked[Turn]):
    """The turns of a position, best first: a lazy sequence of `Turn`.

    Made by `best_turns`. Slices are Turns too. `position`, `lexicon` and `ruleset` are those that
    they were found by.
    """

    __slots__ = ("_laid", "_rows")
    _noun: ClassVar = "turn"

    _rows: bytes
    _laid: Play | None
    """The words that lie on the table already."""

    def __reduce__(self) -> tuple[type[Turns], tuple[object, ...]]:
        return Turns, (self.position, self.lexicon, self.ruleset, self._rows, self._laid)

    @property
    def columns(self) -> npt.NDArray[np.void]:
        """The rows as the kernels fill them in, read-only: see _kernels/layouts.py."""
        return np.frombuffer(self._rows, TURN_DTYPE) if self._rows else np.empty(0, TURN_DTYPE)

    def __len__(self) -> int:
        return len(self._rows) // _SIZE

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turns):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        best = f", best {self[0]}" if len(self) else ""
        return f"<Turns: {len(self):,}{best}>"

    def __str__(self) -> str:
        return "\n".join(
            f"{rank:>3}  {turn.equity.total:+.2f}  {turn}" for rank, turn in enumerate(self, 1)
        )

    def _repr_html_(self) -> str:
        rows = [
            (rank, turn, f"{turn.equity.total:+.2f}", f"{turn.equity.margin:g}", turn.leave)
            for rank, turn in enumerate(self[:SHOWN], 1)
        ]
        headers = ("#", "Turn", "Equity", "Margin", "Kept")
        return html_texts(headers, rows, len(self) - len(rows))

    def _table(self) -> pa.Table:
        return table_of_turns(self)

    @property
    def _plays(self) -> npt.NDArray[np.void]:
        plays: npt.NDArray[np.void] = self.columns["play"]
        return plays

    def _is_legal(self, words: list[str]) -> bool:
        return self._laid is None and super()._is_legal(words)

    def _part(self, part: slice) -> Turns:
        rows = self.columns[part].tobytes()
        return Turns(self.position, self.lexicon, self.ruleset, rows, self._laid)

    def _item(self, rank: int) -> Turn:
        row = self._rows[rank * _SIZE : (rank + 1) * _SIZE]
        _, replaced, bought, kept, _, *parts = AFTER_PLAY.unpack_from(row, PLAY_STRUCT.size)
        reader = self._reader
        leave = reader.letters(kept)
        equity = equity_of(parts, self.position)
        if replaced >= 0:
            return Turn(TurnKind.REPLACE, LETTERS[replaced], leave=leave, equity=equity)
        play = self._laid
        if play is None and row[N_WORDS_AT]:
            play = reader.play(row[: PLAY_STRUCT.size])
        return Turn(
            TurnKind.WORDS if play else TurnKind.EXCHANGE,
            play=play,
            buy=LETTERS[bought] if bought >= 0 else "",
            discards=remove_cards(play.leave if play else self.position.hand, leave),
            leave=leave,
            equity=equity,
        )
