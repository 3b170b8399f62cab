"""The command `play`: everything a person may type in a turn."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from support.commands import (
    MINE,
    NO_CHALLENGE,
    best_plays,
    first_plays,
    first_turns,
    play,
    say,
    seed_with_start_player,
    talk,
)
from support.games import buying, discarding, exchanging, playing
from support.records import Rewind, read_record

from letter_tycoon_solver.advisor import PlayerKind
from letter_tycoon_solver.cli import play as play_command
from letter_tycoon_solver.cli.saved_games import ME, TakenSeat, names_of
from letter_tycoon_solver.cli.session import read_command
from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError
from letter_tycoon_solver.game import (
    CHALLENGE,
    DECLINE,
    ActionKind,
    Game,
    Seat,
    SeenState,
    lay,
    new_game,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.turn import Turn, TurnKind
from letter_tycoon_solver.search.solver import find_plays


@pytest.fixture(scope="module", autouse=True)
def _compiled(lexicon: Lexicon) -> None:
    """The search has been used before, so nothing about it is said."""
    find_plays(new_game(2, 0, lexicon).position, lexicon)


class TestTypos:
    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("", 'Type a word, or "help"'),
            ("jew3ls", "'jew3ls' is not a word"),
            ("ab", "at least three letters"),
            ("e" * 14, "cards that are not there: E E E"),
            ("e" * 100, "more letters than two words ever have"),
            ("zzz", "ZZZ needs cards that are not there"),
            ("jaw & eel", "V patent"),
            ("a & b & c", "at least three letters"),
            ("aaa & bbb & ccc", "one word a turn; two for the owner of V"),
            ("lay zZz", "each card is used at most once"),
            ("zZz", "each card is used at most once"),
            ("JaW++", "is not a word in play notation"),
            ("discard", 'as in "discard X"'),
            ("discard ?", "so name them"),
            ("discard zzz", "3 Z to be discarded, of 0 left in the hand"),
            ("replace a", "Me cannot replace A (replacing a card needs the Q patent)"),
            ("!greedy", "Each opponent answers to the words alone"),
            ("replace", 'as in "replace X"'),
            ("hint many", "is not a number of turns"),
            ("hint 0", "is not a number of turns"),
            ("undo", "nothing to undo"),
            ("help me", "'me' is neither"),
            ("\x00\ufffd", "is not a word"),
        ],
    )
    def test_one_sentence_and_nothing_has_happened(
        self, record: Path, line: str, part: str
    ) -> None:
        result = play(record, line)
        assert result.code == 0
        _, _, after = result.out.partition("\nme> ")
        typed, sentence, question = after.splitlines()[:3]
        assert typed == line.strip()
        assert part in sentence
        assert sentence.endswith(".")
        assert question == "me> "
        assert read_record(record).steps == ()

    def test_a_word_that_is_in_no_list_is_asked_about(self, record: Path) -> None:
        game = Game(names_of([TakenSeat(ME), TakenSeat(PlayerKind.GREEDY)]), MINE, Lexicon.load())
        word = game.state.active_seat.hand
        assert word not in Lexicon.load()
        for answer in ("", "n", "no", "what?"):
            result = play(record, word, answer)
            assert f"{word} is not in the word list. Play it all the same? [y/N]" in result.out
            assert read_record(record).steps == ()
            record.unlink()
        play(record, word, "y")
        assert read_record(record).steps[0].move.kind is ActionKind.PLAY

    def test_a_word_that_is_in_no_list_is_refused_without_challenges(self, record: Path) -> None:
        word = new_game(2, MINE, ["CAT"]).active_seat.hand
        result = play(record, word, options=["--challenge", "none"])
        assert f"{word} is unknown (the word is not in the lexicon)." in result.out
        assert read_record(record).steps == ()


class TestTurn:
    def test_a_typed_word_is_laid_in_its_best_way(self, record: Path, lexicon: Lexicon) -> None:
        for at, spelling in ((0, str.lower), (5, str.upper), (9, str.title)):
            best = first_plays(lexicon)[at]
            play(record, spelling(best.words[0].word))
            assert read_record(record).steps[0].move == playing(best)
            record.unlink()

    def test_cards_can_be_chosen(self, record: Path, lexicon: Lexicon) -> None:
        position = new_game(2, MINE, lexicon).position
        for chosen in find_plays(position, lexicon, variants="all")[:200:20]:
            play(record, f"lay {chosen.notation}")
            assert read_record(record).steps[0].move == lay(chosen.words)
            record.unlink()

    def test_hint_shows_the_best_turns(self, record: Path, lexicon: Lexicon) -> None:
        turns = first_turns(lexicon)
        assert [turn.play for turn in turns] != list(first_plays(lexicon)[: len(turns)])
        result = play(record, "hint 12")
        rows = re.findall(r"^ ?(\d+)  (\S+) .* ([+-]\d+\.\d\d) ", result.out, re.MULTILINE)
        assert rows == [
            (str(n), turn.play.notation if turn.play else "exchange", f"{turn.equity.total:+.2f}")
            for n, turn in enumerate(turns[:12], 1)
        ]

    @pytest.mark.parametrize("line", ["discard {}", "Discard {}", "discard  {} "])
    def test_discard(self, record: Path, line: str) -> None:
        hand = new_game(2, MINE, ["CAT"]).active_seat.hand
        spaced = ", ".join(hand[2:4]).lower()
        for typed, cards in ((spaced, hand[2:4]), ("*", hand), ("-", "")):
            play(record, line.format(typed))
            assert read_record(record).steps[0].move == exchanging(cards)
            record.unlink()

    def test_purchase_and_clean_up(self, record: Path, lexicon: Lexicon) -> None:
        state = new_game(2, MINE, lexicon, NO_CHALLENGE)
        best = next(play for play in best_plays(state) if play.purchasable and play.leave)
        offered, leave = best.purchasable, best.leave
        word, typos = f"lay {best.notation}", ["9", "buy", "buy 7", "hint", "zz"]
        for typed, bought in ((offered[-1].lower(), buying(offered[-1])), ("", DECLINE)):
            for text, cards in ((leave[-1], leave[-1]), ("*", leave), ("", "")):
                lines = [word, *typos, typed, "?!", "1", "hint", text]
                result = play(record, *lines, options=["--challenge", "none"])
                assert result.out.count("type one of") + result.out.count("Type one of") == 4
                moves = [step.move for step in read_record(record).steps[:3]]
                assert moves == [lay(best.words), bought, discarding(cards)]
                record.unlink()

    def test_table_and_help(self, record: Path) -> None:
        once = play(record).out
        record.unlink()
        twice = play(record, "table", "help", "HELP").out
        hand = "Your hand: " + " ".join(new_game(2, MINE, ["CAT"]).active_seat.hand)
        assert (once.count(hand), twice.count(hand)) == (1, 2)
        assert twice.count(play_command.HELP) == 2
        for command in play_command.COMMANDS:
            assert f"  {command.usage}  " in play_command.HELP


class TestUndo:
    def test_back_to_the_last_decision(self, record: Path, lexicon: Lexicon) -> None:
        first = new_game(2, MINE, lexicon, NO_CHALLENGE)
        best = next(play for play in best_plays(first) if play.purchasable and play.leave)
        lines = [f"lay {best.notation}", "", "", "undo", "undo", "undo", "undo"]
        result = play(record, *lines, options=["--challenge", "none"])
        assert result.out.count("Undone.") == 3
        assert "There is nothing to undo" in result.out
        steps = read_record(record).steps
        undone = [step.times for step in steps if step.move is Rewind.UNDO]
        # Each is one step of the record, so that a part of it is never there.
        assert len(undone) == result.out.count("Undone.")
        assert sum(undone) == len(steps) - len(undone)
        assert Game.load(record).state == first

    def test_bots_do_the_same_again(self, record: Path) -> None:
        seed = seed_with_start_player(0, 3)
        lines = ["discard -", "undo", "discard -"]
        args = ["play", "--players", "me,random,random", "--seed", str(seed)]
        talk([*args, "--save", str(record)], say(*lines))
        moves = [step.move for step in read_record(record).steps]
        cut = moves.index(Rewind.UNDO)
        again = [move for move in moves[cut:] if move is not Rewind.UNDO]
        assert len(again) > 1
        assert again[: len(moves[:cut])] == moves[:cut]

    @pytest.mark.parametrize("bot", ["static", "greedy"])
    def test_a_challenge_that_is_taken_back_takes_its_dollar_along(
        self, record: Path, bot: str
    ) -> None:
        """The bot could buy an I for $7 after the challenge, and has $6 without."""
        lines = ["reopening", "r", "*", "y", "undo", "n"]
        args = ["play", "--players", f"me,{bot}", "--seed", "7", "--save", str(record)]
        result = talk(args, say(*lines))
        assert (result.code, result.err) == (0, "")
        assert "Goodbye. The game is saved" in result.out
        assert Game.load(record).state.round == 2


class TestChallenges:
    def test_a_wrong_challenge_costs_a_dollar(self, record: Path) -> None:
        seed = seed_with_start_player(1)
        asked = play(record, seed=seed)
        assert re.search(r"me, challenge [A-Z]+ \(\$\d.*\)\? \[y/N\]", asked.out)
        record.unlink()
        play(record, "maybe", "y", seed=seed)
        steps = read_record(record).steps
        assert [step.move for step in steps[1:2]] == [CHALLENGE]
        assert Game.load(record).state.turn.play is None

    def test_a_bluff_that_is_found_out(self, record: Path) -> None:
        hand = new_game(2, MINE, ["CAT"]).active_seat.hand
        result = play(record, hand, "y", "", hand[:2], hand[3])
        assert "me takes the cards back and discards one" in result.out
        assert result.out.count("(a lost challenge costs exactly one card).") == 2
        assert read_record(record).steps[2].move == exchanging(hand[3])

    def test_automatic_with_a_retry(self, record: Path) -> None:
        hand = new_game(2, MINE, ["CAT"]).active_seat.hand
        options = ["--challenge", "automatic", "--retries", "1"]
        result = play(record, hand, "y", hand, "y", hand[0], options=options)
        assert result.out.count("not in the lexicon") == 2
        assert read_record(record).steps[2].move == exchanging(hand[0])


def seen_with(lexicon: Lexicon, hand: str, community: str, patents: str) -> SeenState:
    """A first turn with this hand."""
    state = new_game(2, MINE, lexicon)
    seat = Seat(hand="".join(sorted(hand)), patents=patents)
    seats = (seat, *state.seats[1:])
    return dataclasses.replace(state, seats=seats, community=community).seen_by(0)


class TestReading:
    """Lines that the first turn of a game cannot reach."""

    @pytest.mark.parametrize(
        ("hand", "community", "patents", "line", "notation"),
        [
            ("JAWBOEX", "EES", "V", "jaw & box", None),
            ("BOKEILN", "AEE", "X", "book", "BO(O)K"),
            ("JAWBIEX", "EET", "Z", "jaws", "JAW+S"),
            ("JAWBIEX", "EET", "Z", "wajs", "WAJ+S"),
            ("YCHTIEX", "AEE", "K", "yacht", "YaCHT/c*K"),
            ("YCHTIEX", "AEE", "K", "YaCHT/v", "YaCHT/v"),
            ("HINTABE", "BCD", "", "play hint", "HINT"),
            ("LAYIEOU", "BCD", "", "lay", "LAY/c"),
            ("PLAYEOU", "BCD", "", "play", "PLAY/c"),
            ("SAVEIOU", "BCD", "", "play save", "SAVE"),
        ],
    )
    def test_words(
        self,
        lexicon: Lexicon,
        hand: str,
        community: str,
        patents: str,
        line: str,
        notation: str | None,
    ) -> None:
        seen = seen_with(lexicon, hand, community, patents)
        assert read_command(line, play_command.COMMANDS) is None
        choice = play_command.read_choice(seen, line, ())
        assert isinstance(choice.turn, Turn)
        assert not choice.is_whole
        if notation is None:
            assert {word.word for word in choice.turn.words} == {"JAW", "BOX"}
            return
        assert choice.turn.notation == notation

    def test_only_community_cards_are_no_word(self, lexicon: Lexicon) -> None:
        with pytest.raises(IllegalPlay, match="at least one card from the hand"):
            play_command.read_choice(seen_with(lexicon, "BCDFGHJ", "EEL", ""), "eel", ())

    def test_replace(self, lexicon: Lexicon) -> None:
        seen = seen_with(lexicon, "BCDFGHJ", "EEL", "Q")
        for line in ("replace j", "q j"):
            choice = play_command.read_choice(seen, line, ())
            assert choice.turn == Turn(TurnKind.REPLACE, "J")
        for line in ("replace bc", "replace -", "replace j, eel"):
            with pytest.raises(InvalidInputError):
                play_command.read_choice(seen, line, ())
