"""Words: whether it is one, what it pays, what it is made of."""

from __future__ import annotations

from ..definitions.word_facts import NearWords, WordFacts, parse_word
from ..lexicon import Lexicon
from ..rules.ruleset import Ruleset
from .plans import Y_AS
from .schema import Meaning, Pays, Word


def word_json(text: str, lexicons: list[Lexicon], ruleset: Ruleset) -> Word:
    """Return the facts about a word; the first lexicon is that of the game.

    Raises:
        InvalidInputError: the text is not a word of letters.
    """
    facts = WordFacts.of(parse_word(text), lexicons, ruleset)
    near = NearWords.of(facts.word, lexicons[0])
    return Word(
        word=facts.word,
        is_word=facts.is_word,
        lists=facts.lists,
        why_not=facts.why_not,
        means=[
            Meaning(one.lemma, one.part_of_speech.value, one.gloss) for one in facts.definitions
        ],
        anagrams=list(facts.anagrams),
        one_more=list(near.more),
        one_less=list(near.less),
        one_other=list(near.other),
        pays=[
            Pays(patents, pays.money, pays.stock, pays.doublers, [Y_AS[y] for y in pays.y_as])
            for patents, pays in facts.payouts.items()
        ],
        with_suffix=facts.with_suffix,
        needs=facts.needs or "",
    )
