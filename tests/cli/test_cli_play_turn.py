"""The command `play`: everything a person may type in a turn, and how lines are edited."""

from __future__ import annotations

import dataclasses
import re
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from support.commands import (
    MINE,
    NO_CHALLENGE,
    Result,
    Terminal,
    best_plays,
    compile_search,
    first_plays,
    first_turns,
    needs_terminal,
    play,
    say,
    seed_with_start_player,
    talk,
    terminal,
)
from support.games import buying, discarding, exchanging
from support.records import read_record

from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.cli import play as play_command
from letter_tycoon_solver.cli import session, track
from letter_tycoon_solver.cli.line_editor import LineCompleter, command_session
from letter_tycoon_solver.cli.play import PlaySession
from letter_tycoon_solver.cli.session import Command, read_command
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    CHALLENGE,
    DECLINE,
    Action,
    Game,
    Phase,
    Seat,
    SeenState,
    lay,
    new_game,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.play import Play
from letter_tycoon_solver.rules.turn import Turn, TurnKind
from letter_tycoon_solver.search.turns import turns_by


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
        assert read_record(record).events == ()

    def test_a_word_that_is_in_no_list_is_asked_about(self, record: Path) -> None:
        game = Game(["me", "greedy"], MINE, Lexicon.load())
        word = game.state.active_seat.hand
        assert word not in Lexicon.load()
        for answer in ("", "n", "no", "what?"):
            result = play(record, word, answer)
            assert f"{word} is not in the word list. Play it all the same? [y/N]" in result.out
            assert read_record(record).events == ()
            record.unlink()
        play(record, word, "y")
        assert read_record(record).events[0]["do"].startswith("play ")


class TestTurn:
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
                moves = [event["do"] for event in read_record(record).events[:3]]
                actions = [lay(best.words), bought, discarding(cards)]
                assert moves == [action.notation for action in actions]
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
        steps = read_record(record).events
        undone = [step.get("times", 1) for step in steps if step["do"] == "undo"]
        # Each is one step of the record, so that a part of it is never there.
        assert len(undone) == result.out.count("Undone.")
        assert sum(undone) == len(steps) - len(undone)
        assert Game.load(record).state == first


class TestChallenges:
    def test_a_wrong_challenge_costs_a_dollar(self, record: Path) -> None:
        seed = seed_with_start_player(1)
        asked = play(record, seed=seed)
        assert re.search(r"me, challenge [A-Z]+ \(\$\d.*\)\? \[y/N\]", asked.out)
        record.unlink()
        play(record, "maybe", "y", seed=seed)
        steps = read_record(record).events
        assert [step["do"] for step in steps[1:2]] == [CHALLENGE.notation]
        assert Game.load(record).state.turn.play is None

    def test_a_bluff_that_is_found_out(self, record: Path) -> None:
        hand = new_game(2, MINE, ["CAT"]).active_seat.hand
        result = play(record, hand, "y", "", hand[:2], hand[3])
        assert "me takes the cards back and discards one" in result.out
        assert result.out.count("(a lost challenge costs exactly one card).") == 2
        assert read_record(record).events[2]["do"] == exchanging(hand[3]).notation


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
        turn, is_whole = play_command.read_choice(seen, line, ())
        assert isinstance(turn, Turn)
        assert not is_whole
        if notation is None:
            assert {word.word for word in turn.words} == {"JAW", "BOX"}
            return
        assert turn.notation == notation

    def test_replace(self, lexicon: Lexicon) -> None:
        seen = seen_with(lexicon, "BCDFGHJ", "EEL", "Q")
        for line in ("replace j", "q j"):
            read = play_command.read_choice(seen, line, ())
            assert read == (Turn(TurnKind.REPLACE, "J"), False)
        for line in ("replace bc", "replace -", "replace j, eel"):
            with pytest.raises(InvalidInputError):
                play_command.read_choice(seen, line, ())


# Numbers of what was listed, whole turns in a line, and taking them back.


NO = ["--challenge", "none"]
AUTOMATIC = ["--challenge", "automatic"]


def moves(record: Path) -> list[Action | str]:
    """The moves of a record. Doublers are left out: without a claim the best count."""
    done = (event["do"] for event in read_record(record).events)
    return [
        do if do in ("undo", "redo") else dataclasses.replace(Action.parse(do), doublers=None)
        for do in done
    ]


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
            step["do"].startswith("play ") and step["player"] == 0
            for step in read_record(record).events
        )


