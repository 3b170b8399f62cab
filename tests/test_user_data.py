"""The folder of the user's data: nobody else on the machine can look into games that go on."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from letter_tycoon_solver import Lexicon, _user_data
from letter_tycoon_solver.cli.line_editor import command_session
from letter_tycoon_solver.cli.saved_games import SavedGame, resume_saved
from letter_tycoon_solver.game import Game, TrackedGame

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that does not exist yet."""
    folder = tmp_path / "share" / "data"
    monkeypatch.setenv(_user_data.FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True, params=[0, 0o022], ids=["umask 0", "usual umask"])
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def begin_play() -> None:
    SavedGame.begin(Game(["me", "greedy"], 1, Lexicon.load())).game.close()


def begin_track() -> None:
    game = TrackedGame.start(["Ann", "Ben"], first=0, community="EES")
    SavedGame.begin(game).game.close()


def type_a_command() -> None:
    file = _user_data.history_file("track")
    assert file is not None
    command_session(file).history.store_string("jewels j > QT")


@pytest.mark.parametrize("write", [begin_play, begin_track, type_a_command])
def test_what_is_made_is_closed_to_others(data: Path, write: Callable[[], None]) -> None:
    write()
    (folder,) = data.iterdir()
    (file,) = folder.iterdir()
    # Those above are made too.
    assert {mode(each) for each in (data.parent, data, folder)} == {0o700}
    if write is not type_a_command:
        assert mode(file) == 0o600


class TestWhatAnOlderVersionHasLeftOpen:
    @pytest.fixture(autouse=True)
    def _left(self, data: Path) -> None:
        """A folder of each kind with a game that others can read."""
        data.mkdir(parents=True)
        data.chmod(0o755)
        with Game(["me", "greedy"], 1, Lexicon.load()) as played:
            self.leave(played, data / "games")
        with TrackedGame.start(["Ann", "Ben"], first=0, community="EES") as tracked:
            self.leave(tracked, data / "tracked")

    def leave(self, game: Game | TrackedGame, folder: Path) -> None:
        folder.mkdir()
        folder.chmod(0o2775)
        game.record_to(folder / "2026-11-21-221005.jsonl")
        (folder / "2026-11-21-221005.jsonl").chmod(0o664)

    @pytest.mark.parametrize("begin", [begin_play, begin_track])
    def test_the_folders_are_closed_by_what_looks_for_one(
        self, data: Path, begin: Callable[[], None]
    ) -> None:
        begin()
        assert {mode(data / name) for name in ("games", "tracked")} == {0o2700}
        # A folder that the user has named is theirs.
        assert mode(data) == 0o755

    def test_a_file_is_closed_when_the_game_goes_on(self, data: Path) -> None:
        resume_saved(Game, None, None).game.close()
        resume_saved(TrackedGame, None, None).game.close()
        for folder in ("games", "tracked"):
            (file,) = (data / folder).iterdir()
            assert mode(file) == 0o600

    def test_a_folder_elsewhere_is_not_changed(self, data: Path, tmp_path: Path) -> None:
        """To which the user has moved the games, with a link in their place."""
        elsewhere = tmp_path / "elsewhere"
        (data / "games").rename(elsewhere)
        (data / "games").symlink_to(elsewhere)
        begin_play()
        assert mode(elsewhere) == 0o2775
        assert {mode(file) for file in elsewhere.iterdir()} == {0o664, 0o600}
