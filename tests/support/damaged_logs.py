"""Logs that are damaged: an event less, a number changed, a text cut; at random, by a seed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

JUNK: list[Any] = [
    *(None, True, -1, 0, 7, 10**30, 1.5, "", "?", "A", "ZZZ", "99", "é", "\ud800", "x" * 300),
    *([], {}, [None], {"id": 1}, [["A"]]),
]


def events_of(archive: Any) -> list[dict[str, Any]]:
    """All events, in the order of the file; the archive is of the newer form."""
    return [event for packet in archive["data"]["logs"] for event in packet["data"]]


def without_event(archive: Any, number: int) -> str:
    """The archive without one event."""
    copied = copy.deepcopy(archive)
    for packet in copied["data"]["logs"]:
        if number < len(packet["data"]):
            del packet["data"][number]
            break
        number -= len(packet["data"])
    return json.dumps(copied)


def damaged(text: str, seed: int) -> str:
    """The text of an archive with one to four damages."""
    rng = random.Random(seed)
    if rng.random() < 0.2:
        return _damaged_text(text, rng)
    document = json.loads(text)
    for _ in range(rng.randrange(1, 5)):
        rng.choice([_junk, _junk, _exchange, _remove, _repeat])(document, rng)
    return json.dumps(document)


def _damaged_text(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return rng.choice(
        [
            text[:at],
            text[at:],
            text[:at] + text[at + rng.randrange(1, 50) :],
            text[:at] + rng.choice('{}[],":0Aé\x00') + text[at + 1 :],
            text.replace(str(rng.randrange(100)), str(rng.randrange(100))),
        ]
    )


def _slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested data, as a container and a key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _slots(value[key])


def _one(document: Any, rng: random.Random) -> tuple[Any, Any]:
    """A place: of the whole document, or more often of one event."""
    events = [packet.get("data") for packet in _packets(document) if isinstance(packet, dict)]
    inner = [event for some in events if isinstance(some, list) for event in some]
    inner = [event for event in inner if isinstance(event, dict) and event]
    part = rng.choice(inner) if inner and rng.random() < 0.8 else document
    slots = list(_slots(part))
    return rng.choice(slots) if slots else ([None], 0)


def _packets(document: Any) -> list[Any]:
    data = document.get("data") if isinstance(document, dict) else None
    packets = data.get("logs") if isinstance(data, dict) else None
    return packets if isinstance(packets, list) else []


def _junk(document: Any, rng: random.Random) -> None:
    place, key = _one(document, rng)
    place[key] = rng.choice(JUNK)


def _exchange(document: Any, rng: random.Random) -> None:
    one, other = _one(document, rng), _one(document, rng)
    value = copy.deepcopy(one[0][one[1]])
    other[0][other[1]] = value


def _remove(document: Any, rng: random.Random) -> None:
    place, key = _one(document, rng)
    del place[key]


def _repeat(document: Any, rng: random.Random) -> None:
    packets = _packets(document)
    if packets:
        packets.insert(rng.randrange(len(packets)), copy.deepcopy(rng.choice(packets)))
