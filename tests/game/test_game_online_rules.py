"""Rules that differ online: Q replaces community cards, and words are not reshuffled."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from support.games import UNCHALLENGED, WORDS, copied, make_state, read_back, run, words

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    ActionReason,
    Chance,
    Discard,
    Exchange,
    IllegalAction,
    Phase,
    ReplaceCard,
    action_from_dict,
    action_to_dict,
    apply,
)
from letter_tycoon_solver.rules.ruleset import Replaceable, Reshuffle, Ruleset
from letter_tycoon_solver.rules.turn import Turn

ANY_CARD = replace(UNCHALLENGED, replaceable=Replaceable.HAND_OR_COMMUNITY)
WORDS_LIE = replace(UNCHALLENGED, reshuffle=Reshuffle.WITHOUT_WORDS)


class TestReplacingACommunityCard:
    def test_the_card_is_discarded_and_another_drawn_in_its_place(self) -> None:
        state = make_state(
            ["JWLEANZ", ""], "EES", patents=["Q", ""], deck="T", ruleset=ANY_CARD, round=2
        )
        after = run(state, ReplaceCard("E", "c"))
        assert (after.community, after.discards) == ("EST", "E")
        assert after.active_seat.hand == state.active_seat.hand
        assert (after.phase, after.turn.replaced) == (Phase.START, True)

    def test_it_takes_the_place_of_replacing_a_card_of_the_hand(self) -> None:
        state = make_state(
            ["JWLEANZ", ""], "EES", patents=["Q", ""], deck="T", ruleset=ANY_CARD, round=2
        )
        after = run(state, ReplaceCard("E", "c"))
        with pytest.raises(IllegalAction) as caught:
            apply(after, ReplaceCard("J"))
        assert caught.value.reason is ActionReason.REPLACEMENT_TOO_LATE

    @pytest.mark.parametrize(
        ("ruleset", "card"), [(UNCHALLENGED, "E"), (ANY_CARD, "J"), (ANY_CARD, "Z")]
    )
    def test_only_where_the_ruleset_allows_it_and_the_card_is_there(
        self, ruleset: Ruleset, card: str
    ) -> None:
        state = make_state(
            ["JWLEANZ", ""], "EES", patents=["Q", ""], deck="T", ruleset=ruleset, round=2
        )
        with pytest.raises(IllegalAction) as caught:
            apply(state, ReplaceCard(card, "c"))
        assert caught.value.reason is ActionReason.NOT_REPLACEABLE

    def test_the_owner_of_q_alone_may(self) -> None:
        state = make_state(["JWLEANZ", ""], "EES", ruleset=ANY_CARD)
        with pytest.raises(IllegalAction) as caught:
            apply(state, ReplaceCard("E", "c"))
        assert caught.value.reason is ActionReason.REPLACEMENT_NOT_OWNED

    def test_the_legal_actions_have_one_for_each_letter(self) -> None:
        state = make_state(["JWLEANZ", ""], "EES", patents=["Q", ""], ruleset=ANY_CARD, round=2)
        found = [a for a in state.legal_actions if isinstance(a, ReplaceCard) and a.source == "c"]
        assert found == [ReplaceCard("E", "c"), ReplaceCard("S", "c")]
        assert len(state.legal_actions) == len(list(state.legal_actions))

    def test_it_is_kept_in_records_and_told_in_the_notation(self) -> None:
        action = ReplaceCard("E", "c")
        assert str(action) == "replace E from community"
        assert ReplaceCard.of(Turn.parse("replace e From Community, CAT").replace) == action
        turn = Turn.parse("replace E from community, CAT, buy C")
        assert (turn.replace, str(turn)) == ("e", "replace E from community, CAT, buy C")
        assert action_from_dict(json.loads(json.dumps(action_to_dict(action)))) == action
        assert action_to_dict(ReplaceCard("E")) == {"kind": "replace", "card": "E"}

    @pytest.mark.parametrize("source", ["d", "", None, "hand"])
    def test_a_card_lies_in_the_hand_or_the_community(self, source: str) -> None:
        with pytest.raises(InvalidInputError, match="source of the card"):
            ReplaceCard("E", source)


class TestReshuffle:
    def test_used_community_cards_are_in_the_new_deck_by_the_rulebook(self) -> None:
        state = make_state(["CT", ""], "AEE", n_discards=0, ruleset=UNCHALLENGED)
        state = replace(state, deck="", discards=state.deck)
        after = run(state, words("CAT/hch"), Discard())
        assert "A" not in after.discards

    def test_online_they_lie_on_the_table_meanwhile(self) -> None:
        state = make_state(["CT", ""], "AEE", ruleset=WORDS_LIE)
        state = replace(state, deck="", discards=state.deck)
        after = run(state, words("CAT/hch"), Discard())
        assert sorted(after.discards) == ["A", "C", "T"]

    def test_in_the_refill_of_the_hand_nothing_is_left_out(self) -> None:
        state = make_state(["CT", ""], "AEE", ruleset=WORDS_LIE)
        state = replace(state, deck=state.deck[:1], discards=state.deck[1:])
        after = run(state, words("CAT/hch"), Discard())
        assert after.discards == ""


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

    def test_without_any_a_shuffle_is_what_it_was(self) -> None:
        assert Chance(7).shuffle("ABCDEFG") == (Chance(7, 0, "").shuffle("ABCDEFG"))
        assert Chance(7).shuffle("ABCDEFG")[1] == Chance(7, 1)

    @pytest.mark.parametrize("known", [["AB"], "A1", None, 3])
    def test_they_are_letters(self, known: object) -> None:
        with pytest.raises(InvalidInputError):
            Chance(7, known=known)  # type: ignore[arg-type]

    def test_a_state_keeps_them(self) -> None:
        state = replace(make_state(["CT", ""]), chance=Chance(7, known="BAc"))
        assert read_back(copied(state)).chance == Chance(7, known="BAC")
        assert "known" not in copied(make_state(["CT", ""]))["chance"]

    def test_a_game_draws_them(self) -> None:
        state = make_state(["CT", ""], ruleset=UNCHALLENGED, lexicon=WORDS)
        state = replace(state, deck="", discards=state.deck, chance=Chance(7, known="ZQ"))
        after = run(state, Exchange("CT"))
        assert {"Z", "Q"} <= set(after.seats[0].hand)


def test_rulesets_that_were_written_before_have_the_rulebooks_readings() -> None:
    data = Ruleset().to_dict()
    assert Ruleset.from_dict(data) == Ruleset()
    del data["replaceable"], data["reshuffle"]
    assert Ruleset.from_dict(data) == Ruleset()
