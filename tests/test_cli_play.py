"""The command `play`: whole games, and everything a person may type in one."""

from __future__ import annotations

import dataclasses
import itertools
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import NO_JIT
from terminal_talk import Answer, Talk, say, talk, terminal

from letter_tycoon_solver.cli import table_view, turn_input
from letter_tycoon_solver.cli.seats import Kind, kinds_of, names_of
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    Buy,
    Challenge,
    CleanUp,
    Decline,
    Discard,
    Game,
    GameState,
    Phase,
    PlayWords,
    ReplaceCard,
    Rewind,
    Seat,
    SeenState,
    check,
    new_game,
    ranking_text,
    read_record,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.plays import Plays
from letter_tycoon_solver.ruleset import RULEBOOK, ChallengeMode, Ruleset
from letter_tycoon_solver.solver import find_plays

pytestmark = pytest.mark.skipif(NO_JIT, reason="whole games take too long in plain Python")

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")

NO_CHALLENGE = dataclasses.replace(
    RULEBOOK, challenge=dataclasses.replace(RULEBOOK.challenge, mode=ChallengeMode.NONE)
)


@pytest.fixture(scope="module")
def enable() -> Lexicon:
    return Lexicon.load()


@pytest.fixture(scope="module", autouse=True)
def _compiled(enable: Lexicon) -> None:
    """The search has been used before, so nothing about it is said."""
    find_plays(new_game(2, 0, enable).position(), enable)


@pytest.fixture(autouse=True)
def _no_colour_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def seed_with_start_player(player: int, n_players: int = 2) -> int:
    return next(
        seed
        for seed in itertools.count()
        if new_game(n_players, seed, frozenset()).start_player == player
    )


MINE = seed_with_start_player(0)
"""A seed of a game for two that the first player starts."""


def play(record: Path, *lines: str, options: Sequence[str] = (), seed: int = MINE) -> Talk:
    """Says these lines in a new game for two against a greedy player, then Ctrl-D."""
    return talk(["play", "--seed", str(seed), "--save", str(record), *options], say(*lines))


def best_plays(state: GameState) -> Plays:
    assert isinstance(state.lexicon, Lexicon)
    return find_plays(state.position(), state.lexicon, state.ruleset)


def first_plays(enable: Lexicon, ruleset: Ruleset = RULEBOOK) -> Plays:
    return best_plays(new_game(2, MINE, enable, ruleset))


def follow_hints(new: str) -> str:
    """A person who plays the best hint, buys the dearest patent and keeps no card."""
    question = new.splitlines()[-1]
    if question.endswith("[y/N] "):
        return ""
    if question.startswith("Buy which?"):
        offer = re.search(r"buy one of +([A-Z])", new)
        assert offer
        return offer[1]
    if question.startswith("Discard which of"):
        return "*"
    assert re.fullmatch(r"me( \d)?> ", question)
    best = re.search(r"^1 +(\S+( & \S+)?)  ", new, re.MULTILINE)
    if best:
        return f"lay {best[1]}"
    return "discard *" if "No word can be played" in new else "hint 1"


def assert_final_scores(result: Talk, record: Path) -> None:
    game = Game.load(record)
    assert game.state.is_over
    assert (result.code, result.err) == (0, "")
    assert ranking_text(game.state, game.names) in result.out
    for player in game.state.ranking()[0]:
        assert game.names[player] in result.out.rpartition("Winner")[2]


