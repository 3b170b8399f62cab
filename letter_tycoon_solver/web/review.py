"""The room Review: a game turn by turn, as pages; the address says which game, and which turn.

    /review                    which game
    /review?game=KEY&turn=3    a game; `turn` is the one that is open, from 1
    /review/all?player=NAME    all games of this machine at once

A page is made anew for each address. What is judged meanwhile is told by /api/judged, a stream of
events that have no data but a sentence: static/live.js asks for the page again.

A game is one of this machine's folders, or an upload. Uploads are kept in memory: who sends one has
the file, so nothing of strangers has to lie on the disk, to be cleared away or to fill it. The
oldest make place for new ones. The verdicts on turns are kept likewise, for whoever asks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import hashlib
import secrets
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from .._user_data import games_folder, tracked_folder
from ..advisor import decisions as limits
from ..advisor.analysis import (
    MIN_OPEN_TURNS,
    Analysis,
    Effort,
    Habits,
    Month,
    habits_of,
    judge,
)
from ..advisor.decisions import Choice, Decision, PlayedGame, judge_purchase, played_in
from ..advisor.players import computer_named
from ..advisor.practice import Box, puzzles_of
from ..advisor.reasons import reasons
from ..errors import InvalidInputError, LetterTycoonError, counted
from ..evaluation.tables import Evaluation
from ..game import Game, TrackedGame, is_online_log, read_online
from ..game.game import is_game_text
from ..game.records import RecordError, digest_of_words, header_of, newest_first
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.ruleset import PRESETS
from .messages import EventsResponse, NotHereError, body_bytes, form_of, is_owner, whole_number
from .pages import headline, listed, page
from .practice import own_box
from .review_chart import SIGNS, Chart
from .schema import Problem, Waiting
from .simulations import Job, JobQueue, Site, Work

SECONDS: Final = 1.0
"""For each turn."""
JUDGED: Final = "/api/judged"
"""The address of the stream."""
UPLOAD: Final = "application/octet-stream"
"""The type of an upload: a page of somebody else has to ask before it may send that."""
KINDS: Final = {
    "word": "Another word was better",
    "patent": "Another patent, or none",
    "cards": "Other cards to keep",
    "exchange": "A word or an exchange",
    "Q": "What Q replaces",
    "challenge": "Words taken back",
}
"""The kinds of losses, in the order of the chart, from below."""
_BUSY: Final = "The server is busy or has stopped."
_RECORD: Final = "application/x-ndjson"
_MAX_FORM: Final = 100
_MOST: Final = 12
"""Words, patents and months of a player's habits."""
_SIZES: Final = {"narrow": (340, 350), "wide": (720, 430)}
"""Widths and heights of the chart; the style of the page shows one of them."""
_BRIEF_HEIGHT: Final = 160
_SAVED: Final = (1000, 640)
_BOARD_RULES: Final = attrgetter(
    "payout", "duplicate_scope", "last_round", "stacking", "hand_size", "community_size"
)
"""The rules that the Hint board knows by the name of a ruleset."""
_Found = TypeVar("_Found")


# Which games there are ----------------------------------------------------------------------------

MAX_RECORD: Final = 2_097_152
"""Bytes of a file. A record has an eightieth of it, the log of a long game online a sixth."""
MAX_TURNS: Final = 1000
"""The most of a game; a long one has a tenth of it."""
MAX_UPLOADS: Final = 16
MAX_LISTED: Final = 30
"""Games of a folder."""
MAX_VERDICTS: Final = 2 * MAX_LISTED * MAX_TURNS
"""Decisions that are kept, of some kilobytes each: those of all games of both folders, so that to
judge them all comes to an end."""
_KEY_BYTES: Final = 16
_SEED: Final = 0


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game as it is reviewed.

    Attributes:
        played: its names, its choices and how it ended.
        lexicon: its words.
        is_tracked: whether it is a game of people, told by one of them.
        record: the file.
    """

    played: PlayedGame
    lexicon: Lexicon
    is_tracked: bool
    record: bytes

    @property
    def people(self) -> set[str]:
        """The names of the people whose turns are there."""
        names = {self.name_of(choice) for choice in self.played.choices}
        return {name for name in names if computer_named(name) is None}

    @property
    def names(self) -> list[str]:
        """The players' names, those of computers with a capital, as in Play."""
        called = self.played.names
        return [one[:1].upper() + one[1:] if computer_named(one) else one for one in called]

    @property
    def ending(self) -> str:
        """The winners, in words."""
        victories = self.played.victories
        if victories is None:
            return "not over"
        return f"{listed([one for one, won in zip(self.names, victories, strict=True) if won])} won"

    def name_of(self, choice: Choice) -> str:
        """Return the name of who has chosen."""
        return self.played.names[choice.seen.active]


