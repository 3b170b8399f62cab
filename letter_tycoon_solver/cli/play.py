"""`letter-tycoon play`: a game to its end: a person against computers, or computers alone."""

from __future__ import annotations

import contextlib
import dataclasses
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import click
from rich.text import Text

from .._user_data import history_file
from ..advisor.players import PLANNING, PlayerKind, computer_named, new_player
from ..errors import InvalidInputError
from ..game import Game, GameState, Phase, SeenState, lay, may_replace, purchasable
from ..game.players import numbered
from ..game.table import Opponents, with_names
from ..game.turns import Move, is_bare, steps_of, ways_to_lay
from ..rules.play import Play
from ..rules.ruleset import ChallengeMode, Ruleset
from ..rules.turn import Turn, TurnKind
from ..search.turns import best_turns
from . import game_table
from .console import print_table
from .options import (
    EMPTY,
    Rules,
    given_among,
    lexicon_option,
    load_lexicon,
    note_tables,
    rules_options,
)
from .saved_games import (
    LAST,
    ME,
    ROUNDS_WITHOUT_SALE,
    Kind,
    SavedGame,
    check_people,
    is_stalemate,
    kinds_of,
    parse_seats,
    resume_saved,
    taken_for,
)
from .session import (
    PART_MARK,
    Command,
    GameSession,
    Leave,
    Prompt,
    help_text,
    read_yes_or_no,
)

VERBS: Final = ("discard", "exchange", "lay", "play")
"""The verbs that a turn may begin with; "replace" is one for the owner of Q."""
PART_VERBS: Final = ("buy", "discard")
"""The verbs of the parts after the words."""

_TURNS: Final = """\
On your turn:
  WORD           play the word; the best cards for it are found
  WORD & WORD    play two words, with the V patent
  JEWeLs         choose the cards: upper case from your hand, lower case from
                 the community, (E) the duplicate of X, +S the suffix of Z;
                 then, if you like, /cv for Ys as consonant or vowel, and *KQ
                 for doublers
  lay Eel        the same, for what would else be read as a plain word
  WORD, buy J, discard XYZ
                 the whole turn in one line, or in short: WORD j -xyz; what is
                 left out is not done
  3              the whole turn that stands beside 3 in the last list
  exchange XYZ   new cards in place of a word; - for none, * for all
  discard XYZ    the same; once a word is played, cards beyond those played
  replace X      exchange one card first, with the Q patent
  play HINT      play a word that is a command"""
_RULES: Final = """
Patents with a power, each once a turn:
  B  doubles a word that begins and ends with a vowel
  J  doubles a word of which at least half the letters are vowels
  K  doubles a word with exactly one vowel
  Q  replaces a card before the turn       V  lets you play two words
  X  uses a card twice, with three cards   Z  adds an S to a word
The Q card doubles its word, whoever owns the patent. Each Y is a vowel or a
consonant, as you like.

Each card whose patent an opponent owns earns that opponent $1. After a word
you may buy the patent of one of its cards. When someone's patents reach the
goal the round is the last; the score is the cost of patents, money and stock."""

COMMANDS: Final = (
    Command.HELP,
    Command.HINT,
    Command.ADVISE,
    Command.WHY,
    Command.WORD,
    Command.TABLE,
    Command.UNDO,
    Command.SAVE,
    Command.QUIT,
)
HELP: Final = f"{help_text(_TURNS, COMMANDS)}\n{_RULES}"


