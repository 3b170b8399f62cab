"""`best_turns` against brute force, and what it gives and refuses."""

from __future__ import annotations

import pickle
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import naive, naive_turns
from support.selection import quick_one_in
from support.strategies import (
    ABILITIES,
    ABILITY_SETS,
    ALL_RULES,
    LETTERS,
    RANKINGS,
    RankBy,
    Rules,
    any_ranking,
    examples,
    naive_plays,
    odd_rules,
    positions,
    random_position,
    random_words,
    variant_of,
    with_limits,
    word_lists,
)

from letter_tycoon_solver import (
    InvalidInputError,
    Lexicon,
    Objective,
    OpenTurn,
    Play,
    PlayedWord,
    PlayNotFoundError,
    Position,
    Turn,
    TurnKind,
    Turns,
    best_turns,
    find_plays,
)
from letter_tycoon_solver.evaluation.ranking import parse_rank_by
from letter_tycoon_solver.evaluation.tables import PAIRS, Evaluation
from letter_tycoon_solver.game import SeenState
from letter_tycoon_solver.rules.cards import PATENT_COST
from letter_tycoon_solver.rules.play import COMMUNITY, Equity
from letter_tycoon_solver.search.rows import NO_LIMIT
from letter_tycoon_solver.search.turns import ranked_by, turns_by

pytestmark = pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning")

PARTS = ("margin", "patent", "leave", "community")
METRICS: Final = ("money", "stock", "royalties", "patent_value", "n_left")
SHIPPED = Evaluation.of(Lexicon.load("enable").digest)


def tables(seed: int) -> Evaluation:
    """Tables of any numbers, with more of some for any number of players; 0: those of ENABLE."""
    if seed == 0:
        return SHIPPED
    rng, data = random.Random(seed), SHIPPED.to_dict()

    def number(most: float) -> float:
        return round(rng.uniform(-most / 3, most), rng.choice([2, 9]))

    for name in ("royalty", "gain", "kept", "community"):
        data[name] = {letter: number(3) for letter in LETTERS}
    widths = [rng.randint(1, 8) for _ in range(rng.randint(1, 8))]
    data["balance"] = [[number(2) for _ in range(width)] for width in widths]
    data["balance"][0][0] = 0.0  # type: ignore[index]
    shares = ("price", "draw", "refill", "hold", "deny")
    data["fitted"] = {
        str(n): {
            "gain": {a: number(5) for a in ABILITIES},
            "pairs": {pair: number(2) for pair in PAIRS},
            **{share: number(1) for share in shares},
        }
        for n in rng.sample(range(2, 6), rng.randint(0, 4))
    }
    return Evaluation.from_dict(data)


def table_of(
    position: Position,
    words: Iterable[str],
    rules: Rules,
    evaluation: Evaluation,
    rounds_left: int | None = None,
) -> naive_turns.Table:
    owners = (position.patents, *position.opponents)
    goal = rules.ruleset.goals[max(2, len(owners))]
    cards = position.hand + position.community
    worth = naive_turns.evaluation_of(evaluation.to_dict(), owners, cards, goal, rounds_left)
    unseen = Counter(naive.CARD_COUNTS) - Counter(cards)
    return naive_turns.Table(
        *(position.hand, position.community, position.patents, position.opponents, position.money),
        sorted(words),
        rules.naive,
        worth,
        "".join(unseen.elements()),
    )


