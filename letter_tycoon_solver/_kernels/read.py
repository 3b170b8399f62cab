"""Positions as people write them, read into the columns of many positions."""

from __future__ import annotations

from typing import Final

from .bits import entry, kernel
from .deal import copy_sorted
from .desk_layout import N_LETTERS, PLAYER

CASE_BIT: Final = 32
UPPER_A, LOWER_A = ord("A"), ord("a")
DASH, NO_OPPONENTS, NEXT_OPPONENT = ord("-"), ord("."), ord("/")


@entry
def read_rows(hand, community, patents, opponents, limits, columns, ok):
    """Fills in each row that is plainly a position; `ok` is 0 for others, which may be or not.

    hand, community, patents, opponents   TextCells: see text_column.py
    limits    int64 [28]: by letter how many cards the deck has, then the most dollars and the most
              opponents
    columns   Columns of workspace.py, filled in but for the money: cards are upper-case ASCII,
              sorted, and owners 0 for nobody, else the player from 1; all 0 before
    ok        uint8 [n]: filled in with 1 or 0
    """
    most_dollars, most_opponents = limits[N_LETTERS], limits[N_LETTERS + 1]
    cards, communities, owners = columns.hands, columns.communities, columns.owners
    money = columns.money
    for row in range(len(ok)):
        ok[row] = 0
        if money[row] < 0 or money[row] > most_dollars:
            continue
        n_hand = read_cards(hand, row, cards[row])
        n_community = read_cards(community, row, communities[row])
        if n_hand < 1 or n_community < 0:
            continue
        if not deck_holds(cards[row], n_hand, communities[row], n_community, limits):
            continue
        if not read_patents(patents, row, owners[row]):
            continue
        n = read_opponents(opponents, row, owners[row], most_opponents)
        if n < 0:
            continue
        columns.n_opponents[row] = n
        ok[row] = 1


@kernel
def letter_of(byte):
    """The letter of a byte of text in any case, 0 for A; -1 for anything else."""
    letter = (byte | CASE_BIT) - LOWER_A
    return letter if 0 <= letter < N_LETTERS else -1


@kernel
def is_none(data, start, stop):
    """True if a cell is empty or a dash."""
    return start == stop or (stop - start == 1 and data[start] == DASH)


@kernel
def read_cards(column, row, cards):
    """Fills in the cards of a cell, by letter; returns how many, -1 if it is none or too long."""
    data, offsets = column.data, column.offsets
    start, stop = offsets[row], offsets[row + 1]
    if is_none(data, start, stop):
        return 0
    n = stop - start
    if n > len(cards):
        return -1
    for at in range(n):
        letter = letter_of(int(data[start + at]))
        if letter < 0:
            return -1
        cards[at] = UPPER_A + letter
    copy_sorted(cards, 0, cards[:n])
    return n


@kernel
def deck_holds(hand, n_hand, community, n_community, limits):
    """True if the deck has so many of every letter."""
    for letter in range(N_LETTERS):
        n = 0
        for at in range(n_hand):
            n += hand[at] == UPPER_A + letter
        for at in range(n_community):
            n += community[at] == UPPER_A + letter
        if n > limits[letter]:
            return False
    return True


@kernel
def read_patents(column, row, owner):
    """Gives the patents of a cell to the player to move; returns whether that is all there is."""
    data, offsets = column.data, column.offsets
    start, stop = offsets[row], offsets[row + 1]
    if is_none(data, start, stop):
        return True
    for at in range(start, stop):
        letter = letter_of(int(data[at]))
        if letter < 0 or owner[letter]:
            return False
        owner[letter] = PLAYER
    return True


@kernel
def read_opponents(column, row, owner, most):
    """Gives the patents of a cell to the opponents; returns how many these are, -1 if unclear."""
    data, offsets = column.data, column.offsets
    start, stop = offsets[row], offsets[row + 1]
    if start == stop or (stop - start == 1 and data[start] == NO_OPPONENTS):
        return 0
    n = 1
    begin = start
    for at in range(start, stop):
        byte = int(data[at])
        if byte == NEXT_OPPONENT:
            n += 1
            begin = at + 1
            if n > most:
                return -1
            continue
        if byte == DASH:
            # A dash stands alone.
            if at != begin or (at + 1 < stop and data[at + 1] != NEXT_OPPONENT):
                return -1
            continue
        letter = letter_of(byte)
        if letter < 0 or owner[letter]:
            return -1
        owner[letter] = PLAYER + n
    return n
