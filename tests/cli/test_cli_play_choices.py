"""The command `play`: numbers of what was listed, whole turns in a line, and taking them back."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import (
    MINE,
    NO_CHALLENGE,
    Talk,
    best_plays,
    first_plays,
    first_turns,
    play,
    say,
    talk,
)
from support.games import buying, discarding, exchanging
from support.records import Move, Rewind, read_record

from letter_tycoon_solver import Turn
from letter_tycoon_solver.advisor import Evaluation, advise
from letter_tycoon_solver.cli import session
from letter_tycoon_solver.cli.play import PlaySession
from letter_tycoon_solver.cli.saved_games import Computers
from letter_tycoon_solver.cli.session import ADVISED
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    Game,
    Phase,
    lay,
    new_game,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.play import Play
from letter_tycoon_solver.search.turns import turns_by

NO = ["--challenge", "none"]
AUTOMATIC = ["--challenge", "automatic"]


@pytest.fixture
def quick_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The advice of `play` by some games, the same every time."""
    monkeypatch.setattr(PlaySession, "effort", {"playouts": 200, "seed": 1})


def moves(record: Path) -> list[Move]:
    """The moves of a record. Doublers are left out: without a claim the best count."""
    done = (step.move for step in read_record(record).steps)
    return [lay(move.words) if isinstance(move, Action) and move.words else move for move in done]


def laid(play: Play) -> Action:
    return lay(play.words)


def with_purchase(lexicon: Lexicon) -> Play:
    """A play of the first turn after which there is something to buy and to discard."""
    return next(p for p in first_plays(lexicon) if p.purchasable and len(p.leave) > 1)


def in_words(play: Play) -> str:
    return play.words[0].word


