from __future__ import annotations

from dataclasses import replace

import pytest
from support.games import UNCHALLENGED, automatic, make_state, run, words

from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError, Reason
from letter_tycoon_solver.game import (
    Accept,
    Action,
    ActionReason,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    GameState,
    IllegalAction,
    Payment,
    PaymentKind,
    Phase,
    ReplaceCard,
    TurnSoFar,
    apply,
    check,
)
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset

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
    assert [a.letter for a in state.legal_actions if isinstance(a, Buy)] == ["L", "W", "J"]
    state = run(state, Buy("J"))
    assert state.seats[0].patents == "J"
    assert state.seats[0].money == 2
    assert state.payments == (Payment(PaymentKind.PURCHASE, 0, None, 2, letters="J"),)
    assert state.leave == "AENZ"


def test_clean_up_draws_for_the_community_first() -> None:
    state = run(jewels_state(deck="QXVBBCCDD"), JEWELS, Decline(), Discard("Z"))
    assert state.community == "QVX"
    assert state.seats[0].hand == "".join(sorted("AEN" + "BBCC"))
    assert state.discards == "EESJWLZ"
    assert state.deck.startswith("DD")
    assert (state.active, state.phase, state.round) == (1, Phase.START, jewels_state().round)


def test_clean_up_without_community_cards_leaves_the_community() -> None:
    before = make_state(["CATENNZ", ""], "EES", deck="QXVBB")
    after = run(before, CAT, Discard())
    assert after.community == before.community
    assert after.seats[0].hand == "".join(sorted("ENNZQXV"))


def test_used_community_cards_may_come_back_when_the_deck_runs_out_but_hand_cards_may_not() -> None:
    before = jewels_state()
    discards, deck = before.deck[:-1], before.deck[-1]
    before = _with_piles(before, deck, discards)
    after = run(before, JEWELS, Decline(), Discard())
    # Deck of 1, 3 cards for the community: the shuffle takes place before J, W, L are discarded.
    assert after.chance.shuffles == before.chance.shuffles + 1
    assert after.discards == "JWL"
    assert deck in after.community


def test_discards_are_shuffled_in_the_middle_of_a_draw() -> None:
    before = make_state(["CATENNZ", ""])
    before = _with_piles(before, before.deck[:2], before.deck[2:])
    after = run(before, Exchange("CATE"))
    assert after.discards == ""
    assert after.chance.shuffles == before.chance.shuffles + 1
    assert len(after.deck) == len(before.discards) + 4 - 2
    assert all(card in after.seats[0].hand for card in before.deck)


def test_an_empty_deck_is_not_shuffled_before_a_card_is_drawn() -> None:
    before = make_state(["CATENNZ", ""])
    before = _with_piles(before, before.deck[:4], before.deck[4:])
    emptied = run(before, Exchange("CATE"))
    assert emptied.deck == ""
    assert emptied.discards == before.discards + "ACET"
    same = run(emptied, Exchange(""))
    assert (same.deck, same.discards) == (emptied.deck, emptied.discards)
    shuffled = run(same, Exchange(emptied.seats[0].hand[0]))
    assert shuffled.discards == ""


@pytest.mark.parametrize("cards", ["", "C", "CATENNZ"])
def test_discarding_any_number_of_cards_ends_the_turn(cards: str) -> None:
    before = make_state(["CATENNZ", ""], deck="QXVBBHH")
    after = run(before, Exchange(cards))
    kept = "CATENNZ"
    for card in cards:
        kept = kept.replace(card, "", 1)
    assert after.seats[0].hand == "".join(sorted(kept + "QXVBBHH"[: len(cards)]))
    assert after.active == 1


def test_only_cards_in_hand_are_discarded() -> None:
    state = make_state(["CATENNZ", ""])
    assert_illegal(state, Exchange("CC"), ActionReason.NOT_IN_HAND)
    assert_illegal(state, Exchange("Q"), ActionReason.NOT_IN_HAND)
    laid = run(state, CAT)
    assert_illegal(laid, Discard("C"), ActionReason.NOT_IN_HAND)
    assert_illegal(laid, Discard("NNN"), ActionReason.NOT_IN_HAND)


# Q -----------------------------------------------------------------------------------------------


