"""The seats in a log, and the result that the site gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...errors import counted, show
from ..names import MAX_NAME
from ..table import MAX_PLAYERS, MIN_PLAYERS
from .envelope import Log, names_in
from .events import Event, OnlineLogError, as_id, items_of

TURN_STATES = ("5", "20", "30")
"""In which the active player is the one whose turn it is."""
END = "99"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a player, as the site gives it.

    Attributes:
        score: what counts on the site; after a game that was given up, 1 or 0.
        place: from 1.
        has_conceded: gave the game up.
    """

    score: int
    place: int
    has_conceded: bool


@dataclass(frozen=True, slots=True)
class Seating:
    """The players, clockwise, first the one who starts.

    Players who never had a turn may sit in any order.

    Attributes:
        ids: their numbers on the site.
        names: different names that can be printed.
        results: by seat; empty if the log does not reach the end.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    results: tuple[Result, ...]


def seating_of(log: Log) -> Seating:
    """The players of a log. Raises OnlineLogError if it does not tell them."""
    names = dict(log.names)
    order: dict[str, None] = {}
    found: dict[str, Mapping[str, object]] = {}
    for event in log.events:
        if event.kind == "gameStateChange":
            state = as_id(event.get("id"))
            player = as_id(event.get("active_player"))
            if state in TURN_STATES and player is not None:
                order.setdefault(player)
            if state == END:
                found = _results_in(event)
                names.update(names_in(list(found.values())))
        elif (number := as_id(event.get("player_id"))) is not None:
            name = event.get("player_name")
            if isinstance(name, str):
                names.setdefault(number, name)
    ids = tuple(dict.fromkeys([*order, *_by_setup(log, order), *names, *found]))
    if not MIN_PLAYERS <= len(ids) <= MAX_PLAYERS:
        raise OnlineLogError(
            None,
            f"the log has {counted(len(ids), 'player')}; {MIN_PLAYERS} to {MAX_PLAYERS} can play",
        )
    return Seating(
        ids,
        _printable(names.get(number, "") for number in ids),
        tuple(_result(number, found[number]) for number in ids) if set(found) == {*ids} else (),
    )


def _by_setup(log: Log, order: Iterable[str]) -> list[str]:
    """The players of a replay page, clockwise from the first who had a turn."""
    players = [
        (text, str(number))
        for player in items_of(log.setup.get("players"))
        if isinstance(player, dict)
        and (number := as_id(player.get("id")))
        and (text := as_id(player.get("order")))
    ]
    ids = [number for _, number in sorted(players)]
    first = next(iter(order), None)
    start = ids.index(first) if first in ids else 0
    return ids[start:] + ids[:start]


def _results_in(event: Event) -> dict[str, Mapping[str, object]]:
    args = event.get("args")
    result = args.get("result") if isinstance(args, Mapping) else None
    return {
        number: item
        for item in items_of(result)
        if isinstance(item, Mapping) and (number := as_id(item.get("id"))) is not None
    }


def _result(number: str, item: Mapping[str, object]) -> Result:
    score, place = (as_id(item.get(name)) for name in ("score", "rank"))
    if not (score and place and score.isdecimal() and place.isdecimal()):
        raise OnlineLogError(None, f"the result of the player {number} is {show(item)}")
    return Result(int(score), int(place), as_id(item.get("concede")) not in (None, "0"))


def _printable(names: Iterable[str]) -> tuple[str, ...]:
    """Names as a game takes them: no two the same, none without a letter."""
    found: list[str] = []
    for seat, name in enumerate(names):
        plain = "".join(c if c.isprintable() else "?" for c in name)[: MAX_NAME - 4].strip()
        for candidate in _numbered(plain or f"player {seat + 1}"):
            if candidate not in found:
                found.append(candidate)
                break
    return tuple(found)


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in range(2, MAX_PLAYERS + 1):
        yield f"{name} ({number})"
