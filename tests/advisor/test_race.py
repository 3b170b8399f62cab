"""The race, which shares out games and keeps budgets; and players that plan whole turns."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from support.batch_workers import Immediate
from support.selection import NO_JIT, quick_pairs
from support.simulated_games import dealt, rulesets, word_list
from support.strategies import needs_jit

from letter_tycoon_solver import InvalidInputError, Lexicon, Ruleset, Turn, TurnKind
from letter_tycoon_solver._kernels import entries
from letter_tycoon_solver._kernels import race as layout
from letter_tycoon_solver._kernels.race import (
    FINALISTS,
    GAMES_A_STEP,
    MIN_GAMES,
    PRIOR_GAMES,
    SHORT,
    WHOLE,
)
from letter_tycoon_solver.advisor import (
    AdvisorPlayer,
    Evaluation,
    RankedTurn,
    StaticPlayer,
    appraise,
    new_player,
    tournament,
)
from letter_tycoon_solver.advisor.advice import Race, ranked
from letter_tycoon_solver.advisor.simulation import (
    MEDIUM,
    OFF_BY,
    Candidate,
    Floats,
    Simulation,
    candidates_of,
)
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    ActionKind,
    GameState,
    Phase,
    RandomPlayer,
    SeenState,
    apply,
    new_game,
    play_out,
)
from letter_tycoon_solver.game.players import GreedyPlayer, Player
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.ruleset import ChallengeMode, ChallengeRule

LEXICON = Lexicon.from_words(["TEA"])


@dataclasses.dataclass
class Urn:
    """In the place of a simulation: the victories of each plan are drawn with its own chance.

    The draws of a game are the same for all plans, as far as `shared` says; `asked` is filled in
    with what was played: which plans, the first game, how many.
    """

    chances: Sequence[float]
    shared: float = 0.5
    asked: list[tuple[tuple[int, ...], int, int]] = dataclasses.field(default_factory=list)
    asked_whole: list[tuple[tuple[int, ...], int, int]] = dataclasses.field(default_factory=list)
    is_whole: bool = False
    has_other_deals: bool = False

    def to_the_end(self) -> Urn:
        assert self.has_other_deals, "whole games would be the short ones once more"
        return Urn(self.chances, self.shared, self.asked_whole, [], is_whole=True)

    def with_other_deals(self) -> Urn:
        return dataclasses.replace(self, has_other_deals=True)

    def value_off_by(self, _lexicon: Lexicon) -> float:
        return OFF_BY

    def play(
        self, candidates: Sequence[Candidate], first: int, n: int, *_: object
    ) -> tuple[Floats, Floats]:
        numbers = tuple(int(candidate.row[0]) for candidate in candidates)
        self.asked.append((numbers, first, n))
        wins = np.empty((len(numbers), n))
        for at in range(n):
            common = np.random.default_rng((first + at, self.is_whole)).random()
            for row, number in enumerate(numbers):
                own = np.random.default_rng((first + at, self.is_whole, number + 1)).random()
                draw = common if own < self.shared else (own - self.shared) / (1 - self.shared)
                wins[row, at] = draw < self.chances[number]
        return np.zeros_like(wins), wins


def plans(n: int) -> list[Candidate]:
    """Plans that say no more than their number."""
    return [
        Candidate(Turn(TurnKind.EXCHANGE, discards="A" * number), np.array([number]))
        for number in range(n)
    ]


def race_of(
    urn: Urn | Sequence[float],
    games: int,
    tell: Callable[[Race], object] | None = None,
    until: float = math.inf,
    shared: float = 0.5,
) -> tuple[Race, Urn]:
    """A race that was run, and the urn of these chances that it was run with."""
    urn = urn if isinstance(urn, Urn) else Urn(urn, shared)
    candidates = plans(len(urn.chances))
    race = Race(cast("Simulation", urn), candidates, LEXICON, Immediate(), until, games)
    race.run(tell)
    return race, urn


def number_of(ranked: RankedTurn) -> int:
    return len(ranked.turn.discards)


def numbers(race: Race) -> list[int]:
    return list(map(number_of, race.standings()))


@pytest.mark.parametrize("n_plans", [1, 2, 3, 4, 5, 7, 8, 9, 24])
@pytest.mark.parametrize("games", [1, 2, 3, 4, 5, 10, 99, 1_000])
def test_a_budget_of_games_is_kept_and_every_plan_stays_in_the_list(
    n_plans: int, games: int
) -> None:
    race, urn = race_of([0.5 + 0.01 * (at % 3) for at in range(n_plans)], games)
    assert race.n_games <= games
    assert sorted(numbers(race)) == list(range(n_plans))
    assert race.n_games == sum(one.playouts for one in race.standings())
    played = sum(len(numbers) * n for numbers, _, n in urn.asked + urn.asked_whole)
    assert race.n_games == played
    if not race.is_settled:
        assert race.n_games > games - max(2, min(n_plans, FINALISTS))


def test_plans_in_the_race_have_played_the_same_games() -> None:
    _, urn = race_of([0.5] * 15 + [0.52] * 9, 6_000)
    for asked in (urn.asked, urn.asked_whole):
        assert asked
        played: dict[int, list[int]] = {number: [] for number in range(24)}
        last = set(range(24))
        for numbers, first, n in asked:
            assert set(numbers) <= last, "a plan came back"
            last = set(numbers)
            for number in numbers:
                assert played[number] == list(range(first)), "a game was left out or played twice"
                played[number] += range(first, first + n)
    assert len(urn.asked_whole[0][0]) == FINALISTS


@pytest.mark.parametrize("best", [0, 11, 23])
def test_the_best_plan_wins_wherever_it_stands(best: int) -> None:
    chances = [0.4] * 24
    chances[best] = 0.6
    race, _ = race_of(chances, 8_000)
    assert numbers(race)[0] == best
    assert race.is_settled


def test_a_plan_that_is_clearly_behind_goes_before_its_phase_ends() -> None:
    n = 3 if NO_JIT else 12
    race, _ = race_of([0.5] * n + [0.0] * n, 2_500 * n)
    n_games = {number_of(one): one.playouts for one in race.standings()}
    assert max(n_games[number] for number in range(n, 2 * n)) <= 128
    assert min(n_games[number] for number in range(n)) > 128


@pytest.mark.parametrize(
    ("chances", "shared", "most"),
    [
        ([0.9, *[0.1] * 23], 0.5, 5_000),
        # No variance, as in the last turn of a game, where nothing is left to chance.
        ([1.0, *[0.0] * 5], 0.5, 1_000),
        # No difference: one goes on.
        ([0.5] * 6, 1.0, 1_000),
        ([0.5], 0.5, 2 * MIN_GAMES),
    ],
)
def test_what_is_obvious_is_settled_long_before_the_budget(
    chances: list[float], shared: float, most: int
) -> None:
    race, _ = race_of(chances, 100_000, shared=shared)
    assert race.is_settled
    assert MIN_GAMES <= race.n_games < most
    assert numbers(race)[0] == 0
    if len(set(chances)) == 1:
        assert numbers(race) == list(range(len(chances)))


def test_a_single_plan_is_settled_by_few_games_and_equal_ones_by_none() -> None:
    assert race_of([0.5], 8)[0].is_settled
    assert not race_of([0.5] * 6, 3_000)[0].is_settled


def test_where_all_games_are_whole_the_finalists_go_on_with_them() -> None:
    urn = Urn([0.5] * 9 + [0.6], is_whole=True)
    race, _ = race_of(urn, 8_000)
    assert urn.asked
    assert not urn.asked_whole
    assert all(one.whole for one in race.standings())
    best = race.standings()[0]
    assert number_of(best) == 9
    last, first, n = urn.asked[-1]
    assert len(last) <= FINALISTS
    assert first + n == best.playouts
    # Nothing is estimated: what is open is the error of the games alone.
    assert best.win_se == pytest.approx(0.5 / math.sqrt(best.playouts), rel=0.05)


def test_a_time_that_is_over_plays_nothing() -> None:
    race, _ = race_of([0.5] * 6, 1_000, until=time.perf_counter() - 1)
    assert race.n_games == 0
    assert numbers(race) == list(range(6))
    assert not race.is_settled


def test_where_games_take_long_a_step_has_fewer() -> None:
    class Slow(Urn):
        def play(self, candidates: Sequence[Candidate], *args: Any) -> tuple[Floats, Floats]:
            time.sleep(0.001 * len(candidates) * args[1])
            return super().play(candidates, *args)

        def to_the_end(self) -> Slow:
            return self

    urn = Slow([0.5] * 24)
    race, _ = race_of(urn, 10**9, until=time.perf_counter() + 0.2)
    # A step of 64 games each would be 1,536; on a slower machine there are still fewer.
    assert 24 <= race.n_games < 600


@pytest.mark.slow
def test_steps_grow_with_the_games_that_are_played() -> None:
    _, urn = race_of([0.5] * 4, 40_000)
    steps = [n for _, _, n in urn.asked_whole]
    assert steps[0] == GAMES_A_STEP
    assert all(n <= max(GAMES_A_STEP, first // 2) for _, first, n in urn.asked_whole)
    assert max(steps) > 2 * GAMES_A_STEP


def test_a_few_games_settle_nothing() -> None:
    race, _ = race_of([1.0, 0.0], 2 * 20)
    assert numbers(race)[0] == 0
    assert not race.is_settled
    assert race_of([1.0, 0.0], 2 * 400)[0].is_settled


# Sums ----------------------------------------------------------------------------------------


def told(
    short: Sequence[Sequence[float]],
    whole: Sequence[Sequence[float]] = (),
    prior: Sequence[float] = (),
    margin_of_win: float = 10.0,
    off_by: float = OFF_BY,
) -> layout.RaceTable:
    """A race that has been told of these victories, by length of game and plan."""
    n = len(short or whole)
    race = layout.new_race(
        np.array(prior or [0.0] * n),
        off_by,
        not short,
        math.inf,
        layout.MOST_GAMES_A_STEP * n,
    )
    none = np.empty((n, 0))
    entries.race_on(race, none, none, 0.0)
    for length, games in ((SHORT, short), (WHOLE, whole)):
        if games:
            race.state[layout.LENGTH] = length
            wins = np.array([games[plan] for plan in race.order])
            entries.race_on(race, margin_of_win * wins, wins, 0.0)
    return race


def standing(race: layout.RaceTable, plan: int) -> RankedTurn:
    row = race.rows[race.order.tolist().index(plan)].tolist()
    return ranked(Turn(TurnKind.EXCHANGE), row)


def test_plans_are_compared_by_victories_and_then_by_dollars() -> None:
    race = told([[1.0, 0.0], [0.0, 1.0], [0.5, 0.25]], margin_of_win=4.0)
    utility = race.sums[SHORT, :, :, layout.S_UTILITY]
    assert utility.diagonal() == pytest.approx([1.004, 1.004, 0.753])
    assert utility[0] == pytest.approx([1.004, 0.0, 0.251])
    assert (utility[0, 1:] == -utility[1:, 0]).all()


def test_static_evaluation_counts_as_some_games() -> None:
    # $100 are a victory; ten of the margin of a game are 0.01.
    expected = (PRIOR_GAMES * 0.3 - 20 * (0.4 + 0.004)) / (20 + PRIOR_GAMES)
    error = math.sqrt(20 / (20 + PRIOR_GAMES)) / 20
    games = [[0.9] * 20, [0.5] * 20]
    for race, of_short in ((told(games, [], [0.0, 0.3]), 0.01), (told([], games, [0, 0.3]), 0.0)):
        assert race.order.tolist() == [1, 0]
        assert race.means == pytest.approx([0.0, expected])
        # As if one more game had differed by a victory; and all short ones may be off.
        assert race.errors[1] == pytest.approx(math.hypot(error, of_short))


def test_short_and_whole_games_count_by_their_precision() -> None:
    short = [[0.5, 0.7, 0.6, 0.4], [0.4, 0.5, 0.6, 0.3]]
    whole = [[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    race = told(short, whole)
    means, variances = [], []
    for pair in (short, whole):
        ahead = np.array(pair[0]) - pair[1]
        means.append(ahead.mean())
        # As if one more game had differed by a victory, or by $10.
        variances.append((ahead.var() * len(ahead) + 1) / len(ahead) ** 2)
    # Short games may all be off.
    theirs = standing(race, 1)
    for unit, found in (
        (1, (theirs.win_loss, theirs.win_loss_se)),
        (10, (theirs.lead_loss, theirs.lead_loss_se)),
    ):
        of_short = 0.01 if unit == 1 else 0.1
        weights = 1 / (np.array(variances) + np.array([of_short**2, 0.0]))
        expected = np.array([np.dot(means, weights) / weights.sum(), weights.sum() ** -0.5])
        assert found == pytest.approx(unit * expected)
    assert theirs.win == pytest.approx(standing(race, 0).win - theirs.win_loss)
    assert theirs.lead == pytest.approx(standing(race, 0).lead - theirs.lead_loss)
    only_whole = standing(told([], whole[:1]), 0)
    assert (only_whole.win, only_whole.win_se) == pytest.approx(
        (2 / 3, math.sqrt(np.var(whole[0]) * 3 + 1) / 3)
    )
    assert standing(told(short[:1]), 0).win == pytest.approx(0.55)
    # What they say of one plan may be off by more than what they say of two.
    many = standing(told([[0.5] * 10**5]), 0)
    assert many.win_se == pytest.approx(OFF_BY, rel=1e-4)
    assert many.lead_se == pytest.approx(100 * OFF_BY, rel=1e-4)
    assert 0.55 < standing(race, 0).win < 2 / 3


def test_a_few_games_that_end_alike_leave_an_error() -> None:
    alike = standing(told([], [[1.0] * 4]), 0)
    assert (alike.win, alike.win_se) == (1.0, 1 / 4)
    race = told([[0.9, 0.5, 0.7], [0.2, 0.4, 0.3]], [[1.0] * 4] * 2)
    assert standing(race, 1).win_loss > 0.1
    assert standing(race, 1).win_loss_se > 0.2


def test_plans_are_compared_on_the_games_that_both_have_played() -> None:
    none = standing(told([[], []]), 1)
    assert np.isnan([none.win, none.win_loss, none.lead_loss_se]).all()
    race = told([[1.0, 0.0], [1.0, 0.0]])
    race.state[layout.N_LIVE] = 1
    entries.race_on(race, np.zeros((1, 3)), np.zeros((1, 3)), 0.0)
    assert [standing(race, plan).playouts for plan in (0, 1)] == [5, 2]
    assert standing(race, 1).win_loss == 0.0
    assert standing(race, 1).win == standing(race, 0).win == pytest.approx(0.2)


# Players that plan whole turns --------------------------------------------------------------------


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return word_list()


def moved(state: GameState, player: Player) -> GameState:
    """The state after what the player who is asked does."""
    return steps_of(state, player.choose(state.seen_by(state.to_act)))[-1][1]


def played(state: GameState, players: Sequence[Player]) -> GameState:
    """The end of a game; an illegal action raises."""
    end = state
    for n, (_, after) in enumerate(play_out(state, players)):
        assert n < 4_000, "the game does not end"
        end = after
    return end


@pytest.mark.parametrize(
    ("ruleset", "n_players"), quick_pairs(rulesets()[: 1 if NO_JIT else None], [2, 3, 4, 5])
)
def test_players_play_whole_games_by_the_rules(
    ruleset: Ruleset, n_players: int, lexicon: Lexicon
) -> None:
    statics = [StaticPlayer() for _ in range(n_players)]
    assert played(new_game(n_players, 7, lexicon, ruleset), statics).is_over
    if not NO_JIT:
        # Others lie, challenge and pay for it.
        others = [RandomPlayer(seed) for seed in range(n_players - 2)]
        mixed: list[Player] = [AdvisorPlayer(playouts=24, seed=3), StaticPlayer(), *others]
        assert played(new_game(n_players, 8, lexicon, ruleset), mixed).is_over


@pytest.mark.parametrize("mode", ChallengeMode)
def test_a_lie_is_found_out_and_a_penalty_paid(mode: ChallengeMode, lexicon: Lexicon) -> None:
    ruleset = Ruleset(challenge=ChallengeRule(mode))
    penalties = 0
    for seed in range(2 if NO_JIT else 8):
        state = new_game(2, seed, lexicon, ruleset)
        players: list[Player] = [StaticPlayer(), RandomPlayer(seed)]
        for _, state in play_out(state, players):  # noqa: B020
            penalties += state.phase is Phase.PENALTY and state.active == 1
            assert state.phase is not Phase.PENALTY or state.active == 1
    assert bool(penalties) == (mode is not ChallengeMode.NONE)


@pytest.mark.parametrize(
    ("money", "planned", "bought"),
    [(2, "", "N"), (3, "N", "T"), (4, "T", "T")],
    ids=["one at last", "a better one", "the best anyway"],
)
def test_the_dollar_of_a_wrong_challenge_may_buy_a_better_patent(
    money: int, planned: str, bought: str
) -> None:
    """N costs $7, T costs $8; NOTION pays $4."""
    lexicon = Lexicon.from_words(["NOTION"])
    state = dealt(lexicon, ["NOTIONA", "BCDFGHJ"], "STU", patents=["", "IO"], money=money)
    player = StaticPlayer()
    state = moved(state, player)
    play = state.turn.play
    assert play is not None
    assert planned == "".join(sorted(play.purchasable)[-1:])
    state = apply(state, CHALLENGE)
    assert state.phase is Phase.PURCHASE
    assert bought_by(player, state) == bought


def test_a_turn_has_its_effort_and_no_more(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of the owner of Q, who plans once more after a card was replaced."""
    asked = []

    def advise(seen: SeenState, *_: object, playouts: int, **__: object) -> SimpleNamespace:
        asked.append(playouts)
        if "Q" in seen.active_seat.patents and not seen.turn.replaced and not seen.turn.play:
            return SimpleNamespace(leader=appraise("replace C", seen))
        tables = Evaluation.of(seen.lexicon.digest)
        return SimpleNamespace(leader=candidates_of(seen, seen.lexicon, tables)[0].turn)

    monkeypatch.setattr("letter_tycoon_solver.advisor.players.advise", advise)
    for patents, efforts in (("", [80, 20]), ("Q", [40, 40, 20])):
        state = dealt(lexicon, ["NOTIONC", "BDFGHJK"], "STU", patents=[patents, ""])
        player = AdvisorPlayer(playouts=100)
        for _, after in play_out(state, [player, GreedyPlayer()]):
            if after.active:
                break
        assert asked == efforts
        asked.clear()


