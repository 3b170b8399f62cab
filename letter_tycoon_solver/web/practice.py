"""The room Practice: the hands of a day, and the owner's mistakes until they are right, as pages.

    /practice                                   the choice; `lexicon` chooses the words of the hands
    /practice/hands?day=2026-11-22&lexicon=common           the next hand, or the result of the day
    /practice/hands?day=2026-11-22&lexicon=common&hand=2    a hand; once it is played, what was best
    /practice/mistakes                          the mistake that is due first
    /practice/mistakes?key=KEY&turn=TEXT        what was best in a mistake that was answered

A turn is a form that is sent to the address of its page; static/practice.js fills in its field. The
turns of a day are in a cookie, so that the browser keeps them.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Final, Self
from urllib.parse import quote, unquote, urlencode

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .._user_data import puzzles_file
from ..advisor.analysis import Effort
from ..advisor.practice import (
    MAX_POINTS,
    N_HANDS,
    Answer,
    Box,
    Kept,
    Puzzle,
    answered,
    hands_of,
    is_right,
    points_for,
)
from ..errors import InvalidInputError, LetterTycoonError, counted
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.ruleset import ChallengeMode, ChallengeRule
from ..rules.turn import Turn
from ..search.turns import best_turns
from .messages import NotHereError, form_of, is_owner, whole_number
from .pages import list_name, page
from .simulations import Job, JobQueue, Site

SECONDS: Final = 1.0
"""The time for the simulation of an answer."""
COOKIE: Final = "letter-tycoon-practice"
EVERYDAY: Final = "common"
"""The list of the words that most people know: of the hands by default, if the server has it."""
_COOKIE_SECONDS: Final = 365 * 86_400
_MAX_FORM: Final = 1000
_MAX_TURN: Final = 256
_GOOD_POINTS: Final = 5
_MOST: Final = N_HANDS * MAX_POINTS
_N_BEST: Final = 5


class _Cookie(msgspec.Struct, frozen=True):
    """The memory of the browser.

    Attributes:
        lexicon: the word list that was chosen for the hands.
        day: of the turns.
        turns: by word list, the turns of the hands that were played; "" for one given up.
    """

    lexicon: str = ""
    day: datetime.date = datetime.date.min
    turns: dict[str, Annotated[list[str], msgspec.Meta(max_length=N_HANDS)]] = {}

    @classmethod
    def of(cls, request: Request) -> Self:
        """Read the cookie of a request; one that cannot be read is as none."""
        try:
            return msgspec.json.decode(unquote(request.cookies.get(COOKIE, "{}")), type=cls)
        except msgspec.DecodeError:
            return cls()

    def keep(self, response: Response) -> None:
        """Has the browser keep this instead."""
        text = quote(msgspec.json.encode(self))
        response.set_cookie(
            COOKIE, text, _COOKIE_SECONDS, path="/practice", httponly=True, samesite="lax"
        )


@dataclass(frozen=True, slots=True)
class _Hands:
    """The hands of a day, and how far a browser has come with them.

    There are answers to the first of them: None for one that was given up.
    """

    day: datetime.date
    lexicon: Lexicon
    seen: tuple[SeenState, ...]
    answers: Sequence[Answer | None]

    @classmethod
    def of(cls, day: datetime.date, lexicon: Lexicon, cookie: _Cookie) -> Self:
        """The hands of a day, with the answers in a cookie, if they can be read."""
        seen = hands_of(day, lexicon)
        turns = cookie.turns.get(lexicon.name, []) if cookie.day == day else []
        try:
            pairs = zip(turns, seen, strict=False)
            answers = [answered(turn, hand) if turn else None for turn, hand in pairs]
        except LetterTycoonError:
            answers = []
        return cls(day, lexicon, seen, answers)

    @property
    def n_played(self) -> int:
        """The number of hands that are played."""
        return len(self.answers)

    @property
    def is_over(self) -> bool:
        """Are all played?"""
        return self.n_played == N_HANDS

    @property
    def points(self) -> list[int]:
        """The points of each that is played."""
        return [points_for(answer.lost) if answer else 0 for answer in self.answers]

    @property
    def turns(self) -> list[str]:
        """The turn of each that is played; "" for one given up."""
        return [answer.turn.notation if answer else "" for answer in self.answers]

    def address(self, number: int | None = None) -> str:
        """The address of a hand, by its number from 1; else of the next, or of the result."""
        if number is None and not self.is_over:
            number = self.n_played + 1
        query = {"day": self.day, "lexicon": self.lexicon.name}
        return f"/practice/hands?{urlencode({**query, 'hand': number} if number else query)}"


class PracticeRoom:
    """The pages of the room."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._site = site
        self._jobs = jobs
        self.routes = [
            Route("/practice", self.choice),
            Route("/practice/hands", self.hands),
            Route("/practice/hands", self.play, methods=["POST"]),
            Route("/practice/mistakes", self.mistakes),
            Route("/practice/mistakes", self.correct, methods=["POST"]),
        ]

    def choice(self, request: Request) -> Response:
        """The choice, and how far each is."""
        cookie = _Cookie.of(request)
        if chosen := request.query_params.get("lexicon", ""):
            cookie = msgspec.structs.replace(cookie, lexicon=self._site.lexicon(chosen).name)
        today = datetime.date.today()
        box = own_box(request) if is_owner(request) else None
        response = page(
            "practice.html",
            hands=_Hands.of(today, self._chosen(cookie), cookie),
            names=[one.name for one in self._site.lexicons()],
            n_hands=N_HANDS,
            most=_MOST,
            box=box,
            n_due=len(self._due(box, today)) if box else 0,
        )
        if chosen:
            cookie.keep(response)
        return response

    # The hands of a day ---------------------------------------------------------------------------

    def hands(self, request: Request) -> Response:
        """A hand, what was best in it, or the result of the day."""
        hands = self._hands(request)
        number = whole_number(request, "hand")
        if number and number <= hands.n_played:
            return self._best_of_hand(hands, number)
        if number == hands.n_played + 1 and not hands.is_over:
            return _page(
                hands.seen[number - 1],
                f"Hand {number} of {N_HANDS}",
                text="What is your best turn?",
                action=hands.address(number),
            )
        if not hands.is_over:
            return RedirectResponse(hands.address(), 303)
        best = [best_turns(seen, seen.lexicon, limit=1)[0].notation for seen in hands.seen]
        played = list(zip(hands.points, hands.turns, best, strict=True))
        return page("practice_day.html", hands=hands, played=played, most=_MOST)

    async def play(self, request: Request) -> Response:
        """Takes the turn of a hand, which counts once, and shows what was best."""
        text = await _turn_of(request)
        return await run_in_threadpool(self._play, request, text)

    def _play(self, request: Request, text: str | None) -> Response:
        hands = self._hands(request)
        number = whole_number(request, "hand") or 0
        response = RedirectResponse(hands.address(number or None), 303)
        if number != hands.n_played + 1 or hands.is_over:
            return response
        turn = answered(text, hands.seen[number - 1]).turn.notation if text is not None else ""
        cookie, name = _Cookie.of(request), hands.lexicon.name
        others = cookie.turns if cookie.day == hands.day else {}
        _Cookie(name, hands.day, {**others, name: [*hands.turns, turn]}).keep(response)
        return response

    def _hands(self, request: Request) -> _Hands:
        """The hands of the address."""
        asked = request.query_params
        try:
            day = datetime.date.fromisoformat(asked.get("day", str(datetime.date.today())))
        except ValueError:
            raise InvalidInputError("the day must be a date, such as 2026-11-22") from None
        cookie = _Cookie.of(request)
        name = asked.get("lexicon", "")
        lexicon = self._site.lexicon(name) if name else self._chosen(cookie)
        return _Hands.of(day, lexicon, cookie)

    def _chosen(self, cookie: _Cookie) -> Lexicon:
        """The word list that a browser has chosen, else the everyday one, else the first."""
        lexicons = {one.name: one for one in self._site.lexicons()}
        names = (cookie.lexicon, EVERYDAY, *lexicons)
        return next(lexicons[name] for name in names if name in lexicons)

    def _best_of_hand(self, hands: _Hands, number: int) -> Response:
        seen, given = hands.seen[number - 1], hands.answers[number - 1]
        points = hands.points[number - 1]
        if given is None:
            behind = "you gave up"
        else:
            behind = "the best turn" if given.is_best else f"{given.behind} behind the best"
        is_last = number == N_HANDS
        return _page(
            seen,
            f"Hand {number} of {N_HANDS}",
            list(best_turns(seen, seen.lexicon, limit=_N_BEST)),
            given,
            verdict=f"{points} of {MAX_POINTS} points: {behind}.",
            is_good=points >= _GOOD_POINTS,
            told_then="",
            next_page=hands.address(None if is_last else number + 1),
            next_text="The result" if is_last else "Next hand",
        )

    # Mistakes -------------------------------------------------------------------------------------

    def mistakes(self, request: Request) -> Response:
        """A mistake, what was best in it, or, if none is due, the choice."""
        box, key = own_box(request), request.query_params.get("key")
        if key is None:
            if due := self._due(box, datetime.date.today()):
                return self._mistake_page(box, due[0])
            return RedirectResponse("/practice", 303)
        kept = _found(box, key)
        text = request.query_params.get("turn")
        if text is None or not kept.is_answered(datetime.date.today()):
            return self._mistake_page(box, kept.puzzle)
        puzzle = kept.puzzle
        seen = self._seen(puzzle)
        given = puzzle.answered(text, seen) if text else None
        first = puzzle.answered(puzzle.best, seen).best
        turns = best_turns(seen, seen.lexicon, limit=_N_BEST)
        if kept.is_right:
            verdict = "Right: as good as the best."
        else:
            verdict = "Not it." if given else "You gave up."
        again = f"It comes again on {kept.due}." if kept.due else "It is done."
        return _page(
            seen,
            self._to_go(box),
            [first, *(turn for turn in turns if turn.notation != first.notation)][:_N_BEST],
            given,
            verdict=f"{verdict} {again}",
            is_good=kept.is_right,
            told_then=puzzle.told,
            next_page="/practice/mistakes",
            next_text="Next",
        )

    async def correct(self, request: Request) -> Response:
        """Takes the turn of a mistake, and notes when that comes again.

        A turn that was not in the simulated games of the mistake is simulated first.
        """
        box, text = own_box(request), await _turn_of(request)
        puzzle = _found(box, request.query_params.get("key", "")).puzzle
        seen = self._seen(puzzle)
        given, right = None, None
        if text is not None:
            given = await run_in_threadpool(puzzle.answered, text, seen)
            right = puzzle.known_verdict(given)
            if right is None:
                right = await self._simulated(given.turn, seen)
        today = datetime.date.today()
        await run_in_threadpool(lambda: box.note(puzzle, today, right=bool(right)))
        query = {"key": puzzle.key, "turn": given.turn.notation if given else ""}
        return RedirectResponse(f"/practice/mistakes?{urlencode(query)}", 303)

    async def _simulated(self, turn: Turn, seen: SeenState) -> bool:
        """Is a turn as good as the best, by games of a second?"""
        found: list[bool] = []

        def work(job: Job, workers: Executor) -> None:
            effort = Effort(SECONDS, None, 0)
            found.append(is_right(turn, seen, effort, workers, job.check))

        async for _ in self._jobs.events(work):
            pass
        if not found:
            raise InvalidInputError("the games could not be simulated; try again")
        return found[0]

    def _due(self, box: Box, today: datetime.date) -> list[Puzzle]:
        """The mistakes that are due, of the word lists that are here."""
        return box.due(today, {one.digest for one in self._site.lexicons()})

    def _seen(self, puzzle: Puzzle) -> SeenState:
        lexicon = self._site.lexicon_with(puzzle.lexicon_digest)
        if lexicon is None:
            raise InvalidInputError(f"the word list {list_name(puzzle.lexicon_name)} is not here")
        return puzzle.seen(lexicon)

    def _to_go(self, box: Box) -> str:
        """Say how many mistakes are still due today."""
        return f"{counted(len(self._due(box, datetime.date.today())), 'mistake')} to go"

    def _mistake_page(self, box: Box, puzzle: Puzzle) -> Response:
        seen = self._seen(puzzle)
        return _page(
            seen,
            self._to_go(box),
            text=f"Round {seen.round}. Find a turn as good as the best.",
            action=f"/practice/mistakes?{urlencode({'key': puzzle.key})}",
        )


