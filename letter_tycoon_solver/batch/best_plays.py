"""`best_possible`: the plays that earn most, over all positions that the deck allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations_with_replacement, product
from operator import itemgetter
from typing import Final

import numpy as np
import numpy.typing as npt

from ..errors import InvalidInputError, require, show
from ..evaluation.ranking import MARGIN
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of, spelling_of
from ..rules.cards import (
    CARD_COUNT,
    DOUBLERS,
    LETTERS,
    MAX_WORDS,
    MIN_CARDS_FOR_DUPLICATE,
    MIN_WORD_LENGTH,
    VOWELS,
    parse_whole,
)
from ..rules.play import Play
from ..rules.position import Position
from ..rules.ruleset import RULEBOOK, DuplicateScope, Ruleset, ways_to_double
from ..search.solver import find_plays

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

DECK: Final[Bytes] = np.array(list(CARD_COUNT.values()), np.uint8)
_S: Final = LETTERS.index("S")
_Q: Final = LETTERS.index("Q")
_Y: Final = LETTERS.index("Y")
_IS_VOWEL: Final = np.array([letter in VOWELS for letter in LETTERS])
_MAY_BE_VOWEL: Final = np.array([letter in VOWELS or letter == "Y" for letter in LETTERS])


@dataclass(frozen=True, slots=True)
class WordTable:
    """Words of a lexicon as columns."""

    numbers: npt.NDArray[np.int32]
    """The number of each word, see Lexicon.word."""
    lengths: Ints
    counts: Bytes
    """[n, 26]; the number of each letter."""
    doublers: Bytes
    """The player's doublers that may apply, a set as in cards.DOUBLERS; any Y may be a vowel."""
    suffixed: Bools
    """True if the word ends with S."""

    @classmethod
    def of(cls, lexicon: Lexicon, patents: str, most_letters: int) -> WordTable:
        """Make the table of the words with at most so many letters, in alphabetical order."""
        spelling = spelling_of(lexicon)
        chosen = spelling.lengths <= most_letters
        numbers, lengths = np.flatnonzero(chosen), spelling.lengths[chosen]
        letters = spelling.text_of(chosen).astype(np.int64) - ord("A")
        rows = np.repeat(np.arange(len(numbers)), lengths)
        size = len(numbers) * len(LETTERS)
        flat = np.bincount(rows * len(LETTERS) + letters, minlength=size)
        counts = flat.astype(np.uint8).reshape(len(numbers), len(LETTERS))
        ends = np.cumsum(lengths)
        first, last = letters[ends - lengths], letters[ends - 1]
        doublers = _doublers(patents, lengths, counts, first, last)
        return cls(numbers.astype(np.int32), lengths, counts, doublers, last == _S)

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, rows: Ints | Bools | slice) -> WordTable:
        return WordTable(*(getattr(self, field.name)[rows] for field in fields(self)))

    def by_kind(self) -> dict[tuple[int, int], WordTable]:
        """Return the words of each length with the same doublers, which earn alike."""
        size = 1 << len(DOUBLERS)
        kinds = self.lengths * size + self.doublers
        return {divmod(kind, size): self[kinds == kind] for kind in set(kinds.tolist())}

    def with_suffix(self) -> WordTable:
        """Return the cards of the words with Z's suffix in place of an S at the end."""
        counts = self.counts.copy()
        counts[:, _S] -= self.suffixed
        return replace(self, lengths=self.lengths - self.suffixed, counts=counts)


_NO_WORD: Final = WordTable(
    np.full(1, -1, np.int32),
    np.zeros(1, np.int64),
    np.zeros((1, len(LETTERS)), np.uint8),
    np.zeros(1, np.uint8),
    np.zeros(1, np.bool_),
)
"""The second word of a turn of one word."""