def read_choice(seen: SeenState, text: str, listed: Sequence[str]) -> tuple[Move | str, bool]:
    """Read a line of the player who is asked; it is not always legal.

    The move is what the person means; True tells that it is whole: what is left out is not done.
    `listed` are the turns that were shown to choose from. The answer to another's words is a text.
    """
    if seen.phase is Phase.CHALLENGE:
        sure = {"challenge": True, "accept": False}.get(text.lower())
        return "challenge" if (read_yes_or_no(text) if sure is None else sure) else "accept", False
    # A printed turn has exact cards, even if it looks like a plain word.
    shown = {turn.partition(PART_MARK)[0] for turn in listed}
    is_exact = text.partition(PART_MARK)[0].strip() in shown
    match seen.phase:
        case Phase.START:
            turn = _start(seen, text, is_exact=is_exact)
        case Phase.PURCHASE:
            turn = _purchase(seen, text)
        case _:
            says_more = is_exact or text.partition(" ")[0].lower() == "discard"
            turn = Turn.parse(text if says_more else f"discard {text or EMPTY}")
    has_rest = turn.words and (turn.buy or turn.discards)
    goes_on = PART_MARK in text and (turn.words or turn.buy)
    return turn, bool(has_rest or goes_on)


def _start(seen: SeenState, text: str, *, is_exact: bool) -> Turn:
    """Read a turn from its start; plain words are laid in the way that pays most."""
    verb = text.lower()
    if not verb:
        raise InvalidInputError('type a word, or "help"')
    if verb in {"discard", "exchange", "replace"}:
        raise InvalidInputError(f'say which cards, as in "{verb} X"; "play {verb}" plays the word')
    turn = Turn.parse(text, typed=not is_exact)
    if turn.replace and turn.kind is not TurnKind.REPLACE:
        raise InvalidInputError("replace a card alone, and see the new one before you go on")
    if is_exact or verb.startswith("lay ") or not turn.words or not is_bare(turn.words):
        return turn
    ways = ways_to_lay(seen, lay(turn.words, turn.doublers))
    return replace(turn, play=max(ways, key=_rank))


def _rank(way: Play) -> tuple[float, int, int]:
    """Return a key that ranks by margin, as `find_plays` does."""
    return way.margin, way.patent_value, len(way.leave)


def _purchase(seen: SeenState, text: str) -> Turn:
    """Read a patent, alone or with the rest of the turn."""
    if text.lower() in {"", "no", "none", EMPTY}:
        text = "nothing"
    first, mark, _ = text.partition(PART_MARK)
    is_patent = len(first.strip()) == 1 or first == "nothing"
    turn, offered = None, purchasable(seen)
    if is_patent or mark or first.lower().startswith("buy "):
        with contextlib.suppress(InvalidInputError):
            turn = Turn.parse(f"buy {text}" if is_patent else text)
    if turn is None or (turn.buy and turn.buy not in offered):
        raise InvalidInputError(f"type one of {' '.join(offered)}, or nothing to buy none")
    return turn


