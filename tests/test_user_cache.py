"""The user's cache folder: where it is, whom it trusts, and that it stays small."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import platformdirs
import pytest

from letter_tycoon_solver import Lexicon, LexiconError, _log, _user_cache
from letter_tycoon_solver._files import UnfinishedFile

DAYS = 86_400
posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners of POSIX")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(folder))
    return folder


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("CAT\nDOG\n")
    return path


@pytest.fixture(autouse=True)
def _nothing_said() -> None:
    _log.say_once.cache_clear()


class TestFolder:
    @pytest.fixture
    def no_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.delenv("LETTER_TYCOON_CACHE")
        monkeypatch.setattr(platformdirs, "user_cache_path", refuse)

    @pytest.mark.usefixtures("no_home")
    def test_no_home(self, words: Path, caplog: pytest.LogCaptureFixture) -> None:
        for _ in range(2):
            assert list(Lexicon.compile(words)) == ["CAT", "DOG"]
        (record,) = caplog.records
        assert record.name == "letter_tycoon_solver"
        assert record.getMessage().startswith("Your user has no home folder")
        assert record.getMessage().endswith("set LETTER_TYCOON_CACHE to a folder of your own.")
        with pytest.raises(LexiconError, match="set LETTER_TYCOON_CACHE"):
            Lexicon.cache_path(words)

    def test_a_relative_folder(
        self, tmp_path: Path, words: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without a home, platformdirs leaves "~" as it is."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("LETTER_TYCOON_CACHE")
        monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: Path("~/.cache/x"))
        before = sorted(tmp_path.iterdir())
        assert list(Lexicon.load(words)) == ["CAT", "DOG"]
        assert sorted(tmp_path.iterdir()) == before

    def test_a_folder_that_cannot_be_made_is_said(
        self,
        words: Path,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(words / "below a file"))
        for _ in range(2):
            Lexicon.compile(words)
        (record,) = caplog.records
        assert "cannot be written" in record.getMessage()


@posix
class TestTrust:
    @pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o702])
    def test_others_can_write(
        self, root: Path, words: Path, mode: int, caplog: pytest.LogCaptureFixture
    ) -> None:
        Lexicon.compile(words)
        path = Lexicon.cache_path(words)
        before = path.stat().st_ino, path.stat().st_mtime_ns
        root.chmod(mode)
        assert not _user_cache.is_trusted(root)
        assert _user_cache.open_trusted(path) is None
        Lexicon.compile(words)
        assert (path.stat().st_ino, path.stat().st_mtime_ns) == before
        (record,) = caplog.records
        assert f"{root} is not used" in record.getMessage()
        assert "other users can write to it" in record.getMessage()
        root.chmod(0o755)
        assert _user_cache.is_trusted(root)

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give away")
    def test_another_owner(self, root: Path, words: Path, caplog: pytest.LogCaptureFixture) -> None:
        Lexicon.compile(words)
        os.chown(root, 12345, -1)
        assert _user_cache.open_trusted(Lexicon.cache_path(words)) is None
        assert "it belongs to another user" in caplog.records[-1].getMessage()

    def test_a_file_that_others_can_write(self, root: Path, words: Path) -> None:
        Lexicon.compile(words)
        path = Lexicon.cache_path(words)
        path.chmod(0o664)
        assert _user_cache.open_trusted(path) is None
        Lexicon.compile(words)
        assert stat.S_IMODE(path.stat().st_mode) == 0o644
        assert path.parent == root

    def test_no_umask_opens_a_file_to_others(self, root: Path) -> None:
        before = os.umask(0)
        try:
            assert _user_cache.write(root / "a.lexicon", b"content")
        finally:
            os.umask(before)
        assert stat.S_IMODE((root / "a.lexicon").stat().st_mode) == 0o644


class TestTrustWithoutModes:
    """On Windows the folders above tell the user, not modes and owners."""

    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The profile folder of the user, reached by a link."""
        (tmp_path / "profile").mkdir()
        (tmp_path / "home").symlink_to(tmp_path / "profile")
        monkeypatch.setattr(_user_cache, "_HAS_MODES", False)
        monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
        return tmp_path / "home"

    def test_in_the_profile_folder(
        self, home: Path, words: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(home / "local" / "cache"))
        Lexicon.compile(words)
        file = _user_cache.open_trusted(Lexicon.cache_path(words))
        assert file is not None
        file.close()

    def test_elsewhere_nothing_is_kept_or_read(
        self, root: Path, words: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        for _ in range(2):
            Lexicon.compile(words)
        assert list(root.iterdir()) == []
        (root / "planted.lexicon").touch()
        assert _user_cache.open_trusted(root / "planted.lexicon") is None
        (record,) = caplog.records
        assert f"{root} is not used" in record.getMessage()
        assert "it is not in the profile folder of your user; name" in record.getMessage()
        assert "chmod" not in record.getMessage()

    def test_a_link_that_leads_out_of_it(self, home: Path, root: Path) -> None:
        (home / "cache").symlink_to(root)
        assert not _user_cache.is_trusted(home / "cache")
        assert not _user_cache.is_trusted(home / ".." / root.name)

    def test_a_user_without_a_profile(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr(Path, "home", refuse)
        assert not _user_cache.is_trusted(root)


class TestSize:
    @staticmethod
    def entry(root: Path, name: str, size: int, days_ago: float) -> Path:
        """A compiled lexicon, or a folder of kernels with one file."""
        path = root / name
        file = path
        if not name.endswith(".lexicon"):
            path.mkdir()
            file = path / "rank.solve-1.code"
        file.write_bytes(bytes(size))
        used = time.time() - days_ago * DAYS
        os.utime(path, (used, used))
        return path

    def test_what_is_long_unused_goes(self, root: Path) -> None:
        old = [
            self.entry(root, "1.v1.lexicon", 5, 91),
            self.entry(root, "kernels-1", 5, 91),
            self.entry(root, "0.v0.lexicon", 5, 1000),
        ]
        kept = [
            self.entry(root, "2.v1.lexicon", 5, 89),
            self.entry(root, "kernels-2", 5, 89),
            self.entry(root, "surveys", 5, 91),
            self.entry(root, "newest.v1.lexicon", 5, 91),
        ]
        _user_cache.keep_small(root, kept[-1])
        assert [path.exists() for path in old] == [False] * 3
        assert [path.exists() for path in kept] == [True] * 4

    def test_what_was_used_last_stays(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_user_cache, "MAX_BYTES", 100)
        newest = self.entry(root, "newest.v1.lexicon", 40, 0)
        paths = [
            self.entry(root, "a.v1.lexicon", 30, 1),
            self.entry(root, "kernels-b", 30, 2),
            self.entry(root, "c.v1.lexicon", 10, 3),
            self.entry(root, "kernels-d", 1, 4),
        ]
        _user_cache.keep_small(root, newest)
        assert [path.exists() for path in paths] == [True, True, False, False]

    def test_the_newest_stays_however_large(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_user_cache, "MAX_BYTES", 100)
        newest = self.entry(root, "newest.v1.lexicon", 400, 0)
        other = self.entry(root, "a.v1.lexicon", 1, 0)
        _user_cache.keep_small(root, newest)
        assert newest.exists()
        assert not other.exists()

    def test_a_link_is_not_followed(self, root: Path, tmp_path: Path) -> None:
        elsewhere = self.entry(tmp_path, "kernels-1", 5, 91)
        (root / "kernels-1").symlink_to(elsewhere, target_is_directory=True)
        _user_cache.keep_small(root, root / "none.lexicon")
        assert list(elsewhere.iterdir())

    def test_files_of_killed_processes_go(self, root: Path) -> None:
        folder = self.entry(root, "kernels-1", 5, 0)
        (folder / ".x.code.0011223344556677.unfinished").touch()
        at_work = UnfinishedFile(folder / "y.code")
        _user_cache.keep_small(root, folder)
        assert {path.name for path in folder.iterdir()} == {
            "rank.solve-1.code",
            at_work.path.name,
        }
        at_work.remove()

    def test_a_lexicon_that_is_loaded_is_in_use(self, words: Path) -> None:
        Lexicon.compile(words)
        path = Lexicon.cache_path(words)
        long_ago = time.time() - 80 * DAYS
        os.utime(path, (long_ago, long_ago))
        assert _user_cache.MAX_UNUSED_DAYS > 80
        from letter_tycoon_solver.lexicon import cache

        assert cache.read(bytes.fromhex(path.name.partition(".")[0])) is not None
        assert path.stat().st_mtime > time.time() - DAYS

    def test_a_new_lexicon_removes_old_ones(self, root: Path, words: Path) -> None:
        old = self.entry(root, f"{'0' * 64}.v0.lexicon", 5, 91)
        Lexicon.compile(words)
        assert not old.exists()
        assert list(root.iterdir()) == [Lexicon.cache_path(words)]
