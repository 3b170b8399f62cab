"""`letter-tycoon track`: a game of people, followed turn by turn, with advice."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

import click
from rich.text import Text

from .._user_data import history_file
from ..advisor.advice import DEFAULT_SECONDS
from ..errors import InvalidInputError, sentence, show
from ..game import (
    AmbiguousWordsError,
    MissingCardsError,
    RetellError,
    SeenState,
    Table,
    ToldTurn,
    TrackedGame,
    ranking_text,
)
from ..game.table import Opponents, parse_names, player_named
from ..game.told import are_taken_back
from ..game.tracked import why_no_advice
from ..game.turns import is_bare
from ..lexicon import Lexicon
from ..rules.cards import parse_letters
from ..rules.play import HAND
from ..rules.ruleset import ChallengeMode, Ruleset
from ..rules.turn import Turn
from . import game_table
from .advise import opponents_option
from .options import (
    EMPTY,
    Rules,
    effort_options,
    given_among,
    letters_from,
    lexicon_option,
    load_lexicon,
    rules_options,
)
from .saved_games import SavedGame, resume_saved
from .session import Command, GameSession, GivenUp, Prompt, help_text, parse_listed

T = TypeVar("T")

COMMENT = "#"
"""Begins a line that is ignored."""


_TURNS: Final = """\
One line a turn, of whoever's turn it is:
  jewels j > QT          JEWELS was played and J bought; Q and T came into the
                         community (after ">")
  lane k < ERTO > K      your own turn: you drew E, R, T and O (after "<", or
                         "drew"). What is left out is asked
  lane k -z < ERTOA > K  "-z" for cards discarded beyond those played; "-2" or
                         "-??" for two that you did not see
  cat & dog d > AB       two words, with V
  - JZ    - 3    -       exchanged J and Z; three unseen cards; none
  q x lane k    q lane   a card replaced with Q first, seen or not; what you
                         drew for it comes first after "<"
  jewelz !ben -?         Ben has challenged ("!" alone where only one can have):
                         if it is not a word, the rest is the card that is paid
  2 > K                  turn 2 of the last hint or advice
