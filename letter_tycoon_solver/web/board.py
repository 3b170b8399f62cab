"""The questions of the table, without a memory: hints, advice, turns of computers, words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..advisor.players import ABOUT, FOR_PEOPLE, new_player
from ..game.table import AT_A_TABLE, Opponents, parse_opponents
from ..lexicon import Lexicon
from ..rules.ruleset import PRESETS, ruleset_by_name
from ..rules.turn import Turn
from .messages import EventsResponse, answer, body_of
from .schema import (
    Setup,
    Table,
    TableOfComputer,
    WholeTurn,
    hint,
    plan_json,
    view_of,
    word_json,
)
from .simulations import DEFAULT_SECONDS, MAX_SECONDS, NAMES, JobQueue, Site, simulation


def setup_json(lexicons: Sequence[Lexicon], rulesets: Iterable[str]) -> Setup:
    """These word lists, and these rulesets by their names."""
    return Setup(
        lexicons=[lexicon.name for lexicon in lexicons],
        digests={lexicon.name: lexicon.digest for lexicon in lexicons},
        rulesets=[*rulesets],
        opponents={kind: kind.called for kind in Opponents},
        computers={name: ABOUT[kind] for name, kind in FOR_PEOPLE.items()},
        seconds=DEFAULT_SECONDS,
    )


class BoardApi:
    """The answers to a table, and about words."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._site = site
        self._jobs = jobs
        self.routes = [
            Route("/api/setup", self.setup),
            Route("/api/hint", self.hint, methods=["POST"]),
            Route("/api/turn", self.turn, methods=["POST"]),
            Route("/api/advice", self.advice),
            Route("/api/words/{word}", self.word),
        ]

    async def setup(self, _request: Request) -> Response:
        """The choices of a page, such as word lists and rulesets: Setup."""
        return answer(setup_json(self._site.lexicons(), PRESETS))

    async def hint(self, request: Request) -> Response:
        """The best turns for a Table by static evaluation, also with cards missing: Hint."""
        table = await body_of(request, Table)
        lexicon = self._site.lexicon(table.lexicon)
        return answer(await run_in_threadpool(hint, table, lexicon))

    async def turn(self, request: Request) -> Response:
        """Say which turn a computer takes, for a TableOfComputer; the same for the same seed."""
        table = await body_of(request, TableOfComputer)
        lexicon = self._site.lexicon(table.lexicon)
        return answer(await run_in_threadpool(_turn_of_computer, table, lexicon))

    async def advice(self, request: Request) -> Response:
        """The best turns by simulation, as events: waiting, advice, problem and at the end done.

        The query has `table`, a Table as JSON with all cards, and may have `seconds` and `against`,
        what opponents are taken for.
        """
        asked = request.query_params
        table = msgspec.json.decode(asked.get("table", ""), type=Table)
        seconds = _seconds(asked.get("seconds", DEFAULT_SECONDS))
        opponents = parse_opponents(asked.get("against", AT_A_TABLE.value))
        lexicon = self._site.lexicon(table.lexicon)
        view = await run_in_threadpool(view_of, table, lexicon)
        told = self._jobs.events(simulation(view, lexicon, seconds, opponents))
        return EventsResponse(told, lambda one: (NAMES[type(one)], one))

    async def word(self, request: Request) -> Response:
        """Say if it is a word, what it pays, its anagrams: `word_json`.

        The query may have `lexicon` and `ruleset`, as told by the setup.
        """
        asked = request.query_params
        rules = ruleset_by_name(asked.get("ruleset", next(iter(PRESETS))))
        own = self._site.lexicon(asked.get("lexicon"))
        lexicons = [own, *(one for one in self._site.lexicons() if one is not own)]
        return answer(
            await run_in_threadpool(word_json, request.path_params["word"], lexicons, rules)
        )


def _turn_of_computer(table: TableOfComputer, lexicon: Lexicon) -> WholeTurn:
    turn = new_player(FOR_PEOPLE[table.computer], table.seed).choose(view_of(table, lexicon))
    assert isinstance(turn, Turn), "at the start of a turn"
    return plan_json(turn)


def _seconds(given: str | float) -> float:
    """Raises msgspec.ValidationError for no time, or for more than is allowed."""
    seconds = msgspec.convert(given, float, strict=False)
    if not 0 < seconds <= MAX_SECONDS:
        raise msgspec.ValidationError(
            f"seconds is {seconds:g}; give a number above 0, at most {MAX_SECONDS:g}"
        )
    return seconds
