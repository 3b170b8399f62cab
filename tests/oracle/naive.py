"""Every legal play of a turn of Letter Tycoon, by brute force: an oracle for the tests.

Nothing is imported but the standard library, and nothing is clever: each letter of each word tries
every source, each Y both declarations, each owned patent every word it may double. The material is
written down again, so that a slip in the package's copy shows. Letters are upper-case throughout.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

VOWELS = "AEIOU"
MIN_LETTERS = 3
MIN_CARDS_WITH_DUPLICATE = 3

# "102 factory cards, 26 patents."
CARD_COUNTS = {
    "A": 9, "B": 2, "C": 2, "D": 4, "E": 12, "F": 2, "G": 3, "H": 4, "I": 9, "J": 1, "K": 1,
    "L": 4, "M": 2, "N": 6, "O": 8, "P": 2, "Q": 1, "R": 6, "S": 6, "T": 6, "U": 4, "V": 2,
    "W": 2, "X": 1, "Y": 2, "Z": 1,
}  # fmt: skip
PATENT_COSTS = {
    "A": 8, "B": 2, "C": 3, "D": 4, "E": 10, "F": 3, "G": 3, "H": 5, "I": 7, "J": 2, "K": 2,
    "L": 4, "M": 3, "N": 7, "O": 7, "P": 3, "Q": 2, "R": 6, "S": 6, "T": 8, "U": 3, "V": 2,
    "W": 3, "X": 2, "Y": 3, "Z": 2,
}  # fmt: skip

# Length of a word -> (coins, stock); both tables go on beyond 12 letters in their own pattern.
RULEBOOK_PAYOUT = {3: (1, 0), 4: (2, 0), 5: (3, 0), 6: (4, 1)}
RULEBOOK_PAYOUT |= {length: (6, length - 6) for length in range(7, 16)}
REFERENCE_PAYOUT = {3: (1, 0), 4: (2, 0), 5: (3, 1), 6: (4, 1), 7: (5, 1)}
REFERENCE_PAYOUT |= {length: (5 + (length - 7), 1 + (length - 7)) for length in range(8, 16)}

# What 0, 1, 2, 3 or 4 doublers make of the coins and the stock of one word.
FACTORS = {"multiply": (1, 2, 4, 8, 16), "add": (1, 2, 3, 4, 5), "at_most_one": (1, 2, 2, 2, 2)}


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The readings of the rules, as far as a play goes.

    payout: length -> (coins, stock). stacking: a key of FACTORS. duplicate_scope: "word" or "turn",
    where the card copied and the three cards must lie.
    """

    payout: dict[int, tuple[int, int]]
    stacking: str
    duplicate_scope: str


RULEBOOK = Rules(RULEBOOK_PAYOUT, "multiply", "word")


class WordVariant(NamedTuple):
    """One way to lay a word.

    duplicate: the letter repeated by X, or "". suffix: whether Z's S ends the word.
    hand, community: the letters of the cards used, sorted.
    """

    word: str
    duplicate: str
    suffix: bool
    hand: str
    community: str

    @property
    def cards(self) -> str:
        """The factory cards, which duplicate and suffix are not."""
        return self.hand + self.community


Turn = tuple[WordVariant, ...]
Outcome = tuple[int, int, tuple[str, ...], tuple[str, ...]]  # money, stock; per word doublers, Ys


@dataclass(frozen=True, slots=True)
class NaivePlay:
    """One variant of a turn with one of its Pareto-maximal outcomes.

    words: one or two, sorted. variant: one WordVariant per word, sorted. money, stock: earned.
    royalties: $ for each opponent. purchasable: patents within reach, dearest first, ties by
    letter. patent_value: cost of the dearest, or 0. leave: hand cards kept, sorted.
    doublers, y_as: per word one choice (there may be others) that earns this money and stock, e.g.
        "KQ" and "c". sources: per word one string of h, c, d, s (of possibly several) that lays it.
    """

    words: tuple[str, ...]
    variant: Turn
    money: int
    stock: int
    royalties: tuple[int, ...]
    purchasable: str
    patent_value: int
    leave: str
    doublers: tuple[str, ...]
    y_as: tuple[str, ...]
    sources: tuple[str, ...]


def without(cards: str, used: str) -> str:
    """The cards that remain when the used ones, all of them there, are taken away."""
    for card in used:
        cards = cards.replace(card, "", 1)
    return cards


