"""`best_possible`: the plays that earn most, over all positions that the deck allows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
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
from ..rules.ruleset import RULEBOOK, DuplicateScope, Ruleset, Stacking, ways_to_double
from ..search.solver import find_plays

# The words of a lexicon as columns, and the cards needed to lay them.
#
# A word table has a row for each word:
#
# numbers    int32 [n]; the number of the word, see Lexicon.word
# lengths    int64 [n]
# counts     uint8 [n, 26]; the number of each letter
# doublers   uint8 [n]; the doublers that may apply: a set as in cards.DOUBLERS, limited to the
#            player's patents. B and J may both apply with the Ys as vowels, K with one vowel in all
# suffixed   bool [n]; True if the word ends with S
#
# A word is laid in forms: with the duplicate of one letter or none, with the suffix or without.


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
class Extras:
    """Letters that are not cards, in a word or in a turn: the duplicate, the suffix."""

    duplicate: bool
    suffix: bool

    @property
    def n(self) -> int:
        """The number of extras."""
        return self.duplicate + self.suffix


def owned_extras(patents: str) -> list[Extras]:
    """Return what the owner of these patents may add to the cards of a turn, the fewest first."""
    choices = product((False, True)[: 1 + ("X" in patents)], (False, True)[: 1 + ("Z" in patents)])
    return sorted((Extras(*choice) for choice in choices), key=lambda extras: extras.n)


@dataclass(frozen=True, slots=True)
class WordTable:
    """Words as columns, described at the top."""

    numbers: npt.NDArray[np.int32]
    lengths: Ints
    counts: Bytes
    doublers: Bytes
    suffixed: Bools

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
        return cls(
            numbers.astype(np.int32),
            lengths,
            counts,
            _doublers(patents, lengths, counts, first, last),
            last == _S,
        )

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, rows: Ints | Bools | slice) -> WordTable:
        return WordTable(
            self.numbers[rows],
            self.lengths[rows],
            self.counts[rows],
            self.doublers[rows],
            self.suffixed[rows],
        )

    def forms(self, extras: Extras, scope: DuplicateScope) -> Forms:
        """List every way to lay each word with exactly these extras, from an endless deck."""
        rows = np.flatnonzero(self.suffixed) if extras.suffix else np.arange(len(self))
        cards = self.counts[rows]
        if extras.suffix:
            cards[:, _S] -= 1
        if not extras.duplicate:
            return Forms(rows, cards, np.full(len(rows), -1))
        in_word = scope is DuplicateScope.WORD
        at, letters = np.nonzero(cards >= (2 if in_word else 1))
        rows, cards = rows[at], cards[at]
        cards[np.arange(len(at)), letters] -= 1
        if in_word:
            enough = cards.sum(axis=1) >= MIN_CARDS_FOR_DUPLICATE
            rows, cards, letters = rows[enough], cards[enough], letters[enough]
        return Forms(rows, cards, letters)


@dataclass(frozen=True, slots=True)
class Forms:
    """Ways to lay words.

    Attributes:
        rows: int64 [n]; the row of the word in its table.
        cards: uint8 [n, 26]; the number of factory cards used, by letter.
        duplicated: int64 [n]; the letter of the duplicate, -1 for none; with the turn scope, the
            original may have to lie in the other word.
    """

    rows: Ints
    cards: Bytes
    duplicated: Ints

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, some: slice | Bools) -> Forms:
        return Forms(self.rows[some], self.cards[some], self.duplicated[some])

    def that_fit(self, n_cards: int) -> Forms:
        """Keep the forms that the deck has the cards for, with at most this number of cards."""
        fits = (self.cards <= DECK).all(axis=1) & (self.cards.sum(axis=1) <= n_cards)
        return self[fits]


def forms_alone(words: WordTable, patents: str, most_cards: int) -> Iterator[Forms]:
    """Yield the forms that a rack can lay in a turn of one word, the fewest extras first."""
    for extras in owned_extras(patents):
        # In a turn of one word, both scopes of the duplicate mean that word.
        yield words.forms(extras, DuplicateScope.WORD).that_fit(most_cards)


def factors(doublers_1: int, doublers_2: int, stacking: Stacking) -> set[tuple[int, int]]:
    """Return the factors by which doublers multiply two words' earnings, for each best choice."""
    return {
        (stacking.factor(given_1.bit_count()), stacking.factor(given_2.bit_count()))
        for given_1, given_2 in ways_to_double(doublers_1, doublers_2, stacking)
    }


