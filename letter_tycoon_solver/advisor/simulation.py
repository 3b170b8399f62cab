"""Simulated games: what kernels need, the plans, and games played on with each of them."""

from __future__ import annotations

import base64
import functools
import json
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .._kernels import entries, game_layouts, questions
from .._kernels.game_layouts import (
    FINAL_LEAD_UNIT,
    MOST_LOG_ODDS,
    Network,
    Sides,
    Singles,
    n_features,
)
from .._kernels.layouts import ALL_CANDIDATES, LISTED_SIZE, new_workspace
from .._work.executors import IsStopped, Stopped, done_in_order
from ..errors import InvalidInputError, show
from ..evaluation.ranking import Objective
from ..evaluation.tables import FALLBACK, LEAST_TURNS, Evaluation
from ..game.state import SeenState
from ..game.table import Opponents, Phase, unseen_cards
from ..lexicon import Lexicon
from ..rules.cards import HIDDEN, LETTERS
from ..rules.play import COMMUNITY, HAND
from ..rules.ruleset import RULEBOOK, LastRound, Ruleset, Stacking
from ..rules.turn import Turn, TurnKind
from ..search.turns import appraised, turns_by


def new_tools(
    lexicon: Lexicon,
    ruleset: Ruleset,
    n_players: int,
    evaluation: Evaluation,
    temperature: float = 0.0,
) -> game_layouts.Tools:
    """Return the tools of a thread for players who know these words; see `Tools` in the kernels."""
    desk = questions.template(ruleset, Objective(), n_players - 1).copy()
    array = questions.evaluation_array(evaluation, n_players).copy()
    array[game_layouts.TEMPERATURE] = temperature
    return game_layouts.Tools(
        desk=desk,
        evaluation=np.tile(array, (game_layouts.MAX_PLAYERS, 1)),
        trie=lexicon.trie,
        workspace=new_workspace(game_layouts.CONSIDERED if temperature else 1),
        owner=np.zeros(len(LETTERS), np.uint8),
        used=np.zeros((game_layouts.ALL_USED + 1, len(LETTERS)), np.int64),
        worth=np.zeros(len(LETTERS), np.float64),
    )


Floats = npt.NDArray[np.float64]


def mean_and_error(values: Floats) -> tuple[float, float]:
    """Return the mean of independent values and its standard error; NaN for fewer than two."""
    n = len(values)
    if n < 2:
        return math.nan, math.nan
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)


def mean_and_error_with_outlier(values: Floats, outlier: float) -> tuple[float, float]:
    """Return the mean and its standard error, as if one more value were off by `outlier`.

    So values that are all alike have an error too. Without values, both are NaN.
    """
    n = len(values)
    if not n:
        return math.nan, math.nan
    mean = float(values.mean())
    squares = float(((values - mean) ** 2).sum())
    return mean, math.sqrt(squares + outlier**2) / n


def lead_of(scores: Sequence[int], player: int) -> float:
    """Return the score of a player minus that of the average opponent."""
    own = scores[player]
    return own - (sum(scores) - own) / (len(scores) - 1)


Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Board:
    """The arrays of a game as one player sees it, read-only: see _kernels/game_layouts.py.

    The cards that the viewer cannot see are all in the deck; `n_hidden` counts by pile those to be
    dealt from it.
    """

    table: Ints
    cards: Bytes
    n_hidden: Ints

    def __post_init__(self) -> None:
        for array in (self.table, self.cards, self.n_hidden):
            array.flags.writeable = False

    def __reduce__(self) -> tuple[type[Board], tuple[Ints, Bytes, Ints]]:
        # Unpickled arrays are writable, which is another type to the kernels: each worker would
        # compile them again.
        return Board, (self.table, self.cards, self.n_hidden)

    @classmethod
    def of(cls, seen: SeenState) -> Board:
        """Make the board; cards on the table are still in the hand."""
        cards = np.zeros((game_layouts.N_PILES, game_layouts.DECK_SIZE), np.uint8)
        n_hidden = np.zeros(game_layouts.N_PILES, np.int64)
        for player, seat in enumerate(seen.seats):
            n_hidden[player] = seat.hand.count(HIDDEN)
            _lay(cards[player], seat.hand.replace(HIDDEN, ""))
        _lay(cards[game_layouts.COMMUNITY_PILE], seen.community)
        n_hidden[game_layouts.DISCARD_PILE] = seen.discards.count(HIDDEN)
        _lay(cards[game_layouts.DISCARD_PILE], seen.discards.replace(HIDDEN, ""))
        deck = unseen_cards(seen)
        _lay(cards[game_layouts.DECK_PILE], deck)
        table = _table_of(seen)
        table[game_layouts.END], table[game_layouts.N_DISCARDS] = len(deck), len(seen.discards)
        return cls(table, cards, n_hidden)