def enough(cards: str, used: str) -> bool:
    """Are the cards used all there? A card is used at most once per turn."""
    return all(used.count(card) <= cards.count(card) for card in used)


def all_sources(word: str, hand: str, community: str, copy: str, suffix: str) -> Iterator[str]:
    """Every way to lay the word: h, c, d or s for each letter.

    "Every letter comes from one of four sources: a hand card, a community card, the X duplicate,
    the Z suffix S", which is "the last letter of its word". At most one duplicate: of a letter in
    copy (whether the card copied is used, `is_legal` looks at). suffix: "S" or "".
    """
    if not word:
        yield ""
        return
    letter, rest = word[0], word[1:]
    if letter in hand:
        for tail in all_sources(rest, without(hand, letter), community, copy, suffix):
            yield "h" + tail
    if letter in community:
        for tail in all_sources(rest, hand, without(community, letter), copy, suffix):
            yield "c" + tail
    if letter in copy:
        for tail in all_sources(rest, hand, community, "", suffix):
            yield "d" + tail
    if word == suffix:
        yield "s"


def word_variants(
    hand: str, community: str, patents: str, words: Iterable[str]
) -> dict[WordVariant, str]:
    """Every variant of every word that the cards can lay, with one string of sources each.

    "At least 3 letters"; "at least one letter comes from a hand card", with V in each word.
    """
    copy = hand + community if "X" in patents else ""
    suffix = "S" if "Z" in patents else ""
    variants = {}
    for word in words:
        for sources in all_sources(word, hand, community, copy, suffix):
            if len(word) >= MIN_LETTERS and "h" in sources:
                laid = sorted(zip(word, sources, strict=True))
                h, c, d = ("".join(a for a, b in laid if b == source) for source in "hcd")
                variants[WordVariant(word, d, "s" in sources, h, c)] = sources
    return variants


def is_legal(turn: Turn, rules: Rules) -> bool:
    """Does the turn keep to the limits of X and Z?

    "Suffix: one per turn." "Duplicate: one per turn. It repeats a letter of a factory card used
    this turn. At least three factory cards are used": of the same word or of the turn, by scope.
    """
    duplicated = [variant for variant in turn if variant.duplicate]
    if len(duplicated) > 1 or sum(variant.suffix for variant in turn) > 1:
        return False
    for copier in duplicated:
        scope = (copier,) if rules.duplicate_scope == "word" else turn
        cards = "".join(variant.cards for variant in scope)
        if copier.duplicate not in cards or len(cards) < MIN_CARDS_WITH_DUPLICATE:
            return False
    return True


def pairs(hand: str, community: str, variants: Iterable[WordVariant]) -> set[Turn]:
    """Every two words (V) that "share no card", in sorted order; the same word twice is allowed.

    The grouping only spares asking again whether the same cards suffice.
    """
    by_cards = defaultdict(list)
    for variant in variants:
        by_cards[variant.hand, variant.community].append(variant)
    found: set[Turn] = set()
    for one, other in combinations_with_replacement(by_cards, 2):
        if enough(hand, one[0] + other[0]) and enough(community, one[1] + other[1]):
            for first, second in product(by_cards[one], by_cards[other]):
                found.add((min(first, second), max(first, second)))
    return found


@lru_cache(maxsize=10_000)
def doubler_choices(word: str, patents: str) -> list[tuple[str, str]]:
    """Every (declaration of the Ys, those of the owned B, J, K used on the word) that is legal.

    "Each Y is declared vowel or consonant, each on its own." B: "begins and ends with a vowel";
    J: "at least half the letters are vowels"; K: "exactly one vowel".
    """
    choices: list[tuple[str, str]] = []
    for y_as in product("vc", repeat=word.count("Y")):
        declared = iter(y_as)
        vowel = [next(declared) == "v" if letter == "Y" else letter in VOWELS for letter in word]
        n = sum(vowel)
        met = {"B": vowel[0] and vowel[-1], "J": 2 * n >= len(word), "K": n == 1}
        usable = [letter for letter in "BJK" if letter in patents and met[letter]]
        for size in range(len(usable) + 1):
            choices += [("".join(y_as), "".join(used)) for used in combinations(usable, size)]
    return choices