class FileOfGame(NamedTuple):
    """A game in a folder of this machine, and what it is asked for by."""

    key: str
    written: datetime.datetime
    game: ReviewedGame


class Games:
    """All games that can be reviewed. Its methods read files, in one thread at a time.

    Args:
        lexicons: that of a game is one of these, or a shipped one; a log is read with the first.
    """

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        self._lexicons = tuple(lexicons)
        self._uploads: dict[str, ReviewedGame] = {}

    def upload(self, record: bytes) -> str:
        """Keeps a game that was sent; returns what it is asked for by, which nobody can guess.

        Raises:
            InvalidInputError: it is no record, no game in notation and no log of one played online;
                the message names the line or the move.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "record.jsonl"
            try:
                _write_record(record.decode(), path, self._lexicons[0])
                game = _read(path, self._lexicons)
            except RecordError as error:
                where = f"line {error.line} of the record" if error.line else "the record"
                raise InvalidInputError(f"{where}: {error.what}") from None
            except UnicodeDecodeError:
                raise InvalidInputError("the file is not text in UTF-8") from None
        key = secrets.token_urlsafe(_KEY_BYTES)
        self._uploads[key] = game
        _forget_the_first(self._uploads, MAX_UPLOADS)
        return key

    def find(self, key: str, *, is_owner: bool) -> ReviewedGame:
        """The game that is asked for: an upload, or for the owner of this machine one of a folder.

        Raises:
            NotHereError: there is none, or it must not be seen.
            InvalidInputError: its record cannot be read.
        """
        if key in self._uploads:
            return self._uploads[key]
        if is_owner:
            for path in _paths():
                if _key(path) == key:
                    return self._whole(path)
        raise NotHereError(
            "There is no such game here, or not any more; an uploaded record is kept until the"
            " server stops, or others come: open the file again."
        )

    def listed(self) -> list[FileOfGame]:
        """The games in the folders, the newest first, that can be reviewed and have a turn."""
        found = []
        for path in _paths():
            try:
                game = self._whole(path)
                written = datetime.datetime.fromtimestamp(path.stat().st_mtime)
            except (LetterTycoonError, OSError):
                continue  # Of another lexicon, not over yet, or removed meanwhile.
            if game.played.choices:
                found.append(FileOfGame(_key(path), written, game))
        return sorted(found, key=lambda one: one.written, reverse=True)

    def _whole(self, path: Path) -> ReviewedGame:
        """A game that is over, or one of people: the cards of another would be seen."""
        try:
            status = path.stat()
            game = _read_once(path, status.st_mtime_ns, status.st_size, self._lexicons)
        except OSError:
            raise NotHereError("The record of this game is not there any more.") from None
        except RecordError as error:
            # The paths of the server are not for the asker.
            raise InvalidInputError(f"the record of this game: {error.what}") from None
        if game.played.victories is None and not game.is_tracked:
            raise NotHereError("The game is not over; review it when it is.")
        return game


def _write_record(text: str, path: Path, lexicon: Lexicon) -> None:
    """The record in a text, or that of the game in a log or in notation."""
    if not is_online_log(text) and not is_game_text(text):
        path.write_bytes(text.encode())
        return
    with contextlib.closing(read_online(text, lexicon=lexicon).record) as game:
        game.record_to(path)


def _paths() -> Iterator[Path]:
    with contextlib.suppress(RuntimeError):  # There is no home.
        for folder in (games_folder(), tracked_folder()):
            yield from islice(newest_first(folder), MAX_LISTED)


def _key(path: Path) -> str:
    """No name of a file, and the same as long as it has its place."""
    return hashlib.blake2b(str(path).encode(), digest_size=_KEY_BYTES).hexdigest()


@lru_cache(2 * MAX_LISTED)
def _read_once(path: Path, _time: int, _size: int, lexicons: tuple[Lexicon, ...]) -> ReviewedGame:
    """Return the game in a file; a file of another time or size is read anew."""
    return _read(path, lexicons)


def _read(path: Path, lexicons: Sequence[Lexicon]) -> ReviewedGame:
    digest = digest_of_words(path)
    known = next((lexicon for lexicon in lexicons if lexicon.digest == digest), None)
    game: Game | TrackedGame
    if header_of(path).get("format") == TrackedGame.FORMAT:
        game = TrackedGame.load(path, known)
        lexicon = game.table.lexicon
    else:
        game = Game.load(path, known)
        lexicon = game.state.lexicon
    played = played_in(game)
    if len(played.choices) > MAX_TURNS:
        raise InvalidInputError(
            f"the game has {len(played.choices)} turns to judge; games of up to {MAX_TURNS} are"
            " reviewed"
        )
    return ReviewedGame(played, lexicon, isinstance(game, TrackedGame), path.read_bytes())


class Verdicts:
    """The decisions that were judged, by what was chosen and seen: the latest ones."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        # Written by the thread of the simulations alone.
        self._kept: dict[tuple[Choice, str], Decision] = {}

    def on(self, choice: Choice, lexicon: Lexicon) -> Decision | None:
        """The verdict, if it is known."""
        return self._kept.get((choice, lexicon.digest))

    def known(self, game: ReviewedGame) -> dict[int, Decision]:
        """By place among the choices of a game, what is judged already."""
        found = enumerate(self.on(choice, game.lexicon) for choice in game.played.choices)
        return {place: decision for place, decision in found if decision is not None}

    def judging(self, choice: Choice, lexicon: Lexicon) -> Work:
        """Return the work that judges one choice, unless the choice was judged meanwhile."""

        def work(job: Job, workers: Executor) -> None:
            if self.on(choice, lexicon) is None:
                effort = Effort(self._seconds, None, _SEED)
                decision = judge(choice, lexicon, effort, workers, job.check)
                self._kept[choice, lexicon.digest] = decision
                _forget_the_first(self._kept, MAX_VERDICTS)

        return work


