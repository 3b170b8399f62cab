"""The server's stock: the word lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..advisor import advise
from ..advisor.advice import MIN_PLAYOUTS
from ..errors import InvalidInputError, show
from ..game.state import SeenState
from ..game.table import AT_A_TABLE
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..lexicon.word_list import SHIPPED

_WARM_TABLES: Final = (("JWLEANZ", "EES", "QVXZ"), ("JVVWWXZ", "CCQ", ""))
"""Hand, community and patents: words of all kinds, and cards to exchange, whose worth is sampled as
at the end of a computer's turn."""


class Site:
    """The lexicons by name, that of the command line first.

    Raises:
        LexiconError: the word list of the command line cannot be used.
    """

    def __init__(self, lexicon: str = DEFAULT_LEXICON) -> None:
        self._lexicons: dict[str, Lexicon] = {}
        for one in map(Lexicon.load, dict.fromkeys([lexicon, *SHIPPED])):
            # A file may have the name of a shipped list; it is the one that was asked for.
            self._lexicons.setdefault(one.name, one)

    def warm_up(self) -> None:
        """Have everything loaded that hints and advice need, so that the first do not wait."""
        for hand, community, patents in _WARM_TABLES:
            view = SeenState.at_table(
                hand, community, patents=patents, opponents=[""], lexicon=self.lexicon(None)
            )
            # Against people, whose words are found then, too.
            advise(view, view.lexicon, playouts=MIN_PLAYOUTS, opponents=AT_A_TABLE)

    def lexicons(self) -> Sequence[Lexicon]:
        """The lexicons that can be asked for."""
        return list(self._lexicons.values())

    def lexicon(self, name: str | None) -> Lexicon:
        """The lexicon of this name, the first for None.

        Raises:
            InvalidInputError: there is no such lexicon here.
        """
        chosen = next(iter(self._lexicons)) if name is None else name
        if chosen not in self._lexicons:
            raise InvalidInputError(
                f"there is no word list {show(chosen)} here; choose one of"
                f" {', '.join(self._lexicons)}"
            )
        return self._lexicons[chosen]

    def lexicon_with(self, digest: str) -> Lexicon | None:
        """The lexicon with this digest, if it is here."""
        return next((one for one in self._lexicons.values() if one.digest == digest), None)
