"""The operations of the hint board and of words."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..game.opponents import AT_A_TABLE, Opponents, parse_opponents
from ..rules.cards import CARD_COUNT, LETTERS, PATENT_COST
from ..rules.position import MAX_OPPONENTS
from ..rules.ruleset import PRESETS, ruleset_by_name
from .advice import DEFAULT_SECONDS, MAX_SECONDS, Simulations
from .advice_answer import SECONDS, advice_answer
from .hints import hint, is_quick, view_of
from .operation import Operation, Parameter
from .replies import answer
from .requests import body_of
from .schema import (
    AdviceSoFar,
    Hint,
    LetterOfGame,
    OpponentsOfAdvice,
    RulesetOfGame,
    Setup,
    Status,
    Table,
    Word,
)
from .site import Site
from .streams import EVENTS
from .words import told_word

ABILITIES: Final = {
    "B": "doubles a word that begins and ends with a vowel",
    "J": "doubles a word of which at least half the letters are vowels",
    "K": "doubles a word with exactly one vowel",
    "Q": "replaces one card before the turn",
    "V": "two words in a turn",
    "X": "one card twice",
    "Z": "an S at the end",
}


class BoardApi:
    """The operations of the hint board and of words."""

    def __init__(self, site: Site, simulations: Simulations) -> None:
        self._site = site
        self._simulations = simulations

    @property
    def operations(self) -> list[Operation]:
        """All of them; the OpenAPI document describes these."""
        lexicon = Parameter("lexicon", "query", str, "One of those of /api/setup.")
        ruleset = Parameter("ruleset", "query", str, "One of those of /api/setup.")
        return [
            Operation(
                "GET",
                "/api/status",
                "status",
                "Whether hints can be asked for.",
                self.status,
                Status,
            ),
            Operation(
                "GET", "/api/setup", "setup", "Letters, word lists, rulesets.", self.setup, Setup
            ),
            Operation(
                "POST",
                "/api/hint",
                "hint",
                "The best plans of a turn by static evaluation, also with cards missing.",
                self.hint,
                Hint,
                takes=Table,
            ),
            Operation(
                "GET",
                "/api/advice",
                "advice",
                "The best plans by simulation, as server-sent events: waiting, advice, problem and"
                " at the end done.",
                self.advice,
                AdviceSoFar,
                parameters=(
                    Parameter("table", "query", Table, "The table, as JSON; all cards are there."),
                    SECONDS,
                    Parameter(
                        "against",
                        "query",
                        Opponents,
                        f"What opponents are taken for; by default {AT_A_TABLE.value}.",
                    ),
                ),
                media_type=EVENTS,
            ),
            Operation(
                "GET",
                "/api/words/{word}",
                "word",
                "Whether it is a word, what it pays, its anagrams.",
                self.word,
                Word,
                parameters=(
                    Parameter("word", "path", str, "The letters."),
                    lexicon,
                    ruleset,
                ),
            ),
        ]

    async def status(self, _request: Request) -> Response:
        """Say if the server is ready."""
        return answer(self._site.status)

    async def setup(self, _request: Request) -> Response:
        """Return all that a page has to know first."""
        return answer(
            Setup(
                letters=[
                    LetterOfGame(a, CARD_COUNT[a], PATENT_COST[a], ABILITIES.get(a, ""))
                    for a in LETTERS
                ],
                lexicons=list(self._site.lexicon_names()),
                rulesets=[
                    RulesetOfGame(
                        name,
                        rules.hand_size,
                        rules.community_size,
                        {str(players): goal for players, goal in rules.goals.items()},
                    )
                    for name, rules in PRESETS.items()
                ],
                opponents=[OpponentsOfAdvice(kind, kind.called) for kind in Opponents],
                max_opponents=MAX_OPPONENTS,
                seconds=DEFAULT_SECONDS,
                max_seconds=MAX_SECONDS,
            )
        )

    async def hint(self, request: Request) -> Response:
        """The plans of the table in the body."""
        table = await body_of(request, Table)
        lexicon = self._site.lexicon(table.lexicon)
        if is_quick(table):
            return answer(hint(table, lexicon))
        return answer(await run_in_threadpool(hint, table, lexicon))

    async def advice(self, request: Request) -> Response:
        """The stream of a simulation."""
        table = msgspec.json.decode(request.query_params.get("table", ""), type=Table)
        lexicon = self._site.lexicon(table.lexicon)
        view = await run_in_threadpool(view_of, table, lexicon)
        opponents = parse_opponents(request.query_params.get("against", AT_A_TABLE.value))
        return advice_answer(request, self._simulations, view, lexicon, opponents)

    async def word(self, request: Request) -> Response:
        """Return the facts about a word."""
        lexicon = self._site.lexicon(request.query_params.get("lexicon"))
        ruleset = ruleset_by_name(request.query_params.get("ruleset", next(iter(PRESETS))))
        lexicons = [lexicon, *self._site.others(lexicon)]
        word = request.path_params["word"]
        return answer(await run_in_threadpool(told_word, word, lexicons, ruleset))
