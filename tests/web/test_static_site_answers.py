"""The site without a server answers as the library, in node and in a browser."""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from support.browser import PATH, Host
from support.pages import Visit
from support.table_games import answered, asked_and_advised, played_tables, wins

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.advisor import advise
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.plans import hint, view_of, word_json
from letter_tycoon_solver.web.schema import Table
from letter_tycoon_solver.web.static_site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

IN_NODE, IN_BROWSER, IN_SOAK = 150, 2_000, 10_000
CHOSEN, SURE_GAMES = 200, 5_000
ADVISED = 41
ODD_WORDS = ["jewels", "YAY", "Syzygy", "QI", "queue", "aa", "zzz", "A" * 14, "E" * 13, "SSSSSSSS"]
NO_WORDS = ["", "it's", "a" * 65, "é", "two words"]
REFUSED: list[dict[str, Any]] = [
    {"hand": ""},
    {"hand": "AB1"},
    {"hand": "é'"},
    {"hand": "a'\"\n\\"},
    {"hand": "JJ"},
    {"hand": "ABCDEFGH"},
    {"hand": "A", "community": "ABCD"},
    {"hand": "ABCDEFGH", "community": "ABCD"},
    {"hand": "A", "community": "E?"},
    {"hand": "A", "patents": "AA"},
    {"hand": "A", "patents": "b", "opponents": [{"patents": "E"}, {"patents": "B"}]},
    {"hand": "A", "patents": "", "opponents": [{"patents": "1"}]},
]
ASK = """async (tables) => {
  const {request} = await import("./static/request.js");
  const answers = [];
  for (const table of tables) {
    answers.push(await (await request("/api/hint", {body: JSON.stringify(table)})).text());
  }
  return answers;
}"""
"""Text, because objects take Playwright ten times as long."""
ADVISE = """async (questions) => {
  const {stream} = await import("./static/request.js");
  const advised = ([table, against, playouts, seconds]) => new Promise((resolve) => {
    const effort = seconds ? {seconds} : {playouts};
    const asked = new URLSearchParams({table: JSON.stringify(table), against, ...effort});
    const answers = stream(`/api/advice?${asked}`);
    let last = null;
    for (const event of ["advice", "problem"]) {
      answers.addEventListener(event, ({data}) => (last = JSON.parse(data)));
    }
    answers.addEventListener("done", () => resolve(last));
  });
  return Promise.all(questions.map(advised));
}"""
INTERRUPT = """async (table) => {
  const {request, stream} = await import("./static/request.js");
  const told = [];
  const ask = (playouts, name) => {
    const asked = new URLSearchParams({table: JSON.stringify(table), against: "static", playouts});
    const answers = stream(`/api/advice?${asked}`);
    const heard = new Promise((resolve) => {
      answers.addEventListener(name, ({data}) => resolve(JSON.parse(data)));
    });
    for (const event of ["advice", "done"]) {
      answers.addEventListener(event, () => told.push(playouts));
    }
    return [answers, heard];
  };
  const [long, begun] = ask(1e9, "advice");
  const {playouts} = await begun;
  const hint = await (await request("/api/hint", {body: JSON.stringify(table)})).json();
  long.close();
  const last = told.length;
  const [, short] = ask(60, "done");
  await short;
  return {playouts, plans: hint.turns.length, later: told.slice(last)};
}"""


@pytest.fixture
def running(static_host: Host) -> Host:
    """The site, to be looked at."""
    return static_host


# The library's answers -----------------------------------------------------------------------


def in_node(
    site: Path, tables: list[Any], words: list[str], advice: list[Any] | None = None
) -> dict[str, Any]:
    """The answers of a site's modules: see site_answers.mjs."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node for the modules of the site; install it with: apt-get install nodejs")
    (site / "package.json").write_text('{"type": "module"}')
    script = Path(__file__).with_name("site_answers.mjs")
    done = subprocess.run(
        [node, script, site],
        input=json.dumps({"tables": tables, "words": words, "advice": advice or []}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def differing(pairs: list[tuple[dict[str, Any], Any]], answers: list[Any]) -> list[Any]:
    """The tables whose answer is not the library's."""
    return [
        (table, wanted["turns"][:1], wanted["advice_needs"], given)
        for (table, wanted), given in zip(pairs, answers, strict=True)
        if wanted != given
    ]


