"""Games recorded by every version of the format so far still are the games they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.games import check_step
from support.records import FOLDER, GAMES, WORDS, Golden, edit, last_state, lexicon_of, transcript

from letter_tycoon_solver.game import Game, GameState, RecordError

VERSIONS = sorted(FOLDER.iterdir())


def test_there_is_a_record_of_every_game_and_nothing_else() -> None:
    for folder in VERSIONS:
        games = [golden for golden in GAMES if folder.name == f"v{golden.version}"]
        names = {
            f"{golden.name}.{ending}" for golden in games for ending in ("json", "jsonl", "txt")
        }
        assert {path.name for path in folder.iterdir()} == names | {WORDS}
        for golden in games:
            header = json.loads((folder / f"{golden.name}.jsonl").read_bytes().splitlines()[0])
            assert f"v{header['version']}" == folder.name


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_record_is_the_game_it_was(golden: Golden, tmp_path: Path) -> None:
    folder = FOLDER / f"v{golden.version}"
    path = folder / f"{golden.name}.jsonl"
    before = path.read_bytes()
    lexicon = lexicon_of(golden, folder)
    game = Game.load(path, lexicon if golden.lexicon == WORDS else None)
    assert game.state.ruleset == golden.ruleset
    assert len(game.names) == golden.n_players
    assert game.state == GameState.from_dict(last_state(folder, golden), lexicon)
    assert game.state.is_over == (golden.n_actions is None)
    assert transcript(game) == (folder / f"{golden.name}.txt").read_text("utf-8")
    if golden.ruleset.payout in (GAMES[0].ruleset.payout, GAMES[4].ruleset.payout):
        for state, action, after in zip(game.states, game.history, game.states[1:], strict=False):
            check_step(state, action, after)
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(before)
    with Game.resume(copy, lexicon) as resumed:
        resumed.undo()
        resumed.redo()
    assert Game.load(copy, lexicon).states == game.states
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 3, 10**30, "1", None, [1], 1.0, True])
def test_a_version_that_is_not_known_is_refused(tmp_path: Path, version: object) -> None:
    copy = tmp_path / "game.jsonl"
    copy.write_bytes((VERSIONS[0] / "rulebook.jsonl").read_bytes())
    edit(copy, 1, lambda header: header.update(version=version))
    with pytest.raises(RecordError, match="version") as caught:
        Game.load(copy)
    assert caught.value.line == 1
