"""Games and tables as the scripts of the page take them, turns that are refused, and answers."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Final

import msgspec
from support.games import all_rulesets, short_words
from support.records import act
from support.told import NAMES, Teller, Telling, dealt, engine_steps, follow

from benchmarks.bench_certainty import turns
from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import Evaluation, advise
from letter_tycoon_solver.advisor.simulation import Simulation, candidates_of
from letter_tycoon_solver.errors import IllegalMoveError, InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import (
    Action,
    Game,
    GameState,
    IllegalAction,
    Phase,
    SeenState,
    TrackedGame,
)
from letter_tycoon_solver.game.table import Opponents, Table
from letter_tycoon_solver.game.told import MissingCardsError, ToldTurn
from letter_tycoon_solver.game.turns import AmbiguousWordsError, is_bare
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS
from letter_tycoon_solver.rules.play import COMMUNITY
from letter_tycoon_solver.rules.turn import Turn
from letter_tycoon_solver.web import schema
from letter_tycoon_solver.web.schema import hint, view_of
from letter_tycoon_solver.web.simulations import advice_json

RULESETS = all_rulesets()
Steps = Sequence[tuple[Action, GameState]]
Json = dict[str, Any]


class OpenTeller(Teller):
    """Tell the turns of a game all of whose hands are seen."""

    def _told(self, begin: GameState, after: GameState) -> Telling:
        self.seat = begin.active
        return super()._told(begin, after)


def turn_json(turn: Turn) -> Json:
    """A turn as text.js has it."""
    return {
        "kind": turn.kind.value,
        "replace": turn.replace,
        "words": [{"word": w.word, "sources": w.sources, "ys": w.y_as} for w in turn.words],
        "doublers": None if turn.doublers is None else list(turn.doublers),
        "challenger": turn.challenger,
        "buy": turn.buy,
        "discards": turn.discards,
    }


def told_json(told: ToldTurn) -> Json:
    """A told turn, as rules.js takes it."""
    return {"turn": turn_json(Turn.parse(told.text)), "came": told.community, "drew": told.drew}


def in_full(told: ToldTurn) -> ToldTurn:
    """A told turn in its full form."""
    return ToldTurn(Turn.parse(told.text).notation, told.community or None, told.drew or None)


def table_json(table: Table) -> Json:
    """A table as rules.js has it, without what never changes."""
    return {
        "seats": [
            {"hand": s.hand, "patents": s.patents, "money": s.money, "stock": s.stock}
            for s in table.seats
        ],
        "community": table.community,
        "discards": table.discards,
        "deck": table.deck_size,
        "phase": table.phase.value,
        "active": table.active,
        "start": table.start_player,
        "round": table.round,
        "finalRound": table.final_round,
        "replaced": table.turn.replaced,
        "failed": table.turn.failed_words,
        "ranking": [list(place) for place in table.ranking],
        "totals": [score.total for score in table.scores],
    }


def view_json(seen: SeenState) -> Json:
    """A player's view at the start of a turn, as `questionOf` of rules.js has it."""
    turn = seen.open_turn
    first, *others = (seen.seats[player] for player in seen.clockwise_from(seen.viewer))
    return {
        "hand": first.hand,
        "community": seen.community,
        "patents": first.patents,
        "money": first.money,
        "stock": first.stock,
        "opponents": [{"patents": o.patents, "money": o.money, "stock": o.stock} for o in others],
        "mayReplace": turn.may_replace,
        "rounds": turn.rounds_left,
        "draws": list(turn.draws),
        "returned": turn.returned,
        "discards": seen.discards,
        "deck": seen.deck_size,
    }


def setup_json(first: GameState, hands: Sequence[str]) -> Json:
    return {
        "players": list(NAMES[: len(first.seats)]),
        "first": first.active,
        "hands": list(hands),
        "community": first.community,
        "rules": first.ruleset.to_dict(),
    }


def steps_of(seed: int) -> Steps:
    return engine_steps(seed, 2 + seed % 4, RULESETS[seed * 7 % len(RULESETS)])


