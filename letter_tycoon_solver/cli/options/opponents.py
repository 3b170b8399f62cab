"""The option that says what advice takes the others for. Of its own: the advisor comes along."""

from __future__ import annotations

from typing import Final

import click

from ...advisor.opponents import Opponents

opponents_option: Final = click.option(
    "--opponents",
    "taken_for",
    type=click.Choice([kind.value for kind in Opponents], case_sensitive=False),
    default=Opponents.STATIC.value,
    show_default=True,
    help="What the others are taken for: people who know common words, or bots of a level.",
)
