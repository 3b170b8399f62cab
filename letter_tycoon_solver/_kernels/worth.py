"""Static evaluation: what patents and cards are worth to a player, laid on the desk as weights.

    equity = margin + worth of the patent bought + worth of the cards kept - worth of what is left
             in the community to the next player

Cards are worth more than the words they make where they may bring a patent with an ability, which
only a player who uses its letter can buy. So a card is worth more in hand, and costs more in the
community, while such a patent is free; and while good ones are free and unseen, seeing new cards is
worth something: a card that is kept is one that is not drawn.

evaluation   float64 [EVALUATION_SIZE], of one player: see game_layouts.py
owner        by letter who owns the patent, seen from the player: see NOBODY
letters      whose weights are set, as a set: 1 << 0 for A. The others are not looked at
worth        float64 [26]: dollars that each patent that nobody owns will bring, else 0; of these
             letters and of those with an ability
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..evaluation.ranking import MAX_WEIGHT
from ..evaluation.tables import DECIMALS, LEAST_TURNS, MAX_KEPT
from . import game_layouts as of
from . import layouts as on
from .bits import ONE, entry, kernel, lowest
from .desk import COSTS, count_cards, n_cards

ABILITY_LETTER_SET: Final = sum(1 << int(letter) for letter in of.ABILITY_AT)


@entry
def fill_worth(owner, n_opponents, turns, desk, evaluation, worth):
    """Fills in the worth of patents; arguments of set_worth."""
    none = owner[:0]
    set_worth(desk, none, none, owner, n_opponents, turns, on.ALL_LETTERS, evaluation, worth)


@kernel
def set_worth(desk, hand, community, owner, n_opponents, turns, letters, evaluation, worth):
    """Sets the worth of patents and cards, and whether cards kept matter; fills in `worth`.

    turns   how many more turns the player will have; 0: nothing counts but the margin
    """
    unit = desk[on.W_MONEY] // DECIMALS
    desk[on.W_ANY_PATENT] = 0
    rest = letters | ABILITY_LETTER_SET
    while rest:
        letter = lowest(rest)
        rest &= rest - 1
        worth[letter] = 0.0
        if owner[letter] == on.NOBODY:
            gain = gain_with(owner, letter, evaluation)
            worth[letter] = turns * (evaluation[of.ROYALTY + letter] * n_opponents + gain)
            if turns > 0:
                worth[letter] += evaluation[of.PRICE] * COSTS[letter]
        desk[on.W_PATENT + letter] = weight_of(unit, clipped(worth[letter]))
        if desk[on.W_PATENT + letter] > 0 and letters >> letter & 1:
            desk[on.W_ANY_PATENT] = 1
    desk[on.W_ANY_KEPT] = 1 if evaluation[of.BY_EQUITY] and turns > 0 else 0
    set_worth_of_cards(desk, hand, community, n_opponents, letters, evaluation, worth)


@kernel
def letters_of_rack(hand, community):
    """The letters that can be played, as a set; S among them, which may be the suffix."""
    letters = ONE << on.LETTER_S
    for i in range(n_cards(hand)):
        letters |= ONE << np.int64(hand[i]) - on.CODE_OF_A
    for i in range(n_cards(community)):
        letters |= ONE << np.int64(community[i]) - on.CODE_OF_A
    return letters


@kernel
def turns_by_race(owner, n_opponents, goal, evaluation):
    """The turns that the player still has by the race to the goal, which nobody has reached."""
    values, most = 0, 0
    for letter in range(on.N_LETTERS):
        # A byte for each player: all patents together cost less than 256.
        values += COSTS[letter] << 8 * owner[letter]
    for player in range(1, n_opponents + 2):
        most = max(most, values >> 8 * player & 255)
    return turns_to_goal(goal - most, n_opponents + 1, evaluation)


@kernel
def set_balance(desk, evaluation):
    """Sets the worth of numbers of cards kept, which is the same in all positions."""
    unit = desk[on.W_MONEY] // DECIMALS
    for k in range((MAX_KEPT + 1) ** 2):
        desk[on.W_BALANCE + k] = weight_of(unit, evaluation[of.BALANCE + k])


@kernel
def gain_with(owner, letter, evaluation):
    """The margin that a patent adds to a turn, beside those that the player owns."""
    place = of.PLACE_OF_ABILITY[letter]
    if place == of.NO_ABILITY:
        return 0.0
    gain = evaluation[of.GAIN + place]
    for other in range(of.N_ABILITIES):
        if owner[of.ABILITY_AT[other]] == on.PLAYER:
            gain += evaluation[of.PAIRS + of.N_ABILITIES * place + other]
    return gain


@kernel
def set_worth_of_cards(desk, hand, community, n_opponents, letters, evaluation, worth):
    """Sets the worth of single cards in the hand and in the community."""
    unit = desk[on.W_MONEY] // DECIMALS
    n_seen = desk[on.N_SEEN : on.N_SEEN + on.N_LETTERS]
    n_seen[:] = 0
    n_unseen = of.DECK_SIZE - count_cards(hand, n_seen, 1) - count_cards(community, n_seen, 1)
    draw_worth = 0.0
    for place in range(of.N_ABILITIES):
        letter = of.ABILITY_AT[place]
        draw_worth += max(0.0, worth[letter]) * (of.N_COPIES[letter] - n_seen[letter]) / n_unseen
    while letters:
        letter = lowest(letters)
        letters &= letters - 1
        sought = max(0.0, worth[letter]) if of.PLACE_OF_ABILITY[letter] != of.NO_ABILITY else 0.0
        kept = evaluation[of.KEPT + letter] - evaluation[of.DRAW] * draw_worth
        desk[on.W_KEPT + letter] = weight_of(unit, clipped(kept + evaluation[of.HOLD] * sought))
        left = evaluation[of.COMMUNITY_WORTH + letter] - evaluation[of.REFILL] * draw_worth
        left = clipped(left + evaluation[of.DENY] * sought)
        desk[on.W_USED + letter] = weight_of(unit, left / n_opponents)


@kernel
def patent_to_buy(letters, worth):
    """The patent worth most of those that can be bought, NO_LETTER if none is worth anything.

    Equal worth, as in the last turn: the dearest, then the first.

    letters   those that can be bought: 1 << 0 for A
    """
    best, best_letter = 0.0, of.NO_LETTER
    while letters:
        letter = lowest(letters)
        letters &= letters - 1
        is_dearer = best_letter == of.NO_LETTER or COSTS[letter] > COSTS[best_letter]
        if worth[letter] > best or (worth[letter] == best and is_dearer):
            best, best_letter = worth[letter], letter
    return best_letter


@kernel
def turns_to_goal(distance, n_players, evaluation):
    """The turns that each player still has when the leader's patents are so far from the goal."""
    return max(LEAST_TURNS, distance / evaluation[of.PACE + n_players])


@kernel
def clipped(dollars):
    """A worth that can be a weight."""
    return max(-MAX_WEIGHT, min(dollars, MAX_WEIGHT))


@kernel
def weight_of(unit, dollars):
    """The weight of a worth on the desk, as of an Objective: see ranking.weights_of."""
    return unit * np.int64(np.rint(dollars * DECIMALS))