def _table_of(seen: SeenState) -> Ints:
    table = np.zeros(game_layouts.TABLE_SIZE, np.int64)
    table[game_layouts.N_PLAYERS] = len(seen.seats)
    table[game_layouts.ACTIVE] = seen.active
    table[game_layouts.START_PLAYER] = seen.start_player
    table[game_layouts.ROUND] = seen.round
    table[game_layouts.FINAL_ROUND] = seen.final_round or 0
    table[game_layouts.MORE_ROUNDS] = seen.ruleset.last_round is LastRound.ONE_MORE_TURN
    table[game_layouts.GOAL] = seen.goal
    table[game_layouts.IS_OVER] = seen.phase is Phase.OVER
    table[game_layouts.OWNER : game_layouts.MONEY] = game_layouts.NO_PLAYER
    for player, seat in enumerate(seen.seats):
        table[game_layouts.MONEY + player] = seat.money
        table[game_layouts.STOCK + player] = seat.stock
        table[game_layouts.VALUE + player] = seat.patent_value
        for letter in seat.patents:
            table[game_layouts.OWNER + LETTERS.index(letter)] = player
    return table


def _lay(pile: Bytes, cards: str) -> None:
    pile[: len(cards)] = np.frombuffer(cards.encode("ascii"), np.uint8)


EVERYDAY: Final = "common"
"""The shipped list of the words that most people know."""
LEAST_SHARED: Final = 0.05
"""Two lists that share less of the shorter one are of different languages."""


@dataclass(frozen=True, slots=True)
class Level:
    """The skill of a player who looks for turns that are good by static evaluation.

    Attributes:
        temperature: in dollars: a plan that is worth so much less is taken e times less often. At 0
            the best is taken.
        words: the shipped list with the words known; None for every word of the list in play.
    """

    temperature: float = 0.0
    words: str | None = None

    def known(self, lexicon: Lexicon) -> Lexicon:
        """Return the known words of the list in play; all, if it is of another language."""
        known = _in_both(lexicon, self.words) if self.words else None
        return lexicon if known is None else known

    def is_best(self, lexicon: Lexicon) -> bool:
        """Return True for static evaluation itself, as with a list of common words alone."""
        return not self.temperature and self.known(lexicon).digest == lexicon.digest

    def tables(self, lexicon: Lexicon) -> Evaluation:
        """Return the tables of the words known."""
        return Evaluation.of((Lexicon.load(self.words) if self.words else lexicon).digest)

    def to_dict(self, lexicon: Lexicon) -> dict[str, object]:
        """Return all that its choices depend on, as plain data."""
        return {
            "temperature": self.temperature,
            "known": self.known(lexicon).digest,
            "tables": self.tables(lexicon).to_dict(),
        }


BEST: Final = Level()
EASY: Final = Level(temperature=15.0, words=EVERYDAY)
MEDIUM: Final = Level(temperature=4.0, words=EVERYDAY)
HARD: Final = Level(temperature=2.5)
"""Medium wins about 70 of 100 games against easy, hard against medium, static against hard."""


LEVEL_OF: Final = {
    Opponents.STATIC: BEST,
    Opponents.COMMON: Level(words=EVERYDAY),
    Opponents.EASY: EASY,
    Opponents.MEDIUM: MEDIUM,
    Opponents.HARD: HARD,
}


def in_game(opponents: Opponents, lexicon: Lexicon) -> Opponents:
    """Return the kind itself; experts if common words are of another language."""
    if opponents is Opponents.COMMON and _in_both(lexicon, EVERYDAY) is None:
        return Opponents.STATIC
    return opponents


@functools.lru_cache(maxsize=4)
def _in_both(lexicon: Lexicon, name: str) -> Lexicon | None:
    """Return the words of a shipped list that the lexicon has; None for another language."""
    shipped = Lexicon.load(name)
    words = [word for word in shipped if word in lexicon]
    if len(words) == len(shipped):
        return shipped
    is_other_language = len(words) < LEAST_SHARED * min(len(shipped), len(lexicon))
    return None if is_other_language else Lexicon.from_words(words)