def q_doubler(variant: WordVariant, rules: Rules) -> str:
    """Q if the word has the Q card in it, an empty string otherwise.

    "Playing the Q card in a word doubles that word's coins and stock, whoever owns the Q patent."
    Turn-wide duplicate: "a duplicated Q doubles its word"; beside the card it adds nothing.
    """
    duplicated = rules.duplicate_scope == "turn" and variant.duplicate == "Q"
    return "Q" if "Q" in variant.cards or duplicated else ""


def claims(variant: WordVariant, patents: str, rules: Rules) -> list[tuple[str, str]]:
    """Every (declaration of the Ys, doublers that count) of a word.

    All that are used and the Q card; but "at most one per word": then the player names it.
    """
    choices = [
        (y_as, used + q_doubler(variant, rules))
        for y_as, used in doubler_choices(variant.word, patents)
    ]
    if rules.stacking != "at_most_one":
        return choices
    return sorted({(y_as, named) for y_as, doublers in choices for named in doublers or [""]})


@lru_cache(maxsize=50_000)
def outcomes(turn: Turn, patents: str, rules: Rules) -> list[Outcome]:
    """The Pareto-maximal outcomes over all Ys and doublers, most money first.

    "With V every word is paid by itself, and each of B, J, K goes to one of the two words."
    Of several choices that earn the same, one with the fewest doublers is kept.
    """
    possible: list[Outcome] = []
    for choice in product(*(claims(variant, patents, rules) for variant in turn)):
        given = "".join(doublers for _, doublers in choice).replace("Q", "")
        if len(set(given)) < len(given):
            continue
        money = stock = 0
        for variant, (_, doublers) in zip(turn, choice, strict=True):
            factor = FACTORS[rules.stacking][len(doublers)]
            coins, certificates = rules.payout[len(variant.word)]
            money += factor * coins
            stock += factor * certificates
        y_as, named = zip(*choice, strict=True)
        possible.append((money, stock, named, y_as))
    possible.sort(key=lambda outcome: (-outcome[0], -outcome[1], len("".join(outcome[2]))))
    maximal: list[Outcome] = []
    for outcome in possible:  # what dominates or equals it comes earlier
        if all(outcome[1] > earlier[1] for earlier in maximal):
            maximal.append(outcome)
    return maximal


def all_plays(
    hand: str,
    community: str,
    patents: str,
    opponents: Sequence[str],
    money: int,
    words: Iterable[str],
    rules: Rules,
) -> list[NaivePlay]:
    """Every legal play as a variant, once for each Pareto-maximal (money, stock).

    patents, opponents: letters of the patents each owns. money: coins before the turn. Royalties:
    "for every factory card in the turn's words whose patent an opponent owns, that opponent gets
    $1". Purchase: "its letter is that of a factory card used in the turn's words, nobody owns it,
    and the player can pay its cost with the coins now in hand."
    """
    sources = word_variants(hand, community, patents, words)
    turns: set[Turn] = {(variant,) for variant in sources}
    if "V" in patents:
        turns |= pairs(hand, community, sources)
    plays = []
    for turn in sorted(turn for turn in turns if is_legal(turn, rules)):
        cards = "".join(variant.cards for variant in turn)
        used = "".join(variant.hand for variant in turn)
        free = set(cards).difference(patents, *opponents)
        for earned, stock, doublers, y_as in outcomes(turn, patents, rules):
            in_reach = {a for a in free if PATENT_COSTS[a] <= money + earned}
            purchasable = sorted(in_reach, key=lambda a: (-PATENT_COSTS[a], a))
            plays.append(
                NaivePlay(
                    words=tuple(variant.word for variant in turn),
                    variant=turn,
                    money=earned,
                    stock=stock,
                    royalties=tuple(sum(a in theirs for a in cards) for theirs in opponents),
                    purchasable="".join(purchasable),
                    patent_value=PATENT_COSTS[purchasable[0]] if purchasable else 0,
                    leave="".join(sorted(without(hand, used))),
                    doublers=doublers,
                    y_as=y_as,
                    sources=tuple(sources[variant] for variant in turn),
                )
            )
    return plays


def margin(play: NaivePlay, n_opponents: int) -> Fraction:
    """The gain over the average opponent: money + stock - royalties / number of opponents."""
    gain = Fraction(play.money + play.stock)
    return gain - Fraction(sum(play.royalties), n_opponents) if n_opponents else gain
