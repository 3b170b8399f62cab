"""The record of a game of people: its format, on the lines of record_file.py.

The header has the fields

    format     "letter-tycoon-tracked-game"
    version    1
    ruleset    every field, as `Ruleset.to_dict` writes it
    lexicon    as in record.py
    players    their names, in the order of the seats
    deal       {"seat": the number of the player who tells, null for a scorekeeper; "hand": that
               player's first cards; "community": its first cards; "first": the number of the
               player who starts; "hand_unknown", "community_unknown": how many more there are
               that are not known, if there are any}
    table      digest of the first view

A step has

    do         "tell", "undo", "redo", "retell", "redeal" or "opponents"
    turns      "tell": a list with the turn; "retell": the turns that take the place of all from
               `begin` on; each is [text, community, drew]; else empty
    begin      "retell": how many turns stay as they are; else 0
    deal       "redeal": as in the header, {"seat", "hand", "community", "first"}; else null
    opponents  "opponents": what advice takes them for, the name of a kind of Opponents; other
               steps do not have it
    table      digest of the view after it

Opponents are taken for AT_A_TABLE until a step says something else.

Digests of views are of `digest_of_table`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..._json import check_fields, read_enum, read_field, read_list, read_optional, read_whole
from ...errors import InvalidInputError, show
from ...rules.ruleset import Ruleset
from ..opponents import Opponents
from ..records.record_file import Format, digest
from ..records.recorded_lexicon import RecordedLexicon
from ..state import SeenState
from .seen_deal import SeenDeal
from .told_turn import ToldTurn

VERSION: Final = 1
_UNKNOWN: Final = ("hand_unknown", "community_unknown")


class Telling(enum.Enum):
    """The kind of a step of a record."""

    TELL = "tell"
    UNDO = "undo"
    REDO = "redo"
    RETELL = "retell"
    REDEAL = "redeal"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class TrackedHeader:
    """The start of a game of people.

    Attributes:
        ruleset: the rules of the table.
        lexicon: its name and its words.
        names: the players' names, in the order of the seats.
        deal: what is seen of the deal.
        table: digest of the first view.
    """

    ruleset: Ruleset
    lexicon: RecordedLexicon
    names: tuple[str, ...]
    deal: SeenDeal
    table: str


@dataclass(frozen=True, slots=True)
class TrackedStep:
    """One step of a game of people.

    Attributes:
        do: what is done.
        turns: the turns that are told.
        begin: of turns told anew, how many stay as they are.
        deal: the deal told anew; None in all other steps.
        table: digest of the view after it.
        opponents: what advice takes them for from now on; None in all other steps.
    """

    do: Telling
    turns: tuple[ToldTurn, ...]
    begin: int
    deal: SeenDeal | None
    table: str
    opponents: Opponents | None = None


def digest_of_table(seen: SeenState) -> str:
    """A short fingerprint of all that follows from what was told."""
    seats = [[seat.hand, seat.patents, seat.money, seat.stock] for seat in seen.seats]
    rounds = [seen.round, seen.start_player, seen.final_round]
    turn = [seen.phase.value, seen.active, seen.turn.replaced, seen.turn.failed_words]
    return digest([seats, seen.community, seen.discards, seen.deck_size, rounds, turn])


def _header_from(data: Mapping[str, object]) -> TrackedHeader:
    return TrackedHeader(
        ruleset=Ruleset.from_dict(read_field(data, "ruleset", dict)),
        lexicon=RecordedLexicon.from_dict(read_field(data, "lexicon", dict)),
        names=tuple(read_list(data, "players", str)),
        deal=_deal_from(read_field(data, "deal", dict)),
        table=read_field(data, "table", str),
    )


def _header_to(header: TrackedHeader) -> dict[str, object]:
    return {
        "version": VERSION,
        "ruleset": header.ruleset.to_dict(),
        "lexicon": header.lexicon.to_dict(),
        "players": list(header.names),
        "deal": _deal_to(header.deal),
        "table": header.table,
    }


def _deal_from(data: Mapping[str, object]) -> SeenDeal:
    deal = SeenDeal(
        seat=read_optional(data, "seat", int),
        hand=read_field(data, "hand", str),
        community=read_field(data, "community", str),
        first=read_field(data, "first", int),
        **{name: read_field({name: 0, **data}, name, int) for name in _UNKNOWN},
    )
    check_fields(data, _deal_to(deal))
    return deal


def _deal_to(deal: SeenDeal) -> dict[str, object]:
    return {
        "seat": deal.seat,
        "hand": deal.hand,
        "community": deal.community,
        "first": deal.first,
        **{name: n for name in _UNKNOWN if (n := getattr(deal, name))},
    }


def _step_from(data: Mapping[str, object]) -> TrackedStep:
    do = read_enum(data, "do", Telling)
    deal = read_optional(data, "deal", dict)
    if (do is Telling.REDEAL) != (deal is not None):
        raise InvalidInputError(f"the step {do.value!r} has the field 'deal' {show(deal)}")
    turns = tuple(map(_turn_from, read_list(data, "turns", list)))
    begin = read_whole(data, "begin")
    if do is not Telling.RETELL and (begin or len(turns) != (do is Telling.TELL)):
        raise InvalidInputError(f"the step {do.value!r} has {len(turns)} turns from {begin} on")
    return TrackedStep(
        do=do,
        turns=turns,
        begin=begin,
        deal=None if deal is None else _deal_from(deal),
        table=read_field(data, "table", str),
        opponents=read_enum(data, "opponents", Opponents) if do is Telling.OPPONENTS else None,
    )


def _step_to(step: TrackedStep) -> dict[str, object]:
    return {
        "do": step.do.value,
        "turns": [[turn.text, turn.community, turn.drew] for turn in step.turns],
        "begin": step.begin,
        "deal": None if step.deal is None else _deal_to(step.deal),
        "table": step.table,
        **({} if step.opponents is None else {"opponents": step.opponents.value}),
    }


def _turn_from(data: object) -> ToldTurn:
    if not isinstance(data, list) or len(data) != 3:
        raise InvalidInputError(f"{show(data)} is not a told turn; give [text, community, drew]")
    return ToldTurn(*data)


TRACKED: Final = Format(
    name="letter-tycoon-tracked-game",
    versions=(VERSION,),
    header_from=_header_from,
    header_to=_header_to,
    step_from=_step_from,
    step_to=_step_to,
)
"""The format of games of people."""
