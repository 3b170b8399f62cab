"""`letter-tycoon hint`: the best turns, as a table, JSON or CSV; or the worth of a word."""

from __future__ import annotations

import bisect
import csv
import itertools
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import click

from .._html import NOTHING
from ..definitions import define
from ..definitions.word_facts import parse_word
from ..errors import InvalidInputError, PlayNotFoundError, show
from ..evaluation.ranking import EQUITY, is_equity, parse_rank_by
from ..lexicon import Lexicon
from ..rules.cards import MAX_WORDS, MIN_WORD_LENGTH, PATENT_COST
from ..rules.play import COMMUNITY, CONSONANT, DUPLICATE, HAND, SUFFIX, VOWEL, WORD_JOIN, Play
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.turn import Turn
from ..search.frames import TURN_COLUMNS, row_of_turn
from ..search.plays import Cell, Column, Part, columns_for, plain
from ..search.rows import NO_LIMIT, OpenTurn, count_plays
from ..search.solver import Variants, evaluation_of, find_plays, parse_limit
from ..search.turns import Turns, ranked_by, turns_by
from .options import (
    EARNED_KEYS,
    POSITION_OPTIONS,
    Rules,
    adding,
    given_among,
    lexicon_option,
    load_lexicon,
    note_tables,
    position_from,
    rank_by_option,
    rank_keys_from,
    replaced_option,
    rules_options,
)
from .terminal import write_json

if TYPE_CHECKING:
    # JSON and CSV do not need rich.
    from rich.table import Table
    from rich.text import Text

ALL: Final = "all"
_NOT_FOR_A_WORD: Final = ("top", "all_variants", "as_csv")


def _parse_top(_ctx: click.Context, _param: click.Parameter, text: str) -> int | None:
    if text.lower() == ALL:
        return None
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise click.BadParameter(
            f"{show(text)} is not a number of turns; give one from 1 to 999999999, or {ALL}."
        )
    return int(text)


@click.command(
    epilog="""\b
Examples:
  letter-tycoon hint JWLEANZ EES --patents K --opponent E --opponent ""
  letter-tycoon hint JWLEANZ EES --opponent E --word JANES --define
  letter-tycoon hint --position "AEJLNWZ EES K E/- 0" --lexicon common --json
"""
)
@adding(POSITION_OPTIONS)
@replaced_option
@click.option(
    "--word",
    "words",
    metavar="WORD",
    help='What your word earns, its rank, or why it cannot be laid; two with V: "JAW & EEL".',
)
@click.option(
    "--top",
    metavar=f"N|{ALL}",
    default="15",
    show_default=True,
    callback=_parse_top,
    help="How many turns.",
)
@lexicon_option
@rules_options
@rank_by_option(
    EQUITY,
    f"Best first by {EQUITY}, with patents and the cards kept; or by what the words earn:"
    f" {EARNED_KEYS}",
)
@click.option(
    "--all-variants",
    is_flag=True,
    help="Show every way to lay a word, not only the best one.",
)
@click.option("--define", "with_meanings", is_flag=True, help="Say what the words mean.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV, one row a turn.")
@click.pass_context
def hint_command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    /,
    *,
    replaced: bool,
    words: str | None,
    top: int | None,
    lexicon_name: str,
    rules: Rules,
    rank_by: str,
    all_variants: bool,
    with_meanings: bool,
    as_json: bool,
    as_csv: bool,
    **position: Any,
) -> None:
    """Show the best turns with the cards in HAND and COMMUNITY.

    A turn is all of it: what to play, to buy and to discard. Turns are ranked by equity, which
    estimates what a turn earns now and later, or by what their words earn. Write letters in any
    case and order, and "-" for none.
    """
    if as_json and as_csv:
        raise click.UsageError("Give --json or --csv, not both.")
    if with_meanings and as_csv:
        raise click.UsageError("A table in CSV has no meanings; give --define with --json instead.")
    rank_keys = rank_keys_from(rank_by)
    checked_position = position_from(position)
    typed = None if words is None else parse_words(words)
    if typed is not None and (option := given_among(ctx, _NOT_FOR_A_WORD)):
        raise click.UsageError(
            f"{option} does not go with --word, which is about one turn; leave one of them out."
        )
    lexicon = load_lexicon(lexicon_name)
    turn = OpenTurn(checked_position, may_replace=not replaced)
    asked = Asked(turn, lexicon, rules, rank_keys)
    answer: HintAnswer | WordAnswer
    if typed is None:
        variants = Variants.ALL if all_variants else Variants.BEST
        n_plays = count_plays(checked_position, lexicon, rules.ruleset)
        answer = HintAnswer(asked, asked.turns(top, variants), n_plays, variants, top)
    else:
        answer = WordAnswer.to(asked, typed)
    note_tables(lexicon)
    if as_json:
        document = asked.to_dict() | answer.to_dict()
        if with_meanings:
            document["definitions"] = {word: define(word) for word in answer.words}
        write_json(document)
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, list(TURN_COLUMNS), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(row_of_turn, answer.turns, itertools.count(1)))
    else:
        answer.print()
        if with_meanings:
            from .console import print_meanings

            print_meanings(answer.words, limit=1 if typed is None else None)