def _doublers(patents: str, lengths: Ints, counts: Bytes, first: Ints, last: Ints) -> Bytes:
    """Find the doublers that may apply to each word.

    A word with a Q has the card or its duplicate, which doubles too, wherever its original lies.
    """
    n_vowels = counts[:, _IS_VOWEL].sum(axis=1)
    n_ys = counts[:, _Y]
    # A word of at least three letters that is half vowels has at least two of them.
    holds = {
        "B": _MAY_BE_VOWEL[first] & _MAY_BE_VOWEL[last],
        "J": 2 * (n_vowels + n_ys) >= lengths,
        "K": (n_vowels == 1) | ((n_vowels == 0) & (n_ys > 0)),
        "Q": counts[:, _Q] > 0,
    }
    doublers = np.zeros(len(lengths), np.uint8)
    for place, letter in enumerate(DOUBLERS):
        if letter == "Q" or letter in patents:
            doublers |= np.where(holds[letter], np.uint8(1 << place), np.uint8(0))
    return doublers


# Words that some rack can lay in one turn. The cards of a turn are its letters without the suffix
# of Z and the duplicate of X. Each letter must have no more cards than the deck. Where one letter
# has one card too many, the duplicate can stand for it; elsewhere it only saves a card.


def _excess(one: WordTable, other: WordTable, scope: DuplicateScope) -> tuple[Bytes, Bools]:
    """Count the cards beyond the deck's, [one, other]; tell where a duplicate may be one of them.

    With the turn scope it may always be: a letter with too many cards has two at least.
    """
    excess = np.zeros((len(one), len(other)), np.uint8)
    is_copied = excess > 0
    copied_1, copied_2 = _copied_in_word(one), _copied_in_word(other)
    most_1, most_2 = (words.counts.max(axis=0, initial=0) for words in (one, other))
    for letter in np.flatnonzero(most_1 + most_2 > DECK):
        cards = one.counts[:, letter, None] + other.counts[:, letter]
        too_many = np.maximum(cards, DECK[letter]) - DECK[letter]
        excess += too_many
        may_be = copied_1[:, letter, None] | copied_2[:, letter]
        is_copied |= (too_many > 0) & (may_be | (scope is DuplicateScope.TURN))
    return excess, is_copied


def _has_copy(one: WordTable, other: WordTable, scope: DuplicateScope) -> Bools:
    """Return True where any letter may be a duplicate, [one, other]."""
    of_one = _copied_in_word(one).any(axis=1, keepdims=True)
    found = np.asarray(of_one | _copied_in_word(other).any(axis=1))
    if scope is DuplicateScope.TURN:
        in_one, in_other = ((words.counts > 0).astype(np.float32) for words in (one, other))
        twice = (one.counts > 1).any(axis=1, keepdims=True) | (other.counts > 1).any(axis=1)
        found = (in_one @ in_other.T > 0) | twice
    return found


def _copied_in_word(words: WordTable) -> Bools:
    """Return True where a letter may be the duplicate of another of its word, [n, 26]."""
    is_long = words.lengths - 1 >= MIN_CARDS_FOR_DUPLICATE
    copied: Bools = (words.counts > 1) & is_long[:, None]
    return copied


def _cards_of(words: Sequence[str], patents: str, scope: DuplicateScope) -> Iterator[list[str]]:
    """Yield cards for each word of a turn, which has one duplicate and one suffix at most."""
    owned = product((False, True)[: 1 + ("X" in patents)], (False, True)[: 1 + ("Z" in patents)])
    divided = product(sorted(owned, key=sum), repeat=len(words))
    for extras in sorted(divided, key=lambda of_words: sum(map(sum, of_words))):
        if all(sum(of_kind) <= 1 for of_kind in zip(*extras, strict=True)):
            ways = (_ways(word, *own, scope) for word, own in zip(words, extras, strict=True))
            yield from (["".join(sorted(cards)) for cards in way] for way in product(*ways))


def _ways(word: str, duplicate: bool, suffix: bool, scope: DuplicateScope) -> Iterator[str]:
    """Yield the cards for a word with exactly these extras."""
    if suffix and not word.endswith("S"):
        return
    cards = word[:-1] if suffix else word
    if not duplicate:
        yield cards
        return
    for letter in sorted(set(cards)):
        left = cards.replace(letter, "", 1)
        in_word = letter in left and len(left) >= MIN_CARDS_FOR_DUPLICATE
        if in_word or scope is DuplicateScope.TURN:
            yield left


