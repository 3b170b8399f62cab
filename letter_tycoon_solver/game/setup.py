"""Set-up: the cut for the start player, the hands and the community."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ..errors import InvalidInputError, require, show
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, DECK_SIZE
from ..rules.ruleset import RULEBOOK, Ruleset
from .chance import Chance
from .ledger import Seat
from .state import GameState
from .table import MAX_PLAYERS, MIN_PLAYERS, lexicon_of

FULL_DECK: Final = "".join(letter * n for letter, n in CARD_COUNT.items())

Cut = tuple[tuple[int, str], ...]
"""One round of cutting: (player, card) of everyone who cut, in order of the seats."""


def new_game(
    n_players: int, seed: int, lexicon: Lexicon | Iterable[str], ruleset: Ruleset = RULEBOOK
) -> GameState:
    """The first state of a game, the same for the same seed.

    Args:
        n_players: 2 to 5.
        seed: a whole number of at most 256 bits; decides the cut and every shuffle.
        lexicon: a Lexicon, or words of which one is made: a set, a list.
        ruleset: the rules of the table.

    Raises:
        InvalidInputError: an argument is not allowed.
        LexiconError: the words make no lexicon, as for `Lexicon.from_words`.
    """
    require(ruleset, Ruleset, "the ruleset")
    cuts, chance = _cut(n_players, seed)
    start_player = _nearest_to_z(cuts[-1])[0]
    deck, chance = chance.shuffle(FULL_DECK)
    hands, deck = _deal(deck, n_players, start_player, ruleset.hand_size)
    community, deck = deck[: ruleset.community_size], deck[ruleset.community_size :]
    return _first_state(hands, community, start_player, deck, chance, lexicon_of(lexicon), ruleset)


def told_state(
    hands: Sequence[str],
    community: str,
    first: int,
    draws: str,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> GameState:
    """The first state of a game that was played elsewhere.

    Args:
        hands: the first cards of each player.
        community: its first cards.
        first: the number of the player who starts.
        draws: all cards that are drawn later, in their order, also those after a shuffle.
        lexicon: the words of the game.
        ruleset: the rules of the table.

    Raises:
        InvalidInputError: there are more cards of a letter than a game has.
    """
    dealt = "".join(hands) + community
    n_deck = DECK_SIZE - len(dealt)
    rest = Counter(FULL_DECK)
    rest.subtract(dealt + draws[:n_deck])
    if min(rest.values()) < 0:
        raise InvalidInputError(
            f"there are more cards {min(rest, key=rest.__getitem__)} than a game has; look again at"
            " the hands and at the cards that came"
        )
    deck = draws[:n_deck] + "".join(sorted(rest.elements()))
    chance = Chance(0, known=draws[n_deck:])
    return _first_state(hands, community, first, deck, chance, lexicon, ruleset)


def _first_state(
    hands: Sequence[str],
    community: str,
    first: int,
    deck: str,
    chance: Chance,
    lexicon: Lexicon,
    ruleset: Ruleset,
) -> GameState:
    return GameState(
        ruleset=ruleset,
        lexicon=lexicon,
        seats=tuple(Seat("".join(sorted(hand))) for hand in hands),
        community="".join(sorted(community)),
        active=first,
        to_act=first,
        start_player=first,
        deck=deck,
        chance=chance,
    )


def is_dealt(state: GameState) -> bool:
    """Is it the first state of the game with its seed, which `new_game` deals?"""
    return state == new_game(len(state.seats), state.chance.seed, state.lexicon, state.ruleset)


def cut_for_start(n_players: int, seed: int) -> tuple[Cut, ...]:
    """The cuts that `new_game` makes with that seed: the first round, then those of ties.

    Args:
        n_players: 2 to 5.
        seed: a whole number of at most 256 bits.

    Raises:
        InvalidInputError: no game has that number of players, or that seed.
    """
    return _cut(n_players, seed)[0]


def _cut(n_players: int, seed: int) -> tuple[tuple[Cut, ...], Chance]:
    """Each player cuts; those with equal cards nearest to Z cut again, among themselves."""
    if type(n_players) is not int or not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the number of players is {show(n_players)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    chance = Chance(seed)
    cuts: list[Cut] = []
    players = list(range(n_players))
    while len(players) > 1:
        deck, chance = chance.shuffle(FULL_DECK)
        cuts.append(tuple(zip(players, deck, strict=False)))
        players = _nearest_to_z(cuts[-1])
    return tuple(cuts), chance


def _nearest_to_z(cut: Cut) -> list[int]:
    best = max(card for _, card in cut)
    return [player for player, card in cut if card == best]


def _deal(deck: str, n_players: int, first: int, size: int) -> tuple[list[str], str]:
    """Hands for everyone, clockwise from `first`, and the rest of the deck."""
    hands = [""] * n_players
    for step in range(n_players):
        cards = deck[step * size : (step + 1) * size]
        hands[(first + step) % n_players] = "".join(sorted(cards))
    return hands, deck[n_players * size :]
