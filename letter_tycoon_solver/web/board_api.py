"""The operations of the hint board and of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..advisor.players import ABOUT, FOR_PEOPLE, PlanningPlayer, new_player
from ..game.table import AT_A_TABLE, Opponents
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, LETTERS, PATENT_COST
from ..rules.position import MAX_OPPONENTS
from ..rules.ruleset import PRESETS, Ruleset, ruleset_by_name
from .advice import DEFAULT_SECONDS, MAX_SECONDS, JobQueue
from .advice_answer import Seconds, advice_answer
from .endpoint import About, endpoint
from .hints import hint, is_quick, view_of
from .plans import plan_json
from .schema import (
    AdviceSoFar,
    ComputerName,
    ComputerOfGame,
    Hint,
    LetterOfGame,
    OpponentsOfAdvice,
    PlanOfTurn,
    RulesetOfGame,
    Setup,
    Status,
    Table,
    TableOfComputer,
    Word,
)
from .site import Site
from .streams import EVENTS
from .words import word_json

_FIRST_RULESET: Final = next(iter(PRESETS))

ABILITIES: Final = {
    "B": "doubles a word that begins and ends with a vowel",
    "J": "doubles a word of which at least half the letters are vowels",
    "K": "doubles a word with exactly one vowel",
    "Q": "replaces one card before the turn",
    "V": "two words in a turn",
    "X": "one card twice",
    "Z": "an S at the end",
}


def setup_json(lexicons: Sequence[Lexicon], rulesets: Mapping[str, Ruleset]) -> Setup:
    """The letters, these word lists, and these rulesets by their names."""
    return Setup(
        letters=[
            LetterOfGame(a, CARD_COUNT[a], PATENT_COST[a], ABILITIES.get(a, "")) for a in LETTERS
        ],
        lexicons=[lexicon.name for lexicon in lexicons],
        digests={lexicon.name: lexicon.digest for lexicon in lexicons},
        rulesets=[
            RulesetOfGame(
                name,
                rules.hand_size,
                rules.community_size,
                {str(players): goal for players, goal in rules.goals.items()},
            )
            for name, rules in rulesets.items()
        ],
        opponents=[OpponentsOfAdvice(kind, kind.called) for kind in Opponents],
        computers=[
            ComputerOfGame(msgspec.convert(name, ComputerName), ABOUT[kind])
            for name, kind in FOR_PEOPLE.items()
        ],
        max_opponents=MAX_OPPONENTS,
        seconds=DEFAULT_SECONDS,
        max_seconds=MAX_SECONDS,
    )


def _turn_of_computer(table: TableOfComputer, lexicon: Lexicon) -> PlanOfTurn:
    view = view_of(table, lexicon)
    player = new_player(FOR_PEOPLE[table.computer], table.seed)
    assert isinstance(player, PlanningPlayer), "as all are that people play against"
    return plan_json(player.plan(view), view.position)


class BoardApi:
    """The operations of the hint board and of words."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._site = site
        self._jobs = jobs

    @endpoint("GET /api/status", "status")
    async def status(self) -> Status:
        """Say if hints can be asked for."""
        return self._site.status

    @endpoint("GET /api/setup", "setup")
    async def setup(self) -> Setup:
        """Letters, word lists, rulesets."""
        return setup_json(self._site.lexicons(), PRESETS)

    @endpoint("POST /api/hint", "hint")
    async def hint(self, table: Table) -> Hint:
        """The best plans of a turn by static evaluation, also with cards missing."""
        lexicon = self._site.lexicon(table.lexicon)
        if is_quick(table):
            return hint(table, lexicon)
        return await run_in_threadpool(hint, table, lexicon)

    @endpoint("POST /api/turn", "turn")
    async def turn(self, table: TableOfComputer) -> PlanOfTurn:
        """Say which turn a computer takes; the same for the same seed."""
        lexicon = self._site.lexicon(table.lexicon)
        return await run_in_threadpool(_turn_of_computer, table, lexicon)

    @endpoint("GET /api/advice", "advice", gives=AdviceSoFar, media_type=EVENTS)
    async def advice(
        self,
        request: Request,
        table: Annotated[Table, About("The table, as JSON; all cards are there.")],
        seconds: Seconds = DEFAULT_SECONDS,
        against: Annotated[
            Opponents, About(f"What opponents are taken for; by default {AT_A_TABLE.value}.")
        ] = AT_A_TABLE,
    ) -> Response:
        """The best plans by simulation.

        As server-sent events: waiting, advice, problem and at the end done.
        """
        lexicon = self._site.lexicon(table.lexicon)
        view = await run_in_threadpool(view_of, table, lexicon)
        return advice_answer(request, self._jobs, view, lexicon, seconds, against)

    @endpoint("GET /api/words/{word}", "word")
    async def word(
        self,
        word: Annotated[str, About("The letters.")],
        lexicon: Annotated[str | None, About("One of those of /api/setup.")] = None,
        ruleset: Annotated[str, About("One of those of /api/setup.")] = _FIRST_RULESET,
    ) -> Word:
        """Say if it is a word, what it pays, its anagrams."""
        rules = ruleset_by_name(ruleset)
        own = self._site.lexicon(lexicon)
        lexicons = [own, *self._site.others(own)]
        return await run_in_threadpool(word_json, word, lexicons, rules)