def check(turns: Turns, table: naive_turns.Table, position: Position, rules: Rules) -> None:
    """Every word is there with its best turn, worth what it is, and all are in order."""
    plays = {
        (play.variant, play.money, play.stock): play
        for play in naive_plays(position, table.words, rules)
    }
    found: dict[tuple[str, ...], float] = {}
    for turn in turns:
        played = None
        left = position.hand
        if turn.play is not None:
            variant = variant_of(turn.play)
            played = plays[variant, turn.play.money, turn.play.stock]
            left = turn.play.leave
            assert turn.buy == "" or turn.buy in played.purchasable
        else:
            assert turn.kind is TurnKind.EXCHANGE
            assert turn.discards
        assert sorted(turn.leave + turn.discards) == sorted(left)
        expected = table.equity(naive_turns.Decision(played, turn.buy, turn.leave))
        for part in PARTS:
            assert getattr(turn.equity, part) == pytest.approx(getattr(expected, part), abs=1e-5)
        words = tuple(sorted(word.word for word in turn.words))
        assert words not in found
        found[words] = turn.equity.total
    assert found == pytest.approx(table.best_by_words(), abs=1e-5)
    totals = [turn.equity.total for turn in turns]
    assert totals == pytest.approx(sorted(totals, reverse=True), abs=1e-5)


def check_position(
    position: Position,
    words: Iterable[str],
    rules: Rules,
    evaluation: Evaluation = SHIPPED,
    rounds_left: int | None = None,
) -> Turns:
    lexicon = Lexicon.from_words(words)
    given = OpenTurn(position, rounds_left=rounds_left, may_replace=False)
    turns = turns_by(evaluation, given, lexicon, rules.ruleset, NO_LIMIT)
    check(turns, table_of(position, lexicon, rules, evaluation, rounds_left), position, rules)
    for limit in with_limits(len(turns)):
        assert turns_by(evaluation, given, lexicon, rules.ruleset, limit) == turns[:limit]
    return turns


@examples(80)
@given(st.data())
def test_turns_agree_with_brute_force(data: st.DataObject) -> None:
    position = data.draw(positions(max_hand=5))
    words = data.draw(word_lists(position, most=6))
    rules = data.draw(st.sampled_from(ALL_RULES) | odd_rules)
    evaluation = tables(data.draw(st.integers(0, 40)))
    check_position(position, words, rules, evaluation, data.draw(st.sampled_from([None, 0, 1])))


@pytest.mark.parametrize("abilities", quick_one_in(4, ABILITY_SETS))
def test_all_sets_of_patents_agree_with_brute_force(abilities: str) -> None:
    rng = random.Random(abilities)
    position = random_position(rng, abilities, n_hand=4)
    words = random_words(rng, position, 10, 3)
    check_position(position, words, rng.choice(ALL_RULES), tables(rng.randrange(9)))


@pytest.mark.soak
@examples(5_000)
@given(st.data())
def test_turns_agree_with_brute_force_for_long(data: st.DataObject) -> None:
    position = data.draw(positions(max_hand=7))
    words = data.draw(word_lists(position, most=8))
    evaluation = tables(data.draw(st.integers(0, 10_000)))
    rounds_left = data.draw(st.sampled_from([None, 0, 1]))
    check_position(position, words, data.draw(odd_rules), evaluation, rounds_left)


@examples(20)
@given(st.data())
def test_the_card_to_replace_agrees_with_brute_force(data: st.DataObject) -> None:
    owned = data.draw(st.sampled_from([owned for owned in ABILITY_SETS if "Q" in owned]))
    position = data.draw(positions(owned, max_hand=3, max_community=2))
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=3)))
    rules, evaluation = data.draw(st.sampled_from(ALL_RULES)), tables(data.draw(st.integers(0, 9)))
    rounds_left = data.draw(st.sampled_from([None, 0, 1]))
    given = OpenTurn(position, rounds_left=rounds_left)
    turns = turns_by(evaluation, given, lexicon, rules.ruleset, NO_LIMIT)
    expected = dict(table_of(position, lexicon, rules, evaluation, rounds_left).replacements())
    (turn,) = [turn for turn in turns if turn.kind is TurnKind.REPLACE]
    assert turn.equity.total == pytest.approx(max(expected.values()), abs=2e-5)
    assert expected[turn.replace] == pytest.approx(max(expected.values()), abs=2e-5)
    assert turn.leave == naive.without(position.hand, turn.replace)
    without = turns_by(evaluation, replace(given, may_replace=False), lexicon, rules.ruleset, 99)
    assert [other for other in turns if other is not turn and other != turn] == list(without)
    assert (turn.play, turn.words, turn.buy, turn.discards) == (None, (), "", "")