def open_game(seed: int) -> Json:
    """A game all of whose hands are seen, as of Play."""
    steps = steps_of(seed)
    first = steps[0][1]
    events, after = [], []
    for telling in OpenTeller(None, sees_discards=True, chance=random.Random(seed)).tellings(steps):
        state = telling.after
        told = ToldTurn.parse(telling.text, community=telling.community, drew=telling.drew)
        events.append(told_json(told))
        table = table_json(state)
        if state.phase is Phase.START:
            table["view"] = view_json(state.seen_by(state.active))
        after.append(table)
    setup = setup_json(first, [seat.hand for seat in first.seats])
    return {"setup": setup, "events": events, "after": after}


def tracked_game(seed: int, seat: int | None, *, sees_discards: bool, n_unknown: int = 0) -> Json:
    """A game that one player tells, or a scorekeeper; some cards of the deal are not known."""
    steps = steps_of(seed)
    first = steps[0][1]
    game = dealt(first, seat, n_unknown=n_unknown)
    hands = ["" if n != seat else game.deal.hand for n in range(len(first.seats))]
    events, after = [], []
    for telling in Teller(seat, sees_discards, random.Random(seed)).tellings(steps):
        told = ToldTurn.parse(telling.text, community=telling.community, drew=telling.drew)
        game.push(telling.text, community=telling.community, drew=telling.drew)
        events.append(told_json(told))
        table = table_json(game.table)
        table["turn"] = game.turns[-1].turn.notation
        if game.table.phase is Phase.START and game.table.active == seat and not n_unknown:
            table["view"] = view_json(game.seen)
        after.append(table)
    return {"setup": setup_json(first, hands), "events": events, "after": after}


def folded_game(seed: int) -> Json:
    """A game by its seed, told in one of four ways, for rules.js.

    How it begins; the turns, as they are told; after each the table, and what the player whose turn
    it is sees.
    """
    seat = seed // 3 % (2 + seed % 4)
    match seed % 7:
        case 0 | 1:
            return open_game(seed)
        case 2:
            return tracked_game(seed, None, sees_discards=seed % 2 == 0)
        case 3:
            return tracked_game(seed, seat, sees_discards=True, n_unknown=1 + seed % 2)
        case n:
            return tracked_game(seed, seat, sees_discards=n % 2 == 0)


# Turns that are illegal, out of turn or mistyped, and what the library says to each.


_KEYS: Final = "AEIOSTXZ?*&/+()!,-<> bkq1\u00e9\u00df\t"


def tries(seed: int, n: int) -> Json:
    """The game of a seed: how it begins, its lines, and `n` others that are tried before each.

    Each of these comes with the library's answer.
    """
    rng = random.Random(seed)
    steps = steps_of(seed)
    first = steps[0][1]
    n_players = len(first.seats)
    seat = rng.choice([*range(n_players), None])
    hands = [first.seats[number].hand if number == seat else "" for number in range(n_players)]
    game = dealt(first, seat)
    tellings = Teller(seat, sees_discards=True, chance=rng).tellings(steps)
    told = [in_full(ToldTurn.parse(t.text, community=t.community, drew=t.drew)) for t in tellings]
    lines = [turn.line for turn in told]
    tried = []
    for number in range(len(lines) + 1):
        wrong = (_wrong(rng, lines, min(number, len(lines) - 1)) for _ in range(n))
        answers = ((line, _answer(game, line)) for line in wrong)
        tried.append([(line, answer) for line, answer in answers if answer is not None])
        if number < len(lines):
            game.push(told[number].text, community=told[number].community, drew=told[number].drew)
    return {"setup": setup_json(first, hands), "lines": lines, "tried": tried}


def _answer(game: TrackedGame, line: str) -> Json | None:
    """The library's answer; None where it also looks for ways to lay the words."""
    try:
        told = ToldTurn.parse(line)
        turn = Turn.parse(told.text)
    except InvalidInputError:
        return {"reason": "INVALID"}
    if in_full(told).line != line:
        return {"reason": "INVALID"}
    bare = bool(turn.words) and is_bare(turn.words)
    if bare and (told.community is not None or COMMUNITY in turn.words[0].sources):
        return None
    try:
        course = game._course.tell(told, asks=True)
    except LetterTycoonError as error:
        looks = isinstance(error, AmbiguousWordsError) or (
            bare and not isinstance(error, IllegalAction)
        )
        return None if looks else {"reason": _reason(error)}
    laid = [word for _, action in course.turns[-1].steps for word in action.words]
    if [word.sources for word in laid] != [word.sources for word in turn.words]:
        return None
    return {"table": table_json(course.now)}


