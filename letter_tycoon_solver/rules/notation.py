"""The notation of words and turns, read: one grammar for all that is typed, told, sent and kept.

Words, as play.py writes them:

    J  w             a card of the hand, one of the community
    (E)  +S          the duplicate of X, the suffix of Z
    /cv              behind a word: its Ys in order, consonant or vowel
    *KQ              behind that: the doublers of the word
    &                between two words

A turn, as turn.py writes it, and what people leave out:

    JeWeLs, buy J, discard AZ      jewels j -az
    replace X, JeWeLs              q x jewels         "q jewels": the card was not seen
    replace X from community
    exchange JZ                    - JZ
    JeWeLs, challenged by Ben      jewels !ben        "!": there is only one who can have done it
    exchange nothing               -

Cards may be counted: "- 3" is three that were not seen, as is "- ???"; "*" is all of them. Words in
capitals only, or in small letters only, may be laid in any way: see game/turns.py. "play turns"
is a word whatever it is the name of, and "lay Eel" has these cards also at a prompt.

A line at a table says which cards came, too:

    jewels j > QT                  into the community
    lane k < ERTO > K              and into one's own hand, also "drew ERTO"
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..errors import InvalidInputError, require, show
from .cards import ALL_CARDS, CARD_COUNT, HIDDEN, MIN_WORD_LENGTH, parse_cards
from .play import COMMUNITY, DUPLICATE, HAND, SUFFIX, WORD_JOIN, PlayedWord
from .ruleset import MAX_CARDS

CAME: Final = ">"
DREW: Final = "<"

_LETTER: Final = re.compile(r"\(([A-Za-z])\)|\+([A-Za-z])|([A-Z])|([a-z])")
_LETTER_SOURCES: Final = DUPLICATE + SUFFIX + HAND + COMMUNITY
_WORD: Final = re.compile(rf"((?:{_LETTER.pattern})+)(?:/([vc]+))?(?:\*([BJKQ]+))?")
_WORDS: Final = re.compile(r"[^\s&]*(?:\s*&\s*[^\s&]*)*")
_MARKED: Final = re.compile(rf"\s*([{CAME}{DREW}])\s*")
# DREW is a word too: at the beginning of a line, and behind &.
_TYPED_MARKED: Final = re.compile(
    rf"\s*([{CAME}{DREW}]|(?<=[^&\s])\s+drew(?=\s))\s*", re.IGNORECASE
)
# A capital at the beginning of what a person types is that of a sentence.
_TITLE: Final = re.compile(r"(?<![^&\s])[A-Z][a-z]+(?![^/*&\s])")
_COUNT: Final = re.compile("[0-9]{1,2}")
_NOTHING: Final = "nothing"
_CHALLENGED: Final = "challenged"
_FROM_COMMUNITY: Final = "from community"
_JOIN: Final = WORD_JOIN.strip()
_VERBS: Final = ("replace", "exchange", "buy", "discard")
_SHOWN: Final = '"JeWeLs, buy J, discard Z", "exchange JZ" or "replace X"'


class TurnParts(NamedTuple):
    """The parts of a turn as they are said; None for a part that is left out.

    replace     one letter, or HIDDEN; in a small letter one of the community
    words       with their doublers per word, None if none are said
    challenger  "" if nobody says who
    buy         one letter, "" for none
    exchange, discard   letters, sorted, then HIDDEN for each card that was not seen; or ALL_CARDS
    """

    replace: str | None = None
    words: tuple[PlayedWord, ...] = ()
    doublers: tuple[str, ...] | None = None
    exchange: str | None = None
    challenger: str | None = None
    buy: str | None = None
    discard: str | None = None


def parse_words(text: str) -> tuple[tuple[PlayedWord, ...], tuple[str, ...] | None]:
    """The played words of a notation, and the doublers per word, None if it names none.

    Raises:
        InvalidInputError: the text is not in the notation.
    """
    if not isinstance(text, str):
        raise InvalidInputError(f"{show(text)} is not a string; give a play in notation")
    words: list[PlayedWord] = []
    doublers: list[str] = []
    for part in text.split(_JOIN):
        match = _WORD.fullmatch(part.strip())
        if match is None:
            raise InvalidInputError(
                f"{show(part.strip())} is not a word in play notation; write hand cards in upper "
                "case, community cards in lower case, (E) a duplicate, +S the suffix, /cv the Ys, "
                "*KQ the doublers, and & between two words"
            )
        words.append(_parse_word(match[1], match[6] or ""))
        doublers.append("".join(sorted(match[7] or "")))
    return tuple(words), tuple(doublers) if any(doublers) else None


def _parse_word(letters: str, y_as: str) -> PlayedWord:
    word = sources = ""
    for match in _LETTER.finditer(letters):
        group = match.lastindex or 0
        word += match[group].upper()
        sources += _LETTER_SOURCES[group - 1]
    return PlayedWord(word, sources, y_as)


def parse_turn(text: str, *, typed: bool = False) -> TurnParts:
    """The parts of a turn.

    Args:
        text: in the notation, at its full length or short.
        typed: whether a person types it at the start of a turn: then a capital at the beginning of
            a word says nothing, nor does a comma too many, "buy b" is the word BUY, and "challenged
            by Ben -z" goes on behind the name.

    Raises:
        InvalidInputError: the text is not in the notation.
    """
    require(text, str, "the turn")
    require(typed, bool, "typed")
    reader = _Reader(text, typed)
    for part in text.split(","):
        reader.read(" ".join(part.split()))
    return reader.parts()


def split_line(text: str, *, typed: bool = False) -> tuple[str, str | None, str | None]:
    """The turn of a line at a table, the cards that came into the community, and into the hand.

    Args:
        text: the line.
        typed: as of `parse_turn`; then "drew" is a mark, which else may be of a name.

    Raises:
        InvalidInputError: the text is not a string, or says one of them twice.
    """
    require(text, str, "the turn")
    require(typed, bool, "typed")
    turn, *pieces = (_TYPED_MARKED if typed else _MARKED).split(text.strip())
    turn = turn.rstrip(" ,") if pieces else turn
    came: dict[str, str] = {}
    for mark, given in zip(pieces[::2], pieces[1::2], strict=True):
        name = CAME if mark == CAME else DREW
        if name in came:
            raise InvalidInputError(f'{show(text)} has "{mark.strip()}" twice; give it once')
        cards, challenge, rest = given.partition("!")
        turn += f" {challenge}{rest}" if challenge else ""
        came[name] = _letters(cards)
    return turn, came.get(CAME), came.get(DREW)


class _Reader:
    """Reads a turn part by part.

    text    all of it, for messages
    typed   as of `parse_turn`
    found   what was read so far, by the fields of `TurnParts`
    renews  whether the card that is replaced is one of the community
    """

    def __init__(self, text: str, typed: bool) -> None:
        self._text = text
        self._typed = typed
        self._found: dict[str, str] = {}
        self._renews = False

    def parts(self) -> TurnParts:
        """All that was read."""
        found = self._found
        if not found:
            raise InvalidInputError(
                f"{show(self._text)} says nothing of what is done; give a turn such as {_SHOWN}"
            )
        if "exchange" in found and found.keys() - {"exchange", "replace"}:
            raise InvalidInputError(
                f"{show(self._text)} exchanges cards and does more; an exchange is in place of"
                " words"
            )
        words, doublers = parse_words(found["words"]) if "words" in found else ((), None)
        return TurnParts(
            replace=self._one_card(),
            words=words,
            doublers=doublers,
            exchange=self._cards("exchange"),
            challenger=found.get("challenger"),
            buy=self._patent(),
            discard=self._cards("discard"),
        )

    def read(self, part: str) -> None:
        """Reads what stands between commas, in which blanks are single."""
        if not part and not self._typed:
            raise InvalidInputError(
                f"{show(self._text)} has an empty part; give a turn such as {_SHOWN}"
            )
        while part:
            part = self._read_first(part)

    def _read_first(self, part: str) -> str:
        """Reads the first thing that is said; returns the rest."""
        token, _, rest = part.partition(" ")
        verb = token.lower()
        if token.startswith("!"):
            return self._challenge(part[1:].lstrip(), ends_at_mark=True)
        if verb == _CHALLENGED and self._is_challenge(token, rest):
            name = rest.partition(" ")[2] if rest.lower().startswith("by ") else rest
            name = "" if name.lower() == "by" else name
            return self._challenge(name, ends_at_mark=self._typed)
        if token.startswith("-"):
            given = f"{token[1:]} {rest}".strip()
            return self._take_cards("discard" if self._has_begun else "exchange", given)
        if verb in _VERBS and rest and not self._is_a_word(verb, rest):
            return self._take_cards(verb, rest)
        if "words" in self._found or (len(token) == 1 and self._found.keys() - {"replace"}):
            return self._go_on(token, rest)
        return self._begin(token, rest, part)

    @property
    def _has_begun(self) -> bool:
        """Is what follows about a turn whose words are said, or lie on the table?"""
        return bool(self._found.keys() & {"words", "challenger", "buy", "discard"})

    def _is_challenge(self, token: str, rest: str) -> bool:
        """True for a "challenged" clause, not for the word itself laid in capitals."""
        if "words" in self._found:
            return bool(rest) or token == _CHALLENGED
        return rest.lower().startswith("by ") or rest.lower() == "by"

    def _is_a_word(self, verb: str, rest: str) -> bool:
        """True for a verb that was laid as a word: what stands before & is one.

        No turn begins with a purchase, so that at the start of a typed one BUY was laid.
        """
        patent = rest.partition(" ")[0]
        is_first = self._typed and not self._has_begun
        return rest.startswith(_JOIN) or (verb == "buy" and is_first and len(patent) == 1)

    def _begin(self, token: str, rest: str, part: str) -> str:
        """Before the words, or the words."""
        verb, next_token = token.lower(), rest.partition(" ")[0]
        if verb == "q" and "replace" not in self._found and not rest.startswith(_JOIN):
            is_said = len(next_token) == 1 and next_token not in "-!"
            self._say("replace", next_token if is_said else HIDDEN)
            return rest.partition(" ")[2] if is_said else rest
        is_exact = verb == "lay"
        if verb in {"play", "lay"} and len(next_token) >= MIN_WORD_LENGTH:
            part = rest
        match = _WORDS.match(part)
        words = match[0] if match else ""
        rest = part[len(words) :].lstrip()
        if self._typed and not is_exact:
            words = _TITLE.sub(lambda title: title[0].lower(), words)
        self._say("words", words)
        return rest

    def _go_on(self, token: str, rest: str) -> str:
        """Behind the words: a patent alone; behind cards, another card."""
        last = next((name for name in ("discard", "exchange") if name in self._found), None)
        if len(token) != 1:
            raise InvalidInputError(
                f"{show(token)} is neither the letter of a patent nor cards in the notation of"
                f' turns; give the rest of the turn as in "jewels j -z" or {_SHOWN}'
            )
        if last is None:
            self._say("buy", token)
        else:
            self._found[last] += token
        return rest

    def _challenge(self, given: str, *, ends_at_mark: bool) -> str:
        """The name of a challenger; in the short form a mark may follow it."""
        tokens, name = given.split(" "), []
        while tokens and not (ends_at_mark and tokens[0].startswith(("!", "-"))):
            name.append(tokens.pop(0))
        self._say("challenger", " ".join(name).strip())
        return " ".join(tokens)

    def _take_cards(self, verb: str, given: str) -> str:
        """The letters behind a verb, up to the next thing that is said."""
        tokens = given.split(" ") if given else []
        cards = tokens.pop(0) if tokens else ""
        is_one = verb in {"buy", "replace"}
        while tokens and not is_one and not _begins_a_part(tokens[0]):
            cards += tokens.pop(0)
        self._say(verb, _letters(cards))
        rest = " ".join(tokens)
        if verb == "replace" and rest.lower().startswith(_FROM_COMMUNITY):
            self._renews = True
            return rest[len(_FROM_COMMUNITY) :].lstrip()
        return rest

    def _say(self, name: str, given: str) -> None:
        if name in self._found:
            raise InvalidInputError(f"{show(self._text)} says {name} twice; say each thing once")
        self._found[name] = given

    # What the parts are -----------------------------------------------------------------------

    def _cards(self, verb: str) -> str | None:
        given = self._found.get(verb)
        if given is None or given == ALL_CARDS:
            return given
        if _COUNT.fullmatch(given) and int(given) <= MAX_CARDS:
            return HIDDEN * int(given)
        return parse_cards(given, f"the cards to {verb}")

    def _one_card(self) -> str | None:
        card = self._cards("replace")
        if card is None or (len(card) == 1 and card != ALL_CARDS):
            return card.lower() if card and self._renews else card
        raise InvalidInputError(
            f"{show(self._text)} replaces {show(self._found['replace'])}; give one card"
        )

    def _patent(self) -> str | None:
        given = self._found.get("buy")
        if given and given.upper() not in CARD_COUNT:
            raise InvalidInputError(
                f"the patent to buy is {show(given)}; give one letter from A to Z"
            )
        return None if given is None else given.upper()


def _begins_a_part(token: str) -> bool:
    return token.startswith(("!", "-")) or token.lower() in {*_VERBS, _CHALLENGED}


def _letters(cards: str) -> str:
    """Without blanks and commas; none for "-" and "nothing"."""
    cards = "".join(cards.replace(",", " ").split())
    return "" if cards.lower() in {"-", _NOTHING} else cards
