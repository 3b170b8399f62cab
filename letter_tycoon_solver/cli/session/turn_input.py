"""What a line means that a person types in a game: a command to the program, or an action.

A line that means neither raises an error with one sentence for the person; nothing has happened.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

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
    check,
    may_replace,
    purchasable,
)
from ...rules.cards import remove_cards
from ...rules.play import parse_notation
from ..options.inputs import EMPTY
from ..terminal.prompt import PART_MARK, YES_OR_NO, parse_yes_or_no
from .word_cards import lay_words

ALL: Final = "*"
"""Stands for all cards that may be discarded."""

NOTHING: Final = "nothing"
"""Stands for no cards, as in the notation of plans."""

VERBS: Final = ("discard", "exchange", "lay", "play")
"""What an action may begin with."""
VERB_OF_Q: Final = "replace"
"""What an action of the owner of Q may begin with."""
PART_VERBS: Final = ("buy", "discard")
"""What the parts after the words begin with."""

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
                 the whole turn in one line; what is left out is not done
  3              what stands beside 3 in the last list: a play of the hint, or
                 the whole plan of the advice
  exchange XYZ   new cards in place of a word; - for none, * for all
  discard XYZ    the same; once a word is played, cards beyond those played
  replace X      exchange one card first, with the Q patent
  play HINT      play a word that is a command
At any time:
  help           this text
  hint [N]       the best plays of your turn
  advise         the best plans of your turn, by simulation, and why
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


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """Several actions in one line, for `Game.push`.

    text    in the notation of plans
    words   the words that it lays, if it does
    """

    text: str
    words: PlayWords | None = None


Choice = Action | WholeTurn
"""What a person decides to do."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What a number stands for: a row of a table that was shown.

    notation   as it is printed
    choice     what is done
    """

    notation: str
    choice: Choice


def read_choice(seen: SeenState, text: str, listed: Sequence[Listed]) -> Choice:
    """What the line means to the player who is asked.

    It is what the person means, and not always legal: see `game.check`.

    Args:
        seen: what the player sees.
        text: the line.
        listed: what was shown to choose from, since the player is asked.

    Raises:
        InvalidInputError: it means nothing.
        IllegalPlay: the words of a whole turn cannot be laid.
    """
    if seen.phase is Phase.CHALLENGE:
        return _challenge(text)
    if seen.phase is Phase.PENALTY:
        return Discard(_one_card(_without_verb(text, Discard.kind), seen.active_seat.hand))
    number = parse_number(text)
    if number is not None and (listed or seen.phase is Phase.START):
        return _numbered(number, listed)
    parts = [part.strip() for part in text.split(PART_MARK)]
    exact = [row.notation.partition(PART_MARK)[0] for row in listed]
    if seen.phase is Phase.START:
        return _whole_turn(seen, parts, exact) if _goes_on(parts) else _start(seen, text, exact)
    if _goes_on(parts) or parts[0] in exact:
        return _rest_of_turn(seen, parts)
    return _after_words(seen, text)


def _after_words(seen: SeenState, text: str) -> Action:
    if seen.phase is Phase.PURCHASE:
        return _purchase(seen, _without_verb(text, Buy.kind))
    return CleanUp(_cards(_without_verb(text, Discard.kind), seen.leave))


def parse_number(text: str) -> int | None:
    """A whole number from 0 on, of a length that people type."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
    return int(text) if is_number else None


def _numbered(number: int, listed: Sequence[Listed]) -> Choice:
    if not listed:
        raise InvalidInputError(
            'a number stands for a row of a list; type "hint" or "advise" to see one'
        )
    if not 1 <= number <= len(listed):
        raise InvalidInputError(f"{number} is not in the list; its numbers are 1 to {len(listed)}")
    return listed[number - 1].choice


def _goes_on(parts: Sequence[str]) -> bool:
    """Is it more than one action? In "discard J, Z" the mark is only between cards."""
    return any(_verb_of(part) in PART_VERBS for part in parts[1:])


def _verb_of(part: str) -> str:
    return part.partition(" ")[0].lower()


def _whole_turn(seen: SeenState, parts: Sequence[str], exact: Sequence[str]) -> WholeTurn:
    action = _start(seen, parts[0], exact)
    if not isinstance(action, PlayWords):
        raise InvalidInputError(
            f'"{parts[0]}" is all that can be done at a time; a turn that goes on begins with'
            ' words, as in "JeWeLs, buy J, discard Z"'
        )
    play = check(seen, action)
    assert play is not None, "the check of words gives the play"
    rest = _with_cards(parts[1:], play.leave)
    return WholeTurn(f"{PART_MARK} ".join([play.notation, *rest]), action)


def _rest_of_turn(seen: SeenState, parts: Sequence[str]) -> WholeTurn:
    """From the purchase on; the words on the table may be left out, and "buy" before its letter."""
    first, *more = _with_cards(parts, seen.leave)
    if seen.phase is Phase.PURCHASE and _verb_of(first) not in PART_VERBS and len(first) == 1:
        first = f"{Buy.kind} {first}"
    return WholeTurn(f"{PART_MARK} ".join([first, *more]))


def _with_cards(parts: Sequence[str], there: str) -> list[str]:
    """The parts of a turn, with the cards that the discards stand for."""
    return [
        f"{Discard.kind} {_cards(part.partition(' ')[2].strip(), there) or NOTHING}"
        if _verb_of(part) == Discard.kind
        else part
        for part in parts
    ]


def _start(seen: SeenState, text: str, exact: Sequence[str]) -> Action:
    verb, _, rest = text.partition(" ")
    match verb.lower(), rest.strip():
        case "", _:
            raise InvalidInputError('type a word, or "help"')
        case ((("discard" | "exchange" | "replace") as verb), ""):
            raise InvalidInputError(
                f'say which cards, as in "{verb} X"; "play {verb}" plays the word'
            )
        case (("discard" | "exchange"), cards):
            return Discard(_cards(cards, seen.active_seat.hand))
        case "replace", card:
            return _replace(seen, card)
        case "play", words if words:
            return lay_words(seen, words)
        case "lay", notation if notation:
            return _exactly(notation)
    # What was printed has the cards that were meant, even where it looks like a plain word.
    is_exact = text in exact or _is_notation(text)
    return _exactly(text) if is_exact else lay_words(seen, text)


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
    if PART_MARK in card:
        raise InvalidInputError("replace a card alone, and see the new one before you go on")
    return ReplaceCard(_one_card(card, seen.active_seat.hand))


def _challenge(text: str) -> Action:
    sure = {"challenge": True, "accept": False}.get(text.lower(), parse_yes_or_no(text))
    if sure is None:
        raise InvalidInputError(YES_OR_NO)
    return Challenge() if sure else Accept()


def _purchase(seen: SeenState, text: str) -> Action:
    if text.lower() in {"", "no", "none", NOTHING, EMPTY}:
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
    cards = (
        "" if text.lower() in {EMPTY, NOTHING} else text.upper().replace(" ", "").replace(",", "")
    )
    left = there
    for card in cards:
        if card not in left:
            raise InvalidInputError(f"there is no {card} left among {there}")
        left = remove_cards(left, card)
    return cards