def _forget_the_first(kept: dict[Any, Any], most: int) -> None:
    while len(kept) > most:
        del kept[next(iter(kept))]


# The pages ----------------------------------------------------------------------------------------


class ReviewRoom:
    """The pages of the room."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._jobs = jobs
        self._games = Games(site.lexicons())
        self._verdicts = Verdicts(SECONDS)
        # More that read or draw at the same time only take the interpreter from each other, and
        # those that wait in the threads of the server keep hints from them.
        self._thread = ThreadPoolExecutor(1, "review")
        self.routes = [
            Route("/review", partial(self._in_turn, self.show)),
            Route("/review", self.upload, methods=["POST"]),
            Route("/review/all", partial(self._in_turn, self.all_games)),
            Route("/review/chart.svg", partial(self._in_turn, self.chart)),
            Route("/review/record", partial(self._in_turn, self.record)),
            Route("/review/mistakes", self.practise, methods=["POST"]),
            Route(JUDGED, self.judged),
        ]

    async def _in_turn(self, work: Callable[..., _Found], *asked: object) -> _Found:
        """Have the thread of the room do something."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *asked)

    # Which game -----------------------------------------------------------------------------------

    def show(self, request: Request) -> Response:
        """The game that is asked for, or which there are."""
        if "game" not in request.query_params:
            files = self._games.listed() if is_owner(request) else None
            return page("review_games.html", files=files)
        return self._page(request, self._found(request))

    async def upload(self, request: Request) -> Response:
        """Takes a record, a notation, or the log of a game played online; kept in memory."""
        body = await body_bytes(request, MAX_RECORD, UPLOAD)
        key = await self._in_turn(self._games.upload, body)
        return RedirectResponse(f"/review?{urlencode({'game': key})}", 303)

    def _found(self, request: Request) -> ReviewedGame:
        """The game of the address."""
        key = request.query_params.get("game", "")
        return self._games.find(key, is_owner=is_owner(request))

    # The game -------------------------------------------------------------------------------------

    def _page(self, request: Request, game: ReviewedGame) -> Response:
        key = request.query_params["game"]
        known, evaluation = self._verdicts.known(game), Evaluation.of(game.lexicon.digest)
        turns = game.played.choices
        chosen, missing = _chosen(request, len(turns)), len(turns) - len(known)
        return page(
            "review.html",
            key=key,
            address=f"/review?{urlencode({'game': key})}",
            game=game,
            names=game.names,
            turns=turns,
            number_of=_number_of,
            headline_of=_headline_of,
            known=known,
            missing=missing,
            said=_said(len(turns), missing),
            stream=f"{JUDGED}?{urlencode({'game': key})}" if missing else "",
            chosen=chosen,
            pictures=_pictures(game, known, chosen),
            purchases=[judge_purchase(one, game.lexicon, evaluation) for one in game.played.offers],
            **_scores(game, known, is_own=is_owner(request)),
            **({} if chosen is None else _open_turn(game, known, chosen)),
            SIGNS=SIGNS,
            MIN_OPEN_TURNS=MIN_OPEN_TURNS,
            limits=limits,
        )

    def chart(self, request: Request) -> Response:
        """The chart, as a file."""
        game = self._found(request)
        width, height = _SAVED
        chart = Chart(game.names, game.played, self._verdicts.known(game), width)
        return Response(chart.drawn(height), media_type="image/svg+xml")

    def record(self, request: Request) -> Response:
        """The record, as a file."""
        return Response(self._found(request).record, media_type=_RECORD)

    async def practise(self, request: Request) -> Response:
        """Keeps the mistakes of a player, as far as they are judged, and goes on to practise."""
        box = own_box(request)
        form = await form_of(request, _MAX_FORM)
        return await self._in_turn(self._keep, request, form.get("player", ""), box)

    def _keep(self, request: Request, player: str, box: Box) -> Response:
        game = self._found(request)
        if player not in map(str, range(len(game.played.names))):
            raise InvalidInputError("there is no such player in this game")
        known = self._verdicts.known(game).items()
        own = {at: decision for at, decision in known if decision.player == int(player)}
        mistakes = puzzles_of([game.played.choices[at] for at in own], own.values())
        box.add(mistakes, datetime.date.today())
        return RedirectResponse("/practice/mistakes", 303)

    # All games ------------------------------------------------------------------------------------

    def all_games(self, request: Request) -> Response:
        """The losses of a player's turns, over the games of this machine that are judged.

        Without a name the player is the most frequent one.
        """
        if not is_owner(request):
            raise NotHereError("There is nothing at this address.")
        files, is_judging = self._games.listed(), "judge" in request.query_params
        people = Counter(name for file in files for name in sorted(file.game.people))
        players = [name for name, _ in people.most_common()]
        player = request.query_params.get("player") or next(iter(players), "")
        judged, missing, n_turns = [], [], 0
        for file in files:
            game = file.game
            choices = game.played.choices if player in game.people else ()
            own = [one for one in choices if game.name_of(one) == player]
            decisions = [self._verdicts.on(one, game.lexicon) for one in own]
            known = tuple(one for one in decisions if one is not None)
            n_turns += len(own)
            if len(known) < len(own):
                missing.append(file.key)
            if known:
                judged.append((_analysis(game, known), file.written.date()))
        habits = habits_of(player, judged) if judged else None
        return page(
            "review_all.html",
            player=player,
            players=players,
            n_judged=sum(len(analysis.decisions) for analysis, _ in judged),
            n_turns=n_turns,
            missing=missing,
            stream=f"{JUDGED}?game={missing[0]}" if missing and is_judging else "",
            habits=habits,
            months=_months(habits) if habits else [],
            KINDS=KINDS,
            most=_MOST,
        )

    # The stream -----------------------------------------------------------------------------------

    async def judged(self, request: Request) -> Response:
        """Judge the turns of a game one by one.

        The events: `changed` when the page is to be asked for again, `say` with a sentence for it,
        and at the end `done`, with a sentence if it is not a good one.
        """
        return EventsResponse(self._judging(await self._in_turn(self._found, request)))

    async def _judging(self, game: ReviewedGame) -> AsyncGenerator[tuple[str, str]]:
        known = await self._in_turn(self._verdicts.known, game)
        for place, choice in enumerate(game.played.choices):
            if place in known:
                continue
            trouble = _BUSY
            work = self._verdicts.judging(choice, game.lexicon)
            async with contextlib.aclosing(self._jobs.events(work)) as events:
                async for told in events:
                    if isinstance(told, Waiting) and told.ahead:
                        others = counted(told.ahead, "other simulation")
                        yield "say", f"Waiting for {others} …"
                    elif isinstance(told, Problem):
                        trouble = told.detail
            if self._verdicts.on(choice, game.lexicon) is None:
                yield "done", trouble
                return
            yield "changed", ""
        yield "done", ""


