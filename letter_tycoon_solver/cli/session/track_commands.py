"""The commands of `track`, and its help."""

from __future__ import annotations

import enum
import re
from typing import Final

from ...errors import InvalidInputError
from ...rules.notation import CAME, DREW

HELP: Final = """\
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
  2 > K                  plan 2 of the last advice
Where the cards of a word come from is inferred, and asked where it matters.
You can say it: JeWeLs (small letters are community cards), (E) the duplicate
of X, +S the suffix of Z, YACHT/c, LAWNs*K. "JeWeLs, buy J, discard Z" is a line
too. "play TURNS" plays what is a command, "lay Eel" just these cards.

  ?  advice for your turn     why 2     the reasons of plan 2
  undo, redo                  turns     all turns, with their numbers
  fix 4     tell turn 4 anew  insert 4  a forgotten turn before turn 4
  remove 4  no such turn      deal      correct the first cards, or who began
  unseen    unseen cards      word CAT  is it a word, and what would it earn
  table     (or Enter) the table        help, quit"""


class Command(enum.Enum):
    """A command besides telling turns. The value is what is typed."""

    ADVISE = "?"
    WHY = "why"
    UNDO = "undo"
    REDO = "redo"
    FIX = "fix"
    INSERT = "insert"
    REMOVE = "remove"
    DEAL = "deal"
    UNSEEN = "unseen"
    TURNS = "turns"
    WORD = "word"
    TABLE = "table"
    HELP = "help"
    QUIT = "quit"


WITH_NUMBER: Final = {Command.FIX: "turn", Command.INSERT: "turn", Command.REMOVE: "turn"}
_COMMANDS: Final = {command.value: command for command in Command} | {
    "advise": Command.ADVISE,
    "advice": Command.ADVISE,
    "exit": Command.QUIT,
    "": Command.TABLE,
}
_WORDS: Final = re.compile(r"[A-Za-z]{2,}( ?& ?[A-Za-z]+)?")
_NUMBER: Final = re.compile("[0-9]{1,4}")


def command_alone(text: str) -> Command | None:
    """The command that a line is without a number or a word after it; None for any other line."""
    command = _COMMANDS.get(text.lower()) if text else None
    return None if command in WITH_NUMBER or command is Command.WORD else command


def read_command(text: str) -> tuple[Command, str] | None:
    """The command and what follows it; None if the line is a turn.

    A command wins over a word of the same letters, unless more is said of a turn.

    Raises:
        InvalidInputError: the number of a turn or the word is missing.
    """
    verb, _, rest = text.partition(" ")
    command, rest = _COMMANDS.get(verb.lower()), rest.strip()
    if command is None or CAME in text or DREW in text:
        return None
    if command in WITH_NUMBER or command is Command.WORD:
        if not rest:
            example = "word JANES" if command is Command.WORD else f"{verb.lower()} 4"
            raise InvalidInputError(
                f'say which, as in "{example}"; "play {verb}" plays {verb.upper()}'
            )
        takes = _WORDS if command is Command.WORD else _NUMBER
        return (command, rest) if takes.fullmatch(rest) else None
    if command is Command.WHY:
        return (command, rest or "1") if _NUMBER.fullmatch(rest or "1") else None
    return None if rest else (command, "")