def _reason(error: LetterTycoonError) -> str:
    """The reason of an error, as rules.js has it."""
    if isinstance(error, IllegalMoveError):
        return error.reason.name
    return "MISSING_CARDS" if isinstance(error, MissingCardsError) else "INVALID"


def _wrong(rng: random.Random, lines: Sequence[str], number: int) -> str:
    """The line of a turn with something else in it, or that of another turn."""
    line = rng.choice(lines) if rng.random() < 0.1 else lines[number]
    kind = rng.random()
    if kind < 0.25:
        return _mistyped(rng, line)
    told = ToldTurn.parse(line)
    changed = _changed(rng, told)
    if rng.random() < 0.3 and not _is_mistyped(changed):
        changed = _changed(rng, changed)
    return changed.line


def _is_mistyped(told: ToldTurn) -> bool:
    try:
        Turn.parse(told.text)
    except InvalidInputError:
        return True
    return False


def _mistyped(rng: random.Random, line: str) -> str:
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice(["", rng.choice(_KEYS)]) + line[at + rng.randint(0, 2) :]
    return line


def _changed(rng: random.Random, told: ToldTurn) -> ToldTurn:
    turn = Turn.parse(told.text)
    some = "".join(rng.choice(LETTERS + "EAIOT") for _ in range(rng.randint(0, 3)))
    match rng.randrange(10):
        case 0:
            return replace(
                told, community=rng.choice([None, some, "?", (told.community or "")[1:]])
            )
        case 1:
            return replace(told, drew=rng.choice([None, some, "?", (told.drew or "") + "A"]))
        case 2:
            turn = replace(turn, buy=rng.choice(LETTERS)) if turn.words else turn
        case 3 | 4:
            discards = rng.choice([some, "?" * rng.randint(1, 3), "*", turn.discards + "Q"])
            turn = replace(turn, discards=discards)
        case 5:
            turn = replace(turn, replace=rng.choice([*"AEIOTaeiot?", ""]))
        case 6 if turn.words:
            others = [*NAMES, "", "Zoe", "0", "7", None]
            turn = replace(turn, play=None, challenger=rng.choice(others))
        case _ if turn.words:
            return replace(told, text=_other_words(rng, turn))
        case _:
            kinds = ["exchange JZ", "discard Z", "buy A", "exchange nothing", "buy nothing"]
            return replace(told, text=rng.choice(kinds))
    return replace(told, text=turn.notation)


def _other_words(rng: random.Random, turn: Turn) -> str:
    """The turn with words that are laid otherwise."""
    text = turn.notation
    words, comma, rest = text.partition(", ")
    laid = rng.choice(list(_ways(rng, words)))
    return laid + comma + rest


def _ways(rng: random.Random, words: str) -> Iterator[str]:
    at = rng.randrange(len(words))
    yield words[:at] + words[at].swapcase() + words[at + 1 :]
    yield words[:at] + rng.choice("AEIOUQZaeiou") + words[at + 1 :]
    bare = re.split("[*/ ]", words, maxsplit=1)[0]
    yield bare
    yield bare[:2]
    yield bare + "+S"
    yield bare + "+T"
    yield bare[:-1] + "+S" + bare[-1:]
    yield bare + f"({bare[:1].upper()})"
    yield bare + "(Q)"
    yield bare + f"({bare[:1].upper()})({bare[:1].upper()})"
    yield f"{bare}*{rng.choice('BJKQ')}"
    yield f"{bare}*{''.join(rng.sample('BJKQ', 2))}"
    yield f"{bare}/{rng.choice(['v', 'c', 'vv'])}"
    yield f"{bare} & {bare}"
    yield f"{bare} & Ten"
    yield f"{bare} & {bare} & Ten"
    yield f"{bare}+S & Ten+S"


# Random games and what stands on their tables, for the scripts that tell them in a browser.