class TestWholeGames:
    @pytest.mark.parametrize(
        ("players", "challenge"),
        [
            ("me,greedy", "players"),
            ("greedy,me,random,greedy", "players"),
            ("me,greedy,random", "automatic"),
            ("random,greedy,random,greedy,me", "none"),
        ],
    )
    def test_following_the_hints(self, record: Path, players: str, challenge: str) -> None:
        args = ["play", "--players", players, "--seed", "7", "--challenge", challenge]
        result = talk([*args, "--save", str(record)], follow_hints)
        assert_final_scores(result, record)
        assert "\x1b" not in result.out
        assert Game.load(record).state.ruleset.challenge.mode.value == challenge

    def test_bots_alone(self, record: Path) -> None:
        args = ["play", "--players", "greedy,random", "--seed", "1", "--save", str(record)]
        assert_final_scores(talk(args, say()), record)

    def test_a_game_that_is_resumed_again_and_again_is_the_same(
        self, tmp_path: Path, record: Path
    ) -> None:
        whole = tmp_path / "whole.jsonl"
        args = ["play", "--players", "me,random,random", "--seed", "11", "--save"]
        talk([*args, str(whole)], follow_hints)

        def tired() -> Answer:
            answers = itertools.count()
            return lambda new: follow_hints(new) if next(answers) < 40 else None

        result = talk([*args, str(record)], tired())
        while not Game.load(record).state.is_over:
            assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
            result = talk(["play", "--resume", str(record)], tired())
        assert record.read_bytes() == whole.read_bytes()

    def test_the_seed_is_shown_and_makes_the_same_game(self) -> None:
        first = talk(["play", "--players", "greedy,greedy"], say())
        seed = re.search(r"Seed (\d+)", first.out)
        assert seed
        again = talk(["play", "--players", "greedy,greedy", "--seed", seed[1]], say())
        assert again == first

    def test_rules_and_lexicon_of_the_options(self, record: Path, tmp_path: Path) -> None:
        words = tmp_path / "words.txt"
        words.write_text("jaw\njewels\n")
        options = ["--ruleset", "reference-manual", "--stacking", "add", "--lexicon", str(words)]
        result = play(record, options=[*options, "--challenge", "automatic", "--retries", "2"])
        assert result.code == 0
        ruleset = Game.load(record, Lexicon.load(words)).state.ruleset
        assert ruleset.stacking.value == "add"
        assert ruleset.last_round.value == "one-more-turn"
        assert ruleset.challenge.mode is ChallengeMode.AUTOMATIC
        assert ruleset.challenge.retries == 2
        assert f"--resume {record} --lexicon {words}" in result.out
        resumed = talk(["play", "--resume", str(record), "--lexicon", str(words)], say())
        assert (resumed.code, resumed.err) == (0, "")


class TestFinalScores:
    @pytest.mark.parametrize(
        ("seats", "last"),
        [
            ((Seat("", "A", 3, 1), Seat("", "E", 1, 0)), "Winner: a."),
            (
                (Seat("", "A", 3, 0), Seat("", "E", 1, 0)),
                "Winner: b (equal scores; the higher value of patents decides).",
            ),
            (
                (Seat("", "A", 3, 0), Seat("", "T", 1, 2)),
                "Winners: a and b (equal scores and patents; the victory is shared).",
            ),
        ],
    )
    def test_ties(self, seats: tuple[Seat, ...], last: str) -> None:
        state = dataclasses.replace(new_game(2, 0, frozenset()), seats=seats, phase=Phase.OVER)
        lines = table_view.final_scores(state, ["a", "b"])
        assert "\n".join(line.plain for line in lines[:-1]) == ranking_text(state, ["a", "b"])
        assert lines[-1].plain == last


