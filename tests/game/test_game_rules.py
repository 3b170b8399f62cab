"""The rules of a game: what each action does and why it is refused; payments and seats."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import (
    UNCHALLENGED,
    automatic,
    buying,
    copied,
    discarding,
    exchanging,
    make_state,
    read_back,
    replacing,
    run,
    words,
)

from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError, Reason
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    ActionReason,
    Chance,
    GameState,
    IllegalAction,
    Payment,
    PaymentKind,
    Phase,
    Seat,
    TurnSoFar,
    apply,
    check,
    lay,
)
from letter_tycoon_solver.rules.cards import MIN_WORD_LENGTH
from letter_tycoon_solver.rules.play import PlayedWord
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import (
    GOALS,
    RULEBOOK,
    Replaceable,
    Ruleset,
)

CAT = words("CAT/hhh")
JEWELS = words("JEWELS/hchchc")


def jewels_state(ruleset: Ruleset = UNCHALLENGED, **more: object) -> GameState:
    """The rulebook's example: JEWELS with the community's two Es and S; an opponent owns E."""
    given: dict[str, object] = {"patents": ["", "E", ""], **more}
    return make_state(["JWLEANZ", "", ""], "EES", ruleset=ruleset, **given)  # type: ignore[arg-type]


def assert_illegal(state: GameState, action: Action, reason: ActionReason) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert caught.value.reason is reason
    assert action not in state.legal_actions


def test_the_rulebook_example_jewels() -> None:
    state = jewels_state()
    state = run(state, JEWELS)
    assert [seat.money for seat in state.seats] == [4, 2, 0]
    assert [seat.stock for seat in state.seats] == [1, 0, 0]
    assert state.payments == (
        Payment(PaymentKind.PAYOUT, None, 0, 4, 1),
        Payment(PaymentKind.ROYALTY, None, 1, 2, letters="EE"),
    )
    assert state.phase is Phase.PURCHASE
    assert [a.cards for a in state.legal_actions if a.kind is ActionKind.BUY] == ["L", "W", "J"]
    state = run(state, buying("J"))
    assert state.seats[0].patents == "J"
    assert state.seats[0].money == 2
    assert state.payments == (Payment(PaymentKind.PURCHASE, 0, None, 2, letters="J"),)
    assert state.leave == "AENZ"


# Q -----------------------------------------------------------------------------------------------


def test_what_has_happened_in_a_turn_is_kept_until_its_end() -> None:
    state = make_state(["CATENNO", ""], patents=["Q", ""], deck="O", ruleset=automatic(2))
    replaced = run(state, replacing("N"))
    assert replaced.turn == TurnSoFar(replaced=True)
    refused = run(replaced, words("TAC/hhh"))
    assert refused.turn == TurnSoFar(replaced=True, failed_words=1)
    laid = run(refused, CAT)
    assert (laid.turn.replaced, laid.turn.failed_words) == (True, 1)
    assert laid.turn.play is not None
    penalty = run(refused, words("TAC/hhh"), words("TCA/hhh"))
    assert (penalty.phase, penalty.turn) == (
        Phase.PENALTY,
        TurnSoFar(replaced=True, failed_words=3),
    )


# Purchase ----------------------------------------------------------------------------------------


def test_claimed_doublers_are_paid_as_claimed() -> None:
    state = make_state(["YACHTKE", ""], patents=["K", ""])
    assert run(state, words("YACHT/hhhhh/c", doublers=("K",))).seats[0].money == 6
    assert run(state, words("YACHT/hhhhh/c")).seats[0].money == 6
    assert run(state, words("YACHT/hhhhh/v")).seats[0].money == 3
    assert words("YACHT/hhhhh/c", doublers=("",)) == words("YACHT/hhhhh/c")
    for claimed in ("B", "KQ"):
        with pytest.raises(IllegalPlay) as caught:
            apply(state, words("YACHT/hhhhh/c", doublers=(claimed,)))
        assert caught.value.reason is Reason.DOUBLER_NOT_ALLOWED


# Challenge by players ----------------------------------------------------------------------------


def challenge_state(money: tuple[int, int, int] = (0, 3, 0)) -> GameState:
    return make_state(["CATENNO", "", ""], ruleset=RULEBOOK, money=money, active=0)


def test_the_dollar_of_a_wrong_challenge_can_pay_for_a_patent() -> None:
    state = run(challenge_state((1, 3, 0)), CAT, CHALLENGE)
    assert [a.cards for a in state.legal_actions if a.kind is ActionKind.BUY] == ["C"]
    assert run(state, buying("C")).seats[0].money == 0
    for table in (state, *(state.seen_by(viewer) for viewer in range(3))):
        assert table.turn.challenged
        assert table.turn.play is not None
        assert (table.turn.play.purchasable, table.turn.play.patent_value) == ("C", 3)
    accepted = run(challenge_state((1, 3, 0)), CAT, ACCEPT, ACCEPT)
    assert accepted.phase is Phase.CLEAN_UP


def test_a_right_challenge_brings_the_cards_back_and_costs_one_card() -> None:
    before = make_state(["CATENNO", "", ""], ruleset=RULEBOOK, deck="Z", money=(0, 3, 0))
    state = run(before, words("TAC/hhh"), ACCEPT, CHALLENGE)
    assert (state.phase, state.to_act, state.turn.play) == (Phase.PENALTY, 0, None)
    assert [seat.money for seat in state.seats] == [0, 3, 0]
    assert state.seats[0].hand == "".join(sorted("CATENNO"))
    assert list(state.legal_actions) == [exchanging(card) for card in "ACENOT"]
    assert_illegal(state, exchanging(""), ActionReason.NOT_ONE_CARD)
    assert_illegal(state, exchanging("NN"), ActionReason.NOT_ONE_CARD)
    assert_illegal(state, exchanging("Z"), ActionReason.NOT_IN_HAND)
    after = run(state, exchanging("n"))
    assert after.seats[0].hand == "".join(sorted("CATENOZ"))
    assert after.community == before.community
    assert (after.active, after.phase) == (1, Phase.START)


@pytest.mark.parametrize(
    ("second", "phase", "money"),
    [("TEN/hhc", Phase.PURCHASE, 3), ("NTE/chh", Phase.PENALTY, 0)],
)
def test_of_two_words_one_that_is_none_brings_both_back(
    second: str, phase: Phase, money: int
) -> None:
    state = make_state(["CATTEOS", ""], "NOO", patents=["V", ""], ruleset=RULEBOOK)
    state = run(state, words("CAT/hhh", second), CHALLENGE)
    assert state.phase is phase
    assert state.seats[0].money == money


# Automatic challenge -----------------------------------------------------------------------------


def test_what_is_no_action_is_refused() -> None:
    state = make_state(["CATENNO", ""])
    for nonsense in ("CAT", None, 3, Action):
        with pytest.raises(InvalidInputError):
            apply(state, nonsense)  # type: ignore[arg-type]
        assert nonsense not in state.legal_actions


def test_only_a_state_or_a_view_can_be_acted_on() -> None:
    for other in (None, "state"):
        for action in (exchanging(""), exchanging("C"), CAT):
            with pytest.raises(InvalidInputError, match="GameState"):
                apply(other, action)  # type: ignore[type-var]
    with pytest.raises(InvalidInputError, match="SeenState"):
        check(None, CAT)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", [UNCHALLENGED, RULEBOOK])
def test_more_money_than_the_solver_knows_ends_no_game(ruleset: Ruleset) -> None:
    rich = 10**30
    state = make_state(["CATENNO", ""], money=[rich, rich], ruleset=ruleset)
    assert state.position.money == state.seen_by(1).position.money == MAX_MONEY
    state = run(state, CAT)
    if ruleset is RULEBOOK:
        state = run(state, CHALLENGE)
    paid = 1 + (ruleset is RULEBOOK)
    assert run(state, buying("A"), discarding()).seats[0].money == rich + paid - 8


def test_check_tells_what_words_earn() -> None:
    state = make_state(["CATENNO", ""])
    play = check(state, CAT)
    assert play == run(state, CAT).turn.play
    assert check(state.seen_by(0), CAT) == play
    assert check(state, exchanging("")) is None


def test_goals_by_number_of_players() -> None:
    for n_players, goal in {2: 45, 3: 34, 4: 26, 5: 21}.items():
        assert make_state([""] * n_players).goal == goal
        assert GOALS[n_players] == goal
    assert make_state(["", ""], ruleset=replace(UNCHALLENGED, goals={2: 7})).goal == 7


# Scores ------------------------------------------------------------------------------------------


def with_seats(*seats: tuple[str, int, int]) -> GameState:
    state = make_state([""] * len(seats))
    return replace(
        state,
        seats=tuple(
            Seat(seat.hand, patents, money, stock)
            for seat, (patents, money, stock) in zip(state.seats, seats, strict=True)
        ),
    )


def test_a_tie_goes_to_the_higher_value_of_patents() -> None:
    state = with_seats(("A", 2, 0), ("E", 0, 0), ("", 5, 5))
    assert state.ranking == ((1,), (0,), (2,))


def test_a_full_tie_shares_the_victory() -> None:
    state = with_seats(("B", 9, 0), ("E", 0, 1), ("T", 1, 2), ("NC", 0, 1))
    assert [score.total for score in state.scores] == [11, 11, 11, 11]
    assert state.ranking == ((1, 3), (2,), (0,))


# Actions -----------------------------------------------------------------------------------------


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
letter = st.sampled_from(LETTERS)
cards = st.text(LETTERS, max_size=11)
# Shorter words are never legal, and the notation reads them as something else.
played_word = st.builds(
    PlayedWord,
    st.text(LETTERS, min_size=MIN_WORD_LENGTH, max_size=13),
    st.text("hcds", max_size=13),
    st.text("vc"),
)


@st.composite
def play_words(draw: st.DrawFn) -> Action:
    words = tuple(draw(st.lists(played_word, max_size=3)))
    claimed = st.lists(st.text("BJKQ", max_size=4), min_size=len(words), max_size=len(words))
    return lay(words, draw(st.none() | claimed.map(tuple)))


actions: st.SearchStrategy[Action] = st.one_of(
    letter.map(replacing),
    letter.map(buying),
    cards.map(exchanging),
    cards.map(discarding),
    play_words(),
    st.sampled_from([CHALLENGE, ACCEPT, DECLINE]),
)


@given(actions)
def test_an_action_survives_its_notation(action: Action) -> None:
    assert hash(action) == hash(replace(action))
    assert str(action)
    try:
        text = action.notation
    except InvalidInputError:
        assert any(len(word.word) != len(word.sources) for word in action.words)
    else:
        if action.words or action.kind is not ActionKind.PLAY:
            assert Action.parse(text) == action


@pytest.mark.parametrize(
    "text",
    ["", "undo", "exchange ZJ", "exchange jz", "- JZ", "CAT, buy C", "CAT", "buy -", "exchange *",
     "challenged", "replace AB", "replace a", "play CAT, discard A",
     "buy C, discard nothing", None, 3, {"kind": "accept"}],
)  # fmt: skip
def test_what_is_not_one_action_in_full_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        Action.parse(text)


@pytest.mark.parametrize("text", ["replace", "exchange", "discard", "buy"])
def test_a_verb_alone_is_not_one_action(text: str) -> None:
    with pytest.raises(InvalidInputError, match="is not one action in its full notation"):
        Action.parse(text)


@pytest.mark.parametrize(
    "text", ["accept", "challenge", "buy nothing", "play undo", "play CAT & aCe/v*KQ", "discard A?",
             "replace E from community", "exchange nothing"],
)  # fmt: skip
def test_one_action_in_full(text: str) -> None:
    assert Action.parse(text).notation == text


@pytest.mark.parametrize(
    ("kind", "cards", "played"),
    [(ActionKind.ACCEPT, "A", ()), (ActionKind.DECLINE, None, ()),
     (ActionKind.ACCEPT, np.zeros(2), ()), (ActionKind.PLAY, "A", (PlayedWord("CAT", "hhh"),)),
     (ActionKind.BUY, "A", (PlayedWord("CAT", "hhh"),)), ("play", "", ())],
)  # fmt: skip
def test_an_action_has_what_belongs_to_its_kind(
    kind: ActionKind, cards: str, played: tuple[PlayedWord, ...]
) -> None:
    with pytest.raises(InvalidInputError, match="kind"):
        Action(kind, cards, played)


def test_letters_are_taken_in_any_case_and_order() -> None:
    assert exchanging("tca") == exchanging("ACT")
    assert discarding("ba") == discarding("AB")
    assert buying("e") == buying("E")
    assert replacing("q") != replacing("Q")
    assert lay((PlayedWord("aqua", "HHHH"),), ("qk",)) == lay(
        (PlayedWord("AQUA", "hhhh"),), ("KQ",)
    )


def test_a_card_that_was_not_seen_is_in_no_known_hand() -> None:
    state = make_state(["CATENNO", ""], patents=["Q", ""])
    for action in (replacing("?"), exchanging("A?")):
        with pytest.raises(IllegalAction) as caught:
            apply(state, action)
        assert caught.value.reason is ActionReason.NOT_IN_HAND
    with pytest.raises(InvalidInputError, match="one letter"):
        buying("?")


@pytest.mark.parametrize("wrong", ["", "AB", "1", "é", "??", None, 3, ["A"]])
def test_one_letter_is_one_letter(wrong: object) -> None:
    for action in (buying, replacing):
        with pytest.raises(InvalidInputError, match="one letter"):
            action(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["A1", "ß", None, 3])
def test_cards_are_letters(wrong: object) -> None:
    for action in (exchanging, discarding):
        with pytest.raises(InvalidInputError):
            action(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "doublers"),
    [
        ("CAT", None),
        (None, None),
        (("CAT",), None),
        ((PlayedWord("CAT", "hhh"),), "K"),
        ((PlayedWord("CAT", "hhh"),), ("K", "")),
        ((PlayedWord("CAT", "hhh"),), (3,)),
    ],
)
def test_words_and_doublers_are_checked(words: object, doublers: object) -> None:
    with pytest.raises(InvalidInputError):
        lay(words, doublers)  # type: ignore[arg-type]


# Rules that differ online: Q replaces community cards, and words are not reshuffled.


ANY_CARD = replace(UNCHALLENGED, replaceable=Replaceable.HAND_OR_COMMUNITY)


class TestReplacingACommunityCard:
    @staticmethod
    def state(ruleset: Ruleset = ANY_CARD, patents: str = "Q") -> GameState:
        hands = ["JWLEANZ", ""]
        return make_state(hands, "EES", patents=[patents, ""], deck="T", ruleset=ruleset, round=2)

    @pytest.mark.parametrize(
        ("ruleset", "patents", "card", "reason"),
        [
            (UNCHALLENGED, "Q", "e", ActionReason.NOT_REPLACEABLE),
            (ANY_CARD, "Q", "j", ActionReason.NOT_REPLACEABLE),
            (ANY_CARD, "Q", "z", ActionReason.NOT_REPLACEABLE),
            (ANY_CARD, "", "e", ActionReason.REPLACEMENT_NOT_OWNED),
        ],
    )
    def test_only_where_the_ruleset_allows_it_and_the_card_is_there(
        self, ruleset: Ruleset, patents: str, card: str, reason: ActionReason
    ) -> None:
        assert_illegal(self.state(ruleset, patents), replacing(card), reason)

    def test_the_legal_actions_have_one_for_each_letter(self) -> None:
        state = self.state()
        found = [
            a for a in state.legal_actions if a.kind is ActionKind.REPLACE and a.cards.islower()
        ]
        assert found == [replacing("e"), replacing("s")]
        assert len(state.legal_actions) == len(list(state.legal_actions))


class TestKnownShuffles:
    def test_the_known_cards_come_first_and_the_rest_by_the_seed(self) -> None:
        cards, chance = Chance(7, known="BAZC").shuffle("AABBCC")
        assert cards[:2] == "BA"
        assert sorted(cards) == list("AABBCC")
        assert chance == Chance(7, 1, "ZC")
        assert cards[2:] == Chance(7).shuffle("ABCC")[0]

    def test_those_that_are_not_there_come_after_a_later_shuffle(self) -> None:
        cards, chance = Chance(7, known="ABZ").shuffle("BA")
        assert (cards, chance.shuffle("AZ")[0]) == ("AB", "ZA")

    @pytest.mark.parametrize("known", [["AB"], "A1", None, 3])
    def test_they_are_letters(self, known: object) -> None:
        with pytest.raises(InvalidInputError):
            Chance(7, known=known)  # type: ignore[arg-type]

    def test_a_state_keeps_them(self) -> None:
        state = replace(make_state(["CT", ""]), chance=Chance(7, known="BAc"))
        assert read_back(copied(state)).chance == Chance(7, known="BAC")
        assert "known" not in copied(make_state(["CT", ""]))["chance"]
