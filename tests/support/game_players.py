"""A player without a solver: it lays words of a short list, right or wrong, with its cards."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.game import (
    Accept,
    Action,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    Phase,
    PlayWords,
    ReplaceCard,
    SeenState,
)
from letter_tycoon_solver.rules.play import PlayedWord

WORD_LIST = Path(__file__).parents[2] / "wordlists" / "common.txt"


@cache
def short_words() -> Lexicon:
    """Return every sixth common word of 3 to 7 letters, upper case."""
    words = [word.upper() for word in WORD_LIST.read_text("ascii").split()]
    return Lexicon.from_words([word for word in words if 3 <= len(word) <= 7][::6])


@cache
def shuffled_words(seed: int) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the words with their letters, in another order for each seed."""
    words = sorted(short_words())
    random.Random(seed).shuffle(words)
    return tuple((word, frozenset(word)) for word in words)


class WordPlayer:
    """A player that uses every ability it owns, and is not always honest."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, seen: SeenState) -> Action:
        choose = self._random.choice
        match seen.phase:
            case Phase.START:
                return self._start(seen)
            case Phase.CHALLENGE:
                return Challenge() if self._random.random() < 0.25 else Accept()
            case Phase.PENALTY:
                return Exchange(choose(seen.active_seat.hand))
            case Phase.PURCHASE:
                options = list(seen.legal_actions)
                assert isinstance(options[-1], Decline)
                assert all(isinstance(option, Buy) for option in options[:-1])
                return choose(options)
            case _:
                return Discard(self._some(seen.leave))

    def _start(self, seen: SeenState) -> Action:
        legal = seen.legal_actions
        replacement = ReplaceCard(self._random.choice(seen.active_seat.hand))
        others = [a for a in legal._replacements() if a.source == "c"]
        if others and self._random.random() < 0.5:
            replacement = self._random.choice(others)
        if replacement in legal and self._random.random() < 0.7:
            return replacement
        if self._random.random() < 0.05:
            return Exchange(self._some(seen.active_seat.hand))
        play = self._find_words(seen)
        return play if play and play in legal else Exchange(self._some(seen.active_seat.hand))

    def _find_words(self, seen: SeenState) -> PlayWords | None:
        hand, community = Counter(seen.active_seat.hand), Counter(seen.community)
        abilities = set(seen.active_seat.patents) & set("XZ")
        found: list[PlayedWord] = []
        wanted = 2 if "V" in seen.active_seat.patents else 1
        words = shuffled_words(self._random.randrange(50))
        if self._random.random() < 0.06:
            words = tuple((word[::-1], letters) for word, letters in words[:1000])
        within_reach = {*hand, *community, *("S" if "Z" in abilities else "")}
        for word, letters in words:
            if not letters <= within_reach:
                continue
            played = self._lay(word, hand, community, abilities)
            if played is not None:
                found.append(played)
                hand -= Counter(played.letters_from("h"))
                community -= Counter(played.letters_from("c"))
                abilities -= {"X" if "d" in played.sources else ""}
                abilities -= {"Z" if "s" in played.sources else ""}
                if len(found) == wanted:
                    break
        return PlayWords(tuple(found)) if found else None

    def _lay(
        self, word: str, hand: Counter[str], community: Counter[str], abilities: set[str]
    ) -> PlayedWord | None:
        left = {"h": Counter(hand), "c": Counter(community)}
        missing = sum((Counter(word) - hand - community).values())
        if missing > len(abilities):
            return None
        sources = ""
        for at, letter in enumerate(word):
            options = [source for source in "hc" if left[source][letter]]
            if options:
                source = self._random.choice(options)
                left[source][letter] -= 1
            elif "Z" in abilities and letter == "S" and at == len(word) - 1:
                source = "s"
            elif "X" in abilities and "d" not in sources and word.count(letter) > 1:
                source = "d"
            else:
                return None
            sources += source
        if "h" not in sources or ("d" in sources and sources.count("h") + sources.count("c") < 3):
            return None
        y_as = "".join(self._random.choice("vc") for _ in range(word.count("Y")))
        return PlayedWord(word, sources, y_as)

    def _some(self, cards: str) -> str:
        return "".join(card for card in cards if self._random.random() < 0.3)