def test_the_owner_of_q_replaces_one_card_and_still_has_the_turn() -> None:
    before = make_state(["CZTENNO", ""], patents=["Q", ""], deck="AB")
    after = run(before, ReplaceCard("z"))
    assert after.phase is Phase.START
    assert after.active == 0
    assert after.discards == "Z"
    assert after.seats[0].hand == "".join(sorted("CTENNOA"))
    assert_illegal(after, ReplaceCard("C"), ActionReason.REPLACEMENT_TOO_LATE)
    run(after, CAT)
    run(after, Exchange("C"))


def test_the_replacement_comes_back_next_turn() -> None:
    state = make_state(["", ""], patents=["Q", ""])
    state = run(state, ReplaceCard(state.seats[0].hand[0]), Exchange(), Exchange())
    assert ReplaceCard(state.seats[0].hand[0]) in state.legal_actions


def test_what_has_happened_in_a_turn_is_kept_until_its_end() -> None:
    state = make_state(["CATENNO", ""], patents=["Q", ""], deck="O", ruleset=automatic(2))
    replaced = run(state, ReplaceCard("N"))
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


def test_replacing_needs_the_q_patent_and_the_card() -> None:
    state = make_state(["CATENNO", ""], patents=["", "Q"])
    assert_illegal(state, ReplaceCard("C"), ActionReason.REPLACEMENT_NOT_OWNED)
    state = make_state(["CATENNO", ""], patents=["Q", ""])
    assert_illegal(state, ReplaceCard("Q"), ActionReason.NOT_IN_HAND)


def test_the_replaced_card_may_be_drawn_again_from_an_empty_deck() -> None:
    state = make_state(["CATENNO", ""], patents=["Q", ""])
    state = _with_piles(state, "", state.deck)
    after = run(state, ReplaceCard("C"))
    assert after.discards == ""
    assert len(after.deck) == len(state.discards)


# Purchase ----------------------------------------------------------------------------------------


def test_a_patent_needs_a_card_money_and_no_owner() -> None:
    state = run(jewels_state(), JEWELS)
    assert_illegal(state, Buy("Z"), ActionReason.CARD_NOT_USED)
    assert_illegal(state, Buy("E"), ActionReason.PATENT_OWNED)
    assert_illegal(state, Buy("S"), ActionReason.TOO_DEAR)


def test_money_from_before_the_turn_pays_too() -> None:
    state = run(jewels_state(money=[2, 0, 0]), JEWELS, Buy("S"))
    assert state.seats[0].money == 0
    assert state.seats[0].patents == "S"


def test_nothing_to_buy_leaves_the_purchase_out() -> None:
    state = run(make_state(["CATENNO", ""]), CAT)
    assert state.seats[0].money == 1
    assert state.phase is Phase.CLEAN_UP


def test_duplicate_and_suffix_neither_pay_royalties_nor_can_be_bought() -> None:
    state = make_state(
        ["BOKCATN", ""], "EEE", patents=["XZ", "O"], money=[20, 0], lexicon={"BOOKS"}
    )
    state = run(state, words("BOOKS/hhdhs"))
    assert state.seats[1].money == 1
    assert [a.letter for a in state.legal_actions if isinstance(a, Buy)] == ["B", "K"]


def test_a_patent_bought_has_no_effect_on_the_words_of_the_turn() -> None:
    state = make_state(["YACHTKE", ""], money=[9, 0])
    state = run(state, words("YACHT/hhhhh/c"))
    assert state.seats[0].money == 12
    state = run(state, Buy("Y"))
    assert state.seats[0].money == 9


def test_two_words_pay_each_and_royalties_for_both() -> None:
    state = make_state(["CATTENS", ""], "NOO", patents=["V", "N"])
    state = run(state, words("CAT/hhh", "TEN/hhc"))
    assert state.seats[0].money == 2
    assert state.seats[1].money == 1
    with pytest.raises(IllegalPlay) as caught:
        run(make_state(["CATTENS", ""], "NOO"), words("CAT/hhh", "TEN/hhc"))
    assert caught.value.reason is Reason.SECOND_WORD_NOT_OWNED


