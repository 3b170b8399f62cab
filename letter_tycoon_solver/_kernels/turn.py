"""A turn of a game on the table, as planned or by static evaluation. See game_layout.py."""

from __future__ import annotations

import math

import numpy as np

from ..evaluation.ranking import MAX_WEIGHT
from ..evaluation.tables import DECIMALS, LEAST_TURNS, MAX_KEPT
from .bits import FIELD, FIELD_BITS, ONE, kernel, lowest, present
from .desk import set_desk
from .desk_layout import (
    CODE_OF_A,
    HAND,
    HAND_SLOTS,
    KEEPING,
    LETTER_Q,
    LETTER_S,
    N_HAND_SLOTS,
    N_LETTERS,
    N_VOWEL_SLOTS,
    PLAYER,
    SLOT_LETTER,
    W_ANY_KEPT,
    W_ANY_PATENT,
    W_BALANCE,
    W_KEPT,
    W_MONEY,
    W_PATENT,
    W_USED,
)
from .game_layout import (
    ABILITY_AT,
    ACTION,
    ACTIVE,
    ALL_USED,
    AT_START,
    BALANCE,
    BOUGHT,
    BOUGHT_ALREADY,
    BY_EQUITY,
    COMMUNITY_PILE,
    COMMUNITY_USED,
    COMMUNITY_WORTH,
    CONSIDERED,
    DECK_SIZE,
    DENY,
    DISCARDED,
    DRAW,
    EXCHANGE,
    FINAL_ROUND,
    GAIN,
    GOAL,
    HAND_USED,
    HOLD,
    KEPT,
    LAY,
    LETTER_BITS,
    MONEY,
    N_ABILITIES,
    N_COPIES,
    N_DRAWS,
    N_PLAYERS,
    NO_ABILITY,
    NO_LETTER,
    NO_PLAYER,
    OWNER,
    PACE,
    PAIRS,
    PLACE_OF_ABILITY,
    PRICE,
    REFILL,
    REPLACED,
    ROUND,
    ROYALTY,
    TEMPERATURE,
    THE_PLAY,
    TURN_PLAYER,
    TURN_SIZE,
    UNDECIDED,
    VALUE,
)
from .game_table import buy, end_turn, exchange, pay_out
from .leave import K_OTHERS, K_VOWELS, exchange_worth, leave_worth, order_hand
from .packed_play import duplicate_of, first_word, money_of, second_word, stock_of, suffix_word_of
from .play_layout import (
    NO_EXTRA,
    NO_WORD,
    PLAY_DETAILS,
    PLAY_HAND_1,
    PLAY_HAND_2,
    PLAY_PAY,
    PLAY_SCORE,
    PLAY_SIZE,
    PLAY_WORDS,
)
from .random_words import chance
from .search_many import find_best
from .shortlist import ANY_SCORE, HEAP_TOP, N_LISTED, empty_shortlist, swap_plays


@kernel
def take_turn(table, cards, seed, plan, stage, tools, turn):
    """Plays the turn of the active player and fills in `turn`; `stage` says what is done of it."""
    me = table[ACTIVE]
    desk, used = tools.desk, tools.used
    for k in range(TURN_SIZE):
        turn[k] = NO_LETTER
    turn[TURN_PLAYER] = me
    look_at_table(table, cards, tools)
    has_next_turn = not is_last_turn(table)
    if plan[ACTION] == UNDECIDED:
        decide_action(table, cards, seed, plan, tools, turn)
    else:
        hand, community, money = cards[me], cards[COMMUNITY_PILE], table[MONEY + me]
        set_desk(desk, hand, community, tools.owner, money, tools.material)
        turn[ACTION] = plan[ACTION]
        for k in range(PLAY_SIZE):
            turn[THE_PLAY + k] = plan[THE_PLAY + k]
    for k in range(N_LETTERS):
        used[HAND_USED, k] = used[COMMUNITY_USED, k] = used[ALL_USED, k] = 0
    if turn[ACTION] == LAY:
        lay_and_buy(table, plan, stage, tools, turn)
    turn[DISCARDED] = plan[DISCARDED]
    if plan[DISCARDED] == UNDECIDED:
        order_hand(desk)
        turn[DISCARDED] = cards_to_discard(desk, used) if has_next_turn else 0
        if turn[ACTION] == EXCHANGE and turn[DISCARDED] == 0:
            turn[DISCARDED] = pack_beyond(desk, desk[HAND], 0, desk[N_HAND_SLOTS], 0, np.int64(0))
    # The community is refilled before the hand.
    exchange(table, cards, seed, COMMUNITY_PILE, used[COMMUNITY_USED])
    add_letters(turn[DISCARDED], used[HAND_USED])
    exchange(table, cards, seed, me, used[HAND_USED])
    end_turn(table)


