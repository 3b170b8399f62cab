"""The places of all in simulated games: the table, learned values, a race, a survey's counts.

Nothing here needs Numba.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .._aot.forms import constant
from ..errors import InvalidInputError, require
from ..evaluation.tables import MAX_KEPT
from ..lexicon.trie import Trie
from ..rules.cards import ABILITIES as ABILITY_PATENTS
from ..rules.cards import CARD_COUNT, LETTERS, MAX_WORDS
from ..rules.cards import DECK_SIZE as N_DECK_CARDS
from ..rules.ruleset import MAX_PLAYED_LETTERS, Ruleset
from .layouts import LISTED_SIZE, MAX_DOUBLERS, N_LETTERS, Bytes, Workspace

# A game for the kernels: the arrays it is in, and what its turns are played with.
#
# table      int64 [TABLE_SIZE]; entries as named below. Players are numbered from 0, clockwise
# cards      uint8 [N_PILES, DECK_SIZE], upper-case ASCII: a row for the hand of each player, then
#            COMMUNITY_PILE, DECK_PILE and DISCARD_PILE. Hands and community have 0 behind their
#            last card; the cards of the deck are those from NEXT to END, the discards the first
#            N_DISCARDS
# turn       int64 [TURN_SIZE]: a turn that is planned, or was played
#            TURN_PLAYER  who plays
#            REPLACED     letter of the card that the owner of Q replaces
#            ACTION       LAY (words) or EXCHANGE
#            THE_PLAY     the play, LISTED_SIZE integers: see layouts.py; of a turn that is PAID
#                         already only the cards it used, packed as in DISCARDED: from hand, from
#                         community
#            BOUGHT       letter of the patent
#            DISCARDED    letters of the cards discarded beyond those played, or exchanged:
#                         LETTER_BITS each, 1 for A
#            A letter is 0 for A; NO_LETTER for none; UNDECIDED where static evaluation decides
# evaluation float64 [MAX_PLAYERS, EVALUATION_SIZE]: by player, what static evaluation knows
#            ROYALTY      by letter: dollars to its owner in a turn of an opponent
#            KEPT         by letter, and
#            BALANCE      [MAX_KEPT + 1, MAX_KEPT + 1] by number of vowels and of other cards: what
#                         cards that are kept add to the margin of the next turn; 0 for none
#            COMMUNITY_WORTH  by letter: what such a card of the community adds to a turn
#            PACE         by number of players: what the leader's patents grow by in a round
#            BY_EQUITY    1 if plays are chosen by all of equity, 0 if by margin and patent alone
#            GAIN         by patent with an ability: what it adds to the margin of a turn, and
#            PAIRS        [N_ABILITIES, N_ABILITIES]: what two of them add together, over that;
#                         symmetric
#            PRICE        what a dollar of the price of a patent is worth
#            DRAW, REFILL, HOLD, DENY  shares of what patents with an ability are worth: see Fitted
#                         in evaluation/tables.py
#            TEMPERATURE  0 if the best play is chosen; else in dollars: of the best CONSIDERED
#                         plays one by chance, of which one that is worth so much less is chosen e
#                         times less often
# used       int64 [3, 26], by letter: see HAND_USED


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
N_DRAWS = 11  # words of bits.py used so far
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

PLACE_OF_ABILITY: Final = constant(
    [ABILITY_PATENTS.index(a) if a in ABILITY_PATENTS else NO_ABILITY for a in LETTERS]
)
"""By letter."""
ABILITY_AT: Final = constant([LETTERS.index(letter) for letter in ABILITY_PATENTS])
"""By place: its letter."""
N_COPIES: Final = constant([CARD_COUNT[letter] for letter in LETTERS])
"""By letter: cards of it in the game."""

HAND_USED, COMMUNITY_USED, ALL_USED = 0, 1, 2
"""The rows of `used`."""


class Tools(NamedTuple):
    """The tools to play turns with; each thread needs its own.

    desk         with the ruleset and the ranking: see layouts.py
    evaluation   see the top of this file
    trie         of the lexicon
    workspace    for one play; for CONSIDERED where there is a temperature
    owner        uint8 [26]: see set_desk in desk.py
    used         see the top of this file
    worth        float64 [26]: of each patent that may be bought, in dollars
    """

    desk: Ints
    evaluation: Floats
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
    """The ends of games, filled in: [n_turns, n], by turn and game."""

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


# The features of a position, and the network that tells its learned value by them.
#
# features float32 [n_features(n_players)]: a position after the turn of a player, as seen from
#          there with all hands known. Seats are counted from the player on, clockwise, the own one
#          is 0:
#          by seat     AT_SEAT: MONEY_THERE, DISTANCE_THERE to the goal, AHEAD of that seat (the
#                      player's own: of the best of the others), CLOSE to the goal with what the
#                      seat can pay, and CLEARLY_AHEAD, AHEAD_PER_TURN made of AHEAD
#          at the table  ROUND_NOW, TURNS until the leader is at the goal, in a rough unit
#          [n_players]   1 for how many seats still have a turn in this round
#          [n_players, 26]   1 for the owner of a patent, by seat
#          [n_players, 26]   the same, times TURNS: what a patent brings grows with them
#          [n_players + 1, 26]  how many cards, by seat and, last, in the community
#          [n_players + 1, N_ABILITIES]  the same, of letters whose patent has an ability and no
#                      owner
#          No number is larger than MOST_FEATURE.


Singles = npt.NDArray[np.float32]

MONEY_THERE, DISTANCE_THERE, AHEAD, CLOSE, CLEARLY_AHEAD, AHEAD_PER_TURN = 0, 1, 2, 3, 4, 5
AT_SEAT: Final = 6
ROUND_NOW, TURNS, AT_TABLE = 0, 1, 2
MOST_FEATURE: Final = 4.0

# Units, so that most numbers are between -1 and 1.
MONEY_UNIT: Final = 15.0
DISTANCE_UNIT: Final = 30.0
LEAD_UNIT: Final = 30.0
CLEAR_LEAD: Final = 10.0
ROUND_UNIT: Final = 10.0
TURNS_UNIT: Final = 15.0
CARDS_UNIT: Final = 2.0
FINAL_LEAD_UNIT: Final = 40.0
"""The unit of the lead at the end, as the network tells it."""
MOST_LOG_ODDS: Final = 30.0
LAST_DOLLARS: Final = 5.0
"""So much more than the distance to the goal a lead is compared with."""


class Network(NamedTuple):
    """A network with one hidden layer of rectified units, and memory to work in, for one thread.

    inner        float32 [n_features, n_hidden]
    inner_bias   float32 [n_hidden]
    outer        float32 [2, n_hidden]: of the log-odds to win, and of the lead at the end
    outer_bias   float32 [2]
    features     see above
    hidden       float32 [n_hidden]
    """

    inner: Singles
    inner_bias: Singles
    outer: Singles
    outer_bias: Singles
    features: Singles
    hidden: Singles


def n_features(n_players: int) -> int:
    """The number of features of a position."""
    by_seat = AT_SEAT + 1 + 2 * N_LETTERS
    by_pile = N_LETTERS + N_ABILITIES
    return AT_TABLE + n_players * by_seat + (n_players + 1) * by_pile


class Sides(NamedTuple):
    """The tools of the active player and of the others, and the learned value of their games."""

    own: Tools
    theirs: Tools
    network: Network


class Tables(NamedTuple):
    """The tables that players go by in games to learn from.

    changed     float64 [n_games, MAX_PLAYERS, EVALUATION_SIZE]: those of the first turns
    n_changed   int64 [n_games]: how many turns are by them
    plain       float64 [MAX_PLAYERS, EVALUATION_SIZE]: those of the other turns
    """

    changed: Floats
    n_changed: Ints
    plain: Floats


class Kept(NamedTuple):
    """The positions to learn from, filled in.

    features   float32 [n_games, n_kept, n_features]: of positions after a turn: the last by changed
               tables, or the first, and those after it; see above
    players    int64 [n_games, n_kept]: whose turn it was, NO_PLAYER where the game has no more
               positions, as the goal is reached
    """

    features: Singles
    players: Ints


# The counts of a survey: whole numbers, so that parts add up to the same bits in any order.
#
# A tally is a row of int64 that holds the arrays of `Tally` one after the other.


METRICS: Final = ("money", "stock", "margin")
"""The earnings of a play, in the order of `gains`."""


class Tally(NamedTuple):
    """Named views of a row.

    Attributes:
        money: int64 [1 + the most that a play can earn]; hands by the money of their best play; a
            hand without a play earns 0.
        stock: int64, as `money`; hands by its stock.
        margin: int64, as `money`; hands by its money + stock.
        gains: int64 [3, 2]; the gain over the same hand without patents in money, stock and margin:
            sums, and sums of squares.
        cards_used: int64 [26]; factory cards in best plays, by letter.
        bought: int64 [26]; hands whose best play is followed by buying this patent.
        word_lengths: int64 [14]; words in best plays, by number of letters.
        n_words: int64 [3]; hands by number of words in the best play; 0 means no play.
    """

    money: Ints
    stock: Ints
    margin: Ints
    gains: Ints
    cards_used: Ints
    bought: Ints
    word_lengths: Ints
    n_words: Ints

    @classmethod
    def on(cls, row: Ints, ruleset: Ruleset) -> Tally:
        """Return the arrays as views of a row.

        Args:
            row: int64 [row_size(ruleset)].
            ruleset: its payout sets the length of the histograms.

        Raises:
            InvalidInputError: the row has another shape, or an argument another type.
        """
        require(ruleset, Ruleset, "the ruleset")
        require(row, np.ndarray, "the row")
        if row.shape != (row_size(ruleset),):
            raise InvalidInputError(
                f"the row has the shape {row.shape}; give {row_size(ruleset)} numbers"
            )
        shapes = _shapes(ruleset)
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        pieces = np.split(row, ends[:-1])
        return cls(*(piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True)))


def row_size(ruleset: Ruleset) -> int:
    """The number of numbers in a row."""
    return sum(math.prod(shape) for shape in _shapes(ruleset))


def _shapes(ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    payout = ruleset.payout
    # A word has at most so many doublers, and each doubler goes to one word.
    most = MAX_WORDS * ruleset.stacking.factor(MAX_DOUBLERS)
    most_money, most_stock = most * max(payout.coins), most * max(payout.stock)
    return (
        (most_money + 1,),
        (most_stock + 1,),
        (most_money + most_stock + 1,),
        (len(METRICS), 2),
        (len(LETTERS),),
        (len(LETTERS),),
        (MAX_PLAYED_LETTERS + 1,),
        (MAX_WORDS + 1,),
    )