def test_claimed_doublers_are_paid_as_claimed() -> None:
    state = make_state(["YACHTKE", ""], patents=["K", ""])
    assert run(state, words("YACHT/hhhhh/c", doublers=("K",))).seats[0].money == 6
    assert run(state, words("YACHT/hhhhh/c")).seats[0].money == 6
    assert run(state, words("YACHT/hhhhh/v")).seats[0].money == 3
    for claimed in ("", "B", "KQ"):
        with pytest.raises(IllegalPlay) as caught:
            apply(state, words("YACHT/hhhhh/c", doublers=(claimed,)))
        assert caught.value.reason is Reason.DOUBLER_NOT_ALLOWED


def test_no_challenge_means_that_unknown_words_are_illegal() -> None:
    state = make_state(["CATENNO", ""])
    with pytest.raises(IllegalPlay) as caught:
        apply(state, words("TAC/hhh"))
    assert caught.value.reason is Reason.NOT_IN_LEXICON
    assert words("TAC/hhh") not in state.legal_actions


# Challenge by players ----------------------------------------------------------------------------


def challenge_state(money: tuple[int, int, int] = (0, 3, 0)) -> GameState:
    return make_state(["CATENNO", "", ""], ruleset=RULEBOOK, money=money, active=0)


def test_opponents_are_asked_clockwise_and_the_word_is_paid_when_all_accept() -> None:
    state = make_state(["", "CATENNO", ""], ruleset=RULEBOOK, active=1)
    state = run(state, CAT)
    assert (state.phase, state.active, state.to_act) == (Phase.CHALLENGE, 1, 2)
    assert state.payments == ()
    state = run(state, Accept())
    assert (state.phase, state.active, state.to_act) == (Phase.CHALLENGE, 1, 0)
    assert [seat.money for seat in state.seats] == [0, 0, 0]
    state = run(state, Accept())
    assert (state.phase, state.active, state.to_act) == (Phase.CLEAN_UP, 1, 1)
    assert [seat.money for seat in state.seats] == [0, 1, 0]


def test_a_wrong_challenge_costs_the_challenger_a_dollar_and_the_word_stands() -> None:
    state = run(challenge_state(), CAT, Challenge())
    assert [seat.money for seat in state.seats] == [2, 2, 0]
    assert state.payments[0] == Payment(PaymentKind.CHALLENGE, 1, 0, 1)
    assert state.phase is Phase.CLEAN_UP
    assert state.to_act == 0


def test_the_last_dollar_pays_for_a_wrong_challenge() -> None:
    state = run(challenge_state((0, 1, 0)), CAT, Challenge())
    assert [seat.money for seat in state.seats] == [2, 0, 0]
    assert state.payments[0] == Payment(PaymentKind.CHALLENGE, 1, 0, 1)


def test_the_bank_pays_for_a_challenger_without_money() -> None:
    state = run(challenge_state(), CAT, Accept(), Challenge())
    assert [seat.money for seat in state.seats] == [2, 3, 0]
    assert state.payments[0] == Payment(PaymentKind.CHALLENGE, None, 0, 1)


def test_the_dollar_of_a_wrong_challenge_can_pay_for_a_patent() -> None:
    state = run(challenge_state((1, 3, 0)), CAT, Challenge())
    assert [a.letter for a in state.legal_actions if isinstance(a, Buy)] == ["C"]
    assert run(state, Buy("C")).seats[0].money == 0
    for table in (state, *(state.seen_by(viewer) for viewer in range(3))):
        assert table.turn.challenged
        assert table.turn.play is not None
        assert (table.turn.play.purchasable, table.turn.play.patent_value) == ("C", 3)
    accepted = run(challenge_state((1, 3, 0)), CAT, Accept(), Accept())
    assert accepted.phase is Phase.CLEAN_UP


def test_a_right_challenge_brings_the_cards_back_and_costs_one_card() -> None:
    before = make_state(["CATENNO", "", ""], ruleset=RULEBOOK, deck="Z", money=(0, 3, 0))
    state = run(before, words("TAC/hhh"), Accept(), Challenge())
    assert (state.phase, state.to_act, state.turn.play) == (Phase.PENALTY, 0, None)
    assert [seat.money for seat in state.seats] == [0, 3, 0]
    assert state.seats[0].hand == "".join(sorted("CATENNO"))
    assert list(state.legal_actions) == [Exchange(card) for card in "ACENOT"]
    assert_illegal(state, Exchange(""), ActionReason.NOT_ONE_CARD)
    assert_illegal(state, Exchange("NN"), ActionReason.NOT_ONE_CARD)
    assert_illegal(state, Exchange("Z"), ActionReason.NOT_IN_HAND)
    after = run(state, Exchange("n"))
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
    state = run(state, words("CAT/hhh", second), Challenge())
    assert state.phase is phase
    assert state.seats[0].money == money