class TestReasons:
    def test_of_a_hint_and_of_advice(
        self, record: Path, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The same advice every time.
        monkeypatch.setattr(PlaySession, "effort", {"playouts": 200, "seed": 1})
        second = first_turns(lexicon)[1].notation
        result = play(
            record, "why", "hint 3", "why 2", "advise", "why 1", "why 2", "why 9", options=NO
        )
        assert 'A number stands for a row of a list; type "hint"' in result.out
        assert f"\nWhy {second}:\n  Earns $" in result.out
        assert result.out.count("Over the second, ") == 1
        assert result.out.count("Behind the best, ") == 1
        for number, turn in enumerate(re.findall("^Why (.*):$", result.out, re.MULTILINE)[1:], 1):
            assert re.search(rf"^ *{number}  {re.escape(turn)} ", result.out, re.MULTILINE)
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

    def test_words_that_are_challenged_in_vain_go_on(
        self, record: Path, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def choose(session: PlaySession) -> Action:
            return CHALLENGE if session._state.phase is Phase.CHALLENGE else exchanging()

        monkeypatch.setattr(PlaySession, "_move_of_computer", choose)
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


class TestUndoOfLines:
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

    def test_words_of_an_earlier_session(self, record: Path, lexicon: Lexicon) -> None:
        best = with_purchase(lexicon)
        play(record, f"{in_words(best)}, buy {best.purchasable[0]}", options=NO)
        for _ in range(3):
            result: Result = talk(["play", "--resume", str(record)], say("undo"))
            assert "Undone." in result.out
        assert Game.load(record).history == ()


# The commands in a game: what is one, and what is a turn.


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", (Command.ADVISE, "")),
        ("why", (Command.WHY, "")),
        ("WHY 2", (Command.WHY, "2")),
        ("why w > A", None),
        ("fix 4", (Command.FIX, "4")),
        ("fix f > AB", None),
        ("word janes", (Command.WORD, "janes")),
        ("word cat & dog", (Command.WORD, "cat & dog")),
        ("word w", None),
        ("turns", (Command.TURNS, "")),
        ("turns >", None),
        ("play turns", None),
        ("hint 20", (Command.HINT, "20")),
        ("hint j > QT", None),
        ("exit", (Command.QUIT, "")),
    ],
)
def test_commands_of_track(line: str, command: tuple[Command, str] | None) -> None:
    assert read_command(line, track.COMMANDS) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("save", (Command.SAVE, "")),
        ("save a file", None),
        ("", None),
        ("hints", None),
        ("undo 3", None),
        ("fix 4", None),
    ],
)
def test_commands_of_play(line: str, command: tuple[Command, str] | None) -> None:
    assert read_command(line, play_command.COMMANDS) == command


@pytest.mark.parametrize("line", ["fix", "insert", "remove", "word"])
def test_a_command_that_lacks_its_number_says_so(line: str) -> None:
    with pytest.raises(InvalidInputError, match=f'"play {line}" plays {line.upper()}'):
        read_command(line, track.COMMANDS)


# Lines that are typed on a terminal: completed, called up again.


UP = "\x1b[A"
CTRL_D = "\x04"


@pytest.fixture(scope="module", autouse=True)
def _search_compiled() -> None:
    """The processes on the terminal find the search compiled."""
    compile_search()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's data, which does not exist yet."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def begin(players: str = "Ann,greedy") -> AbstractContextManager[Terminal]:
    return terminal("play", "--players", players, "--seed", str(MINE))


def only_game(data: Path) -> Game:
    (file,) = (data / "games").iterdir()
    return Game.load(file)


def leave(session: Terminal) -> None:
    session.type(CTRL_D)
    code, rest = session.end()
    assert code == 0
    assert "Traceback" not in rest


def completed(line: str) -> list[str]:
    """The lines that a line may become."""
    completer = LineCompleter(
        ["hint", "help", "discard ", "JeWeLs, buy J"], ["buy ", "discard "], ","
    )
    found = completer.get_completions(Document(line), CompleteEvent(completion_requested=True))
    return [line[: len(line) + option.start_position] + option.text for option in found]


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("h", ["hint", "help"]),
        ("HI", ["hint"]),
        ("  hi", ["  hint"]),
        ("jewels", ["JeWeLs, buy J"]),
        ("JeWeLs, b", ["JeWeLs, buy J", "JeWeLs, buy "]),
        ("TEA,d", ["TEA,discard "]),
        ("TEA, buy T, ", ["TEA, buy T, buy ", "TEA, buy T, discard "]),
        ("TEA, h", []),
        ("hint 2", []),
    ],
)
def test_what_a_line_may_become(line: str, options: list[str]) -> None:
    assert completed(line) == options


@needs_terminal
def test_tab_completes_and_numbers_choose(data: Path) -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("h\t\t")
        assert "help" in session.wait_for("hint")
        session.type("i\t 2\n")
        session.wait_for("Type a number")
        session.type("dis\t-\n")
        session.wait_for("Ann, challenge")
        leave(session)
    assert only_game(data).history[0] == exchanging()


@pytest.mark.slow
@needs_terminal
def test_lines_are_called_up_again_in_the_next_game(data: Path) -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("discard -\n")
        session.wait_for("Ann, challenge")
        session.type("n\n")
        session.wait_for("Ann>")
        leave(session)
    (first,) = (data / "games").iterdir()
    with begin() as session:
        session.wait_for("Ann>")
        # The answer to the question is not among them.
        session.type(f"{UP}\n")
        session.wait_for("Ann, challenge")
        leave(session)
    (second,) = set((data / "games").iterdir()) - {first}
    assert Game.load(second).history[0] == exchanging()


@pytest.mark.slow
@needs_terminal
def test_lines_that_are_pasted_are_answers_one_after_another(data: Path) -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("\x1b[200~hint 2\r1\rundo\r\ndiscard\x1b[201~ -\n")
        session.wait_for("Undone.")
        session.wait_for("Ann, challenge")
        leave(session)
    assert only_game(data).history[0] == exchanging()


def test_a_history_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    (tmp_path / "play").mkdir()
    history = command_session(tmp_path / "play").history
    assert list(history.load_history_strings()) == []
    history.append_string("hint")
    assert history.get_strings() == ["hint"]
