"""Each program of examples/ does what it says."""

from __future__ import annotations

import ast
import itertools
import json
import pickle
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ask_engine
import bot
import letter_go
import letter_of_marque
import pytest
import web_api
from hypothesis import given
from hypothesis import strategies as st
from letter_go import QU, Round
from letter_of_marque import (
    Action,
    Fleet,
    Move,
    Phase,
    Policy,
    Rules,
    Ship,
    Solver,
    State,
    cautious_player,
    mixing_player,
    play,
    random_player,
)
from support.strategies import examples

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import tournament

if TYPE_CHECKING:
    from support.pages import Running


EXAMPLES = Path(bot.__file__).parent


def test_the_bot_wins(capsys: pytest.CaptureFixture[str]) -> None:
    bot.main(["--games", "12"])
    won = re.fullmatch(
        r"won ([0-9.]+)% ± [0-9.]+% of 12 games against greedy\n", capsys.readouterr().out
    )
    assert won
    assert float(won[1]) > 70


def test_the_page_has_the_same_bot() -> None:
    page = (EXAMPLES.parent / "docs" / "first-bot.md").read_text("utf-8")
    program = Path(bot.__file__).read_text("utf-8")
    choices = re.search(r"^        hand = (?:.*\n)+?(?=\n\ndef )", page, re.MULTILINE)
    weights = re.search(r"^WORTH = (?:.*\n)+?RARE = .*\n", page, re.MULTILINE)
    assert choices
    assert weights
    assert choices[0] in program
    assert weights[0] in program


# Bots from outside -------------------------------------------------------------------------------


def plays_well(command: str) -> None:
    """Against random, whose words and purchases are any that are legal, without a fault."""
    result = tournament([f"cmd:{command}", "random"], 4, Lexicon.load(), seed=0)
    assert result.players[0].last_fault == ""
    assert result.unfinished == 0
    assert result.players[0].wins > 2


@pytest.mark.slow
def test_the_bot_that_speaks_the_protocol() -> None:
    plays_well(f"{sys.executable} -S {EXAMPLES / 'protocol_bot.py'}")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_bot_in_javascript() -> None:
    plays_well(f"node {EXAMPLES / 'protocol_bot.js'}")


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a compiler of C")
def test_the_bot_in_c(tmp_path: Path) -> None:
    source, program = EXAMPLES / "protocol_bot.c", tmp_path / "bot"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    plays_well(str(program))


def test_the_program_that_asks_our_engine(capsys: pytest.CaptureFixture[str]) -> None:
    ask_engine.main(["AEJLNWZ EES E:3:0/K:5:1 1 CATS 1 4 0 - start"])
    said = capsys.readouterr().out.splitlines()
    assert said == ["greedy: LAWNs*K, buy A, discard EJZ", "static: JAWs*K, buy J, discard ELNZ"]
    with pytest.raises(SystemExit, match="fields"):
        ask_engine.main(["JWLEANZ"])


# Letter GO! --------------------------------------------------------------------------------------

WORDS = "quit qats qaid suit tint tins unit quint sit acts cats scat tact"


def table(*rules: letter_go.Rule, vowels: str = "AIU") -> Round:
    consonants = {"Ann": [QU, "T"], "Ben": ["S", "T"], "Cleo": ["N", "C"]}
    return Round(Lexicon.from_words(WORDS.split()), consonants, list(vowels), rules)


def test_words_are_of_the_cards_of_others() -> None:
    """Ben has S and one T: his words have QU and the T of Ann, N and C of Cleo, and vowels."""
    assert table().words("Ben") == ["QUINT", "QUIT", "UNIT"]
    assert table().words("Ann") == ["ACTS", "CATS", "SCAT", "SUIT", "TINS", "UNIT"]
    assert table().words("Cleo") == ["QATS", "QUIT", "SUIT"], "neither N nor C"
    assert "SIT" not in table().words("Ann"), "three letters"


def test_qu_stands_for_two_letters_or_for_q_alone() -> None:
    assert "QATS" in table().words("Cleo")
    assert "QUIT" in table(vowels="AI").words("Ben"), "its U is on the card"
    assert "UNIT" not in table(vowels="AI").words("Ben"), "no U without Q"
    assert table().used("Ben", ["QUIT"])[QU] == 1
    assert table().used("Ben", ["quit"])["U"] == 1, "as many cards as can be"
    assert table(vowels="AI").used("Ben", ["QUIT"])["U"] == 0