PLAYERS = ("Ann", "Mary Ann", "Cleo, the <third>", "\u5b89", "5")


@cache
def words() -> dict[str, object]:
    """The word list of a page."""
    lexicon = short_words()
    return {"name": lexicon.name, "sha256": lexicon.digest, "list": sorted(lexicon)}


def played(seed: int) -> Game:
    """A game whose hands are all known, in each third to its end."""
    n_players = 2 + seed % 4
    game = Game(PLAYERS[:n_players], seed, short_words(), RULESETS[seed * 7 % len(RULESETS)])
    act(game, 400 if seed % 3 == 0 else 20 + seed % 50, seed)
    return game


def told(seed: int) -> TrackedGame:
    """A game as one person at its table sees it, or a scorekeeper."""
    n_players = 2 + seed % 4
    chance = random.Random(seed)
    seat = chance.choice([None, *range(n_players)])
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    return follow(steps, seat, sees_discards=seed % 2 == 0, chance=chance)


def with_typos(text: str, rng: random.Random) -> str:
    """The text of a game with other characters in one to four places."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        piece = rng.choice(["", "?", "<", ">", "\n", '"', "Z", "9", "{", text[at : at + 20]])
        text = text[:at] + piece + text[at + rng.randint(0, 3) :]
    return text


# Tables as a page asks for them, and what the library answers.

_OWN = ("", "BJKXZ", "BJKVXZ", "A", "SV", "", "EKZ")
_WITH_Q = ("AQ", "BJKQVXZ")
_DECK = "".join(letter * n for letter, n in CARD_COUNT.items())
_ALPHABET = [*LETTERS]
_HAND: dict[str, Any] = {"hand": "JWLEANZ", "community": "EES"}
_NEAR_THE_GOAL = _HAND | {"patents": "ADEINO", "opponents": [{"patents": "T"}]}
_SELDOM: list[dict[str, Any]] = [
    {"hand": "JVVWWXZ", "community": "CCQ", "opponents": [{}]},
    _NEAR_THE_GOAL,
    _NEAR_THE_GOAL | {"ruleset": "reference-manual"},
    _HAND | {"opponents": [{"patents": "AEJLNSWZ"}]},
    _HAND | {"patents": "K", "opponents": [{"patents": "E"}, {}], "goal": 20},
]
"""Tables that say what few others do: exchange, reach the goal, buy nothing, another goal."""
_FOLLOWED: dict[str, Any] = {
    "hand": "ADEINRT",
    "community": "EEO",
    "patents": "Q",
    "money": 4,
    "opponents": [{"patents": "K", "money": 5, "stock": 2}, {}],
    "round": 12,
    "start": 1,
}
_AT_THE_GOAL = {"patents": "AEIORST", "money": 2, "stock": 1}
_OF_A_GAME: list[dict[str, Any]] = [
    _FOLLOWED | {"discards": "?BBCCFFGGHH?"},
    # Few cards in the deck, and none: then discards come again.
    _FOLLOWED | {"discards": "AAAABBCCDDEEEEEEFFGGGHHHIIIIJKLLLMMNNNOOOOPPRRRSSSSTTTTUUUVVWWXY???"},
    _FOLLOWED
    | {"discards": "AAAABBCCDDEEEEEEFFGGGHHHIIIIJKLLLMMNNNOOOOPPRRRSSSSTTTTUUUVVWWXYYZ" + "?" * 12},
    _FOLLOWED | {"discards": "QXZJK", "opponents": [_AT_THE_GOAL], "round": 14, "final_round": 14},
    _FOLLOWED
    | {"discards": "QXZJK", "opponents": [_AT_THE_GOAL], "round": 14, "final_round": 15}
    | {"ruleset": "reference-manual", "replaced": True},
]
"""Tables of games that were followed: with discards, the round, and a last one."""


def random_table(rng: random.Random, number: int) -> dict[str, Any]:
    """A table; one in five is not full, one in twenty has the player own Q.

    One in seven has more dollars or stock than the first rounds bring.
    """
    n_hand, n_community = (7, 3) if number % 5 else (rng.randint(1, 7), rng.randint(0, 3))
    cards, own = "".join(rng.sample(_DECK, 10)), _OWN[number % len(_OWN)]
    if number % 20 == 7:
        own = rng.choice(_WITH_Q)
    rivals = [""] * rng.randint(0, 4)
    for letter in rng.sample([a for a in _ALPHABET if a not in own], rng.randint(0, 12)):
        if rivals:
            rivals[rng.randrange(len(rivals))] += letter
    return {
        "hand": cards[:n_hand],
        "community": cards[7 : 7 + n_community],
        "patents": own,
        "money": rng.randint(0, 25),
        "stock": rng.choice((1, 5, 60)) if number % 7 == 3 else 0,
        "opponents": [
            {"patents": owned, "money": rng.choice((3, 200)), "stock": rng.choice((2, 90))}
            if number % 7 == 3
            else {"patents": owned}
            for owned in rivals
        ],
        "ruleset": rng.choice(("rulebook", "rulebook", "online", "reference-manual")),
        "replaced": number % 60 == 7,
        "goal": None if number % 5 else 20 + number % 30,
    }


def answered(lexicon: Lexicon, n: int, seed: int = 25) -> list[tuple[dict[str, Any], Any]]:
    """So many tables with the library's answers."""
    rng = random.Random(seed)
    tables = [random_table(rng, number) for number in range(n)]
    return [
        (one, msgspec.to_builtins(hint(msgspec.convert(one, schema.Table), lexicon)))
        for one in [*tables, *_OF_A_GAME]
    ]


