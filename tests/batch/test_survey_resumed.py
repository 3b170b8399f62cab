"""A survey that was killed, interrupted or left by its executor goes on from its finished parts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.strategies import enable_words

import letter_tycoon_solver.batch.surveys as module
from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.batch import Deal, ExecutorDiedError, Interrupted, PartsWarning
from letter_tycoon_solver.batch.surveys import Survey, survey

MODULE = "letter_tycoon_solver.batch.surveys"
N_PARTS = 64
N_HANDS = N_PARTS * 12
PART_SIZE = N_HANDS // N_PARTS
SETS = "B,XZ"


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_words([word for word in enable_words()[::20] if len(word) < 8])


@pytest.fixture(scope="module")
def whole(lexicon: Lexicon) -> Survey:
    return surveyed(lexicon)


def surveyed(lexicon: Lexicon, folder: Path | None = None, **options: Any) -> Survey:
    """All hands; parts are kept in the folder."""
    return survey(N_HANDS, lexicon, parts=folder, **{"patent_sets": SETS, "seed": 0, **options})


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first row of each part that is solved."""

    first_rows: list[int] = []
    count = module._count_part

    def noted(deal: Deal, sets: tuple[str, ...], lexicon: Lexicon, rows: range, stop: Any) -> bytes:
        if len(rows):
            first_rows.append(rows.start)
        return count(deal, sets, lexicon, rows, stop)

    monkeypatch.setattr(f"{MODULE}._count_part", noted)
    return first_rows


def stop_after(n_hands: int) -> Callable[[int, int], None]:
    """A progress that presses Ctrl-C."""

    def progress(done: int, _total: int) -> None:
        if done >= n_hands:
            signal.raise_signal(signal.SIGINT)

    return progress


def interrupted(lexicon: Lexicon, folder: Path, n_parts: int, **options: Any) -> Survey:
    """The finished part of a survey that is interrupted after some parts."""
    stop = stop_after(n_parts * PART_SIZE)
    with ThreadPoolExecutor(1) as pool, pytest.raises(Interrupted) as caught:
        surveyed(lexicon, folder, executor=pool, progress=stop, **options)
    done: Survey = caught.value.done
    return done


def first_rows_of(names: set[str]) -> set[int]:
    return {int(name.split("-")[2]) for name in names}


# Killed ------------------------------------------------------------------------------------------

KILLED = textwrap.dedent(
    """
    import sys, time
    from letter_tycoon_solver import Lexicon
    from letter_tycoon_solver.batch.surveys import survey

    def progress(done, total):
        print(done, flush=True)
        if done >= total // 2:
            time.sleep(600)

    if __name__ == "__main__":
        words = sys.stdin.read().split()
        survey(
            int(sys.argv[1]), Lexicon.from_words(words), patent_sets=sys.argv[2],
            parts=sys.argv[3], progress=progress, seed=0,
        )
    """
)


def test_goes_on_after_it_was_killed(
    lexicon: Lexicon, whole: Survey, tmp_path: Path, solved: list[int]
) -> None:
    script, folder = tmp_path / "killed.py", tmp_path / "parts"
    script.write_text(KILLED, "utf-8")
    arguments = [sys.executable, str(script), str(N_HANDS), SETS, str(folder)]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write("\n".join(lexicon))
            process.stdin.close()
            done = 0
            while done < N_HANDS // 2:
                done = int(process.stdout.readline())
        finally:
            process.kill()
    finished = first_rows_of(files(folder))
    assert len(finished) * PART_SIZE == done >= N_HANDS // 2

    told: list[int] = []
    resumed = surveyed(lexicon, folder, progress=lambda done, _: told.append(done))
    assert resumed == whole
    assert told[0] == done
    assert len(told) == 1 + N_PARTS - len(finished)
    assert {*solved} == {*range(0, N_HANDS, PART_SIZE)} - finished
    assert files(folder) == set()


def _environment() -> dict[str, str]:
    package = Path(module.__file__).parents[2]
    return {**os.environ, "PYTHONPATH": str(package)}


# Interrupted -------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_is_done(
    lexicon: Lexicon, whole: Survey, tmp_path: Path, solved: list[int]
) -> None:
    done = interrupted(lexicon, tmp_path, 5)
    assert done.n == 5 * PART_SIZE
    assert done.n_asked == N_HANDS
    # The first parts of this survey are a survey of so few hands.
    assert done.sets == survey(done.n, lexicon, patent_sets=SETS, seed=0).sets
    assert len(files(tmp_path)) == 5
    # Parts of any age are good.
    age(tmp_path.iterdir(), 400)
    solved.clear()
    assert surveyed(lexicon, tmp_path) == whole
    assert min(solved) == done.n


