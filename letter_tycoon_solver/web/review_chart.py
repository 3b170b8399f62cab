"""The picture of a game in Review: the chances and the leads, turn by turn.

It is whole in itself, so that it can be saved: light colours as attributes, which the style
of the page overrides. A player is told by colour, by the dashes of the line and by the shape of the
points; a mistake by one question mark, a blunder by two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from markupsafe import Markup

from ..advisor.decisions import Decision, PlayedGame
from .pages import dollars, percent

_Look = dict[str, str | float]
_COLOURS: Final = ("#1f55c0", "#b5361c", "#2b7034", "#7a3aa8", "#8a5a00")
_DASHES: Final = ("none", "8 4", "2 4", "10 4 2 4", "14 6")
_SHAPES: Final = (
    "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z",
    "M0-1.1 1.1.9-1.1.9Z",
    "M-.9-.9H.9V.9H-.9Z",
    "M0-1.3 1.3 0 0 1.3-1.3 0Z",
    "M0-1.3 .35-.4 1.3-.35 .55.25 .8 1.2 0 .65-.8 1.2-.55.25-1.3-.35-.35-.4Z",
)
"""Paths around the middle, for a size of 1."""
_TEXT, _LETTER = 16, 9
"""The height of a letter, which is wider in no font, and about its width."""
_SIGN: Final = 42
"""The line of a player before the name."""
_ROW: Final = 26
_LEFT: Final = 64
_RIGHT: Final = 14
_BOTTOM: Final = 34
_TITLE: Final = 38
"""Height of the room for a title above a part."""
_CHANCE_SHARE: Final = 0.6
"""The share of the chance in the height of both parts."""
_SHARES: Final = (0, 0.25, 0.5, 0.75, 1)
"""The lines of the chance."""
_STEPS: Final = (5, 10, 20, 50, 100, 200)
"""Dollars between the lines of leads."""
_MOST_STEPS: Final = 4
_MARKS: Final = {"mistake": "?", "blunder": "??"}


def _shape(tag: str, inside: str = "", /, **attributes: str | float) -> str:
    """An element with markup in it; an underscore in the name of an attribute is a dash."""
    for name, value in attributes.items():
        text = escape(value) if isinstance(value, str) else f"{value:g}"
        tag += f' {name.strip("_").replace("_", "-")}="{text}"'
    return f"<{tag}>{inside}</{tag.partition(' ')[0]}>"


def _label(text: str, x: float, y: float, anchor: str = "middle", room: float = math.inf) -> str:
    """A text, squeezed where there may be no room for it."""
    look: _Look = {"text_anchor": anchor, "fill": "currentColor"}
    if len(text) * _TEXT > room:
        width = min(len(text) * _LETTER, room)
        look |= {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    return _shape("text", escape(text), x=x, y=y, **look)


# A game ---------------------------------------------------------------------------------------


class Chart:
    """The chance to win over the turns of a game, and below it the final lead.

    What is judged is known by its place among the choices of the game.
    """

    def __init__(
        self, names: Sequence[str], game: PlayedGame, known: Mapping[int, Decision], width: int
    ) -> None:
        self._names, self._known, self._width = names, known, width
        self._seen = [choice.seen for choice in game.choices]
        self._victories, self._leads = game.victories, game.leads
        active = {seen.active for seen in self._seen}
        self._players = [player for player in range(len(self._names)) if player in active]

    def whole(self, height: int) -> Markup:
        """Both parts; the height is without the names."""
        names, top = self._legend()
        middle = top + _TITLE + _CHANCE_SHARE * (height - 2 * _TITLE - _BOTTOM)
        chance = self._part("chance", top + _TITLE, middle)
        lead = self._part("lead", middle + _TITLE, height + top - _BOTTOM)
        return self._drawn(names + chance + lead, height + top)

    def brief(self, height: int, chosen: int) -> Markup:
        """Only the part by which a turn is judged, with a line at the turn."""
        names, top = self._legend()
        bottom, x = height + top, self._x(chosen)
        ends: _Look = {"x1": x, "x2": x, "y1": top + _TITLE - 6, "y2": bottom - _BOTTOM}
        look: _Look = {"stroke": "#14504d", "stroke_width": 3, "opacity": 0.5}
        mark = _shape("line", class_="chosen", **ends, **look)
        is_by_lead = chosen in self._known and self._known[chosen].is_decided
        name = "lead" if is_by_lead else "chance"
        drawn = self._part(name, top + _TITLE, bottom - _BOTTOM)
        return self._drawn(names + mark + drawn, bottom)

    def _drawn(self, inside: str, height: float) -> Markup:
        paper = _shape("rect", class_="paper", width=self._width, height=height, fill="#fffdf8")
        rounds, places = self._rounds(height - 8), self._places(height)
        svg = _shape(
            "svg", "".join([paper, inside, *rounds, *places]),
            xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {self._width} {height:g}",
            width=self._width, height=height, role="img", aria_label=self._spoken(),
            color="#201c15", font_size=_TEXT, font_family="system-ui, sans-serif", class_="chart",
        )  # fmt: skip
        return Markup(svg)

    def _legend(self) -> tuple[str, float]:
        """Names with their lines, two in a row, and their height."""
        items, y, half = [], 0.0, self._width / 2
        for place, player in enumerate(self._players):
            x, y = 8 + half * (place % 2), _ROW * (place // 2 + 1) - 8.0
            line = _shape(
                "line", x1=x, y1=y - 5, x2=x + 34, y2=y - 5, stroke="currentColor",
                stroke_width=2, stroke_dasharray=_DASHES[player],
            )  # fmt: skip
            items += [
                _of_player(player, [line, _point(player, x + 17, y - 5, 6)]),
                _label(self._names[player], x + _SIGN, y, "start", half - _SIGN - 16),
            ]
        return "".join(items), y + 12

    def _part(self, name: str, top: float, bottom: float) -> str:
        """A part of the picture, by its name: a line for each player between the ticks."""
        is_lead = name == "lead"
        ends = self._leads if is_lead else self._victories
        values = {at: one.lead if is_lead else one.win for at, one in self._known.items()}
        ticks = _ticks([*values.values(), *(ends or ())]) if is_lead else _SHARES
        low, high = ticks[0], ticks[-1]

        def y(value: float) -> float:
            return round(bottom - (bottom - top) * (value - low) / (high - low), 1)

        drawn = [_label("Final lead" if is_lead else "Chance to win", _LEFT, top - 12, "start")]
        for tick in ticks:
            text = dollars(tick, 0) if is_lead else percent(tick, 0) if tick % 0.5 == 0 else ""
            grid: _Look = {"x1": _LEFT, "x2": self._width - _RIGHT, "y1": y(tick), "y2": y(tick)}
            drawn += [
                _shape("line", class_="grid", stroke="#d8cfbd", **grid),
                _label(text, _LEFT - 6, y(tick) + 5, "end"),
            ]
        for player in self._players:
            turns = [at for at, seen in enumerate(self._seen) if seen.active == player]
            places = {at: (self._x(at), y(values[at])) for at in turns if at in values}
            if ends and len(places) == len(turns):
                places[len(self._seen)] = self._x(len(self._seen)), y(ends[player])
            drawn.append(self._line(player, places, top, is_lead=is_lead))
        return _shape("g", "".join(drawn), class_=name)

    def _line(
        self, player: int, places: Mapping[int, tuple[float, float]], top: float, *, is_lead: bool
    ) -> str:
        """The line of a player, with a point for each turn, and a mark where one was wrong."""
        marks = []
        for at, (x, down) in places.items():
            one = self._known.get(at)
            if one and one.verdict.value in _MARKS and one.is_decided == is_lead:
                above = down + 24 if down - 22 < top else down - 10
                look: _Look = {"text_anchor": "middle", "font_weight": 700, "fill": "#a32a17"}
                sign = _MARKS[one.verdict.value]
                marks.append(_shape("text", sign, class_="mark", x=x, y=above, **look))
        line = _shape(
            "polyline", points=" ".join(f"{x:g},{down:g}" for x, down in places.values()),
            fill="none", stroke="currentColor", stroke_width=2, stroke_dasharray=_DASHES[player],
        )  # fmt: skip
        size = 4 if self._width / max(len(self._seen), 1) < 16 else 6
        points = (_point(player, *at, size) for at in places.values())
        return _of_player(player, [line, *points, *marks])

    def _x(self, turn: int) -> float:
        last = max(len(self._seen) - (self._victories is None), 1)
        return round(_LEFT + 14 + (self._width - _LEFT - _RIGHT - 22) * turn / last, 1)

    def _rounds(self, y: float) -> list[str]:
        """The beginnings of rounds, as many as there is room for."""
        end, is_over = self._x(len(self._seen)), self._victories is not None
        found: list[str] = []
        free = 0.0
        for at, seen in enumerate(self._seen):
            x = self._x(at)
            begins = not at or seen.round != self._seen[at - 1].round
            if not begins or x < free or (at and is_over and x > end - 46):
                continue
            first = f"Round {seen.round}", x - 10, y, "start"
            found.append(_label(str(seen.round), x, y) if at else _label(*first))
            free = x + (34 if at else 72)
        return [*found, _label("end", end + 8, y, "end")] if is_over else found

    def _places(self, height: float) -> list[str]:
        """Areas for a finger, each of the nearest turn."""
        step, n_turns = self._x(1) - self._x(0), len(self._seen)
        lefts = [0.0, *(self._x(at) - step / 2 for at in range(1, n_turns)), float(self._width)]
        look: _Look = {"height": height, "fill": "none", "pointer_events": "all"}
        return [
            _shape("rect", data_turn=at + 1, x=lefts[at], width=lefts[at + 1] - lefts[at], **look)
            for at in range(n_turns)
        ]

    def _spoken(self) -> str:
        """The chart for who does not see it."""
        told = []
        for player in self._players:
            parts = [
                f"{_said(one.win, one.lead)} in round {self._seen[at].round}"
                for at, one in sorted(self._known.items())
                if self._seen[at].active == player
            ]
            if parts and self._victories and self._leads:
                end = _said(self._victories[player], self._leads[player])
                parts.append(f"{end} at the end")
            if parts:
                told.append(f" {self._names[player]}: {', '.join(parts)}.")
        return (
            f"Chance to win and final lead before each turn.{''.join(told)} The list of turns has"
            " the same numbers."
        )


def _said(win: float, lead: float) -> str:
    return f"{percent(win, 0)} and {dollars(lead, 0)}"


def _of_player(player: int, shapes: Sequence[str]) -> str:
    look: _Look = {"class_": f"line player-line-{player}", "color": _COLOURS[player]}
    return _shape("g", "".join(shapes), **look)


def _point(player: int, x: float, y: float, size: float) -> str:
    place = f"translate({x:g} {y:g}) scale({size:g})"
    look: _Look = {"fill": "currentColor", "stroke": "#fffdf8", "stroke_width": 1 / size}
    return _shape("path", class_="point", d=_SHAPES[player], transform=place, **look)


def _ticks(leads: Sequence[float]) -> list[float]:
    """Whole steps of dollars that hold all leads, and nothing."""
    low, high = min(0, *leads, 0), max(0, *leads, 0)
    size = high - low
    step = next((one for one in _STEPS if size / one <= _MOST_STEPS), size / _MOST_STEPS)
    first = math.floor(low / step)
    return [at * step for at in range(first, max(math.ceil(high / step), first + 1) + 1)]
