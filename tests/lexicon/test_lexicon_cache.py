"""The cache of compiled lexicons: whatever happens to it, the words are right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from letter_tycoon_solver import _user_cache
from letter_tycoon_solver._files import UnfinishedFile
from letter_tycoon_solver.lexicon import Lexicon, cache
from letter_tycoon_solver.lexicon.cache import CompiledLexicon

REPOSITORY = Path(__file__).parents[2]
WORDS = ["ALERT", "ALTER", "CAT", "CATS", "DOG", "JEWELS", "LATER", "ZZZ"]


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(folder))
    return folder


@pytest.fixture
def word_list(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS))
    return path


@pytest.fixture(scope="module")
def compiled() -> CompiledLexicon:
    return Lexicon.from_words(WORDS)._compiled


def check(loaded: Lexicon) -> None:
    assert list(loaded) == WORDS
    assert loaded.subanagrams("ALTERED") == ["ALERT", "ALTER", "LATER"]


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


class TestFormat:
    def test_round_trip(self, compiled: CompiledLexicon) -> None:
        content = cache.encode(compiled)
        decoded = cache.decode(content, compiled.key)
        assert decoded is not None
        for name, array in decoded.trie._asdict().items():
            original = getattr(compiled.trie, name)
            np.testing.assert_array_equal(array, original)
            assert array.dtype == original.dtype
        assert (decoded.text, decoded.starts) == (compiled.text, compiled.starts)
        assert decoded.keys == compiled.keys
        assert decoded.digest == compiled.digest
        assert cache.encode(decoded) == content

    def test_every_changed_byte_is_found(self, compiled: CompiledLexicon) -> None:
        content = bytearray(cache.encode(compiled))
        for at in range(len(content)):
            for bit in range(8):
                content[at] ^= 1 << bit
                assert cache.decode(bytes(content)) is None
                content[at] ^= 1 << bit
        assert cache.decode(bytes(content)) is not None

    def test_every_cut_is_found(self, compiled: CompiledLexicon) -> None:
        content = cache.encode(compiled)
        for length in range(len(content)):
            assert cache.decode(content[:length]) is None
        assert cache.decode(content + b"\0") is None

    def test_another_list(self, compiled: CompiledLexicon) -> None:
        assert cache.decode(cache.encode(compiled), bytes(32)) is None

    @pytest.mark.parametrize(
        "identity",
        [
            (cache.FORMAT_VERSION + 1, cache._IDENTITY[1]),
            (cache.FORMAT_VERSION, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ],
    )
    def test_another_version(
        self,
        compiled: CompiledLexicon,
        identity: tuple[int, bytes],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(cache, "_IDENTITY", identity)
            content = cache.encode(compiled)
            assert cache.decode(content) is not None
        assert cache.decode(content) is None


class TestFolder:
    def test_the_users_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        expected = platformdirs.user_cache_path("letter-tycoon-solver", appauthor=False)
        monkeypatch.delenv("LETTER_TYCOON_CACHE")
        assert _user_cache.folder() == expected
        monkeypatch.setenv("LETTER_TYCOON_CACHE", "")
        assert _user_cache.folder() == expected

    def test_one_aligned_file_of_the_content(
        self, word_list: Path, tmp_path: Path, cache_folder: Path
    ) -> None:
        path = Lexicon.cache_path(word_list)
        assert path.parent == cache_folder
        assert not path.exists()
        loaded = Lexicon.load(word_list)
        check(loaded)
        assert only_file(cache_folder) == path
        for array in loaded.trie:
            assert array.ctypes.data % 64 == 0
        twin = tmp_path / "twin.txt"
        twin.write_bytes(word_list.read_bytes())
        check(Lexicon.load(twin))
        assert only_file(cache_folder) == path

    def test_a_good_file_is_used(self, word_list: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        check(Lexicon.load(word_list))

        def refuse(*_: object) -> None:
            raise AssertionError("compiled again")

        monkeypatch.setattr("letter_tycoon_solver.lexicon.cache.build_trie", refuse)
        check(Lexicon.load(word_list))
        with pytest.raises(AssertionError, match="compiled again"):
            Lexicon.compile(word_list)

    def test_compile_writes_the_file_again(self, word_list: Path) -> None:
        check(Lexicon.load(word_list))
        path = Lexicon.cache_path(word_list)
        # The open file keeps its number from being given to the new one.
        with path.open("rb"):
            before = path.stat().st_ino
            check(Lexicon.compile(word_list))
            assert path.stat().st_ino != before


class TestDamage:
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(data=st.data())
    def test_a_damaged_file_is_rebuilt(self, word_list: Path, data: st.DataObject) -> None:
        path = Lexicon.cache_path(word_list)
        check(Lexicon.compile(word_list))
        good = path.read_bytes()
        at = data.draw(st.integers(0, len(good) - 1))
        damaged = data.draw(
            st.one_of(
                st.just(good[:at]),
                st.integers(1, 255).map(
                    lambda bits: good[:at] + bytes([good[at] ^ bits]) + good[at + 1 :]
                ),
                st.binary(min_size=1).map(lambda junk: good[:at] + junk),
                st.binary(min_size=1).map(lambda junk: good + junk),
                st.binary(max_size=400),
            )
        )
        path.unlink()
        path.write_bytes(damaged)
        check(Lexicon.load(word_list))
        assert path.read_bytes() == good

    def test_the_file_of_another_list(self, word_list: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.txt"
        other.write_text("bird\n")
        Lexicon.load(other)
        Lexicon.cache_path(other).rename(Lexicon.cache_path(word_list))
        check(Lexicon.load(word_list))

    def test_a_folder_in_its_place(self, word_list: Path) -> None:
        Lexicon.cache_path(word_list).mkdir(parents=True)
        check(Lexicon.load(word_list))
        check(Lexicon.load(word_list))

    def test_a_file_taken_away_while_it_is_in_use(self, word_list: Path) -> None:
        loaded = Lexicon.load(word_list)
        Lexicon.cache_path(word_list).unlink()
        check(loaded)


class TestNoCache:
    def test_the_folder_is_a_file(self, word_list: Path, cache_folder: Path) -> None:
        cache_folder.write_text("here is a file")
        check(Lexicon.load(word_list))
        assert cache_folder.read_text() == "here is a file"

    @pytest.mark.parametrize("function", ["mkdir", "write_bytes", "replace"])
    def test_refused(
        self,
        word_list: Path,
        cache_folder: Path,
        function: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """A folder that is read-only, or on Windows a file that another process has mapped."""

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, function, refuse)
        loaded = Lexicon.load(word_list)
        check(loaded)
        for array in loaded.trie:
            assert not array.flags.writeable
        assert not cache_folder.exists() or list(cache_folder.iterdir()) == []

    def test_no_space_for_the_whole_file(self, word_list: Path, cache_folder: Path) -> None:
        resource = pytest.importorskip("resource")
        size = len(cache.encode(Lexicon.from_words(WORDS)._compiled))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
        try:
            loaded = Lexicon.load(word_list)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        check(loaded)
        assert list(cache_folder.iterdir()) == []
        check(Lexicon.compile(word_list))
        assert only_file(cache_folder).stat().st_size == size


class TestManyProcesses:
    def test_files_of_killed_processes_are_removed(
        self, word_list: Path, cache_folder: Path
    ) -> None:
        cache_folder.mkdir()
        name = Lexicon.cache_path(word_list).name
        abandoned = cache_folder / f".{name}.0011223344556677.unfinished"
        of_another = cache_folder / ".other.v1.lexicon.0011223344556677.unfinished"
        foreign = cache_folder / "notes.unfinished"
        for path in (abandoned, of_another, foreign):
            path.write_bytes(b"half")
        at_work = UnfinishedFile(Lexicon.cache_path(word_list))
        check(Lexicon.load(word_list))
        assert not abandoned.exists()
        assert not of_another.exists()
        assert at_work.path.exists()
        assert foreign.exists()
        at_work.remove()

    @pytest.mark.slow
    def test_sixteen_start_at_once(
        self, word_list: Path, tmp_path: Path, cache_folder: Path
    ) -> None:
        go = tmp_path / "go"
        script = (
            "import sys, time, pathlib\n"
            "from letter_tycoon_solver.lexicon import Lexicon\n"
            "print('ready', flush=True)\n"
            "while not pathlib.Path(sys.argv[2]).exists(): time.sleep(0.001)\n"
            "loaded = Lexicon.load(sys.argv[1])\n"
            "print(*loaded, *loaded.subanagrams('ALTERED'))\n"
        )
        command = [sys.executable, "-W", "error", "-c", script, str(word_list), str(go)]
        processes = [
            subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=REPOSITORY,
            )
            for _ in range(16)
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        go.touch()
        expected = " ".join([*WORDS, "ALERT", "ALTER", "LATER"]) + "\n"
        for process in processes:
            assert process.communicate() == (expected, "")
            assert process.returncode == 0
        check(Lexicon.load(word_list))
        assert only_file(cache_folder) == Lexicon.cache_path(word_list)
