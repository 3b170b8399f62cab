"""Verdicts on the turns of a game: judged one by one, and kept for whoever asks again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Executor
from typing import Final

from ...advisor.analysis import Effort, judge
from ...advisor.decisions import Choice, Decision
from ...lexicon import Lexicon
from ..advice import Job, Tell

MAX_KEPT: Final = 4096
"""Decisions; some tens of games."""
_SEED: Final = 0

_Key = tuple[Choice, str, float]


class Verdicts:
    """The decisions that were judged, by what was chosen and seen: the latest ones."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, Decision] = OrderedDict()

    def on(self, choice: Choice, lexicon: Lexicon, seconds: float) -> Decision | None:
        """The verdict, if it is known."""
        key = (choice, lexicon.digest, seconds)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, choice: Choice, lexicon: Lexicon, seconds: float, decision: Decision) -> None:
        """Keeps a verdict."""
        with self._lock:
            self._kept[choice, lexicon.digest, seconds] = decision
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)


class TurnToJudge(Job):
    """The simulations that judge one choice; they end in `verdicts`."""

    def __init__(
        self, choice: Choice, lexicon: Lexicon, seconds: float, verdicts: Verdicts, client: str
    ) -> None:
        super().__init__(client)
        self._question = (choice, lexicon, seconds)
        self._verdicts = verdicts

    def run(self, workers: Executor, tell: Tell) -> None:  # noqa: ARG002 (nothing before the end)
        """Judges, unless somebody else has meanwhile asked the same."""
        choice, lexicon, seconds = self._question
        if self._verdicts.on(*self._question) is None:
            decision = judge(choice, lexicon, Effort(seconds, None, _SEED), workers, self.check)
            self._verdicts.keep(*self._question, decision)