def _doublers(patents: str, lengths: Ints, counts: Bytes, first: Ints, last: Ints) -> Bytes:
    """Find the doublers that may apply to each word.

    A word with a Q has the card or its duplicate. The duplicate doubles too, wherever its original
    may lie in the other word.
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


# The search for two words that some rack can lay in one turn, best pairs first: the ability of V.
#
# Words of one length with the same doublers earn alike and form a kind. Pairs of kinds are tried in
# the order of their joint earnings, until a pair of words can be laid; the search is exhaustive.
#
# The cards of a word are packed into three uint64, 5 bits a letter. The highest bit of these 5 is a
# guard. Subtracting the cards of two words from the deck with all guards set clears the guard of
# each letter that the deck has too few of.


Score = tuple[int, ...]
Value = Callable[[int, int], Score]
"""The worth of money and stock; it never falls when either rises."""

Packed = npt.NDArray[np.uint64]

_FIELD_BITS: Final = 5
_LETTERS_PER_WORD: Final = 9
_N_PACKED: Final = 3
_GUARDS: Final = np.uint64(sum(16 << _FIELD_BITS * at for at in range(_LETTERS_PER_WORD)))
_MOST_AT_ONCE: Final = 1 << 22
"""The most pairs of forms compared at once, to bound the memory."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of words that are worth most.

    Attributes:
        score: their worth; None if no two words can be laid.
        n: the number of different pairs.
        numbers: the first pairs alphabetically, as word numbers of the lexicon.
    """

    score: Score | None
    n: int
    numbers: list[tuple[int, int]]


def best_pairs(
    words: WordTable, patents: str, ruleset: Ruleset, value: Value, least: Score | None, limit: int
) -> Pairs:
    """Find the best pairs that are worth at least `least`, and list at most `limit` of them.

    The words may have any length, and may include words that cannot be played.
    """
    most_cards = ruleset.hand_size + ruleset.community_size
    found = _Lowest(limit)
    best: Score | None = None
    for score, first, second in _by_score(words, patents, ruleset, value):
        if (least is not None and score < least) or (best is not None and score < best):
            break
        for some in _playable_pairs(first, second, patents, ruleset.duplicate_scope, most_cards):
            found.add(some)
        if found.n:
            best = score
    return Pairs(best, found.n, [(int(one), int(other)) for one, other in found.numbers])


class _Lowest:
    """Count pairs, and keep the lowest of them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.n = 0
        self.numbers = np.empty((0, 2), np.int32)

    def add(self, pairs: npt.NDArray[np.int32]) -> None:
        self.n += len(pairs)
        candidates = np.concatenate([self.numbers, np.sort(pairs, axis=1)])
        order = np.lexsort((candidates[:, 1], candidates[:, 0]))
        self.numbers = candidates[order[: self._limit]]


def _by_score(
    words: WordTable, patents: str, ruleset: Ruleset, value: Value
) -> Iterator[tuple[Score, WordTable, WordTable]]:
    """Yield every two kinds of words that are short enough together, with their worth."""
    payout, stacking = ruleset.payout, ruleset.stacking
    most_letters = ruleset.hand_size + ruleset.community_size + owned_extras(patents)[-1].n
    factors_of = functools.cache(lambda one, other: factors(one, other, stacking))
    kinds = sorted(set(zip(words.lengths.tolist(), words.doublers.tolist(), strict=True)))
    scored = []
    for (length_1, doublers_1), (length_2, doublers_2) in combinations_with_replacement(kinds, 2):
        if length_1 + length_2 <= most_letters:
            score = max(
                value(
                    payout.coins[length_1] * factor_1 + payout.coins[length_2] * factor_2,
                    payout.stock[length_1] * factor_1 + payout.stock[length_2] * factor_2,
                )
                for factor_1, factor_2 in factors_of(doublers_1, doublers_2)
            )
            scored.append((score, (length_1, doublers_1), (length_2, doublers_2)))
    tables = functools.cache(
        lambda length, doublers: words[(words.lengths == length) & (words.doublers == doublers)]
    )
    for score, one, other in sorted(scored, key=lambda item: item[0], reverse=True):
        yield score, tables(*one), tables(*other)


