"""`TrackedGame`: a game of people, told turn by turn, as one of them sees it, and its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self, cast

from .._json import check_fields, read_enum, read_field, read_list, read_whole
from ..errors import InvalidInputError, LetterTycoonError, require, require_each, show
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import Turn
from .actions import Action
from .records import Event, Recorded, lexicon_to_dict
from .state import GameState, SeenState
from .table import (
    AT_A_TABLE,
    Opponents,
    Phase,
    Table,
    fields_of,
    parse_names,
    parse_opponents,
    player_named,
    with_names,
)
from .told import SeenDeal, Telling, ToldTurn, deal_from_dict, first_view

# Turns of a game of people that were told, and the views that they lead to.


@dataclass(frozen=True, slots=True)
class DoneTurn:
    """A turn of a game, or the part of one that ended with words that were taken back.

    Attributes:
        player: whose turn it is.
        told: as it was told, with the cards that came; without its text if it was played here.
        turn: what was done, in full; its `play` is there if words stood.
        steps: its actions, each with the table before it; words that were taken back may have lain
            in another way.
        after: the table after it.
    """

    player: int
    told: ToldTurn
    turn: Turn
    steps: tuple[tuple[SeenState | GameState, Action], ...]
    after: Table

    @property
    def text(self) -> str:
        """The turn in full notation."""
        return self.turn.notation


class RetellError(InvalidInputError):
    """One of several turns that are told anew cannot be.

    Attributes:
        number: of the turn, from 1.
        turn: as it was told.
        player: the name of the player whose turn it would be.
        error: why not.
    """

    def __init__(self, number: int, turn: ToldTurn, player: str, error: LetterTycoonError) -> None:
        super().__init__(number, turn, player, error)
        self.number = number
        self.turn = turn
        self.player = player
        self.error = error

    def __str__(self) -> str:
        told = self.turn.text
        return f"turn {self.number}, {told!r} of {self.player}, cannot be then: {self.error}"


def told_turn(
    told: ToldTurn, names: Sequence[str], seen: SeenState, *, asks: bool = True
) -> DoneTurn:
    """The turn that is told after a view; `asks` as of `read_words`.

    Raises InvalidInputError, AmbiguousWordsError, IllegalAction or IllegalPlay if it cannot be.
    """
    with with_names(names):
        telling = Telling(names, seen, told, asks=asks)
        turn = telling.tell()
    return DoneTurn(seen.active, told, turn, tuple(telling.done), telling.state)


# Text for people about told turns.


def event_text(turn: DoneTurn, before: Table, game: TrackedGame) -> str:
    """Describe the effect of the last turn: the money and stock of everyone who was paid."""
    after, names = game.table, game.names
    parts = [f"{names[turn.player]}: {turn.text}"]
    if turn.turn.challenger is not None:
        unknown = [word.word for word in turn.turn.words if word.word not in before.lexicon]
        refused = f"{' and '.join(unknown)} not in the word list, taken back"
        parts.append(refused if unknown else "the challenge was wrong")
    for name, old, new in zip(names, before.seats, after.seats, strict=True):
        if (old.money, old.stock) != (new.money, new.stock):
            stock = f" and {new.stock} stock" if new.stock else ""
            parts.append(f"{name} has ${new.money}{stock}")
    if after.final_round is not None and before.final_round is None and not after.is_over:
        parts.append(f"the goal is reached, round {after.final_round} is the last")
    return "; ".join(parts)


def why_no_advice(game: TrackedGame) -> str:
    """Why nobody can be advised now, as a message; "" if the player who tells can be."""
    if game.seat is None:
        return "who keeps score sees no hand, so there is no advice"
    if game.is_over:
        return "the game is over; advice is for your turns"
    if game.table.active != game.seat:
        return f"it is the turn of {game.player}; advice is for your turns"
    if game.table.phase is not Phase.START:
        return "your words were taken back; first name the discarded card"
    return ""


# The course of a tracked game: all that was told, the views that it led to, and its record.
#
# The header of its record has format, version, ruleset, lexicon and players as of a game (game.py),
# and
#
#     deal       {"seat": the number of the player who tells, null for a scorekeeper; "hand": that
#                player's first cards; "community": its first cards; "first": the number of the
#                player who starts}; "?" is a card that is not known
#
# An event has the field "do", and those of its kind:
#
#     tell       turns: a list with the turn, as [text, community, drew]
#     retell     begin: how many turns stay as they are; turns: those that follow them instead
#     redeal     deal: as in the header
#     opponents  opponents: what advice takes them for, the name of a kind of Opponents
#     undo, redo


_FIELDS: Final = {
    "tell": {"turns"},
    "retell": {"begin", "turns"},
    "redeal": {"deal"},
    "opponents": {"opponents"},
    "undo": set[str](),
    "redo": set[str](),
}
"""The fields of an event besides "do"."""


@dataclass(frozen=True, slots=True)
class TrackedCourse:
    """A game so far. Each method returns the course after a step, and changes nothing.

    first   the view before the first turn
    undone  what can be redone, the next last
    """

    names: tuple[str, ...]
    deal: SeenDeal
    first: SeenState
    turns: tuple[DoneTurn, ...] = ()
    undone: tuple[ToldTurn, ...] = ()
    opponents: Opponents = AT_A_TABLE

    @property
    def now(self) -> SeenState:
        """The last view."""
        return cast("SeenState", self.turns[-1].after) if self.turns else self.first

    def tell(self, turn: ToldTurn, *, asks: bool) -> Self:
        """After another turn."""
        done = told_turn(turn, self.names, self.now, asks=asks)
        return replace(self, turns=(*self.turns, done), undone=())

    def undo(self) -> Self:
        """Without the last turn."""
        if not self.turns:
            raise InvalidInputError("there is nothing to undo; no turn has been told")
        undone = (*self.undone, self.turns[-1].told)
        return replace(self, turns=self.turns[:-1], undone=undone)

    def redo(self) -> Self:
        """With the turn that was undone last."""
        if not self.undone:
            raise InvalidInputError("there is nothing to redo; no turn was undone")
        return replace(self.tell(self.undone[-1], asks=False), undone=self.undone[:-1])

    def retell(self, begin: int, turns: Sequence[ToldTurn], *, asks: bool) -> Self:
        """With these turns after the first ones, of which so many stay as they are."""
        if begin > len(self.turns):
            raise InvalidInputError(f"{begin} turns stay as they are, of {len(self.turns)}")
        course = replace(self, turns=self.turns[:begin], undone=())
        for number, turn in enumerate(turns, begin + 1):
            try:
                course = course.tell(turn, asks=asks)
            except LetterTycoonError as error:
                player = self.names[course.now.active]
                raise RetellError(number, turn, player, error) from error
        return course

    def redeal(self, deal: SeenDeal) -> Self:
        """With the same turns after another deal."""
        first = first_view(deal, len(self.names), self.first.lexicon, self.first.ruleset)
        told = [turn.told for turn in self.turns]
        return replace(self, deal=deal, first=first).retell(0, told, asks=False)

    def after(self, event: Event, *, asks: bool) -> Self:
        """After an event; `asks` as of `read_words`, no for what has been accepted before."""
        do = read_field(event, "do", str)
        if do in _FIELDS and event.keys() != _FIELDS[do] | {"do"}:
            fields = ", ".join(sorted(_FIELDS[do])) or "no fields"
            raise InvalidInputError(
                f"{show(do)} has {fields} besides 'do', not {show(dict(event))}"
            )
        match do:
            case "tell":
                course = self
                for turn in _turns_of(event):
                    course = course.tell(turn, asks=asks)
                return course
            case "undo":
                return self.undo()
            case "redo":
                return self.redo()
            case "retell":
                return self.retell(read_whole(event, "begin"), _turns_of(event), asks=asks)
            case "redeal":
                return self.redeal(deal_from_dict(read_field(event, "deal", dict)))
            case "opponents":
                return replace(self, opponents=read_enum(event, "opponents", Opponents))
            case other:
                raise InvalidInputError(f"the field 'do' is {show(other)}")


def _turns_of(event: Event) -> list[ToldTurn]:
    return [_told(turn) for turn in read_list(event, "turns", list)]


def _told(data: list[Any]) -> ToldTurn:
    if len(data) != 3:
        raise InvalidInputError(f"{show(data)} is not a told turn; give [text, community, drew]")
    return ToldTurn(*data)


def _as_list(turn: ToldTurn) -> list[str | None]:
    return [turn.text, turn.community, turn.drew]


class TrackedGame(Recorded):
    """A game of people, followed from one seat, or by a scorekeeper who sees no hand.

    The rules carry out what is told of each turn; what cannot be is refused, and nothing has
    changed.
    """

    FORMAT = "letter-tycoon-tracked-game"
    VERSIONS = (1,)
    _course: TrackedCourse

    def __init__(
        self,
        names: Sequence[str],
        *,
        first: str | int,
        community: str,
        seat: str | int | None = None,
        hand: str = "",
        lexicon: Lexicon | Iterable[str] | None = None,
        ruleset: Ruleset = RULEBOOK,
    ) -> None:
        """A game whose cards have just been dealt; "?" is a card that is not known.

        Args:
            names: one per player, 2 to 5, clockwise.
            first: who starts, by name or by number from 0.
            community: the face-up cards.
            seat: whose hand is seen, by name or by number; None for a scorekeeper.
            hand: the cards in that hand; none for a scorekeeper.
            lexicon: the words agreed on, as for `new_game`; by default those of `Lexicon.load()`.
            ruleset: the rules of the table.

        Raises:
            InvalidInputError: no game can start like this.
            LexiconError: the words given make no lexicon.
        """
        require(ruleset, Ruleset, "the ruleset")
        players = parse_names(names)
        number = None if seat is None else player_named(seat, players)
        deal = SeenDeal(number, hand, community, player_named(first, players))
        words = Lexicon.load() if lexicon is None else lexicon_of(lexicon)
        view = first_view(deal, len(players), words, ruleset)
        self._course = TrackedCourse(players, deal, view)

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
    def turns(self) -> tuple[DoneTurn, ...]:
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
        after = (turn.after for turn in self.turns)
        return cast("tuple[SeenState, ...]", (self._course.first, *after))

    @property
    def table(self) -> Table:
        """The table that everyone sees, and the hand of the player who tells."""
        if self.seat is not None:
            return self._now
        return Table(**fields_of(self._now))

    @property
    def unseen(self) -> dict[str, int]:
        """Cards of each letter that are in the deck, in hands or among discards not seen."""
        return self._now.unseen

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

    def push(
        self, turn: str | Turn, *, community: str | None = None, drew: str | None = None
    ) -> Table:
        """Tells the turn of the player whose turn it is.

        Args:
            turn: "LANe, discard Z", or a line with the cards that came: "lane -z < ERTO > K"; "?"
                is a card of another player that was not seen. Words are read as by `Game.push`.
            community: the cards that came into the community. May be left out where none came, and
                in the last turn.
            drew: the cards drawn, that for a card replaced with Q first; likewise. None for another
                player.

        Raises:
            AmbiguousWordsError: it makes a difference how the words were laid.
            MissingCardsError: cards came that are not told.
            IllegalAction: a part of the turn is against the rules.
            IllegalPlay: the words are.
            InvalidInputError: the text is not in the notation, or the cards that came cannot be.
            RecordError: the record cannot be written.
        """
        told = ToldTurn.parse(turn, community=community, drew=drew)
        return self._go_on("tell", turns=[_as_list(told)])

    def undo(self) -> Table:
        """Takes back what was told last.

        Raises:
            InvalidInputError: nothing was told.
            RecordError: the record cannot be written.
        """
        return self._go_on("undo")

    def redo(self) -> Table:
        """Tells again what was undone.

        Raises:
            InvalidInputError: there is nothing to redo.
            RecordError: the record cannot be written.
        """
        return self._go_on("redo")

    def correct(
        self, turn: int, text: str | Turn, *, community: str | None = None, drew: str | None = None
    ) -> Table:
        """Tells a turn anew, and carries out all the later ones as they were told.

        Args:
            turn: its number, from 1.
            text: the turn as of `push`.
            community: as of `push`.
            drew: as of `push`.

        Raises:
            InvalidInputError: there is no such turn.
            RetellError: the turn or a later one cannot be; `retell` corrects several together.
            RecordError: the record cannot be written.
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

        What was undone before is forgotten.

        Args:
            turns: all of them; `[turn.told for turn in game.turns]` is what was told so far.

        Raises:
            InvalidInputError: the turns are not a list of ToldTurn.
            RetellError: a turn cannot be.
            RecordError: the record cannot be written.
        """
        require_each(turns, ToldTurn, "the turns")
        same = 0
        while same < min(len(turns), len(self.turns)) and turns[same] == self.turns[same].told:
            same += 1
        more = tuple(turns)[same:]
        return self._go_on("retell", begin=same, turns=list(map(_as_list, more)))

    def redeal(
        self,
        *,
        hand: str | None = None,
        community: str | None = None,
        first: str | int | None = None,
    ) -> Table:
        """Corrects what was said of the deal, and carries out all turns as they were told.

        What was right is None; what was undone before is forgotten.

        Args:
            hand: the first cards of the player who tells.
            community: its first cards.
            first: who started, by name or by number.

        Raises:
            InvalidInputError: no game can start like this.
            RetellError: a turn could not be then.
            RecordError: the record cannot be written.
        """
        deal = self.deal
        if hand is not None:
            deal = replace(deal, hand=hand)
        if community is not None:
            deal = replace(deal, community=community)
        if first is not None:
            deal = replace(deal, first=player_named(first, self.names))
        return self._go_on("redeal", deal=asdict(deal))

    def take_opponents_for(self, opponents: Opponents | str) -> None:
        """Have advice take the others for another kind, which may be given by its name.

        Raises:
            InvalidInputError: there is no such kind.
            RecordError: the record cannot be written.
        """
        kind = parse_opponents(opponents)
        if kind is not self.opponents:
            self._go_on("opponents", opponents=kind.value)

    def __repr__(self) -> str:
        return f"<TrackedGame of {', '.join(self.names)}, {len(self.turns)} turns told>"

    def _go_on(self, do: str, **fields: object) -> Table:
        """Does an event, on record first; if that fails or is interrupted nothing changes."""
        event = {"do": do, **fields}
        self._take(self._course.after(event, asks=True), [event])
        return self.table

    def _header(self) -> Event:
        first = self._course.first
        return {
            "version": 1,
            "ruleset": first.ruleset.to_dict(),
            "lexicon": lexicon_to_dict(first.lexicon),
            "players": list(self.names),
            "deal": asdict(self.deal),
        }

    def _events(self) -> Iterator[Event]:
        if self.opponents is not AT_A_TABLE:
            yield {"do": "opponents", "opponents": self.opponents.value}
        for turn in (*(turn.told for turn in self.turns), *self.undone[::-1]):
            yield {"do": "tell", "turns": [_as_list(turn)]}
        yield from [{"do": "undo"}] * len(self.undone)

    @classmethod
    def _begun(cls, header: Event, lexicon: Lexicon) -> Self:
        check_fields(header, ("format", "version", "ruleset", "lexicon", "players", "deal"))
        deal = deal_from_dict(read_field(header, "deal", dict))
        rules = Ruleset.from_dict(read_field(header, "ruleset", dict))
        names = read_list(header, "players", str)
        return cls(names, **asdict(deal), lexicon=lexicon, ruleset=rules)

    def _replay(self, event: Event) -> None:
        self._course = self._course.after(event, asks=False)