@kernel
def decide_action(table, cards, seed, plan, tools, turn):
    """Static evaluation: replaces a card with Q, then plays words or exchanges cards."""
    desk, used, shortlist = tools.desk, tools.used, tools.room.shortlist
    me = table[ACTIVE]
    choose_play(table, cards, seed, tools)
    if tools.owner[LETTER_Q] == PLAYER and plan[REPLACED] != NO_LETTER:
        letter = plan[REPLACED]
        if letter == UNDECIDED:
            letter = card_to_replace(cards[me], tools)
        if letter != NO_LETTER:
            for k in range(N_LETTERS):
                used[HAND_USED, k] = 0
            used[HAND_USED, letter] = 1
            exchange(table, cards, seed, me, used[HAND_USED])
            turn[REPLACED] = letter
            set_worth_of_cards(table, cards, tools)
            choose_play(table, cards, seed, tools)
    has_play = shortlist[0, N_LISTED] > 0
    if has_play and tools.evaluation[me, TEMPERATURE] == 0:
        has_play = shortlist[HEAP_TOP, PLAY_SCORE] >= exchange_worth(desk)
    turn[ACTION] = LAY if has_play else EXCHANGE
    for k in range(PLAY_SIZE):
        turn[THE_PLAY + k] = shortlist[HEAP_TOP, k] if has_play else 0


@kernel
def lay_and_buy(table, plan, stage, tools, turn):
    """Pays for the words of a turn and buys a patent, as far as that is not done."""
    used, costs = tools.used, tools.costs
    if stage == AT_START:
        count_used(tools.desk, turn, tools.spelling, used)
        pay = turn[THE_PLAY + PLAY_PAY]
        pay_out(table, money_of(pay), stock_of(pay), used[ALL_USED])
    else:
        add_letters(turn[THE_PLAY], used[HAND_USED])
        add_letters(turn[THE_PLAY + 1], used[COMMUNITY_USED])
        for k in range(N_LETTERS):
            used[ALL_USED, k] = used[HAND_USED, k] + used[COMMUNITY_USED, k]
    if stage == BOUGHT_ALREADY:
        return
    letter = plan[BOUGHT]
    if letter == UNDECIDED:
        letter = patent_to_buy(table, costs, tools.worth, used[ALL_USED])
    if letter != NO_LETTER:
        buy(table, letter, costs[letter])
        turn[BOUGHT] = letter


@kernel
def look_at_table(table, cards, tools):
    """Sets owners, the worth of patents, and what the active player goes by on the desk."""
    desk, owner, worth = tools.desk, tools.owner, tools.worth
    me, n_players = table[ACTIVE], table[N_PLAYERS]
    evaluation, n_opponents = tools.evaluation[me], n_players - 1
    turns, unit = turns_left(table, evaluation), desk[W_MONEY] // DECIMALS
    desk[W_ANY_PATENT] = 0
    for letter in range(N_LETTERS):
        player = table[OWNER + letter]
        owner[letter] = 0 if player == NO_PLAYER else 1 + (player - me) % n_players
        worth[letter] = 0.0
        if player == NO_PLAYER:
            gain = gain_with(table, me, letter, evaluation)
            worth[letter] = turns * (evaluation[ROYALTY + letter] * n_opponents + gain)
            if turns > 0:
                worth[letter] += evaluation[PRICE] * tools.costs[letter]
        desk[W_PATENT + letter] = weight_of(unit, min(worth[letter], MAX_WEIGHT))
        if desk[W_PATENT + letter] > 0:
            desk[W_ANY_PATENT] = 1
    set_worth_of_cards(table, cards, tools)
    for k in range((MAX_KEPT + 1) ** 2):
        desk[W_BALANCE + k] = weight_of(unit, evaluation[BALANCE + k])
    desk[W_ANY_KEPT] = 1 if evaluation[BY_EQUITY] and not is_last_turn(table) else 0


@kernel
def gain_with(table, player, letter, evaluation):
    """What a patent adds to the margin of a turn of a player, beside those that the player owns."""
    place = PLACE_OF_ABILITY[letter]
    if place == NO_ABILITY:
        return 0.0
    gain = evaluation[GAIN + place]
    for other in range(N_LETTERS):
        if table[OWNER + other] == player and PLACE_OF_ABILITY[other] != NO_ABILITY:
            gain += evaluation[PAIRS + N_ABILITIES * place + PLACE_OF_ABILITY[other]]
    return gain


