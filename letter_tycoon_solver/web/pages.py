"""Pages as HTML: the templates, and what they say numbers and turns with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from ..definitions import define
from .frame import ROOMS
from .schema import LaidWord, PlanOfTurn, Seat

_SOURCES: Final = {
    "hand": "from the hand",
    "community": "from the community",
    "duplicate": "once more, by patent X",
    "suffix": "at the end, by patent Z",
}
"""The places that letters come from, for people; the same as in static/cards.js."""
_MINUS: Final = "\N{MINUS SIGN}"


def page(template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """The page that a template makes of these values."""
    return HTMLResponse(_TEMPLATES.get_template(template).render(values), status)


def listed(items: Sequence[str]) -> str:
    """A list for people: "E, E and S"."""
    *others, last = [*items] or [""]
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, what: str) -> str:
    """A number of things: "1 game", "2 games"."""
    return f"{count:,} {what}{'s' * (count != 1)}"


def percent(share: float, digits: int = 1) -> str:
    """A share, in percent; less than nothing with a minus sign."""
    return f"{100 * share:.{digits}f} %".replace("-", _MINUS)


def dollars(value: float, digits: int = 1) -> str:
    """An amount; less than nothing with a minus sign."""
    amount = f"{abs(value):.{digits}f}"
    return f"{_MINUS if value < 0 and float(amount) else ''}${amount}"


def payout(plan: PlanOfTurn, between: str = " and ") -> str:
    """The pay for words."""
    return f"${plan.money}{between}{plan.stock} stock" if plan.stock else f"${plan.money}"


def headline(plan: PlanOfTurn) -> str:
    """A turn without words."""
    if plan.replace:
        return f"Replace {plan.replace} with Q"
    return f"Exchange {plan.discards or 'nothing'}"


def in_brief(plan: PlanOfTurn) -> str:
    """The pay and the rest of a turn with words."""
    given = sum(one.dollars for one in plan.royalties)
    parts = (
        payout(plan, " + "),
        f"royalties ${given}" if given else "",
        f"buy {plan.buy}" if plan.buy else "",
        f"discard {plan.discards}" if plan.discards else "",
    )
    return " · ".join(filter(None, parts))


def in_full(plan: PlanOfTurn) -> str:
    """The pay, the doublers and the rest of a turn with words."""
    parts = (
        payout(plan),
        *(f"{one.word} doubled by {listed(one.doublers)}" for one in plan.words if one.doublers),
        f"buy {plan.buy}" if plan.buy else "",
        f"discard {plan.discards}" if plan.discards else "",
    )
    return " · ".join(filter(None, parts))


def owner_of(seats: Sequence[Seat], letter: str) -> int:
    """The number of the player who has the patent of a letter; -1 for nobody."""
    return next((at for at, seat in enumerate(seats) if letter in seat.patents), -1)


def declared_ys(word: LaidWord) -> str:
    """The kinds of the Ys of a word, where a doubler counts vowels; else nothing."""
    if not {*word.doublers} & {*"BJK"}:
        return ""
    return ", then a ".join(one.y_as for one in word.letters if one.y_as)


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
        *(listed, counted, percent, dollars, payout, headline, in_brief, in_full),
        *(owner_of, declared_ys, define, urlencode),
    )
}
_TEMPLATES.globals |= {"SOURCES": _SOURCES, "ROOMS": ROOMS}
