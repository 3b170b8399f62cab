"""Players that plan whole turns: by the rules, and by a plan for its own turn only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from support.selection import NO_JIT, quick_pairs
from support.simulated_games import (
    dealt,
    rulesets,
    word_list,
)
from support.strategies import needs_jit

from letter_tycoon_solver import InvalidInputError, Lexicon, Ruleset
from letter_tycoon_solver.advisor import (
    AdvisorPlayer,
    Evaluation,
    StaticPlayer,
    appraise,
    new_player,
    tournament,
)
from letter_tycoon_solver.advisor.players import PlanningPlayer
from letter_tycoon_solver.advisor.simulation import MEDIUM, candidates_of
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


def test_a_turn_that_somebody_else_began_is_carried_on(lexicon: Lexicon) -> None:
    player, begun = StaticPlayer(), 0
    for seed in range(3 if NO_JIT else 20):
        state = new_game(2, seed, lexicon)
        player.choose(state.seen_by(state.active))
        other = new_game(2, seed + 1_000, lexicon)
        for _, other in play_out(other, [GreedyPlayer(), GreedyPlayer()]):  # noqa: B020
            if other.phase in (Phase.PURCHASE, Phase.CLEAN_UP):
                moved(other, player)
                begun += 1
                break
    assert begun


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
    assert player.turn(state.seen_by(0)).buy == bought


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


@pytest.mark.parametrize(
    "player",
    [StaticPlayer(), pytest.param(AdvisorPlayer(playouts=10), marks=needs_jit)],
    ids=["s", "a"],
)
def test_a_patent_of_another_course_of_the_turn_is_not_bought(player: PlanningPlayer) -> None:
    """The dollar of a challenge pays for a T; the challenge is taken back, and the dollar gone."""
    lexicon = Lexicon.from_words(["NOTION"])
    state = dealt(lexicon, ["NOTIONA", "BCDFGHJ"], "STU", patents=["", "IO"], money=3)
    laid = moved(state, player)
    challenged, accepted = apply(laid, CHALLENGE), apply(laid, ACCEPT)
    assert player.turn(challenged.seen_by(0)).buy == "T"
    assert player.turn(accepted.seen_by(0)).buy == "N"
    assert player.turn(challenged.seen_by(0)).buy == "T"


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