@dataclass(frozen=True, slots=True)
class Asked:
    """The question: the turn to plan, and the keys that rank turns, which are not checked yet."""

    turn: OpenTurn
    lexicon: Lexicon
    rules: Rules
    rank_keys: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The position of the player."""
        return self.turn.position

    def turns(
        self,
        limit: int | None,
        variants: Variants = Variants.BEST,
        words: Lexicon | None = None,
    ) -> Turns:
        """Return the best turns, with other words if these are given."""
        every_way, most = variants is Variants.ALL, parse_limit(limit)
        given = evaluation_of(self.lexicon), self.turn, words or self.lexicon, self.rules.ruleset
        if is_equity(self.rank_keys):
            return turns_by(*given, most, every_way=every_way)
        every = turns_by(*given, NO_LIMIT, every_way=True)
        return ranked_by(every, parse_rank_by(self.rank_keys), every_way)[:most]

    def worth(self, turn: Turn) -> dict[str, float]:
        """Return the numbers that rank a turn, by key; more is better, and ties go to equity."""
        keys = self.rank_keys if is_equity(self.rank_keys) else (*self.rank_keys, EQUITY)
        return {key: _metric(turn, key, self.position) for key in keys}

    def to_dict(self) -> dict[str, object]:
        """Return all of it as plain data for JSON."""
        return {
            "position": self.position.notation,
            **self.rules.to_dict(),
            "lexicon": self.lexicon.name,
            "lexicon_digest": self.lexicon.digest,
            "rank_by": list(self.rank_keys),
        }


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """The best turns of a position, `top` of them or all, and the number of different plays."""

    asked: Asked
    turns: Turns
    n_plays: int
    variants: Variants
    top: int | None

    @property
    def words(self) -> Sequence[str]:
        """The words of the turns in their order, each once."""
        return list(dict.fromkeys(word.word for turn in self.turns for word in turn.words))

    def to_dict(self) -> dict[str, object]:
        """Return the answer as plain data for JSON."""
        rows = self.turns.to_dicts()
        return {"variants": self.variants.value, "count": self.n_plays, "turns": rows}

    def print(self) -> None:
        """Write the answer to stdout."""
        before = "" if self.n_plays else no_play(self.asked.position)
        _print_around(self.asked, self.turns, (), before, [self._how_many()])

    def _how_many(self) -> str:
        n, n_plays = len(self.turns), self.n_plays
        is_complete = self.top is None or n < self.top
        shown = f"{'all' if is_complete else 'the best'} {n:,} turn{'s' if n > 1 else ''}"
        if self.variants is Variants.ALL:
            return f"Shown: {shown} of {n_plays:,} plays."
        words = "word or pair of words" if "V" in self.asked.position.patents else "word"
        return f"Shown: {shown}, each {words} in its best way; {n_plays:,} ways to play in all."


Difference = tuple[str, float]
"""A rank key, and the difference between two turns by it."""

_LETTERS_WITHOUT_CARDS: Final = 2
"""The most letters without a card: the duplicate of X and the suffix of Z."""


def parse_words(text: str) -> tuple[str, ...]:
    """Parse one word, or two words joined by &, and return them in upper case."""
    either = 'or two words as "JAW & EEL"'
    words = tuple(parse_word(word.strip(), either) for word in text.split(WORD_JOIN.strip()))
    if len(words) > MAX_WORDS:
        raise InvalidInputError(
            f"{len(words)} words are given; a play has one, or two for the owner of V"
        )
    return words


@dataclass(frozen=True, slots=True)
class WordAnswer:
    """The rank of words in a position, and the best turn that lays them; or why there is none."""

    asked: Asked
    words: tuple[str, ...]
    turns: Turns
    why_not: str
    laid: Turn | None

    @classmethod
    def to(cls, asked: Asked, words: tuple[str, ...]) -> WordAnswer:
        """Tell what becomes of these words."""
        why_not = _why_not(words, asked.position, asked.rules.ruleset)
        laid = None if why_not else _laid(words, asked)
        return cls(asked, words, asked.turns(None), why_not, laid)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The words that are not in the lexicon."""
        return tuple(word for word in self.words if word not in self.asked.lexicon)

    @property
    def rank(self) -> int:
        """The rank from 1 among all turns; 0 if the words cannot be laid.

        Words outside the lexicon come before those that are worth the same.
        """
        if self.laid is None:
            return 0
        try:
            return 1 + self.turns.index(self.text)
        except PlayNotFoundError:
            return 1 + bisect.bisect_left(self.turns, self._falling(self.laid), key=self._falling)

    def _falling(self, turn: Turn) -> list[float]:
        return [-number for number in self.asked.worth(turn).values()]

    @property
    def text(self) -> str:
        """The words as text."""
        return WORD_JOIN.join(self.words)

    @property
    def given_up(self) -> Difference | None:
        """The key by which the best turn is better, and the difference; None if it is not better.

        Words outside the lexicon can beat all turns; the difference is then below 0.
        """
        return None if self.laid is None else _difference(self.turns[0], self.laid, self.asked)

    def to_dict(self) -> dict[str, object]:
        """Return the answer as plain data for JSON."""
        given_up = self.given_up
        return {
            "words": list(self.words),
            "not_in_lexicon": list(self.unknown),
            "why_not": self.why_not or None,
            "turn": self.laid,
            "rank": self.rank or None,
            "count": len(self.turns),
            "best": self.turns[0],
            "given_up": {"key": given_up[0], "amount": given_up[1]} if given_up else None,
        }

    def print(self) -> None:
        """Write it to stdout: the word beside the best turn, or the best beside the second."""
        ranks, turns = zip(*_rows(self), strict=True)
        _print_around(self.asked, turns, ranks, "", [*_sentences(self), ""])


