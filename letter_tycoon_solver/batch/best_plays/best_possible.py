"""`best_possible`: the plays that earn most, over all positions that the deck allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...errors import InvalidInputError, show
from ...evaluation.ranking import MARGIN
from ...lexicon import Lexicon
from ...rules.cards import CARD_COUNT, LETTERS, MAX_WORDS, MIN_WORD_LENGTH, parse_whole
from ...rules.play import Play
from ...rules.position import Position
from ...rules.ruleset import RULEBOOK, Ruleset
from ...search.solver import find_plays
from .pair_search import Pairs, Score, best_pairs, forms_together
from .word_table import Bytes, WordTable, factors, forms_alone, owned_extras

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
    lexicon: Lexicon,
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
        lexicon: the words that may be laid.
        ruleset: the sizes of hand and community, the payout and the rules in dispute.
        patents: letters of the patents that the player owns; opponents own none.
        rank_by: "margin" (money + stock), "money", "stock", or several such as ("stock", "money").
        n_words: 1 or 2 (with V): only plays with this number of words.
        limit: the most plays to list, 1 to 100,000, among those that earn the same; all are
            counted.

    Raises:
        InvalidInputError: an argument is out of range, or n_words is 2 without V.
    """
    if not isinstance(lexicon, Lexicon) or not isinstance(ruleset, Ruleset):
        raise InvalidInputError(
            f"the lexicon is {show(lexicon)} and the ruleset {show(ruleset)}; give a Lexicon"
            " and a Ruleset"
        )
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
        plays = find_plays(position, Lexicon.from_words(texts), self.ruleset, self.keys)
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