def test_only_the_owner_of_q_who_has_not_done_so_replaces_a_card() -> None:
    lexicon, kinds = Lexicon.from_words(["CAT", "SEA"]), []
    for patents, may_replace in (("Q", True), ("Q", False), ("K", True)):
        turn = OpenTurn(Position("CATSE", "A", patents), may_replace=may_replace)
        kinds.append(TurnKind.REPLACE in {found.kind for found in best_turns(turn, lexicon)})
    assert kinds == [True, False, False]


def test_what_can_be_drawn_decides_what_is_replaced() -> None:
    """Draws of all cards alike, of these alone, or of these and the card itself."""
    lexicon, position = Lexicon.from_words(["CAT", "QUIZZES"]), Position("CTX", "", "Q")

    def worth(draws: Mapping[str, int], returned: int = 0) -> float:
        numbers = tuple(draws.get(letter, 0) for letter in LETTERS)
        turn = OpenTurn(position, rounds_left=0, draws=numbers, returned=returned)
        (found,) = [t for t in best_turns(turn, lexicon) if t.kind is TurnKind.REPLACE]
        assert found.replace == "X"
        return found.equity.total

    assert worth({"A": 1}) == 1.0
    assert worth({"A": 1, "E": 3}) == 0.25
    assert worth({"A": 1}, returned=1) == 0.5
    assert worth({"A": 1, "E": 1}, returned=2) == 0.25


# By other rankings -------------------------------------------------------------------------------

WEIGHING_CARDS = [
    Objective(patents={"J": 3, "E": 2.5, "S": -1}, n_left=-0.1, patent_value=0.5),
    Objective(
        money=0.5,
        kept={"E": 1, "S": 2.5, "Z": -1},
        balance=((0, 0.5, 0.25), (0.5, 1, 0.75), (-0.5,)),
        community={"E": 1.5, "S": -0.5},
    ),
]


def value_of(turn: Turn, position: Position, rank_by: RankBy) -> tuple[Fraction, ...]:
    """The numbers that rank a turn, by the definition."""
    play = turn.play
    royalties = play.royalties if play else ()
    average = Fraction(sum(royalties), max(1, len(position.opponents)))
    metrics = {
        "money": Fraction(play.money if play else 0),
        "stock": Fraction(play.stock if play else 0),
        "royalties": average,
        "patent_value": Fraction(PATENT_COST[turn.buy] if turn.buy else 0),
        "n_left": Fraction(len(play.leave if play else position.hand)),
    }
    metrics["margin"] = metrics["money"] + metrics["stock"] - average
    if not isinstance(rank_by, Objective):
        keys = (rank_by,) if isinstance(rank_by, str) else rank_by
        return tuple(-metrics[key[1:]] if key[0] == "-" else metrics[key] for key in keys)

    def exact(weight: float) -> Fraction:
        return Fraction(round(weight * 10**6), 10**6)

    total = sum((exact(getattr(rank_by, name)) * metrics[name] for name in METRICS), Fraction(0))
    total += exact(dict(rank_by.patents).get(turn.buy, 0))
    words = play.words if play else ()
    used = "".join(word.letters_from(COMMUNITY) for word in words)
    total += sum(exact(dict(rank_by.community).get(card, 0)) for card in used)
    if rank_by.balance:
        n_vowels = sum(card in naive.VOWELS for card in turn.leave)
        row = rank_by.balance[n_vowels] if n_vowels < len(rank_by.balance) else ()
        n_others = len(turn.leave) - n_vowels
        total += exact(row[n_others]) if n_others < len(row) else -(10**9)
        total += sum(exact(dict(rank_by.kept).get(card, 0)) for card in turn.leave)
    return (total,)