def bought_by(player: Player, state: GameState) -> str:
    turn = player.choose(state.seen_by(0))
    assert isinstance(turn, Turn)
    return turn.buy


@pytest.mark.parametrize(
    "player",
    [StaticPlayer(), pytest.param(AdvisorPlayer(playouts=10), marks=needs_jit)],
    ids=["s", "a"],
)
def test_a_patent_of_another_course_of_the_turn_is_not_bought(player: Player) -> None:
    """The dollar of a challenge pays for a T; the challenge is taken back, and the dollar gone."""
    lexicon = Lexicon.from_words(["NOTION"])
    state = dealt(lexicon, ["NOTIONA", "BCDFGHJ"], "STU", patents=["", "IO"], money=3)
    laid = moved(state, player)
    challenged, accepted = apply(laid, CHALLENGE), apply(laid, ACCEPT)
    assert bought_by(player, challenged) == "T"
    assert bought_by(player, accepted) == "N"
    assert bought_by(player, challenged) == "T"


@pytest.mark.parametrize(
    ("phase", "message"),
    [
        (Phase.PURCHASE, "no words lie on the table"),
        (Phase.CLEAN_UP, "no words lie on the table"),
        (Phase.OVER, "has no turn to plan"),
    ],
)
def test_a_view_without_the_words_of_its_turn_is_refused(
    lexicon: Lexicon, phase: Phase, message: str
) -> None:
    state = new_game(2, 7, lexicon)
    seen = replace(state.seen_by(state.active), phase=phase)
    with pytest.raises(InvalidInputError, match=message):
        StaticPlayer().choose(seen)


