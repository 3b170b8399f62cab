"""The referee decides if a play is legal, and what it earns. To be read beside the rulebook.

It shares nothing with the search, so that each can check the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from ..errors import IllegalPlay, InvalidInputError, Reason, counted, require, show
from .cards import (
    LETTERS,
    MAX_WORDS,
    MIN_CARDS_FOR_DUPLICATE,
    MIN_WORD_LENGTH,
    PATENT_COST,
    VOWELS,
    count_letters,
    parse_letters,
    remove_cards,
)
from .play import (
    CARD_SOURCES,
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SOURCES,
    SUFFIX,
    VOWEL,
    Play,
    PlayedWord,
    join_words,
    parse_words,
)
from .position import Position
from .ruleset import RULEBOOK, DuplicateScope, Ruleset, Stacking

PATENT_DOUBLERS = "BJK"
"""Each doubles at most one word per turn, if its owner wants."""

CARD_DOUBLER = "Q"
"""The Q card doubles its word, whoever owns the patent Q."""

Words = Sequence[PlayedWord]


def adjudicate(
    position: Position,
    words: Words | str,
    lexicon: Container[str] | None = None,
    *,
    ruleset: Ruleset = RULEBOOK,
    doublers: Sequence[str] | None = None,
) -> Play:
    """Judge words to be played, and calculate their earnings.

    Args:
        position: the player's view.
        words: one PlayedWord, or two for the owner of V; or a play in notation, "LAWNs*K".
        lexicon: any object with `"WORD" in lexicon` in upper case; None accepts every word.
        ruleset: the rules of the table.
        doublers: the doublers that the player claims for each word ("KQ"), used to the full; at
            most one under `Stacking.AT_MOST_ONE`. None claims those that earn most money and stock,
            then most money, and the Q card before a patent. A notation may name the doublers.

    Returns:
        The play, which is legal, with its earnings.

    Raises:
        IllegalPlay: the play breaks a rule; its `reason` names the rule.
        InvalidInputError: the position has more cards than the ruleset deals, the text is not in
            the notation, doublers are claimed in two ways, or an argument is of a wrong type.

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> position = lts.Position("JWLEANZ", "EES", opponents=["E"])
        >>> play = lts.adjudicate(position, "JeWeLs")
        >>> play.money, play.stock, play.royalties
        (4, 1, (2,))
    """
    if isinstance(words, str):
        words, doublers = _read_notation(words, doublers)
    words = _check_arguments(position, words, ruleset)
    _check_claim(doublers, lexicon)
    _check_words(words, position)
    _check_cards(words, position)
    _check_duplicate(words, position, ruleset)
    _check_suffix(words, position)
    _check_lexicon(words, lexicon)
    chosen = _choose_doublers(words, position.patents, ruleset, doublers)
    money, stock = _payout(words, chosen, ruleset)
    cards = _letters_from(words, CARD_SOURCES)
    purchasable = position.purchasable(cards, money)
    return Play(
        words=tuple(words),
        doublers=chosen,
        money=money,
        stock=stock,
        royalties=tuple(sum(a in owned for a in cards) for owned in position.opponents),
        purchasable=purchasable,
        patent_value=PATENT_COST[purchasable[0]] if purchasable else 0,
        leave=remove_cards(position.hand, _letters_from(words, HAND)),
    )


@dataclass(frozen=True, slots=True)
class WordPayout:
    """The payout of a word, wherever its cards come from.

    Attributes:
        word: the letters, upper case.
        money: dollars from the bank.
        stock: shares from the bank.
        doublers: the doublers that apply, in alphabetical order: letters of B J K Q.
        y_as: one v or c per Y of the word, left to right: declared a vowel or a consonant.
    """

    word: str
    money: int
    stock: int
    doublers: str
    y_as: str


def word_payout(word: str, patents: str = "", *, ruleset: Ruleset = RULEBOOK) -> WordPayout:
    """Calculate a word's payout for the owner of patents, with the best Ys and doublers.

    The letters need not be a word. A Q counts as the card, which doubles.

    Args:
        word: letters, in any case; at least three, and at most two more than the cards that the
            ruleset deals for hand and community.
        patents: letters of the owned patents.
        ruleset: the rules of the table.

    Raises:
        InvalidInputError: the word has characters other than A to Z, or is too short or too long to
            be laid, or `ruleset` is not a Ruleset.

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> payout = lts.word_payout("YACHT", "K")
        >>> payout.money, payout.stock, payout.doublers, payout.y_as
        (6, 0, 'K', 'c')
    """
    require(ruleset, Ruleset, "the ruleset")
    parse_letters(word, "the word")
    owned, most = parse_letters(patents, "the patents"), most_letters(ruleset)
    if not MIN_WORD_LENGTH <= len(word) <= most:
        raise InvalidInputError(
            f"the word {show(word)} has {counted(len(word), 'letter')}; give one of"
            f" {MIN_WORD_LENGTH} to {most} letters"
        )
    # With at least three letters, only "all Ys are vowels" or "one vowel in all" can earn anything.
    n_ys = word.upper().count("Y")
    declared = (CONSONANT * n_ys, VOWEL * n_ys, (VOWEL + CONSONANT * n_ys)[:n_ys])
    ways = []
    for y_as in declared:
        words = [PlayedWord(word, HAND * len(word), y_as)]
        chosen = _choose_doublers(words, owned, ruleset, None)
        money, stock = _payout(words, chosen, ruleset)
        ways.append(WordPayout(words[0].word, money, stock, chosen[0], y_as))
    return max(ways, key=lambda way: (way.money + way.stock, way.money))


def most_letters(ruleset: Ruleset) -> int:
    """Return the most letters in a word: all cards, the duplicate and the suffix."""
    return ruleset.hand_size + ruleset.community_size + len(DUPLICATE + SUFFIX)


def _read_notation(text: str, doublers: Sequence[str] | None) -> tuple[Words, Sequence[str] | None]:
    words, named = parse_words(text)
    if named is not None and doublers is not None:
        raise InvalidInputError(
            f"{show(text)} names its doublers, and doublers is {show(doublers)}; claim them once"
        )
    return words, doublers if named is None else named


def _check_arguments(position: Position, words: Words, ruleset: Ruleset) -> Words:
    if not isinstance(position, Position) or not isinstance(ruleset, Ruleset):
        raise InvalidInputError(
            f"adjudicate got {type(position).__name__} and {type(ruleset).__name__}; give a "
            "Position and a Ruleset"
        )
    words = [words] if isinstance(words, PlayedWord) else words
    if not isinstance(words, Sequence) or not all(isinstance(w, PlayedWord) for w in words):
        raise InvalidInputError(
            f"words is {show(words)}; give a list of one or two PlayedWord, or a play in notation"
        )
    position.check_card_limits(ruleset)
    return words


def _check_claim(doublers: Sequence[str] | None, lexicon: Container[str] | None) -> None:
    if doublers is not None and (
        not isinstance(doublers, list | tuple) or not all(isinstance(d, str) for d in doublers)
    ):
        raise InvalidInputError(
            f'doublers is {show(doublers)}; give one string per word, as in ["KQ", ""], or None'
        )
    is_text = isinstance(lexicon, str | bytes | bytearray)
    if lexicon is not None and (is_text or not hasattr(lexicon, "__contains__")):
        raise InvalidInputError(
            f"lexicon is {show(lexicon)}; give a Lexicon, a set of words in upper case, or None"
        )


# A legal word ------------------------------------------------------------------------------------


def _check_words(words: Words, position: Position) -> None:
    if not words:
        raise IllegalPlay(Reason.NO_WORD, "there is no word")
    for word in words:
        _check_letters(word)
        _check_ys(word)
    if len(words) > MAX_WORDS:
        raise IllegalPlay(Reason.TOO_MANY_WORDS, f"there are {len(words)} words")
    if len(words) == MAX_WORDS and "V" not in position.patents:
        raise IllegalPlay(Reason.SECOND_WORD_NOT_OWNED, f"{words[1].word} is a second word")


def _check_letters(played: PlayedWord) -> None:
    word = played.word
    if not all(letter in LETTERS for letter in word):
        raise IllegalPlay(Reason.NOT_LETTERS, f"{word!r} has other characters")
    if len(word) < MIN_WORD_LENGTH:
        raise IllegalPlay(Reason.TOO_SHORT, f"{word!r} has {counted(len(word), 'letter')}")
    if len(played.sources) != len(word) or not all(s in SOURCES for s in played.sources):
        raise IllegalPlay(Reason.SOURCES_MALFORMED, f"{word} has the sources {played.sources!r}")


def _check_ys(played: PlayedWord) -> None:
    n_ys, declared = played.word.count("Y"), played.y_as
    if len(declared) < n_ys:
        raise IllegalPlay(
            Reason.Y_UNDECLARED, f"{played.word} has {n_ys} Y and declares {declared!r}"
        )
    if len(declared) > n_ys or not all(as_what in VOWEL + CONSONANT for as_what in declared):
        raise IllegalPlay(
            Reason.Y_MALFORMED, f"{played.word} has {n_ys} Y and declares {declared!r}"
        )


def _check_cards(words: Words, position: Position) -> None:
    for source, where, cards in (
        (HAND, "hand", position.hand),
        (COMMUNITY, "community", position.community),
    ):
        there = count_letters(cards)
        for letter, n in count_letters(_letters_from(words, source)).items():
            if n > there.get(letter, 0):
                raise IllegalPlay(
                    Reason.CARD_NOT_AVAILABLE,
                    f"the play takes {n} {letter} from the {where}, which holds "
                    f"{there.get(letter, 0)}",
                )
    for word in words:
        if HAND not in word.sources:
            raise IllegalPlay(Reason.NO_HAND_CARD, f"{word.word} uses no hand card")


def _check_duplicate(words: Words, position: Position, ruleset: Ruleset) -> None:
    """Rule (X): use one letter card twice; the play needs at least three factory cards."""
    duplicates = [(word, letter) for word in words for letter in word.letters_from(DUPLICATE)]
    if not duplicates:
        return
    word, letter = duplicates[0]
    if "X" not in position.patents:
        raise IllegalPlay(Reason.DUPLICATE_NOT_OWNED, f"{word.word} duplicates {letter}")
    if len(duplicates) > 1:
        raise IllegalPlay(Reason.TWO_DUPLICATES, f"the play has {len(duplicates)} duplicates")
    scope = [word] if ruleset.duplicate_scope is DuplicateScope.WORD else words
    cards = _letters_from(scope, CARD_SOURCES)
    if letter not in cards:
        raise IllegalPlay(
            Reason.DUPLICATE_WITHOUT_ORIGINAL, f"{word.word} duplicates {letter}, not among {cards}"
        )
    if len(cards) < MIN_CARDS_FOR_DUPLICATE:
        raise IllegalPlay(
            Reason.TOO_FEW_CARDS_FOR_DUPLICATE, f"{word.word} duplicates {letter} with {cards}"
        )


def _check_suffix(words: Words, position: Position) -> None:
    """Rule (Z): add an S that is not a card to the end of a word."""
    suffixes = [(word, at) for word in words for at, s in enumerate(word.sources) if s == SUFFIX]
    if suffixes and "Z" not in position.patents:
        raise IllegalPlay(Reason.SUFFIX_NOT_OWNED, f"{suffixes[0][0].word} has a suffix")
    if len(suffixes) > 1:
        raise IllegalPlay(Reason.TWO_SUFFIXES, f"the play has {len(suffixes)} suffixes")
    for word, at in suffixes:
        if at != len(word.word) - 1:
            raise IllegalPlay(
                Reason.SUFFIX_NOT_LAST, f"{word.word} has the suffix as letter {at + 1}"
            )
        if word.word[at] != "S":
            raise IllegalPlay(Reason.SUFFIX_NOT_S, f"{word.word} has the suffix {word.word[at]}")


def _check_lexicon(words: Words, lexicon: Container[str] | None) -> None:
    if lexicon is None:
        return
    for word in words:
        try:
            is_known = word.word in lexicon
        except (TypeError, ValueError):
            raise InvalidInputError(
                f"lexicon is {show(lexicon)}, which cannot be asked for {word.word}; give a Lexicon"
                " or a set of words"
            ) from None
        if not is_known:
            raise IllegalPlay(Reason.NOT_IN_LEXICON, f"{word.word} is unknown")


def _letters_from(words: Words, sources: str) -> str:
    return "".join(word.letters_from(sources) for word in words)


# Payout ------------------------------------------------------------------------------------------


def _payout(words: Words, doublers: Sequence[str], ruleset: Ruleset) -> tuple[int, int]:
    """Return money and stock: every word is paid separately, by its length and its doublers."""
    money = stock = 0
    for word, letters in zip(words, doublers, strict=True):
        factor = ruleset.stacking.factor(len(letters))
        money += ruleset.payout.coins[len(word.word)] * factor
        stock += ruleset.payout.stock[len(word.word)] * factor
    return money, stock


def _choose_doublers(
    words: Words, patents: str, ruleset: Ruleset, claimed: Sequence[str] | None
) -> tuple[str, ...]:
    """Return the claimed doublers if they are allowed; for None, the best that are."""
    choices = _full_choices(list(_possible_doublers(words, patents, ruleset)), ruleset)
    if claimed is None:
        # max returns the first of equals.
        return max(choices, key=lambda choice: _worth(words, choice, ruleset))
    wanted = tuple("".join(sorted(letters.upper())) for letters in claimed)
    if wanted not in choices:
        raise IllegalPlay(
            Reason.DOUBLER_NOT_ALLOWED,
            f"{join_words(words)} cannot have the doublers {list(claimed)}",
        )
    return wanted


def _full_choices(choices: list[tuple[str, ...]], ruleset: Ruleset) -> list[tuple[str, ...]]:
    """Return the choices that use the doublers to the full.

    A choice goes if another one beats it on one word and matches it on the other.
    """
    factors = {c: [ruleset.stacking.factor(len(letters)) for letters in c] for c in choices}
    return [
        choice
        for choice in choices
        if not any(
            other != factors[choice]
            and all(more >= mine for more, mine in zip(other, factors[choice], strict=True))
            for other in factors.values()
        )
    ]


def _worth(words: Words, doublers: Sequence[str], ruleset: Ruleset) -> tuple[int, int]:
    money, stock = _payout(words, doublers, ruleset)
    return money + stock, money


def _possible_doublers(words: Words, patents: str, ruleset: Ruleset) -> Iterator[tuple[str, ...]]:
    """Yield every way to give B, J and K to at most one word each, with the Q card in its word."""
    owned = [letter for letter in PATENT_DOUBLERS if letter in patents]
    targets = [
        [at for at, word in enumerate(words) if _condition_holds(letter, word)] + [None]
        for letter in owned
    ]
    for choice in itertools.product(*targets):
        per_word = [
            "".join(letter for letter, target in zip(owned, choice, strict=True) if target == at)
            + (CARD_DOUBLER if _has_card_doubler(word, ruleset) else "")
            for at, word in enumerate(words)
        ]
        if ruleset.stacking is not Stacking.AT_MOST_ONE:
            yield tuple(per_word)
        elif all(len(letters.rstrip(CARD_DOUBLER)) <= 1 for letters in per_word):
            # The player names either the Q card, which comes first, or the patent.
            yield from itertools.product(*(letters[::-1] or [""] for letters in per_word))


def _condition_holds(doubler: str, played: PlayedWord) -> bool:
    vowels = _vowel_pattern(played)
    match doubler:
        case "B":
            return vowels[0] and vowels[-1]
        case "J":
            return 2 * sum(vowels) >= len(vowels)
        case _:
            return sum(vowels) == 1


def _vowel_pattern(played: PlayedWord) -> list[bool]:
    """Return True for each vowel; the Ys count as declared."""
    declared = iter(played.y_as)
    return [
        next(declared) == VOWEL if letter == "Y" else letter in VOWELS for letter in played.word
    ]


def _has_card_doubler(played: PlayedWord, ruleset: Ruleset) -> bool:
    """Return True for a word with the Q card; a duplicated Q counts only with the turn scope."""
    doubling = CARD_SOURCES
    if ruleset.duplicate_scope is DuplicateScope.TURN:
        doubling += DUPLICATE
    return CARD_DOUBLER in played.letters_from(doubling)
