"""Each program of examples/ does what it says."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ask_engine
import bot
import letter_go
import pytest
import web_api
from letter_go import QU, Round

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import tournament

if TYPE_CHECKING:
    from support.pages import Running

EXAMPLES = Path(bot.__file__).parent


def test_the_bot_wins(capsys: pytest.CaptureFixture[str]) -> None:
    bot.main(["--games", "12"])
    won = re.fullmatch(
        r"won ([0-9.]+)% ± [0-9.]+% of 12 games against greedy\n", capsys.readouterr().out
    )
    assert won
    assert float(won[1]) > 70


def test_the_page_has_the_same_bot() -> None:
    page = (EXAMPLES.parent / "docs" / "first-bot.md").read_text("utf-8")
    program = Path(bot.__file__).read_text("utf-8")
    choices = re.search(r"^        hand = (?:.*\n)+?(?=\n\ndef )", page, re.MULTILINE)
    weights = re.search(r"^WORTH = (?:.*\n)+?RARE = .*\n", page, re.MULTILINE)
    assert choices
    assert weights
    assert choices[0] in program
    assert weights[0] in program


# Bots from outside -------------------------------------------------------------------------------


def plays_well(command: str) -> None:
    """Against random, whose words and purchases are any that are legal, without a fault."""
    result = tournament([f"cmd:{command}", "random"], 4, Lexicon.load(), seed=0)
    assert result.players[0].last_fault == ""
    assert result.unfinished == 0
    assert result.players[0].wins > 2


@pytest.mark.slow
def test_the_bot_that_speaks_the_protocol() -> None:
    plays_well(f"{sys.executable} -S {EXAMPLES / 'protocol_bot.py'}")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_bot_in_javascript() -> None:
    plays_well(f"node {EXAMPLES / 'protocol_bot.js'}")


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a compiler of C")
def test_the_bot_in_c(tmp_path: Path) -> None:
    source, program = EXAMPLES / "protocol_bot.c", tmp_path / "bot"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    plays_well(str(program))


def test_the_program_that_asks_our_engine(capsys: pytest.CaptureFixture[str]) -> None:
    ask_engine.main(["AEJLNWZ EES E:3:0/K:5:1 1 CATS 1 4 0 - start"])
    said = capsys.readouterr().out.splitlines()
    assert said == ["greedy: LAWNs*K, buy A, discard EJZ", "static: JAWs*K, buy J, discard ELNZ"]
    with pytest.raises(SystemExit, match="fields"):
        ask_engine.main(["JWLEANZ"])


# Letter GO! --------------------------------------------------------------------------------------

WORDS = "quit qats qaid suit tint tins unit quint sit acts cats scat tact"


def table(*rules: letter_go.Rule, vowels: str = "AIU") -> Round:
    consonants = {"Ann": [QU, "T"], "Ben": ["S", "T"], "Cleo": ["N", "C"]}
    return Round(Lexicon.from_words(WORDS.split()), consonants, list(vowels), rules)


def test_words_are_of_the_cards_of_others() -> None:
    """Ben has S and one T: his words have QU and the T of Ann, N and C of Cleo, and vowels."""
    assert table().words("Ben") == ["QUINT", "QUIT", "UNIT"]
    assert table().words("Ann") == ["ACTS", "CATS", "SCAT", "SUIT", "TINS", "UNIT"]
    assert table().words("Cleo") == ["QATS", "QUIT", "SUIT"], "neither N nor C"
    assert "SIT" not in table().words("Ann"), "three letters"


def test_qu_stands_for_two_letters_or_for_q_alone() -> None:
    assert "QATS" in table().words("Cleo")
    assert "QUIT" in table(vowels="AI").words("Ben"), "its U is on the card"
    assert "UNIT" not in table(vowels="AI").words("Ben"), "no U without Q"
    assert table().used("Ben", ["QUIT"])[QU] == 1
    assert table().used("Ben", ["quit"])["U"] == 1, "as many cards as can be"
    assert table(vowels="AI").used("Ben", ["QUIT"])["U"] == 0


def test_rule_cards_are_functions_of_words() -> None:
    ends_in_t: letter_go.Rule = lambda word: word.endswith("T")  # noqa: E731
    assert table(ends_in_t, letter_go.without("Q")).words("Ben") == ["UNIT"]
    assert table(letter_go.letters(5)).words("Ben") == ["QUINT"]
    assert letter_go.begins_as_it_ends("TACT")
    assert letter_go.double_letter("LETTER")
    assert not letter_go.double_letter("TETRA")
    assert letter_go.no_letter_twice("ACTS")
    assert letter_go.ends_with_a_vowel("CAFE")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tins"], "does not have the cards"),
        (["quit", "unit"], "does not have the cards"),
        (["jewel"], "does not count"),
        (["sit"], "does not count"),
    ],
)
def test_words_that_cannot_be_written(words: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table().used("Ben", words)


def test_cards_are_claimed_in_the_order_of_the_tokens() -> None:
    boards = {"Ann": ["SUIT"], "Ben": ["QUIT"], "Cleo": []}
    stars = {"U": 5, QU: 3}
    # Ann has S, U and I, and the T of Ben; then Ben has QU and the T of Ann.
    assert table().score(boards, ["Ann", "Ben", "Cleo"], stars) == {"Ann": 8, "Ben": 4, "Cleo": 0}
    assert table().score(boards, ["Ben", "Ann", "Cleo"], stars) == {"Ben": 10, "Ann": 2, "Cleo": 0}


def test_the_best_board_uses_the_stars() -> None:
    assert table().best("Ann", {"N": 9, "U": 2}) == ["UNIT"]
    assert table().best("Ann", {"N": 9, "S": 2}) == ["TINS"]
    lexicon = Lexicon.from_words(["tins", "dado", "tornado"])
    two = Round(lexicon, {"Ann": [], "Ben": list("TNSDDR")}, list("IAOO"))
    assert sorted(two.best("Ann", {})) == ["DADO", "TINS"], "eight cards, not seven"


def test_letter_go_is_short_and_shows_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(Path(letter_go.__file__).read_text("utf-8").splitlines()) < 200
    letter_go.main()
    assert re.search(r"^Cleo may write \d+ words, best: \w+", capsys.readouterr().out, re.M)


# A server, a cluster, a notebook -----------------------------------------------------------------


def test_the_program_that_asks_the_page(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ["JWLEANZ", "EES", "--opponent", "E", "--url", running.url]
    web_api.main([*table, "--seconds", "0.2", "--word", "yacht"])
    said = capsys.readouterr().out
    assert re.search(r"^1  JeWeLs, buy J\b.* equity \+", said, re.M)
    assert re.search(r"^after \d+ games: .*, buy J\b.*$", said, re.M)
    assert "YACHT is in the word list\n  YACHT (noun): an expensive vessel" in said
    with pytest.raises(SystemExit, match="hand"):
        web_api.main(["J?", "EES", "--url", running.url])


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A Dask cluster in a thread of this process."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")
def test_the_survey_on_a_cluster(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dask_survey = pytest.importorskip("dask_survey")
    parts = tmp_path / "parts"
    where = ["--scheduler", cluster.scheduler.address, "--parts", str(parts)]
    dask_survey.main(["--hands", "400", "--patent-sets", "J,K", *where])
    said = capsys.readouterr().out
    assert "400 of 400 hands" in said
    gain = re.search(r"^J +\+([0-9.]+) ± ", said, re.M)
    assert gain
    assert float(gain[1]) > 3


@pytest.mark.slow
def test_the_notebook_says_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.setenv("MPLBACKEND", "agg")
    namespace: dict[str, object] = {}
    notebook = json.loads((EXAMPLES / "patents.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            got = run_cell("".join(cell["source"]), namespace)
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    assert repr(got) == "".join(output["data"]["text/plain"])


def run_cell(source: str, namespace: dict[str, object]) -> object:
    """The value of the last line, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(source, namespace)
        return None
    tree.body.pop()
    exec(compile(tree, "cell", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
