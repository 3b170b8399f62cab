"""A game at a terminal: what `play` and `track` have in common.

A line, of a person or a pipe, is a command to the program, such as "hint", or a turn. A number
stands for a row of the last list. After an error nothing has happened.
"""

from __future__ import annotations

import enum
import io
import itertools
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import click
from rich.text import Text

from ..advisor import Advice, Evaluation
from ..advisor.reasons import difference, reasons, shortfall
from ..definitions.word_facts import WordFacts
from ..errors import InvalidInputError, LetterTycoonError, sentence, show
from ..evaluation.ranking import EQUITY
from ..game import Phase, SeenState
from ..game.table import Opponents
from ..rules.turn import CAME, DREW, Turn
from ..search.rows import OpenTurn
from ..search.turns import best_turns
from .advise import advice_table, how_sure, think
from .console import new_console, print_indented, print_table
from .game_table import print_game
from .hint import Asked, WordAnswer, how_to_read, no_play, parse_words, turn_table
from .options import Rules, note_tables
from .saved_games import AnyGame, SavedGame
from .word import print_words

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class Command(enum.Enum):
    """A command to the program: its usage, what it does, and a pattern of what follows."""

    HELP = ("help", "this text")
    HINT = ("hint 9", "9 best turns by equity", ".*")
    ADVISE = ("advise", "or ?: by simulated games")
    WHY = ("why 2", "the reasons of turn 2", "([0-9]{1,4})?")
    WORD = ("word CAT", "is it a word; its worth", "[A-Za-z]{2,}( ?& ?[A-Za-z]+)?")
    TABLE = ("table", "the table again")
    UNDO = ("undo", "take back your last line")
    REDO = ("redo", "do again what was undone")
    TURNS = ("turns", "all turns, with numbers")
    FIX = ("fix 4", "tell turn 4 anew", "[0-9]{1,4}")
    INSERT = ("insert 4", "a turn before turn 4", "[0-9]{1,4}")
    REMOVE = ("remove 4", "no such turn", "[0-9]{1,4}")
    DEAL = ("deal", "correct the first cards")
    UNSEEN = ("unseen", "unseen cards by letter")
    SAVE = ("save", "says where the game is saved")
    QUIT = ("quit", "leave; says how to go on")

    def __init__(self, usage: str, about: str, takes: str = "") -> None:
        self.usage = usage
        self.about = about
        self.takes = takes

    @property
    def verb(self) -> str:
        """The word that it begins with."""
        return self.usage.partition(" ")[0]


_ALIASES: Final = {"?": Command.ADVISE, "advice": Command.ADVISE, "exit": Command.QUIT}
_HELP_WIDTH: Final = 38


def read_command(text: str, commands: Iterable[Command]) -> tuple[Command, str] | None:
    """Return the command and what follows it; None if the line is a turn.

    A command wins over a word or cards of the same letters, unless the line says more of a turn.
    """
    verb, _, rest = text.partition(" ")
    command, rest = _command_of(verb, commands), rest.strip()
    if command is None or CAME in rest or DREW in rest:
        return None
    if not rest and not re.fullmatch(command.takes, ""):
        raise InvalidInputError(
            f'say which, as in "{command.usage}"; "play {verb}" plays {verb.upper()}'
        )
    return (command, rest) if re.fullmatch(command.takes, rest) else None


def _command_of(verb: str, commands: Iterable[Command]) -> Command | None:
    return ({command.verb: command for command in commands} | _ALIASES).get(verb.lower())