class PlaySession(GameSession[Game]):
    """A game of a person against computers, or of computers."""

    commands = COMMANDS
    help = HELP

    def __init__(
        self,
        saved: SavedGame[Game],
        kinds: Sequence[Kind],
        resume_options: Sequence[str] = (),
    ) -> None:
        super().__init__(saved, Prompt(history_file("play")), resume_options)
        self._kinds = kinds
        # After an undo they plan anew what has changed.
        self._computers = {
            seat: new_player(kind) for seat, kind in enumerate(kinds) if kind is not None
        }
        self._is_table_old = True
        self._turn_on_screen = (0, 0)
        """The round and player that were shown last."""
        self._lines: list[int] = []
        """The number of actions before each line that did something."""
        self._whole: Move | str | None = None
        """The turn of `_whole_in`, a round and a player, if all of it was said at its start."""
        self._whole_in = (0, 0)

    def _go_on(self) -> None:
        while not self._state.is_over:
            self._check_progress()
            self._act()
        self._close()

    @property
    def _state(self) -> GameState:
        return self._game.state

    @property
    def _seen(self) -> SeenState:
        return self._state.seen_by(self._state.to_act)

    @property
    def _seat(self) -> int:
        return self._state.to_act

    @property
    def _opponents(self) -> Opponents:
        return taken_for(self._kinds, self._state.to_act)

    def _why_no_advice(self) -> str:
        if self._state.phase in {Phase.CHALLENGE, Phase.PENALTY}:
            return "advice is for your turn; now answer the question"
        return ""

    # Beginning and end ----------------------------------------------------------------------------

    def _open(self) -> None:
        self._say(*game_table.opening(self._game.states[0], self._game.names))
        turns = [
            at
            for at, state in enumerate(self._game.states[:-1])
            if state.active == self._state.active and state.phase is Phase.START
        ]
        since_last_turn = game_table.news(self._game, turns[-1] if turns else 0)
        self._say(*(news for _, news in since_last_turn))
        if PLANNING & set(self._kinds):
            note_tables(self._state.lexicon)
        if self._saved.is_own:
            self._say_saved()
        if None in self._kinds:
            self._say('Type a word to play it, or "help".')
            # The first search of a process takes longer; this is a good moment for it.
            best_turns(self._state.position, self._state.lexicon, limit=1)

    def _close(self) -> None:
        self._say("")
        print_table(game_table.seats(self._state, self._game.names))
        self._say("", *game_table.final_scores(self._state, self._game.names))
        self._say_command("To see the game again", "replay")
        self._say_command("What each turn has cost", "analyze")

    def _check_progress(self) -> None:
        """Refuse to go on if only computers play and nobody buys: the game may not end."""
        if self._state.phase is Phase.START and is_stalemate(self._game, self._kinds):
            raise click.ClickException(
                f"nobody has bought a patent in {ROUNDS_WITHOUT_SALE} rounds, so with these words"
                " the game may never end; it is left here. Give a larger word list."
            )

    # Actions --------------------------------------------------------------------------------------

    def _act(self) -> None:
        """Do one action of whoever is asked."""
        state = self._state
        kind = self._kinds[state.to_act]
        if (rest := self._rest_of_turn()) is not None:
            self._do(rest, is_whole=True)
        elif kind is not None:
            move = self._move_of_computer()
            self._do(move, is_whole=isinstance(move, Turn))
        elif _is_choice(state):
            self._choose()
        else:
            self._do("discard nothing", is_whole=False)

    def _move_of_computer(self) -> Move:
        """Return the choice of the computer who is asked.

        A random one is made anew for each action, so that it does the same after an undo.
        """
        game, seat = self._game, self._state.to_act
        computer = self._computers[seat]
        if self._kinds[seat] is PlayerKind.RANDOM:
            computer = new_player(PlayerKind.RANDOM, game.seed * 1_000_003 + len(game.history))
        return computer.choose(self._seen)

    def _do(self, turn: Move | str, *, is_whole: bool) -> None:
        """Do an action, or several at once, and tell the news of each."""
        at, state = len(self._game.history), self._state
        self._game.push(turn, whole=is_whole)
        if state.phase is Phase.START:
            self._whole = turn if is_whole else None
            self._whole_in = (state.round, state.active)
        for before, news in game_table.news(self._game, at):
            if self._turn_on_screen != (before.round, before.active):
                self._turn_on_screen = (before.round, before.active)
                self._say("")
            self._say(news)

    def _rest_of_turn(self) -> Move | str | None:
        """Return the rest of a turn whose words nobody has challenged, or in vain.

        A computer decides anew what to do with the dollar of a wrong challenge.
        """
        state = self._state
        if state.phase not in {Phase.PURCHASE, Phase.CLEAN_UP}:
            return None
        if state.turn.challenged and self._kinds[state.to_act] is not None:
            return None
        return self._whole if self._whole_in == (state.round, state.active) else None

    def _choose(self) -> None:
        """Ask the person until something is done, or undone."""
        state = self._state
        self._show(self._seen)
        while self._state is state:
            self._carry_out(self._next_line())

    def _next_line(self) -> str:
        seen = self._seen
        question = self._question(seen)
        if seen.phase is not Phase.START:
            return self._prompt.ask(question)
        verbs = [*VERBS, *(["replace"] if may_replace(seen) else [])]
        return self._ask_line(question, verbs, [f"{verb} " for verb in PART_VERBS])

    def _tell(self, line: str) -> None:
        seen, listed = self._seen, self._turns_listed
        text = self._with_listed(line) if listed or seen.phase is Phase.START else line
        turn: Move | str
        if text is not line:
            turn, is_whole = Turn.parse(text), True
        else:
            turn, is_whole = read_choice(seen, line, [turn.notation for turn in listed])
        # An illegal turn is refused before it is asked about.
        with with_names(self._game.names):
            steps_of(self._state, turn, whole=is_whole)
        is_checked = seen.ruleset.challenge.mode is ChallengeMode.NONE
        if isinstance(turn, Turn) and seen.phase is Phase.START and not is_checked:
            self._check_words(turn, "Play it all the same?")
        at = len(self._game.history)
        self._do(turn, is_whole=is_whole)
        self._lines.append(at)

    # What is shown --------------------------------------------------------------------------------

    def _show(self, seen: SeenState) -> None:
        """Show the table, if it is a new turn or not on the screen."""
        if seen.phase is Phase.START or self._is_table_old:
            self._show_table()
        if seen.phase is Phase.START and may_replace(seen):
            self._say("You may replace one card first, as in: replace X")
        if seen.phase is Phase.PURCHASE:
            said = f"You have ${seen.active_seat.money} and may buy one of  "
            self._say(Text(said).append_text(game_table.patents(purchasable(seen))))

    def _show_table(self) -> None:
        self._is_table_old = False
        self._turn_on_screen = (self._state.round, self._state.active)
        super()._show_table()

    def _question(self, seen: SeenState) -> str:
        name = self._game.names[seen.to_act]
        match seen.phase:
            case Phase.START:
                return f"{name}> "
            case Phase.CHALLENGE:
                return f"{name}, challenge {game_table.on_the_table(seen)}? [y/N] "
            case Phase.PENALTY:
                return f"Discard which one of {seen.active_seat.hand}? "
            case Phase.PURCHASE:
                return "Buy which? (Enter: none) "
            case _:
                return f"Discard which of {seen.leave}? (Enter: none, *: all) "

    # Commands -------------------------------------------------------------------------------------

    def _obey(self, command: Command, argument: str) -> None:
        if command is not Command.SAVE:
            super()._obey(command, argument)
        elif self._saved.file is None:
            self._say("The game is not saved.")
        else:
            self._say_saved()

    def _undo(self) -> None:
        """Go back to before the person's last line; computers decide anew what follows."""
        at = self._before_last_line()
        if at is None:
            raise InvalidInputError("there is nothing to undo, this is your first decision")
        self._game.undo(len(self._game.history) - at)
        self._is_table_old = True
        self._say("Undone.")

    def _before_last_line(self) -> int | None:
        """Return the number of actions before it, or before the last decision of the person."""
        if self._lines:
            return self._lines.pop()
        choices = (
            at
            for at, state in reversed(list(enumerate(self._game.states[:-1])))
            if self._kinds[state.to_act] is None and _is_choice(state)
        )
        return next(choices, None)

    def _leave(self) -> None:
        if self._saved.file is not None or self._confirm("The game is not saved. Leave it?"):
            raise Leave