def _difference(better: Turn, worse: Turn, asked: Asked) -> Difference | None:
    """Return the first key by which the two differ, and the difference."""
    little = asked.worth(worse)
    for key, much in asked.worth(better).items():
        if much != little[key]:
            return key, round(much - little[key], 6)
    return None


def _metric(turn: Turn, key: str, position: Position) -> float:
    """Return the number behind a rank key; with - before the key, less is better."""
    play, name = turn.play, key.removeprefix("-")
    found = {
        "equity": round(turn.equity.total, 6),
        "margin": play.margin if play else 0,
        "money": play.money if play else 0,
        "stock": play.stock if play else 0,
        "royalties": sum(play.royalties) if play else 0,
        "patent_value": PATENT_COST[turn.buy] if turn.buy else 0,
        "n_left": len(play.leave if play else position.hand),
    }[name]
    return -found if key.startswith("-") else found


def _laid(words: Sequence[str], asked: Asked) -> Turn:
    """Return the best turn that lays words, in the word list or not; there is one."""
    alone = replace(asked, turn=replace(asked.turn, may_replace=False))
    return alone.turns(None, words=Lexicon.from_words(words))[WORD_JOIN.join(words)]


def _play(words: Sequence[str], position: Position, ruleset: Ruleset) -> Play | None:
    """Return a way to lay words, in the word list or not; None if there is none."""
    plays = find_plays(position, Lexicon.from_words(words), ruleset=ruleset)
    try:
        return plays[WORD_JOIN.join(words)]
    except PlayNotFoundError:
        return None


def _why_not(words: Sequence[str], position: Position, ruleset: Ruleset) -> str:
    """Say why words cannot be laid: the missing letters, and patents that would help."""
    what = WORD_JOIN.join(words)
    for word in words:
        if len(word) < MIN_WORD_LENGTH:
            return f"{word} is too short: a word has at least {MIN_WORD_LENGTH} letters."
    n_letters, most = sum(map(len, words)), len(position.hand + position.community)
    if n_letters > most + _LETTERS_WITHOUT_CARDS:
        return f"{what} cannot be laid: it has {n_letters} letters, and there are {most} cards."
    if len(words) > 1 and "V" not in position.patents:
        return f"{what} cannot be laid: two words need the V patent, and you do not own it."
    if _play(words, position, ruleset):
        return ""
    cards = Counter(position.hand + position.community)
    if not (missing := sorted((Counter("".join(words)) - cards).elements())):
        return f"{what} cannot be laid: every word needs a card from your hand."
    *first, last = missing
    are = f"{', '.join(first)} and {last} are" if first else f"{last} is"
    return f"{what} cannot be laid: {are} missing{_with_patents(words, position, ruleset)}."


