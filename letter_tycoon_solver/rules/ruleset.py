"""`Ruleset`, its fields and its presets: the rules that differ between tables.

Source: rulebook, "Payout", "Challenge", "End"; the reference manual and online notes for the other
readings.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final

from .._json import check_fields, read_enum, read_field, read_list
from ..errors import InvalidInputError, show
from .cards import DOUBLERS, MIN_WORD_LENGTH, parse_whole

MAX_CARDS: Final = 11
"""The most cards that hand and community may hold together (the rulebook has 7 + 3)."""

MAX_RETRIES: Final = 99
MAX_GOAL: Final = 9999
"""The highest goal. No player's patents can reach it, so a game with it would never end."""

MAX_PAY: Final = 99
"""The most coins or stock of a word before doublers, so that plays fit the columns of `Plays`."""

MAX_PLAYED_LETTERS: Final = MAX_CARDS + 2
"""The most letters in a word: every card, the duplicate and the suffix."""


class Stacking(enum.Enum):
    """The effect of several doublers on one word. The value is its name on the command line."""

    MULTIPLY = "multiply"
    """2, 4, 8 times."""
    ADD = "add"
    """2, 3, 4 times."""
    AT_MOST_ONE = "at-most-one"
    """2 times, however many apply. One doubler counts for each word, and the player names it: the Q
    card or a patent, which pay the same. The patent that is not named may double the other word."""

    def factor(self, n_doublers: int) -> int:
        """Return the factor by which n doublers multiply coins and stock."""
        match self:
            case Stacking.MULTIPLY:
                return 1 << n_doublers
            case Stacking.ADD:
                return 1 + n_doublers
            case Stacking.AT_MOST_ONE:
                return 1 + min(n_doublers, 1)


_B, _J, _K, _Q = (1 << DOUBLERS.index(letter) for letter in "BJKQ")


def ways_to_double(doublers_1: int, doublers_2: int, stacking: Stacking) -> list[tuple[int, int]]:
    """List the ways to divide doublers between two words that no other way improves on.

    Rule (Patents): B, J and K each double one word of a turn; the Q card doubles its word. A word
    of three or more letters cannot have K (exactly one vowel) with B or J (at least two).

    The doublers are sets as in cards.DOUBLERS; those of the second word are 0 if there is none. The
    way that multiplies the first word most comes first, and only one of equal ways is listed.
    """
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for to_first in range((_B | _J | _K) + 1):
        first = doublers_1 & to_first
        second = doublers_2 & ~first & (_B | _J | _K)
        for given_up in (0, _K, _B | _J):
            ways = (first | doublers_1 & _Q, second & ~given_up | doublers_2 & _Q)
            if to_first == first and all(not (way & _K and way & (_B | _J)) for way in ways):
                factors = (
                    stacking.factor(ways[0].bit_count()),
                    stacking.factor(ways[1].bit_count()),
                )
                best.setdefault(factors, ways)
    return [
        ways
        for factors, ways in sorted(best.items(), reverse=True)
        if not any(
            other != factors and other[0] >= factors[0] and other[1] >= factors[1] for other in best
        )
    ]


class DuplicateScope(enum.Enum):
    """The place of the card that the X duplicate copies, and of the three cards X needs."""

    WORD = "word"
    """All are in the word with the duplicate."""
    TURN = "turn"
    """They may be in either word of the turn; a duplicated Q doubles its word."""


class Replaceable(enum.Enum):
    """Which card the owner of Q may replace."""

    HAND = "hand"
    """One of the hand."""
    HAND_OR_COMMUNITY = "hand-or-community"
    """One of the hand, or one of the community."""


class Reshuffle(enum.Enum):
    """Which cards make the new deck if the deck runs out while the community is refilled."""

    WITH_USED = "with-used"
    """The discards, and the community cards that the words used."""
    WITHOUT_WORDS = "without-words"
    """The discards alone: the cards of the words are discarded after that."""


class LastRound(enum.Enum):
    """The players who still play after a player has reached the goal."""

    COMPLETE_ROUND = "complete-round"
    """Every player who has not yet acted in this round plays."""
    ONE_MORE_TURN = "one-more-turn"
    """The round is completed, then every player has one more turn, from the start marker."""


class ChallengeMode(enum.Enum):
    """The way a word is checked against the lexicon."""

    PLAYERS = "players"
    """The opponents may challenge."""
    NONE = "none"
    """The engine refuses words that are not in the lexicon."""
    AUTOMATIC = "automatic"
    """The engine challenges every word; the player may try again `ChallengeRule.retries` times."""


