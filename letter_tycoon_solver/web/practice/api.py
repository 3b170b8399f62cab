"""The operations of the room Practice."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Annotated, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..._user_data import puzzles_file
from ...advisor.analysis import Effort
from ...advisor.practice import (
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
from ...errors import InvalidInputError
from ...game.state import SeenState
from ...lexicon import Lexicon
from ...rules.ruleset import ChallengeMode, ChallengeRule
from ...rules.turn import Turn
from ...search.turns import best_turns
from ..advice import Job, JobQueue, Tell
from ..endpoint import About, endpoint
from ..plans import plan_json, seats_json
from ..requests import NotFoundError, client_of, is_owner
from ..schema import Done
from ..site import Site
from .schema import Answered, PracticePosition, PracticeRoom, Tried, Verdict

_OF_POSITION: Final = "/api/practice/{position}"
_Position = Annotated[str, About("As told by /api/practice.")]
_Date = Annotated[datetime.date, About("Of the person's own clock, as 2026-11-22.")]
_Lexicon = Annotated[str, About("The word list of the hands; by default that of the server.")]
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
    """The operations of the room Practice."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._site = site
        self._jobs = jobs

    @endpoint("GET /api/practice", "practice")
    async def room(self, request: Request, date: _Date, lexicon: _Lexicon = "") -> PracticeRoom:
        """The five hands of a day, and the mistakes that are due for who asks from this machine."""
        return await run_in_threadpool(self._room, date, lexicon, is_owner(request))

    @endpoint(f"POST {_OF_POSITION}/answers", "practiceAnswer")
    async def answers(self, request: Request, position: _Position, tried: Tried) -> Answered:
        """Compare a turn with the best ones at once."""
        exercise = await self._exercise(request, position)
        return await run_in_threadpool(_answer_json, exercise, tried)

    @endpoint(f"POST {_OF_POSITION}/verdicts", "practiceVerdict")
    async def verdicts(self, request: Request, position: _Position, tried: Tried) -> Verdict:
        """Say if a turn is as good as the best, by simulated games; it takes a second."""
        exercise = await self._exercise(request, position)
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
        return Verdict(right, again)

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

    async def _exercise(self, request: Request, key: str) -> _Exercise:
        """The position of a key."""
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
