"""Whatever is given to anything public: a LetterTycoonError comes out, and nothing else.

A door is a function, a constructor, a method or a property that a user can reach from the exported
names. Its arguments come from three sources: correct values, real values of the wrong kind, and
junk. Only a LetterTycoonError may come out, or an error that Python documents for item access.
"""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
import itertools
import math
import os
import random
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.doc_pages import ROOT
from support.online import text_of
from support.selection import quick

import letter_tycoon_solver as lts
from letter_tycoon_solver import advisor, batch, game
from letter_tycoon_solver._kernels.game_layouts import row_size
from letter_tycoon_solver.advisor.advice import MAX_SECONDS, MIN_PLAYOUTS
from letter_tycoon_solver.errors import LetterTycoonError
from letter_tycoon_solver.game import OnlineLogError, read_online
from letter_tycoon_solver.lexicon.word_list import SHIPPED

PACKAGE = "letter_tycoon_solver"
ROOMS = (PACKAGE, *(f"{PACKAGE}.{room}" for room in ("batch", "game", "advisor")))
SPECIAL = ("__getitem__", "__contains__", "__eq__", "__len__", "__iter__", "__repr__", "__str__")
MOST_SAID = 1_000
"""The most characters of a message, whatever was given."""
DOCUMENTED = {"__getitem__": (IndexError, KeyError, TypeError)}
"""The errors that Python documents for these methods."""


# Doors -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Door:
    """A public function, method or property that can be called.

    owner        the class of a method or property, which needs an instance; else None
    parameters   without the instance
    """

    name: str
    function: Callable[..., object]
    owner: type | None
    parameters: tuple[str, ...]

    @property
    def allowed(self) -> tuple[type[Exception], ...]:
        return (LetterTycoonError, Hostile, *DOCUMENTED.get(self.name.split(".")[-1], ()))


def doors() -> list[Door]:
    """Return every door once, in a fixed order."""
    found: dict[str, Door] = {}
    for room in ROOMS:
        module = importlib.import_module(room)
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) and not issubclass(thing, enum.Enum):
                for door in _doors_of_class(thing):
                    found.setdefault(door.name, door)
            elif inspect.isfunction(thing):
                found.setdefault(name, Door(name, thing, None, _parameters(thing)))
    return list(found.values())


def _doors_of_class(cls: type) -> Iterator[Door]:
    if getattr(cls, "_is_protocol", False):
        return
    # Users do not construct errors.
    if not issubclass(cls, BaseException):
        yield Door(cls.__name__, cls, None, _parameters(cls))
    for name in dir(cls):
        if name.startswith("_") and name not in SPECIAL:
            continue
        member = inspect.getattr_static(cls, name)
        label = f"{cls.__name__}.{name}"
        if isinstance(member, property):
            assert member.fget is not None
            yield Door(label, member.fget, cls, ())
        elif isinstance(member, classmethod | staticmethod):
            bound = getattr(cls, name)
            yield Door(label, bound, None, _parameters(bound))
        elif inspect.isfunction(member) and PACKAGE in member.__code__.co_filename:
            yield Door(label, member, cls, _parameters(member)[1:])