def test_an_unknown_word_that_nobody_challenges_is_paid() -> None:
    state = run(challenge_state(), words("TAC/hhh"), Accept(), Accept())
    assert state.seats[0].money == 1


# Automatic challenge -----------------------------------------------------------------------------


def test_automatic_challenge_without_retries_costs_a_card_at_once() -> None:
    state = run(make_state(["CATENNO", ""], ruleset=automatic(0)), words("TAC/hhh"))
    assert (state.phase, state.turn.failed_words) == (Phase.PENALTY, 1)
    assert [seat.money for seat in state.seats] == [0, 0]
    assert run(state, Exchange("C")).active == 1


def test_automatic_challenge_with_retries() -> None:
    start = make_state(["CATENNO", ""], ruleset=automatic(2), patents=["Q", ""])
    once = run(start, words("TAC/hhh"))
    assert (once.phase, once.to_act, once.turn.failed_words) == (Phase.START, 0, 1)
    assert_illegal(once, ReplaceCard("C"), ActionReason.REPLACEMENT_TOO_LATE)
    twice = run(once, words("TCA/hhh"))
    assert (twice.phase, twice.turn.failed_words) == (Phase.START, 2)
    assert run(twice, words("ATC/hhh")).phase is Phase.PENALTY
    good = run(twice, CAT)
    assert good.phase is Phase.CLEAN_UP
    assert good.seats[0].money == 1
    assert run(twice, Exchange("CAT")).active == 1
    next_turn = run(twice, Exchange("CAT"), Exchange(), Exchange())
    assert next_turn.turn.failed_words == 0


def test_a_malformed_play_is_illegal_and_costs_no_retry() -> None:
    state = make_state(["CATENNO", ""], ruleset=automatic(1))
    with pytest.raises(IllegalPlay) as caught:
        apply(state, words("TAX/hhh"))
    assert caught.value.reason is Reason.CARD_NOT_AVAILABLE


def test_what_is_no_action_is_refused() -> None:
    state = make_state(["CATENNO", ""])
    for nonsense in ("CAT", None, 3, Exchange):
        with pytest.raises(InvalidInputError):
            apply(state, nonsense)  # type: ignore[arg-type]
        assert nonsense not in state.legal_actions


def test_only_a_whole_state_can_be_acted_on() -> None:
    state = make_state(["CATENNO", ""])
    for other in (state.seen_by(0), None, "state"):
        for action in (Exchange(""), Exchange("C"), CAT):
            with pytest.raises(InvalidInputError, match="GameState"):
                apply(other, action)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="SeenState"):
        check(None, CAT)  # type: ignore[arg-type]


def test_a_class_derived_from_an_action_is_no_action() -> None:
    class Fold(Exchange):  # type: ignore[misc]
        pass

    state = make_state(["CATENNO", ""])
    assert Fold("") not in state.legal_actions
    with pytest.raises(InvalidInputError, match="is not an action"):
        apply(state, Fold(""))


@pytest.mark.parametrize("ruleset", [UNCHALLENGED, RULEBOOK])
def test_more_money_than_the_solver_knows_ends_no_game(ruleset: Ruleset) -> None:
    rich = 10**30
    state = make_state(["CATENNO", ""], money=[rich, rich], ruleset=ruleset)
    assert state.position.money == state.seen_by(1).position.money == MAX_MONEY
    state = run(state, CAT)
    if ruleset is RULEBOOK:
        state = run(state, Challenge())
    paid = 1 + (ruleset is RULEBOOK)
    assert run(state, Buy("A"), Discard()).seats[0].money == rich + paid - 8


def test_check_tells_what_words_earn() -> None:
    state = make_state(["CATENNO", ""])
    play = check(state, CAT)
    assert play == run(state, CAT).turn.play
    assert check(state.seen_by(0), CAT) == play
    assert check(state, Exchange("")) is None


def _with_piles(state: GameState, deck: str, discards: str) -> GameState:
    return replace(state, deck=deck, discards=discards)