Where the cards of a word come from is inferred, and asked where it matters.
You can say it: JeWeLs (small letters are community cards), (E) the duplicate
of X, +S the suffix of Z, YACHT/c, LAWNs*K. "JeWeLs, buy J, discard Z" is a line
too. "play TURNS" plays what is a command, "lay Eel" just these cards."""

COMMANDS: Final = tuple(command for command in Command if command is not Command.SAVE)
HELP: Final = help_text(_TURNS, COMMANDS)


NOBODY: Final = ("", EMPTY, "none", "nobody")
"""Stand for no seat: the person keeps score."""


def begin(
    setup: Mapping[str, str | None], prompt: Prompt, lexicon: Lexicon, ruleset: Ruleset
) -> TrackedGame:
    """Begin a game, not recorded, from the options; the prompt asks for those that are None."""

    def said(given: str | None, question: str, read: Callable[[str], T]) -> T:
        return prompt.ask_until(question, read) if given is None else read(given)

    def names_from(text: str) -> tuple[str, ...]:
        return parse_names([name.strip() for name in text.split(",")])

    names = said(setup["players"], "Players, clockwise, as in Ann, Ben, Cleo: ", names_from)

    def seat_from(text: str) -> int | None:
        return None if text.lower() in NOBODY else player_named(text, names)

    def starter_from(text: str) -> int:
        return player_named(text or names[0], names)

    seat = said(setup["me"], "Which one are you? (Enter: none, to keep score) ", seat_from)
    if seat is None and setup["hand"]:
        raise InvalidInputError(
            f"the hand {show(setup['hand'])} is given, and not whose; name the player with --me"
        )
    hand = ""
    if seat is not None:
        hand = said(setup["hand"], "Your hand: ", _cards("hand", ruleset.hand_size))
    community = said(
        setup["community"], "The community: ", _cards("community", ruleset.community_size)
    )
    first = said(setup["first"], f"Who starts? (Enter: {names[0]}) ", starter_from)
    return TrackedGame(
        names,
        first=first,
        community=community,
        seat=seat,
        hand=hand,
        lexicon=lexicon,
        ruleset=ruleset,
    )


def _cards(what: str, size: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        cards = letters_from(text)
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {cards or '(none)'} has {len(cards)} cards; {size} are dealt"
            )
        return parse_letters(cards, f"the {what}")

    return read


_SHOW_ENOUGH: Final = ("", Command.TABLE.verb, Command.HELP.verb)
"""Lines that show the table themselves, or a screen of text."""


class TrackSession(GameSession[TrackedGame]):
    """A game from where it stands, until the person leaves it."""

    commands = COMMANDS
    help = HELP

    @property
    def _seen(self) -> SeenState:
        return self._game.views[-1]

    @property
    def _seat(self) -> int | None:
        return self._game.seat

    @property
    def _opponents(self) -> Opponents:
        return self._game.opponents

    def _why_no_advice(self) -> str:
        return why_no_advice(self._game)

    def _go_on(self) -> None:
        """Do what the person types, and show the table again."""
        while True:
            line = self._next_line()
            is_script, before = self._prompt.is_script, self._game.turns
            if line.startswith(COMMENT) or (is_script and not line):
                continue
            if self._carry_out(line or Command.TABLE.verb):
                if not is_script and line.lower() not in _SHOW_ENOUGH:
                    self._show_table()
                if self._game.is_over and self._game.turns is not before:
                    self._show_end()

    def _next_line(self) -> str:
        you = " (you)" if self._table.active == self._game.seat else ""
        name = "game over" if self._game.is_over else f"{self._game.player}{you}"
        parts = ["buy ", "discard ", *(f"challenged by {name}" for name in self._game.names)]
        return self._ask_line(f"{name}> ", ["exchange", "replace"], parts)

    def _obey(self, command: Command, argument: str) -> None:
        match command:
            case Command.REDO:
                self._game.redo()
                self._say(f"Done again: {self._turn_lines()[-1]}")
            case Command.DEAL:
                self._redeal()
            case Command.UNSEEN:
                self._say(*game_table.unseen_lines(self._game.unseen))
            case Command.TURNS:
                self._say(*self._turn_lines() or ["No turn has been told."])
            case Command.FIX | Command.INSERT | Command.REMOVE:
                self._correct(command, int(argument))
            case _:
                super()._obey(command, argument)

    # Telling --------------------------------------------------------------------------------------

    def _tell(self, line: str) -> None:
        """Tell a turn, and ask for what is missing in it."""
        turn = self._turn_of(self._with_listed(line), self._table.active)
        before = self._table
        while True:
            try:
                self._game.push(turn.line)
                break
            except (AmbiguousWordsError, MissingCardsError) as error:
                turn = self._completed(turn, error)
        turns = self._game.turns
        self._say(game_table.told_event(len(turns), turns[-1], before, self._game))

    def _turn_of(self, line: str, player: int, *, is_now: bool = True) -> ToldTurn:
        """Read a told turn of the player; ask about a word that may be a typo."""
        told = ToldTurn.parse(line, typed=True)
        turn = Turn.parse(told.text)
        mode = self._table.ruleset.challenge.mode
        if turn.challenger is None and mode is ChallengeMode.PLAYERS:
            self._check_words(turn, "Was it played and accepted?")
        letters = set("".join(word.word for word in turn.words))
        can_use = not is_now or letters & set(self._table.community)
        if can_use and self._lacks_community(told, turn, player):
            question = "Which cards came into the community? (Enter: none) "
            return replace(told, community=self._ask(question, _came_or_none))
        return told

    def _completed(
        self, turn: ToldTurn, error: AmbiguousWordsError | MissingCardsError
    ) -> ToldTurn:
        """Ask for what is missing in the turn."""
        if isinstance(error, AmbiguousWordsError):
            for number, reading in enumerate(error.readings, 1):
                self._say(f"{number:>3}  {reading}")
            question = f"How was {error.words} laid? A number (Enter: nothing is done): "
            reading = self._ask(question, partial(_one_of, error.readings))
            if reading == error.words:
                # The words were told in capitals and laid like that: no card came for them.
                return replace(turn, community="")
            return replace(turn, text=turn.text.replace(error.words, reading, 1))
        cards = self._ask(_question_for(error), partial(_cards_that_came, n_cards=error.n_cards))
        if error.source == HAND:
            return replace(turn, drew=(turn.drew or "") + cards)
        return replace(turn, community=cards)

    # Corrections ----------------------------------------------------------------------------------

    def _undo(self) -> None:
        last = self._turn_lines()[-1:]
        self._game.undo()
        self._say(f"Undone: {last[0]}")

    def _correct(self, command: Command, number: int) -> None:
        """Tell a turn anew, or one before it, or remove it."""
        turns, lines = [turn.told for turn in self._game.turns], self._turn_lines()
        if not 1 <= number <= len(turns):
            told = f"turns 1 to {len(turns)}" if turns else "none"
            raise InvalidInputError(f"there is no turn {number}; {told} have been told")
        player = self._game.turns[number - 1].player
        if command is Command.FIX:
            self._say(lines[number - 1])
        anew = [] if command is Command.REMOVE else [self._ask_turn(number, player)]
        end = number - 1 if command is Command.INSERT else number
        turns[number - 1 : end] = anew
        self._retell(turns)
        if command is Command.REMOVE:
            self._say(f"Removed: {lines[number - 1]}")

    def _redeal(self) -> None:
        """Ask for the deal anew; an empty answer changes nothing."""
        game, ruleset = self._game, self._table.ruleset
        deal, names = game.deal, game.names

        def asked(question: str, before: str, read: Callable[[str], T]) -> T:
            return self._ask(f"{question} (Enter: {before}) ", lambda text: read(text or before))

        hand = None
        if deal.seat is not None:
            hand = asked("Your first hand", deal.hand, _cards("hand", ruleset.hand_size))
        read_community = _cards("community", ruleset.community_size)
        community = asked("The first community", deal.community, read_community)
        first = asked("Who started?", names[deal.first], lambda text: player_named(text, names))
        game.redeal(hand=hand, community=community, first=first)

    def _retell(self, turns: list[ToldTurn]) -> None:
        """Tell the game anew; ask for each turn that is then impossible."""
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
                if self._prompt.is_script:
                    raise
                self._say(sentence(error))
                player = self._game.names.index(error.player)
                turns[at] = self._ask_turn(error.number, player)

    def _ask_turn(self, number: int, player: int) -> ToldTurn:
        name = self._game.names[player]

        def read(text: str) -> ToldTurn:
            if not text:
                raise GivenUp
            if parse_listed(text):
                raise InvalidInputError("give the words of the turn; numbers are for the turn now")
            return self._turn_of(text, player, is_now=False)

        return self._ask(f"Turn {number}, {name} (Enter: nothing is done)> ", read)

    def _lacks_community(self, told: ToldTurn, turn: Turn, player: int) -> bool:
        """Return True if cards of the community, not told, may be in another player's words."""
        if not turn.words or not is_bare(turn.words) or told.community is not None:
            return False
        # No card comes for words that are taken back.
        is_over = are_taken_back(turn, self._table.ruleset, self._table.lexicon)
        return not is_over and player != self._game.seat

    # What is shown --------------------------------------------------------------------------------

    @property
    def _table(self) -> Table:
        return self._game.table

    def _open(self) -> None:
        names = ", ".join(self._game.names)
        self._say(Text(f"Letter Tycoon: {names}. The goal is ${self._table.goal}.", style="bold"))
        if self._saved.file is not None:
            self._say_saved()
        self._say('Type a line for each turn, such as "jewels j > QT"; or "?" or "help".')
        if self._game.turns:
            self._say(*self._turn_lines()[-len(self._game.names) :])
        if not self._prompt.is_script:
            self._show_table()
        if self._game.is_over:
            self._show_end()

    def _show_end(self) -> None:
        self._say("", *ranking_text(self._table, self._game.names).splitlines())
        if self._game.seat is not None:
            self._say_command("What your turns have cost", "analyze")

    def _turn_lines(self) -> list[str]:
        return [
            f"{number}. {self._game.names[turn.player]}: {replace(turn.told, text=turn.text).line}"
            for number, turn in enumerate(self._game.turns, 1)
        ]


