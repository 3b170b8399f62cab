"""Files appear whole, those of killed processes are removed, and the user's folders are safe."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import pytest
from support.selection import PARQUET

from letter_tycoon_solver import Lexicon, LexiconError, _log, _user_cache, _user_data
from letter_tycoon_solver._files import (
    UnfinishedFile,
    clear_unfinished,
    make_private_folder,
    parse_path,
    write_new,
    written_beside,
)
from letter_tycoon_solver._work.resumable import KeptParts
from letter_tycoon_solver.advisor.fitting import write as write_tables
from letter_tycoon_solver.batch.files import PlaysWriter
from letter_tycoon_solver.cli.line_editor import command_session
from letter_tycoon_solver.cli.options import check_figures
from letter_tycoon_solver.cli.saved_games import SavedGame
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game, TrackedGame

DIGEST = "0123456789abcdef" * 4

_WRITER = """
import sys
from pathlib import Path
from letter_tycoon_solver._files import written_beside
with written_beside(Path(sys.argv[1])) as path:
    path.write_bytes(b"half")
    print("ready", flush=True)
    sys.stdin.read()
"""


@contextmanager
def writer_of(target: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has written half a file and waits; it is killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(target)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
            yield writer
        finally:
            writer.kill()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def left_by_killed(target: Path) -> Path:
    """The file that a process leaves when it is killed while it writes."""
    before = set(target.parent.iterdir())
    with writer_of(target):
        pass
    (left,) = set(target.parent.iterdir()) - before
    assert left.read_bytes() == b"half"
    return left


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    with written_beside(target) as path:
        path.write_text("a", "utf-8")
        assert not target.exists()
    assert target.read_text("utf-8") == "a"
    with pytest.raises(UnicodeEncodeError), written_beside(target) as path:
        path.write_text("b\ud800", "utf-8")
    assert target.read_text("utf-8") == "a"
    assert names(tmp_path) == [target.name]


def test_a_new_file_replaces_none(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    write_new(target, b"a")
    with pytest.raises(FileExistsError):
        write_new(target, b"b")
    assert target.read_bytes() == b"a"
    assert names(tmp_path) == [target.name]


def test_a_new_file_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    test_a_new_file_replaces_none(tmp_path)


def test_a_name_is_not_taken_from_a_file(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    kept = [UnfinishedFile(tmp_path / "table.csv").rename_to_free(target) for _ in range(3)]
    assert kept == [target, tmp_path / "kept2", tmp_path / "kept3"]
    assert names(tmp_path) == ["kept", "kept2", "kept3"]


def test_what_cannot_be_renamed_stays(tmp_path: Path) -> None:
    unfinished = UnfinishedFile(tmp_path / "table.csv")
    assert unfinished.rename_to_free(tmp_path / "missing" / "kept") == unfinished.path
    assert unfinished.path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no open file")
def test_the_next_writer_removes_nothing_that_is_being_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def after_others(rename: Callable[..., Path]) -> Callable[..., Path]:
        def renamed(*arguments: Path) -> Path:
            clear_unfinished(tmp_path, "*")
            return rename(*arguments)

        return renamed

    monkeypatch.setattr(Path, "replace", after_others(Path.replace))
    monkeypatch.setattr("os.link", after_others(os.link))  # type: ignore[arg-type]
    with written_beside(tmp_path / "table.csv"):
        pass
    write_new(tmp_path / "game.jsonl", b"")
    assert names(tmp_path) == ["game.jsonl", "table.csv"]


def test_the_next_writer_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    target = tmp_path / "[table]*.csv"
    left_by_killed(target)
    other = left_by_killed(tmp_path / "[table]*.csv.csv")
    with written_beside(target):
        pass
    assert names(tmp_path) == sorted([target.name, other.name])


def test_what_is_being_written_stays(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    with writer_of(target) as writer:
        with written_beside(target) as path:
            path.write_bytes(b"mine")
        assert target.read_bytes() == b"mine"
        writer.communicate(b"")
    assert target.read_bytes() == b"half"
    assert names(tmp_path) == [target.name]


def test_other_files_stay(tmp_path: Path) -> None:
    others = [
        ".table.csv.unfinished",
        ".table.csv.0123.unfinished",
        "table.csv.0123456789abcdef.unfinished",
        ".table.csv.0123456789abcdef.unfinished.txt",
    ]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".table.csv.0123456789abcdef.unfinished").mkdir()
    before = names(tmp_path)
    clear_unfinished(tmp_path, "*")
    assert names(tmp_path) == before


@pytest.mark.parametrize("name", ["n" * 255, "ü" * 127])
def test_the_longest_names(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    left_by_killed(target)
    write_new(target, b"a")
    assert names(tmp_path) == [name]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs a list of open files")
def test_where_no_open_file_can_be_removed_or_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows is like this, which is why no lock is taken there."""

    def refuse_if_open(path: Path) -> None:
        for descriptor in Path("/proc/self/fd").iterdir():
            if descriptor.exists() and descriptor.samefile(path):
                raise PermissionError(13, "The file is used by another process")

    def checked(do: Callable[..., object]) -> Callable[..., object]:
        def done(path: Path, *arguments: object, **more: object) -> object:
            if path.exists():
                refuse_if_open(path)
            return do(path, *arguments, **more)

        return done

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(Path, "unlink", checked(Path.unlink))
    monkeypatch.setattr(Path, "replace", checked(Path.replace))
    target = tmp_path / "table.csv"
    left = tmp_path / ".table.csv.0123456789abcdef.unfinished"
    left.touch()
    with written_beside(target) as path:
        assert names(tmp_path) == [path.name]
        clear_unfinished(tmp_path, "*")
        path.write_bytes(b"mine")
    assert target.read_bytes() == b"mine"
    write_new(tmp_path / "game.jsonl", b"")
    unfinished = UnfinishedFile(target)
    unfinished.remove()
    assert names(tmp_path) == ["game.jsonl", target.name]


