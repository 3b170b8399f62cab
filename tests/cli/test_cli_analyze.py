"""The command `analyze`, and the analysis: what each turn of a game has cost."""

from __future__ import annotations

import dataclasses
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import NO_JIT
from terminal_talk import Talk, say, talk

from letter_tycoon_solver.advisor import Evaluation, StaticPlayer, advise
from letter_tycoon_solver.advisor.analysis.analysis import Analysis, analyze, carried_out
from letter_tycoon_solver.advisor.plans import candidates_of
from letter_tycoon_solver.advisor.simulation import Simulation
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    Accept,
    Buy,
    Challenge,
    CleanUp,
    Discard,
    Game,
    Phase,
    Player,
    PlayWords,
    RandomPlayer,
    ReplaceCard,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.play import HAND, PlayedWord
from letter_tycoon_solver.ruleset import RULEBOOK, ChallengeMode, Ruleset

pytestmark = pytest.mark.skipif(NO_JIT, reason="whole games take too long in plain Python")

NAMES = ["Ann", "Ben"]
PLAYOUTS = 400


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load()


@pytest.fixture(scope="module")
def evaluation(lexicon: Lexicon) -> Evaluation:
    return Evaluation.of(lexicon.digest)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "game.jsonl"


@pytest.fixture(scope="module")
def game(file: Path, lexicon: Lexicon) -> Game:
    """Recorded: Ann plays by static evaluation, Ben at random."""
    players: list[Player] = [StaticPlayer(), RandomPlayer(5)]
    with Game(NAMES, 8, lexicon) as game:
        game.record_to(file)
        while not game.state.is_over:
            asked = game.state.to_act
            game.apply(players[asked].choose(game.state.seen_by(asked)))
    return game


@pytest.fixture(scope="module")
def analysis(game: Game, lexicon: Lexicon) -> Analysis:
    return analyze(game, lexicon, playouts=PLAYOUTS)


def without_time(analysis: Analysis) -> Analysis:
    return dataclasses.replace(analysis, seconds=0.0)