def _parameters(function: Callable[..., object]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


# Junk --------------------------------------------------------------------------------------------


class Hostile(Exception):  # noqa: N818 - the caller's own, which may pass through
    """Raised by objects whose creator made them so."""


def _raise(*_: object) -> Any:
    raise Hostile


class HostileEq:
    __eq__ = _raise
    __hash__ = object.__hash__


class HostileSequence(list[object]):
    __len__ = _raise
    __iter__ = _raise
    __getitem__ = _raise


class HostileContainer:
    __contains__ = _raise


class HostileNumber:
    __index__ = _raise
    __float__ = _raise


class Text(str):
    """A string of a class of its own."""


def _nested(depth: int) -> list[object]:
    nested: list[object] = []
    for _ in range(depth):
        nested = [nested]
    return nested


def _itself() -> list[object]:
    itself: list[object] = []
    itself.append(itself)
    return itself


def junk() -> list[object]:
    """Return values that few functions take; none of them takes for ever."""
    numbers = [
        True, False, 0, 1, -1, 2, 7, 2**63, -(2**63), 10**30, -(10**30), 10**5000, 0.5, -0.0, 1e300,
        math.nan, math.inf, -math.inf, 1j, Decimal("0.1"), Decimal("NaN"), Fraction(1, 3),
        np.int64(3), np.uint8(255), np.float64("nan"), np.bool_(True),
    ]  # fmt: skip
    texts = [
        "", " ", "x", "CAT", "cat", "-", ".", "?", "/", "&", "K", "BJKQ", "h", "hhh", "v", "é", "ß",
        "\u017f", "\u212a", "\ud800", "\0", "\n", "\uff11", "\U0001d538", "\u0130",
        "A" * 10_000, "a" * 10_000, "CAT " * 5_000, "a, " * 5_000, "é" * 10_000, "1" * 5_000,
        "margin", "equity", "best", "none", "CAT DOG - . 9",
        Text("CAT"), b"", b"CAT", bytearray(b"x"), memoryview(b"CAT"),
    ]  # fmt: skip
    collections: list[object] = [
        [], [1], [None], ["CAT"], ["CAT", ""], ["é"], [b"CAT"], [[]], [["CAT"]], (), ("x",), (1, 2),
        ("-", "margin"), ("margin", "margin"), {}, {"a": 1}, {"A": 1}, {1: 2}, {"": ""},
        {"hand": ["CAT"]}, {"kind": "play"}, {"kind": []}, {2: 10**5000}, set(), {"CAT"},
        frozenset({"CAT"}), range(3), slice(0, 1), slice("a", None), [[], [[]]], [{}], [math.nan],
        [[0.0, "x"]], [10**5000], ["CAT" * 3_000], ["CAT"] * 5_000, {"a" * 10_000: 1},
        {f"{number}": 1 for number in range(5_000)}, iter(["CAT"]), _nested(3_000), _itself(),
        np.zeros(3), np.zeros((2, 7), np.uint8), np.array(5), np.array(["CAT"]), np.zeros((0, 0)),
        np.array([], np.int64),
    ]  # fmt: skip
    others = [
        None, object(), ..., NotImplemented, int, len, HostileEq(), HostileSequence(),
        HostileContainer(), HostileNumber(), ValueError("x"),
    ]  # fmt: skip
    return [*numbers, *texts, *collections, *others]


# Calls -------------------------------------------------------------------------------------------


@dataclass
class Fuzzer:
    """Call doors at random, repeatable by seed; `failures` lists those with a wrong error.

    valid       by parameter, or by "door.parameter", correct values
    instances   by class, a function that makes an instance; a method gets a new one each time
    """

    valid: Mapping[str, Sequence[object]]
    instances: Mapping[type, Callable[[], object]]
    failures: dict[str, str] = field(default_factory=dict)
    called: dict[str, int] = field(default_factory=dict)

    def values_of(self, door: Door, parameter: str) -> Sequence[object]:
        """Return correct values of the parameter; KeyError if none are listed."""
        own = self.valid.get(f"{door.name}.{parameter}")
        return self.valid[parameter] if own is None else own

    def instance_of(self, owner: type) -> object:
        """Return a new instance; KeyError if no function for it is listed."""
        return next(make for cls, make in self.instances.items() if issubclass(cls, owner))()

    def run(self, seed: int, n: int) -> None:
        """Call every door, and then some at random, n times in all."""
        rng = random.Random(seed)
        every = doors()
        weights = [0.02 if door.name in SLOW else 1.0 for door in every]
        more = rng.choices(every, weights, k=max(0, n - len(every)))
        wrong = [*junk(), *itertools.chain.from_iterable(self.valid.values())]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for door in [*every, *more]:
                self._call(door, self._arguments(door, wrong, rng))

    def _arguments(
        self, door: Door, wrong: Sequence[object], rng: random.Random
    ) -> dict[str, object]:
        """Choose arguments: mostly all correct but one, otherwise any of them wrong."""
        share = rng.choice((0.0, 0.0, 0.0, 0.5))
        only = rng.choice(door.parameters) if door.parameters else None
        arguments = {}
        for name in door.parameters:
            is_wrong = name == only or rng.random() < share
            value = rng.choice(wrong if is_wrong else self.values_of(door, name))
            if is_wrong and (too_long(name, value) or _fails_by_itself(name, value)):
                value = None
            arguments[name] = value
        return arguments

    def _call(self, door: Door, arguments: dict[str, object]) -> None:
        self.called[door.name] = self.called.get(door.name, 0) + 1
        owner = None if door.owner is None else self.instance_of(door.owner)
        result: object = None
        try:
            if door.owner is None:
                result = door.function(**arguments)
            else:
                result = door.function(owner, **arguments)
            if isinstance(result, Iterator):
                list(itertools.islice(result, 3))
        except door.allowed as error:
            if isinstance(error, LetterTycoonError) and len(str(error)) > MOST_SAID:
                key = f"{door.name}: {type(error).__name__} of {len(str(error)):,} characters"
                self.failures.setdefault(key, f"{_shown(error)} of {_shown(arguments)}")
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{door.name}: {type(error).__name__} at {where.filename}:{where.lineno}"
            self.failures.setdefault(key, f"{_shown(error)} of {_shown(arguments)}")
        finally:
            for value in (result, owner):
                tidy(value)


def _fails_by_itself(name: str, value: object) -> bool:
    """Return True for a caller's own function with other arguments: its error is the caller's."""
    return name == "progress" and callable(value)


def tidy(value: object) -> None:
    """Close the value if it is open."""
    for name in ("finish", "close"):
        close = getattr(value, name, None)
        if callable(close) and type(value).__module__ != "numpy":
            close()


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={_shown(one)}" for name, one in value.items())
    try:
        return repr(value)[:150]
    except Exception:
        return f"(a {type(value).__name__})"


# The tests: whatever is given to anything public -------------------------------------------------


N_CALLS = 30_000
N_CALLS_OF_A_SOAK = 1_000_000
WORDS = ["CAT", "ACT", "TEA", "SEAT", "SEATS", "AREA", "AQUA", "TOES", "YAY"]

SLOW = frozenset(
    [
        "advise",
        "survey",
        "solve_batch",
        "iter_solve_batch",
        "best_possible",
        "Lexicon.load",
        "Lexicon.compile",
        "tournament",
        "analyze",
        "Lexicon.cache_path",
        "AdvisorPlayer.choose",
        "StaticPlayer.choose",
        "PlaysWriter",
        "Game.resume",
        "Game.load",
        "Game.record_to",
        "GreedyPlayer.choose",
        "RandomPlayer.choose",
    ]
)


def too_long(parameter: str, value: object) -> bool:
    """Seconds to think that are right, and more than a test has; a long list of words."""
    if parameter == "name_or_path":
        return isinstance(value, str) and value in SHIPPED
    is_number = parameter == "seconds" and isinstance(value, Real)
    return is_number and 0 < value <= MAX_SECONDS  # type: ignore[operator]


@pytest.fixture
def make_fuzzer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Fuzzer]:
    """A fuzzer with real values of every kind, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def make() -> Fuzzer:
        return new_fuzzer(tmp_path)

    return make


def new_fuzzer(folder: Path) -> Fuzzer:
    word_list = folder / "words.txt"
    word_list.write_text("\n".join(WORDS), "ascii")
    table = folder / "hands.csv"
    table.write_text("hand,money\nCATS,3\nTEA,1\n", "ascii")
    lexicon = lts.Lexicon.from_words(WORDS)
    unchallenged = replace(lts.RULEBOOK, challenge=lts.ChallengeRule(lts.ChallengeMode.NONE))
    rulesets = [lts.RULEBOOK, lts.ONLINE, unchallenged]
    position = lts.Position("CATSEAY", "EQT", "BVXZ", ["E", ""], 3)
    plays = lts.find_plays(position, lexicon, limit=5)
    play = plays[0]
    by_equity = lts.find_plays(position, lexicon, rank_by="equity", limit=3)
    turn, turns = lts.OpenTurn(position), lts.best_turns(position, lexicon, limit=5)
    positions = batch.Positions.of([position, lts.Position("TEA", "S")])
    solved = batch.solve_batch(positions, lexicon, limit=2)
    states = _states(lexicon, unchallenged)
    views = [state.seen_by(state.to_act) for state in states]
    recorded = folder / "recorded.jsonl"
    with game.Game(["Ann", "Bo"], 3, lexicon) as first:
        first.record_to(recorded)
        first.apply(game.Action(game.ActionKind.EXCHANGE))
    actions: list[game.Action] = [
        game.ACCEPT, game.CHALLENGE, game.DECLINE, game.lay(play.words, play.doublers),
        *(
            game.Action(kind, "A")
            for kind in (game.ActionKind.EXCHANGE, game.ActionKind.DISCARD, game.ActionKind.BUY,
                         game.ActionKind.REPLACE)
        ),
    ]  # fmt: skip
    advice = advisor.advise(states[0], lexicon, playouts=MIN_PLAYOUTS)
    evaluation = advisor.Evaluation.of(lexicon.digest)
    records = batch.best_possible(lexicon)
    survey = batch.survey(1, lexicon, patent_sets="K", seed=0)
    played = game.Game.load(recorded, lexicon)
    analysis = advisor.analyze(played, lexicon, playouts=16)
    purchase = advisor.Purchase(1, 0, turns[0], turns[0])
    soon_over = _soon_over(unchallenged)
    contest = advisor.tournament(["random", "greedy"], 2, lexicon, ruleset=soon_over, seed=0)

    def reader() -> batch.PositionReader:
        return batch.read_positions(table)

    def writer() -> batch.PlaysWriter:
        return batch.PlaysWriter(folder / f"{os.urandom(8).hex()}.csv")

    def tracked() -> game.TrackedGame:
        followed = game.TrackedGame(
            ["Ann", "Bo"], first="Bo", community="EQT", seat=0, hand="CATSEAY", lexicon=lexicon
        )
        followed.push("exchange ?")
        return followed

    people = folder / "people.jsonl"
    with tracked() as followed:
        followed.record_to(people)
    online = read_online(text_of(1), lexicon=lexicon)
    numbers: list[object] = [0, 1, 2]
    kept = [
        analysis, purchase, *analysis.decisions[:1], *analysis.summaries()[:1],
        advisor.Interrupted("stopped", analysis), contest, *contest.players[:1], lexicon.skipped,
        batch.Interrupted("stopped", solved), advisor.Limits(), survey.sets[0].money.sample,
        survey.sets[0], survey.sets[0].money, survey.sets[0].gain_margin,
        position, lexicon, lts.RULEBOOK, lts.Objective(), play, play.words[0], plays, solved,
        positions, batch.Deal(3, seed=1), records, survey, advice, advice.best, advice.best.turn,
        turns, turn, by_equity, turns[0],
        advice.best.turn.equity, evaluation, evaluation.fitted_for(2),
        states[0], views[0],
        states[0].chance, states[0].seats[0], states[0].turn, states[0].scores[0],
        batch.BadRow(1, "bad"), lts.IllegalPlay(lts.Reason.NO_WORD, "x"),
        lts.PlayNotFoundError("x"), lts.LexiconError("x"), lts.DefinitionsError("x"),
        batch.OutputError("x"),
        game.IllegalAction(game.ActionReason.GAME_OVER, "x"), batch.ExecutorDiedError("x"),
        game.RecordError(recorded, 1, "x"), game.AmbiguousWordsError("x", ["X", "x"]),
        game.MissingCardsError("x", 1, "h"),
        game.RetellError(1, game.ToldTurn("CAT"), "Ann", lts.LetterTycoonError("x")),
        game.ToldTurn("CAT", "E", "A"), tracked().deal, *tracked().turns, *actions,
        game.Payment(game.PaymentKind.PAYOUT, None, 0, 3), lts.word_payout("CAT"),
        *lts.define("CAT")[:1], online, online.players[0], OnlineLogError(3, "x"),
    ]  # fmt: skip
    valid = fields_of(kept)
    valid |= {
        "TrackedGame.retell.turns": [[game.ToldTurn("exchange ?")], []],
        "TrackedGame.correct.turn": [1], "TrackedGame.correct.text": ["exchange ?"],
        "drew": [None, "E"], "first": [0, "Bo"],
        "seat": [None, 0, "Ann"], "TrackedGame.load.path": [people],
        "TrackedGame.resume.path": [people], "TrackedGame.push.turn": ["exchange ?", "exchange A"],
        "TrackedGame.push.community": [None, ""], "TrackedGame.correct.community": [None, ""],
        "position": [position],
        "positions": [positions, [position]], "lexicon": [lexicon], "ruleset": [*rulesets],
        "rank_by": ["margin", ("stock", "money"), lts.Objective()], "limit": [None, 3],
        "variants": ["best", lts.Variants.ALL], "words": [[play.words[0]], play.words],
        "Lexicon.from_words.words": [WORDS], "doublers": [None, play.doublers],
        "text": [play.notation], "Position.parse.text": [position.notation], "hand": ["CATSEAY"],
        "community": ["EQT"], "patents": ["", "BX"], "opponents": [["E", ""], ()],
        "money": [0, 3, 5], "cards_used": ["CAT"], "money_earned": [0, 7], "word": ["CAT"],
        "sources": ["hhh", "hc"], "y_as": [""], "letters": ["CATS"],
        "content": [lexicon.to_bytes()], "name_or_path": [word_list, str(word_list)],
        "number": [0, 3], "coins": [(0,) * 14], "stock": [(0,) * 14, 1.0, 1],
        "kept": [{}, {"A": 1.0}],
        "stacking": [*lts.Stacking],
        "challenge": [lts.RULEBOOK.challenge], "mode": [*lts.ChallengeMode], "retries": [0, 2],
        "also": [["TEAS"], ()], "without": [["TEA"], ()], "move": [None, 3],
        "compiled": [lexicon._compiled], "changes": [None], "game_text.game": [played, tracked()],
        "read_game_text.text": [game.game_text(tracked())],
        "read_online.source": [text_of(1), folder / "none.json"], "me": [None, "Player 1"],
        "discarded": ["A?"], "index": [0, -1, slice(0, 1)], "other": [position, plays],
        "value": [position], "n": [1, 2], "seed": [0, 3],
        "start": [0, 1], "stop": [None, 2], "path": ["plays.csv", folder / "plays.jsonl"],
        "Game.load.path": [recorded], "Game.resume.path": [recorded],
        "Game.record_to.path": [folder / "new.jsonl"], "count": [False, True], "plays": [solved],
        "blocks": [iter(())], "strict": [False, True], "parts": [None, folder / "parts"],
        "Positions.joined.parts": [[positions, positions]], "first_row": [0],
        "Positions.of.positions": [[position]], "Positions.with_patents.patents": [["K", "E"]],
        "executor": [None], "chunk_size": [1, 100], "progress": [None],
        "source": [table, {"hand": ["CAT", "TEA"]}], "patent_sets": ["K", ["K", ""]],
        "n_words": [None, 1], "Tally.on.row": [np.zeros(row_size(lts.RULEBOOK), np.int64)],
        "share": [0.5], "gains": [survey.sets[0].tally.gains],
        "bought": [survey.sets[0].tally.bought],
        "word_lengths": [survey.sets[0].tally.word_lengths],
        "origin": [""], "cards": ["CAT"], "letter": ["A"], "names": [["Ann", "Bo"], None],
        "action": [*actions], "Action.parse.text": ["exchange A", "play CAT"],
        "GameState.from_dict.data": [state.to_dict() for state in states],
        "Ruleset.from_dict.data": [lts.RULEBOOK.to_dict()], "Play.from_dict.data": [play.to_dict()],
        "Evaluation.load.path": [ROOT / "benchmarks" / "tables" / "2026-11-22-common.json"],
        "Evaluation.from_dict.data": [evaluation.to_dict()], "player": numbers, "table": [*states],
        "state": [*states], "seen": [*views], "before": [*states], "after": [*states],
        "seats": [states[0].seats], "discards": [""], "phase": [*game.Phase], "active": numbers,
        "to_act": numbers, "round": numbers, "start_player": numbers, "final_round": [None, 2],
        "turn": [states[0].turn], "payments": [()], "deck": [states[0].deck],
        "SeenState.at_table.opponents": [["E", ("", 3, 0)]],
        "advise.opponents": ["common", *advisor.Opponents], "SeenState.parse.text": [str(views[0])],
        "Game.push.turn": ["exchange nothing", lts.Turn(lts.TurnKind.EXCHANGE)],
        "typed": [False, True], "Turn.parse.text": ["CAT, buy C"],
        "ToldTurn.parse.line": ["cat c -z > AE < ABC"], "Game.from_state.names": [["Ann", "Bo"]],
        "replaced": [True], "n_players": [2, 3], "times": [1, 2],
        "play_out.players": [[game.RandomPlayer(1), game.RandomPlayer(2)]], "games": [2],
        "tournament.players": [["random", "greedy"]], "tournament.ruleset": [soon_over],
        "tournament.playouts": [None], "limits": [None, advisor.Limits()],
        "analyze.seats": [None, [0]], "analyses": [[analysis]],
        "analyze.game": [played], "analyze.playouts": [16], "game": [*states, *views],
        "seconds": [None], "playouts": [MIN_PLAYOUTS], "appraise.text": ["exchange nothing"],
        "best_turns.position": [position, turn, views[0]], "Turns.index.value": [turns[0], "CAT"],
        "margin": [1.0], "digest": [lexicon.digest], "owned": ["BJ"],
        "new_player.kind": [*advisor.PlayerKind, "easy"], "StaticPlayer.tables": [None, evaluation],
        "whole": [False, True], "is_answered": [False, True],
    }  # fmt: skip
    instances: dict[type, Callable[[], object]] = {
        type(value): functools.partial(_same, value) for value in kept
    }
    instances |= {
        game.Game: lambda: game.Game(["Ann", "Bo"], 3, lexicon),
        game.TrackedGame: tracked,
        game.RandomPlayer: lambda: game.RandomPlayer(3),
        game.GreedyPlayer: game.GreedyPlayer,
        advisor.StaticPlayer: advisor.StaticPlayer,
        advisor.AdvisorPlayer: lambda: advisor.AdvisorPlayer(playouts=2 * MIN_PLAYOUTS),
        batch.PositionReader: reader,
        batch.PlaysWriter: writer,
    }
    return Fuzzer(valid, instances)


def fields_of(values: Iterable[object]) -> dict[str, list[object]]:
    """By "Class.field" the correct values that these objects were made with."""
    found: dict[str, list[object]] = {}
    for value in filter(is_dataclass, values):
        kind = type(value)
        for name in _parameters(kind):
            found.setdefault(f"{kind.__name__}.{name}", []).append(getattr(value, name))
    return found


def _same(value: object) -> object:
    return value


def _soon_over(ruleset: lts.Ruleset) -> lts.Ruleset:
    """The first patent reaches the goal."""
    return replace(ruleset, goals=dict.fromkeys(range(2, 6), 2))


def _states(lexicon: lts.Lexicon, ruleset: lts.Ruleset) -> list[game.GameState]:
    """States of two games, one of each phase that comes, and the end."""
    found: dict[game.Phase, game.GameState] = {}
    for rules in (ruleset, lts.RULEBOOK):
        state = game.new_game(2, 1, lexicon, _soon_over(rules))
        found.setdefault(state.phase, state)
        for _, after in game.play_out(state, [game.RandomPlayer(1), game.RandomPlayer(2)]):
            found.setdefault(after.phase, after)
    return list(found.values())


def test_everything_public_has_something_to_be_called_with(
    make_fuzzer: Callable[[], Fuzzer],
) -> None:
    """Every export has its lines in `new_fuzzer`, and no line is of another name."""
    fuzzer = make_fuzzer()
    named = {
        name for door in doors() for one in door.parameters for name in (one, f"{door.name}.{one}")
    }
    assert not fuzzer.valid.keys() - named
    missing = []
    for door in doors():
        try:
            for parameter in door.parameters:
                assert fuzzer.values_of(door, parameter), parameter
            if door.owner is not None:
                tidy(fuzzer.instance_of(door.owner))
        except (KeyError, StopIteration) as error:
            missing.append(f"{door.name}: {error!r}")
    assert not missing


@pytest.mark.parametrize("n", quick(1, [N_CALLS // 6, N_CALLS]))
def test_junk_raises_nothing_but_our_errors(make_fuzzer: Callable[[], Fuzzer], n: int) -> None:
    check(make_fuzzer(), seed=1, n=n)


@pytest.mark.soak
def test_junk_raises_nothing_but_our_errors_for_long(make_fuzzer: Callable[[], Fuzzer]) -> None:
    seed = int(os.environ.get("FUZZ_SEED", "0")) or int.from_bytes(os.urandom(4), "little")
    print(f"FUZZ_SEED={seed}")  # noqa: T201 - to run it again
    check(make_fuzzer(), seed, N_CALLS_OF_A_SOAK)


def check(fuzzer: Fuzzer, seed: int, n: int) -> None:
    fuzzer.run(seed, n)
    report = "\n".join(f"{where}\n    {what}" for where, what in sorted(fuzzer.failures.items()))
    assert not fuzzer.failures, f"{len(fuzzer.failures)} places with seed {seed}:\n{report}"
    assert sum(fuzzer.called.values()) == n
    assert fuzzer.called.keys() == {door.name for door in doors()}


def test_the_fuzzer_finds_what_is_let_out(make_fuzzer: Callable[[], Fuzzer]) -> None:
    """A door that lets an AttributeError out is noticed: the test above can fail."""
    fuzzer = make_fuzzer()
    leaky = Door("leaky", lambda text: text.upper(), None, ("text",))
    for value in junk():
        fuzzer._call(leaky, {"text": value})
    assert any(key.startswith("leaky: AttributeError") for key in fuzzer.failures)