SIEVE: Final = 24
"""The best plays by equity, of which turns are made."""
CLEAN_UPS: Final = 12
"""Sets of cards to discard that are candidates at the clean-up."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn, and its row for the kernels: see `turn` in _kernels/game_layouts.py."""

    turn: Turn
    row: Ints


def candidates_of(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> list[Candidate]:
    """Return the turns that may be best, by falling equity."""
    limit = CLEAN_UPS if seen.phase is Phase.CLEAN_UP else SIEVE
    turns = turns_by(evaluation, seen.open_turn, lexicon, seen.ruleset, limit, ALL_CANDIDATES)
    laid = None if seen.phase is Phase.START else cards_laid(seen)
    rows = np.ascontiguousarray(turns.columns).view(np.int64).reshape(len(turns), -1)
    return [
        Candidate(turn, turn_row(turn, row[:LISTED_SIZE] if laid is None else laid))
        for turn, row in zip(turns, rows, strict=True)
    ]


def evaluated(turn: Turn, seen: SeenState, evaluation: Evaluation) -> Turn:
    """Return a turn of the viewer with its static evaluation and the cards it keeps."""
    given, lexicon = seen.open_turn, seen.lexicon
    if turn.kind is not TurnKind.REPLACE:
        return appraised(evaluation, turn, given, lexicon, seen.ruleset)
    for candidate in candidates_of(seen, lexicon, evaluation):
        if candidate.turn.replace == turn.replace:
            return candidate.turn
    raise InvalidInputError(f"{show(turn.replace)} cannot be replaced")


def turns_left(seen: SeenState, evaluation: Evaluation) -> float:
    """Estimate how many more turns the active player has, by the race to the goal."""
    if seen.final_round is not None:
        return float(seen.final_round - seen.round)
    leader = max(seat.patent_value for seat in seen.seats)
    return max(LEAST_TURNS, (seen.goal - leader) / evaluation.pace[len(seen.seats)])


def turn_row(turn: Turn, play: Ints) -> Ints:
    """Return a turn for the kernels; `play` is the part THE_PLAY."""
    if turn.replace:
        row = np.full(game_layouts.TURN_SIZE, game_layouts.UNDECIDED, np.int64)
        row[game_layouts.REPLACED] = LETTERS.index(turn.replace)
        return row
    row = np.full(game_layouts.TURN_SIZE, game_layouts.NO_LETTER, np.int64)
    row[game_layouts.ACTION] = game_layouts.LAY if turn.play else game_layouts.EXCHANGE
    row[game_layouts.THE_PLAY : game_layouts.BOUGHT] = play
    if turn.buy:
        row[game_layouts.BOUGHT] = LETTERS.index(turn.buy)
    row[game_layouts.DISCARDED] = _packed(turn.discards)
    return row


def cards_laid(seen: SeenState) -> Ints:
    """Return the part THE_PLAY of a turn whose words are laid and paid."""
    columns = np.zeros(LISTED_SIZE, np.int64)
    columns[:2] = _packed(seen.turn.cards_used(HAND)), _packed(seen.turn.cards_used(COMMUNITY))
    return columns


def _packed(cards: str) -> int:
    packed = 0
    for card in cards:
        packed = packed << game_layouts.LETTER_BITS | LETTERS.index(card) + 1
    return packed


# The learned value of a position. A file in values/ holds the network of one lexicon and one number
# of players; fitting.py trains them.


FOLDER: Final = "values"
OFF_BY: Final = 0.02
"""The difference between the chance by many short games and that by whole ones: the standard
deviation over positions; 0.022 with two players (benchmarks/bench_certainty.py --short-games)."""
OFF_BY_ELSEWHERE: Final = 0.1
"""The same with words or rules that a network has not learned from; it is too sure of them."""
_STORED: Final = np.dtype("<f2")
"""Half precision: the chances differ by less than 0.001."""
LEARNED_GOALS: Final = RULEBOOK.goals
_SIZES: Final = (RULEBOOK.hand_size, RULEBOOK.community_size)
_PARTS: Final = ("inner", "inner_bias", "outer", "outer_bias")


@dataclass(frozen=True, slots=True, eq=False)
class LearnedValue:
    """The network of a lexicon and a number of players; for the arrays see `Network`."""

    name: str
    digest: str
    n_players: int
    inner: Singles
    inner_bias: Singles
    outer: Singles
    outer_bias: Singles

    @classmethod
    @functools.lru_cache(maxsize=16)
    def of(cls, digest: str, n_players: int) -> LearnedValue:
        """Load the network of the lexicon with this digest, or that of FALLBACK if it has none."""
        files = _shipped()
        found = files.get((digest, n_players)) or files[FALLBACK, n_players]
        return cls.from_dict(json.loads(found))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> LearnedValue:
        """Read the network that `to_dict` wrote."""
        n_players, n_units = data["players"], data["units"]
        weights = np.frombuffer(base64.b64decode(data["weights"]), _STORED).astype(np.float32)
        weights.flags.writeable = False
        shapes = (n_features(n_players), n_units), (n_units,), (2, n_units), (2,)
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        parts = map(np.reshape, np.split(weights, ends[:-1]), shapes)
        return cls(data["name"], data["digest"], n_players, *parts)

    def to_dict(self) -> dict[str, object]:
        """Return the network as plain data, the weights in half precision."""
        parts = [getattr(self, part).ravel() for part in _PARTS]
        weights = np.concatenate(parts).astype(_STORED).tobytes()
        return {
            "name": self.name,
            "digest": self.digest,
            "players": self.n_players,
            "units": len(self.inner_bias),
            "weights": base64.b64encode(weights).decode("ascii"),
        }

    def off_by(self, digest: str, ruleset: Ruleset) -> float:
        """Return the doubt in the chance to win, as a standard deviation.

        The networks learn from games by the rulebook; hands, community, goals and the pay of
        doublers change how soon and how high a game is won.
        """
        is_known = (
            digest == self.digest
            and (ruleset.hand_size, ruleset.community_size) == _SIZES
            and ruleset.goals == LEARNED_GOALS
            and ruleset.stacking is not Stacking.AT_MOST_ONE
        )
        return OFF_BY if is_known else OFF_BY_ELSEWHERE

    def network(self) -> Network:
        """Return the network for the kernels; each thread needs its own."""
        return Network(
            self.inner,
            self.inner_bias,
            self.outer,
            self.outer_bias,
            features=np.zeros(len(self.inner), np.float32),
            hidden=np.zeros(len(self.inner_bias), np.float32),
        )

    def estimates(self, features: npt.NDArray[Any]) -> tuple[Floats, Floats]:
        """Return the chances to win, and the final leads, for features [n, n_features]."""
        hidden = np.maximum(0, features.astype(np.float32) @ self.inner + self.inner_bias)
        out = (hidden @ self.outer.T + self.outer_bias).astype(np.float64)
        log_odds = np.clip(out[:, 0], -MOST_LOG_ODDS, MOST_LOG_ODDS)
        return 1 / (1 + np.exp(-log_odds)), out[:, 1] * FINAL_LEAD_UNIT


@functools.cache
def _shipped() -> dict[tuple[str, int], str]:
    """Return the files of the package, by digest and by name of their lexicon."""
    found = {}
    for file in (Path(__file__).parent / FOLDER).glob("*.json"):
        content = file.read_text("utf-8")
        head = json.loads(content)
        for name in ("digest", "name"):
            found[head[name], head["players"]] = content
    return found


SHORT_ROUNDS: Final = 1
"""The rounds that a short game goes on after the turn planned. The learned value is for players
whose turn has just been played."""
WHOLE_ROUNDS: Final = 100
"""A game that is not over after them counts as a short one."""
SHARE: Final = 256
"""Games in a share of the work, of all plans together: some milliseconds."""
UNDECIDED: Final = np.full(game_layouts.TURN_SIZE, game_layouts.UNDECIDED, np.int64)
_STAGES: Final = {
    Phase.START: game_layouts.AT_START,
    Phase.PURCHASE: game_layouts.PAID,
    Phase.CLEAN_UP: game_layouts.BOUGHT_ALREADY,
}


@dataclass(frozen=True, slots=True)
class Simulation:
    """A position to play on from; picklable. Game i depends on the seed and i alone.

    A game goes on for at most `n_rounds` after the turn that is planned. If nobody has reached the
    goal by then, it ends with the learned value.
    """

    board: Board
    stage: int
    ruleset: Ruleset
    evaluation: Evaluation
    seed: int
    n_rounds: int
    opponents: Level = BEST

    @classmethod
    def of(
        cls, seen: SeenState, evaluation: Evaluation, seed: int, opponents: Level = BEST
    ) -> Simulation:
        """Return short games from a position in which the viewer decides on a turn.

        They are whole where the learned value does not apply: once the goal is reached, to a goal
        below that of the rulebook, and against other opponents than static evaluation.
        """
        if opponents.is_best(seen.lexicon):
            opponents = BEST
        stage = _STAGES[seen.phase]
        is_near = seen.final_round is not None or seen.goal < LEARNED_GOALS[len(seen.seats)]
        is_short = opponents == BEST and not is_near
        n_rounds = SHORT_ROUNDS if is_short else WHOLE_ROUNDS
        return cls(Board.of(seen), stage, seen.ruleset, evaluation, seed, n_rounds, opponents)

    @property
    def n_turns(self) -> int:
        """The turns of a game in which nobody reaches the goal."""
        return 1 + self.n_rounds * int(self.board.table[game_layouts.N_PLAYERS])

    @property
    def is_whole(self) -> bool:
        """True if its games are played to the end."""
        return self.n_rounds >= WHOLE_ROUNDS

    def to_the_end(self) -> Simulation:
        """Return the same with whole games."""
        return replace(self, n_rounds=WHOLE_ROUNDS)

    def with_other_deals(self) -> Simulation:
        """Return the same with other games."""
        return replace(self, seed=self.seed ^ 1)

    def value_off_by(self, lexicon: Lexicon) -> float:
        """Return the doubt in the chances by short games; see `LearnedValue.off_by`."""
        n_players = int(self.board.table[game_layouts.N_PLAYERS])
        return LearnedValue.of(lexicon.digest, n_players).off_by(lexicon.digest, self.ruleset)

    def tools(self, lexicon: Lexicon) -> tuple[game_layouts.Tools, game_layouts.Tools]:
        """Return those of the active player and those of the opponents, for one thread."""
        n_players = int(self.board.table[game_layouts.N_PLAYERS])
        tools = new_tools(lexicon, self.ruleset, n_players, self.evaluation)
        if (level := self.opponents) == BEST:
            return tools, tools
        known, tables = level.known(lexicon), level.tables(lexicon)
        return tools, new_tools(known, self.ruleset, n_players, tables, level.temperature)

    def play(
        self,
        candidates: Sequence[Candidate],
        first: int,
        n: int,
        lexicon: Lexicon,
        executor: Executor | None,
    ) -> tuple[Floats, Floats]:
        """Play games from `first` on with each candidate: leads and wins, [n_candidates, n]."""
        plans = np.stack([candidate.row for candidate in candidates])
        size = -(-SHARE // len(plans))
        games = range(first, first + n)
        shares = [games[at : at + size] for at in range(0, n, size)]
        play = functools.partial(_play_share, self, plans)
        parts = [result for _, result in done_in_order(play, shares, lexicon, executor)]
        margins, wins = zip(*parts, strict=True)
        return np.concatenate(margins, axis=1), np.concatenate(wins, axis=1)


def _play_share(
    simulation: Simulation, plans: Ints, lexicon: Lexicon, games: range, is_stopped: IsStopped
) -> tuple[Floats, Floats]:
    """Play the games of a share in one thread."""
    if is_stopped():
        raise Stopped
    margins = np.empty((len(plans), len(games)))
    wins = np.empty_like(margins)
    outcomes = game_layouts.Outcomes(margins, wins)
    board, n_players = simulation.board, int(simulation.board.table[game_layouts.N_PLAYERS])
    seed = np.uint64(simulation.seed)
    start = game_layouts.Start(board.table, board.cards, seed, board.n_hidden, 0, UNDECIDED)
    value = LearnedValue.of(lexicon.digest, n_players).network()
    sides = Sides(*simulation.tools(lexicon), value)
    stage, n_turns = simulation.stage, simulation.n_turns
    entries.compare(start, games.start, plans, stage, n_turns, sides, scratch_of(start), outcomes)
    return margins, wins


def scratch_of(start: game_layouts.Start) -> game_layouts.Scratch:
    """Return a game to play on, for one thread."""
    turn = np.empty(game_layouts.TURN_SIZE, np.int64)
    return game_layouts.Scratch(start.table.copy(), start.cards.copy(), turn)