class TestAnalysis:
    def test_every_turn_is_there_as_it_was_played(
        self, analysis: Analysis, game: Game, lexicon: Lexicon
    ) -> None:
        starts = [
            (state, action)
            for state, action in zip(game.states, game.history, strict=False)
            if state.phase is Phase.START
        ]
        assert len(analysis.decisions) == len(starts)
        for decision, (state, action) in zip(analysis.decisions, starts, strict=True):
            assert (decision.round, decision.player) == (state.round, state.active)
            match action:
                case PlayWords(words):
                    if decision.played.play is None:
                        assert decision.taken_back == "".join(word.word for word in words)
                        assert decision.taken_back not in lexicon
                    else:
                        assert decision.played.play.words == words
                case Discard(cards):
                    assert decision.played.play is None
                    assert decision.played.discards == cards
                case ReplaceCard(card):
                    assert decision.played.replace == card
        bought = "".join(d.played.buy for d in analysis.decisions if d.player == 0)
        assert sorted(bought) == sorted(game.state.seats[0].patents)
        discards = [a.cards for a in game.history if isinstance(a, CleanUp)]
        assert discards == [d.played.discards for d in analysis.decisions if d.played.play]

    def test_what_was_best_costs_nothing(self, lexicon: Lexicon) -> None:
        game = Game(NAMES, 8, lexicon)
        # As long as the analysis takes to find the best plan.
        plan = advise(game.state, lexicon, playouts=PLAYOUTS // 2).best
        while not game.history or game.state.phase is not Phase.START:
            is_asked = game.state.to_act == game.state.active
            game.apply(plan.action(game.state.phase) if is_asked else Accept())
        (decision,) = analyze(game, lexicon, playouts=PLAYOUTS).decisions
        assert decision.is_best
        assert decision.win_loss == decision.margin_loss == decision.win_loss_se == 0

    def test_what_makes_no_difference_is_best_too(self, analysis: Analysis) -> None:
        decision = next(one for one in analysis.decisions if not one.is_best)
        alike = dataclasses.replace(
            decision, win_loss=0.0, win_loss_se=0.0, margin_loss=0.0, margin_loss_se=0.0
        )
        assert alike.is_best
        assert not dataclasses.replace(alike, margin_loss_se=0.1).is_best
        # A purchase in the last turn keeps the score, and may win by the patents.
        assert not dataclasses.replace(alike, win_loss=1.0).is_best

    def test_playing_at_random_costs_more(self, analysis: Analysis) -> None:
        static, at_random = analysis.summaries()
        assert at_random.win_loss > static.win_loss

    def test_summaries_are_means_of_the_turns(self, analysis: Analysis) -> None:
        for summary in analysis.summaries():
            own = [one for one in analysis.decisions if one.player == summary.player]
            assert summary.turns == len({one.round for one in own})
            total = summary.win_loss * summary.turns
            assert total == pytest.approx(sum(one.win_loss for one in own))

    def test_the_victory(self, analysis: Analysis, game: Game) -> None:
        assert analysis.victories is not None
        winners = game.state.ranking[0]
        assert [p for p, share in enumerate(analysis.victories) if share] == list(winners)
        assert sum(analysis.victories) == 1

    def test_the_same_on_any_executor(
        self, analysis: Analysis, game: Game, lexicon: Lexicon
    ) -> None:
        with ThreadPoolExecutor(1) as executor:
            again = analyze(game, lexicon, playouts=PLAYOUTS, executor=executor)
        assert without_time(again) == without_time(analysis)

    def test_only_some_players(self, analysis: Analysis, game: Game, lexicon: Lexicon) -> None:
        calls: list[tuple[int, int]] = []
        some = analyze(
            game,
            lexicon,
            players=[1],
            playouts=PLAYOUTS,
            progress=lambda done, n: calls.append((done, n)),
        )
        assert some.decisions == tuple(one for one in analysis.decisions if one.player == 1)
        assert calls == [(done, len(some.decisions)) for done in range(len(some.decisions))]

    def test_a_game_from_a_state(self, analysis: Analysis, game: Game, lexicon: Lexicon) -> None:
        at = next(at for at, s in enumerate(game.states) if at > 20 and s.phase is Phase.START)
        later = Game.from_state(game.states[at], NAMES)
        for action in game.history[at:]:
            later.apply(action)
        some = analyze(later, lexicon, playouts=PLAYOUTS)
        assert some.decisions == analysis.decisions[-len(some.decisions) :]
        assert 0 < len(some.decisions) < len(analysis.decisions)

    def test_by_time(self, game: Game, lexicon: Lexicon) -> None:
        quick = analyze(game, lexicon, players=[0], seconds=0.01)
        assert all(one.games >= 32 for one in quick.decisions)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"seconds": 0}, "seconds is 0"),
            ({"seconds": True}, "seconds is True"),
            ({"playouts": 7}, "playouts is 7"),
            ({"playouts": 10, "seconds": 1}, "give one of them"),
            ({"seed": -1}, "seed is -1"),
            ({"players": [5]}, r"players is \[5\]; give numbers from 0 to 1"),
        ],
    )
    def test_bad_arguments(
        self, game: Game, lexicon: Lexicon, arguments: dict[str, object], message: str
    ) -> None:
        with pytest.raises(InvalidInputError, match=message):
            analyze(game, lexicon, **arguments)  # type: ignore[arg-type]

    def test_a_new_game(self, lexicon: Lexicon) -> None:
        with pytest.raises(InvalidInputError, match="nothing to analyze"):
            analyze(Game(NAMES, 8, lexicon), lexicon)
        with pytest.raises(InvalidInputError, match="give a Game"):
            analyze("game", lexicon)  # type: ignore[arg-type]
        with pytest.raises(InvalidInputError, match="give a Lexicon"):
            analyze(Game(NAMES, 8, lexicon), {"CAT"})  # type: ignore[arg-type]


def test_carried_out_plans_play_the_same_games(
    game: Game, lexicon: Lexicon, evaluation: Evaluation
) -> None:
    """Words that are laid and paid beforehand, and those that the kernels lay and pay."""
    n_plays = 0
    for state in game.states:
        if state.phase is not Phase.START:
            continue
        seen = state.seen_by(state.active)
        simulation = Simulation.of(seen, evaluation, 7).to_the_end()
        found = candidates_of(seen, lexicon, evaluation)
        for candidate in [*found[:3], found[-1]]:
            expected = simulation.play([candidate], 5, 20, lexicon, None)
            way, again = carried_out(seen, candidate.plan, evaluation, 7)
            assert again.plan == candidate.plan
            for mine, other in zip(way.play([again], 5, 20, lexicon, None), expected, strict=True):
                assert mine.tolist() == other.tolist()
            n_plays += candidate.plan.play is not None
    assert n_plays > 20