async def _turn_of(request: Request) -> str | None:
    """The turn that a form sends, None for giving up."""
    form = await form_of(request, _MAX_FORM)
    return None if "give-up" in form else form.get("turn", "")[:_MAX_TURN]


def own_box(request: Request) -> Box:
    """The mistakes of the owner, who has to be the one that asks."""
    if not is_owner(request):
        raise HTTPException(403, "Mistakes are kept for who sits at this machine.")
    try:
        return Box(puzzles_file())
    except RuntimeError:
        raise InvalidInputError("there is no home folder for the mistakes to practise") from None


def _found(box: Box, key: str) -> Kept:
    kept = box.find(key)
    if kept is None:
        raise NotHereError("There is no such position to practise here, or not any more.")
    return kept


# Pages of a position ------------------------------------------------------------------------------


def _page(
    seen: SeenState,
    title: str,
    best: Sequence[Turn] = (),
    given: Answer | None = None,
    **values: object,
) -> Response:
    """A position to find a turn in; or its best turns, and what a turn lacks that was tried."""
    names = _names(seen)
    answers = [Answer(one, best[0]) for one in best]
    return page(
        "practice_turn.html",
        title=title,
        seen=seen,
        names=names,
        table=_table(seen),
        best=[(one.turn, one.shortfall) for one in answers],
        given=given and given.turn,
        why=(given or answers[0]).why(seen, names) if best else (),
        **values,
    )


def _names(seen: SeenState) -> Sequence[str]:
    """The players by their numbers, as in sentences."""
    others = seen.clockwise_from(seen.viewer)[1:]
    names = {seen.viewer: "you"}
    for number, player in enumerate(others, 1):
        names[player] = "the opponent" if len(others) == 1 else f"opponent {number}"
    return [names[player] for player in range(len(seen.seats))]


def _table(seen: SeenState) -> dict[str, object]:
    """The position for the script: Table of table/rules.js."""
    # Words of no list are refused: there is nobody to challenge them.
    rules = replace(seen.ruleset, challenge=ChallengeRule(ChallengeMode.NONE))
    return {
        "names": _names(seen),
        "rules": rules.to_dict(),
        "goal": seen.goal,
        "known": [player == seen.viewer for player in range(len(seen.seats))],
        "seats": [asdict(seat) for seat in seen.seats],
        "community": seen.community,
        "discards": seen.discards,
        "deck": seen.deck_size,
        "phase": "start",
        "active": seen.viewer,
        "start": seen.start_player,
        "round": seen.round,
        "finalRound": seen.final_round,
        "replaced": bool(seen.turn.replaced),
        "failed": 0,
        "done": None,
    }
