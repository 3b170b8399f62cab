"""`best_turns`: the best turns of a position by static evaluation. `Turns`: ranked, made lazily."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
import numpy.typing as npt

from .._html import SHOWN, html_texts
from .._kernels.play_layout import N_WORDS_AT, PLAY_STRUCT
from .._kernels.turn_layout import AFTER_PLAY, TURN_DTYPE, WHOLE_TURNS
from ..errors import InvalidInputError, require, show
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..rules.cards import LETTERS, remove_cards
from ..rules.play import Play
from ..rules.position import Position
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import Turn, TurnKind
from .frames import table_of_turns
from .ranked import Ranked
from .row_reader import equity_of
from .solver import evaluation_of, parse_limit
from .turn_rows import OpenTurn, row_of_turn, turn_rows

if TYPE_CHECKING:
    import pyarrow as pa

_SIZE: Final = TURN_DTYPE.itemsize
_set: Final = object.__setattr__


class _View(Protocol):
    """The view that a player has of a game, such as SeenState."""

    @property
    def open_turn(self) -> OpenTurn: ...


def best_turns(
    position: Position | OpenTurn | _View,
    lexicon: Lexicon,
    ruleset: Ruleset | None = None,
    limit: int | None = 20,
) -> Turns:
    """The best turns by equity, best first: words with their purchase and discards, an exchange.

    Equity is static evaluation: see "Equity" among the concepts. Each word or pair of words comes
    once, laid in its best way, with the purchase and the discards that are worth most; the best
    exchange stands among them, and for the owner of Q the card that is best replaced first, over
    all cards that may be drawn. Ties go as in `find_plays`.

    Args:
        position: at the start of a turn; or a view of a game (SeenState, `TrackedGame.seen`), which
            also knows how long the game goes on, whether a card was replaced, and what is left of a
            turn whose words lie on the table.
        lexicon: the words that may be played.
        ruleset: the rules of the table; by default those of the view, of a Position the rulebook's.
        limit: only so many of the best; None for all.

    Returns:
        A lazy sequence of `Turn`.

    Warns:
        FallbackTablesWarning: as `find_plays` by equity.

    Raises:
        InvalidInputError: the view is not one in which a turn can be planned, the position has more
            cards than the ruleset deals, or an argument is not allowed.
    """
    require(lexicon, Lexicon, "the lexicon")
    turn = to_plan(position)
    if ruleset is None:
        ruleset = (isinstance(turn, OpenTurn) and turn.ruleset) or RULEBOOK
    require(ruleset, Ruleset, "the ruleset")
    return turns_by(evaluation_of(lexicon), turn, lexicon, ruleset, parse_limit(limit))


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
        return Turns(given, lexicon, ruleset, rows)
    return Turns(given.position, lexicon, ruleset, rows, given.play)


def appraised(
    evaluation: Evaluation, turn: Turn, given: OpenTurn, lexicon: Lexicon, ruleset: Ruleset
) -> Turn:
    """A turn, judged and without a replacement, with its static evaluation by these tables."""
    row = row_of_turn(turn, given, lexicon, ruleset, evaluation)
    (found,) = Turns(given.position, lexicon, ruleset, row, turn.play)
    return found


class Turns(Ranked[Turn]):
    """The turns of a position, best first: a lazy sequence of `Turn`.

    Made by `best_turns`. Slices are Turns too.

    Attributes:
        position: the position the turns are of.
        lexicon: the lexicon their words are from.
        ruleset: the rules that they were found by.
    """

    __slots__ = ("_laid", "_rows")
    _noun = "turn"

    _rows: bytes
    _laid: Play | None
    """The words that lie on the table already."""

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        ruleset: Ruleset,
        rows: bytes,
        laid: Play | None = None,
    ) -> None:
        super().__init__(position, lexicon, ruleset)
        _set(self, "_rows", rows)
        _set(self, "_laid", laid)

    def __reduce__(self) -> tuple[type[Turns], tuple[object, ...]]:
        return Turns, (self.position, self.lexicon, self.ruleset, self._rows, self._laid)

    @property
    def columns(self) -> npt.NDArray[np.void]:
        """The rows as the kernels fill them in, read-only: see _kernels/turn_layout.py."""
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
            (rank, turn, f"{turn.equity.total:+.2f}", f"{turn.equity.margin:g}", turn.keeps)
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
        keeps = reader.letters(kept)
        equity = equity_of(parts, self.position)
        if replaced >= 0:
            return Turn(TurnKind.REPLACE, LETTERS[replaced], keeps=keeps, equity=equity)
        play = self._laid
        if play is None and row[N_WORDS_AT]:
            play = reader.play(row[: PLAY_STRUCT.size])
        return Turn(
            TurnKind.WORDS if play else TurnKind.EXCHANGE,
            play=play,
            buy=LETTERS[bought] if bought >= 0 else "",
            discards=remove_cards(play.leave if play else self.position.hand, keeps),
            keeps=keeps,
            equity=equity,
        )
