"""`TrackedGame`: a game of people, told turn by turn, as one of them sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from ...errors import InvalidInputError, LetterTycoonError, require, require_each, show
from ...lexicon import Lexicon
from ...rules.notation import parse_words
from ...rules.play import Play
from ...rules.ruleset import RULEBOOK, Ruleset
from ...rules.turn import Turn
from ..actions import ActionReason, IllegalAction, PlayWords
from ..names import parse_names, player_named, with_names
from ..opponents import Opponents, parse_opponents
from ..readings import ways_to_lay
from ..records.record_file import Content, RecordError
from ..records.recorded import Recorded
from ..records.recorded_lexicon import recorded_lexicon
from ..state import SeenState, Table
from ..table import Phase, fields_of, lexicon_of
from .seen_deal import SeenDeal
from .told_turn import ToldTurn
from .tracked_course import TrackedCourse
from .tracked_record import TRACKED, Telling, TrackedHeader, TrackedStep, digest_of_table
from .tracked_turns import TrackedTurn


class TrackedGame(Recorded[TrackedHeader, TrackedStep]):
    """A game of people, followed from one seat, or by a scorekeeper who sees no hand.

    What is told of each turn is carried out by the rules of the engine, so money, stock, royalties,
    patents, discards, whose turn it is and how near the end is follow from it. What cannot be is
    refused, and nothing has changed.
    """

    _format = TRACKED
    _course: TrackedCourse

    def __init__(
        self,
        names: Sequence[str],
        deal: SeenDeal,
        lexicon: Lexicon | Iterable[str] | None = None,
        ruleset: Ruleset = RULEBOOK,
    ) -> None:
        """A game whose cards have just been dealt; `start` takes what one sees piece by piece.

        Args:
            names: one per player, 2 to 5, clockwise.
            deal: what is seen.
            lexicon: the words agreed on, as for `new_game`; by default those of `Lexicon.load()`.
            ruleset: the rules of the table.

        Raises:
            InvalidInputError: no game can start like this.
            LexiconError: the words given make no lexicon.
        """
        require(deal, SeenDeal, "the deal")
        require(ruleset, Ruleset, "the ruleset")
        players = parse_names(names)
        words = Lexicon.load() if lexicon is None else lexicon_of(lexicon)
        self._course = TrackedCourse.begin(players, deal, words, ruleset)

    @classmethod
    def start(
        cls,
        names: Sequence[str],
        *,
        first: str | int,
        community: str,
        seat: str | int | None = None,
        hand: str = "",
        lexicon: Lexicon | Iterable[str] | None = None,
        ruleset: Ruleset = RULEBOOK,
    ) -> TrackedGame:
        """A game whose cards have just been dealt.

        Args:
            names: one per player, 2 to 5, clockwise.
            first: who starts, by name or by number from 0.
            community: the face-up cards.
            seat: whose hand is seen, by name or by number; None for a scorekeeper.
            hand: the cards in that hand; none for a scorekeeper.
            lexicon: the words agreed on, as for `new_game`; by default those of `Lexicon.load()`.
            ruleset: the rules of the table.

        Returns:
            The game, not recorded.

        Raises:
            InvalidInputError: no game can start like this.
            LexiconError: the words given make no lexicon.
        """
        names = parse_names(names)
        number = None if seat is None else player_named(seat, names)
        return cls(
            names, SeenDeal(number, hand, community, player_named(first, names)), lexicon, ruleset
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return self._course.names

    @property
    def seat(self) -> int | None:
        """The number of the player who tells; None for a scorekeeper."""
        return self._course.deal.seat

    @property
    def deal(self) -> SeenDeal:
        """The deal, as far as it is seen."""
        return self._course.deal

    @property
    def turns(self) -> tuple[TrackedTurn, ...]:
        """All that was told, in its order; the first is number 1 for `correct`."""
        return self._course.turns

    @property
    def seen(self) -> SeenState:
        """The view of the player who tells, as `advise` and `find_plays` take it.

        Raises:
            InvalidInputError: nobody's hand is seen in the game of a scorekeeper; see `table`.
        """
        if self.seat is None:
            raise InvalidInputError(
                "a scorekeeper sees no hand, so there is no view of a player; use `table`"
            )
        return self._now

    @property
    def views(self) -> tuple[SeenState, ...]:
        """The table before the first turn, and after each."""
        return self._course.views

    @property
    def table(self) -> Table:
        """The table that everyone sees, and the hand of the player who tells."""
        if self.seat is not None:
            return self._now
        return Table(**fields_of(self._now))

    @property
    def unseen(self) -> dict[str, int]:
        """Cards of each letter that are in the deck, in hands or among discards not seen.

        Together these are known to the card, wherever each of them is.
        """
        return self._now.unseen

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return self._now.deck_size

    @property
    def player(self) -> str:
        """The name of the player whose turn it is; after the end, whose was the last."""
        return self.names[self._now.active]

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self._now.is_over

    @property
    def can_undo(self) -> bool:
        """Is there a turn to undo?"""
        return bool(self._course.turns)

    @property
    def can_redo(self) -> bool:
        """Was a turn undone, and nothing told since?"""
        return bool(self._course.undone)

    @property
    def undone(self) -> tuple[ToldTurn, ...]:
        """The turns that can be redone, the next last."""
        return self._course.undone

    @property
    def opponents(self) -> Opponents:
        """The kind that advice takes the others for; people who know common words, at first."""
        return self._course.opponents

    @property
    def _now(self) -> SeenState:
        return self._course.now

    # Telling --------------------------------------------------------------------------------------

    def act(
        self, turn: str | Turn, *, drew: str | None = None, community: str | None = None
    ) -> SeenState:
        """Tells one's own turn.

        Args:
            turn: "LANe, discard Z", or a line with the cards that came: "lane -z < ERTO > K".
                Words in capitals are from the hand if they can be; where cards of others, and those
                in small letters, come from is inferred if it makes no difference.
            drew: the cards drawn, that for a card replaced with Q first. May be left out where none
                are drawn, and in the last turn.
            community: the cards that came into the community. May be left out where none came, and
                in the last turn of the game.

        Returns:
            The view after it.

        Raises:
            AmbiguousWordsError: it makes a difference how the words were laid; tell one of its
                readings.
            MissingCardsError: cards came that are not told.
            IllegalAction: a part of the turn is against the rules.
            IllegalPlay: the words are.
            InvalidInputError: it is the turn of another player, the text is not in the notation, or
                the cards that came cannot be.
            RecordError: the record cannot be written; nothing has changed.
        """
        if self._now.active != self.seat and not self.is_over:
            raise InvalidInputError(
                f"it is the turn of {self.player}; tell it with `observe` before one's own"
            )
        self.push(turn, drew=drew, community=community)
        return self.seen

    def observe(self, turn: str | Turn, *, community: str | None = None) -> Table:
        """Tells the turn of another player.

        Args:
            turn: as of `act`; "?" is a card that was not seen.
            community: as of `act`.

        Returns:
            The view after it.

        Raises:
            LetterTycoonError: as `act`.
        """
        if self._now.active == self.seat and not self.is_over:
            raise InvalidInputError(f"it is the turn of {self.player}; tell it with `act`")
        return self.push(turn, community=community)

    def push(
        self, turn: str | Turn, *, community: str | None = None, drew: str | None = None
    ) -> Table:
        """Tells the turn of whoever's it is.

        Args:
            turn: as of `act`.
            community: as of `act`.
            drew: as of `act`; None for another player.

        Returns:
            The view after it.

        Raises:
            LetterTycoonError: as `act`.
        """
        told = [ToldTurn.parse(turn, community=community, drew=drew)]
        return self._go_on(Telling.TELL, self._course.tell(told), told)

    def readings(self, words: str) -> tuple[Play, ...]:
        """All ways in which words may be laid now that make a difference: for a choice of people.

        Args:
            words: as of `push`; whether in capitals or in small letters makes no difference.

        Returns:
            What each way earns, and leaves to be bought; its notation is what `push` takes.

        Raises:
            IllegalPlay: there is none.
            IllegalAction: words cannot be laid now.
            InvalidInputError: the text is not in the notation.
        """
        laid = PlayWords(*parse_words(words))
        if self._now.phase is not Phase.START:
            raise IllegalAction(ActionReason.WRONG_PHASE, "no words can be laid now")
        with with_names(self.names):
            return tuple(ways_to_lay(self._now, laid))

    def undo(self) -> Table:
        """Takes back what was told last.

        Raises:
            InvalidInputError: nothing was told.
            RecordError: the record cannot be written; nothing has changed.
        """
        return self._go_on(Telling.UNDO, self._course.undo())

    def redo(self) -> Table:
        """Tells again what was undone.

        Raises:
            InvalidInputError: there is nothing to redo.
            RecordError: the record cannot be written; nothing has changed.
        """
        return self._go_on(Telling.REDO, self._course.redo())

    def correct(
        self, turn: int, text: str | Turn, *, community: str | None = None, drew: str | None = None
    ) -> Table:
        """Tells a turn anew, and carries out all the later ones as they were told.

        Args:
            turn: its number, from 1.
            text: the turn as of `act`.
            community: as of `act`.
            drew: as of `act`.

        Returns:
            The view now.

        Raises:
            InvalidInputError: there is no such turn.
            RetellError: the turn cannot be, or a later one could not be then; `retell` corrects
                several together.
            RecordError: the record cannot be written; nothing has changed.
        """
        if type(turn) is not int or not 1 <= turn <= len(self.turns):
            raise InvalidInputError(
                f"there is no turn {show(turn)}; turns 1 to {len(self.turns)} have been told"
            )
        told = [told.told for told in self.turns]
        told[turn - 1] = ToldTurn.parse(text, community=community, drew=drew)
        return self.retell(told)

    def retell(self, turns: Sequence[ToldTurn]) -> Table:
        """Tells the game from the deal on anew: for turns that were forgotten, or told twice.

        Args:
            turns: all of them; `[turn.told for turn in game.turns]` is what was told so far.

        Returns:
            The view now. What was undone before is forgotten.

        Raises:
            InvalidInputError: the turns are not a list of ToldTurn.
            RetellError: a turn cannot be.
            RecordError: the record cannot be written; nothing has changed.
        """
        require_each(turns, ToldTurn, "the turns")
        same = 0
        while same < min(len(turns), len(self.turns)) and turns[same] == self.turns[same].told:
            same += 1
        more = tuple(turns)[same:]
        return self._go_on(Telling.RETELL, self._course.retell(same, more), more, begin=same)

    def redeal(
        self,
        *,
        hand: str | None = None,
        community: str | None = None,
        first: str | int | None = None,
    ) -> Table:
        """Corrects what was said of the deal, and carries out all turns as they were told.

        Args:
            hand: the first cards of the player who tells; None if they were right.
            community: its first cards; None if they were right.
            first: who started, by name or by number; None if that was right.

        Returns:
            The view now. What was undone before is forgotten.

        Raises:
            InvalidInputError: no game can start like this.
            RetellError: a turn could not be then.
            RecordError: the record cannot be written; nothing has changed.
        """
        deal = self.deal
        if hand is not None:
            deal = replace(deal, hand=hand, hand_unknown=0)
        if community is not None:
            deal = replace(deal, community=community, community_unknown=0)
        if first is not None:
            deal = replace(deal, first=player_named(first, self.names))
        return self._go_on(Telling.REDEAL, self._course.redeal(deal))

    def take_opponents_for(self, opponents: Opponents | str) -> None:
        """Have advice take the others for another kind; turns, told or undone, stay as they are.

        Args:
            opponents: a kind, or its name, as `advise` takes it.

        Raises:
            InvalidInputError: there is no such kind.
            RecordError: the record cannot be written; nothing has changed.
        """
        kind = parse_opponents(opponents)
        if kind is not self.opponents:
            self._go_on(Telling.OPPONENTS, replace(self._course, opponents=kind))

    def __repr__(self) -> str:
        return f"<TrackedGame of {', '.join(self.names)}, {len(self.turns)} turns told>"

    def _go_on(
        self, do: Telling, course: TrackedCourse, turns: Sequence[ToldTurn] = (), *, begin: int = 0
    ) -> Table:
        """Takes that course, on record first; if that fails or is interrupted nothing changes."""
        deal = course.deal if do is Telling.REDEAL else None
        opponents = course.opponents if do is Telling.OPPONENTS else None
        told = do, tuple(turns), begin, deal
        self._take(course, lambda: [TrackedStep(*told, digest_of_table(course.now), opponents)])
        return self.table

    def _steps(self) -> Iterator[TrackedStep]:
        return self._course.steps()

    def _header(self) -> TrackedHeader:
        return self._course.header()

    @classmethod
    def _replayed(
        cls,
        path: Path,
        lines: Content[TrackedHeader, TrackedStep],
        lexicon: Lexicon | Iterable[str] | None,
    ) -> Self:
        header = lines.header
        words = recorded_lexicon(path, header.lexicon, lexicon)
        try:
            game = cls(header.names, header.deal, words, header.ruleset)
        except InvalidInputError as error:
            raise RecordError(path, 1, f"the header cannot be used: {error}") from None
        _check_table(path, 1, game._course, header.table)
        for number, step in enumerate(lines.steps, 2):
            try:
                game._course = game._course.after(step)
            except LetterTycoonError as error:
                raise RecordError(path, number, f"cannot be carried out: {error}") from None
            _check_table(path, number, game._course, step.table)
        return game


def _check_table(path: Path, number: int, course: TrackedCourse, table: str) -> None:
    if digest_of_table(course.now) != table:
        raise RecordError(
            path, number, "leads to another table than the record says; the file was changed"
        )