def _chosen(request: Request, n_turns: int) -> int | None:
    """The place of the turn that is open."""
    number = whole_number(request, "turn") or 0
    return number - 1 if 0 < number <= n_turns else None


# What a page says ---------------------------------------------------------------------------------


def _number_of(seen: SeenState) -> int:
    """The number of the turn, from 1; what is chosen in one turn has the same."""
    n = len(seen.seats)
    return (seen.round - 1) * n + (seen.active - seen.start_player) % n + 1


def _headline_of(choice: Choice) -> str:
    """A turn without words, told in a line."""
    return f"{choice.taken_back} taken back" if choice.taken_back else headline(choice.turn)


def _said(n_turns: int, missing: int) -> str:
    if missing:
        return f"Judging {'the turn' if n_turns == 1 else f'{n_turns} turns'} …"
    return "The turn is judged." if n_turns == 1 else f"All {n_turns} turns are judged."


def _pictures(
    game: ReviewedGame, known: Mapping[int, Decision], chosen: int | None
) -> dict[str, Markup]:
    """The chart for a narrow window, and for a wide one; beside an open turn a small one."""
    return {
        name: Chart(game.names, game.played, known, width).drawn(
            height if chosen is None else _BRIEF_HEIGHT, chosen
        )
        for name, (width, height) in _SIZES.items()
    }


