"""Practice at the terminal: a position is shown, a turn is typed, and the best one is told."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from rich.text import Text

from ..._user_data import history_file
from ..._work.executors import available_cpus
from ...advisor.analysis.analysis import Effort
from ...advisor.practice.answers import Answer, answered
from ...advisor.practice.box import Box
from ...advisor.practice.hands import MAX_POINTS, N_HANDS, hands_of, points_for, result_line
from ...advisor.practice.puzzles import Puzzle, is_right
from ...errors import LetterTycoonError, sentence
from ...game.state import SeenState
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ...rules.turn import Turn
from ...search.turns import best_turns
from ..options.inputs import load_lexicon
from ..options.typed_view import names_of_view
from ..terminal.console import new_console, print_indented, print_table
from ..terminal.prompt import PART_MARK, Leave, Prompt
from ..views import game_table
from ..views.turn_table import turn_table
from .turn_input import PART_VERBS

HELP: Final = """\
  WORD                      play the word; you are asked what to buy and discard
  WORD, buy J, discard XYZ  the whole turn in one line, in short: WORD j -xyz
  JEWeLs                    choose the cards: small letters are community cards
  exchange XYZ              new cards in place of a word
  show                      give up, and see the best turn
  quit                      leave"""
_COMMANDS: Final = ("help", "show", "quit", "exchange")
_BEST: Final = 5
_NOTHING: Final = ("", "-", "NO", "NONE", "NOTHING")


class _Asker:
    """Ask for turns in positions, and tell what was best."""

    def __init__(self) -> None:
        self.console = new_console()
        self._prompt = Prompt(history_file("practice"))

    def show(self, title: str, seen: SeenState) -> None:
        """Write what the player sees."""
        self.console.print(Text(title, style="bold"))
        print_table(game_table.seats(seen, names_of_view(seen)))
        self.console.print(game_table.for_sale(seen))
        cards = Text("   ").join([game_table.community(seen), game_table.hand(seen)])
        self.console.print(cards)

    def answer(self, seen: SeenState, puzzle: Puzzle | None = None) -> Answer | None:
        """Ask until a turn is legal; None if the person gives up.

        Raises:
            Leave: the person leaves.
        """
        parts = [f"{verb} " for verb in PART_VERBS]
        while True:
            try:
                text = self._prompt.ask_command("Your turn> ", _COMMANDS, parts)
            except EOFError:
                raise Leave from None
            match text.lower():
                case "quit" | "exit":
                    raise Leave
                case "help" | "?":
                    self.console.print(HELP)
                case "show":
                    return None
                case "":
                    self.console.print('Type a word, or "help".')
                case _:
                    try:
                        return self._read(text, seen, puzzle)
                    except LetterTycoonError as error:
                        self.console.print(Text(sentence(error)))

    def _read(self, text: str, seen: SeenState, puzzle: Puzzle | None) -> Answer:
        answer = self._judged(text, seen, puzzle, typed=True)
        turn = answer.turn
        says_all = PART_MARK in text or turn.buy or turn.discards or turn.play is None
        if says_all:
            return answer
        whole = turn.notation + self._rest(turn)
        return self._judged(whole, seen, puzzle, typed=False)

    def _judged(self, text: str, seen: SeenState, puzzle: Puzzle | None, *, typed: bool) -> Answer:
        if puzzle is None:
            return answered(text, seen, typed=typed)
        return puzzle.answered(text, seen, typed=typed)

    def _rest(self, turn: Turn) -> str:
        """Ask for what follows the words."""
        assert turn.play is not None
        buy, discards, offered = "", "", turn.play.purchasable
        if offered:
            patents = game_table.patents(offered).plain.strip()
            buy = self._letters(f"Buy one of {patents} (Enter: nothing)? ", offered, 1)
        if turn.keeps:
            question = f"Discard of {turn.keeps} (Enter: nothing)? "
            discards = self._letters(question, turn.keeps, len(turn.keeps))
        said = [("buy", buy), ("discard", discards)]
        return "".join(f", {verb} {letters}" for verb, letters in said if letters)

    def _letters(self, question: str, allowed: str, most: int) -> str:
        """Ask until the answer is nothing, or some of the letters."""
        while True:
            try:
                text = self._prompt.ask(question).upper()
            except EOFError:
                raise Leave from None
            if text in _NOTHING:
                return ""
            if len(text) <= most and not Counter(text) - Counter(allowed):
                return text
            self.console.print(f"Type letters of {allowed}, or nothing.")

    def tell(self, lines: Sequence[str]) -> None:
        """Write sentences, indented."""
        for line in lines:
            print_indented(self.console, Text(f"  {line}"))

    def tell_best(self, seen: SeenState) -> None:
        """Write the best turns as a table."""
        best = best_turns(seen, seen.lexicon, limit=_BEST)
        rows = [(str(number), turn) for number, turn in enumerate(best, 1)]
        print_table(turn_table(rows, len(seen.seats) - 1))


class HandSession:
    """The five hands of a day.

    Args:
        day: the date.
        lexicon: the words that may be played.
    """

    def __init__(self, day: datetime.date, lexicon: Lexicon) -> None:
        self._day = day
        self._lexicon = lexicon
        self._asker = _Asker()

    def run(self) -> None:
        """Ask all hands, and write the result; leaving early writes none."""
        console, points = self._asker.console, list[int]()
        hands = hands_of(self._day, self._lexicon)
        console.print(
            f"The hands of {self._day.isoformat()}, word list {self._lexicon.name}. The best turn"
            f" of each gives {MAX_POINTS} points, one less for each $ of equity behind it."
            ' Type a word, or "help".'
        )
        try:
            for number, seen in enumerate(hands, 1):
                console.print()
                self._asker.show(f"Hand {number} of {N_HANDS}", seen)
                points.append(self._points(seen, self._asker.answer(seen)))
        except Leave:
            console.print(f"You stopped after {len(points)} of {N_HANDS} hands.")
            return
        console.print()
        console.print(Text(result_line(self._day, points, self._lexicon.name), style="bold"))

    def _points(self, seen: SeenState, answer: Answer | None) -> int:
        """Tell what became of an answer; return its points."""
        points = points_for(answer.lost) if answer else 0
        said = f"{points} of {MAX_POINTS} points"
        if answer is None:
            self._asker.console.print(f"{said}. The best turns:")
        elif answer.is_best:
            self._asker.console.print(f"{said}: this is the best turn.")
        else:
            self._asker.console.print(
                f"{said}: {answer.turn.notation} is {answer.behind} behind the best,"
                f" {answer.best.notation}. Why that is the best:"
            )
            self._asker.tell(answer.why(seen, names_of_view(seen)))
        self._asker.tell_best(seen)
        return points


class PuzzleSession:
    """The mistakes that are due.

    Args:
        box: all puzzles.
        today: the date.
        effort: how long to think about an answer.
        lexicon: the word list that was asked for; the shipped ones are found by themselves.
    """

    def __init__(self, box: Box, today: datetime.date, effort: Effort, lexicon: Lexicon) -> None:
        self._box = box
        self._today = today
        self._effort = effort
        self._asker = _Asker()
        lexicons = [lexicon, *(load_lexicon(name) for name in SHIPPED if name != lexicon.name)]
        self._lexicons = {one.digest: one for one in lexicons}

    def run(self) -> None:
        """Ask the puzzles until all that are due were answered, or the person leaves."""
        console = self._asker.console
        puzzles = self._box.due(self._today, self._lexicons)
        try:
            for number, puzzle in enumerate(puzzles, 1):
                seen = puzzle.seen(self._lexicons[puzzle.lexicon_digest])
                title = f"Mistake {number} of {len(puzzles)}: find a turn as good as the best"
                self._asker.show(title, seen)
                self._judge(puzzle, seen, self._asker.answer(seen, puzzle))
                console.print()
        except Leave:
            console.print("What you have not answered is asked again next time.")
            return
        console.print(self._farewell(len(puzzles)))

    def _judge(self, puzzle: Puzzle, seen: SeenState, answer: Answer | None) -> None:
        right = False
        if answer is not None:
            known = puzzle.known_verdict(answer)
            right = self._is_right(answer, seen) if known is None else known
        console = self._asker.console
        console.print(Text("Right.", "green") if right else Text("Not it.", "yellow"))
        names = names_of_view(seen)
        best = answer or puzzle.answered(puzzle.best, seen, typed=False)
        console.print(f"The best turn is {puzzle.best}. Why:")
        self._asker.tell(best.why(seen, names))
        console.print(f"In the game, {puzzle.told}.")
        again = self._box.note(puzzle, self._today, right=right)
        console.print("It is done." if again is None else f"It comes again on {again.isoformat()}.")

    def _is_right(self, answer: Answer, seen: SeenState) -> bool:
        self._asker.console.print(
            f"It is {answer.behind} behind the best by static evaluation; games are simulated ..."
        )
        with ThreadPoolExecutor(available_cpus()) as threads:
            return is_right(answer.turn, seen, self._effort, threads, lambda: None)

    def _farewell(self, n_asked: int) -> str:
        following = self._box.next_day()
        if not len(self._box):
            return "There are no mistakes yet; give a game: letter-tycoon practice FILE"
        said = "All that are due are done." if n_asked else "No mistake is due today."
        return said if following is None else f"{said} The next comes on {following.isoformat()}."