Score = tuple[int, ...]

_MOST_AT_ONCE: Final = 1 << 22
"""The most pairs of words compared at once, to bound the memory."""

EARNINGS: Final = (MARGIN, "money", "stock")
"""The keys that rank the plays; opponents own nothing, so the margin is money + stock."""

MAX_LISTED: Final = 100
"""The number of equally good plays that are listed by default."""
_MOST_LISTED: Final = 100_000


@dataclass(frozen=True, slots=True)
class BestPlays:
    """The best possible plays; `best_possible` makes it.

    Attributes:
        lexicon: the words that were searched.
        ruleset: the rules.
        patents: letters of the patents that the player owns.
        rank_by: keys of EARNINGS.
        earnings: what each of the plays earns, one number for each key; empty if no word can be
            laid.
        count: the number of words, or pairs of words, that earn this.
        plays: the first of them, single words before pairs, then alphabetically; each laid in the
            best way.
        positions: for each play, a full rack on which it is the best play.
        searched: a sentence about the words and racks searched.
    """

    lexicon: Lexicon
    ruleset: Ruleset
    patents: str
    rank_by: tuple[str, ...]
    earnings: Score
    count: int
    plays: tuple[Play, ...]
    positions: tuple[Position, ...]
    searched: str

    def to_dict(self) -> dict[str, object]:
        """Return the best plays as plain data for JSON."""
        return {
            "patents": self.patents,
            "lexicon": self.lexicon.name,
            "lexicon_digest": self.lexicon.digest,
            "rank_by": list(self.rank_by),
            "earnings": dict(zip(self.rank_by, self.earnings, strict=False)),
            "count": self.count,
            "searched": self.searched,
            "plays": [
                {"position": position.notation, **play.to_dict()}
                for position, play in zip(self.positions, self.plays, strict=True)
            ],
        }


def best_possible(
    lexicon: Lexicon | str,
    ruleset: Ruleset = RULEBOOK,
    patents: str = "",
    *,
    rank_by: str | Sequence[str] = MARGIN,
    n_words: int | None = None,
    limit: int = MAX_LISTED,
) -> BestPlays:
    """Find the plays that earn most money and stock, over all racks of the deck.

    The search is exact. It lays every word in every way: with as many cards as hand and community
    hold together, at most the deck's number of each letter, and with the duplicate and the suffix
    if the player owns X or Z. With V it also lays every pair of words that could earn enough.

    Args:
        lexicon: the words that may be laid; a name or a path loads them.
        ruleset: the sizes of hand and community, the payout and the rules in dispute.
        patents: letters of the patents that the player owns; opponents own none.
        rank_by: "margin" (money + stock), "money", "stock", or several such as ("stock", "money").
        n_words: 1 or 2 (with V): only plays with this number of words.
        limit: the most plays to list, 1 to 100,000, among those that earn the same; all are
            counted.

    Raises:
        InvalidInputError: an argument is out of range, or n_words is 2 without V.

    Examples:
        >>> from letter_tycoon_solver.batch import best_possible
        >>> best = best_possible("enable", patents="K", limit=1)
        >>> best.earnings, best.plays[0].words[0].word
        ((28,), 'QWERTYS')
    """
    lexicon = lexicon_of(lexicon)
    require(ruleset, Ruleset, "the ruleset")
    owned = Position("A", "", patents).patents  # The position checks the patents; any hand will do.
    if n_words is not None:
        n_words = parse_whole(n_words, "n_words", 1, MAX_WORDS)
    if n_words == MAX_WORDS and "V" not in owned:
        raise InvalidInputError(
            f"plays of 2 words need V, and the patents are {owned or 'none'}; add V to them"
        )
    search = _Search(lexicon, ruleset, owned, _parse_rank_by(rank_by), n_words)
    return search.run(parse_whole(limit, "limit", 1, _MOST_LISTED))


