"""The best plays of many positions, one after the other, in the same memory."""

from __future__ import annotations

import numpy as np

from .bits import entry, kernel
from .count import count_plays
from .desk import COST, set_desk
from .desk_layout import ABILITIES, V
from .pairs import begin_pairs, next_pair
from .play_layout import PLAY_SIZE
from .search_one import add_best_of_classes, list_words, place_classes
from .shortlist import ANY_SCORE, N_LISTED, empty_shortlist, lowest_score, sort_shortlist
from .walk import walk
from .workspace import Found, Setting
from .worth import letters_of_rack, set_worth, set_worth_of_cards, turns_by_race


@entry
def solve_rows(columns, desks, material, trie, workspace, plays):
    """Fills in the best plays of each position, best first.

    columns     the positions: Columns of workspace.py
    desks       int64 [5, DESK_SIZE]: by number of opponents a desk to work on, with the ruleset and
                the ranking
    workspace   see workspace.py
    plays       int64 [n, top, PLAY_SIZE]: see play_layout.py; all 0 where there is no play
    """
    for row in range(len(plays)):
        setting = setting_of(columns, row, material, trie, workspace)
        empty_shortlist(workspace.shortlist, plays.shape[1], ANY_SCORE)
        find_best(desks[columns.n_opponents[row]], columns.hands[row], setting)
        copy_best(workspace.shortlist, plays[row])


@entry
def solve_rows_by_equity(columns, desks, equities, material, trie, workspace, plays):
    """Does the same as solve_rows, by equity.

    desks      with the ruleset and the balance of the tables: see arguments.equity_template
    equities   see Equities in turn_layout.py
    """
    for row in range(len(plays)):
        n, hand = np.int64(columns.n_opponents[row]), columns.hands[row]
        setting = setting_of(columns, row, material, trie, workspace)
        set_worth_of_row(desks[n], hand, setting, n, equities)
        empty_shortlist(workspace.shortlist, plays.shape[1], ANY_SCORE)
        find_best(desks[n], hand, setting)
        copy_best(workspace.shortlist, plays[row])


@kernel
def setting_of(columns, row, material, trie, workspace):
    """The setting of the hand of a row."""
    community, owner, money = columns.communities[row], columns.owners[row], columns.money[row]
    return Setting(community, owner, money, material, trie, workspace)


@kernel
def set_worth_of_row(desk, hand, setting, n_opponents, equities):
    """Sets what patents and cards are worth to the player of a position."""
    evaluation, goal = equities.evaluations[n_opponents], equities.goals[n_opponents]
    # A player alone is taken to have one opponent.
    n_others, costs = max(1, n_opponents), setting.material[COST]
    turns = turns_by_race(setting.owner, n_others, goal, costs, evaluation)
    community, worth = setting.community, equities.worth
    letters, n_seen = letters_of_rack(hand, community), equities.n_seen
    set_worth(desk, setting.owner, n_others, turns, letters, costs, evaluation, worth)
    set_worth_of_cards(desk, hand, community, n_others, letters, evaluation, worth, n_seen)


@kernel
def copy_best(shortlist, plays):
    """Copies the plays that are listed, best first; 0 where there are no more."""
    sort_shortlist(shortlist)
    n = shortlist[0, N_LISTED]
    for at in range(len(plays)):
        for k in range(PLAY_SIZE):
            plays[at, k] = shortlist[at + 1, k] if at < n else 0


@kernel
def find_best(desk, hand, setting):
    """Lists the best plays of a position, as the shortlist, which is empty, asks; see set_desk."""
    set_desk(desk, hand, setting.community, setting.owner, setting.money, setting.material)
    list_best(desk, setting.trie, setting.workspace)


@kernel
def list_best(desk, trie, workspace):
    """Lists the best plays of the position on the desk."""
    n = walk(trie, desk, workspace.queue, workspace.found)
    found = Found(workspace.found[:n], workspace.places, workspace.seen)
    place_classes(desk, trie, found)
    list_words(desk, trie, found, workspace.groups, workspace.shortlist)
    if desk[ABILITIES] & V:
        add_best_pairs(desk, trie, found, workspace)


@kernel
def add_best_pairs(desk, trie, found, workspace):
    """Lists the best plays of two words of the classes found."""
    groups, shortlist, search = workspace.groups, workspace.shortlist, workspace.pairs
    begin_pairs(desk, found, lowest_score(shortlist), search)
    while next_pair(desk, trie, found, search, lowest_score(shortlist)):
        add_best_of_classes(desk, trie, groups, search, shortlist)


@entry
def count_rows(columns, desks, material, trie, counts):
    """Fills in how many plays each position has, laid in every way; arguments of solve_rows.

    counts   int64 [n]
    """
    for row in range(len(counts)):
        desk, hand, money = desks[columns.n_opponents[row]], columns.hands[row], columns.money[row]
        set_desk(desk, hand, columns.communities[row], columns.owners[row], money, material)
        counts[row] = count_plays(desk, trie)
