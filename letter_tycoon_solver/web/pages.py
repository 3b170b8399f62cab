"""Pages as HTML: the templates, and how they write numbers, cards and turns.

templates/    what pages are made of
static/       scripts, styles and pictures of all rooms
table/        scripts that know the rules of the game
engine/       what answers in place of the server on a static host
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from ..definitions import define
from ..errors import counted
from ..game.table import Seat
from ..rules.play import CARD_SOURCES, COMMUNITY, DUPLICATE, HAND, SUFFIX, VOWEL, Play, PlayedWord
from ..rules.turn import Turn

FOLDERS: Final = ("static", "table", "engine")
"""Folders of the package whose files are served; addresses have the same names."""
ROOMS: Final[Mapping[str, str]] = {
    "/": "Hint",
    "/play": "Play",
    "/track": "Track",
    "/review": "Review",
    "/words": "Words",
    "/practice": "Practice",
}
"""By path, the name of each room in the links."""
SCRIPTED: Final[Mapping[str, str]] = {
    "/": "hint.html",
    "/play": "game.html",
    "/track": "game.html",
    "/words": "words.html",
}
"""By path, the templates of the rooms that scripts fill in."""
_SERVED: Final = {
    "rooms": ROOMS,
    "folder": {name: f"/{name}/" for name in FOLDERS},
    "policy": "",
    "here": "",
    "has_links": True,
}
_SOURCES: Final = {
    HAND: ("hand", "from the hand"),
    COMMUNITY: ("community", "from the community"),
    DUPLICATE: ("duplicate", "once more, by patent X"),
    SUFFIX: ("suffix", "at the end, by patent Z"),
}
"""The look of letters by their source, and the place for people; the same as in static/cards.js."""
_MINUS: Final = "\N{MINUS SIGN}"


def page(template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """The page that a template makes of these values."""
    return HTMLResponse(rendered(template, **values), status)


def rendered(template: str, **values: Any) -> str:
    """The text of a page; it may have other links and folders than those of the server."""
    return _TEMPLATES.get_template(template).render({**_SERVED, **values})


def listed(items: Sequence[str]) -> str:
    """A list for people: "E, E and S"."""
    *others, last = [*items] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def percent(share: float, digits: int = 1) -> str:
    """A share, in percent; less than nothing with a minus sign."""
    return f"{100 * share:.{digits}f} %".replace("-", _MINUS)


def dollars(value: float, digits: int = 1) -> str:
    """An amount; less than nothing with a minus sign."""
    amount = f"{abs(value):.{digits}f}"
    return f"{_MINUS if value < 0 and float(amount) else ''}${amount}"


def signed(value: float) -> str:
    """A number with its sign."""
    return f"{value:+.1f}".replace("-", _MINUS)


def payout(play: Play, between: str = " and ") -> str:
    """The pay for words."""
    return f"${play.money}{between}{play.stock} stock" if play.stock else f"${play.money}"


def headline(turn: Turn) -> str:
    """A turn without words."""
    if turn.replace:
        return f"Replace {turn.replace} with Q"
    return f"Exchange {turn.discards or 'nothing'}"


def in_brief(turn: Turn) -> str:
    """The pay and the rest of a turn beside its words."""
    if turn.play is None:
        return "before the turn" if turn.replace else "no word this turn"
    given = sum(turn.play.royalties)
    parts = (
        payout(turn.play, " + "),
        f"royalties ${given}" if given else "",
        f"buy {turn.buy}" if turn.buy else "",
        f"discard {turn.discards}" if turn.discards else "",
    )
    return " · ".join(filter(None, parts))


def in_full(turn: Turn) -> str:
    """The pay, the doublers and the rest of a turn with words."""
    assert turn.play is not None
    doubled = zip(turn.play.words, turn.play.doublers, strict=True)
    parts = (
        payout(turn.play),
        *(f"{one.word} doubled by {listed(doublers)}" for one, doublers in doubled if doublers),
        f"buy {turn.buy}" if turn.buy else "",
        f"discard {turn.discards}" if turn.discards else "",
    )
    return " · ".join(filter(None, parts))


def owner_of(seats: Sequence[Seat], letter: str) -> int:
    """The number of the player who has the patent of a letter; -1 for nobody."""
    return next((at for at, seat in enumerate(seats) if letter in seat.patents), -1)


def sign(player: int) -> Markup:
    """The sign of a player, a shape in a colour; nothing for nobody, -1."""
    look = f'<span class="sign player-{player}" aria-hidden="true"></span>'
    return Markup(look if player >= 0 else "")


def card(letter: str, owner: int, kind: str) -> Markup:
    """A card, with the sign of who owns the patent of its letter."""
    return Markup(f'<span class="card {kind}">{escape(letter)}{sign(owner)}</span>')


def laid(word: PlayedWord, seats: Sequence[Seat], size: str) -> Markup:
    """A word as it lies on the table; to listeners it is the word."""
    cards = [
        card(letter, owner_of(seats, letter) if at in CARD_SOURCES else -1, _SOURCES[at][0])
        for letter, at in zip(word.word, word.sources, strict=True)
    ]
    name = escape(word.word)
    return Markup(
        f'<span class="laid {size}" role="img" aria-label="{name}">{"".join(cards)}</span>'
    )


def declared_ys(word: PlayedWord, doublers: str) -> str:
    """The kinds of the Ys of a word, where a doubler counts vowels; else nothing."""
    if not {*doublers} & {*"BJK"}:
        return ""
    return ", then a ".join("vowel" if y == VOWEL else "consonant" for y in word.y_as)


LISTS: Final = {"enable": "all words (ENABLE)", "common": "common words"}
"""The word lists of the library, as people call them."""


def list_name(lexicon: str) -> str:
    """The name of a word list for people."""
    return LISTS.get(lexicon, lexicon)


_TEMPLATES: Final = Environment(
    loader=PackageLoader(__package__),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals |= {
    one.__name__: one
    for one in (
        *(listed, counted, percent, dollars, signed, payout, headline, in_brief, in_full),
        *(owner_of, sign, card, laid, declared_ys, list_name, define, urlencode),
    )
}
_TEMPLATES.globals["SOURCES"] = _SOURCES