def _with_patents(words: Sequence[str], position: Position, ruleset: Ruleset) -> str:
    """Name the patents that would replace the missing cards, if any would."""
    for patents, which in (("X", "patent X"), ("Z", "patent Z"), ("XZ", "patents X and Z")):
        # The owners of other patents make no difference to the words that can be laid.
        richer = Position(position.hand, position.community, "".join({*position.patents, *patents}))
        if play := _play(words, richer, ruleset):
            return f"; with the {which} it could be laid as {play.notation}"
    return ""


_EARNED: Final = ("Margin", "$", "Stock", "Royalties")
"""The columns of a table of plays that a turn has too."""


def turn_table(turns: Iterable[Turn], n_opponents: int, ranks: Sequence[str] = ()) -> Table:
    """Make a table of the turns, with their ranks before them; two words may wrap."""
    from .console import table_of

    of_plays = {column.header: column for column in columns_for(n_opponents)}

    def play_cell(turn: Turn) -> Cell:
        return of_plays["Play"].cell(turn.play) if turn.play else plain(turn.kind.value)

    columns = [
        Column("Play", play_cell, may_wrap=True),
        Column("Buy", lambda turn: plain(f"{turn.buy}{PATENT_COST.get(turn.buy, NOTHING)}")),
        Column("Discard", lambda turn: plain((turn.replace or turn.discards) or NOTHING)),
        Column("Keep", lambda turn: plain(turn.leave or NOTHING)),
        Column("Equity", lambda turn: plain(f"{turn.equity.total:+.2f}"), is_number=True),
        *(_earned(of_plays[name]) for name in _EARNED if name in of_plays),
    ]
    return table_of(columns, turns, ranks)


def _earned(column: Column[Play]) -> Column[Turn]:
    """Make a column of what the words earn; an exchange earns nothing."""
    return Column(
        column.header,
        lambda turn: column.cell(turn.play) if turn.play else plain(NOTHING),
        column.is_number,
    )


def _print_around(
    asked: Asked, turns: Collection[Turn], ranks: Sequence[str], before: str, after: Iterable[str]
) -> None:
    """Write what was asked, the table of turns between these lines, and how to read it."""
    from .console import STYLES, new_console, print_table, styled

    console, position = new_console(), asked.position
    console.print(styled(_described(position)))
    console.print(
        f'Position "{position.notation}"  word list {asked.lexicon.name}'
        f"  rules {asked.rules}  best by {', '.join(asked.rank_keys)}",
        style=STYLES[Part.DIM],
    )
    # Fewer cards than at the start of a turn may be a slip.
    if missing := position.missing_cards(asked.rules.ruleset):
        console.print(f"Note: {missing}.")
    console.print()
    n_opponents = len(position.opponents)
    if before:
        console.print(f"{before}\n")
    print_table(turn_table(turns, n_opponents, ranks))
    console.print()
    for line in (*after, *how_to_read(turns, n_opponents)):
        console.print(line)


def _described(position: Position) -> Cell:
    opponents = ", ".join(owned or "nothing" for owned in position.opponents)
    rest = f"  you own {position.patents or 'nothing'}"
    rest += f"  opponents own {opponents}" if position.opponents else ""
    return [
        ("Hand ", Part.PLAIN),
        (position.hand, Part.HAND),
        ("  community ", Part.PLAIN),
        (position.community.lower() or NOTHING, Part.COMMUNITY),
        (f"{rest}  money ${position.money}", Part.PLAIN),
    ]


def no_play(position: Position) -> str:
    """Say what to do in a position without a legal play."""
    discard = "discard any number of cards from your hand and draw as many."
    if "Q" in position.patents:
        return f"No word can be played. Replace one card with the Q patent, or {discard}"
    return f"No word can be played. You may {discard}"


def how_to_read(turns: Collection[Turn], n_opponents: int) -> list[Text | str]:
    """Explain how to read the turns that are shown, and no more than that."""
    plays = [turn.play for turn in turns if turn.play]
    lines: list[Text | str] = [_signs(plays), _explain_margin(n_opponents)] if plays else []
    lines.append("Buy: a patent, and its cost. Keep: the cards that stay in your hand.")
    lines.append(
        "Equity, in $: margin + what the patent will bring + what the cards kept add to the"
        " next turn - what is left for the next player."
    )
    if any(turn.replace for turn in turns):
        lines.append("Replace (Q): its equity is what the best turn after it is worth, on average.")
    return lines


_DOUBLED_BY: Final = {"B": "patent B", "J": "patent J", "K": "patent K", "Q": "the Q card"}