def best_ways(table: naive_turns.Table) -> Iterator[tuple[tuple[str, ...], Turn]]:
    """The words and the turn of best equity of each way to lay words, and of the exchange.

    Rejects a position in which two are as good, of which either may be chosen.
    """
    keeps = table.best_kept(table.hand)
    discards = naive.without(table.hand, keeps) or table.hand
    keeps = "" if discards == table.hand else keeps
    yield (), Turn(TurnKind.EXCHANGE, discards=discards, leave=keeps)
    of_variant = defaultdict(list)
    for play in table.plays():
        keeps = table.best_kept(play.leave)
        for buy in (*play.purchasable, ""):
            equity = table.equity(naive_turns.Decision(play, buy, keeps)).total
            of_variant[play.variant].append((equity, play, buy, keeps))
    for found in of_variant.values():
        found.sort(key=lambda one: -one[0])
        (equity, play, buy, keeps), *others = found
        for less, other, *_ in others:
            same = (play.money, play.stock) == (other.money, other.stock) and _[0] == buy
            assume(same or equity - less > 1e-4)
        yield play.words, as_turn(play, buy, keeps, equity)


def as_turn(play: naive.NaivePlay, buy: str, keeps: str, equity: float) -> Turn:
    """A turn with the cards and the pay of a play of the oracle, and its equity as the margin."""
    words = [
        PlayedWord(
            one.word,
            sources_of(one),
            "v" * one.word.count("Y"),
        )
        for one in play.variant
    ]
    laid = Play(
        tuple(words),
        ("",) * len(words),
        play.money,
        play.stock,
        play.royalties,
        play.purchasable,
        play.patent_value,
        play.leave,
    )
    discards = naive.without(play.leave, keeps)
    return Turn(
        TurnKind.WORDS, play=laid, buy=buy, discards=discards, leave=keeps, equity=Equity(equity)
    )


def sources_of(one: naive.WordVariant) -> str:
    """Any sources with as many cards of the community by letter."""
    community, sources = one.community, ""
    for letter in one.word:
        is_there = letter in community
        community = community.replace(letter, "", 1)
        sources += "c" if is_there else "h"
    return sources


@examples(60)
@given(st.data())
def test_other_rankings_agree_with_brute_force(data: st.DataObject) -> None:
    position = data.draw(positions(max_hand=4))
    words = data.draw(word_lists(position, most=5))
    rules, evaluation = data.draw(st.sampled_from(ALL_RULES)), tables(data.draw(st.integers(1, 40)))
    rank_by = data.draw(st.sampled_from([*RANKINGS, *WEIGHING_CARDS]) | any_ranking)
    lexicon = Lexicon.from_words(words)
    given = OpenTurn(position, may_replace=False)
    every = turns_by(evaluation, given, lexicon, rules.ruleset, NO_LIMIT, every_way=True)
    turns = ranked_by(every, parse_rank_by(rank_by))
    best: dict[tuple[str, ...], tuple[tuple[Fraction, ...], float]] = {}
    table = table_of(position, lexicon, rules, evaluation)
    for laid, turn in best_ways(table):
        value = value_of(turn, position, rank_by)
        equity = turn.equity.total
        if turn.kind is TurnKind.EXCHANGE:
            equity = table.equity(naive_turns.Decision(None, "", turn.leave)).total
        best[laid] = max(best.get(laid, (value, equity)), (value, equity))
    found = {
        tuple(sorted(word.word for word in turn.words)): (
            value_of(turn, position, rank_by),
            turn.equity.total,
        )
        for turn in turns
    }
    assert len(found) == len(turns)
    assert {laid: value for laid, (value, _) in found.items()} == {
        laid: value for laid, (value, _) in best.items()
    }
    assert {laid: equity for laid, (_, equity) in found.items()} == pytest.approx(
        {laid: equity for laid, (_, equity) in best.items()}, abs=2e-5
    )
    order = [(value, round(equity, 4)) for value, equity in found.values()]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("rank_by", [*RANKINGS, *WEIGHING_CARDS], ids=str)