LEVELS_TO_PLAY = ["easy", "medium", "hard"]


class TestLevels:
    def plays_of(self, name: str, lexicon: Lexicon, seed: int = 0) -> list[str]:
        """The words that two players of a level lay in some games."""
        words = []
        for deal in range(1 if NO_JIT else 6):
            players = [new_player(name, seed), new_player(name, seed + 1)]
            for action, _ in play_out(new_game(2, deal, lexicon), players):
                if action.kind is ActionKind.PLAY:
                    words += [word.word for word in action.words]
        return words

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["easy", "medium"])
    def test_common_words_alone_are_known(self, name: str) -> None:
        common = Lexicon.load("common")
        assert all(word in common for word in self.plays_of(name, Lexicon.load()))

    @needs_jit
    def test_hard_knows_them_all(self) -> None:
        common = Lexicon.load("common")
        assert not all(word in common for word in self.plays_of("hard", Lexicon.load()))

    def test_only_words_of_the_list_are_laid(self) -> None:
        """And of a list without common words some all the same, or the game would never end."""
        every_other = Lexicon.from_words(list(Lexicon.load("common"))[::2])
        assert all(word in every_other for word in self.plays_of("easy", every_other))
        strange = Lexicon.from_words(["".join(reversed(word)) + "X" for word in every_other])
        assert "AAX" not in strange
        state = new_game(2, 1, strange)
        assert moved(state, new_player("easy")) != state

    def test_a_list_of_another_language_is_known_whole(self) -> None:
        """Some of its words are English by chance; who knew these alone would not play at all."""
        common = list(Lexicon.load("common"))
        backwards = ["".join(reversed(word)) for word in common[::3]]
        assert MEDIUM.known(other := Lexicon.from_words(backwards)).digest == other.digest
        few = Lexicon.from_words([*common[::200], *common[1::300], "QAT"])
        assert set(MEDIUM.known(few)) == set(few) - {"QAT"}

    @pytest.mark.parametrize("name", LEVELS_TO_PLAY)
    def test_the_same_view_is_the_same_choice(self, name: str, lexicon: Lexicon) -> None:
        """So a game can be undone and resumed; another seed may choose something else."""
        state = new_game(2, 3, lexicon)
        seen = state.seen_by(state.active)
        choices = [new_player(name, seed).choose(seen) for seed in range(12)]
        assert choices == [new_player(name, seed).choose(seen) for seed in range(12)]
        if name != "hard":
            assert len(set(choices)) > 1

    @pytest.mark.slow
    @needs_jit
    def test_each_level_beats_the_one_below(self) -> None:
        """The docs have the figures."""
        for worse, better in pairwise(LEVELS_TO_PLAY):
            result = tournament([better, worse], 40, Lexicon.load(), seed=11)
            assert (result.players[0].lead or 0) > 0

    def test_who_is_not_known(self) -> None:
        with pytest.raises(InvalidInputError, match="called 'hrad'; choose from easy, medium, ha"):
            new_player("hrad")
        with pytest.raises(InvalidInputError, match="choose from easy"):
            new_player(np.zeros(2, [("word", "i4")]))  # type: ignore[arg-type]
        with pytest.raises(InvalidInputError, match="seed is -1"):
            new_player("easy", -1)
