"""Play many random games, check every step, and count the events.

    PYTHONPATH=tests python -m support.game_soak --games 100000

Needs the folder of the package on the path (an installed package will do). All numbers of players,
rulesets and challenge modes take turns; every hundredth game is also recorded, loaded, undone and
redone. Stops at the first failure, which names the seed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from support.games import GameWatch, all_rulesets, check_state

from letter_tycoon_solver.game import (
    Action,
    Challenge,
    Exchange,
    Game,
    GameState,
    Phase,
    PlayWords,
    RandomPlayer,
    new_game,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon

BATCH = 250
RULESETS = all_rulesets()


def soak(n_games: int, n_workers: int) -> Counter[str]:
    """Play the games with seeds 0 to n_games - 1; return the counts, added up."""
    total = Counter[str]()
    for seen in _batches(n_games, n_workers):
        total += seen
    return total


def _batches(n_games: int, n_workers: int) -> Iterator[Counter[str]]:
    seeds = [range(at, min(at + BATCH, n_games)) for at in range(0, n_games, BATCH)]
    if n_workers == 1:
        yield from map(_play_games, seeds)
        return
    with ProcessPoolExecutor(n_workers) as pool:
        yield from pool.map(_play_games, seeds)


def _play_games(seeds: range) -> Counter[str]:
    lexicon = Lexicon.load()
    seen = Counter[str]()
    for seed in seeds:
        try:
            seen += _play_game(seed, lexicon)
        except Exception as error:
            raise AssertionError(f"the game with seed {seed} fails: {error!r}") from error
    return seen


def _play_game(seed: int, lexicon: Lexicon) -> Counter[str]:
    n_players = 2 + seed % 4
    ruleset = RULESETS[seed // 4 % len(RULESETS)]
    state = new_game(n_players, seed, lexicon, ruleset)
    watch, seen, actions = GameWatch(state), Counter[str](), []
    check_state(state)
    players = [RandomPlayer(seed * 5 + number) for number in range(n_players)]
    for action, after in play_out(state, players):
        watch.see(state, action, after)
        _count(state, action, after, seen)
        actions.append(action)
        state = after
    watch.check_end(state)
    seen["games"] += 1
    seen["turns"] += len(watch.turns)
    seen["rounds"] += state.round
    _count_ties(state, seen)
    if seed % 100 == 0:
        _check_record(seed, state, actions)
        seen["games recorded, loaded, undone and redone"] += 1
    return seen


def _count(before: GameState, action: Action, after: GameState, seen: Counter[str]) -> None:
    seen["actions"] += 1
    seen["reshuffles"] += after.chance.shuffles - before.chance.shuffles
    seen["replacements (Q)"] += after.turn.replaced and not before.turn.replaced
    seen["words refused by the engine"] += after.turn.failed_words > before.turn.failed_words
    if isinstance(action, Exchange) and before.phase is Phase.START:
        seen["turns of discarding"] += 1
    if isinstance(action, Challenge):
        right = after.phase is Phase.PENALTY
        seen["challenges, right" if right else "challenges, wrong"] += 1
    if any(p.kind.value == "challenge" and p.giver is None for p in after.payments):
        seen["challenges, paid by the bank"] += 1
    play = after.turn.play
    if isinstance(action, PlayWords) and play is not None:
        seen["plays"] += 1
        seen["plays of two words (V)"] += len(play.words) == 2
        seen["plays with the duplicate (X)"] += any("d" in word.sources for word in play.words)
        seen["plays with the suffix (Z)"] += any("s" in word.sources for word in play.words)
        seen["plays with a doubler (B J K Q)"] += any(play.doublers)


def _count_ties(state: GameState, seen: Counter[str]) -> None:
    best = sorted((score.total for score in state.scores), reverse=True)
    if best[0] == best[1]:
        shared = len(state.ranking[0]) > 1
        seen["ties, victory shared" if shared else "ties, decided by patents"] += 1


def _check_record(seed: int, last: GameState, actions: list[Action]) -> None:
    names = [f"player {number}" for number in range(len(last.seats))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        with Game(names, seed, last.lexicon, last.ruleset) as game:
            game.record_to(path)
            for action in actions:
                game.apply(action)
            assert game.state == last
            while game.can_undo:
                game.undo()
            while game.can_redo:
                game.redo()
        loaded = Game.load(path, last.lexicon)
        assert loaded.states == game.states
        assert GameState.from_dict(last.to_dict(), last.lexicon) == last


def main() -> None:
    from rich.console import Console
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    begin = time.perf_counter()
    seen = soak(given.games, given.workers)
    table = Table(title=f"{given.games:,} random games in {time.perf_counter() - begin:,.0f} s")
    table.add_column("seen")
    table.add_column("number", justify="right")
    for what, n in sorted(seen.items(), key=lambda item: -item[1]):
        table.add_row(what, f"{n:,}")
    Console().print(table)


if __name__ == "__main__":
    main()
