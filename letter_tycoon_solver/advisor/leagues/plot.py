"""`plot_league`: the ratings of a league with their intervals."""

from __future__ import annotations

import os
from typing import Final

from ..._plots import BLUE, check_plot, finish, new_figure, save_figure
from ...errors import InvalidInputError, require
from .league import League

_WIDTH: Final = 8.0
_HEIGHT, _HEIGHT_OF_PLAYER = 1.5, 0.35


def plot_league(league: League, path: str | os.PathLike[str]) -> None:
    """Write the ratings to a .png, .svg or .pdf file, best first, with their intervals.

    Args:
        league: a league of at least two players.
        path: the file; it is replaced.

    Raises:
        InvalidInputError: `path` is not a path or has another suffix, the league has no games, or
            matplotlib is missing.
        OSError: the file cannot be written.
    """
    require(league, League, "the league")
    check_plot(path)
    if not league.players:
        raise InvalidInputError("the league has no games to plot; play at least one")
    players = league.players[::-1]
    figure = new_figure(_WIDTH, _HEIGHT + _HEIGHT_OF_PLAYER * len(players))
    axes = figure.subplots()
    below = [player.rating - player.interval[0] for player in players]
    above = [player.interval[1] - player.rating for player in players]
    axes.errorbar(
        [player.rating for player in players],
        range(len(players)),
        xerr=[below, above],
        fmt="o",
        color=BLUE,
        capsize=4,
    )
    axes.set_yticks(range(len(players)), [player.name for player in players])
    axes.set_ylim(-0.6, len(players) - 0.4)
    title = f"{league.games:,} games (word list {league.lexicon_name})"
    finish(axes, title, "rating in Elo points, with its 95 % interval", "", "x")
    save_figure(figure, path)