class TestChallenges:
    """Letters that are not a word lie, and the others notice or do not."""

    def with_a_bluff(self, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> Game:
        game = Game(NAMES, 8, lexicon, ruleset)
        hand = game.state.active_seat.hand
        assert hand[:4] not in lexicon
        game.apply(PlayWords((PlayedWord(hand[:4], HAND * 4),)))
        return game

    def test_taken_back(self, lexicon: Lexicon) -> None:
        game = self.with_a_bluff(lexicon)
        hand = game.state.active_seat.hand
        game.apply(Challenge())
        game.apply(Discard(hand[0]))
        # So many that the loss stands out from its error.
        (decision,) = analyze(game, lexicon, playouts=4 * PLAYOUTS).decisions
        assert decision.taken_back == hand[:4]
        assert decision.played.notation == f"exchange {hand[0]}"
        assert decision.margin_loss > 3 * decision.margin_loss_se

    def test_not_noticed(self, lexicon: Lexicon) -> None:
        game = self.with_a_bluff(lexicon)
        hand = game.state.active_seat.hand
        game.apply(Accept())
        if game.state.phase is Phase.PURCHASE:
            game.apply(Buy(game.state.legal_actions.__iter__().__next__().letter))  # type: ignore[union-attr]
        game.apply(CleanUp(hand[4:]))
        (decision,) = analyze(game, lexicon, playouts=PLAYOUTS).decisions
        assert decision.played.play is not None
        assert decision.played.play.words[0].word == hand[:4]
        assert decision.played.discards == hand[4:]

    def test_an_unfinished_turn_is_left_out(self, lexicon: Lexicon) -> None:
        with pytest.raises(InvalidInputError, match="nothing to analyze"):
            analyze(self.with_a_bluff(lexicon), lexicon)

    def test_a_try_that_was_refused_costs_nothing(self, lexicon: Lexicon) -> None:
        rule = dataclasses.replace(RULEBOOK.challenge, mode=ChallengeMode.AUTOMATIC, retries=1)
        game = self.with_a_bluff(lexicon, dataclasses.replace(RULEBOOK, challenge=rule))
        assert game.state.turn.failed_words == 1
        game.apply(Discard(""))
        (decision,) = analyze(game, lexicon, playouts=PLAYOUTS).decisions
        assert decision.played.notation == "exchange nothing"


class TestCommand:
    def run(self, *args: str) -> Talk:
        return talk(["analyze", *args], say())

    def test_json_is_the_analysis(self, file: Path, analysis: Analysis) -> None:
        result = self.run(str(file), "--playouts", str(PLAYOUTS), "--json")
        assert (result.code, result.err) == (0, "")
        found = json.loads(result.out)
        assert found["names"] == NAMES
        assert tuple(found["victories"]) == analysis.victories
        for data, decision in zip(found["decisions"], analysis.decisions, strict=True):
            assert data["played"]["plan"] == decision.played.notation
            assert data["best"]["plan"] == decision.best.notation
            assert data["win"] == decision.win
            assert data["margin_loss"] == decision.margin_loss
        for data, summary in zip(found["summaries"], analysis.summaries(), strict=True):
            assert data == dataclasses.asdict(summary)

    def test_the_table(self, file: Path, analysis: Analysis) -> None:
        result = self.run(str(file), "--playouts", str(PLAYOUTS))
        lines = result.out.splitlines()[2:]
        for line, decision in zip(lines, analysis.decisions, strict=False):
            assert (decision.taken_back or decision.played.notation) in line
            assert (" best " in line) == decision.is_best
            assert decision.is_best or f"{100 * decision.win_loss:.1f}" in line
        assert any(line.startswith("Ben ") for line in lines)

    def test_one_player_and_a_plot(self, file: Path, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib")
        plot = tmp_path / "game.svg"
        result = self.run(str(file), "--playouts", "40", "--player", "Ben", "--plot", str(plot))
        assert result.code == 0
        assert "Ann" not in result.out
        assert plot.read_text("utf-8").startswith("<?xml")
        assert [path.name for path in tmp_path.iterdir()] == ["game.svg"]

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("--player", "Zoe"), "there is no player 'Zoe'"),
            (("--plot", "game.gif"), "suffix .gif"),
            (("--seconds", "-1"), "give a number above 0"),
            (("--playouts", "3"), "playouts is 3"),
        ],
    )
    def test_bad_input(self, file: Path, options: tuple[str, ...], message: str) -> None:
        result = self.run(str(file), *options)
        assert result.code == 2
        assert message in result.err
        assert result.out == ""