@dataclass(frozen=True, slots=True)
class ChallengeRule:
    """The rules of challenges.

    Attributes:
        mode: the way words are checked.
        retries: failed words that a player may take back in a turn before the penalty, 0 to
            MAX_RETRIES; only `ChallengeMode.AUTOMATIC` allows more than 0.

    Raises:
        InvalidInputError: a value is of the wrong type or out of range, or another mode has
            retries.
    """

    mode: ChallengeMode = ChallengeMode.PLAYERS
    retries: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.mode, ChallengeMode):
            raise InvalidInputError(f"challenge mode is {show(self.mode)}; give a ChallengeMode")
        object.__setattr__(self, "retries", parse_whole(self.retries, "retries", 0, MAX_RETRIES))
        if self.retries and self.mode is not ChallengeMode.AUTOMATIC:
            raise InvalidInputError(
                f"{self.retries} retries with mode {self.mode.value}; only automatic has retries"
            )


@dataclass(frozen=True, slots=True)
class Payout:
    """Coins and stock of a word by its length.

    Attributes:
        coins: dollars for the lengths 0 to MAX_PLAYED_LETTERS, at most MAX_PAY each; 0 below the
            shortest word.
        stock: shares, in the same way.

    Raises:
        InvalidInputError: a column has a wrong length, or entries that are out of range.
    """

    coins: tuple[int, ...]
    stock: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in ("coins", "stock"):
            column = getattr(self, name)
            if not isinstance(column, tuple | list) or len(column) != MAX_PLAYED_LETTERS + 1:
                raise InvalidInputError(
                    f"payout {name} is {show(column)}; give {MAX_PLAYED_LETTERS + 1} numbers, for "
                    f"the lengths 0 to {MAX_PLAYED_LETTERS}"
                )
            checked = tuple(
                parse_whole(n, f"payout {name} of {length} letters", 0, MAX_PAY)
                for length, n in enumerate(column)
            )
            if any(checked[:MIN_WORD_LENGTH]):
                raise InvalidInputError(
                    f"payout {name} is {show(column)}; give 0 for lengths below {MIN_WORD_LENGTH}"
                )
            object.__setattr__(self, name, checked)