def test_rule_cards_are_functions_of_words() -> None:
    ends_in_t: letter_go.Rule = lambda word: word.endswith("T")  # noqa: E731
    assert table(ends_in_t, letter_go.without("Q")).words("Ben") == ["UNIT"]
    assert table(letter_go.letters(5)).words("Ben") == ["QUINT"]
    assert letter_go.begins_as_it_ends("TACT")
    assert letter_go.double_letter("LETTER")
    assert not letter_go.double_letter("TETRA")
    assert letter_go.no_letter_twice("ACTS")
    assert letter_go.ends_with_a_vowel("CAFE")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tins"], "does not have the cards"),
        (["quit", "unit"], "does not have the cards"),
        (["jewel"], "does not count"),
        (["sit"], "does not count"),
    ],
)
def test_words_that_cannot_be_written(words: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table().used("Ben", words)


def test_cards_are_claimed_in_the_order_of_the_tokens() -> None:
    boards = {"Ann": ["SUIT"], "Ben": ["QUIT"], "Cleo": []}
    stars = {"U": 5, QU: 3}
    # Ann has S, U and I, and the T of Ben; then Ben has QU and the T of Ann.
    assert table().score(boards, ["Ann", "Ben", "Cleo"], stars) == {"Ann": 8, "Ben": 4, "Cleo": 0}
    assert table().score(boards, ["Ben", "Ann", "Cleo"], stars) == {"Ben": 10, "Ann": 2, "Cleo": 0}


def test_the_best_board_uses_the_stars() -> None:
    assert table().best("Ann", {"N": 9, "U": 2}) == ["UNIT"]
    assert table().best("Ann", {"N": 9, "S": 2}) == ["TINS"]
    lexicon = Lexicon.from_words(["tins", "dado", "tornado"])
    two = Round(lexicon, {"Ann": [], "Ben": list("TNSDDR")}, list("IAOO"))
    assert sorted(two.best("Ann", {})) == ["DADO", "TINS"], "eight cards, not seven"


def test_letter_go_is_short_and_shows_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(Path(letter_go.__file__).read_text("utf-8").splitlines()) < 200
    letter_go.main()
    assert re.search(r"^Cleo may write \d+ words, best: \w+", capsys.readouterr().out, re.M)


# A server, a cluster, a notebook -----------------------------------------------------------------


def test_the_program_that_asks_the_page(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ["JWLEANZ", "EES", "--opponent", "E", "--url", running.url]
    web_api.main([*table, "--seconds", "0.2", "--word", "yacht"])
    said = capsys.readouterr().out
    assert re.search(r"^1  JeWeLs, buy J\b.* equity \+", said, re.M)
    assert re.search(r"^after \d+ games: .*, buy J\b.*$", said, re.M)
    assert "YACHT is in the word list\n  YACHT (noun): an expensive vessel" in said
    with pytest.raises(SystemExit, match="hand"):
        web_api.main(["J?", "EES", "--url", running.url])


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A Dask cluster in a thread of this process."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")
def test_the_survey_on_a_cluster(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dask_survey = pytest.importorskip("dask_survey")
    parts = tmp_path / "parts"
    where = ["--scheduler", cluster.scheduler.address, "--parts", str(parts)]
    dask_survey.main(["--hands", "400", "--patent-sets", "J,K", *where])
    said = capsys.readouterr().out
    assert "400 of 400 hands" in said
    gain = re.search(r"^J +\+([0-9.]+) ± ", said, re.M)
    assert gain
    assert float(gain[1]) > 3


@pytest.mark.slow
def test_the_notebook_says_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.setenv("MPLBACKEND", "agg")
    namespace: dict[str, object] = {}
    notebook = json.loads((EXAMPLES / "patents.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            got = run_cell("".join(cell["source"]), namespace)
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    assert repr(got) == "".join(output["data"]["text/plain"])


def run_cell(source: str, namespace: dict[str, object]) -> object:
    """The value of the last line, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(source, namespace)
        return None
    tree.body.pop()
    exec(compile(tree, "cell", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)


# Letter of Marque: its rules, what views hide, and what the solver finds -------------------------


PLAYERS = [random_player, cautious_player, mixing_player]
SMALL = Rules((1, 2), armed=1, cannons=1)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    treasures = tuple(draw(st.lists(st.integers(1, 9), min_size=1, max_size=5)))
    return Rules(treasures, draw(st.integers(0, len(treasures))), draw(st.integers(0, 3)))


def choose(state: State, rng: random.Random) -> Action:
    return rng.choice(state.actions() or tuple(state.chances()))


def states_of_a_game(players: int, seed: int, rules: Rules | None = None) -> list[State]:
    rng = random.Random(seed)
    states = [State.new(players, rules)]
    while states[-1].phase is not Phase.OVER:
        states.append(states[-1].after(choose(states[-1], rng)))
    return states


def with_other_ships(state: State, seat: int) -> list[State]:
    """The same state, but two ships of this seat that nobody else has seen are exchanged."""
    fleet = state.fleets[seat]
    hidden = [
        at for at, ship in enumerate(fleet.at_sea) if not ship.shown and ship.armed is not None
    ]
    found = []
    for at, kind in itertools.product(hidden, set(fleet.reserve)):
        ship = fleet.at_sea[at]
        if ship.armed is kind:
            continue
        reserve = list(fleet.reserve)
        reserve[reserve.index(kind)] = not kind
        at_sea = (*fleet.at_sea[:at], replace(ship, armed=kind), *fleet.at_sea[at + 1 :])
        fleets = list(state.fleets)
        fleets[seat] = replace(fleet, reserve=tuple(reserve), at_sea=at_sea)
        history = tuple(
            (who, replace(did, what=1 - did.what) if did.move is Move.SHIP and who == seat else did)
            for who, did in state.history
        )
        found.append(replace(state, fleets=tuple(fleets), history=history))
    return found


# Whole games -------------------------------------------------------------------------------------


@examples(100)
@given(st.integers(2, 6), st.integers(0, 10**6), rules())
def test_no_card_is_made_or_lost(players: int, seed: int, rules: Rules) -> None:
    states = states_of_a_game(players, seed, rules)
    cards = Counter(rules.treasures * players)
    for state in states:
        found = Counter[int]()
        for fleet in state.fleets:
            found.update(fleet.deck)
            found.update(fleet.pile)
            found.update(ship.treasure for ship in fleet.at_sea)
            armed = sum(fleet.reserve) + sum(bool(ship.armed) for ship in fleet.at_sea)
            assert armed <= rules.armed
            assert fleet.shown.count(True) <= rules.armed
            assert all(ship.armed for ship in fleet.at_sea if ship.shown)
            choosing = sum(ship.armed is None for ship in fleet.at_sea)
            assert len(fleet.reserve) == len(fleet.deck) + choosing
        assert found == cards
        moves = Counter(did.move for _, did in state.history)
        assert sum(rules.cannons - fleet.cannons for fleet in state.fleets) == (
            moves[Move.TAKEN] + moves[Move.REPELLED]
        )
        assert sum(fleet.captured for fleet in state.fleets) == moves[Move.REPELLED]
    assert sum(states[-1].shares()) == pytest.approx(1)
    assert not states[-1].actions()
    assert not states[-1].chances()
    assert not any(fleet.deck or fleet.at_sea for fleet in states[-1].fleets)


@examples(100)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_the_turns_go_round_from_the_lowest_treasure(players: int, seed: int) -> None:
    states = states_of_a_game(players, seed)
    first = next(state for state in states if state.phase is Phase.TURN)
    treasures = [fleet.at_sea[0].treasure for fleet in first.fleets]
    assert treasures[first.turn] == min(treasures)
    turns = [state.turn for state in states if state.phase is Phase.TURN]
    assert turns == [(turns[0] + at) % players for at in range(len(turns))]


@pytest.mark.parametrize("n_players", range(2, 7))
def test_players_end_a_game_and_the_same_seed_gives_the_same(n_players: int) -> None:
    table = [PLAYERS[seat % 3] for seat in range(n_players)]
    games = [play(table, seed) for seed in range(10)]
    assert games == [play(table, seed) for seed in range(10)]
    assert len(set(games)) == 10
    assert all(game.phase is Phase.OVER for game in games)


# Rules -------------------------------------------------------------------------------------------


def at_sea(*ships: Ship, cannons: int = 1) -> State:
    """Seat 0 is to act; seat 1 has these ships at sea and nothing else."""
    fleets = Fleet((), (), cannons), Fleet((), (), 0, at_sea=ships)
    return State(Rules(), fleets, phase=Phase.TURN, opening=False)


def test_an_attack_on_a_defenseless_ship_takes_the_treasure() -> None:
    state = at_sea(Ship(4, armed=False), Ship(3, armed=True)).after(Action(Move.ATTACK, 0, 1))
    assert state.fleets[0] == Fleet((), (), 0, pile=(4,))
    assert state.fleets[1] == Fleet((), (), 0, at_sea=(Ship(3, armed=True),), shown=(False,))
    assert [did.move for _, did in state.history] == [Move.TAKEN]


def test_an_attack_on_an_armed_ship_costs_the_cannon() -> None:
    state = at_sea(Ship(4, armed=True), cannons=2).after(Action(Move.ATTACK, 0, 1))
    known = Ship(4, armed=True, shown=True)
    assert state.fleets[0] == Fleet((), (), 1)
    assert state.fleets[1] == Fleet((), (), 0, at_sea=(known,), captured=1, shown=(True,))
    assert state.view(0).fleets[1].at_sea == (known,)
    assert not at_sea(Ship(4, armed=True)).view(0).fleets[1].at_sea[0].armed


def test_a_ship_arrives_without_being_shown() -> None:
    state = at_sea(Ship(4, armed=True)).after(Action(Move.PASS)).after(Action(Move.ARRIVE))
    assert state.fleets[1] == Fleet((), (), 0, pile=(4,))
    assert state.phase is Phase.OVER
    assert state.shares() == (0, 1)


def test_a_tie_is_for_more_cannons_or_shared() -> None:
    def end(*fleets: tuple[tuple[int, ...], int]) -> State:
        return State(Rules(), tuple(Fleet((), (), 3, (), pile, n) for pile, n in fleets))

    assert end(((5, 3), 0), ((7,), 1)).shares() == (0, 1)
    assert end(((5, 3), 0), ((8,), 0), ((7,), 0)).shares() == (0.5, 0.5, 0)


def test_treasures_are_drawn_by_their_number_and_who_begins_among_the_lowest() -> None:
    chances = State.new(2, Rules((3, 3, 7), 1, 1)).chances()
    assert chances == {Action(Move.DRAW, 3): 2 / 3, Action(Move.DRAW, 7): 1 / 3}
    state = State.new(3, Rules((3, 7), 1, 1))
    for treasure in 3, 7, 3:
        state = state.after(Action(Move.DRAW, treasure))
    for _ in range(3):
        state = state.after(Action(Move.SHIP, 1))
    assert state.chances() == {Action(Move.BEGIN, 0): 0.5, Action(Move.BEGIN, 2): 0.5}


@pytest.mark.slow
@examples(60)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_actions_that_are_not_legal_are_refused_with_a_sentence(players: int, seed: int) -> None:
    every = [
        Action(move, what, seat)
        for move in Move
        for what in range(-1, 8)
        for seat in range(players)
    ]
    for state in states_of_a_game(players, seed)[::7]:
        legal = state.actions() or tuple(state.chances())
        for action in set(every) - set(legal):
            with pytest.raises(ValueError, match=r"^seat \d: .* is not legal, but "):
                state.after(action)


@pytest.mark.parametrize(
    "numbers", [((), 0, 1), ((0, 3), 1, 1), ((3,), 2, 1), ((3,), -1, 1), ((3,), 1, -1)]
)
def test_rules_that_cannot_be(numbers: tuple[tuple[int, ...], int, int]) -> None:
    with pytest.raises(ValueError, match=r"^Rules\(.*give treasures"):
        Rules(*numbers)


@pytest.mark.parametrize("players", [1, 7])
def test_tables_that_cannot_be(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        State.new(players)


# What is hidden ----------------------------------------------------------------------------------


@pytest.mark.slow
@examples(30)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_a_view_is_the_same_whatever_ships_are_hidden(players: int, seed: int) -> None:
    compared = 0
    for state in states_of_a_game(players, seed):
        for seat, other in itertools.permutations(range(players), 2):
            for changed in with_other_ships(state, other):
                one, two = state.view(seat), changed.view(seat)
                assert one == two
                assert repr(one) == repr(two)
                assert pickle.dumps(one) == pickle.dumps(two)
                assert changed.view(other) != state.view(other), "the owner knows"
                compared += 1
    assert compared


# The solver --------------------------------------------------------------------------------------


def value(state: State, first: Policy, second: Policy) -> float:
    """The share of seat 0, by plain recursion."""
    if state.phase is Phase.OVER:
        return state.shares()[0]
    policy = (first, second)[state.turn]
    here = state.chances() or policy[state.turn, state.seen(state.turn)]
    return sum(p * value(state.after(a), first, second) for a, p in here.items() if p)


def a_raid() -> State:
    """Seat 0 has two treasures, 1 and 2, and one ship of each kind; seat 1 one cannon, 1 point.

    Seat 1 needs a defenseless ship: with treasure 2 it wins, with treasure 1 it ties. If the ship
    with 2 is armed with chance p, these win p / 2 and 1 - p: p is 2/3, and seat 1 gets 1/3.
    """
    owner = Fleet((2,), (True, False), 0, at_sea=(Ship(1),))
    raider = Fleet((), (), 1, pile=(1,))
    return State(SMALL, (owner, raider), phase=Phase.SHIP, opening=False)


def test_a_game_that_is_solved_by_hand() -> None:
    solver = Solver(a_raid())
    solver.run(2000)
    assert solver.best_response(0) == pytest.approx(2 / 3, abs=0.003)
    assert solver.best_response(1) == pytest.approx(1 / 3, abs=0.003)
    assert solver.exploitability() == pytest.approx(0, abs=0.003)
    policy = solver.policy()
    armed = policy[0, ()][Action(Move.SHIP, 1)]
    assert armed == pytest.approx(1 / 3, abs=0.01), "the poor ship; the rich one in 2 of 3 games"
    assert value(a_raid(), policy, policy) == pytest.approx(2 / 3, abs=0.003)


@pytest.mark.parametrize("iterations", [0, 3])
def test_a_best_response_is_the_best_of_all_plans(iterations: int) -> None:
    """Every plan of seat 1 that says one action for each history that it may see."""
    solver = Solver(a_raid())
    solver.run(iterations)
    policy = solver.policy()
    own = {seen: [*actions] for seen, actions in policy.items() if seen[0] == 1}
    plans = [
        {seen: {action: 1.0} for seen, action in zip(own, actions, strict=True)}
        for actions in itertools.product(*own.values())
    ]
    assert 2 < len(plans) < 5000
    best = max(1 - value(a_raid(), policy, plan) for plan in plans)
    assert solver.best_response(1) == pytest.approx(best)
    # One who saw the ships would never meet an armed one.
    assert best < 0.9


def test_a_solved_policy_can_be_played() -> None:
    """It knows the actions of each view, and they are done as often as it says."""
    solver, rng = Solver(State.new(2, SMALL)), random.Random(1)
    solver.run(60)
    policy = solver.policy()
    for state in states_of_a_game(2, 1, SMALL):
        view = state.view(state.turn)
        if view.actions:
            known = policy[view.seat, view.history]
            done = Counter(mixing_player(view, rng, policy) for _ in range(1000))
            assert known.keys() == {*view.actions}
            assert [done[one] / 1000 for one in known] == pytest.approx([*known.values()], abs=0.06)


def test_the_solver_is_for_two() -> None:
    with pytest.raises(ValueError, match="games of two"):
        Solver(State.new(3))


@pytest.mark.slow
def test_the_program_is_short_and_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(Path(letter_of_marque.__file__).read_text("utf-8").splitlines()) <= 400
    letter_of_marque.main()
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    page = Path(letter_of_marque.__file__).parents[1] / "docs" / "examples.md"
    _, _, shown = page.read_text("utf-8").partition("```text\n")
    assert said.startswith(shown.partition("```")[0]), "the page shows what it prints"
