"""The room Practice: the hands of a day, and the owner's mistakes until they are got right."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .._user_data import puzzles_file
from ..advisor.analysis import Effort
from ..advisor.practice import (
    MAX_POINTS,
    N_HANDS,
    Answer,
    Box,
    Puzzle,
    answered,
    hands_of,
    is_right,
    points_for,
)
from ..errors import InvalidInputError
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.ruleset import ChallengeMode, ChallengeRule
from ..rules.turn import Turn
from ..search.turns import best_turns
from .advice import Job, JobQueue, Tell
from .messages import NotFoundError, answer, body_of, client_of, is_owner
from .plans import plan_json, seats_json
from .schema import Answered, Done, PracticePosition, PracticeRoom, Tried, Verdict
from .site import Site

_HAND: Final = re.compile(rf"(\d{{4}}-\d\d-\d\d)\.([1-{N_HANDS}])(?:\.(.+))?")
"""The key of a hand: its day, its number, and its word list if that is not the server's."""
SECONDS: Final = 1.0
"""The time for the simulation of an answer."""
_N_BEST: Final = 5


@dataclass(frozen=True, slots=True)
class _Exercise:
    """A position to practise; `puzzle` is None for a hand of the day."""

    seen: SeenState
    puzzle: Puzzle | None

    def answered(self, text: str) -> Answer:
        """Judge a typed turn, as the library does."""
        if self.puzzle is None:
            return answered(text, self.seen)
        return self.puzzle.answered(text, self.seen)

    def best(self) -> list[Turn]:
        """The best turns; of a puzzle first that by simulation."""
        turns = list(best_turns(self.seen, self.seen.lexicon, limit=_N_BEST))
        if self.puzzle is None:
            return turns
        first = self.answered(self.puzzle.best).best
        return [first, *(turn for turn in turns if turn.notation != first.notation)][:_N_BEST]