@kernel
def set_worth_of_cards(table, cards, tools):
    """Sets what cards are worth in the hand and in the community, as Appraisal in equity.py."""
    desk, worth, n_seen = tools.desk, tools.worth, tools.used[ALL_USED]
    me, n_opponents, unit = table[ACTIVE], table[N_PLAYERS] - 1, desk[W_MONEY] // DECIMALS
    evaluation = tools.evaluation[me]
    for letter in range(N_LETTERS):
        n_seen[letter] = 0
    n_unseen = DECK_SIZE - count_cards(cards[me], n_seen)
    n_unseen -= count_cards(cards[COMMUNITY_PILE], n_seen)
    draw_worth = 0.0
    for place in range(N_ABILITIES):
        letter = ABILITY_AT[place]
        sought = max(0.0, worth[letter])
        draw_worth += sought * (N_COPIES[letter] - n_seen[letter]) / n_unseen
    for letter in range(N_LETTERS):
        sought = max(0.0, worth[letter]) if PLACE_OF_ABILITY[letter] != NO_ABILITY else 0.0
        kept = evaluation[KEPT + letter] - evaluation[DRAW] * draw_worth
        desk[W_KEPT + letter] = weight_of(unit, clipped(kept + evaluation[HOLD] * sought))
        left = evaluation[COMMUNITY_WORTH + letter] - evaluation[REFILL] * draw_worth
        left = clipped(left + evaluation[DENY] * sought)
        desk[W_USED + letter] = weight_of(unit, left / n_opponents)


@kernel
def clipped(dollars):
    """A worth that can be a weight."""
    return max(-MAX_WEIGHT, min(dollars, MAX_WEIGHT))


@kernel
def weight_of(unit, dollars):
    """The weight of a worth on the desk, as of an Objective: see ranking.weights_of."""
    return unit * np.int64(np.rint(dollars * DECIMALS))


@kernel
def is_last_turn(table):
    """Whether the active player has no turn after this one."""
    return table[FINAL_ROUND] > 0 and table[ROUND] >= table[FINAL_ROUND]


@kernel
def turns_left(table, evaluation):
    """How many more turns the active player will have, by the race to the goal."""
    if table[FINAL_ROUND]:
        return 1.0 * (table[FINAL_ROUND] - table[ROUND])
    most = 0
    for player in range(table[N_PLAYERS]):
        most = max(most, table[VALUE + player])
    return max(LEAST_TURNS, (table[GOAL] - most) / evaluation[PACE + table[N_PLAYERS]])


@kernel
def choose_play(table, cards, seed, tools):
    """Puts the play that static evaluation chooses on top of the shortlist, if there is any."""
    me = table[ACTIVE]
    hand, community, money = cards[me], cards[COMMUNITY_PILE], table[MONEY + me]
    material, trie, room = tools.material, tools.trie, tools.room
    temperature = tools.evaluation[me, TEMPERATURE]
    n_listed = ONE if temperature == 0 else ONE * CONSIDERED
    empty_shortlist(room.shortlist, n_listed, ANY_SCORE)
    find_best(tools.desk, hand, community, tools.owner, money, material, trie, room)
    if temperature > 0:
        choose_by_chance(table, seed, temperature, tools)


@kernel
def choose_by_chance(table, seed, temperature, tools):
    """Puts one of the plays that are listed on top, or lists none: the exchange is among them."""
    desk, shortlist = tools.desk, tools.room.shortlist
    scale = temperature * desk[W_MONEY]
    chosen, most = 0, exchange_worth(desk) + scale * luck(table, seed)
    for row in range(HEAP_TOP, HEAP_TOP + shortlist[0, N_LISTED]):
        worth = shortlist[row, PLAY_SCORE] + scale * luck(table, seed)
        if worth > most:
            chosen, most = row, worth
    if chosen:
        swap_plays(shortlist, HEAP_TOP, chosen)
    else:
        shortlist[0, N_LISTED] = 0


@kernel
def luck(table, seed):
    """A number of Gumbel's distribution: what is worth most with it is chosen as if by weights.

    The weight of what is worth less by a unit is e times less.
    """
    number = chance(seed, table[N_DRAWS])
    table[N_DRAWS] += 1
    return -math.log(-math.log(number))


