"""The compiled kernels and the data for a browser that advises as Python does.

The modules of web/engine/ run the games and the race with the same kernels. They decide which plan
goes on, and how long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from .._aot.entry import Library
from .._kernels import entries, game_layouts, questions, race
from .._kernels.layouts import W_BALANCE, W_USED, new_workspace
from ..evaluation.tables import LEAST_TURNS, PLAYERS, Evaluation
from ..game.state import SeenState
from ..game.table import Opponents
from ..lexicon import Lexicon
from ..rules.cards import ABILITIES
from ..rules.position import MAX_OPPONENTS
from ..rules.ruleset import RULEBOOK, Ruleset
from ..search.browser_hints import numbers_of, outline
from .advice import MAX_CANDIDATES, N_SAMPLES, N_SAMPLES_OF_PAIRS
from .reasons import LEAST_SHOWN, PHRASES, TOO_MANY_KEPT
from .simulation import (
    LEARNED_GOALS,
    LEVEL_OF,
    SHARE,
    SHORT_ROUNDS,
    SIEVE,
    WHOLE_ROUNDS,
    LearnedValue,
    Simulation,
    in_game,
)

KERNELS: Final = Library(
    "advice",
    [
        entries.compare,
        entries.race_on,
        entries.fill_worth,
        entries.draw_samples,
        entries.best_scores,
    ],
)


def known_words(lexicon: Lexicon) -> bytes:
    """Return a bit for each word, 1 if most people know it; nothing if they know all."""
    known = LEVEL_OF[Opponents.COMMON].known(lexicon)
    if known is lexicon:
        return b""
    return np.packbits([word in known for word in lexicon], bitorder="little").tobytes()


def values(lexicon: Lexicon) -> dict[int, bytes]:
    """Return the learned value by number of players: its weights in half precision.

    See Network in _kernels/game_layouts.py; `networks` of `advice_data` has the shapes.
    """
    found = {}
    for n in PLAYERS:
        network = LearnedValue.of(lexicon.digest, n).network()[:4]
        weights = np.concatenate([part.ravel() for part in network])
        found[n] = weights.astype("<f2").tobytes()
    return found


def advice_data(lexicon: Lexicon, rulesets: Mapping[str, Ruleset]) -> dict[str, object]:
    """Return the data that all advice shares: see AdviceData in web/engine/games.js."""
    # Any simulation: its arrays have the shapes of all others.
    seen = SeenState.at_table("ANTLERS", "EEL", patents="", opponents=[""], lexicon=lexicon)
    simulation = Simulation.of(seen, Evaluation.of(lexicon.digest), seed=0)
    begun = race.new_race(np.zeros(MAX_CANDIDATES), 0.0, is_whole=False, until=0.0, games=0)
    networks = {n: LearnedValue.of(lexicon.digest, n) for n in PLAYERS}
    board = simulation.board
    return {
        "tools": outline(simulation.tools(lexicon)[0]),
        "board": {name: outline(getattr(board, name)) for name in ("table", "cards", "n_hidden")},
        "race": outline(begun),
        "networks": {n: outline(networks[n].network()) for n in PLAYERS},
        "offBy": {
            name: {n: networks[n].off_by(lexicon.digest, ruleset) for n in PLAYERS}
            for name, ruleset in rulesets.items()
        },
        "opponents": {kind.value: _opponents(kind, lexicon) for kind in Opponents},
        "game": numbers_of(game_layouts),
        "raceLayout": numbers_of(race),
        "phrases": PHRASES,
        "leastShown": LEAST_SHOWN,
        "tooManyKept": TOO_MANY_KEPT,
        "abilities": ABILITIES,
        "maxCandidates": MAX_CANDIDATES,
        "considered": outline(new_workspace(game_layouts.CONSIDERED)),
        "leastTurns": LEAST_TURNS,
        "learnedGoals": dict(LEARNED_GOALS),
        "sieve": SIEVE,
        "samples": N_SAMPLES,
        "samplesOfPairs": N_SAMPLES_OF_PAIRS,
        "share": SHARE,
        "shortRounds": SHORT_ROUNDS,
        "wholeRounds": WHOLE_ROUNDS,
    }


def _opponents(kind: Opponents, lexicon: Lexicon) -> dict[str, object]:
    """Return the kind that they are in the games, and their skill unless they are experts."""
    taken_for = in_game(kind, lexicon)
    level = LEVEL_OF[taken_for]
    told: dict[str, object] = {"takenFor": taken_for.value, "level": None}
    if level.is_best(lexicon):
        return told
    tables = level.tables(lexicon)
    arrays = {n: questions.evaluation_array(tables, n).copy() for n in PLAYERS}
    for array in arrays.values():
        array[game_layouts.TEMPERATURE] = level.temperature
    evaluations = {n: array.tolist() for n, array in arrays.items()}
    told["level"] = {
        "knowsAll": level.known(lexicon) is lexicon,
        "evaluations": evaluations,
        "balance": [
            questions.equity_template(RULEBOOK, tables, n)[W_BALANCE:W_USED].tolist()
            for n in range(MAX_OPPONENTS + 1)
        ],
    }
    return told