def _analysis(game: ReviewedGame, decisions: tuple[Decision, ...]) -> Analysis:
    """The analysis of a game, as far as it is judged."""
    played, tables = game.played, Evaluation.of(game.lexicon.digest).name
    ends = (played.victories, played.leads)
    return Analysis(tuple(game.names), decisions, *ends, 0.0, tables, own_tables=True)


def _months(habits: Habits) -> list[tuple[Month, list[float]]]:
    """The latest months, and what a turn lost in each by each kind, nothing where it has won."""
    return [
        (month, [max(lost.get(kind, 0.0), 0.0) for kind in KINDS])
        for month in habits.months[-_MOST:]
        for lost in [{one.difference.value: one.win_loss for one in month.kinds}]
    ]


def _scores(
    game: ReviewedGame, known: Mapping[int, Decision], *, is_own: bool
) -> dict[str, object]:
    """The results of all that is judged: scores, the costliest turns, and what to practise."""
    analysis = _analysis(game, tuple(known.values()))
    places = {id(decision): place for place, decision in known.items()}
    costliest = [places[id(one)] for one in analysis.costliest()]
    is_whole = len(known) == len(game.played.choices)
    summaries = [(analysis.names.index(one.name), one) for one in analysis.summaries()]
    is_open = is_whole and costliest and not known[costliest[0]].is_decided
    return {
        "summaries": summaries,
        "costliest": costliest,
        "turning": costliest[0] if is_open else None,
        "to_practise": [
            player
            for player, one in summaries
            if is_own
            and one.mistakes + one.blunders
            and computer_named(game.played.names[player]) is None
        ],
    }


def _open_turn(game: ReviewedGame, known: Mapping[int, Decision], chosen: int) -> dict[str, object]:
    """The parts of the page about the turn that is open."""
    choice, decision = game.played.choices[chosen], known.get(chosen)
    wrong = [at for at, one in known.items() if one.verdict.value in ("mistake", "blunder")]
    return {
        "mistake_before": max((at for at in wrong if at < chosen), default=None),
        "next_mistake": min((at for at in wrong if at > chosen), default=None),
        "another_word": _on_the_board(choice),
        "why": reasons(decision.best, choice.seen, Evaluation.of(game.lexicon.digest), game.names)
        if decision
        else (),
    }


def _on_the_board(choice: Choice) -> str:
    """The address of the position on the Hint board, if that has its rules; else nothing."""
    seen = choice.seen
    rules = _BOARD_RULES(seen.ruleset)
    names = [name for name, preset in PRESETS.items() if _BOARD_RULES(preset) == rules]
    if not names:
        return ""
    you, *others = (
        f"{seat.patents}.{seat.money}.{seat.stock}"
        for seat in (seen.seats[player] for player in seen.clockwise_from(seen.active))
    )
    table: dict[str, object] = {
        "hand": seen.position.hand,
        "community": seen.community,
        "you": you,
        "opponent": others,
        "lexicon": seen.lexicon.name,
        "ruleset": names[0],
    }
    if seen.goal != PRESETS[names[0]].goals[len(seen.seats)]:
        table["goal"] = seen.goal
    if seen.turn.replaced:
        table["replaced"] = 1
    return f"/?{urlencode(table, doseq=True)}"