def test_a_private_folder_is_made_with_its_parents_and_may_be_there(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    for _ in range(2):
        make_private_folder(folder)
    assert (
        stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    )


def test_finished_parts_may_lie_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    for _ in range(2):
        KeptParts.open(tmp_path / "a" / "b", "survey", DIGEST)


def left_over(target: Path) -> Path:
    """A file like that which a killed process leaves."""
    path = target.with_name(f".{target.name}.0123456789abcdef.unfinished")
    path.touch()
    return path


class TestTheNextStart:
    """The next start of the same job, after it was killed."""

    def test_of_kept_parts(self, tmp_path: Path) -> None:
        parts = KeptParts.open(tmp_path, "survey", DIGEST)
        parts.write_or_warn(range(10), b"rows")
        before = names(tmp_path)
        for name in (f"survey-{DIGEST[:16]}-10-20.part", f"survey-{'f' * 16}-0-10.part", "survey"):
            left_over(tmp_path / name)
        foreign = left_over(tmp_path / f"tournament-{DIGEST[:16]}-0-10.part")
        KeptParts.open(tmp_path, "survey", DIGEST)
        assert names(tmp_path) == sorted([*before, foreign.name])
        assert parts.read(range(10)) == b"rows"

    @pytest.mark.parametrize("suffix", [".csv", ".jsonl", PARQUET])
    def test_of_plays(self, tmp_path: Path, suffix: str) -> None:
        target = tmp_path / f"plays{suffix}"
        left_over(target)
        with PlaysWriter(target):
            assert len(names(tmp_path)) == 1
        assert names(tmp_path) == [target.name]

    def test_of_a_command_that_checks_its_place(self, tmp_path: Path) -> None:
        left_over(tmp_path / "survey.csv")
        check_figures(tmp_path / "survey.csv", [".csv"], "a survey")
        assert names(tmp_path) == []

    def test_of_tables(self, tmp_path: Path) -> None:
        left_over(tmp_path / "enable.json")
        write_tables({"a": 1}, tmp_path / "enable.json")
        assert names(tmp_path) == ["enable.json"]


@pytest.mark.parametrize("given", [None, 1, b"a", "a\0b", "\ud800", ["x" * 10_000]])
def test_no_path(given: object) -> None:
    with pytest.raises(InvalidInputError, match="is given for a file; give its path") as error:
        parse_path(given)
    assert len(str(error.value)) < 400


def test_a_path() -> None:
    assert parse_path("a/b") == parse_path(Path("a/b")) == Path("a/b")


# The user's cache folder: where it is, whom it trusts, and that it stays small -------------------


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
    _log.say_once.cache_clear()
    return path


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
        """A file that was last used some days ago."""
        path = root / name
        path.write_bytes(bytes(size))
        used = time.time() - days_ago * DAYS
        os.utime(path, (used, used))
        return path

    def test_what_is_long_unused_goes(self, root: Path) -> None:
        old = [
            self.entry(root, "1.v1.lexicon", 5, 91),
            self.entry(root, "all-1.code", 5, 91),
            self.entry(root, "0.v0.lexicon", 5, 1000),
        ]
        kept = [
            self.entry(root, "2.v1.lexicon", 5, 89),
            self.entry(root, "all-2.code", 5, 89),
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
            self.entry(root, "b.code", 30, 2),
            self.entry(root, "c.v1.lexicon", 10, 3),
            self.entry(root, "d.code", 1, 4),
        ]
        _user_cache.keep_small(root, newest)
        assert [path.exists() for path in paths] == [True, True, False, False]
        larger = self.entry(root, "larger.v1.lexicon", 400, 0)
        _user_cache.keep_small(root, larger)
        assert list(root.iterdir()) == [larger]

    def test_a_link_is_not_followed(self, root: Path, tmp_path: Path) -> None:
        elsewhere = self.entry(tmp_path, "all-1.code", 5, 91)
        (root / "all-1.code").symlink_to(elsewhere)
        _user_cache.keep_small(root, root / "none.lexicon")
        assert elsewhere.exists()

    def test_files_of_killed_processes_go(self, root: Path) -> None:
        newest = self.entry(root, "all-1.code", 5, 0)
        (root / ".x.code.0011223344556677.unfinished").touch()
        at_work = UnfinishedFile(root / "y.code")
        _user_cache.keep_small(root, newest)
        assert set(root.iterdir()) == {newest, at_work.path}
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


# The folder of the user's data: nobody else on the machine can look into it ----------------------


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that does not exist yet."""
    folder = tmp_path / "share" / "data"
    monkeypatch.setenv(_user_data.FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture(params=[0, 0o022], ids=["umask 0", "usual umask"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def begin_play() -> None:
    SavedGame.begin(Game(["me", "greedy"], 1, Lexicon.load())).game.close()


def begin_track() -> None:
    game = TrackedGame(["Ann", "Ben"], first=0, community="EES")
    SavedGame.begin(game).game.close()


def type_a_command() -> None:
    file = _user_data.history_file("track")
    assert file is not None
    command_session(file).history.store_string("jewels j > QT")


@posix
@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("write", [begin_play, begin_track, type_a_command])
def test_what_is_made_is_closed_to_others(data: Path, write: Callable[[], None]) -> None:
    write()
    (folder,) = data.iterdir()
    (file,) = folder.iterdir()
    # Those above are made too.
    assert {mode(each) for each in (data.parent, data, folder)} == {0o700}
    if write is not type_a_command:
        assert mode(file) == 0o600