def _signs(plays: Collection[Play]) -> Text:
    """Explain the notation of these plays."""
    from .console import styled

    words = [word for play in plays for word in play.words]
    sources = {source for word in words for source in word.sources}
    y_as = {declared for word in words for declared in word.y_as}
    doublers = {letter for play in plays for letters in play.doublers for letter in letters}
    keys = [
        ("A", Part.HAND, "from hand", HAND in sources),
        ("a", Part.COMMUNITY, "community", COMMUNITY in sources),
        ("(A)", Part.DUPLICATE, "duplicate (X)", DUPLICATE in sources),
        ("+S", Part.SUFFIX, "suffix (Z)", SUFFIX in sources),
        ("/c", Part.DIM, "Y is a consonant", CONSONANT in y_as),
        ("/v", Part.DIM, "Y is a vowel", VOWEL in y_as),
        *(
            (f"*{letter}", Part.DOUBLER, f"doubled by {what}", letter in doublers)
            for letter, what in _DOUBLED_BY.items()
        ),
    ]
    pieces: Cell = []
    for sign, part, meaning, used in keys:
        if used:
            pieces += [("  ", Part.PLAIN), (sign, part), (f" {meaning}", Part.PLAIN)]
    return styled(pieces[1:])


def _explain_margin(n_opponents: int) -> str:
    """Explain the columns of royalties and margin."""
    royalties, margin = "", "$ + stock"
    if n_opponents == 1:
        royalties, margin = "Royalties: $ to your opponent. ", "$ + stock - royalties"
    elif n_opponents:
        royalties = "Royalties: $ to each opponent, clockwise. "
        margin = "$ + stock - average royalties"
    return f"{royalties}Margin: {margin}."


_AMOUNTS: Final = {
    "equity": "${} of equity",
    "margin": "${} of margin",
    "money": "${}",
    "stock": "{} stock",
    "royalties": "${} of royalties",
    "patent_value": "${} of patent value",
    "n_left": "{} cards left",
}


def _rows(answer: WordAnswer) -> list[tuple[str, Turn]]:
    """Return the best turn and the word, or the second turn if the word is the best."""
    best, *others = answer.turns[:2]
    if answer.laid is None:
        return [("1", best)]
    mine = ("-" if answer.unknown else str(answer.rank), answer.laid)
    if answer.rank > 1 or answer.unknown:
        return [("1", best), mine]
    return [mine, *(("2", second) for second in others)]


def _sentences(answer: WordAnswer) -> Iterator[str]:
    if answer.unknown and min(map(len, answer.words)) >= MIN_WORD_LENGTH:
        are = "is" if len(answer.unknown) == 1 else "are"
        unless = (
            " If it is challenged, the cards go back to where they came from, you earn nothing, and"
            " you lose a card for a new one."
        )
        unknown = f"{' and '.join(answer.unknown)} {are} not in the word list"
        yield f"{unknown} {answer.asked.lexicon.name}.{'' if answer.why_not else unless}"
    yield answer.why_not or _rank(answer)


def _rank(answer: WordAnswer) -> str:
    n, keys = f"{len(answer.turns):,}", ", ".join(answer.asked.rank_keys)
    best, *others = answer.turns[:2]
    if answer.rank == 1 and not answer.unknown:
        text = f"{answer.text} is the best of {n} turns by {keys}"
        for second in others:
            text += f", {_ahead(_difference(best, second, answer.asked), second)}"
        return f"{text}."
    where = "would be" if answer.unknown else "is"
    place = f"{answer.text} {where} turn {answer.rank:,} of {n} by {keys}"
    return f"{place}{_behind(answer.given_up, best)}."


def _behind(difference: Difference | None, best: Turn) -> str:
    if difference is None or difference[1] < 0:
        negated = None if difference is None else (difference[0], -difference[1])
        return f", {_ahead(negated, best)}"
    key, amount = difference
    if key.startswith("-"):
        return f". It has {_amount(key, amount)} more than {best.notation}"
    return f". It gives up {_amount(key, amount)} against {best.notation}"


def _ahead(difference: Difference | None, other: Turn) -> str:
    if difference is None:
        return f"worth the same as {other.notation}"
    key, amount = difference
    if key.startswith("-"):
        return f"with {_amount(key, amount)} less than {other.notation}"
    return f"{_amount(key, amount)} ahead of {other.notation}"


def _amount(key: str, amount: float) -> str:
    """Format an amount in the unit of a rank key."""
    text = _AMOUNTS[key.removeprefix("-")].format(f"{amount:.2f}".removesuffix(".00"))
    return text.replace("1 cards", "1 card") if amount == 1 else text