class TestTypos:
    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("", 'Type a word, or "help"'),
            ("jew3ls", "JEW3LS' is no word"),
            ("ab", "too short"),
            ("e" * 14, "no cards for a word of 14"),
            ("e" * 100, "no cards for a word of 100"),
            ("zzz", "ZZZ needs cards that are not there"),
            ("jaw & eel", "V patent"),
            ("a & b & c", "too short"),
            ("aaa & bbb & ccc", "3 words are too many"),
            ("lay zZz", "each card is used at most once"),
            ("zZz", "each card is used at most once"),
            ("JaW++", "is no word in play notation"),
            ("discard", 'as in "discard X"'),
            ("discard ?", "There is no ? left among"),
            ("discard zzz", "There is no Z left among"),
            ("replace a", "owner of the Q patent"),
            ("replace", 'as in "replace X"'),
            ("hint many", "is no number of plays"),
            ("hint 0", "is no number of plays"),
            ("undo", "nothing to undo"),
            ("help me", "is no word"),
            ("\x00\ufffd", "is no word"),
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
        game = Game(names_of([Kind.ME, Kind.GREEDY]), MINE, Lexicon.load())
        word = game.state.active_seat.hand
        assert word not in Lexicon.load()
        for answer in ("", "n", "no", "what?"):
            result = play(record, word, answer)
            assert f"{word} is not in the word list. Play it all the same? [y/N]" in result.out
            assert read_record(record).steps == ()
            record.unlink()
        play(record, word, "y")
        assert isinstance(read_record(record).steps[0].move, PlayWords)

    def test_a_word_that_is_in_no_list_is_refused_without_challenges(self, record: Path) -> None:
        word = new_game(2, MINE, frozenset()).active_seat.hand
        result = play(record, word, options=["--challenge", "none"])
        assert f"{word} is unknown (the word is not in the lexicon)." in result.out
        assert read_record(record).steps == ()


class TestTurn:
    def test_a_typed_word_is_laid_in_its_best_way(self, record: Path, enable: Lexicon) -> None:
        for at, spelling in ((0, str.lower), (5, str.upper), (9, str.title)):
            best = first_plays(enable)[at]
            play(record, spelling(best.words[0].word))
            assert read_record(record).steps[0].move == PlayWords.of(best)
            record.unlink()

    def test_cards_can_be_chosen(self, record: Path, enable: Lexicon) -> None:
        position = new_game(2, MINE, enable).position()
        for chosen in find_plays(position, enable, variants="all")[:200:20]:
            play(record, f"lay {chosen.notation}")
            assert read_record(record).steps[0].move == PlayWords(chosen.words)
            record.unlink()

    def test_hint_shows_the_best_plays(self, record: Path, enable: Lexicon) -> None:
        plays = first_plays(enable)
        result = play(record, "hint 12")
        rows = re.findall(r"^ ?(\d+)  (\S+)  ", result.out, re.MULTILINE)
        assert rows == [(str(n), play.notation) for n, play in enumerate(plays[:12], 1)]

    @pytest.mark.parametrize("line", ["discard {}", "Discard {}", "discard  {} "])
    def test_discard(self, record: Path, line: str) -> None:
        hand = new_game(2, MINE, frozenset()).active_seat.hand
        spaced = ", ".join(hand[2:4]).lower()
        for typed, cards in ((spaced, hand[2:4]), ("*", hand), ("-", "")):
            play(record, line.format(typed))
            assert read_record(record).steps[0].move == Discard(cards)
            record.unlink()

    def test_purchase_and_clean_up(self, record: Path, enable: Lexicon) -> None:
        game = Game(names_of([Kind.ME, Kind.GREEDY]), MINE, enable, NO_CHALLENGE)
        best = next(play for play in best_plays(game.state) if play.purchasable and play.leave)
        offered, leave = best.purchasable, best.leave
        word, typos = f"lay {best.notation}", ["9", "buy", "buy 7", "hint", "zz"]
        for typed, bought in ((offered[-1].lower(), Buy(offered[-1])), ("", Decline())):
            for text, cards in ((leave[-1], leave[-1]), ("*", leave), ("", "")):
                lines = [word, *typos, typed, "?!", "1", "hint", text]
                result = play(record, *lines, options=["--challenge", "none"])
                assert result.out.count("type one of") + result.out.count("Type one of") == 4
                moves = [step.move for step in read_record(record).steps[:3]]
                assert moves == [PlayWords(best.words), bought, CleanUp(cards)]
                record.unlink()

    def test_table_and_help(self, record: Path) -> None:
        once = play(record).out
        record.unlink()
        twice = play(record, "table", "help", "?").out
        hand = "Your hand: " + " ".join(new_game(2, MINE, frozenset()).active_seat.hand)
        assert (once.count(hand), twice.count(hand)) == (1, 2)
        assert twice.count(turn_input.HELP) == 2
        for command in turn_input.Command:
            assert f"\n  {command.value} " in turn_input.HELP