def test_a_ranking_is_that_of_find_plays_where_both_say_the_same(
    rank_by: RankBy, lexicon: Lexicon
) -> None:
    turns = best_turns(POSITION, lexicon, rank_by=rank_by)
    values = [value_of(turn, POSITION, rank_by) for turn in turns]
    assert values == sorted(values, reverse=True)
    assert {turn.words[0].word for turn in turns if turn.words} == {
        play.words[0].word for play in find_plays(POSITION, lexicon)
    }
    for limit in (0, 1, 3, 99):
        assert best_turns(POSITION, lexicon, rank_by=rank_by, limit=limit) == turns[:limit]
    if rank_by in ("margin", "stock"):
        plays = find_plays(POSITION, lexicon, rank_by=rank_by)
        assert [value for value, turn in zip(values, turns, strict=True) if turn.play] == [
            (Fraction(getattr(play, str(rank_by))).limit_denominator(8),) for play in plays
        ]


def test_an_exchange_and_a_replacement_earn_nothing() -> None:
    """Lone words that only pay others are behind both; the rest of a turn has a ranking, too."""
    lexicon = Lexicon.from_words(["EEL"])
    position = Position("EELX", "", "Q", ["EL"])
    turns = best_turns(position, lexicon, rank_by="margin")
    assert {turn.kind for turn in turns[:2]} == {TurnKind.EXCHANGE, TurnKind.REPLACE}
    assert turns[2].play is not None
    assert turns[2].play.margin == -2
    assert best_turns(position, lexicon, rank_by="-margin")[0].play is not None
    (cat,) = find_plays(Position("CATS"), Lexicon.from_words(["CAT"]))
    rest = best_turns(OpenTurn(Position("CATS", money=9), play=cat), lexicon, rank_by="stock")
    assert list(rest) == list(best_turns(OpenTurn(Position("CATS", money=9), play=cat), lexicon))
    by_price = best_turns(
        OpenTurn(Position("CATS", money=9), play=cat), lexicon, ruleset=None, rank_by="patent_value"
    )
    assert [PATENT_COST.get(turn.buy, 0) for turn in by_price] == [8, 8, 3, 0]


# What it gives -----------------------------------------------------------------------------------

WORDS = ["JEWELS", "JAWS", "CAT", "SEA", "LANE", "LANES", "SEE", "EEL", "JEE"]
POSITION = Position("JWLEANZ", "EES", "K", ["E", ""])


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_words(WORDS)


@pytest.fixture(scope="module")
def turns(lexicon: Lexicon) -> Turns:
    return best_turns(POSITION, lexicon)


def test_turns_are_values(turns: Turns, lexicon: Lexicon) -> None:
    assert turns == best_turns(POSITION, lexicon)
    assert turns != turns[:3]
    assert turns != list(turns)
    with pytest.raises(FrozenInstanceError):
        turns.position = POSITION  # type: ignore[misc]


def test_turns_are_shown(turns: Turns) -> None:
    assert repr(turns) == f"<Turns: 9, best {turns[0]}>"
    assert repr(turns[:0]) == "<Turns: 0>"
    assert str(turns[:1]) == f"  1  {turns[0].equity.total:+.2f}  {turns[0]}"
    assert str(turns[0]) == "JeWeLs, buy J, discard AZ"


def test_words_are_not_legal_once_others_lie_on_the_table(turns: Turns, lexicon: Lexicon) -> None:
    rest = best_turns(OpenTurn(POSITION, play=turns["JEWELS"].play), lexicon)
    assert "JAWS" in turns
    with pytest.raises(PlayNotFoundError, match="cannot be laid here"):
        rest["JAWS"]


