"""A game for the kernels: the arrays it is in, and what its turns are played with.

table        int64 [TABLE_SIZE]; entries as named below. Players are numbered from 0, clockwise
cards        uint8 [N_PILES, DECK_SIZE], upper-case ASCII: a row for the hand of each player, then
             COMMUNITY_PILE, DECK_PILE and DISCARD_PILE. Hands and community have 0 behind their
             last card; the cards of the deck are those from NEXT to END, the discards the first
             N_DISCARDS
turn         int64 [TURN_SIZE]: a turn that is planned, or was played
             TURN_PLAYER  who plays
             REPLACED     letter of the card that the owner of Q replaces
             ACTION       LAY (words) or EXCHANGE
             THE_PLAY     the play, LISTED_SIZE integers: see play_layout.py; of a turn that is PAID
                          already only the cards it used, packed as in DISCARDED: from hand, from
                          community
             BOUGHT       letter of the patent
             DISCARDED    letters of the cards discarded beyond those played, or exchanged:
                          LETTER_BITS each, 1 for A
             A letter is 0 for A; NO_LETTER for none; UNDECIDED where static evaluation decides
evaluation   float64 [MAX_PLAYERS, EVALUATION_SIZE]: by player, what static evaluation knows
             ROYALTY      by letter: dollars to its owner in a turn of an opponent
             KEPT         by letter, and
             BALANCE      [MAX_KEPT + 1, MAX_KEPT + 1] by number of vowels and of other cards: what
                          cards that are kept add to the margin of the next turn; 0 for none
             COMMUNITY_WORTH  by letter: what such a card of the community adds to a turn
             PACE         by number of players: what the leader's patents grow by in a round
             BY_EQUITY    1 if plays are chosen by all of equity, 0 if by margin and patent alone
             GAIN         by patent with an ability: what it adds to the margin of a turn, and
             PAIRS        [N_ABILITIES, N_ABILITIES]: what two of them add together, over that;
                          symmetric
             PRICE        what a dollar of the price of a patent is worth
             DRAW, REFILL, HOLD, DENY  shares of what patents with an ability are worth: see Fitted
                          in evaluation/tables.py
             TEMPERATURE  0 if the best play is chosen; else in dollars: of the best CONSIDERED
                          plays one by chance, of which one that is worth so much less is chosen e
                          times less often
used         int64 [3, 26], by letter: see HAND_USED

Nothing here needs Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..evaluation.tables import MAX_KEPT
from ..lexicon.trie import Trie
from ..rules.cards import ABILITIES as ABILITY_PATENTS
from ..rules.cards import CARD_COUNT, LETTERS
from ..rules.cards import DECK_SIZE as N_DECK_CARDS
from .desk_layout import N_LETTERS
from .play_layout import LISTED_SIZE
from .workspace import Workspace

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# The table
MAX_PLAYERS: Final = 5
N_PILES: Final = MAX_PLAYERS + 3
COMMUNITY_PILE, DECK_PILE, DISCARD_PILE = MAX_PLAYERS, MAX_PLAYERS + 1, MAX_PLAYERS + 2
DECK_SIZE: Final = N_DECK_CARDS

N_PLAYERS, ACTIVE, START_PLAYER = 0, 1, 2
ROUND = 3  # from 1
FINAL_ROUND = 4  # the round after which the game ends, 0 while no one has reached the goal
MORE_ROUNDS = 5  # by the ruleset, rounds between that in which the goal is reached and the last
GOAL = 6
IS_OVER = 7
NEXT, END, N_DISCARDS = 8, 9, 10
N_DRAWS = 11  # words of random_words.py used so far
N_SHUFFLES = 12
OWNER = 13  # by letter: the player who owns the patent, NO_PLAYER for nobody
MONEY = OWNER + N_LETTERS  # by player
STOCK = MONEY + MAX_PLAYERS
VALUE = STOCK + MAX_PLAYERS  # cost of the patents owned
TABLE_SIZE: Final = VALUE + MAX_PLAYERS

NO_PLAYER: Final = -1
GONE: Final = 1
"""In the place of a card that is discarded and not yet replaced."""

# A turn
TURN_PLAYER, REPLACED, ACTION, THE_PLAY = 0, 1, 2, 3
BOUGHT = THE_PLAY + LISTED_SIZE
DISCARDED = BOUGHT + 1
TURN_SIZE: Final = DISCARDED + 1
NO_LETTER, UNDECIDED = -1, -2
LAY, EXCHANGE = 0, 1
AT_START, PAID, BOUGHT_ALREADY = 0, 1, 2
"""The stage of the turn: nothing done but a replacement, payout made, purchase made."""
LETTER_BITS: Final = 5

# Static evaluation
N_ABILITIES: Final = len(ABILITY_PATENTS)
NO_ABILITY: Final = -1
ROYALTY: Final = 0
KEPT = ROYALTY + N_LETTERS
BALANCE = KEPT + N_LETTERS
COMMUNITY_WORTH = BALANCE + (MAX_KEPT + 1) ** 2
PACE = COMMUNITY_WORTH + N_LETTERS
BY_EQUITY = PACE + MAX_PLAYERS + 1
GAIN = BY_EQUITY + 1
PAIRS = GAIN + N_ABILITIES
PRICE = PAIRS + N_ABILITIES**2
DRAW, REFILL, HOLD, DENY = PRICE + 1, PRICE + 2, PRICE + 3, PRICE + 4
TEMPERATURE = DENY + 1
EVALUATION_SIZE: Final = TEMPERATURE + 1
CONSIDERED: Final = 24

PLACE_OF_ABILITY: Final = np.array(
    [ABILITY_PATENTS.index(a) if a in ABILITY_PATENTS else NO_ABILITY for a in LETTERS], np.int64
)
"""By letter."""
ABILITY_AT: Final = np.array([LETTERS.index(letter) for letter in ABILITY_PATENTS], np.int64)
"""By place: its letter."""
N_COPIES: Final = np.array([CARD_COUNT[letter] for letter in LETTERS], np.int64)
"""By letter: cards of it in the game."""

HAND_USED, COMMUNITY_USED, ALL_USED = 0, 1, 2
"""The rows of `used`."""


class Tools(NamedTuple):
    """The tools to play turns with; each thread needs its own.

    desk         with the ruleset and the ranking: see desk_layout.py
    evaluation   see the top of this file
    material     see desk.py
    costs        int64 [26]: of each patent
    trie         of the lexicon
    workspace    for one play; for CONSIDERED where there is a temperature
    owner        uint8 [26]: see set_desk in desk.py
    used         see the top of this file
    worth        float64 [26]: of each patent that may be bought, in dollars
    """

    desk: Ints
    evaluation: Floats
    material: Ints
    costs: Ints
    trie: Trie
    workspace: Workspace
    owner: Bytes
    used: Ints
    worth: Floats


class Scratch(NamedTuple):
    """A game to play on a copy of, and a turn to write."""

    table: Ints
    cards: Bytes
    turn: Ints


class Start(NamedTuple):
    """A table with all unseen cards in the deck, how they are dealt, and a turn undecided."""

    table: Ints
    cards: Bytes
    seed: np.uint64
    n_hidden: Ints
    """[N_PILES]: the hidden cards of each hand, and of the discards."""
    n_community: int
    """Cards of the community that are to be laid."""
    undecided: Ints


class Outcomes(NamedTuple):
    """The ends of games, filled in: [n_plans, n], by plan and game."""

    leads: Floats
    """The player's score over that of the average opponent."""
    wins: Floats
    """The share of the victory."""


class Ends(NamedTuple):
    """The ends of games, filled in."""

    n_turns: Ints
    """[n_games]: the turns played, 0 if the game is not over."""
    leads: Floats
    """[n_games, MAX_PLAYERS]: the final score over that of the average opponent."""
    wins: Floats
    """[n_games, MAX_PLAYERS]: the share of the victory."""
