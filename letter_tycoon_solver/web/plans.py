"""Tables as the page asks about them; turns, players and words as it is told of them."""

from __future__ import annotations

from dataclasses import replace

from ..definitions.word_facts import NearWords, WordFacts, parse_word
from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.play import CARD_SOURCES, PlayedWord
from ..rules.position import Position
from ..rules.ruleset import PRESETS, Ruleset, Stacking
from ..rules.turn import Turn
from ..search.rows import OpenTurn
from ..search.turns import best_turns
from .schema import (
    EquityParts,
    Hint,
    LaidWord,
    Pays,
    Royalty,
    Table,
    WholeTurn,
    Word,
)


def plan_json(turn: Turn, position: Position) -> WholeTurn:
    """A turn of the player of a position."""
    play = turn.play
    return WholeTurn(
        notation=turn.notation,
        replace=turn.replace,
        words=[
            LaidWord(one.word, one.sources, one.y_as, doublers)
            for one, doublers in zip(play.words, play.doublers, strict=True)
        ]
        if play
        else [],
        money=play.money if play else 0,
        stock=play.stock if play else 0,
        royalties=_royalties_json(play.words, position) if play else [],
        purchasable=play.purchasable if play else "",
        buy=turn.buy,
        discards=turn.discards,
        leave=turn.leave,
        equity=EquityParts(**turn.equity.to_dict()),
    )


def _royalties_json(words: tuple[PlayedWord, ...], position: Position) -> list[Royalty]:
    """To each opponent who gets any: $1 for each card whose patent is theirs."""
    used = sorted("".join(word.letters_from(CARD_SOURCES) for word in words))
    given = ["".join(one for one in used if one in patents) for patents in position.opponents]
    return [Royalty(at, len(letters), letters) for at, letters in enumerate(given, 1) if letters]


def word_json(text: str, lexicons: list[Lexicon], ruleset: Ruleset) -> Word:
    """The facts about a word; the first lexicon is that of the game.

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
        means=list(facts.definitions),
        anagrams=list(facts.anagrams),
        one_more=list(near.more),
        one_less=list(near.less),
        one_other=list(near.other),
        pays=[
            Pays(patents, pays.money, pays.stock, pays.doublers)
            for patents, pays in facts.payouts.items()
        ],
        with_suffix=facts.with_suffix,
        needs=facts.needs or "",
    )


# Tables, and hints for them --------------------------------------------------------------------


def ruleset_of(table: Table) -> Ruleset:
    """The rules of a table."""
    ruleset = PRESETS[table.ruleset]
    if table.stacking:
        ruleset = replace(ruleset, stacking=Stacking(table.stacking))
    goals = ruleset.goals if table.goal is None else dict.fromkeys(ruleset.goals, table.goal)
    return replace(ruleset, goals=goals)


def view_of(table: Table, lexicon: Lexicon) -> SeenState:
    """The table as the advisor takes it.

    Raises:
        InvalidInputError: no game can look like this, or it is not all there yet.
    """
    if not table.opponents:
        raise InvalidInputError("there is no opponent; give one, with patents or without")
    return SeenState.at_table(
        table.hand,
        table.community,
        patents=table.patents,
        money=table.money,
        stock=table.stock,
        opponents=[(rival.patents, rival.money, rival.stock) for rival in table.opponents],
        discards=table.discards,
        round=table.round,
        start_player=table.start,
        final_round=table.final_round,
        replaced=table.replaced,
        lexicon=lexicon,
        ruleset=ruleset_of(table),
    )


def is_quick(table: Table) -> bool:
    """Does a hint take no longer than to have another thread give it? A card for Q takes longer."""
    return "Q" not in table.patents.upper() or table.replaced


def hint(table: Table, lexicon: Lexicon) -> Hint:
    """The best turns at a table, also at one that is not full.

    Raises:
        InvalidInputError: no position can look like this.
    """
    if table.round is not None:
        return _hint(view_of(table, lexicon).open_turn, lexicon)
    rivals = [rival.patents for rival in table.opponents]
    position = Position(table.hand, table.community, table.patents, rivals, table.money)
    turn = OpenTurn(position, ruleset_of(table), may_replace=not table.replaced)
    return _hint(turn, lexicon, _advice_needs(table, lexicon))


def _hint(turn: OpenTurn, lexicon: Lexicon, advice_needs: str = "") -> Hint:
    position = turn.position
    missing = position.missing_cards(turn.ruleset) if turn.ruleset else ""
    return Hint(
        turns=[plan_json(found, position) for found in best_turns(turn, lexicon, limit=20)],
        note=f"Not all cards are there: {missing}." if missing else "",
        advice_needs=advice_needs,
        tables=Evaluation.of(lexicon.digest).name,
    )


def _advice_needs(table: Table, lexicon: Lexicon) -> str:
    try:
        view_of(table, lexicon)
    except InvalidInputError as error:
        return str(error)
    return ""


def preset_name(ruleset: Ruleset) -> str:
    """Return the preset with the same payout, duplicate and last round, or "own".

    A table may differ from it in its stacking, challenges and goal.
    """
    for name, preset in PRESETS.items():
        if (ruleset.payout, ruleset.duplicate_scope, ruleset.last_round) == (
            preset.payout,
            preset.duplicate_scope,
            preset.last_round,
        ):
            return name
    return "own"