def test_nothing_is_done_yet(lexicon: Lexicon, tmp_path: Path) -> None:
    done = interrupted(lexicon, tmp_path, 0)
    assert done.n == 0
    assert files(tmp_path) == set()
    for row in done.to_rows():
        assert (row["hands"], row["margin_mean"], row["margin_p50"]) == (0, None, None)
        assert (row["royalties_E"], row["length_5"], row["gain_money_se"]) == (None, None, None)


def test_an_executor_that_dies(lexicon: Lexicon, whole: Survey, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:

        def shut_down(done: int, _total: int) -> None:
            if done == 4 * PART_SIZE:
                pool.shutdown(wait=True)

        with pytest.raises(ExecutorDiedError, match="broke down") as caught:
            surveyed(lexicon, tmp_path, executor=pool, progress=shut_down)
    done = caught.value.done
    assert isinstance(done, Survey)
    # What was handed out before the pool was shut is finished too.
    assert 4 * PART_SIZE < done.n < N_HANDS
    assert len(files(tmp_path)) * PART_SIZE == done.n
    assert surveyed(lexicon, tmp_path) == whole


# The folder --------------------------------------------------------------------------------------


def spoil_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def spoil_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def take_from_next(path: Path) -> None:
    """A good part, under the name of another."""
    following = path.name.replace(f"-0-{PART_SIZE}.", f"-{PART_SIZE}-{2 * PART_SIZE}.")
    path.write_bytes(path.with_name(following).read_bytes())


@pytest.mark.parametrize("damage", [spoil_end, spoil_middle, empty, take_from_next])
def test_a_damaged_part_is_done_again(
    damage: Callable[[Path], None],
    lexicon: Lexicon,
    whole: Survey,
    tmp_path: Path,
    solved: list[int],
) -> None:
    interrupted(lexicon, tmp_path, 3)
    (first,) = tmp_path.glob(f"survey-*-0-{PART_SIZE}.part")
    damage(first)
    solved.clear()
    assert surveyed(lexicon, tmp_path) == whole
    assert 0 in solved
    assert {PART_SIZE, 2 * PART_SIZE}.isdisjoint(solved)
    assert files(tmp_path) == set()


@pytest.mark.parametrize("other", [{"seed": 1}, {"money": 1}, {"patent_sets": "XZ,B"}])
def test_parts_of_another_survey_are_left_alone(
    other: dict[str, Any], lexicon: Lexicon, whole: Survey, tmp_path: Path
) -> None:
    interrupted(lexicon, tmp_path, 2, **other)
    others = files(tmp_path)
    told: list[int] = []
    again = surveyed(lexicon, tmp_path, progress=lambda done, _: told.append(done))
    assert again == whole
    assert told[0] == 0
    assert files(tmp_path) == others


def age(paths: Iterable[Path], days: float) -> None:
    written = time.time() - 86_400 * days
    for path in paths:
        os.utime(path, (written, written))


def test_surveys_that_wrote_nothing_for_30_days_are_removed(
    lexicon: Lexicon, whole: Survey, tmp_path: Path
) -> None:
    interrupted(lexicon, tmp_path, 2, seed=1)
    half = tmp_path / f".{min(files(tmp_path))}.0123456789abcdef.unfinished"
    half.write_bytes(b"half")
    mine = tmp_path / "survey-of-mine.part"
    mine.write_text("mine", "utf-8")
    age(tmp_path.iterdir(), 31)
    before = files(tmp_path)
    interrupted(lexicon, tmp_path, 2, seed=2)
    at_work = files(tmp_path) - before
    age((tmp_path / min(at_work),), 31)
    age((tmp_path / max(at_work),), 29)
    assert surveyed(lexicon, tmp_path) == whole
    assert files(tmp_path) == {mine.name, *at_work}


@pytest.mark.parametrize("inside", ["", "deeper/down"])
def test_a_folder_that_cannot_be_written(
    inside: str, lexicon: Lexicon, tmp_path: Path, solved: list[int]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", "utf-8")
    with pytest.raises(InvalidInputError, match="give a folder that can be written"):
        surveyed(lexicon, taken / inside)
    assert solved == []


def test_a_full_disk_loses_nothing(lexicon: Lexicon, whole: Survey, tmp_path: Path) -> None:
    def take_folder(done: int, _total: int) -> None:
        if done == PART_SIZE:
            for path in tmp_path.iterdir():
                path.unlink()
            tmp_path.rmdir()

    with ThreadPoolExecutor(1) as pool, pytest.warns(PartsWarning, match="could not be kept"):
        result = surveyed(lexicon, tmp_path, executor=pool, progress=take_folder)
    assert result == whole