class TestUndo:
    def test_back_to_the_last_decision(self, record: Path, enable: Lexicon) -> None:
        first = new_game(2, MINE, enable, NO_CHALLENGE)
        best = next(play for play in best_plays(first) if play.purchasable and play.leave)
        lines = [f"lay {best.notation}", "", "", "undo", "undo", "undo", "undo"]
        result = play(record, *lines, options=["--challenge", "none"])
        assert result.out.count("Undone.") == 3
        assert "There is nothing to undo" in result.out
        moves = [step.move for step in read_record(record).steps]
        assert moves.count(Rewind.UNDO) == len(moves) / 2
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


class TestChallenges:
    def test_a_wrong_challenge_costs_a_dollar(self, record: Path) -> None:
        seed = seed_with_start_player(1)
        asked = play(record, seed=seed)
        assert re.search(r"me, challenge [A-Z]+ \(\$\d.*\)\? \[y/N\]", asked.out)
        record.unlink()
        play(record, "maybe", "y", seed=seed)
        steps = read_record(record).steps
        assert [step.move for step in steps[1:2]] == [Challenge()]
        assert Game.load(record).state.turn.play is None

    def test_a_bluff_that_is_found_out(self, record: Path) -> None:
        hand = new_game(2, MINE, frozenset()).active_seat.hand
        result = play(record, hand, "y", "", hand[:2], hand[3])
        assert "me takes the cards back and discards one" in result.out
        assert result.out.count(f"Type one card of {hand}.") == 2
        assert read_record(record).steps[2].move == Discard(hand[3])

    def test_automatic_with_a_retry(self, record: Path) -> None:
        hand = new_game(2, MINE, frozenset()).active_seat.hand
        options = ["--challenge", "automatic", "--retries", "1"]
        result = play(record, hand, "y", hand, "y", hand[0], options=options)
        assert result.out.count("not in the lexicon") == 2
        assert read_record(record).steps[2].move == Discard(hand[0])


class TestSaving:
    def test_quit_and_go_on(self, record: Path) -> None:
        result = play(record, "discard -", "quit", "this is not read")
        assert result.code == 0
        assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
        before = Game.load(record).state
        resumed = talk(["play", "--resume", str(record)], say("table", "exit"))
        assert resumed.code == 0
        assert "greedy: " in resumed.out
        assert Game.load(record).state == before

    def test_a_file_is_never_overwritten(self, record: Path) -> None:
        record.write_text("precious")
        result = play(record)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"Error: {record}: exists already")
        talk(["play", "--seed", str(MINE)], say(f"save {record}"))
        assert record.read_text() == "precious"

    def test_save_later(self, record: Path) -> None:
        lines = ["discard -", f"save {record}", f"save {record}x", "quit"]
        result = talk(["play", "--seed", str(MINE), "--challenge", "none"], say(*lines))
        assert "is recorded in" in result.out
        assert "already recorded" in result.out
        assert "The game is saved" in result.out
        assert Game.load(record).history[0] == Discard()

    def test_quit_without_a_record_is_asked_about(self) -> None:
        result = talk(["play", "--seed", str(MINE)], say("quit", "", "quit", "y", "help"))
        assert result.out.count("Leave it? [y/N]") == 2
        assert "Goodbye. The game is not saved." in result.out
        assert turn_input.HELP not in result.out

    def test_a_cut_off_line_is_mentioned(self, record: Path) -> None:
        play(record, "discard -")
        with record.open("a") as file:
            file.write('{"player": 0, "do"')
        result = talk(["play", "--resume", str(record)], say())
        assert result.err == f"The last line of {record} was cut off and is left out.\n"
        assert Game.load(record).history[0] == Discard()

    def test_a_finished_game_shows_its_scores(self, record: Path) -> None:
        args = ["play", "--players", "greedy,greedy", "--seed", "1", "--save", str(record)]
        assert_final_scores(talk(args, say()), record)
        assert_final_scores(talk(["play", "--resume", str(record)], say()), record)

    def test_other_players_go_on(self, record: Path, enable: Lexicon) -> None:
        with Game(["Ann", "greedy Ben"], MINE, enable) as game:
            game.record_to(record)
        assert kinds_of(game.names) == (Kind.ME, Kind.GREEDY)
        assert "Ann> " in talk(["play", "--resume", str(record)], say()).out
        other = talk(["play", "--resume", str(record), "--players", "greedy,me"], say())
        assert "greedy Ben, challenge" in other.out
        assert f"--resume {record} --players greedy,me\n" in other.out