def is_same(wanted: Any, given: Any) -> bool:
    """True for the same advice, but for the time that it took."""
    if isinstance(wanted, dict):
        names = wanted.keys() - {"seconds"}
        return wanted.keys() == given.keys() and all(
            is_same(wanted[name], given[name]) for name in names
        )
    if isinstance(wanted, list):
        return len(wanted) == len(given) and all(map(is_same, wanted, given))
    if isinstance(wanted, float) and given is not None:
        return math.isclose(wanted, given, rel_tol=0, abs_tol=1e-9)
    return bool(wanted == given)


def refusal(ask: Any, *args: Any) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as raised:
        ask(*args)
    return {"refusal": str(raised.value)}


def test_the_modules_answer_as_the_library(static_site: Path, lexicon: Lexicon) -> None:
    pairs = answered(lexicon, IN_NODE)
    words = [*random.Random(3).sample(list(lexicon), 300), *ODD_WORDS, *NO_WORDS]
    told = in_node(static_site, [*(table for table, _ in pairs), *REFUSED], words)
    assert differing(pairs, told["tables"][: len(pairs)]) == []
    refusals = [refusal(hint, msgspec.convert(table, Table), lexicon) for table in REFUSED]
    assert told["tables"][len(pairs) :] == refusals
    facts = []
    for word in words[: -len(NO_WORDS)]:
        fact = msgspec.to_builtins(word_json(word, [lexicon], PRESETS["rulebook"]))
        del fact["means"]
        facts.append(fact)
    facts += [refusal(word_json, word, [lexicon], PRESETS["rulebook"]) for word in NO_WORDS]
    assert told["words"] == facts
    trie = lexicon.trie._asdict()
    assert told["trie"] == {
        name: hashlib.sha256(array.tobytes()).hexdigest() for name, array in trie.items()
    }


def test_the_modules_advise_as_the_library(static_site: Path, lexicon: Lexicon) -> None:
    pairs = asked_and_advised(lexicon, ADVISED)
    told = in_node(static_site, [], [], [asked for asked, _ in pairs])
    check_advice(pairs, told["advice"])


def check_advice(pairs: list[tuple[list[Any], Any]], answers: list[Any]) -> None:
    assert len(pairs) == len(answers) == ADVISED
    assert {wanted["against"] for _, wanted in pairs} > {"static", "common", "hard"}
    plans = [plan for _, wanted in pairs for plan in wanted["turns"]]
    assert any(plan["whole"] for plan in plans)
    said = " ".join(reason for plan in plans for reason in plan["reasons"])
    for part in ("Buys", "Can buy no", "Replaces", "new cards.", "+-", "by its"):
        assert part in said
    for part in ("the next round is", "a turn of", "turns of", "royalties to others", "last turn"):
        assert part in said
    for (asked, wanted), given in zip(pairs, answers, strict=True):
        assert is_same(wanted, given), asked


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:the lexicon .* has no tables of its own")
def test_own_words_and_other_rules(tmp_path: Path) -> None:
    words = ["AB" * 20, "CAT", "ACT", "JEWELS", "JEWEL", "EEEEEEEE", "ZZZ", "AXE", "EEL", "SEE"]
    lexicon = Lexicon.from_words(words)
    write_site(tmp_path, lexicon, {"online": PRESETS["online"]})
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [], "ruleset": "online"}
    wanted = msgspec.to_builtins(hint(msgspec.convert(table, Table), lexicon))
    told = in_node(tmp_path, [{**table, "ruleset": None}, {**table, "ruleset": "rulebook"}], [])
    assert differing([(table, wanted)], told["tables"][:1]) == []
    assert told["tables"][0]["advice_needs"].startswith("there is no opponent")
    assert told["tables"][1]["refusal"].startswith("there is no ruleset 'rulebook'; choose one of")
    assert told["trie"]["words"] == hashlib.sha256(lexicon.trie.words.tobytes()).hexdigest()
    assert told["trie"]["keys"] == hashlib.sha256(lexicon.trie.keys.tobytes()).hexdigest()
    assert told["trie"]["more_keys"] == hashlib.sha256(lexicon.trie.more_keys.tobytes()).hexdigest()