class PracticeApi:
    """The positions of the room, and what is said to turns that somebody tries."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._site = site
        self._jobs = jobs
        self.routes = [
            Route("/api/practice", self.room),
            Route("/api/practice/{position}/answers", self.answers, methods=["POST"]),
            Route("/api/practice/{position}/verdicts", self.verdicts, methods=["POST"]),
        ]

    async def room(self, request: Request) -> Response:
        """The hands of a day, and the mistakes that are due for the owner: PracticeRoom.

        The query has `date`, by the person's own clock, and may have `lexicon`.
        """
        asked = request.query_params
        date = msgspec.convert(asked.get("date", ""), datetime.date)
        lexicon = asked.get("lexicon", "")
        return answer(await run_in_threadpool(self._room, date, lexicon, is_owner(request)))

    async def answers(self, request: Request) -> Response:
        """Compare a turn, as Tried, with the best ones at once: Answered."""
        tried = await body_of(request, Tried)
        exercise = await self._exercise(request)
        return answer(await run_in_threadpool(_answer_json, exercise, tried))

    async def verdicts(self, request: Request) -> Response:
        """Say if a turn, as Tried, is as good as the best, by games of a second: Verdict."""
        tried = await body_of(request, Tried)
        exercise = await self._exercise(request)
        puzzle = exercise.puzzle
        if puzzle is None:
            raise HTTPException(409, "A hand of the day is judged by equity alone.")
        given = await run_in_threadpool(exercise.answered, tried.turn)
        job = _Games(given.turn, exercise.seen, client_of(request))
        self._jobs.join(job)
        while not isinstance(await job.inbox.get(), Done):
            pass
        right = job.right
        if right is None:
            raise HTTPException(503, "The games could not be simulated; try again.")
        again = await run_in_threadpool(lambda: _box().note(puzzle, tried.date, right=right))
        return answer(Verdict(right, again))

    def _room(self, day: datetime.date, name: str, is_own: bool) -> PracticeRoom:
        first, chosen = self._site.lexicon(None), self._site.lexicon(name or None)
        suffix = "" if chosen is first else f".{name}"
        lexicons = {one.digest: one for one in [first, *self._site.others(first)]}
        hands = hands_of(day, chosen)
        box = _box() if is_own else None
        due = box.due(day, lexicons) if box else []
        return PracticeRoom(
            date=day,
            lexicon=chosen.name,
            hands=[_position_json(f"{day}.{at}{suffix}", seen) for at, seen in enumerate(hands, 1)],
            max_points=MAX_POINTS,
            puzzles=[
                _position_json(one.key, one.seen(lexicons[one.lexicon_digest])) for one in due
            ],
            next=box.next_day() if box else None,
            is_owner=is_own,
        )

    async def _exercise(self, request: Request) -> _Exercise:
        """The position of the path."""
        key = request.path_params["position"]
        return await run_in_threadpool(self._found, key, is_owner(request))

    def _found(self, key: str, is_own: bool) -> _Exercise:
        if hand := _HAND.fullmatch(key):
            day = msgspec.convert(hand[1], datetime.date)
            hands = hands_of(day, self._site.lexicon(hand[3]))
            return _Exercise(hands[int(hand[2]) - 1], None)
        puzzle = _box().find(key) if is_own else None
        lexicon = puzzle and self._site.lexicon_with(puzzle.lexicon_digest)
        if puzzle is None or not isinstance(lexicon, Lexicon):
            raise NotFoundError("there is no such position to practise here, or not any more")
        return _Exercise(puzzle.seen(lexicon), puzzle)


class _Games(Job):
    """The simulated games of an answer; `right` is what they say, None before."""

    def __init__(self, turn: Turn, seen: SeenState, client: str) -> None:
        super().__init__(client)
        self._turn = turn
        self._seen = seen
        self.right: bool | None = None

    def run(self, workers: Executor, tell: Tell) -> None:  # noqa: ARG002 (as it is called)
        """Simulates."""
        effort = Effort(SECONDS, None, 0)
        self.right = is_right(self._turn, self._seen, effort, workers, self.check)


def _box() -> Box:
    try:
        return Box(puzzles_file())
    except RuntimeError:
        raise InvalidInputError("there is no home folder for the mistakes to practise") from None


def _answer_json(exercise: _Exercise, tried: Tried) -> Answered:
    seen, puzzle = exercise.seen, exercise.puzzle
    given = exercise.answered(tried.turn) if tried.turn else None
    best = exercise.best()
    right, again = None, None
    if puzzle is not None:
        right = puzzle.known_verdict(given) if given else False
        again = None if right is None else _box().note(puzzle, tried.date, right=right)
    return Answered(
        turn=plan_json(given.turn, seen.position) if given else None,
        best=[plan_json(turn, seen.position) for turn in best],
        lost=given.lost if given else 0.0,
        behind=given.behind if given else "",
        points=points_for(given.lost) if given else 0,
        why=list((given or Answer(best[0], best[0])).why(seen, _names(seen))),
        told=puzzle.told if puzzle else "",
        right=right,
        again=again,
    )


def _names(seen: SeenState) -> Sequence[str]:
    """The players by their numbers, as in sentences."""
    others = seen.clockwise_from(seen.viewer)[1:]
    names = {seen.viewer: "you"}
    for number, player in enumerate(others, 1):
        names[player] = "the opponent" if len(others) == 1 else f"opponent {number}"
    return [names[player] for player in range(len(seen.seats))]


def _position_json(key: str, seen: SeenState) -> PracticePosition:
    # Words of no list are refused: there is nobody to challenge them.
    rules = replace(seen.ruleset, challenge=ChallengeRule(ChallengeMode.NONE))
    return PracticePosition(
        position=key,
        seats=seats_json(seen, _names(seen)),
        you=seen.viewer,
        rules=rules.to_dict(),
        goal=seen.goal,
        hand=seen.seats[seen.viewer].hand,
        community=seen.community,
        discards=seen.discards,
        deck=seen.deck_size,
        start=seen.start_player,
        round=seen.round,
        final_round=seen.final_round,
        replaced=bool(seen.turn.replaced),
        lexicon=seen.lexicon.name,
    )