def _one_of(readings: Sequence[str], answer: str) -> str:
    """Read the number of a reading, or all of it; nothing gives up."""
    if not answer:
        raise GivenUp
    if answer in readings:
        return answer
    if not re.fullmatch("0*[1-9][0-9]{0,3}", answer) or int(answer) > len(readings):
        raise InvalidInputError(
            f"{show(answer)} is not one of these ways; give a number from 1 to {len(readings)}, or"
            " nothing"
        )
    return readings[int(answer) - 1]


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


@click.command(
    epilog="""\b
Examples:
  letter-tycoon track
  letter-tycoon track friday.jsonl --players Ann,Ben,Cleo --me Ben
  letter-tycoon track --players Ann,Ben --me none --community EES --first Ben
  letter-tycoon track --resume
"""
)
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--players", metavar="NAME,NAME[,NAME...]", help="2 to 5 players, in clockwise order."
)
@click.option("--me", metavar="NAME", help='Which of them you are; "none" to keep score only.')
@click.option("--hand", metavar="LETTERS", help="Your first cards.")
@click.option("--community", metavar="LETTERS", help="The first cards of the community.")
@click.option("--first", metavar="NAME", help="Who starts.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with your last unfinished game, without FILE.",
)
@effort_options(DEFAULT_SECONDS, "about your turn")
@opponents_option(None)
@lexicon_option
@rules_options
@click.pass_context
def track_command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    /,
    *,
    file: str | None,
    resume: bool,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    taken_for: str | None,
    lexicon_name: str,
    rules: Rules,
    **setup: str | None,
) -> None:
    """Follow a game between people at a table, and get advice for your turns.

    Type each turn in a short line, such as "jewels j > QT". The program works out money, stock,
    royalties, patents and whose turn it is, and asks for what the options leave out. Type "help"
    for all that you can type, and "?" for advice.

    Every line is saved in FILE, and the game goes on from there if the file exists; without FILE it
    is saved in a folder of your own. Lines may come from a pipe; the first invalid one ends the
    program.
    """
    if resume and file is not None:
        raise click.UsageError("Give FILE or --resume, not both; a FILE that exists goes on.")
    prompt = Prompt(history_file("track"), ends_at_error=True)
    if resume or (file is not None and os.path.lexists(file)):
        if option := given_among(ctx, (*setup, "ruleset_name", "stacking")):
            raise click.UsageError(f"{option} is of a new game; this one goes on as it was begun.")
        is_given = given_among(ctx, ["lexicon_name"])
        saved = resume_saved(TrackedGame, file, lexicon_name if is_given else None)
    else:
        try:
            game = begin(setup, prompt, load_lexicon(lexicon_name), rules.ruleset)
        except EOFError:
            raise click.ClickException(
                "the input ended before the game had begun; give the players, the cards and who"
                " starts"
            ) from None
        saved = SavedGame.begin(game, file)
    with saved.game:
        if taken_for is not None:
            saved.game.take_opponents_for(taken_for)
        session = TrackSession(saved, prompt)
        session.effort = {"seconds": seconds, "playouts": playouts, "seed": seed}
        session.run()