class TestNumbers:
    @pytest.mark.parametrize("number", [1, 3, 8])
    def test_of_a_hint_carries_out_the_whole_turn(
        self, record: Path, lexicon: Lexicon, number: int
    ) -> None:
        result = play(record, "hint", str(number), options=NO)
        turn = first_turns(lexicon)[number - 1]
        assert turn.play is not None
        assert turn.buy
        assert moves(record)[:3] == [laid(turn.play), buying(turn.buy), discarding(turn.discards)]
        assert result.out.endswith(
            f"Goodbye. The game is saved; to go on: letter-tycoon play --resume {record}\n"
        )
        assert "Buy which?" not in result.out

    @pytest.mark.usefixtures("quick_advice")
    def test_of_advice_carries_out_the_whole_plan(self, record: Path, lexicon: Lexicon) -> None:
        state = new_game(2, MINE, lexicon, NO_CHALLENGE)
        plans = advise(state, lexicon, playouts=200, seed=1).turns[:ADVISED]
        for number, ranked in enumerate(plans, 1):
            plan: Turn = ranked.turn
            assert plan.play is not None
            result = play(record, "advise", str(number), options=NO)
            assert f" {ranked.notation} " in result.out
            bought = buying(plan.buy) if plan.buy else DECLINE
            words = laid(plan.play)
            done = moves(record)
            # Of words that allow no purchase there is none to decline.
            expected = [words, bought, discarding(plan.discards)]
            assert done[: len(expected)] == expected or done[:2] == [words, expected[2]]
            record.unlink()

    @pytest.mark.usefixtures("quick_advice")
    def test_of_advice_later_in_the_turn(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        for phase, lines in enumerate(([f"lay {best.notation}"], [f"lay {best.notation}", ""])):
            result = play(record, *lines, "advise", "1", options=NO)
            printed = result.out.rpartition("\n1  ")[2]
            done = moves(record)
            assert done[0] == laid(best)
            buy, clean_up = done[1:3]
            assert isinstance(buy, Action)
            assert isinstance(clean_up, Action)
            assert clean_up.kind is ActionKind.DISCARD
            if phase == 0 and buy.kind is ActionKind.BUY:
                assert f"buy {buy.cards}" in printed
            if clean_up.cards:
                assert f"discard {clean_up.cards}" in printed
            record.unlink()

    @pytest.mark.parametrize(
        ("lines", "part"),
        [
            (["3"], 'A number stands for a row of a list; type "hint" or "advise" to see one.'),
            (["hint 2", "3"], "3 is not in the list; its numbers are 1 to 2."),
            (["hint 2", "0"], "0 is not in the list; its numbers are 1 to 2."),
            (["hint", "9" * 5000], "is not a word"),
            (["hint " + "9" * 5000], "is not a number of turns"),
            # The list was for the decision before.
            (["hint", "discard -", "n", "2"], "A number stands for a row of a list"),
        ],
    )
    def test_that_stand_for_nothing(self, record: Path, lines: list[str], part: str) -> None:
        result = play(record, *lines)
        assert part in result.out
        assert not any(
            step.move.kind is ActionKind.PLAY and step.player == 0
            for step in read_record(record).steps
        )

    def test_after_the_words_letters_are_asked_for(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        result = play(record, "hint", f"lay {best.notation}", "1", options=NO)
        assert f"Type one of {' '.join(best.purchasable)}, or nothing to buy none." in result.out


class TestReasons:
    @pytest.mark.usefixtures("quick_advice")
    def test_of_a_hint_and_of_advice(self, record: Path, lexicon: Lexicon) -> None:
        second = first_turns(lexicon)[1].notation
        result = play(record, "why", "hint 3", "why 2", "advise", "why 2", "why 9", options=NO)
        assert 'A number stands for a row of a list; type "hint"' in result.out
        assert f"\nWhy {second}:\n  Earns $" in result.out
        assert result.out.count("Behind the best, ") == 1
        assert "9 is not in the list; its numbers are 1 to 5." in result.out
        assert moves(record) == []

    def test_of_a_word_of_ones_own(self, record: Path, lexicon: Lexicon) -> None:
        word = in_words(first_plays(lexicon)[3])
        result = play(record, f"word {word.lower()}", "word zzz")
        assert f"{word} is in the word list enable.\n" in result.out
        assert f"{word} is turn " in result.out
        assert "ZZZ cannot be laid: Z, Z and Z are missing." in result.out
        assert moves(record) == []


class TestWholeTurns:
    def test_as_printed(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        buy, cards = best.purchasable[0], best.leave[:2]
        play(record, f"{best.notation}, buy {buy}, discard {cards}", options=NO)
        assert moves(record)[:3] == [laid(best), buying(buy), discarding(cards)]
        assert Game.load(record).state.round == 2

    def test_bare_words_are_laid_in_their_best_way(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        buy, word = best.purchasable[-1], in_words(best)
        words = laid(best)
        for line, done in (
            (
                f"{word.lower()}, buy {buy.lower()}, discard *",
                [words, buying(buy), discarding(best.leave)],
            ),
            (f"{word.title()}, Buy {buy}", [words, buying(buy), discarding()]),
            (f"play {word}, discard -", [words, DECLINE, discarding()]),
            (
                f"{word} ,discard {best.leave[-1].lower()}",
                [words, DECLINE, discarding(best.leave[-1])],
            ),
            (f"lay {best.notation}, buy nothing", [words, DECLINE, discarding()]),
        ):
            play(record, line, options=NO)
            assert moves(record)[:3] == done
            record.unlink()

    def test_what_was_printed_has_its_cards(self, record: Path, lexicon: Lexicon) -> None:
        """A word in capitals is laid with community cards where that is better, but as printed
        where it was printed."""
        state = new_game(2, MINE, lexicon, NO_CHALLENGE)
        tables = Evaluation.of(lexicon.digest)
        given = state.seen_by(0).open_turn
        ways = turns_by(tables, given, lexicon, state.ruleset, 1000, every_way=True)
        at, turn = next(
            (at, turn)
            for at, turn in enumerate(ways, 1)
            if turn.play and turn.play.notation.isupper() and turn.play not in best_plays(state)
        )
        way = turn.play
        assert way is not None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(session, "best_turns", lambda *_, limit: ways[:limit])
            for line in (way.notation, f"{way.notation}, discard -", str(at)):
                play(record, f"hint {at}", line, options=NO)
                assert moves(record)[0] == laid(way)
                record.unlink()
        play(record, way.notation, options=NO)
        assert moves(record)[0] != laid(way)

    def test_opponents_are_asked_between(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        buy, card = best.purchasable[0], best.leave[0]
        result = play(record, f"{in_words(best)}, buy {buy}, discard {card}")
        assert moves(record)[:4] == [laid(best), ACCEPT, buying(buy), discarding(card)]
        assert f"me: buy {buy}" in result.out
        assert "Buy which?" not in result.out

    def test_words_that_are_challenged_in_vain_go_on(
        self, record: Path, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def choose(_: Computers, game: Game) -> Action:
            return CHALLENGE if game.state.phase is Phase.CHALLENGE else exchanging()

        monkeypatch.setattr(Computers, "choose", choose)
        best = with_purchase(lexicon)
        line = f"{in_words(best)}, buy {best.purchasable[0]}"
        result = play(record, line)
        assert moves(record)[1:4] == [CHALLENGE, buying(best.purchasable[0]), discarding()]
        assert result.out.count("Buy which?") == 0

    @pytest.mark.parametrize("options", [[], AUTOMATIC])
    def test_a_bluff_that_is_found_out_ends_the_turn(
        self, record: Path, options: list[str]
    ) -> None:
        hand = new_game(2, MINE, ["CAT"]).active_seat.hand
        result = play(record, f"{hand}, discard -", "y", hand[0], options=options)
        assert f"{hand} is not in the word list." in result.out
        assert exchanging(hand[0]) in moves(record)
        assert discarding() not in moves(record)[:3]

    def test_the_rest_of_a_turn(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        buy, card = best.purchasable[0], best.leave[0]
        for rest in (
            f"buy {buy}, discard {card}",
            f"{buy}, discard {card}",
            f"{best.notation}, buy {buy}, discard {card}",
        ):
            play(record, in_words(best), rest, options=NO)
            assert moves(record)[:3] == [laid(best), buying(buy), discarding(card)]
            record.unlink()

    @pytest.mark.parametrize("line", ["exchange {}", "Exchange {}", "discard {}"])
    def test_exchange(self, record: Path, line: str) -> None:
        hand = new_game(2, MINE, ["CAT"]).active_seat.hand
        cards = f"{hand[0]}, {hand[3]}".lower()
        for typed, expected in ((cards, hand[0] + hand[3]), ("nothing", ""), ("*", hand)):
            play(record, line.format(typed))
            assert moves(record)[0] == exchanging("".join(sorted(expected)))
            record.unlink()

    def test_a_rule_that_is_broken_is_named_and_nothing_has_happened(
        self, record: Path, lexicon: Lexicon
    ) -> None:
        best = with_purchase(lexicon)
        word = in_words(best)
        unused = next(a for a in "ZXVKJQ" if a not in word)
        dear = next(p for p in first_plays(lexicon) if "E" in in_words(p) and p.money < 10)
        for line, sentence in (
            (f"{word}, buy {unused}", f"{unused} is not among the cards used"),
            (f"{in_words(dear)}, buy E", f"E costs 10; me has {dear.money} ("),
            (f"{word}, discard {unused}", f"1 {unused} to be discarded, of 0 left in the hand ("),
            (f"{word}, buy {best.purchasable[0]}, buy E", "says buy twice"),
            (f"zzz, buy {unused}", "ZZZ needs cards that are not there"),
            ("discard *, buy J", "has no words"),
            ("zZz, discard -", "each card is used at most once"),
            ("jaw,,", "JAW needs cards that are not there: J"),
        ):
            result = play(record, line, options=NO)
            assert sentence in result.out
            assert moves(record) == []
            record.unlink()


class TestUndo:
    def test_a_whole_turn_is_taken_back_at_once(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        line = f"{in_words(best)}, buy {best.purchasable[0]}"
        for options in ([], NO):
            result = play(record, line, "undo", "undo", options=options)
            game = Game.load(record)
            assert game.state == game.states[0]
            assert result.out.count("Undone.") == 1
            assert "There is nothing to undo" in result.out
            record.unlink()

    def test_lines_one_by_one(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        lines = [f"lay {best.notation}", f"buy {best.purchasable[0]}, discard -"]
        play(record, *lines, "undo", options=NO)
        done = moves(record)
        assert done[0] == laid(best)
        assert len(Game.load(record).history) == 1
        last = read_record(record).steps[-1]
        assert (last.move, last.times) == (Rewind.UNDO, len(done) - 2)

    def test_words_of_an_earlier_session(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        play(record, f"{in_words(best)}, buy {best.purchasable[0]}", options=NO)
        for _ in range(3):
            result: Talk = talk(["play", "--resume", str(record)], say("undo"))
            assert "Undone." in result.out
        assert Game.load(record).history == ()
