"""The file of a game that was played online, taken out of what it is wrapped in.

    {"status": 1, "data": {"logs": [PACKET...], "players": [{"id", "name"}...]}}    an archive
    {"status": 1, "data": {"valid": 1, "data": [PACKET...]}}                         an older one
    g_gamelogs = {...} and completesetup("lettertycoon", ..., {...})                 a replay page

    PACKET  {"channel": "/table/t1" or "/player/p2", "move_id", "packet_type", "data": [EVENT...]}
    EVENT   {"uid": time in hex, "type", "args"}

A move is one click. Its packets come channel by channel, and by their uids the events of a move are
in order again. A packet without a move belongs to that of the packet before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ...errors import require, show, show_text
from .events import Event, OnlineLogError, as_id, items_of

GAME: Final = "lettertycoon"
HOW_TO_SAVE: Final = (
    "save the archive of a finished game (JSON) or its replay page (HTML), as the page about online"
    " games in the docs says"
)
MAX_DEPTH: Final = 12
"""No file wraps its packets so often."""
MAX_PACKETS: Final = 10_000
"""No log has more: a long game has 300."""

_PAGE_LOG: Final = re.compile(r"g_gamelogs\s*=\s*(?=\{)")
_PAGE_SETUP: Final = re.compile(r"completesetup\(\s*[\"']([a-z0-9_]+)[\"']")
_LOG: Final = re.compile(r"[\ufeff\s]*(<|\{(?!\s*\"format\"))")
"""A page, or JSON that is not the header of a record."""
_CHANNEL: Final = re.compile(r"/(table/t|player/p)(\d{1,20})")
_RUNNING: Final = "history"
"""The type of packets in the log of a game that goes on."""


@dataclass(frozen=True, slots=True)
class Log:
    """The content of a file.

    Attributes:
        table: the number of the table, "" if it is not said.
        events: in the order in which they happened.
        names: of players by their ids, as far as they are told beside the events.
        setup: of a replay page, what its viewer saw at the beginning; else empty.
    """

    table: str
    events: tuple[Event, ...]
    names: Mapping[str, str]
    setup: Mapping[str, object]


def is_online_log(text: str) -> bool:
    """Is a text the log of a game online, and no record of a game? Whether it can be read is open.

    Raises:
        InvalidInputError: it is not a string.
    """
    require(text, str, "the text")
    return _LOG.match(text) is not None


def read_log(text: str) -> Log:
    """The log in a text.

    Raises OnlineLogError if it is something else, damaged, or the log of a game that is not over.
    """
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return _read_page(text)
    if not text.startswith("{"):
        raise OnlineLogError(
            None,
            "the file is neither JSON nor a page, and the text of a log does not tell where cards"
            f" come from; {HOW_TO_SAVE}",
        )
    return _unwrapped(_parsed(text, 0), {})


def _read_page(text: str) -> Log:
    setup = _PAGE_SETUP.search(text)
    if setup and setup[1] != GAME:
        raise OnlineLogError(None, f"the page is of another game, {show_text(setup[1])}")
    found = _PAGE_LOG.search(text)
    if found is None:
        raise OnlineLogError(None, f"the page has no log in it; {HOW_TO_SAVE}")
    seen = _parsed(text, text.find("{", setup.end())) if setup else None
    return _unwrapped(_parsed(text, found.end()), seen if isinstance(seen, dict) else {})


def _parsed(text: str, start: int) -> object:
    """The JSON that begins there."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text, max(start, 0))
    except json.JSONDecodeError as error:
        raise OnlineLogError(
            None,
            f"the file is damaged in line {error.lineno}, character {error.colno:,}, or was cut"
            f" off there; {HOW_TO_SAVE}",
        ) from None
    except (ValueError, RecursionError):
        raise OnlineLogError(None, f"the file has no log of a game in it; {HOW_TO_SAVE}") from None
    return value


def _unwrapped(document: object, setup: Mapping[str, object]) -> Log:
    names: dict[str, str] = {}
    for _ in range(MAX_DEPTH):
        if not isinstance(document, dict):
            break
        if "error" in document:
            raise OnlineLogError(None, f"the site gave no log: {show(document['error'])}")
        names.update(names_in(document.get("players")))
        document = document.get("logs", document.get("data"))
    if not isinstance(document, list):
        raise OnlineLogError(None, f"the file has no log of a game in it; {HOW_TO_SAVE}")
    return _log_of(document, names, setup)


def names_in(players: object) -> dict[str, str]:
    """Names by id, in a list of players or an object of them."""
    names = {}
    for player in items_of(players):
        if isinstance(player, dict):
            number, name = as_id(player.get("id")), player.get("name")
            if number is not None and isinstance(name, str):
                names[number] = name
    return names


def _log_of(packets: list[object], names: dict[str, str], setup: Mapping[str, object]) -> Log:
    if len(packets) > MAX_PACKETS:
        raise OnlineLogError(
            None,
            f"the file has more than {MAX_PACKETS:,} packets, and no log has so many;"
            f" {HOW_TO_SAVE}",
        )
    found: list[tuple[int, str, Event]] = []
    table, move = "", 0
    for packet in packets:
        move = _move_of(packet, move)
        assert isinstance(packet, dict)
        channel = _CHANNEL.fullmatch(str(packet.get("channel")))
        if channel is None:
            continue
        player = channel[2] if channel[1] == "player/p" else None
        table = table if player else channel[2]
        found += _events_of(packet, move, player)
    # Stable: where two uids are equal the order of the file decides.
    found.sort(key=lambda item: item[:2])
    events = tuple(event for _, _, event in found)
    return Log(table, events, {**names_in(setup.get("players")), **names}, setup)


def _move_of(packet: object, move: int) -> int:
    if not isinstance(packet, dict):
        raise OnlineLogError(move or None, f"{show(packet)} is not a packet of a log")
    if packet.get("packet_type") == _RUNNING:
        raise OnlineLogError(
            None,
            "the game is not over, and help in a game that is played is against the rules of the"
            " site; save the log when it is over",
        )
    number = packet.get("move_id")
    if number is None:
        return move
    text = as_id(number)
    if text is None or not (text.isascii() and text.isdigit()):
        raise OnlineLogError(move or None, f"{show(number)} is not the number of a move")
    return int(text)


def _events_of(
    packet: dict[str, object], move: int, player: str | None
) -> Iterator[tuple[int, str, Event]]:
    data = packet.get("data")
    for item in data if isinstance(data, list) else [None]:
        event = item if isinstance(item, dict) else {}
        kind, uid = event.get("type"), event.get("uid")
        if not isinstance(kind, str):
            raise OnlineLogError(move, f"{show(item)} is not an event of a log")
        at = uid if isinstance(uid, str) else ""
        yield move, at, Event(move, kind, event.get("args"), player)