class TestSharedTerminal:
    def test_a_hand_is_shown_to_its_owner_only(self) -> None:
        state = new_game(2, MINE, frozenset())
        hands = [f"Your hand: {' '.join(seat.hand)}" for seat in state.seats]
        args = ["play", "--players", "me,me", "--seed", str(MINE)]
        shown: list[str] = []
        lines = iter(["", "discard -", "table", None])

        def answer(new: str) -> str | None:
            shown.append(new)
            return next(lines)

        talk(args, answer)
        assert shown[0].endswith("me 1, press Enter to see your hand. ")
        assert not any(hand in shown[0] for hand in hands)
        assert hands[0] in shown[1]
        assert shown[2].endswith("me 2, press Enter to see your hand. ")
        assert not any(hand in shown[2] for hand in hands)
        assert hands[1] in shown[3]

    def test_a_challenge_shows_no_hand(self, enable: Lexicon) -> None:
        word = first_plays(enable)[0].words[0].word
        talked: list[str] = []
        lines = iter(["", word, "table", "n", "quit", "y"])

        def answer(new: str) -> str:
            talked.append(new)
            return next(lines)

        result = talk(["play", "--players", "me,me", "--seed", str(MINE)], answer)
        assert f"me 2, challenge {word} (" in talked[2]
        assert all("Your hand" not in new for new in talked[2:])
        assert "me 1, press Enter to see your hand." in talked[4]
        assert "Goodbye" in result.out


def seen_with(lexicon: Lexicon, hand: str, community: str, patents: str) -> SeenState:
    """A first turn with this hand."""
    state = new_game(2, MINE, lexicon)
    seat = Seat(hand="".join(sorted(hand)), patents=patents)
    seats = (seat, *state.seats[1:])
    return dataclasses.replace(state, seats=seats, community=community).seen_by(0)


class TestReading:
    """What cannot be reached in the first turn of a game."""

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
            ("SAVEIOU", "BCD", "", "save", "SAVE"),
        ],
    )
    def test_words(
        self,
        enable: Lexicon,
        hand: str,
        community: str,
        patents: str,
        line: str,
        notation: str | None,
    ) -> None:
        seen = seen_with(enable, hand, community, patents)
        assert turn_input.read_command(line) is None
        action = turn_input.read_action(seen, line)
        check(seen, action)
        assert isinstance(action, PlayWords)
        if notation is None:
            assert {word.word for word in action.words} == {"JAW", "BOX"}
            return
        doublers = action.doublers or ("",)
        shown = action.words[0].notation + (f"*{doublers[0]}" if doublers[0] else "")
        assert shown == notation

    def test_only_community_cards_are_no_word(self, enable: Lexicon) -> None:
        with pytest.raises(InvalidInputError, match="needs a card from your hand"):
            turn_input.read_action(seen_with(enable, "BCDFGHJ", "EEL", ""), "eel")

    def test_replace(self, enable: Lexicon) -> None:
        seen = seen_with(enable, "BCDFGHJ", "EEL", "Q")
        assert turn_input.read_action(seen, "replace j") == ReplaceCard("J")
        for line in ("replace bc", "replace E", "replace -"):
            with pytest.raises(InvalidInputError):
                turn_input.read_action(seen, line)

    def test_commands(self) -> None:
        read = turn_input.read_command
        assert read("HINT 5") == (turn_input.Command.HINT, "5")
        assert read("save a file") == (turn_input.Command.SAVE, "a file")
        assert read("?") == (turn_input.Command.HELP, "")
        for line in ("", "hints", "undo 3", "quit now", "play quit", "save"):
            assert read(line) is None


