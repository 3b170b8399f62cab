"""A game of people at a prompt: turns are told, mistakes corrected, advice is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from rich.text import Text

from ...errors import InvalidInputError, LetterTycoonError, sentence, show
from ...game import (
    AmbiguousWordsError,
    MissingCardsError,
    RetellError,
    ToldTurn,
    TrackedGame,
    ranking_text,
)
from ...game.follow.told_turn import are_taken_back
from ...game.readings import is_bare
from ...game.state import Table
from ...rules.play import HAND
from ...rules.ruleset import ChallengeMode
from ...rules.turn import Turn
from ..options.inputs import letters_from
from ..terminal.console import new_console
from ..terminal.prompt import Leave
from ..views.tracked_table import event, table_lines, unseen_lines
from .saved_games import SavedGame
from .track_advice import Adviser, Think
from .track_commands import HELP, Command, command_alone, read_command
from .track_lines import COMMENT, GivenUp, Lines, one_of
from .track_setup import ask_deal

_PLAN: Final = re.compile(r"([0-9]{1,3})(?![0-9A-Za-z])(.*)")
_SHOW_ENOUGH: Final = ("", Command.TABLE.value, Command.HELP.value)
"""Lines that show the table themselves, or a screen of text."""


class TrackSession:
    """A game from where it stands, until the person leaves it.

    Args:
        saved: the game, kept or not.
        lines: what is typed.
        think: `advise` with how long to think.
    """

    def __init__(self, saved: SavedGame[TrackedGame], lines: Lines, think: Think) -> None:
        self._saved = saved
        self._game = saved.game
        self._lines = lines
        self._console = new_console()
        self._adviser = Adviser(saved.game, think)
        lines.check = _check_answer

    def run(self) -> None:
        """Reads lines until the person leaves.

        Raises:
            KeyboardInterrupt: Ctrl-C, after a word of farewell.
            InvalidInputError: a line of a script cannot be carried out.
        """
        try:
            self._open()
            while True:
                self._answer(self._next_line())
        except (Leave, EOFError):
            self._say_goodbye()
        except KeyboardInterrupt:
            self._say_goodbye()
            raise

    # Lines ----------------------------------------------------------------------------------------

    def _next_line(self) -> str:
        you = " (you)" if self._table.active == self._game.seat else ""
        name = "game over" if self._game.is_over else f"{self._game.player}{you}"
        words = [command.value for command in Command] + ["exchange "]
        words += [ranked.notation for ranked in self._adviser.plans]
        words.append("replace ")
        parts = ["buy ", "discard ", *(f"challenged by {name}" for name in self._game.names)]
        return self._lines.command(f"{name}> ", words, parts)

    def _answer(self, text: str) -> None:
        """Does what the person types; the table is shown again."""
        if text.startswith(COMMENT) or (self._lines.is_script and not text):
            return
        before = self._game.turns
        try:
            self._do(text)
            self._show_again(text, is_new=self._game.turns is not before)
        except GivenUp:
            self._say("Nothing is done.")
        except EOFError:
            if not self._lines.is_script:
                raise
            raise InvalidInputError(
                f"{self._lines.where()}: the input ended before all was answered. The game stands"
                " as it did before"
            ) from None
        except LetterTycoonError as error:
            if self._lines.is_script:
                # The lines after it would be taken for the turns of others.
                raise InvalidInputError(
                    f"{self._lines.where()}: {sentence(error)} The game stands as it did before"
                ) from error
            self._say(sentence(error))

    def _do(self, text: str) -> None:
        command = read_command(text)
        if command is None:
            self._tell(text)
        else:
            self._obey(*command)

    def _obey(self, command: Command, argument: str) -> None:
        game, say = self._game, self._say
        simple: dict[Command, Callable[[], None]] = {
            Command.ADVISE: self._adviser.advise,
            Command.UNDO: self._undo,
            Command.REDO: self._redo,
            Command.DEAL: self._redeal,
            Command.UNSEEN: lambda: say(*unseen_lines(game.unseen)),
            Command.TURNS: lambda: say(*self._turn_lines() or ["No turn has been told."]),
            Command.TABLE: self._show_table,
            Command.HELP: lambda: say(HELP),
            Command.QUIT: self._leave,
            Command.WORD: lambda: self._adviser.word(argument),
        }
        numbered = {
            Command.WHY: self._adviser.why,
            Command.FIX: self._fix,
            Command.INSERT: self._insert,
            Command.REMOVE: self._remove,
        }
        if command in numbered:
            numbered[command](int(argument))
        else:
            simple[command]()

    def _leave(self) -> None:
        raise Leave

    # Telling --------------------------------------------------------------------------------------

    def _tell(self, line: str) -> None:
        """A turn, and what is missing of it is asked."""
        turn = self._turn_of(self._with_plan(line), self._table.active)
        before = self._table
        while True:
            try:
                self._game.push(turn.line)
                break
            except (AmbiguousWordsError, MissingCardsError) as error:
                turn = self._completed(turn, error)
        turns = self._game.turns
        self._say(event(len(turns), turns[-1], before, self._game))

    def _with_plan(self, line: str) -> str:
        """The line with a plan of the advice in place of its number."""
        numbered = _PLAN.fullmatch(line)
        if numbered is None:
            return line
        plan = self._adviser.plan(int(numbered[1])).plan
        return f"{'lay ' if plan.play else ''}{plan.notation} {numbered[2]}"

    def _turn_of(self, line: str, player: int, *, is_now: bool = True) -> ToldTurn:
        """Read a told turn of the player; a word that may be a typo is asked about.

        What the community was at a turn that is over is not asked: how many cards came says how
        many were used.
        """
        told = ToldTurn.parse(line, typed=True)
        turn = Turn.parse(told.text)
        if turn.challenger is None:
            self._check_words(turn)
        if self._lacks_community(told, turn, player) and not (is_now and self._uses_none(turn)):
            return replace(told, community=self._ask_came())
        return told

    def _check_words(self, turn: Turn) -> None:
        table = self._table
        unknown = [word.word for word in turn.words if word.word not in table.lexicon]
        if not unknown or table.ruleset.challenge.mode is not ChallengeMode.PLAYERS:
            return
        are = "is" if len(unknown) == 1 else "are"
        words = " and ".join(unknown)
        question = f"{words} {are} not in the word list. Was it played and accepted?"
        if not self._lines.confirm(question):
            raise GivenUp

    def _uses_none(self, turn: Turn) -> bool:
        """Can no card of the community be in the words?"""
        return not set(self._table.community) & set("".join(word.word for word in turn.words))

    def _ask_came(self) -> str:
        """Ask which cards came into the community, where the words may be of the hand alone."""
        return self._lines.ask_until(
            "Which cards came into the community? (Enter: none) ", _came_or_none
        )

    def _completed(
        self, turn: ToldTurn, error: AmbiguousWordsError | MissingCardsError
    ) -> ToldTurn:
        """The turn with the answer to what is missing in it."""
        if isinstance(error, AmbiguousWordsError):
            for number, reading in enumerate(error.readings, 1):
                self._say(f"{number:>3}  {reading}")
            reading = self._lines.ask_until(
                f"How was {error.words} laid? A number (Enter: nothing is done): ",
                one_of(error.readings, "one of these ways"),
            )
            if reading == error.words:
                # Told in capitals, and so they lay: no card came for them.
                return replace(turn, community="")
            return replace(turn, text=turn.text.replace(error.words, reading, 1))
        cards = self._lines.ask_until(
            _question_for(error), partial(_cards_that_came, n_cards=error.n_cards)
        )
        if error.source == HAND:
            return replace(turn, drew=(turn.drew or "") + cards)
        return replace(turn, community=cards)

    # Corrections ----------------------------------------------------------------------------------

    def _undo(self) -> None:
        last = self._turn_lines()[-1:]
        self._game.undo()
        self._say(f"Undone: {last[0]}")

    def _redo(self) -> None:
        self._game.redo()
        self._say(f"Done again: {self._turn_lines()[-1]}")

    def _fix(self, number: int) -> None:
        self._check_number(number)
        turns = self._told()
        self._say(self._turn_lines()[number - 1])
        turns[number - 1] = self._ask_turn(number, self._game.turns[number - 1].player)
        self._retell(turns)

    def _insert(self, number: int) -> None:
        self._check_number(number)
        player = self._game.turns[number - 1].player
        turns = self._told()
        turns.insert(number - 1, self._ask_turn(number, player))
        self._retell(turns)

    def _remove(self, number: int) -> None:
        self._check_number(number)
        removed = self._turn_lines()[number - 1]
        turns = self._told()
        del turns[number - 1]
        self._retell(turns)
        self._say(f"Removed: {removed}")

    def _redeal(self) -> None:
        deal = ask_deal(self._game, self._lines)
        hand = deal.hand if deal.seat is not None else None
        self._game.redeal(hand=hand, community=deal.community, first=deal.first)

    def _retell(self, turns: list[ToldTurn]) -> None:
        """Tells the game anew; each turn that cannot be then is asked for, until all can be."""
        while True:
            try:
                self._game.retell(turns)
                break
            except RetellError as error:
                at = error.number - 1
                if isinstance(error.error, AmbiguousWordsError | MissingCardsError):
                    self._say(f"Turn {error.number} of {error.player}, {turns[at].text}:")
                    turns[at] = self._completed(turns[at], error.error)
                    continue
                if self._lines.is_script:
                    raise
                self._say(sentence(error))
                player = self._game.names.index(error.player)
                turns[at] = self._ask_turn(error.number, player)

    def _ask_turn(self, number: int, player: int) -> ToldTurn:
        name = self._game.names[player]

        def read(text: str) -> ToldTurn:
            if not text:
                raise GivenUp
            if _PLAN.fullmatch(text):
                raise InvalidInputError("give the words of the turn; plans are for the turn now")
            return self._turn_of(text, player, is_now=False)

        return self._lines.ask_until(f"Turn {number}, {name} (Enter: nothing is done)> ", read)

    def _lacks_community(self, told: ToldTurn, turn: Turn, player: int) -> bool:
        """May cards of the community be in words of another player, and it is not said?"""
        if not turn.words or not is_bare(turn.words) or told.community is not None:
            return False
        # No card comes for words that are taken back.
        is_over = are_taken_back(turn, self._table.ruleset, self._table.lexicon)
        return not is_over and player != self._game.seat

    def _told(self) -> list[ToldTurn]:
        return [turn.told for turn in self._game.turns]

    def _check_number(self, number: int) -> None:
        n_turns = len(self._game.turns)
        if not 1 <= number <= n_turns:
            raise InvalidInputError(
                f"there is no turn {number}; {f'turns 1 to {n_turns}' if n_turns else 'none'} have"
                " been told"
            )

    # What is shown --------------------------------------------------------------------------------

    @property
    def _table(self) -> Table:
        return self._game.table

    def _open(self) -> None:
        names = ", ".join(self._game.names)
        self._say(Text(f"Letter Tycoon: {names}. The goal is ${self._table.goal}.", style="bold"))
        if self._saved.file is not None:
            self._console.print(f"Kept in {self._saved.shown}", soft_wrap=True)
        self._say('Type a line for each turn, such as "jewels j > QT"; or "?" or "help".')
        if self._game.turns:
            self._say(*self._turn_lines()[-len(self._game.names) :])
        if not self._lines.is_script:
            self._show_table()
        if self._game.is_over:
            self._show_end()

    def _show_again(self, text: str, *, is_new: bool) -> None:
        """The table, which a script asks for; at the end, the scores."""
        if not self._lines.is_script and text.lower() not in _SHOW_ENOUGH:
            self._show_table()
        if is_new and self._game.is_over:
            self._show_end()

    def _show_end(self) -> None:
        self._say("", *ranking_text(self._table, self._game.names).splitlines())
        if self._saved.file is not None and self._game.seat is not None:
            self._console.print(
                f"What your turns have cost: {self._saved.command('analyze')}", soft_wrap=True
            )

    def _show_table(self) -> None:
        self._say("", *table_lines(self._game))

    def _turn_lines(self) -> list[str]:
        return [
            f"{number}. {self._game.names[turn.player]}: {replace(turn.told, text=turn.text).line}"
            for number, turn in enumerate(self._game.turns, 1)
        ]

    def _say_goodbye(self) -> None:
        self._say("")
        if self._saved.forget_if_not_begun():
            self._say("Goodbye.")
        elif self._saved.file is None:
            self._say("Goodbye. The game is not kept.")
        else:
            command = self._saved.command_to_resume()
            self._console.print(f"Goodbye. The game is kept; to go on: {command}", soft_wrap=True)

    def _say(self, *lines: Text | str) -> None:
        for line in lines:
            self._console.print(line)


def _check_answer(answer: str) -> None:
    """A command at a question is no cards: "undo" takes back the turn that is being told."""
    match command_alone(answer):
        case None:
            return
        case Command.UNDO:
            raise GivenUp
        case Command.QUIT:
            raise Leave
        case _:
            raise InvalidInputError(
                f"{show(answer)} is a command, and a question is open; answer it, with blanks"
                ' between letters that spell a command, or type "undo" to tell no turn'
            )


def _question_for(error: MissingCardsError) -> str:
    n = error.n_cards
    cards = "1 card" if n == 1 else f"{n} cards"
    if error.source == HAND:
        return f"Which {cards} did you draw? (Enter: nothing is done) "
    return f"{cards} came into the community; which? (Enter: nothing is done) "


def _cards_that_came(answer: str, n_cards: int) -> str:
    cards = _came_or_none(answer)
    if not cards:
        raise GivenUp
    if len(cards) != n_cards:
        raise InvalidInputError(f"{cards} has {len(cards)} cards; give {n_cards}")
    return cards


def _came_or_none(answer: str) -> str:
    cards = letters_from(answer)
    if cards and not (cards.isascii() and cards.isalpha()):
        raise InvalidInputError(f"{show(answer)} is not the letters of cards; give some, as in QT")
    return cards