def test_a_browser_answers_as_the_library(phone: Visit, lexicon: Lexicon) -> None:
    check_in_browser(phone.page, lexicon, IN_BROWSER)


@pytest.mark.soak
def test_a_browser_answers_as_the_library_to_many_tables(phone: Visit, lexicon: Lexicon) -> None:
    check_in_browser(phone.page, lexicon, IN_SOAK)


def test_a_browser_advises_as_the_library(phone: Visit, lexicon: Lexicon) -> None:
    # All at once: what is played for one does not wait for what is played for another.
    pairs = asked_and_advised(lexicon, ADVISED)
    phone.page.goto(f"{PATH}/")
    check_advice(pairs, phone.page.evaluate(ADVISE, [asked for asked, _ in pairs]))


@pytest.mark.soak
def test_a_browser_chooses_in_a_second_as_well_as_python_in_a_third(
    phone: Visit, lexicon: Lexicon
) -> None:
    phone.page.goto(f"{PATH}/")
    lost = []
    for table in played_tables(lexicon, CHOSEN):
        view = view_of(msgspec.convert(table, Table), lexicon)
        by_python = advise(view, lexicon, seconds=0.3).best.notation
        (told,) = phone.page.evaluate(ADVISE, [[table, "static", None, 1.0]])
        by_browser = told["turns"][0]["turn"]["notation"]
        python, browser = (
            wins(view, lexicon, [by_python, by_browser], SURE_GAMES)
            if by_python != by_browser
            else (0.0, 0.0)
        )
        lost.append(python - browser)
    mean, error = statistics.mean(lost), statistics.stdev(lost) / math.sqrt(CHOSEN)
    told_of = f"{100 * mean:.2f} % +- {100 * error:.2f}, {sum(map(bool, lost))} other plans"
    sys.stderr.write(f"lost: {told_of}\n")
    assert mean < 2 * error


def test_a_hint_comes_while_games_are_played_and_a_stream_ends_when_it_is_closed(
    phone: Visit,
) -> None:
    page = phone.page
    page.goto(f"{PATH}/")
    opponents = [{"patents": "E"}, {"patents": "S"}]
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": opponents}
    told = page.evaluate(INTERRUPT, table)
    assert told["playouts"] < 10**8
    assert told["plans"] > 5
    assert set(told["later"]) == {60}
    # What cannot be advised on is refused with the sentence of the library.
    (refused,) = page.evaluate(ADVISE, [[{**table, "community": "EE"}, "static", 60]])
    detail = "the community EE has 2 cards; at the start of a turn it has 3"
    assert refused == {"detail": detail}


def check_in_browser(page: Page, lexicon: Lexicon, n: int) -> None:
    pairs = answered(lexicon, n)
    page.goto(f"{PATH}/")
    answers = page.evaluate(ASK, [table for table, _ in pairs])
    assert differing(pairs, list(map(json.loads, answers))) == []


@pytest.mark.soak
def test_a_fault_in_a_kernel_is_found(tmp_path: Path, lexicon: Lexicon) -> None:
    package = tmp_path / "letter_tycoon_solver"
    spec = sys.modules["letter_tycoon_solver"].__path__[0]
    shutil.copytree(spec, package, ignore=shutil.ignore_patterns("objects", "__pycache__"))
    for name in ("wordlists",):
        source = Path(spec).parent / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name)
    kernel = package / "_kernels" / "turns.py"
    right, wrong = "row[ROW_MARGIN] = (earned + desk", "row[ROW_MARGIN] = (earned - desk"
    assert right in kernel.read_text("utf-8")
    kernel.write_text(kernel.read_text("utf-8").replace(right, wrong), "utf-8")
    command = [sys.executable, "-m", "letter_tycoon_solver", "site", str(tmp_path / "site")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    pairs = answered(lexicon, 30)
    told = in_node(tmp_path / "site", [table for table, _ in pairs], [])
    assert differing(pairs, told["tables"])