class TestOptions:
    @pytest.mark.parametrize(
        ("args", "part"),
        [
            (["--players", "me"], "--players has 1; 2 to 5 can play"),
            (["--players", "me,greedy,greedy,greedy,greedy,greedy"], "--players has 6"),
            (["--players", "me,gredy"], "'gredy'"),
            (["--players", ""], "''"),
            (["--retries", "1"], "only automatic has retries"),
            (["--challenge", "automatic", "--retries", "-1"], "retries is -1"),
            (["--challenge", "some"], "some"),
            (["--lexicon", "nowhere.txt"], "nowhere.txt"),
            (["--resume", "nowhere.jsonl"], "nowhere.jsonl"),
            (["--resume", "x", "--seed", "1"], "--seed cannot be given with --resume"),
            (["--resume", "x", "--save", "y"], "--save cannot"),
            (["--resume", "x", "--ruleset", "online"], "--ruleset cannot"),
        ],
    )
    def test_bad_options(self, args: list[str], part: str) -> None:
        result = talk(["play", *args], say())
        assert (result.code, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert part in line

    def test_wrong_number_of_players_for_a_record(self, record: Path) -> None:
        play(record)
        result = talk(["play", "--resume", str(record), "--players", "me,me,me"], say())
        assert result.code == 2
        assert "--players has 3; the game has 2: me, greedy" in result.err

    def test_help_loads_no_search(self) -> None:
        code = (
            "import sys; from letter_tycoon_solver import cli; cli.run(['play', '--help']);"
            "cli.run(['replay', '--help']); loaded = {'numba', 'rich'} & set(sys.modules);"
            "sys.exit(str(loaded) if loaded else 0)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@needs_terminal
class TestTerminal:
    def test_ctrl_d_and_a_typed_word(self, record: Path, enable: Lexicon) -> None:
        best = first_plays(enable)[0]
        with terminal("play", "--seed", str(MINE), "--save", str(record)) as session:
            session.wait_for("me> ")
            session.type(f"{best.words[0].word}\n")
            session.wait_for("The words stand")
            session.wait_for("? (")
            session.type("\x04")
            code, rest = session.end()
        assert code == 0
        assert "Goodbye. The game is saved" in rest
        assert Game.load(record).history[0] == PlayWords.of(best)

    def test_ctrl_c(self, record: Path) -> None:
        with terminal("play", "--seed", str(MINE), "--save", str(record)) as session:
            session.wait_for("me> ")
            session.type("discard -\n")
            session.wait_for("me, challenge")
            session.press_ctrl_c()
            code, rest = session.end()
        assert code == 130
        assert "Goodbye. The game is saved" in rest
        assert "Traceback" not in rest
        assert Game.load(record).history[0] == Discard()

    def test_kill_loses_nothing(self, record: Path) -> None:
        with terminal("play", "--seed", str(MINE), "--save", str(record)) as session:
            session.wait_for("me> ")
            session.type("discard -\n")
            session.wait_for("me, challenge")
            session.kill()
        assert "me, challenge" in talk(["play", "--resume", str(record)], say()).out
        assert Game.load(record).state.phase is Phase.CHALLENGE

    def test_colour(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        green = "\x1b[1;32m"
        assert green in talk(["play", "--seed", str(MINE)], say()).out
        monkeypatch.setenv("NO_COLOR", "1")
        assert green not in talk(["play", "--seed", str(MINE)], say()).out