#                        0  1  2  3  4  5  6  7  8  9 10 11 12 13  letters
RULEBOOK_PAYOUT: Final = Payout(
    coins=(0, 0, 0, 1, 2, 3, 4, 6, 6, 6, 6, 6, 6, 6),
    stock=(0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7),
)
REFERENCE_PAYOUT: Final = Payout(
    coins=(0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    stock=(0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7),
)


class _Goals(Mapping[int, int]):
    """An immutable mapping; unlike MappingProxyType it has a hash, copies and pickles."""

    __slots__ = ("_items",)

    def __init__(self, goals: Mapping[int, int]) -> None:
        self._items = tuple(sorted(goals.items()))

    def __getitem__(self, n_players: int) -> int:
        return dict(self._items)[n_players]

    def __iter__(self) -> Iterator[int]:
        return (n_players for n_players, _ in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[_Goals], tuple[dict[int, int]]]:
        # The oldest pickle protocols do not support slots.
        return _Goals, (dict(self),)


GOALS: Final[Mapping[int, int]] = _Goals({2: 45, 3: 34, 4: 26, 5: 21})
"""The value of one player's patents that ends the game, by number of players."""
_NUMBERS_OF_PLAYERS: Final = {str(n_players): n_players for n_players in GOALS}


def _shown(value: object) -> str:
    if isinstance(value, ChallengeRule):
        return f"ChallengeRule({value.mode}, {value.retries})"
    return str(value) if isinstance(value, enum.Enum) else repr(value)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one table. It is immutable; `dataclasses.replace` combines fields freely.

    Attributes:
        payout: coins and stock by length of the word.
        stacking: the effect of several doublers on one word.
        duplicate_scope: the place of the X duplicate's original and of its three cards.
        last_round: the players who still play after the goal is reached.
        challenge: the way words are checked.
        hand_size: cards in a full hand, at least 1.
        community_size: cards in a full community, at least 0; both together at most MAX_CARDS.
        goals: value of patents that ends the game, by number of players (2 to 5); missing numbers
            of players have the goal of the rulebook.
        replaceable: which card the owner of Q may replace. Advice replaces cards of the hand only.
        reshuffle: which cards are shuffled if the deck runs out while the community is refilled.
            Simulated games take the rulebook's.

    Raises:
        InvalidInputError: a value is of the wrong type or out of range.
    """

    payout: Payout = RULEBOOK_PAYOUT
    stacking: Stacking = Stacking.MULTIPLY
    duplicate_scope: DuplicateScope = DuplicateScope.WORD
    last_round: LastRound = LastRound.COMPLETE_ROUND
    challenge: ChallengeRule = ChallengeRule()
    hand_size: int = 7
    community_size: int = 3
    goals: Mapping[int, int] = GOALS
    replaceable: Replaceable = Replaceable.HAND
    reshuffle: Reshuffle = Reshuffle.WITH_USED

    def __repr__(self) -> str:
        """Name the preset, or the nearest one with what differs, as Python writes it."""
        preset, name = min(
            ((preset, name.upper().replace("-", "_")) for name, preset in PRESETS.items()),
            key=lambda named: len(self._beside(named[0])),
        )
        changes = ", ".join(f"{field}={_shown(value)}" for field, value in self._beside(preset))
        if not changes:
            return name
        return f"Ruleset({changes})" if preset == RULEBOOK else f"replace({name}, {changes})"

    def _beside(self, other: Ruleset) -> list[tuple[str, object]]:
        """Return the fields that differ from those of another ruleset."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return [(name, value) for name, value in values if value != getattr(other, name)]

    def __post_init__(self) -> None:
        for name, kind in (
            ("payout", Payout),
            ("stacking", Stacking),
            ("duplicate_scope", DuplicateScope),
            ("last_round", LastRound),
            ("challenge", ChallengeRule),
            ("replaceable", Replaceable),
            ("reshuffle", Reshuffle),
        ):
            if not isinstance(getattr(self, name), kind):
                raise InvalidInputError(
                    f"ruleset field {name} is {show(getattr(self, name))}; give a {kind.__name__}"
                )
        self._check_sizes()
        self._check_goals()

    @classmethod
    def from_dict(cls, data: object) -> Ruleset:
        """Read the ruleset that `to_dict` wrote.

        Raises:
            InvalidInputError: the data is something else, or a value is out of range.
        """
        payout = read_field(data, "payout", dict)
        challenge = read_field(data, "challenge", dict)
        goals = read_field(data, "goals", dict)
        check_fields(goals, _NUMBERS_OF_PLAYERS)
        # Rulesets that were written earlier have none of these fields.
        added = {"replaceable": "hand", "reshuffle": "with-used", **data}  # type: ignore[dict-item]
        return cls(
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
            replaceable=read_enum(added, "replaceable", Replaceable),
            reshuffle=read_enum(added, "reshuffle", Reshuffle),
        )

    def to_dict(self) -> dict[str, object]:
        """Return every field as plain data for JSON; `from_dict` reads it back."""
        return {
            "payout": {"coins": list(self.payout.coins), "stock": list(self.payout.stock)},
            "stacking": self.stacking.value,
            "duplicate_scope": self.duplicate_scope.value,
            "last_round": self.last_round.value,
            "challenge": {"mode": self.challenge.mode.value, "retries": self.challenge.retries},
            "hand_size": self.hand_size,
            "community_size": self.community_size,
            "goals": {str(players): goal for players, goal in self.goals.items()},
            "replaceable": self.replaceable.value,
            "reshuffle": self.reshuffle.value,
        }

    def _check_sizes(self) -> None:
        for name, least in (("hand_size", 1), ("community_size", 0)):
            size = parse_whole(getattr(self, name), f"ruleset field {name}", least, MAX_CARDS)
            object.__setattr__(self, name, size)
        if self.hand_size + self.community_size > MAX_CARDS:
            raise InvalidInputError(
                f"hand_size {self.hand_size} and community_size {self.community_size} are "
                f"{self.hand_size + self.community_size} cards; together at most {MAX_CARDS}"
            )

    def _check_goals(self) -> None:
        goals = dict(GOALS)
        if not isinstance(self.goals, Mapping):
            raise InvalidInputError(
                f"ruleset field goals is {show(self.goals)}; give a mapping from players to value"
            )
        for players, goal in self.goals.items():
            n_players = parse_whole(players, "a number of players in goals", min(GOALS), max(GOALS))
            goals[n_players] = parse_whole(goal, f"the goal for {n_players} players", 1, MAX_GOAL)
        object.__setattr__(self, "goals", _Goals(goals))


RULEBOOK: Final = Ruleset()
"""The published rulebook; the default everywhere."""

ONLINE: Final = Ruleset(duplicate_scope=DuplicateScope.TURN)
"""The rulebook with the duplicate's scope over the whole turn."""

REFERENCE_MANUAL: Final = Ruleset(payout=REFERENCE_PAYOUT, last_round=LastRound.ONE_MORE_TURN)
"""The payout table and the last round of the reference manual."""

PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {"rulebook": RULEBOOK, "online": ONLINE, "reference-manual": REFERENCE_MANUAL}
)
"""The presets by their names on the command line."""


def ruleset_by_name(name: str) -> Ruleset:
    """Return the preset with this name."""
    if name not in PRESETS:
        raise InvalidInputError(
            f"there is no ruleset {show(name)}; choose one of {', '.join(PRESETS)}"
        )
    return PRESETS[name]
