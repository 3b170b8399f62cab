"""Values of the solver as plain JSON data, and the checked reading of such data."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeVar

from .errors import InvalidInputError, a_or_an, show
from .play import Play, PlayedWord
from .ruleset import (
    GOALS,
    ChallengeMode,
    ChallengeRule,
    DuplicateScope,
    LastRound,
    Payout,
    Ruleset,
    Stacking,
)

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

MAX_BITS: Final = 256
"""No whole number is longer; a number of some thousand digits could not even be printed."""
_NUMBERS_OF_PLAYERS: Final = {str(n_players): n_players for n_players in GOALS}


def is_deeper(data: object, depth: int) -> bool:
    """Are there more than `depth` objects and lists within each other?

    Of data that is deeper than Python's stack, nothing can be written, compared or shown.
    """
    level = [data]
    for _ in range(depth + 1):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def check_fields(data: object, known: Collection[str]) -> None:
    """Raises InvalidInputError if the object `data` has a field that is not among `known`."""
    if isinstance(data, Mapping):
        for name in data:
            if name not in known:
                raise InvalidInputError(f"there is no field {show(name)}; use {show(list(known))}")


def read_field(data: object, name: str, kind: type[T]) -> T:
    """`data[name]`, which must be exactly of type `kind`; a number has at most MAX_BITS bits.

    Raises InvalidInputError if `data` is not an object, lacks the field, or has another value.
    """
    value = _get(data, name)
    if type(value) is not kind:
        raise InvalidInputError(f"the field {name!r} is {show(value)}; it takes {a_or_an(kind)}")
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise InvalidInputError(
            f"the field {name!r} has more than {MAX_BITS} bits; give a smaller number"
        )
    return value


def read_whole(data: object, name: str) -> int:
    """`data[name]`, a whole number from 0."""
    value = read_field(data, name, int)
    if value < 0:
        raise InvalidInputError(f"the field {name!r} is {value}; it takes a whole number from 0")
    return value


def read_optional(data: object, name: str, kind: type[T]) -> T | None:
    """`data[name]`, which must be there, None or exactly of type `kind`."""
    return None if _get(data, name) is None else read_field(data, name, kind)


def _get(data: object, name: str) -> object:
    if not isinstance(data, Mapping):
        raise InvalidInputError(f"{show(data)} is not an object; give one with the field {name!r}")
    if name not in data:
        raise InvalidInputError(f"the field {name!r} is missing; the fields are {show(list(data))}")
    return data[name]


def read_list(data: object, name: str, kind: type[T]) -> list[T]:
    """`data[name]`, a list whose items are all exactly of type `kind`."""
    values = read_field(data, name, list)
    for value in values:
        if type(value) is not kind:
            raise InvalidInputError(
                f"the field {name!r} holds {show(value)}; it takes a list of {kind.__name__}"
            )
    return values


def word_to_list(word: PlayedWord) -> list[str]:
    """A played word as [word, sources, y_as]."""
    return [word.word, word.sources, word.y_as]


def read_word(data: object) -> PlayedWord:
    """The played word that `word_to_list` wrote; raises InvalidInputError for other data."""
    if not isinstance(data, list) or [type(text) for text in data] != [str] * 3:
        raise InvalidInputError(f"{show(data)} is not a played word; give [word, sources, y_as]")
    return PlayedWord(*data)


def play_from_dict(data: object) -> Play:
    """The play that `Play.to_dict` wrote. Only the types are checked.

    Raises InvalidInputError for other data.
    """
    words = read_list(data, "words", dict)
    return Play(
        words=tuple(
            PlayedWord(*(read_field(word, name, str) for name in ("word", "sources", "y_as")))
            for word in words
        ),
        doublers=tuple(read_field(word, "doublers", str) for word in words),
        money=read_field(data, "money", int),
        stock=read_field(data, "stock", int),
        royalties=tuple(read_list(data, "royalties", int)),
        purchasable=read_field(data, "purchasable", str),
        patent_value=read_field(data, "patent_value", int),
        leave=read_field(data, "leave", str),
    )


def ruleset_to_dict(ruleset: Ruleset) -> dict[str, object]:
    """Every field of the ruleset as plain data; `ruleset_from_dict` reads it back."""
    return {
        "payout": {"coins": list(ruleset.payout.coins), "stock": list(ruleset.payout.stock)},
        "stacking": ruleset.stacking.value,
        "duplicate_scope": ruleset.duplicate_scope.value,
        "last_round": ruleset.last_round.value,
        "challenge": {
            "mode": ruleset.challenge.mode.value,
            "retries": ruleset.challenge.retries,
        },
        "hand_size": ruleset.hand_size,
        "community_size": ruleset.community_size,
        "goals": {str(players): goal for players, goal in ruleset.goals.items()},
    }


def ruleset_from_dict(data: object) -> Ruleset:
    """The ruleset that `ruleset_to_dict` wrote; raises InvalidInputError for other data."""
    payout = read_field(data, "payout", dict)
    challenge = read_field(data, "challenge", dict)
    goals = read_field(data, "goals", dict)
    check_fields(goals, _NUMBERS_OF_PLAYERS)
    return Ruleset(
        payout=Payout(
            coins=tuple(read_list(payout, "coins", int)),
            stock=tuple(read_list(payout, "stock", int)),
        ),
        stacking=read_enum(data, "stacking", Stacking),
        duplicate_scope=read_enum(data, "duplicate_scope", DuplicateScope),
        last_round=read_enum(data, "last_round", LastRound),
        challenge=ChallengeRule(
            mode=read_enum(challenge, "mode", ChallengeMode),
            retries=read_field(challenge, "retries", int),
        ),
        hand_size=read_field(data, "hand_size", int),
        community_size=read_field(data, "community_size", int),
        goals={_NUMBERS_OF_PLAYERS[name]: read_field(goals, name, int) for name in goals},
    )


def read_enum(data: object, name: str, kind: type[E]) -> E:
    """`data[name]` as a member of the enum `kind`, by its value."""
    value = read_field(data, name, str)
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(str(member.value) for member in kind)
        raise InvalidInputError(
            f"the field {name!r} is {show(value)}; choose one of {allowed}"
        ) from None
