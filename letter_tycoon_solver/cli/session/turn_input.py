"""What a line means that a person types in a game: a command to the program, or an action.

A line that means neither raises an error with one sentence for the person; nothing has happened.
"""

from __future__ import annotations

import enum
from typing import Final

from ...cards import remove_cards
from ...errors import InvalidInputError
from ...game import (
    Accept,
    Action,
    Buy,
    Challenge,
    CleanUp,
    Decline,
    Discard,
    Phase,
    PlayWords,
    ReplaceCard,
    SeenState,
    may_replace,
    purchasable,
)
from ...play import parse_notation
from ..options.inputs import EMPTY
from ..terminal.keyboard import YES_OR_NO, parse_yes_or_no
from .word_cards import lay_words

ALL: Final = "*"
"""Stands for all cards that may be discarded."""

HELP: Final = """\
On your turn:
  WORD           play the word; the best cards for it are found
  WORD & WORD    play two words, with the V patent
  JEWeLs         choose the cards: upper case from your hand, lower case from
                 the community, (E) the duplicate of X, +S the suffix of Z;
                 then, if you like, /cv for Ys as consonant or vowel, and *KQ
                 for doublers
  lay Eel        the same, for what would else be read as a plain word
  discard XYZ    discard cards and draw as many; - for none, * for all
  replace X      exchange one card first, with the Q patent
  play HINT      play a word that is a command
At any time:
  help           this text
  hint [N]       the best plays of your turn
  advise         the best plans of your turn, by simulation, and why
  table          show the table again
  undo           back to your last decision
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


class Command(enum.Enum):
    """What the program does for a person, in any phase. The value is what is typed."""

    HELP = "help"
    HINT = "hint"
    ADVISE = "advise"
    UNDO = "undo"
    TABLE = "table"
    SAVE = "save"
    QUIT = "quit"


_COMMANDS: Final = {command.value: command for command in Command} | {
    "?": Command.HELP,
    "exit": Command.QUIT,
}


def read_command(text: str) -> tuple[Command, str] | None:
    """The command and what follows it; None if the line is not a command.

    A command wins over a word or cards of the same letters. SAVE may take a file and HINT a number,
    the others take nothing; else the line is not a command.
    """
    verb, _, rest = text.partition(" ")
    command = _COMMANDS.get(verb.lower())
    rest = rest.strip()
    if command is None or (rest and command not in {Command.SAVE, Command.HINT}):
        return None
    return command, rest


def read_action(seen: SeenState, text: str) -> Action:
    """The action that the line means to the player who is asked.

    It is what the person means, and not always legal: see `game.check`. Raises
    InvalidInputError if it means none.
    """
    match seen.phase:
        case Phase.START:
            return _start(seen, text)
        case Phase.CHALLENGE:
            return _challenge(text)
        case Phase.PENALTY:
            return Discard(_one_card(_without_verb(text, Discard.kind), seen.active_seat.hand))
        case Phase.PURCHASE:
            return _purchase(seen, _without_verb(text, Buy.kind))
        case _:
            return CleanUp(_cards(_without_verb(text, Discard.kind), seen.leave))


def _start(seen: SeenState, text: str) -> Action:
    verb, _, rest = text.partition(" ")
    match verb.lower(), rest.strip():
        case "", _:
            raise InvalidInputError('type a word, or "help"')
        case ("discard" | "replace") as verb, "":
            raise InvalidInputError(
                f'say which cards, as in "{verb} X"; "play {verb}" plays the word'
            )
        case "discard", cards:
            return Discard(_cards(cards, seen.active_seat.hand))
        case "replace", card:
            return _replace(seen, card)
        case "play", words if words:
            return lay_words(seen, words)
        case "lay", notation if notation:
            return _exactly(notation)
    return _exactly(text) if _is_notation(text) else lay_words(seen, text)


def _is_notation(text: str) -> bool:
    """Does the line say which cards to use? A capital at the beginning of a word does not."""
    if any(sign in text for sign in "()+/*"):
        return True
    words = [word.strip() for word in text.split("&")]
    return all(word.isalpha() for word in words) and not all(
        word.isupper() or word.islower() or word.istitle() for word in words
    )


def _exactly(notation: str) -> PlayWords:
    words, doublers = parse_notation(notation)
    return PlayWords(words, doublers)


def _replace(seen: SeenState, card: str) -> ReplaceCard:
    if not may_replace(seen):
        raise InvalidInputError(
            "only the owner of the Q patent replaces a card, once a turn and before all else"
        )
    return ReplaceCard(_one_card(card, seen.active_seat.hand))


def _challenge(text: str) -> Action:
    sure = {"challenge": True, "accept": False}.get(text.lower(), parse_yes_or_no(text))
    if sure is None:
        raise InvalidInputError(YES_OR_NO)
    return Challenge() if sure else Accept()


def _purchase(seen: SeenState, text: str) -> Action:
    if text.lower() in {"", "no", "none", EMPTY}:
        return Decline()
    offered = purchasable(seen)
    letter = text.upper()
    if len(letter) != 1 or letter not in offered:
        raise InvalidInputError(f"type one of {' '.join(offered)}, or nothing to buy none")
    return Buy(letter)


def _without_verb(text: str, verb: str) -> str:
    """The rest of a line such as "discard XYZ", or a line that leaves out the verb."""
    first, _, rest = text.partition(" ")
    return rest.strip() if first.lower() == verb and rest else text


def _one_card(text: str, there: str) -> str:
    card = _cards(text, there)
    if len(card) != 1:
        raise InvalidInputError(f"type one card of {there}")
    return card


def _cards(text: str, there: str) -> str:
    """The cards that are meant, all of them among those that are there."""
    if text == ALL:
        return there
    cards = "" if text == EMPTY else text.upper().replace(" ", "").replace(",", "")
    left = there
    for card in cards:
        if card not in left:
            raise InvalidInputError(f"there is no {card} left among {there}")
        left = remove_cards(left, card)
    return cards
