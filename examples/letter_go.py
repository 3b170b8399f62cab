"""Letter GO!: the words of another card game, with a `Lexicon` and its search.

Everybody has consonants in front of them, the vowels lie in the middle. All write words of four
letters or more, from the vowels and the consonants of the *others*; each card once in a round. Rule
cards say which words count. Who is done takes the lowest token that is left; in that order players
claim the cards they used, as far as these are still there, and score the stars on them.

    python examples/letter_go.py
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from letter_tycoon_solver import Lexicon

QU = "QU"
"""A card of two letters; it may stand for Q alone."""
LEAST_LETTERS = 4

Cards = Counter[str]
Rule = Callable[[str], bool]
"""Does a word count? Words come in upper case; write your own as you like."""


# Rule cards --------------------------------------------------------------------------------------


def double_letter(word: str) -> bool:
    """A letter twice in a row."""
    return re.search(r"(.)\1", word) is not None


def no_letter_twice(word: str) -> bool:
    """All letters are different."""
    return len(set(word)) == len(word)


def ends_with_a_vowel(word: str) -> bool:
    """The last letter is A, E, I, O or U."""
    return word[-1] in "AEIOU"


def begins_as_it_ends(word: str) -> bool:
    """The first letter is the last one."""
    return word[0] == word[-1]


def letters(least: int, most: int = 99) -> Rule:
    """So many letters."""
    return lambda word: least <= len(word) <= most


def without(forbidden: str) -> Rule:
    """None of these letters."""
    return lambda word: not set(word) & set(forbidden)


# A round -----------------------------------------------------------------------------------------


def ways(word: str) -> Iterator[Cards]:
    """The cards that spell a word: each Q is the card QU, which may spell the U behind it too."""
    single = Cards(word)
    single[QU] = single.pop("Q", 0)
    for n_spelled in range(word.count("QU") + 1):
        yield +(single - Cards({"U": n_spelled}))


@dataclass(frozen=True)
class Round:
    """The cards on the table.

    Attributes:
        lexicon: the words that are words.
        consonants: by player, the cards in front of them.
        vowels: the cards in the middle.
        rules: the rule cards; a word has to keep all of them.
    """

    lexicon: Lexicon
    consonants: Mapping[str, Sequence[str]]
    vowels: Sequence[str]
    rules: Sequence[Rule] = ()

    def cards_for(self, player: str) -> Cards:
        """The cards that a player may use."""
        others = (cards for name, cards in self.consonants.items() if name != player)
        return Cards([*self.vowels, *(card for cards in others for card in cards)])

    def words(self, player: str) -> list[str]:
        """Every word that a player may write, in alphabetical order."""
        cards = self.cards_for(player)
        # More than the cards spell: the U of a card QU without its Q.
        found = self.lexicon.subanagrams("".join(cards.elements()))
        return [word for word in found if self.counts(word) and any(w <= cards for w in ways(word))]

    def counts(self, word: str) -> bool:
        """Does a word count, whoever has the cards?"""
        is_word = len(word) >= LEAST_LETTERS and word in self.lexicon
        return is_word and all(rule(word) for rule in self.rules)

    def used(self, player: str, words: Sequence[str]) -> Cards:
        """The cards that the words take; as many as can be, where there is a choice.

        Raises:
            ValueError: a word does not count, or the cards do not suffice.
        """
        words = [word.upper() for word in words]
        for word in words:
            if not self.counts(word):
                raise ValueError(f"{word} does not count: it is not a word, or breaks a rule card")
        boards = (sum(chosen, Cards()) for chosen in itertools.product(*map(ways, words)))
        spelled = [cards for cards in boards if cards <= self.cards_for(player)]
        if not spelled:
            raise ValueError(f"{player} does not have the cards for {' '.join(words)}")
        return max(spelled, key=Cards.total)

    def best(self, player: str, stars: Mapping[str, int]) -> list[str]:
        """Words that are worth most stars together."""
        cards = self.cards_for(player)
        options = {
            tuple(sorted(way.elements())): (way, word)
            for word in self.words(player)
            for way in ways(word)
            if way <= cards
        }
        dearest_first = sorted(options.values(), key=lambda option: -worth(option[0], stars))
        return _best_board(cards, dearest_first, stars)[1]

    def score(
        self, boards: Mapping[str, Sequence[str]], tokens: Sequence[str], stars: Mapping[str, int]
    ) -> dict[str, int]:
        """The stars that players score with what they have written.

        Args:
            boards: by player, the words.
            tokens: the players, the lowest token first.
            stars: by card; 1 where nothing is said.

        Raises:
            ValueError: as `used`.
        """
        there = {"": Cards(self.vowels)}
        there |= {name: Cards(cards) for name, cards in self.consonants.items()}
        scores = dict.fromkeys(tokens, 0)
        for player in tokens:
            for card in self.used(player, boards[player]).elements():
                owners = [name for name in there if name != player and there[name][card]]
                if owners:
                    there[owners[0]][card] -= 1
                    scores[player] += stars.get(card, 1)
        return scores


def worth(cards: Cards, stars: Mapping[str, int]) -> int:
    """The stars of cards; 1 where nothing is said."""
    return sum(n * stars.get(card, 1) for card, n in cards.items())


def _best_board(
    cards: Cards, options: Sequence[tuple[Cards, str]], stars: Mapping[str, int]
) -> tuple[int, list[str]]:
    """The stars and the words of the best board; options are words with cards, dearest first."""
    best: tuple[int, list[str]] = (0, [])
    for at, (way, word) in enumerate(options):
        if best[0] == worth(cards, stars):
            break
        rest = cards - way
        others = [option for option in options[at + 1 :] if option[0] <= rest]
        more, words = _best_board(rest, others, stars)
        if worth(way, stars) + more > best[0]:
            best = worth(way, stars) + more, [word, *words]
    return best


def main() -> None:
    """A round of three."""
    table = Round(
        Lexicon.load(),
        consonants={"Ann": ["QU", "T", "N"], "Ben": ["R", "S", "C"], "Cleo": ["L", "T", "D"]},
        vowels=["A", "I", "E"],
        rules=[letters(4), no_letter_twice],
    )
    stars = {"QU": 3, "C": 2, "D": 2}
    boards = {player: table.best(player, stars) for player in table.consonants}
    for player, words in boards.items():
        print(f"{player} may write {len(table.words(player))} words, best: {' '.join(words)}")
    for player, score in table.score(boards, ["Cleo", "Ann", "Ben"], stars).items():
        print(f"{player} scores {score}")


if __name__ == "__main__":
    main()
