"""Tables: what each player may know, and what rules and kernels need of one."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import (
    CARDS,
    WORDS,
    WordPlayer,
    all_rulesets,
    assert_refused,
    automatic,
    buying,
    check_state,
    copied,
    exchanging,
    is_allowed,
    make_state,
    read_back,
    run,
    short_words,
    shuffled_secrets,
    words,
)
from support.records import NAMES, act
from support.selection import quick

from letter_tycoon_solver import game
from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    Chance,
    Game,
    GameState,
    Phase,
    SeenState,
    TurnSoFar,
    action_text,
    new_game,
    play_out,
    ranking_text,
    state_text,
)
from letter_tycoon_solver.game.state import check_view, cut_for_start
from letter_tycoon_solver.game.table import MAX_ROUND
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    LastRound,
    Ruleset,
)

seeds = st.integers(-(2**256) + 1, 2**256 - 1)

# Set-up ------------------------------------------------------------------------------------------


@given(st.integers(2, 5), seeds, st.sampled_from([RULEBOOK, ONLINE, REFERENCE_MANUAL]))
def test_a_new_game(n_players: int, seed: int, ruleset: Ruleset) -> None:
    state = new_game(n_players, seed, WORDS, ruleset)
    check_state(state)
    assert [len(seat.hand) for seat in state.seats] == [7] * n_players
    assert len(state.community) == 3
    assert all((s.patents, s.money, s.stock) == ("", 0, 0) for s in state.seats)
    assert state.active == state.to_act == state.start_player
    assert (state.phase, state.round, state.final_round) == (Phase.START, 1, None)
    assert state == new_game(n_players, seed, WORDS, ruleset)
    assert hash(state) == hash(new_game(n_players, seed, WORDS, ruleset))


@given(st.integers(2, 5), seeds)
def test_the_card_nearest_to_z_starts_and_equal_cards_cut_again(n_players: int, seed: int) -> None:
    cuts, _ = cut_for_start(n_players, seed)
    players = set(range(n_players))
    for cut in cuts:
        assert {player for player, _ in cut} == players
        assert len(players) > 1
        assert not Counter(card for _, card in cut) - CARDS
        best = max(card for _, card in cut)
        players = {player for player, card in cut if card == best}
    assert players == {new_game(n_players, seed, WORDS).start_player}


def test_shuffles_are_fair() -> None:
    chance, seen = Chance(0), Counter[str]()
    for _ in range(6000):
        order, chance = chance.shuffle("ABC")
        seen[order] += 1
    assert len(seen) == 6
    assert all(850 < n < 1150 for n in seen.values())  # 1000 +- 5 standard deviations


@pytest.mark.parametrize("n_players", [1, 6, 0, -2, "3", 2.0, True, None])
def test_two_to_five_play(n_players: object) -> None:
    with pytest.raises(InvalidInputError, match="players"):
        new_game(n_players, 1, WORDS)  # type: ignore[arg-type]


def test_other_arguments_are_checked() -> None:
    with pytest.raises(InvalidInputError, match="seed"):
        new_game(2, "x", WORDS)  # type: ignore[arg-type]
    for seed in (2**256, -(10**5000), True):
        with pytest.raises(InvalidInputError, match="seed"):
            new_game(2, seed, WORDS)
    new_game(2, 2**256 - 1, WORDS)
    with pytest.raises(InvalidInputError, match="shuffles"):
        Chance(1, -1)
    with pytest.raises(InvalidInputError, match="lexicon"):
        new_game(2, 1, b"CAT")  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="lexicon"):
        new_game(2, 1, None)  # type: ignore[arg-type]
    with pytest.raises(LexiconError, match="no word that can be played"):
        new_game(2, 1, set())
    with pytest.raises(InvalidInputError, match="lexicon"):
        replace(new_game(2, 1, WORDS), lexicon={"CAT"})  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="ruleset"):
        new_game(2, 1, WORDS, "rulebook")  # type: ignore[arg-type]


# The value ----------------------------------------------------------------------------------------


def test_the_lexicon_is_no_part_of_equality_or_repr() -> None:
    state = make_state(["", ""])
    assert replace(state, lexicon=Lexicon.from_words(["ZOO"])) == state
    assert "SKYSCRAPERS" not in repr(state)


# Text and JSON -----------------------------------------------------------------------------------


def test_the_text_shows_what_matters() -> None:
    state = make_state(
        ["JWLEANZ", ""], "EES", patents=["K", "E"], money=[5, 0], ruleset=RULEBOOK, round=3
    )
    text = state_text(state, ["Ann", "Bob"])
    assert text.splitlines()[:3] == [
        "round 3, turn of Ann, start; goal 45",
        "community EES",
        ">*Ann  AEJLNWZ  patents K (2)  $5  stock 0  total 7",
    ]
    laid = run(state, words("JEWELS/hchchc"))
    assert state_text(laid).splitlines()[-1] == "on the table: JeWeLs"
    assert str(state.seen_by(1)).count("AEJLNWZ") == 0
    assert action_text(state, words("JEWELS/hchchc"), laid, ["Ann", "Bob"]) == ("Ann: play JeWeLs")
    paid = run(laid, ACCEPT)
    assert action_text(laid, ACCEPT, paid, ["Ann", "Bob"]) == (
        "Bob: accept; Ann gets $4 and 1 stock; Bob gets $2 for EE"
    )


def test_the_text_of_a_refused_word() -> None:
    state = make_state(["CATENNO", ""], ruleset=automatic(0))
    assert action_text(state, words("TAC/hhh"), run(state, words("TAC/hhh"))) == (
        "player 0: play TAC; not in the lexicon; player 0 takes the cards back and discards one"
    )


def test_the_ranking_text_shares_places() -> None:
    assert ranking_text(make_state(["", ""]), ["Ann", "Bob"]).splitlines() == [
        "1. Ann (shared): 0 = 0 patents + $0 + 0 stock",
        "1. Bob (shared): 0 = 0 patents + $0 + 0 stock",
    ]


def test_names_are_one_per_player() -> None:
    state = make_state(["CATENNO", ""])
    after = run(state, exchanging())
    wrong: list[list[str]] = [[], ["Ann"], ["Ann", "Bob", "Cleo"]]
    for names in wrong:
        with pytest.raises(InvalidInputError, match=r"names? for 2 players"):
            state_text(state, names)
        with pytest.raises(InvalidInputError, match=r"names? for 2 players"):
            ranking_text(state, names)
        with pytest.raises(InvalidInputError, match=r"names? for 2 players"):
            action_text(state, exchanging(), after, names)


def test_the_example_of_the_package_runs() -> None:
    assert game.__doc__ is not None
    example = [line.strip() for line in game.__doc__.splitlines() if line.startswith("    ")]
    assert len(example) == 2
    variables = {"Lexicon": Lexicon, **vars(game)}
    exec("\n".join(example), variables)
    state = variables["state"]
    assert isinstance(state, GameState)
    assert len(state.discards) == 3


# Each player's view has what the player may know, and nothing else.


def test_only_the_player_asked_may_act_in_a_view() -> None:
    state = run(make_state(["CATENNO", "", ""], ruleset=RULEBOOK), words("CAT/hhh"))
    assert is_allowed(state.seen_by(1), ACCEPT)
    for other in (0, 2):
        assert not is_allowed(state.seen_by(other), ACCEPT)


@pytest.mark.parametrize("player", [-1, 2, "0", None, True, 1.0])
def test_who_is_no_player_sees_nothing(player: object) -> None:
    with pytest.raises(InvalidInputError, match="player"):
        make_state(["", ""]).seen_by(player)  # type: ignore[arg-type]


# Nothing secret ----------------------------------------------------------------------------------


def games(part: slice) -> Iterator[GameState]:
    rulesets = all_rulesets()[::6] + all_rulesets()[2::18]
    for number, ruleset in list(enumerate(rulesets))[part]:
        state = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(state.seats))]
        yield state
        for _, after in play_out(state, players):
            yield after


@pytest.mark.parametrize("part", quick(1, [slice(1, None, 2), slice(None)]))
def test_what_may_not_be_known_changes_nothing_that_is_seen(part: slice) -> None:
    rng = random.Random(1)
    looked: Counter[tuple[Phase, bool]] = Counter()
    for state in games(part):
        for viewer in range(len(state.seats)):
            other = shuffled_secrets(state, viewer, rng)
            seen, seen_other = state.seen_by(viewer), other.seen_by(viewer)
            assert seen_other == seen
            assert repr(seen_other) == repr(seen)
            assert str(seen_other) == str(seen)
            changed = [a.hand != b.hand for a, b in zip(state.seats, other.seats, strict=True)]
            assert not changed[viewer]
            looked[state.phase, changed[state.active]] += 1
    # Also the hand of the player whose turn it is was another one, in every phase.
    assert all(looked[phase, True] > 20 for phase in Phase), looked


def test_a_seen_state_has_no_field_that_nobody_checks() -> None:
    assert set(GameState.__dataclass_fields__) - set(SeenState.__dataclass_fields__) == {"chance"}
    assert set(SeenState.__dataclass_fields__) - set(GameState.__dataclass_fields__) == {"viewer"}
    assert set(TurnSoFar.__dataclass_fields__) == {"replaced", "failed_words", "play", "challenged"}


def test_cards_that_are_used_are_of_sources_in_a_string() -> None:
    with pytest.raises(InvalidInputError, match="the sources"):
        TurnSoFar().cards_used(5)  # type: ignore[arg-type]


# Views of a table from what a person sees, and in one line of text.


GOOD = "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start"
RULES = [
    RULEBOOK,
    replace(ONLINE, challenge=automatic(2).challenge),
    REFERENCE_MANUAL,
    Ruleset(hand_size=4, community_size=0),
]


def views(seed: int, ruleset: Ruleset, n_actions: int = 400) -> list[SeenState]:
    """Every view, whenever a turn begins or is begun again, or a card pays for words."""
    game = Game([*NAMES, "Eve"], seed, short_words(), ruleset)
    act(game, n_actions)
    starts = [state for state in game.states if state.phase in (Phase.START, Phase.PENALTY)]
    return [state.seen_by(player) for state in starts for player in range(4)]


@pytest.mark.parametrize("ruleset", RULES, ids=range(4))
def test_a_view_reads_back(ruleset: Ruleset) -> None:
    for seen in views(3, ruleset):
        text = str(seen)
        assert "\n" not in text
        assert SeenState.parse(text, short_words(), ruleset) == seen
        assert SeenState.parse(f"  {text.lower()}\n", short_words(), ruleset) == seen


def test_a_replaced_card_and_refused_words_read_back() -> None:
    found = [str(seen).split()[-1] for seen in views(3, RULES[1])]
    assert {"start", "start+1"} <= set(found)
    assert "penalty" in {str(seen).split()[-1] for seen in views(3, RULEBOOK)}
    assert SeenState.parse(f"{GOOD}+2", WORDS, RULES[1]).turn.failed_words == 2
    replaced = SeenState.parse(f"{GOOD}+q", WORDS)
    assert replaced == replace(SeenState.parse(GOOD, WORDS), turn=TurnSoFar(replaced=True))
    assert str(replaced) == f"{GOOD}+q"


def test_the_table_that_is_typed_is_the_view_of_the_game() -> None:
    """Players are told from the viewer on, and what is left out can be said."""
    checked = 0
    for seen in views(4, RULEBOOK):
        if seen.viewer != seen.active or seen.phase is not Phase.START:
            continue
        order = seen.clockwise_from(seen.viewer)
        you, *others = (seen.seats[player] for player in order)
        typed = SeenState.at_table(
            you.hand.lower(),
            seen.community,
            patents=you.patents,
            money=you.money,
            stock=you.stock,
            opponents=[(seat.patents, seat.money, seat.stock) for seat in others],
            discards=seen.discards,
            round=seen.round,
            start_player=order.index(seen.start_player),
            final_round=seen.final_round,
            replaced=seen.turn.replaced,
            lexicon=short_words(),
        )
        assert typed.seats == (you, *others)
        assert typed == replace(
            seen, seats=(you, *others), viewer=0, active=0, to_act=0,
            start_player=typed.start_player,
        )  # fmt: skip
        assert SeenState.parse(str(typed), short_words()) == typed
        checked += 1
    assert checked > 20


def test_what_is_left_out_is_inferred() -> None:
    seen = SeenState.at_table("jwleanz", "see", opponents=["E", ""], lexicon=WORDS)
    assert str(seen) == "AEJLNWZ EES -:0:0/E:0:0/-:0:0 0 - 0 1 0 - start"
    assert seen.deck_size == 102 - 21 - 3
    assert seen.seats[1].hand == "?" * 7
    assert (seen.round, seen.start_player) == (1, 0)
    assert set(seen.unseen) == set(LETTERS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "JWLEAN"}, "hand AEJLNW has 6 cards"),
        ({"community": "EE"}, "community EE has 2 cards"),
        ({"money": -1}, "money is -1"),
        ({"stock": -1}, "your stock is -1"),
        ({"opponents": ["", ("E", -3, 0)]}, "money of opponent 2 is -3"),
        ({"opponents": [("E", 0, "x")]}, "stock of opponent 1"),
        ({"opponents": []}, "one item per opponent"),
        ({"opponents": "E"}, "one item per opponent"),
        ({"opponents": [("E", 3)]}, "patents, money and stock"),
        ({"opponents": [""] * 5}, "5 opponents"),
        ({"patents": "E", "opponents": ["E"]}, "patent E is owned 2 times"),
        ({"discards": "Z"}, "Z"),
        ({"round": 0}, "the round is 0"),
        ({"start_player": 2}, "start player is 2"),
        ({"final_round": 3}, "not reached"),
        ({"replaced": True}, "does not own Q"),
        ({"replaced": 1}, "replaced is 1"),
        ({"ruleset": "online"}, "Ruleset"),
        ({"lexicon": b"WORDS"}, "Lexicon"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {
        "hand": "JWLEANZ", "community": "EES", "opponents": [""], "lexicon": WORDS, **changes
    }  # fmt: skip
    with pytest.raises(InvalidInputError, match=message):
        SeenState.at_table(**given)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" start", "", "9 fields"),
        ("AEJLNWZ", "AEJLN1Z", "hand"),
        ("E:3:0/KQ:5:1", "E:3:0", "2 to 5"),
        ("E:3:0/", "E:3/", "patents:money:stock"),
        ("E:3:0/", "E:x:0/", "the money is 'x'"),
        (" 1 CATS", " 2 CATS", "the viewer is '2'"),
        ("CATS", "ZATS", "more cards Z"),
        (" 0 - ", " 0 3 ", "last round|final_round"),
        ("start", "purchase+JeWeLs", "start of a turn only"),
        ("start", "start+5", "failed"),
    ],
)
def test_a_text_that_is_no_view_is_refused(old: str, new: str, message: str) -> None:
    assert str(SeenState.parse(GOOD, WORDS)) == GOOD
    with pytest.raises(InvalidInputError, match=message):
        SeenState.parse(GOOD.replace(old, new, 1), WORDS)


# Checks of a table: all that rules and kernels need, and not whether it was reached ---------------


def begun(n_players: int = 2, ruleset: Ruleset = RULEBOOK) -> Any:
    """The data of a game before anyone has acted, started by player 0."""
    return copied(make_state([""] * n_players, ruleset=ruleset))


@pytest.mark.parametrize("field", ["money", "stock"])
def test_what_kernels_can_count(field: str) -> None:
    data = begun()
    data["seats"][1][field] = MAX_MONEY + 1
    assert_refused(data, "1000000")
    data = begun() | {"round": MAX_ROUND}
    read_back(data)
    assert_refused(data | {"round": MAX_ROUND + 1}, "round")


@pytest.mark.parametrize("last_round", list(LastRound))
def test_the_last_round_is_known_from_the_goal_on(last_round: LastRound) -> None:
    more = last_round is LastRound.ONE_MORE_TURN
    data = begun(4, replace(RULEBOOK, last_round=last_round)) | {"round": 4}
    assert_refused(data | {"final_round": 4}, "not reached")
    data["seats"][0]["patents"] = "AETB"  # $28 of 26
    data |= {"active": 2, "to_act": 2}
    assert_refused(data, "goal 26 is reached")
    for final in range(2, 7):
        if 4 <= final <= 4 + more:
            read_back(data | {"final_round": final})
        else:
            assert_refused(data | {"final_round": final}, "the last round is")


@pytest.mark.parametrize("card", ["A", "!"])
def test_a_view_whose_deck_is_named_is_refused(card: str) -> None:
    seen = read_back(begun()).seen_by(0)
    for deck in (card * len(seen.deck), seen.deck[:40] + card + seen.deck[41:]):
        with pytest.raises(InvalidInputError, match="a card of the deck is named"):
            check_view(replace(seen, deck=deck))


# States as plain data: what is written is read back, and nothing that rules cannot take.


CAT = words("CAT/hhh")
HUGE = 10**4000
TOO_LONG_TO_PRINT = 10**5000


@pytest.mark.parametrize("part", quick(1, range(3)))
def test_every_state_of_a_game_survives_json_and_its_views_are_possible(part: int) -> None:
    phases = set()
    for number, ruleset in list(enumerate(all_rulesets()[::2]))[part::3]:
        first = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(first.seats))]
        for state in (first, *(state for _, state in play_out(first, players))):
            again = GameState.from_dict(copied(state), state.lexicon)
            assert again == state
            assert again.lexicon is state.lexicon
            for viewer in range(len(state.seats)):
                check_view(state.seen_by(viewer))
            phases.add(state.phase)
    assert phases == set(Phase)


def test_letters_are_taken_in_any_case_and_piles_keep_their_order() -> None:
    state = make_state(["CATENNO", ""], "EST", patents=["AQ", "B"], n_discards=5)
    data = copied(state)
    for name in ("deck", "discards"):
        data[name] = data[name].lower()
    data["community"] = data["community"][::-1].lower()
    for seat in data["seats"]:
        seat["hand"], seat["patents"] = seat["hand"][::-1].lower(), seat["patents"][::-1].lower()
    assert GameState.from_dict(data, WORDS) == state


def assert_impossible(state: GameState, path: str, value: object) -> None:
    """With another value in the place that `path` names, as in "seats 0 hand"."""
    data = inner = copied(state)
    GameState.from_dict(data, WORDS)
    *names, last = [int(name) if name.isdecimal() else name for name in path.split()]
    for name in names:
        inner = inner[name]
    assert last in inner or isinstance(last, int)
    inner[last] = value
    with pytest.raises(InvalidInputError):
        GameState.from_dict(data, WORDS)


START = make_state(["CATENNO", ""], patents=["E", "A"], round=3)
LAST_ROUND = make_state(["CATENNO", ""], patents=["AETROFC", "Q"], round=8, final_round=8, active=1)
OVER = run(LAST_ROUND, exchanging())
LAID = run(make_state(["CATENNO", "", ""], ruleset=RULEBOOK, money=[2, 5, 0]), CAT)
PAID = run(make_state(["CATENNO", ""], patents=["", "N"], money=[9, 0]), words("TEN/hhh"))
BOUGHT = run(PAID, buying("T"))
CHALLENGED = run(LAID, CHALLENGE)
CLEANING = run(make_state(["CATENNO", ""]), CAT)
RETRYING = run(make_state(["CATENNO", ""], ruleset=automatic(2)), words("TAC/hhh"))
REFUSED = run(RETRYING, words("TAC/hhh"), words("TAC/hhh"))
PENALTY = run(LAID.from_dict(copied(LAID), ["TEN"]), CHALLENGE)
CAT_WORD = {"word": "CAT", "sources": "hhh", "y_as": "", "doublers": ""}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("deck", START.deck[1:]),
        ("deck", "É" + START.deck[1:]),
        ("deck", None),
        ("community", ""),
        ("seats", []),
        ("seats", [{}, {}]),
        ("seats", copied(START)["seats"] * 3),
        ("seats 0 money", -1),
        ("seats 0 money", True),
        ("seats 0 money", HUGE),
        ("seats 1 stock", -1),
        ("seats 1 patents", "AA"),
        ("seats 1 patents", "AE"),
        ("seats 1 patents", "A1"),
        ("seats 1 patents", "AIONRSTHLC"),  # the goal
        ("active", 2),
        ("active", -1),
        ("to_act", 1),
        ("start_player", 7),
        ("phase", "lunch"),
        ("phase", "challenge"),
        ("phase", "penalty"),
        ("phase", "purchase"),
        ("phase", "over"),
        ("round", 0),
        ("round", -3),
        ("round", "1"),
        ("final_round", 3),
        ("final_round", "1"),
        ("chance", {"seed": 1}),
        ("chance", {"seed": 1, "shuffles": -4}),
        ("chance", {"seed": HUGE, "shuffles": 2}),
        ("turn replaced", True),
        ("turn replaced", 0),
        ("turn failed_words", 2),
        ("turn failed_words", -9),
        ("turn play", copied(CLEANING)["turn"]["play"]),
        ("payments", [3]),
        ("ruleset", {}),
        ("ruleset hand_size", 6),
        ("ruleset goals", {2: 45}),
        ("ruleset goals", {"٢": 45}),
        ("ruleset goals", {"9" * 5000: 45}),
        ("ruleset goals", {"2": None}),
        ("ruleset challenge retries", HUGE),
        ("ruleset payout coins", [HUGE] * 14),
    ],
)
def test_a_turn_cannot_begin_so(path: str, value: object) -> None:
    assert_impossible(START, path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("to_act", 0),
        ("phase", "start"),
        ("phase", "penalty"),
        ("phase", "purchase"),
        ("ruleset challenge mode", "automatic"),
        ("turn play", None),
        ("turn play words", []),
        ("turn play words", [CAT_WORD, {**CAT_WORD, "word": "ENN"}]),
        ("turn play words", [CAT_WORD, {**CAT_WORD, "word": "ENN"}, CAT_WORD]),
        ("turn play words", [3]),
        ("turn play words 0 word", "CAB"),
        ("turn play words 0 word", "TEN"),
        ("turn play words 0 sources", "h"),
        ("turn play words 0 sources", "ddd"),
        ("turn play words 0 sources", "hhc"),
        ("turn play words 0 y_as", "v"),
        ("turn play words 0 doublers", "K"),
        ("turn play money", 2),
        ("turn play stock", 1),
        ("turn play royalties", [0]),
        ("turn play leave", "EN"),
        ("seats 0 patents", "K"),
    ],
)
def test_words_cannot_lie_so(path: str, value: object) -> None:
    assert_impossible(LAID, path, value)


@pytest.mark.parametrize("state", [PAID, CLEANING, CHALLENGED])
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("payments 0 money", -3),
        ("payments 0 giver", 99),
        ("payments 0 kind", "gift"),
        ("turn play money", 4),
        ("to_act", 1),
    ],
)
def test_words_cannot_be_paid_so(state: GameState, path: str, value: object) -> None:
    assert_impossible(state, path, value)


@pytest.mark.parametrize("lexicon", [None, 3, b"CAT"])
def test_a_lexicon_is_needed(lexicon: object) -> None:
    with pytest.raises(InvalidInputError, match="lexicon"):
        GameState.from_dict(copied(START), lexicon)  # type: ignore[arg-type]


def test_other_data_is_no_state() -> None:
    huge = TOO_LONG_TO_PRINT
    others: list[object] = [None, 3, "state", [], {}, {1: 2}, huge, {huge: huge}]
    for nothing in others:
        with pytest.raises(InvalidInputError):
            GameState.from_dict(nothing, WORDS)
    for name in START.to_dict():
        data = copied(START)
        data[name] = [huge]
        with pytest.raises(InvalidInputError):
            GameState.from_dict(data, WORDS)
        del data[name]
        with pytest.raises(InvalidInputError, match=name):
            GameState.from_dict(data, WORDS)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats()
    | st.sampled_from([HUGE, -HUGE, "h", "E", "start", "\ud800", b"x", -1, 0, 1, 2, 10**7]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip


@given(st.sampled_from([START, LAID, PAID, BOUGHT, CHALLENGED, RETRYING, REFUSED]), st.data())
def test_whatever_is_in_the_data_only_one_error_comes_out(
    state: GameState, data: st.DataObject
) -> None:
    changed = copied(state)
    for _ in range(data.draw(st.integers(1, 2))):
        inner = changed
        while True:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(inner[key], dict | list) and data.draw(st.integers(0, 4)):
                inner = inner[key]
                continue
            inner[key] = copy.deepcopy(data.draw(anything))
            break
    try:
        read = GameState.from_dict(changed, WORDS)
    except InvalidInputError as error:
        # Any other error ends the test.
        message = str(error)
    else:
        message = ""
        assert GameState.from_dict(read.to_dict(), WORDS) == read
        for viewer in range(len(read.seats)):
            repr(read.seen_by(viewer))
        assert str(read)
    assert len(message) < 1000


# Nested data -------------------------------------------------------------------------------------


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every object or list in the data with each of its keys."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from places(data[key])


@pytest.mark.parametrize("depth", [3, 981, 100_000])
@pytest.mark.parametrize("kind", [list, dict])
@pytest.mark.parametrize("state", [LAID, CHALLENGED], ids=["laid", "challenged"])
def test_nested_data_is_no_state(state: GameState, kind: type, depth: int) -> None:
    deep: Any = kind()
    for _ in range(depth):
        deep = [deep] if kind is list else {"word": deep}
    data = copied(state)
    derived = {"notation", "margin"}  # They are not read.
    for outer, key in list(places(data)):
        if key in derived:
            continue
        kept = outer[key]
        outer[key] = deep
        with pytest.raises(InvalidInputError) as caught:
            read_back(data)
        assert len(str(caught.value)) < 1000
        outer[key] = kept
    read_back(data)
    with pytest.raises(InvalidInputError):
        read_back(deep)
    itself: Any = []
    itself.append(itself)
    for name in data:
        with pytest.raises(InvalidInputError):
            read_back({**data, name: itself})
