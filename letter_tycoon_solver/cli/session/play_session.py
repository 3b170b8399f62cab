"""A game at a terminal, to its end: a person against bots, or bots alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import click
from rich.text import Text

from ..._user_data import history_file
from ...advisor import Evaluation, advise
from ...advisor.roster import PLANNING
from ...errors import InvalidInputError, LetterTycoonError, sentence, show
from ...game import Action, Game, GameState, Phase, SeenState, may_replace
from ...game.names import with_names
from ...game.state import Table
from ...game.turn_steps import steps_of
from ...rules.ruleset import ChallengeMode
from ...rules.turn import Turn
from ...search.turns import best_turns
from ..options.effort import note_tables
from ..terminal.console import new_console, print_indented, print_table
from ..terminal.prompt import Leave, Prompt
from ..views import game_table
from ..views.advice import advice_lines, advice_table
from ..views.hint import how_to_read, no_play
from ..views.styles import numbered
from ..views.turn_table import turn_table
from .saved_games import SavedGame
from .seats import ME, Bots, Kind, taken_for
from .stalemate import ROUNDS_WITHOUT_SALE, is_stalemate
from .turn_input import (
    HELP,
    PART_VERBS,
    VERB_OF_Q,
    VERBS,
    PlayCommand,
    Typed,
    parse_number,
    read_choice,
    read_command,
)

HINTS: Final = 8
"""The number of turns that a hint shows by default."""
PLANS: Final = 5
"""The number of plans that advice shows."""
_NUMBERS: Final = "Type a number to play the turn beside it."


@dataclass(frozen=True, slots=True)
class _Rest:
    """A whole turn, of which opponents are to say whether its words stand.

    turn      all of it
    laid_at   the number of actions before the words
    laid      the words
    """

    turn: Turn | str
    laid_at: int
    laid: Action


class Session:
    """One game from where it stands.

    Args:
        saved: the game, saved or not.
        kinds: who decides for each player.
        resume_options: what `play` needs beside the file to go on with this game.
    """

    def __init__(
        self,
        saved: SavedGame[Game],
        kinds: Sequence[Kind],
        resume_options: Sequence[str] = (),
    ) -> None:
        self._saved = saved
        self._game = saved.game
        self._kinds = kinds
        self._bots = Bots(kinds)
        self._resume_options = resume_options
        self._console = new_console()
        self._prompt = Prompt(history_file("play"))
        self._is_table_old = True
        self._turn_on_screen = (0, 0)
        """Round and player of what was shown last."""
        self._listed: tuple[GameState, list[str]] | None = None
        """The turns that a person was shown to choose from, in this state."""
        self._lines: list[int] = []
        """The number of actions before each line that did something."""
        self._rest: _Rest | None = None

    def play(self) -> None:
        """Plays to the end of the game, or until the person leaves.

        Raises:
            KeyboardInterrupt: Ctrl-C, after a word of farewell.
            click.ClickException: bots alone come to no end.
        """
        try:
            self._open()
            while not self._state.is_over:
                self._check_progress()
                self._act()
            self._close()
        except (Leave, EOFError):
            self._say_goodbye()
        except KeyboardInterrupt:
            self._say_goodbye()
            raise

    @property
    def _state(self) -> GameState:
        return self._game.state

    @property
    def _name(self) -> str:
        """The name of the player who is asked."""
        return self._game.names[self._state.to_act]

    # Beginning and end ----------------------------------------------------------------------------

    def _open(self) -> None:
        self._say(*game_table.opening(self._game.states[0], self._game.names))
        self._say(*self._events_since_last_turn(self._state.active))
        if PLANNING & set(self._kinds):
            self._note_tables()
        if self._saved.is_own:
            self._console.print(f"Saved in {self._saved.shown}", soft_wrap=True)
        if ME in self._kinds:
            self._say('Type a word to play it, or "help".')
            # The first search of a process takes longer; this is no moment to wait for it.
            best_turns(self._state.position, self._state.lexicon, limit=1)

    def _close(self) -> None:
        self._say("")
        print_table(game_table.seats(self._state, self._game.names))
        self._say("", *game_table.final_scores(self._state, self._game.names))
        if self._saved.file is not None:
            for what, command in (
                ("To see the game again", "replay"),
                ("What each turn has cost", "analyze"),
            ):
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

    def _check_progress(self) -> None:
        """Raises click.ClickException if only bots play, and nobody buys: there may be no end."""
        if self._state.phase is Phase.START and is_stalemate(self._game, self._kinds):
            raise click.ClickException(
                f"nobody has bought a patent in {ROUNDS_WITHOUT_SALE} rounds, so with these words"
                " the game may never end; it is left here. Give a larger word list."
            )

    # Actions --------------------------------------------------------------------------------------

    def _act(self) -> None:
        """One action, of whoever is asked."""
        state = self._state
        kind = self._kinds[state.to_act]
        if kind is not ME:
            self._do(self._bots.choose(self._game))
        elif (rest := self._rest_of_turn()) is not None:
            self._do(Typed(rest, is_whole=True))
        elif _is_choice(state):
            self._ask()
        else:
            self._do(Typed("discard nothing"))

    def _do(self, choice: Typed | Action) -> None:
        """An action, or several at once, and the news of each."""
        at = len(self._game.history)
        if isinstance(choice, Typed):
            self._game.push(choice.turn, whole=choice.is_whole)
        else:
            self._game.apply(choice)
        states, actions = self._game.states, self._game.history
        is_asked = self._state.phase is Phase.CHALLENGE
        if isinstance(choice, Typed) and choice.is_whole and is_asked:
            self._rest = _Rest(choice.turn, len(actions) - 1, actions[-1])
        for number in range(at, len(actions)):
            before, after = states[number], states[number + 1]
            news = game_table.event(before, actions[number], after, self._game.names)
            if news is not None:
                self._separate_turns(before)
                self._say(news)

    def _rest_of_turn(self) -> Turn | str | None:
        """The turn that goes on now that nobody has challenged its words, or in vain."""
        state, rest, actions = self._state, self._rest, self._game.history
        if rest is None or state.phase not in {Phase.PURCHASE, Phase.CLEAN_UP}:
            return None
        if len(actions) <= rest.laid_at or actions[rest.laid_at] is not rest.laid:
            return None  # It was undone.
        laid = self._game.states[rest.laid_at]
        is_same_turn = (laid.round, laid.active) == (state.round, state.active)
        return rest.turn if is_same_turn else None

    def _ask(self) -> None:
        """Asks the person until something is done, or undone."""
        state = self._state
        seen = state.seen_by(state.to_act)
        self._show(seen)
        while self._state is state:
            try:
                self._answer(seen, self._next_line(seen))
            except LetterTycoonError as error:
                self._say(sentence(error))

    def _next_line(self, seen: SeenState) -> str:
        question = self._question(seen)
        if seen.phase is not Phase.START:
            return self._prompt.ask(question)
        verbs = [*VERBS, *([VERB_OF_Q] if may_replace(seen) else [])]
        words = [command.value for command in PlayCommand] + [f"{verb} " for verb in verbs]
        words += self._rows_listed()
        return self._prompt.ask_command(question, words, [f"{verb} " for verb in PART_VERBS])

    def _answer(self, seen: SeenState, text: str) -> None:
        """Does what the person types."""
        if (command := read_command(text)) is not None:
            self._obey(*command, seen)
            return
        choice = read_choice(seen, text, self._rows_listed())
        # It is refused before it is asked about.
        with with_names(self._game.names):
            steps_of(self._state, choice.turn, whole=choice.is_whole)
        if isinstance(choice.turn, Turn) and not self._is_sure(choice.turn, seen):
            return
        at = len(self._game.history)
        self._do(choice)
        self._lines.append(at)

    def _is_sure(self, turn: Turn, seen: SeenState) -> bool:
        """A word that is in no list may be a bluff, and it may be a typo."""
        unknown = [word.word for word in turn.words if word.word not in seen.lexicon]
        is_checked = seen.ruleset.challenge.mode is ChallengeMode.NONE
        if seen.phase is not Phase.START or not unknown or is_checked:
            return True
        words = " and ".join(unknown)
        verb = "is" if len(unknown) == 1 else "are"
        return self._prompt.confirm(f"{words} {verb} not in the word list. Play it all the same?")

    # What is shown --------------------------------------------------------------------------------

    def _events_since_last_turn(self, player: int) -> Iterator[Text]:
        """Yield the events since the player's last turn began."""
        states, actions = self._game.states, self._game.history
        turns = (
            at
            for at in reversed(range(len(actions)))
            if states[at].active == player and states[at].phase is Phase.START
        )
        for at in range(next(turns, 0), len(actions)):
            news = game_table.event(states[at], actions[at], states[at + 1], self._game.names)
            if news is not None:
                yield news

    def _show(self, seen: SeenState) -> None:
        """The table, if it is a new turn or not on the screen."""
        if seen.phase is Phase.START or self._is_table_old:
            self._show_table(seen)
        if seen.phase is Phase.START and may_replace(seen):
            self._say("You may replace one card first, as in: replace X")
        if seen.phase is Phase.PURCHASE:
            self._say(game_table.offer(seen))

    def _separate_turns(self, state: Table) -> None:
        """An empty line before what is the first of a turn on the screen."""
        turn = (state.round, state.active)
        if self._turn_on_screen != turn:
            self._turn_on_screen = turn
            self._say("")

    def _show_table(self, seen: SeenState) -> None:
        self._is_table_old = False
        self._turn_on_screen = (seen.round, seen.active)
        self._say("", game_table.heading(seen, self._game.names))
        print_table(game_table.seats(seen, self._game.names))
        self._say("", game_table.for_sale(seen), game_table.community(seen), game_table.hand(seen))

    def _question(self, seen: SeenState) -> str:
        match seen.phase:
            case Phase.START:
                return f"{self._name}> "
            case Phase.CHALLENGE:
                return f"{self._name}, challenge {game_table.on_the_table(seen)}? [y/N] "
            case Phase.PENALTY:
                return f"Discard which one of {seen.active_seat.hand}? "
            case Phase.PURCHASE:
                return "Buy which? (Enter: none) "
            case _:
                return f"Discard which of {seen.leave}? (Enter: none, *: all) "

    def _say(self, *lines: Text | str) -> None:
        for line in lines:
            self._console.print(line)

    # Commands -------------------------------------------------------------------------------------

    def _obey(self, command: PlayCommand, argument: str, seen: SeenState) -> None:
        match command:
            case PlayCommand.HELP:
                self._say(HELP)
            case PlayCommand.HINT:
                self._hint(seen, argument)
            case PlayCommand.ADVISE:
                self._advise(seen)
            case PlayCommand.TABLE:
                self._show_table(seen)
            case PlayCommand.SAVE:
                self._save(argument)
            case PlayCommand.QUIT:
                self._leave()
            case PlayCommand.UNDO:
                self._undo()

    def _hint(self, seen: SeenState, argument: str) -> None:
        if seen.phase is not Phase.START:
            raise InvalidInputError("hints are for the word you play; now answer the question")
        limit = parse_number(argument) if argument else HINTS
        if not limit:
            raise InvalidInputError(f'{show(argument)} is not a number of turns; type "hint 20"')
        turns = best_turns(seen, seen.lexicon, limit=limit)
        n_opponents = len(seen.seats) - 1
        if not any(turn.play for turn in turns):
            self._say(no_play(seen.position), "")
        print_table(turn_table(numbered(turns), n_opponents))
        self._say("", *how_to_read(turns, n_opponents))
        self._note_tables()
        self._say(_NUMBERS)
        self._list([turn.notation for turn in turns])

    def _advise(self, seen: SeenState) -> None:
        if seen.phase in {Phase.CHALLENGE, Phase.PENALTY}:
            raise InvalidInputError("advice is for your turn; now answer the question")
        lexicon = seen.lexicon
        advice = advise(seen, lexicon, opponents=taken_for(self._kinds, seen.viewer))
        print_table(advice_table(advice, PLANS))
        evaluation = Evaluation.of(lexicon.digest)
        self._say("")
        for line in advice_lines(advice, PLANS, seen, evaluation, self._game.names):
            print_indented(self._console, line)
        self._note_tables()
        self._say("", _NUMBERS)
        self._list([ranked.notation for ranked in advice.plans[:PLANS]])

    def _note_tables(self) -> None:
        """Says if turns are judged by the tables of another lexicon."""
        lexicon = self._state.lexicon
        evaluation = Evaluation.of(lexicon.digest)
        note_tables(lexicon.name, evaluation.name, evaluation.digest == lexicon.digest)

    def _list(self, rows: list[str]) -> None:
        """Keeps what is on the screen to choose from."""
        self._listed = self._state, rows

    def _rows_listed(self) -> Sequence[str]:
        state, rows = self._listed or (None, [])
        return rows if state is self._state else ()

    def _undo(self) -> None:
        """Back to before the person's last line; bots decide anew what they did since."""
        at = self._before_last_line()
        if at is None:
            raise InvalidInputError("there is nothing to undo, this is your first decision")
        self._game.undo(len(self._game.history) - at)
        self._is_table_old = True
        self._say("Undone.")

    def _before_last_line(self) -> int | None:
        """The number of actions before it; of lines of an earlier session, before the decision."""
        if self._lines:
            return self._lines.pop()
        choices = (
            at
            for at, state in reversed(list(enumerate(self._game.states[:-1])))
            if self._kinds[state.to_act] is ME and _is_choice(state)
        )
        return next(choices, None)

    def _save(self, file: str) -> None:
        if file:
            self._say(self._saved.move_to(file))
        elif self._saved.file is None:
            raise InvalidInputError('say in which file, as in "save game.jsonl"')
        else:
            self._console.print(f"Saved in {self._saved.shown}", soft_wrap=True)
            self._say('"save FILE" goes on in another file; "play save" plays the word.')

    def _leave(self) -> None:
        if self._saved.file is not None or self._prompt.confirm(
            'The game is not saved; "save FILE" does that. Leave it?'
        ):
            raise Leave


def _is_choice(state: GameState) -> bool:
    """Is there anything to choose for the player who is asked?"""
    return not state.is_over and (state.phase is not Phase.CLEAN_UP or bool(state.leave))