def test_a_play_by_equity_has_that_of_its_turn(turns: Turns, lexicon: Lexicon) -> None:
    plays = find_plays(POSITION, lexicon, rank_by="equity")
    assert [play.equity for play in plays] == [turn.equity for turn in turns if turn.play]
    assert plays[2:].index(plays[3]) == 1
    assert plays[2:][0].equity == plays[2].equity
    assert plays["JEWELS"].equity == turns[0].equity
    assert pickle.loads(pickle.dumps(plays))[1].equity == plays[1].equity
    assert find_plays(POSITION, lexicon)[0].equity is None


def test_a_view_says_what_a_position_does_not(lexicon: Lexicon) -> None:
    """The rules of its table, the rounds that are left, a card that was replaced."""
    view = SeenState.parse("AEJLNWZ EES E:3:0/Q:5:1 1 - 1 4 0 - start", lexicon)
    plain = best_turns(view.position, lexicon)
    assert list(best_turns(view, lexicon)) == list(plain)
    last = replace(view, final_round=view.round)
    assert {turn.equity.patent for turn in best_turns(last, lexicon)} == {0.0}
    done = replace(view, turn=replace(view.turn, replaced=True))
    assert list(best_turns(done, lexicon)) == [turn for turn in plain if not turn.replace]
    assert len(plain) == len(best_turns(done, lexicon)) + 1


# What it refuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"position": "JEWELS"}, "give a Position, or a view"),
        ({"position": Position("ABCDEFGH")}, "the ruleset allows at most 7"),
        ({"position": Position("ABCDEFGH"), "limit": 0}, "the ruleset allows at most 7"),
        ({"lexicon": WORDS}, "the lexicon is"),
        ({"ruleset": "rulebook"}, "give a Ruleset"),
        ({"rank_by": "luck"}, "no rank key 'luck'"),
        ({"rank_by": ("equity", "money")}, "stands alone"),
        ({"limit": -1}, "limit is -1"),
        ({"limit": 2.5}, "limit is 2.5"),
    ],
)
def test_arguments_are_checked(given: dict[str, Any], message: str, lexicon: Lexicon) -> None:
    with pytest.raises(InvalidInputError, match=message):
        best_turns(**{"position": POSITION, "lexicon": lexicon, **given})


@pytest.mark.parametrize(
    "given",
    [
        {"position": "A"}, {"ruleset": 1}, {"rounds_left": "1"}, {"play": "A"}, {"draws": (1,)},
        {"draws": [1] * 26}, {"draws": (-1,) * 26}, {"returned": 0.5}, {"draws": (0,) * 26},
        {"draws": (3000,) * 26}, {"draws": (1,) * 26, "returned": 1 << 16}, {"returned": 10**30},
        {"rounds_left": 10**30},
    ],
)  # fmt: skip
def test_an_open_turn_is_checked(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        OpenTurn(**({"position": POSITION} | given))


@pytest.mark.parametrize("word", ["CAT", "SEA", "EEL"])
def test_words_on_the_table_have_the_cards_of_the_position(word: str, lexicon: Lexicon) -> None:
    """Not of other letters, of another source, or of more cards."""
    (play,) = find_plays(Position(word), Lexicon.from_words([word]))
    with pytest.raises(InvalidInputError, match="are not in the hand AEJLNWZ"):
        OpenTurn(POSITION, play=play)
    assert best_turns(OpenTurn(Position(word), play=play), lexicon)[0].play == play


@pytest.mark.parametrize("phase", ["challenge", "over"])
def test_a_view_without_a_turn_to_plan_is_refused(phase: str, lexicon: Lexicon) -> None:
    view = SeenState.parse("AEJLNWZ EES E:3:0/Q:5:1 1 - 1 4 0 - start", lexicon)
    other = replace(view, phase=type(view.phase)(phase))
    with pytest.raises(InvalidInputError, match="has no turn to plan"):
        best_turns(other, lexicon)
    with pytest.raises(InvalidInputError, match="has no turn to plan"):
        best_turns(replace(view, viewer=0), lexicon)
