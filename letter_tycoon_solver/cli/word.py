"""`letter-tycoon word`: is it a word, and what it pays; and `lexicon`, about word lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Final

import click
from rich.text import Text

from .._user_cache import FOLDER_VARIABLE, folder
from ..definitions.word_facts import WordFacts, parse_word
from ..errors import counted
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..lexicon.word_list import SHIPPED
from ..rules.play import CONSONANT, VOWEL
from ..rules.referee import CARD_DOUBLER, WordPayout
from .console import meanings, new_console, print_labelled
from .options import (
    LEXICON_METAVAR,
    Rules,
    compiled_path,
    lexicon_option,
    load_lexicon,
    rules_options,
)
from .terminal import write_json

# The facts about words, for people.


_INDENT: Final = 13


def print_words(found: Sequence[WordFacts]) -> None:
    """Write the facts to stdout, a paragraph for each word."""
    console = new_console()
    for number, facts in enumerate(found):
        if number:
            console.print()
        letters = counted(len(facts.word), "letter")
        console.print(Text.assemble((facts.word, "bold"), f"  {letters}"))
        means = zip(chain(["Means"], repeat("")), meanings(facts.definitions), strict=False)
        print_labelled(chain(_facts(facts), means), _INDENT)


def _facts(facts: WordFacts) -> Iterator[tuple[str, str]]:
    """Yield the sentences about a word, each with the label before it."""
    yield "Lists", _lists(facts)
    yield "Anagrams", ", ".join(facts.anagrams) or "none"
    if facts.why_not:
        yield "Play", facts.why_not
        return
    pays = "; ".join(_pays(facts))
    yield "Pays", pays if facts.is_word else f"unless it is challenged: {pays}"
    last = "can be its last letter; " if facts.word.endswith("S") else ""
    makes = f"makes {facts.with_suffix}" if facts.with_suffix else "cannot make another word"
    yield "S of Z", last + makes
    if facts.needs:
        whose = f"patent{'s' if len(facts.needs) > 1 else ''} {' and '.join(facts.needs)}"
        yield "Cards", f"the deck has too few; its player needs the {whose}"
    yield "Challenge", _challenge(facts)


def _lists(facts: WordFacts) -> str:
    having = [name for name, is_word in facts.lists.items() if is_word]
    lacking = [name for name, is_word in facts.lists.items() if not is_word]
    parts = [f"in {', '.join(having)}"] if having else []
    return "; ".join([*parts, *([f"not in {', '.join(lacking)}"] if lacking else [])])


def _pays(facts: WordFacts) -> Iterator[str]:
    for patents, pays in facts.payouts.items():
        if patents:
            ys = _ys(pays)
            yield f"with {' and '.join(patents)} {_amount(pays)}{f' ({ys})' if ys else ''}"
        else:
            by_card = " (doubled by the Q card)" if CARD_DOUBLER in pays.doublers else ""
            yield _amount(pays) + by_card
    if len(facts.payouts) == 1:
        yield "no patent doubles it"


def _amount(pays: WordPayout) -> str:
    return f"${pays.money} and {pays.stock} stock" if pays.stock else f"${pays.money}"


def _ys(pays: WordPayout) -> str:
    """Say what the Ys are declared for this payout."""
    every = "Y" if len(pays.y_as) == 1 else "each Y"
    match set(pays.y_as):
        case kinds if kinds == {VOWEL}:
            return f"{every} as a vowel"
        case kinds if kinds == {CONSONANT}:
            return f"{every} as a consonant"
        case kinds if kinds:
            return "one Y as a vowel"
    return ""


def _challenge(facts: WordFacts) -> str:
    if facts.is_word:
        return f"it is in {facts.lexicon_name} and stands: a challenger pays its player $1"
    return (
        f"it is not in {facts.lexicon_name}: a challenge is right. The cards go back, nothing is"
        " paid, and its player changes one card"
    )


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
def word_command(
    *,
    words: tuple[str, ...],
    lexicon_name: str,
    rules: Rules,
    as_json: bool,
) -> int:
    """Say if each WORD is valid, what it means and pays, and its anagrams.

    --lexicon names the word list of your game; the other lists are shown beside it. The exit code
    is 0 if every WORD is in your list, 1 if one is not, and 2 after an error.
    """
    checked = [parse_word(word) for word in words]
    names = dict.fromkeys([lexicon_name, *SHIPPED])
    lexicons = [load_lexicon(name) for name in names]
    found = [WordFacts.of(word, lexicons, rules.ruleset) for word in checked]
    if as_json:
        write_json(
            {
                "lexicon": lexicons[0].name,
                "lexicon_digest": lexicons[0].digest,
                **rules.to_dict(),
                "words": [facts.to_dict() for facts in found],
            }
        )
    else:
        print_words(found)
    return 0 if all(facts.is_word for facts in found) else _NOT_FOUND


# Word lists: what is in them, and compiling them.


_lexicon_argument = click.argument(
    "name_or_file", metavar=f"[{LEXICON_METAVAR}]", default=DEFAULT_LEXICON
)


@click.group(no_args_is_help=False)
def lexicon_command() -> None:
    """Word lists: enable (the default), common, or a text file with one word a line.

    A list is compiled when it is first used, and kept in your cache folder.
    """


@lexicon_command.command()
@_lexicon_argument
def info(name_or_file: str) -> None:
    """Say what a word list holds and where it is compiled."""
    lexicon = load_lexicon(name_or_file)
    lengths = [len(word) for word in lexicon]
    facts = {
        "name": lexicon.name,
        "source": str(lexicon.source),
        "words": f"{len(lexicon):,}, of {min(lengths)} to {max(lengths)} letters",
        "skipped": str(lexicon.skipped),
        "digest": lexicon.digest,
    }
    if (path := compiled_path(name_or_file)) is not None:
        facts["compiled"] = _describe(path) or f"in memory only: {path} is not kept"
    for what, text in facts.items():
        click.echo(f"{what:<10}{text}")


@lexicon_command.command(name="compile")
@_lexicon_argument
def compile_list(name_or_file: str) -> None:
    """Compile a word list now, even if it is compiled already."""
    lexicon = Lexicon.compile(name_or_file)
    message = f"{lexicon.name}: {len(lexicon):,} words compiled"
    path = compiled_path(name_or_file)
    kept = None if path is None else _describe(path)
    if folder() is None or (path is not None and kept is None):
        raise click.ClickException(
            f"{lexicon.name} is compiled, but cannot be kept; set {FOLDER_VARIABLE} to a folder of"
            " your own"
        )
    click.echo(message if kept is None else f"{message} to {kept}")


def _describe(path: Path) -> str | None:
    """The path and the size of a compiled list; None if it is not there."""
    try:
        return f"{path} ({path.stat().st_size / 1e6:.1f} MB)"
    except OSError:
        return None