@kernel
def card_to_replace(hand, tools):
    """Of the cards that the best play leaves the one worth least when kept; NO_LETTER for none."""
    desk, used, shortlist = tools.desk, tools.used, tools.room.shortlist
    for letter in range(N_LETTERS):
        used[HAND_USED, letter] = 0
    if shortlist[0, N_LISTED]:
        count_hand_cards(desk, shortlist[HEAP_TOP, PLAY_HAND_1], used[HAND_USED])
        count_hand_cards(desk, shortlist[HEAP_TOP, PLAY_HAND_2], used[HAND_USED])
    worst = least = np.int64(NO_LETTER)
    for i in range(len(hand)):
        if hand[i] == 0:
            break
        card = np.int64(hand[i]) - CODE_OF_A
        if used[HAND_USED, card] > 0:
            used[HAND_USED, card] -= 1
        elif worst == NO_LETTER or desk[W_KEPT + card] < least:
            worst, least = card, desk[W_KEPT + card]
    return worst


@kernel
def cards_to_discard(desk, used):
    """The cards left in the hand that are not worth keeping, as in DISCARDED; see order_hand."""
    leave = desk[HAND]
    slots = present(leave)
    while slots:
        slot = lowest(slots) // FIELD_BITS
        slots &= slots - 1
        leave -= used[HAND_USED, desk[SLOT_LETTER + slot]] << slot * FIELD_BITS
    leave_worth(desk, leave)
    n_vowel_slots = desk[N_VOWEL_SLOTS]
    kept_vowels, kept_others = desk[KEEPING + K_VOWELS], desk[KEEPING + K_OTHERS]
    packed = pack_beyond(desk, leave, 0, n_vowel_slots, kept_vowels, np.int64(0))
    return pack_beyond(desk, leave, n_vowel_slots, desk[N_HAND_SLOTS], kept_others, packed)


@kernel
def pack_beyond(desk, leave, first, end, n_kept, packed):
    """Packs the cards of some of HAND_SLOTS behind the first n_kept of them."""
    for at in range(first, end):
        slot = desk[HAND_SLOTS + at]
        for _ in range(leave >> slot * FIELD_BITS & FIELD):
            if n_kept > 0:
                n_kept -= 1
            else:
                packed = packed << LETTER_BITS | desk[SLOT_LETTER + slot] + 1
    return packed


@kernel
def add_letters(packed, counts):
    """Adds letters, packed as in DISCARDED, to counts by letter."""
    while packed:
        counts[(packed & (1 << LETTER_BITS) - 1) - 1] += 1
        packed >>= LETTER_BITS


@kernel
def count_hand_cards(desk, hand_cards, counts):
    """Adds a multiset of cards by slot to counts by letter."""
    slot = 0
    while hand_cards:
        counts[desk[SLOT_LETTER + slot]] += hand_cards & FIELD
        hand_cards >>= FIELD_BITS
        slot += 1


@kernel
def count_used(desk, turn, spelling, used):
    """Fills in the cards that the play of a turn uses; `used` is 0."""
    count_hand_cards(desk, turn[THE_PLAY + PLAY_HAND_1], used[HAND_USED])
    count_hand_cards(desk, turn[THE_PLAY + PLAY_HAND_2], used[HAND_USED])
    words, details = turn[THE_PLAY + PLAY_WORDS], turn[THE_PLAY + PLAY_DETAILS]
    count_letters(spelling[first_word(words)], used[ALL_USED])
    if second_word(words) != NO_WORD:
        count_letters(spelling[second_word(words)], used[ALL_USED])
    duplicate = duplicate_of(details)
    if duplicate != NO_EXTRA:
        used[ALL_USED, duplicate] -= 1
    if suffix_word_of(details) != NO_EXTRA:
        used[ALL_USED, LETTER_S] -= 1
    for letter in range(N_LETTERS):
        used[COMMUNITY_USED, letter] = used[ALL_USED, letter] - used[HAND_USED, letter]


@kernel
def count_cards(pile, counts):
    """Adds the cards of a pile to counts by letter; returns how many they are."""
    n = 0
    while n < len(pile) and pile[n]:
        counts[np.int64(pile[n]) - CODE_OF_A] += 1
        n += 1
    return n


@kernel
def count_letters(word, counts):
    """Adds the letters of a word to counts by letter."""
    for i in range(len(word)):
        if word[i] == 0:
            break
        counts[np.int64(word[i]) - CODE_OF_A] += 1


@kernel
def patent_to_buy(table, costs, worth, used):
    """The patent worth most of those that can be bought; NO_LETTER if none is worth anything.

    Equal worth, as in the last turn: the dearest, then the first.
    """
    money = table[MONEY + table[ACTIVE]]
    best, best_letter = 0.0, NO_LETTER
    for letter in range(N_LETTERS):
        if not used[letter] or table[OWNER + letter] != NO_PLAYER or costs[letter] > money:
            continue
        is_dearer = best_letter == NO_LETTER or costs[letter] > costs[best_letter]
        if worth[letter] > best or (worth[letter] == best and is_dearer):
            best, best_letter = worth[letter], letter
    return best_letter