def _is_choice(state: GameState) -> bool:
    """Return True if the player who is asked has a choice."""
    return not state.is_over and (state.phase is not Phase.CLEAN_UP or bool(state.leave))


DEFAULT_PLAYERS: Final = "me,easy"
_NOT_WITH_RESUME: Final = ("seed", "save", "challenge", "retries", "ruleset_name", "stacking")
_SEEDS: Final = 1_000_000


@click.command(
    epilog="""\b
Examples:
  letter-tycoon play
  letter-tycoon play --players me,medium
  letter-tycoon play --players me,best --challenge none
  letter-tycoon play --players Ann,easy,hard --save game.jsonl
  letter-tycoon play --resume
"""
)
@click.option(
    "--players",
    metavar="WHO[,WHO...]",
    help="2 to 5 in clockwise order: me or your name; easy and medium (know "
    "common words), hard, best (the turn of highest equity).  "
    f"[default: {DEFAULT_PLAYERS}; with --resume, as before]",
)
@click.option("--seed", type=int, help="Deals the same cards again.")
@click.option(
    "--save", metavar="FILE", help="Save the game in this new file, not in your folder of games."
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LAST,
    metavar="[FILE]",
    help=f"Go on with a saved game; without FILE (or with {LAST}) with the unfinished one of all "
    "games that was played last.",
)
@click.option(
    "--challenge",
    type=click.Choice([mode.value for mode in ChallengeMode], case_sensitive=False),
    help="Who challenges words: the players, nobody (only words of the list can be played), or "
    "the program, all of them.  [default: as in the ruleset, players]",
)
@click.option(
    "--retries",
    type=int,
    metavar="N",
    help="With --challenge automatic: words a turn that may be taken back.  [default: 0]",
)
@lexicon_option
@rules_options
@click.pass_context
def play_command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    *,
    players: str | None,
    seed: int | None,
    save: str | None,
    resume: str | None,
    challenge: str | None,
    retries: int | None,
    lexicon_name: str,
    rules: Rules,
) -> None:
    """Play a game against computers.

    In the game, type a word to play it, the number of a turn in the last hint or advice, a whole
    turn as it is printed ("JeWeLs, buy J, discard Z"), or "help". Every turn is saved, so you can
    leave at any moment and resume later.
    """
    asked = None if players is None else parse_seats(players)
    if resume is not None:
        if option := given_among(ctx, _NOT_WITH_RESUME):
            raise click.UsageError(f"{option} is of a new game; this one goes on as it was begun.")
        is_given = given_among(ctx, ["lexicon_name"])
        file = None if resume == LAST else resume
        saved = resume_saved(Game, file, lexicon_name if is_given else None)
    else:
        names = numbered(asked or parse_seats(DEFAULT_PLAYERS))
        ruleset = _with_challenge(rules.ruleset, challenge, retries)
        seed = secrets.randbelow(_SEEDS) if seed is None else seed
        saved = SavedGame.begin(Game(names, seed, load_lexicon(lexicon_name), ruleset), save)
    with saved.game as game:
        if asked is None:
            check_people(game.names, "the game")
        else:
            _check_seats(asked, game)
        kinds = kinds_of(asked or game.names)
        options: Sequence[str] = ()
        if asked is not None and kinds != kinds_of(game.names):
            # The record knows names, and no kinds.
            options = "--players", ",".join(asked)
        PlaySession(saved, kinds, options).run()


def _check_seats(seats: Sequence[str], game: Game) -> None:
    """Check that a game that goes on has the names that it was begun with."""
    if len(seats) != len(game.names):
        raise click.UsageError(
            f"--players has {len(seats)}; the game has {len(game.names)}: {', '.join(game.names)}."
        )
    for seat, name in zip(seats, game.names, strict=True):
        if computer_named(seat) is None and seat not in (ME, name):
            raise click.UsageError(
                f"--players has {seat} in the place of {name}; the game has"
                f" {', '.join(game.names)}. Names stay; me is any person."
            )


def _with_challenge(ruleset: Ruleset, mode: str | None, retries: int | None) -> Ruleset:
    challenge = dataclasses.replace(
        ruleset.challenge,
        mode=ruleset.challenge.mode if mode is None else ChallengeMode(mode),
        retries=ruleset.challenge.retries if retries is None else retries,
    )
    return dataclasses.replace(ruleset, challenge=challenge)
