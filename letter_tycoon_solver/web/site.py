"""The server's stock: word lists and compiled kernels, once they are ready."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Final

from .._log import NAME as LOGGER_NAME
from .._version import __version__
from ..advisor import advise
from ..advisor.advice import MIN_PLAYOUTS
from ..errors import InvalidInputError, show
from ..evaluation.ranking import EQUITY
from ..game.state import SeenState
from ..game.table import AT_A_TABLE
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..lexicon.word_list import SHIPPED
from ..search.solver import find_plays
from .messages import NotReadyError
from .schema import Status

_WARM_TABLES: Final = (("JWLEANZ", "EES", "QVXZ"), ("JVVWWXZ", "CCQ", ""))
"""Hand, community and patents: words of all kinds, and cards to exchange, whose worth is sampled as
at the end of a computer's turn."""
_STARTING: Final = "The word lists are being loaded."


class Site:
    """The lexicons by name, that of the command line first, and whether everything is ready."""

    def __init__(self, lexicon: str = DEFAULT_LEXICON) -> None:
        self._first = lexicon
        self._lexicons: dict[str, Lexicon] = {}
        self._is_ready = threading.Event()
        self._message = _STARTING

    def warm_up(self) -> None:
        """Loads the word lists, after which hints are ready, and compiles what advice needs.

        To compile takes up to a minute, once.

        Raises:
            LexiconError: the word list of the command line cannot be used.
        """
        logger, listener = logging.getLogger(LOGGER_NAME), _Listener(self)
        logger.addHandler(listener)
        try:
            loaded = [Lexicon.load(name) for name in dict.fromkeys([self._first, *SHIPPED])]
            # A file may have the name of a shipped list; it is the one that was asked for.
            for lexicon in loaded:
                self._lexicons.setdefault(lexicon.name, lexicon)
            views = [
                SeenState.at_table(
                    hand, community, patents=patents, opponents=[""], lexicon=loaded[0]
                )
                for hand, community, patents in _WARM_TABLES
            ]
            for view in views:
                find_plays(view.position, loaded[0], rank_by=EQUITY, limit=1)
            self._is_ready.set()
            # What is asked for advice now waits for the compiler; a hint does not.
            for view in views:
                # Against people, whose words are found then, too.
                advise(view, loaded[0], playouts=MIN_PLAYOUTS, opponents=AT_A_TABLE)
        finally:
            logger.removeHandler(listener)

    def tell(self, message: str) -> None:
        """Has the status say what the server is waiting for."""
        self._message = message

    @property
    def status(self) -> Status:
        """Say if it is ready, and else why not."""
        if self._is_ready.is_set():
            return Status("ready", "", __version__)
        return Status("starting", self._message, __version__)

    def lexicons(self) -> Sequence[Lexicon]:
        """The lexicons that can be asked for. Raises NotReadyError."""
        self._check_ready()
        return list(self._lexicons.values())

    def lexicon(self, name: str | None) -> Lexicon:
        """The lexicon of this name, the first for None.

        Raises:
            NotReadyError: it is not loaded yet.
            InvalidInputError: there is no such lexicon here.
        """
        self._check_ready()
        chosen = next(iter(self._lexicons)) if name is None else name
        if chosen not in self._lexicons:
            raise InvalidInputError(
                f"there is no word list {show(chosen)} here; choose one of"
                f" {', '.join(self._lexicons)}"
            )
        return self._lexicons[chosen]

    def lexicon_with(self, digest: str) -> Lexicon | None:
        """The lexicon with this digest, if it is here. Raises NotReadyError."""
        self._check_ready()
        return next((one for one in self._lexicons.values() if one.digest == digest), None)

    def others(self, lexicon: Lexicon) -> list[Lexicon]:
        """The other lexicons."""
        return [other for other in self._lexicons.values() if other is not lexicon]

    def _check_ready(self) -> None:
        if not self._is_ready.is_set():
            raise NotReadyError(f"The server is starting: {self._message} Ask again in a moment.")


class _Listener(logging.Handler):
    """Passes on to the status what the library logs, such as that it compiles."""

    def __init__(self, site: Site) -> None:
        super().__init__()
        self._site = site

    def emit(self, record: logging.LogRecord) -> None:
        self._site.tell(record.getMessage())