@dataclass(frozen=True, slots=True)
class _Search:
    lexicon: Lexicon
    ruleset: Ruleset
    patents: str
    keys: tuple[str, ...]
    n_words: int | None

    def run(self, limit: int) -> BestPlays:
        words = WordTable.of(self.lexicon, self.patents, self.most_letters)
        alone = words[self._fits(words, _NO_WORD)[:, 0]]
        short = words[words.lengths <= self.most_letters - MIN_WORD_LENGTH]
        best, n, numbers = self._best(alone, short, limit)
        texts = [
            [self.lexicon.word(number) for number in row if number >= 0] for row in numbers.tolist()
        ]
        laid = list(map(self._laid, texts))
        return BestPlays(
            self.lexicon,
            self.ruleset,
            self.patents,
            self.keys,
            best,
            n,
            tuple(play for _, play in laid),
            tuple(position for position, _ in laid),
            self._searched(len(alone), len(short)),
        )

    @property
    def most_cards(self) -> int:
        """The most cards that a turn can use."""
        return self.ruleset.hand_size + self.ruleset.community_size

    @property
    def most_letters(self) -> int:
        """The most letters that a turn can have."""
        return self.most_cards + ("X" in self.patents) + ("Z" in self.patents)

    @property
    def has_pairs(self) -> bool:
        """True if pairs are wanted and may be laid; each word takes a card from the hand."""
        wanted = self.n_words != 1 and "V" in self.patents
        return wanted and self.ruleset.hand_size >= MAX_WORDS

    def _scope(self, n_words: int) -> DuplicateScope:
        # In a turn of one word, both scopes of the duplicate mean that word.
        return DuplicateScope.WORD if n_words == 1 else self.ruleset.duplicate_scope

    def _fits(self, first: WordTable, second: WordTable) -> Bools:
        """Return True where a rack can lay both words in one turn, [first, second]."""
        scope = self._scope(1 if second is _NO_WORD else MAX_WORDS)
        fits = np.zeros((len(first), len(second)), np.bool_)
        choices = [(first, second, fits | True)]
        if "Z" in self.patents:
            choices += [
                (first.with_suffix(), second, first.suffixed[:, None]),
                (first, second.with_suffix(), second.suffixed[None]),
            ]
        for one, other, may_be in choices:
            n_cards = one.lengths[:, None] + other.lengths
            excess, is_copied = _excess(one, other, scope)
            fits |= may_be & (excess == 0) & (n_cards <= self.most_cards)
            if "X" in self.patents:
                has_copy = _has_copy(one, other, scope)
                copied = np.where(excess == 0, has_copy, (excess == 1) & is_copied)
                fits |= may_be & copied & (n_cards - 1 <= self.most_cards)
        return fits

    def _earned(self, first: tuple[int, int], second: tuple[int, int]) -> Score:
        """Return the worth of words of these lengths and doublers, divided best."""
        payout, stacking = self.ruleset.payout, self.ruleset.stacking
        worth = []
        for way in ways_to_double(first[1], second[1], stacking):
            factors = [stacking.factor(own.bit_count()) for own in way]
            money, stock = (
                n[first[0]] * factors[0] + n[second[0]] * factors[1]
                for n in (payout.coins, payout.stock)
            )
            of = {MARGIN: money + stock, "money": money, "stock": stock}
            worth.append(tuple(of[key] for key in self.keys))
        return max(worth)

    def _best(
        self, alone: WordTable, short: WordTable, limit: int
    ) -> tuple[Score, int, npt.NDArray[np.int32]]:
        """Find the turns that are worth most: their worth, their number, and the first of them.

        Kinds are tried in the order of their earnings, until one can be laid. A turn has the
        numbers of its words, -1 before a single one.
        """
        kinds = alone.by_kind() if self.n_words != MAX_WORDS else {}
        turns = [(self._earned(kind, (0, 0)), words, _NO_WORD) for kind, words in kinds.items()]
        kinds = short.by_kind() if self.has_pairs else {}
        turns += [
            (self._earned(one, other), kinds[one], kinds[other])
            for one, other in combinations_with_replacement(sorted(kinds), 2)
            if one[0] + other[0] <= self.most_letters
        ]
        best: Score = ()
        n, lowest = 0, np.empty((0, 2), np.int32)
        for score, first, second in sorted(turns, key=itemgetter(0), reverse=True):
            if n and score < best:
                break
            best = score
            for some in self._playable(first, second):
                n += len(some)
                lowest = np.concatenate([lowest, np.sort(some, axis=1)])
                # In alphabetical order.
                lowest = lowest[np.lexsort((lowest[:, 1], lowest[:, 0]))[:limit]]
        return (best, n, lowest) if n else ((), n, lowest)

    def _playable(self, first: WordTable, second: WordTable) -> Iterator[npt.NDArray[np.int32]]:
        """Yield the turns of a word of each kind that a rack can lay, int32 [n, 2], each once."""
        step = max(1, _MOST_AT_ONCE // len(second))
        for start in range(0, len(first), step):
            some = first[start : start + step]
            playable = self._fits(some, second)
            if first is second:
                playable &= np.tri(len(second), dtype=np.bool_).T[start : start + step]
            rows, columns = np.nonzero(playable)
            yield np.stack([some.numbers[rows], second.numbers[columns]], axis=1)

    def _laid(self, texts: Sequence[str]) -> tuple[Position, Play]:
        """Return the play of these words, and a rack that allows it."""
        lexicon = Lexicon.from_words(texts)
        for cards in _cards_of(texts, self.patents, self._scope(len(texts))):
            together = "".join(cards)
            enough = all(together.count(card) <= CARD_COUNT[card] for card in together)
            if enough and len(together) <= self.most_cards:
                position = Position(*_rack(cards, self.ruleset), self.patents)
                for play in find_plays(position, lexicon, ruleset=self.ruleset, rank_by=self.keys):
                    if [word.word for word in play.words] == texts:
                        return position, play
        raise AssertionError(f"no rack lays {texts}, which the search has found")

    def _searched(self, n_playable: int, n_short: int) -> str:
        parts = []
        if self.n_words != MAX_WORDS:
            parts.append(
                f"all {len(self.lexicon):,} words of {self.lexicon.name}, of which {n_playable:,}"
                f" can be laid with {self.most_cards} cards of the deck"
            )
        if self.has_pairs:
            parts.append(
                f"all pairs of the {n_short:,} words of {self.lexicon.name} with up to"
                f" {self.most_letters - MIN_WORD_LENGTH} letters"
            )
        return f"{', and '.join(parts)}; nothing earns more"


def _rack(cards: list[str], ruleset: Ruleset) -> tuple[str, str]:
    """Return a full hand and community that hold the cards, one of each word in the hand."""
    # The first card of each word goes to the community only as a last resort.
    spare = "".join(word[1:] for word in cards) + "".join(word[0] for word in cards)
    n_community = max(0, len(spare) - ruleset.hand_size)
    left = {letter: n - spare.count(letter) for letter, n in CARD_COUNT.items()}
    for _ in range(ruleset.hand_size + ruleset.community_size - len(spare)):
        likeliest = max(LETTERS, key=left.__getitem__)
        left[likeliest] -= 1
        spare += likeliest
    n_hand = n_community + ruleset.hand_size
    return spare[n_community:n_hand], spare[:n_community] + spare[n_hand:]


def _parse_rank_by(rank_by: object) -> tuple[str, ...]:
    keys = (rank_by,) if isinstance(rank_by, str) else rank_by
    if (
        not isinstance(keys, list | tuple)
        or not keys
        or any(key not in EARNINGS for key in keys)
        or len(set(keys)) < len(keys)
    ):
        raise InvalidInputError(
            f"rank_by is {show(rank_by)}; give one of {', '.join(EARNINGS)}, or several, each once"
        )
    return tuple(keys)