def help_text(turns: str, commands: Sequence[Command]) -> str:
    """Return the help: how to type turns, then the commands in two columns."""
    cells = [f"  {command.usage:<9}  {command.about}" for command in commands]
    half = -(-len(cells) // 2)
    rows = itertools.zip_longest(cells[:half], cells[half:], fillvalue="")
    lines = [f"{left:<{_HELP_WIDTH}}{right}".rstrip() for left, right in rows]
    return "\n".join([turns, "At any time:", *lines])


T = TypeVar("T")

PART_MARK: Final = ","
"""The mark between the parts of a turn."""


class GivenUp(Exception):  # noqa: N818 (it is not an error)
    """The person has answered a question with nothing, so that nothing is done."""


class Leave(Exception):  # noqa: N818 (it is not an error)
    """The person leaves what is asked about."""


class Prompt:
    """Ask questions and return the answers without white space around them.

    On a terminal the person can edit lines, complete commands with Tab, and recall earlier ones.
    For a pipe, each line is written after its question, and a script ends at its first error.
    """

    def __init__(self, history: Path | None = None, *, ends_at_error: bool = False) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.is_script = ends_at_error and not self.is_terminal
        self._n_lines = 0
        self._last = ""
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are not text count as a typing error.
            sys.stdin.reconfigure(errors="replace")
        self._history = history
        self._commands: PromptSession[str] | None = None
        self._questions: PromptSession[str] | None = None

    def ask(self, question: str) -> str:
        """Ask a question, without completion or history; EOFError if the input has ended."""
        if not self.is_terminal:
            return self._next_line(question)
        if self._questions is None:
            # The import takes a fifth of a second, and a pipe does not need it.
            from .line_editor import question_session

            self._questions = question_session()
        return self._questions.prompt(question).strip()

    def ask_until(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be read, and return it as read; a script has one answer."""
        while True:
            answer = self.ask(question)
            try:
                return read(answer)
            except InvalidInputError as error:
                if self.is_script:
                    raise
                click.echo(sentence(error))

    def ask_command(self, question: str, words: Iterable[str], parts: Iterable[str] = ()) -> str:
        """Ask for the next command, with history, and with completion by Tab.

        `words` are the possible beginnings of a line; `parts` may follow a comma.
        """
        if not self.is_terminal:
            return self._next_line(question)
        from .line_editor import LineCompleter, command_session

        if self._commands is None:
            self._commands = command_session(self._history)
        completer = LineCompleter(list(words), list(parts), PART_MARK)
        return self._commands.prompt(question, completer=completer).strip()

    @property
    def place(self) -> str:
        """The last line of a pipe, for the message of an error."""
        return f"line {self._n_lines}, {show(self._last)}"

    def _next_line(self, question: str) -> str:
        click.echo(question, nl=False)
        try:
            line = sys.stdin.readline()
        except OSError:  # The stream is open, but not for reading.
            line = ""
        click.echo(line.strip())
        if not line:
            raise EOFError
        self._n_lines += 1
        self._last = line.strip()
        return self._last


def read_yes_or_no(answer: str) -> bool:
    """Return True for yes, False for no and nothing."""
    sure = {"y": True, "yes": True, "": False, "n": False, "no": False}.get(answer.lower())
    if sure is None:
        raise InvalidInputError('answer "y" for yes, or "n" or nothing for no')
    return sure


HINTS: Final = 8
"""The number of turns that a hint shows by default."""
ADVISED: Final = 5
"""The number of turns that advice shows."""


def parse_listed(line: str) -> tuple[int, str] | None:
    """Return the number of a turn in a list, and what follows it; None if the line has none."""
    found = re.fullmatch(r"([0-9]{1,3})(?![0-9A-Za-z])(.*)", line)
    return (int(found[1]), found[2]) if found else None


@dataclass(frozen=True, slots=True)
class _Listed:
    """The turns that a person was shown for a view, row by row, and the advice with them."""

    seen: SeenState
    turns: Sequence[Turn]
    advice: Advice | None


class GameSession(ABC, Generic[AnyGame]):
    """A game that goes on at a terminal; `resume_options` are those its command needs for that."""

    commands: ClassVar[Sequence[Command]]
    help: ClassVar[str]
    effort: Mapping[str, Any] = MappingProxyType({})
    """The time for advice, as for `advise`."""

    def __init__(
        self,
        saved: SavedGame[AnyGame],
        prompt: Prompt,
        resume_options: Sequence[str] = (),
    ) -> None:
        self._saved = saved
        self._game = saved.game
        self._prompt = prompt
        self._resume_options = resume_options
        self._console = new_console()
        self._listed: _Listed | None = None

    def run(self) -> None:
        """Go on to the end of the game, or until the person leaves."""
        try:
            self._open()
            self._go_on()
        except (Leave, EOFError):
            self._say_goodbye()
        except KeyboardInterrupt:
            self._say_goodbye()
            raise

    @abstractmethod
    def _open(self) -> None:
        """Show where the game stands."""

    @abstractmethod
    def _go_on(self) -> None:
        """Ask, and do what is typed, until the game or the input ends."""

    @property
    @abstractmethod
    def _seen(self) -> SeenState:
        """The table as the person sees it, or as everyone does."""

    @property
    @abstractmethod
    def _seat(self) -> int | None:
        """The seat of the person, None for a scorekeeper."""

    @property
    @abstractmethod
    def _opponents(self) -> Opponents:
        """The others, as advice expects them to play."""

    @abstractmethod
    def _why_no_advice(self) -> str:
        """Return the reason why there can be no advice now; "" if there can."""

    @abstractmethod
    def _tell(self, line: str) -> None:
        """Carry out a line that is no command."""

    @abstractmethod
    def _undo(self) -> None:
        """Take back the last line."""

    # Lines and questions --------------------------------------------------------------------------

    def _ask_line(self, question: str, verbs: Iterable[str], parts: Iterable[str]) -> str:
        """Ask for a command or a turn."""
        words = [command.verb for command in self.commands] + [f"{verb} " for verb in verbs]
        words += [turn.notation for turn in self._turns_listed]
        return self._prompt.ask_command(question, words, parts)

    def _carry_out(self, line: str) -> bool:
        """Carry out what is typed, and tell what is wrong with it; return True if it was done."""
        try:
            command = read_command(line, self.commands)
            if command is None:
                self._tell(line)
            else:
                self._obey(*command)
        except GivenUp:
            self._say("Nothing is done.")
            return False
        except (EOFError, LetterTycoonError) as error:
            is_end = isinstance(error, EOFError)
            if self._prompt.is_script:
                why = "the input ended before all was answered." if is_end else sentence(error)
                raise InvalidInputError(
                    f"{self._prompt.place}: {why} The game stands as it did before"
                ) from error
            if is_end:
                raise
            self._say(sentence(error))
            return False
        return True

    def _ask(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be read. "undo" raises GivenUp, and "quit" Leave."""

        def read_answer(answer: str) -> T:
            command = _command_of(answer, self.commands)
            if command is None or not re.fullmatch(command.takes, ""):
                return read(answer)
            if command is Command.UNDO:
                raise GivenUp
            if command is Command.QUIT:
                raise Leave
            raise InvalidInputError(
                f"{show(answer)} is a command, and a question is open; answer it, with blanks"
                ' between letters that spell a command, or type "undo" to tell no turn'
            )

        return self._prompt.ask_until(question, read_answer)

    def _confirm(self, question: str) -> bool:
        """Ask for yes or no; an empty line is no."""
        return self._ask(f"{question} [y/N] ", read_yes_or_no)

    def _check_words(self, turn: Turn, question: str) -> None:
        """Ask about words that are in no list: they may be a bluff, or a typo (GivenUp)."""
        unknown = [word.word for word in turn.words if word.word not in self._seen.lexicon]
        are = "is" if len(unknown) == 1 else "are"
        if unknown and not self._confirm(
            f"{' and '.join(unknown)} {are} not in the word list. {question}"
        ):
            raise GivenUp

    # Commands -------------------------------------------------------------------------------------

    def _obey(self, command: Command, argument: str) -> None:
        match command:
            case Command.HELP:
                self._say(self.help)
            case Command.HINT:
                self._hint(argument)
            case Command.ADVISE:
                self._advise()
            case Command.WHY:
                self._why(int(argument or "1"))
            case Command.WORD:
                self._word(argument)
            case Command.TABLE:
                self._show_table()
            case Command.UNDO:
                self._undo()
            case Command.QUIT:
                self._leave()

    def _leave(self) -> None:
        raise Leave

    def _show_table(self) -> None:
        self._say("")
        print_game(self._seen, self._game.names, self._seat)

    def _advised(self) -> SeenState:
        """Return the view that advice and hints are for."""
        if why := self._why_no_advice():
            raise InvalidInputError(why)
        return self._seen

    def _hint(self, argument: str) -> None:
        seen = self._advised()
        if seen.phase is not Phase.START:
            raise InvalidInputError("hints are for the word you play; now answer the question")
        if argument and not re.fullmatch("0*[1-9][0-9]{0,3}", argument):
            raise InvalidInputError(f'{show(argument)} is not a number of turns; type "hint 20"')
        turns = best_turns(seen, seen.lexicon, limit=int(argument or HINTS))
        n_opponents = len(seen.seats) - 1
        if not any(turn.play for turn in turns):
            self._say(no_play(seen.position), "")
        print_table(turn_table(turns, n_opponents))
        self._say("", *how_to_read(turns, n_opponents))
        note_tables(seen.lexicon)
        self._list(_Listed(seen, list(turns), None))

    def _advise(self) -> None:
        """Show the best turns by simulated games; Ctrl-C ends the thinking."""
        seen = self._advised()
        try:
            advice = think(seen, ADVISED, opponents=self._opponents, **self.effort)
        except KeyboardInterrupt:
            self._say("Stopped before there was any advice.")
            return
        print_table(advice_table(advice, ADVISED))
        self._say(how_sure(advice))
        turns = [ranked.turn for ranked in advice.turns[:ADVISED]]
        self._list(_Listed(seen, turns, advice))

    def _list(self, listed: _Listed) -> None:
        self._listed = listed
        self._say('Type a number to carry out the turn beside it; "why 1" tells its reasons.')

    @property
    def _turns_listed(self) -> Sequence[Turn]:
        """The turns of the last list, if it is for the decision now."""
        listed = self._listed
        return listed.turns if listed is not None and listed.seen == self._seen else ()

    def _turn_listed(self, number: int) -> Turn:
        """Return the turn of the last list with a number, from 1."""
        turns = self._turns_listed
        if not turns:
            raise InvalidInputError(
                'a number stands for a row of a list; type "hint" or "advise" to see one'
            )
        if not 1 <= number <= len(turns):
            raise InvalidInputError(
                f"{number} is not in the list; its numbers are 1 to {len(turns)}"
            )
        return turns[number - 1]

    def _with_listed(self, line: str) -> str:
        """Put the turn of the list in place of its number."""
        found = parse_listed(line)
        if found is None:
            return line
        number, rest = found
        turn = self._turn_listed(number)
        return f"{'lay ' if turn.play else ''}{turn.notation} {rest}".strip()

    def _why(self, number: int) -> None:
        """Show the reasons of a turn of the list."""
        turn = self._turn_listed(number)
        assert self._listed is not None
        seen, advice = self._listed.seen, self._listed.advice
        self._say(Text(f"Why {turn.notation}:", style="bold"))
        evaluation = Evaluation.of(seen.lexicon.digest)
        lines = list(reasons(turn, seen, evaluation, self._game.names))
        if advice is not None and number > 1:
            lines.append(shortfall(advice.turns[number - 1], advice.best))
        elif advice is not None and len(advice.turns) > 1:
            lines.append(difference(*advice.turns[:2]))
        print_indented(self._console, lines)

    def _word(self, argument: str) -> None:
        """Tell if it is a word, and what it would earn: now, or for anyone."""
        words, seen = parse_words(argument), self._seen
        if self._seat is None or seen.is_over:
            print_words([WordFacts.of(word, [seen.lexicon], seen.ruleset) for word in words])
            return
        for word in words:
            if word in seen.lexicon:
                self._say(f"{word} is in the word list {seen.lexicon.name}.")
        turn = OpenTurn(seen.position, may_replace=False)
        if seen.active == seen.viewer and seen.phase is Phase.START:
            turn = seen.open_turn
        rules = Rules.of(seen.ruleset)
        WordAnswer.to(Asked(turn, seen.lexicon, rules, (EQUITY,)), words).print()

    # What is said ---------------------------------------------------------------------------------

    def _say(self, *lines: Text | str) -> None:
        for line in lines:
            self._console.print(line)

    def _say_saved(self) -> None:
        self._console.print(f"Saved in {self._saved.shown}", soft_wrap=True)

    def _say_command(self, what: str, command: str) -> None:
        """Tell another command for this game, if there is a file for it."""
        if self._saved.file is not None:
            self._console.print(f"{what}: {self._saved.command(command)}", soft_wrap=True)

    def _say_goodbye(self) -> None:
        self._say("")
        if self._saved.forget_if_not_begun():
            self._say("Goodbye.")
        elif self._saved.file is None:
            self._say("Goodbye. The game is not saved.")
        else:
            command = self._saved.command_to_resume(self._resume_options)
            self._console.print(f"Goodbye. The game is saved; to go on: {command}", soft_wrap=True)
