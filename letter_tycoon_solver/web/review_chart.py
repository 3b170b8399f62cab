"""The picture of a game in Review: the chances and the leads, turn by turn.

Here is where its parts lie; templates/review_chart.html draws them. It is whole in itself, so that
it can be saved: light colours as attributes, which the style of the page overrides. A player is
told by colour, by the dashes of the line and by the shape of the points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from markupsafe import Markup

from ..advisor.decisions import WRONG, Decision, PlayedGame
from .pages import dollars, percent, rendered

SIGNS: Final = {"best": "★", "fine": "✓", "mistake": "?", "blunder": "??"}
"""The signs of chess players."""
_ROW: Final = 26
"""Height of a row of names."""
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
        self._players = sorted({seen.active for seen in self._seen})

    def drawn(self, height: int, chosen: int | None = None) -> Markup:
        """Both parts; beside an open turn the one by which it is judged, with a line at the turn.

        The height is without the names, of which two are in a row.
        """
        top = _ROW * math.ceil(len(self._players) / 2) + 4
        bottom, first = top + height - _BOTTOM, top + _TITLE
        if chosen is None:
            middle = first + _CHANCE_SHARE * (height - 2 * _TITLE - _BOTTOM)
            parts = [
                self._part("chance", first, middle),
                self._part("lead", middle + _TITLE, bottom),
            ]
        else:
            is_by_lead = chosen in self._known and self._known[chosen].is_decided
            parts = [self._part("lead" if is_by_lead else "chance", first, bottom)]
        svg = rendered(
            "review_chart.html",
            width=self._width,
            height=top + height,
            names={player: self._names[player] for player in self._players},
            row=_ROW,
            parts=parts,
            left=_LEFT,
            right=self._width - _RIGHT,
            mark=None if chosen is None else (self._x(chosen), first - 6, bottom),
            size=4 if self._width / max(len(self._seen), 1) < 16 else 6,
            rounds=list(self._rounds()),
            turns=[self._x(at) for at in range(len(self._seen))],
            step=self._x(1) - self._x(0),
        )
        return Markup(svg)

    def _part(self, name: str, top: float, bottom: float) -> dict[str, object]:
        """A part of the picture, by its name: a line for each player between the ticks."""
        is_lead = name == "lead"
        ends = self._leads if is_lead else self._victories
        values = {at: one.lead if is_lead else one.win for at, one in self._known.items()}
        ticks = _ticks([*values.values(), *(ends or ())]) if is_lead else _SHARES
        low, high = ticks[0], ticks[-1]

        def y(value: float) -> float:
            return round(bottom - (bottom - top) * (value - low) / (high - low), 1)

        lines = []
        for player in self._players:
            turns = [at for at, seen in enumerate(self._seen) if seen.active == player]
            places = {at: (self._x(at), y(values[at])) for at in turns if at in values}
            wrong = [
                (x, down + 24 if down - 22 < top else down - 10, SIGNS[one.verdict.value])
                for at, (x, down) in places.items()
                for one in [self._known[at]]
                if one.verdict in WRONG and one.is_decided == is_lead
            ]
            if ends and len(places) == len(turns):
                places[len(self._seen)] = self._x(len(self._seen)), y(ends[player])
            lines.append((player, list(places.values()), wrong))
        told = {
            tick: dollars(tick, 0) if is_lead else percent(tick, 0) if tick % 0.5 == 0 else ""
            for tick in ticks
        }
        return {
            "name": name,
            "title": "Final lead" if is_lead else "Chance to win",
            "top": top - 12,
            "ticks": [(y(tick), text) for tick, text in told.items()],
            "lines": lines,
        }

    def _x(self, turn: int) -> float:
        last = max(len(self._seen) - (self._victories is None), 1)
        return round(_LEFT + 14 + (self._width - _LEFT - _RIGHT - 22) * turn / last, 1)

    def _rounds(self) -> Iterator[tuple[str, float, str]]:
        """The beginnings of rounds, as many as there is room for, and the end."""
        end, is_over = self._x(len(self._seen)), self._victories is not None
        free = 0.0
        for at, seen in enumerate(self._seen):
            x = self._x(at)
            begins = not at or seen.round != self._seen[at - 1].round
            if not begins or x < free or (at and is_over and x > end - 46):
                continue
            yield (str(seen.round), x, "middle") if at else (f"Round {seen.round}", x - 10, "start")
            free = x + (34 if at else 72)
        if is_over:
            yield "end", end + 8, "end"


def _ticks(leads: Sequence[float]) -> list[float]:
    """Whole steps of dollars that hold all leads, and nothing."""
    low, high = min(0, *leads, 0), max(0, *leads, 0)
    size = high - low
    step = next((one for one in _STEPS if size / one <= _MOST_STEPS), size / _MOST_STEPS)
    first = math.floor(low / step)
    return [at * step for at in range(first, max(math.ceil(high / step), first + 1) + 1)]
