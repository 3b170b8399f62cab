"""Cards that are not known: asked for where they must be told, else "?"."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.games import (
    UNCHALLENGED,
    WORDS,
    all_rulesets,
    discarding,
    exchanging,
    make_state,
    words,
)
from support.records import edit
from support.told import AT_TABLE, LEXICON, engine_steps, start, with_seat

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError
from letter_tycoon_solver.game import (
    HIDDEN,
    Game,
    GameState,
    IllegalAction,
    MissingCardsError,
    RecordError,
    TrackedGame,
    apply,
)
from letter_tycoon_solver.rules.ruleset import Replaceable, Reshuffle

FEW_WORDS = Lexicon.from_words(["LANE", "JEWELS", "TEE"])


@pytest.fixture
def game() -> TrackedGame:
    return TrackedGame(
        ["Ann", "Ben"], first="Ben", community="EES", seat="Ben", hand="LANXZDT", lexicon=FEW_WORDS
    )


@pytest.mark.parametrize(
    ("text", "community", "drew", "n_cards", "source"),
    [
        ("LANe", None, "ABC", 1, "c"),
        ("Tee", None, "A", 2, "c"),
        ("LANe", "K", None, 3, "h"),
        ("exchange XZ", None, None, 2, "h"),
        ("LANe, discard XZ", "K", None, 5, "h"),
    ],
)
def test_how_many_and_where(
    game: TrackedGame, text: str, community: str | None, drew: str | None, n_cards: int, source: str
) -> None:
    with pytest.raises(MissingCardsError, match=f"give the {n_cards}") as caught:
        game.push(text, community=community, drew=drew)
    assert (caught.value.n_cards, caught.value.source) == (n_cards, source)
    assert not game.turns


# Games played elsewhere, of which some cards are not known: "?".


ONLINE = replace(
    UNCHALLENGED, replaceable=Replaceable.HAND_OR_COMMUNITY, reshuffle=Reshuffle.WITHOUT_WORDS
)


class TestCardsThatNobodyHasTold:
    """Ann holds ACOOT and two more, of which she discards one in each turn."""

    @staticmethod
    def begin() -> GameState:
        state = make_state(["CATVWOO", "TEN"], deck="GGHHPPFFMMBB", ruleset=UNCHALLENGED)
        ann, bo = state.seats
        return replace(state, seats=(replace(ann, hand="ACOOT??"), bo))

    def game(self) -> Game:
        game = Game.from_state(self.begin(), ["Ann", "Bo"])
        for action in (
            words("CAT/hhh"),
            discarding("?"),
            exchanging(),
            exchanging("?"),
            exchanging("T"),
        ):
            game.apply(action)
        return game

    def test_they_are_hidden_in_the_hand_and_among_the_discards(self) -> None:
        game = self.game()
        hands = [state.seen_by(0).seats[0].hand for state in game.states]
        assert [hand.count(HIDDEN) for hand in hands] == [2, 2, 1, 1, 0, 0]
        assert [len(hand) for hand in hands] == [7] * 6
        assert {a: n for a, n in game.states[0].unseen.items() if n} == {"V": 1, "W": 1}
        discards = [state.discards for state in game.states]
        assert discards == ["", "", "CAT?", "CAT?", "CAT??", "CAT??T"]

    def test_turns_with_such_cards_are_not_judged(self) -> None:
        choices = played_in(self.game()).choices
        assert [(c.seen.round, c.seen.active) for c in choices] == [(1, 1), (2, 1)]

    def test_there_are_as_many_as_cards_are_missing(self) -> None:
        state = self.begin()
        for deck in (state.deck[1:], state.deck.replace("B", "A", 1), state.deck + "?"):
            with pytest.raises(InvalidInputError, match=r"the game has 102|more cards A than"):
                Game.from_state(replace(state, deck=deck), ["Ann", "Bo"])


class TestAlteredWords:
    def test_they_are_checked(self, record: Path) -> None:
        lexicon = WORDS.altered(["TAC"])
        with Game.from_state(make_state(["CAT", "TEN"], lexicon=lexicon), ["Ann", "Bo"]) as game:
            game.record_to(record)
        edit(record, 1, lambda header: header["lexicon"].update(also=["T"]))
        with pytest.raises(RecordError, match="'T' is no word"):
            Game.load(record, WORDS)


def dealt(hand: str, community: str = "EES") -> TrackedGame:
    """A game of which not all first cards are known; I begin."""
    return TrackedGame(AT_TABLE, first=1, community=community, seat=1, hand=hand, lexicon=LEXICON)


class TestUnknownCardsOfOnesOwn:
    def test_they_are_discarded_as_question_marks(self) -> None:
        game = dealt("JWLEAN?")
        assert game.seen.seats[1].hand == "AEJLNW?"
        game.push("LANe, discard J?", drew="ERTOI", community="K")
        assert game.seen.seats[1].hand == "EEIORTW"
        assert sorted(game.seen.discards) == sorted("LANEJ?")
        (turn,) = game.turns
        assert all(HIDDEN in seen.seats[1].hand for seen, _ in turn.steps)
        assert played_in(game).choices == ()

    def test_a_word_does_not_use_more_than_there_are(self) -> None:
        game = dealt("JWLEA??")
        with pytest.raises(IllegalPlay, match="3 cards from a hand of 2"):
            game.push("ZOOe", drew="ERT", community="K")
        with pytest.raises(InvalidInputError, match="here the cards are known"):
            game.push("exchange ???", drew="ERT")


class TestUnknownCardsOfTheCommunity:
    def test_they_are_not_used(self) -> None:
        with pytest.raises(IllegalPlay, match="from the community, which holds"):
            dealt("JWLEANZ", "?ES").push("LANee", drew="ERT", community="KK")

    def test_nothing_is_judged_where_one_is_not_known(self) -> None:
        state = make_state(["CAT", "TEN"], "XAE", ruleset=UNCHALLENGED)
        game = Game.from_state(replace(state, community="AE?"), ["Ann", "Bo"])
        game.apply(exchanging())
        assert [state.seen_by(0).community for state in game.states] == ["AE?", "AE?"]
        assert played_in(game).choices == ()


class TestReplacedInTheCommunity:
    @staticmethod
    def owner_of_q(seat: str | None = "me") -> TrackedGame:
        game = start(seat=seat, hand="JWLEANZ" if seat else "", first="me", ruleset=ONLINE)
        return with_seat(game, 1, 2, patents="Q")

    def test_the_card_that_came_is_told_first(self) -> None:
        game = self.owner_of_q()
        game.push("replace S from community, LANe", drew="RTO", community="KI")
        assert game.seen.community == "EIK"
        assert game.seen.discards == "SELAN"
        assert game.turns[0].text == "replace S from community, LANe"

    def test_the_card_that_came_must_be_told(self) -> None:
        with pytest.raises(MissingCardsError, match="give the card that came for it"):
            self.owner_of_q().push("replace S from community, LANe", drew="RTO")

    def test_it_must_be_there_and_left(self) -> None:
        with pytest.raises(IllegalAction, match="Z cannot be replaced in the community EES"):
            self.owner_of_q().push("replace Z from community", community="K")
        with pytest.raises(InvalidInputError, match="look again at the cards that came"):
            self.owner_of_q().push("replace S from community", community="J")


@pytest.mark.parametrize("seed", range(8))
def test_an_action_on_a_view_leads_to_the_view_after_it(seed: int) -> None:
    """The cards that are drawn are hidden; all else is as in the game."""
    rulesets = all_rulesets()
    steps = engine_steps(seed, 2 + seed % 4, rulesets[7 * seed % len(rulesets)])
    for (_, before), (action, after) in itertools.pairwise(steps):
        for player in range(len(before.seats)):
            found, true = apply(before.seen_by(player), action), after.seen_by(player)
            for cards, in_game in (
                (found.community, true.community),
                *((a.hand, b.hand) for a, b in zip(found.seats, true.seats, strict=True)),
            ):
                assert len(cards) == len(in_game)
                assert not Counter(cards.replace(HIDDEN, "")) - Counter(in_game)
            assert replace(found, community=true.community, seats=true.seats) == true
            assert [replace(seat, hand="") for seat in found.seats] == [
                replace(seat, hand="") for seat in true.seats
            ]
