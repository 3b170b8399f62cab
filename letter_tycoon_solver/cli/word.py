"""`letter-tycoon word`: is it a word, its anagrams, what it pays; to decide on a challenge."""

from __future__ import annotations

from typing import Final

import click

from ..definitions.word_facts import WordFacts, parse_word
from ..lexicon.word_list import SHIPPED
from ..rules.ruleset import Ruleset
from .options.inputs import lexicon_option, load_lexicon, rules_options, ruleset_from

_NOT_FOUND: Final = 1


@click.command(
    epilog="""\b
Examples:
  letter-tycoon word JEWELS
  letter-tycoon word yacht quizzes --lexicon common --json
"""
)
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@lexicon_option
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(
    *,
    words: tuple[str, ...],
    lexicon_name: str,
    ruleset_name: str,
    stacking: str | None,
    as_json: bool,
) -> int:
    """Say if each WORD is valid, what it means and pays, and its anagrams.

    --lexicon names the word list of your game; the other lists are shown beside it. The exit code
    is 0 if every WORD is in your list, 1 if one is not, and 2 after an error.
    """
    checked = [parse_word(word) for word in words]
    ruleset = ruleset_from(ruleset_name, stacking)
    names = dict.fromkeys([lexicon_name, *SHIPPED])
    lexicons = [load_lexicon(name) for name in names]
    found = [WordFacts.of(word, lexicons, ruleset) for word in checked]
    if as_json:
        _write_json(found, lexicons[0].name, lexicons[0].digest, ruleset_name, ruleset)
    else:
        from .views.word_page import print_words

        print_words(found)
    return 0 if all(facts.is_word for facts in found) else _NOT_FOUND


def _write_json(
    found: list[WordFacts], name: str, digest: str, ruleset_name: str, ruleset: Ruleset
) -> None:
    from .terminal.json_answer import write_json

    document = {
        "lexicon": name,
        "lexicon_digest": digest,
        "ruleset": ruleset_name,
        "stacking": ruleset.stacking.value,
        "words": [facts.to_dict() for facts in found],
    }
    write_json(document)
