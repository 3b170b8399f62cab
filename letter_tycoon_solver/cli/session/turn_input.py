"""Read a line that a person types in a game: a command to the program, or a turn.

A line that means neither raises an error with one sentence for the person; nothing has happened.
"""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...errors import InvalidInputError
from ...game import Phase, PlayWords, SeenState, purchasable
from ...game.readings import is_bare, ways_to_lay
from ...rules.play import Play
from ...rules.turn import Turn, TurnKind
from ..options.inputs import EMPTY
from ..terminal.prompt import PART_MARK, YES_OR_NO, parse_yes_or_no

VERBS: Final = ("discard", "exchange", "lay", "play")
"""The verbs that an action may begin with."""
VERB_OF_Q: Final = "replace"
"""The verb that an action of the owner of Q may begin with."""
PART_VERBS: Final = ("buy", "discard")
"""The verbs of the parts after the words."""

_MAX_DIGITS: Final = 9

HELP: Final = """\
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
  play HINT      play a word that is a command
At any time:
  help           this text
  hint [N]       the best turns by equity
  advise         the best turns by simulated games, and why
  table          show the table again
  undo           take back your last line, and what was done since
  save           where the game is saved, as it is played
  save FILE      save it in a new file from now on
  quit           leave the game; says how to go on with it

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


class PlayCommand(enum.Enum):
    """A command to the program, in any phase. The value is what is typed."""

    HELP = "help"
    HINT = "hint"
    ADVISE = "advise"
    UNDO = "undo"
    TABLE = "table"
    SAVE = "save"
    QUIT = "quit"


_COMMANDS: Final = {command.value: command for command in PlayCommand} | {
    "?": PlayCommand.HELP,
    "exit": PlayCommand.QUIT,
}


def read_command(text: str) -> tuple[PlayCommand, str] | None:
    """The command and what follows it; None if the line is not a command.

    A command wins over a word or cards of the same letters. SAVE may take a file and HINT a number,
    the others take nothing; else the line is not a command.
    """
    verb, _, rest = text.partition(" ")
    command = _COMMANDS.get(verb.lower())
    rest = rest.strip()
    if command is None or (rest and command not in {PlayCommand.SAVE, PlayCommand.HINT}):
        return None
    return command, rest


@dataclass(frozen=True, slots=True)
class Typed:
    """The decision of a person.

    turn       a turn or a part of it; what is said to the words of another is a text
    is_whole   whether what is left out is not done; else it is asked for
    """

    turn: Turn | str
    is_whole: bool = False


def read_choice(seen: SeenState, text: str, listed: Sequence[str]) -> Typed:
    """Read a line of the player who is asked.

    It is what the person means, and not always legal: `Game.push` says.

    Args:
        seen: what the player sees.
        text: the line.
        listed: the turns that were shown to choose from since the player is asked, in notation.

    Raises:
        InvalidInputError: it means nothing.
        IllegalPlay: the words cannot be laid.
    """
    if seen.phase is Phase.CHALLENGE:
        return Typed(_answer(text))
    number = parse_number(text)
    if number is not None and (listed or seen.phase is Phase.START):
        return Typed(Turn.parse(_numbered(number, listed)), is_whole=True)
    # What was printed has the cards that were meant, even where it looks like a plain word.
    shown = {turn.partition(PART_MARK)[0] for turn in listed}
    is_exact = text.partition(PART_MARK)[0].strip() in shown
    match seen.phase:
        case Phase.START:
            turn = _start(seen, text, is_exact=is_exact)
        case Phase.PURCHASE:
            turn = _purchase(seen, text)
        case _:
            turn = _cards(text, is_exact=is_exact)
    says_more = turn.words and (turn.buy or turn.discards)
    goes_on = PART_MARK in text and (turn.words or turn.buy)
    return Typed(turn, is_whole=bool(says_more or goes_on))


def parse_number(text: str) -> int | None:
    """A whole number from 0 on, of a length that people type."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
    return int(text) if is_number else None


def _numbered(number: int, listed: Sequence[str]) -> str:
    if not listed:
        raise InvalidInputError(
            'a number stands for a row of a list; type "hint" or "advise" to see one'
        )
    if not 1 <= number <= len(listed):
        raise InvalidInputError(f"{number} is not in the list; its numbers are 1 to {len(listed)}")
    return listed[number - 1]


def _answer(text: str) -> str:
    """Read an answer to the words of another."""
    sure = {"challenge": True, "accept": False}.get(text.lower(), parse_yes_or_no(text))
    if sure is None:
        raise InvalidInputError(YES_OR_NO)
    return "challenge" if sure else "accept"


def _start(seen: SeenState, text: str, *, is_exact: bool) -> Turn:
    """A turn from its start; plain words are laid in the way that pays most."""
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
    ways = ways_to_lay(seen, PlayWords(turn.words, turn.doublers))
    return replace(turn, play=max(ways, key=_rank))


def _rank(way: Play) -> tuple[float, int, int]:
    """Return a key that ranks by margin, as `find_plays` does."""
    return way.margin, way.patent_value, len(way.leave)


def _purchase(seen: SeenState, text: str) -> Turn:
    """A patent, alone or with the rest of the turn."""
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


def _cards(text: str, *, is_exact: bool) -> Turn:
    """Cards to discard, with what was said before or without."""
    says_more = is_exact or text.partition(" ")[0].lower() == "discard"
    return Turn.parse(text if says_more else f"discard {text or EMPTY}")