def _playable_pairs(
    first: WordTable, second: WordTable, patents: str, scope: DuplicateScope, most_cards: int
) -> Iterator[npt.NDArray[np.int32]]:
    """Yield the pairs of a word of each kind that a rack can lay, int32 [n, 2], each pair once."""
    # With given extras a word has at most as many forms as letters.
    most_forms = len(second) * int(first.lengths[0] * second.lengths[0])
    step = max(1, _MOST_AT_ONCE // most_forms)
    for start in range(0, len(first), step):
        some = first[start : start + step]
        playable = np.zeros((len(some), len(second)), np.bool_)
        for mine, theirs, fits in forms_together(some, second, patents, scope, most_cards):
            at, their_at = np.nonzero(fits)
            playable[mine.rows[at], theirs.rows[their_at]] = True
            if playable.all():
                break
        if first is second:
            playable &= np.tri(len(second), dtype=np.bool_).T[start : start + step]
        rows, columns = np.nonzero(playable)
        yield np.stack([some.numbers[rows], second.numbers[columns]], axis=1)


def forms_together(
    first: WordTable, second: WordTable, patents: str, scope: DuplicateScope, most_cards: int
) -> Iterator[tuple[Forms, Forms, Bools]]:
    """Pair the forms of words of one length with those of another, the fewest extras first.

    Each pair of forms comes with a table, bool [n, m], of those that a rack can lay in one turn.
    """
    n_letters = int(first.lengths[0] + second.lengths[0])
    for one, other in _divided(owned_extras(patents)):
        if n_letters - one.n - other.n <= most_cards:
            mine = first.forms(one, scope).that_fit(most_cards)
            theirs = second.forms(other, scope).that_fit(most_cards)
            yield mine, theirs, _fit_together(mine, theirs)


def _divided(choices: list[Extras]) -> list[tuple[Extras, Extras]]:
    """Divide the extras among two words: a turn has one duplicate and one suffix at most."""
    divided = [
        (one, other)
        for one, other in product(choices, repeat=2)
        if not (one.duplicate and other.duplicate) and not (one.suffix and other.suffix)
    ]
    return sorted(divided, key=lambda both: both[0].n + both[1].n)


def _fit_together(mine: Forms, theirs: Forms) -> Bools:
    """Compare forms: True where the deck has the cards for both, bool [mine, theirs].

    The original of a duplicate must be a card of either word. Forms made with the word scope always
    have it in the same word.
    """
    fits = np.ones((len(mine), len(theirs)), np.bool_)
    for part in range(_N_PACKED):
        room = _packed(DECK[None], part) + _GUARDS - _packed(mine.cards, part)
        left = room[:, None] - _packed(theirs.cards, part)[None, :]
        fits &= left & _GUARDS == _GUARDS
    fits &= _has_original(mine, theirs)
    fits &= _has_original(theirs, mine).T
    return fits


def _has_original(copying: Forms, other: Forms) -> Bools:
    """Compare forms: True where the original of the duplicate is there, bool [copying, other]."""
    letters = copying.duplicated
    if not len(letters) or letters[0] < 0:
        return np.ones((1, 1), np.bool_)
    own: Bools = copying.cards[np.arange(len(letters)), letters] > 0
    return own[:, None] | (other.cards.T[letters] > 0)


def _packed(cards: Bytes, part: int) -> Packed:
    """Pack a third of the letters, see the top: uint64 [n]."""
    letters = cards[:, part * _LETTERS_PER_WORD : (part + 1) * _LETTERS_PER_WORD]
    shifts = np.arange(letters.shape[1], dtype=np.uint64) * np.uint64(_FIELD_BITS)
    packed: Packed = (letters.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
    return packed


assert len(LETTERS) <= _N_PACKED * _LETTERS_PER_WORD


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

    The search is exact. It lays every word of the lexicon in every way: with as many cards as hand
    and community hold together, at most the deck's number of each letter, and with the duplicate
    and the suffix if the player owns X or Z. With V it also lays every pair of words that each take
    a card from the hand; it skips only pairs that could not earn enough even with unlimited cards.

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
        alone = self._playable(words)
        best, numbers = self._best_words(alone) if self.n_words != MAX_WORDS else (None, [])
        short = words[words.lengths <= self.most_letters - MIN_WORD_LENGTH]
        pairs = self._best_pairs(short, best, limit)
        if pairs.score is not None and (best is None or pairs.score > best):
            best, numbers = pairs.score, []
        chosen = [(number,) for number in numbers[:limit]] + pairs.numbers
        laid = [self._laid(words, some) for some in chosen[:limit]]
        return BestPlays(
            self.lexicon,
            self.ruleset,
            self.patents,
            self.keys,
            best or (),
            len(numbers) + pairs.n,
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
        return self.most_cards + owned_extras(self.patents)[-1].n

    @property
    def has_pairs(self) -> bool:
        """True if pairs are wanted and may be laid; each word takes a card from the hand."""
        wanted = self.n_words != 1 and "V" in self.patents
        return wanted and self.ruleset.hand_size >= MAX_WORDS

    def value(self, money: int, stock: int) -> Score:
        """Return the worth of money and stock by the keys."""
        of = {MARGIN: money + stock, "money": money, "stock": stock}
        return tuple(of[key] for key in self.keys)

    def _playable(self, words: WordTable) -> WordTable:
        """Return the words that some rack can lay in a turn of one word."""
        playable = np.zeros(len(words), np.bool_)
        for forms in forms_alone(words, self.patents, self.most_cards):
            playable[forms.rows] = True
        return words[playable]

    def _best_words(self, words: WordTable) -> tuple[Score | None, list[int]]:
        """Return the worth of the best words, and their numbers."""
        payout, stacking = self.ruleset.payout, self.ruleset.stacking
        kinds = list(zip(words.lengths.tolist(), words.doublers.tolist(), strict=True))
        score_of = {
            (length, doublers): max(
                self.value(payout.coins[length] * factor, payout.stock[length] * factor)
                for factor, _ in factors(doublers, 0, stacking)
            )
            for length, doublers in set(kinds)
        }
        best = max(score_of.values(), default=None)
        numbers = words.numbers.tolist()
        return best, [
            number for number, kind in zip(numbers, kinds, strict=True) if score_of[kind] == best
        ]

    def _best_pairs(self, words: WordTable, least: Score | None, limit: int) -> Pairs:
        if not self.has_pairs:
            return Pairs(None, 0, [])
        return best_pairs(words, self.patents, self.ruleset, self.value, least, limit)

    def _laid(self, words: WordTable, numbers: tuple[int, ...]) -> tuple[Position, Play]:
        """Return the play of these words, and a rack that allows it."""
        texts = [self.lexicon.word(number) for number in numbers]
        hand, community = _rack(self._cards(words, numbers), self.ruleset)
        position = Position(hand, community, self.patents)
        plays = find_plays(
            position, Lexicon.from_words(texts), ruleset=self.ruleset, rank_by=self.keys
        )
        found = (play for play in plays if [word.word for word in play.words] == texts)
        return position, next(found)

    def _cards(self, words: WordTable, numbers: tuple[int, ...]) -> list[str]:
        """Return the cards for each of the words, with the fewest extras that suffice."""
        rows = np.searchsorted(words.numbers, numbers)
        tables = [words[row : row + 1] for row in rows]
        if len(tables) == 1:
            for forms in forms_alone(tables[0], self.patents, self.most_cards):
                if len(forms):
                    return [_text(forms.cards[0])]
        else:
            first, second = tables
            scope = self.ruleset.duplicate_scope
            for mine, theirs, fits in forms_together(
                first, second, self.patents, scope, self.most_cards
            ):
                if fits.any():
                    one, other = np.argwhere(fits)[0]
                    return [_text(mine.cards[one]), _text(theirs.cards[other])]
        raise AssertionError(f"no rack lays {numbers}, which the search has found")

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
    # The first card of each word stands last, so that it goes to the community only as a last
    # resort.
    spare = "".join(word[1:] for word in cards) + "".join(word[0] for word in cards)
    n_community = max(0, len(spare) - ruleset.hand_size)
    community, hand = spare[:n_community], spare[n_community:]
    left = {letter: n - spare.count(letter) for letter, n in CARD_COUNT.items()}
    for _ in range(ruleset.hand_size + ruleset.community_size - len(spare)):
        likeliest = max(LETTERS, key=left.__getitem__)
        left[likeliest] -= 1
        if len(hand) < ruleset.hand_size:
            hand += likeliest
        else:
            community += likeliest
    return hand, community


def _text(cards: Bytes) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, cards, strict=True))


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