def asked_and_advised(lexicon: Lexicon, n: int) -> list[tuple[list[Any], Any]]:
    """So many questions for advice: table, opponents, games; with what the server would say last.

    Every kind of opponents, every other time experts.
    """
    kinds, playouts = list(Opponents), (60, 1_500, 5_000)
    able = (
        _SELDOM
        + _OF_A_GAME
        + [table for table, told in answered(lexicon, 3 * n, seed=9) if not told["advice_needs"]]
    )
    found = []
    for number, table in enumerate(able[:n]):
        against = kinds[number // 2 % len(kinds)] if number % 2 else Opponents.STATIC
        games = playouts[number % len(playouts)]
        view = view_of(msgspec.convert(table, schema.Table), lexicon)
        advice = advise(view, lexicon, playouts=games, opponents=against)
        told = advice_json(advice, view, lexicon, final=True)
        found.append(([table, against.value, games], msgspec.to_builtins(told)))
    return found


def is_same(wanted: Any, given: Any) -> bool:
    """True for the same plain data, numbers to a billionth, but for the time it took."""
    if isinstance(wanted, dict):
        names = wanted.keys() - {"seconds"}
        return wanted.keys() == given.keys() and all(
            is_same(wanted[name], given[name]) for name in names
        )
    if isinstance(wanted, list):
        return len(wanted) == len(given) and all(map(is_same, wanted, given))
    if isinstance(wanted, float) and given is not None:
        return math.isclose(wanted, given, rel_tol=0, abs_tol=1e-9)
    return bool(wanted == given)


def played_tables(lexicon: Lexicon, n: int) -> Iterator[dict[str, Any]]:
    """Tables of so many games of static players, one of each."""
    for seen in islice(turns(2, lexicon, 25), n):
        you, opponent = (seen.seats[at] for at in seen.clockwise_from(seen.active))
        owned = [
            {"patents": one.patents, "money": one.money, "stock": one.stock}
            for one in (you, opponent)
        ]
        hand = {"hand": you.hand, "community": seen.community}
        yield hand | owned[0] | {"opponents": owned[1:]}


def wins(view: SeenState, lexicon: Lexicon, notations: list[str], games: int) -> list[float]:
    """The share of the same whole games that each of these turns wins."""
    evaluation = Evaluation.of(lexicon.digest)
    by_name = {one.turn.notation: one for one in candidates_of(view, lexicon, evaluation)}
    whole = Simulation.of(view, evaluation, 25).to_the_end()
    with ThreadPoolExecutor() as threads:
        plans = [by_name[notation] for notation in notations]
        _, won = whole.play(plans, 0, games, lexicon, threads)
    return [float(row.mean()) for row in won]
