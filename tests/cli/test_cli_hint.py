"""The commands `hint` and `word`: the best plans of a turn, and all about a word."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.commands import EXAMPLE, Run, compile_search

import letter_tycoon_solver as lts
from letter_tycoon_solver import OpenTurn
from letter_tycoon_solver.rules.cards import PATENT_COST
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL as MANUAL
from letter_tycoon_solver.search.frames import TURN_COLUMNS

EXAMPLE_POSITION = lts.Position("JWLEANZ", "EES", "K", ["E", ""])
OWNER_OF_Q = ["hint", "JWLEANQ", "EES", "--patents", "Q", "--opponent", "E"]
POSITION_OF_Q = lts.Position("JWLEANQ", "EES", "Q", ["E"])
WIDTH = 80


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_search()


BY_MARGIN = ["--rank-by", "margin"]
PLAYS = [*EXAMPLE, *BY_MARGIN]
TWO_WORDS = ["hint", "yachtuq", "ees", "--patents", "KJZXV", "--opponent", "S"]
DOUBLED = ["hint", "acequis", "tue", "--patents", "BJX"]
POSITION_OF_DOUBLED = lts.Position("ACEQUIS", "TUE", "BJX")
ADDING = lts.Ruleset(stacking=lts.Stacking.ADD)
EXAMPLE_LINE = "AEJLNWZ EES K E/- 0"
ESCAPE = "\x1b"


def plans_of(run: Run, *args: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(*args, "--json").out)["turns"]
    return found


def last_lines(run: Run, *args: str) -> str:
    return run(*args, "--define").out.rstrip("\n").rpartition("\n\n")[2]


def cells_of(run: Run, *args: str) -> list[list[str]]:
    """The rows of the table, by cells, with the head first."""
    lines = run(*args).out.split("\n\n")[1].splitlines()
    return [line.split() for line in [lines[0], *lines[2:]]]


class TestPlans:
    def test_the_table_says_what_to_do_first(self, run: Run) -> None:
        head, *rows = cells_of(run, *EXAMPLE, "--top", "3")
        assert head == (
            ["#", "Play", "Buy", "Discard", "Keep", "Equity", "Margin", "$", "Stock", "Royalties"]
        )
        best = plans_of(run, *EXAMPLE, "--top", "3")[0]
        play = best["play"]
        assert rows[0] == [
            *("1", play["notation"]),
            f"{best['buy']}{PATENT_COST[best['buy']]}",
            *(best["discards"], best["leave"], f"{best['equity']['total']:+.2f}"),
            *(f"{play['margin']:.1f}", str(play["money"]), str(play["stock"]), "2,", "0"),
        ]

    @pytest.mark.parametrize(
        ("args", "turn"),
        [
            (EXAMPLE, OpenTurn(EXAMPLE_POSITION)),
            ([*EXAMPLE, "--money", "7"], OpenTurn(replace(EXAMPLE_POSITION, money=7))),
            (OWNER_OF_Q, OpenTurn(POSITION_OF_Q)),
            ([*OWNER_OF_Q, "--replaced"], OpenTurn(POSITION_OF_Q, may_replace=False)),
            ([*EXAMPLE, "--ruleset", "reference-manual"], OpenTurn(EXAMPLE_POSITION, MANUAL)),
            ([*DOUBLED, "--stacking", "add"], OpenTurn(POSITION_OF_DOUBLED, ADDING)),
        ],
        ids=["example", "money", "Q", "replaced", "ruleset", "stacking"],
    )
    def test_are_the_best_turns_of_the_library(
        self, run: Run, args: list[str], turn: OpenTurn
    ) -> None:
        turns = lts.best_turns(turn, lts.Lexicon.load(), limit=40)
        assert plans_of(run, *args, "--top", "40") == turns.to_dicts()
        assert ("Replace (Q)" in run(*args).out) == any(one.replace for one in turns)

    @pytest.mark.parametrize("by", [[], BY_MARGIN])
    def test_without_a_play_there_is_the_exchange(self, run: Run, by: list[str]) -> None:
        result = run("hint", "vvwcc", "ddr", *by)
        assert (result.code, result.err) == (0, "")
        assert "No word can be played. You may discard" in result.out
        assert "  exchange" in result.out
        assert "all 1 turn," in result.out
        with_q = run("hint", "vvwcc", "ddr", *by, "--patents", "q").out
        assert "Replace one card with the Q patent" in with_q
        assert [plan["turn"] for plan in plans_of(run, "hint", "vvwcc", *by)] == ["exchange CCVVW"]
        assert len(run("hint", "vvwcc", *by, "--csv").out.splitlines()) == 2

    @pytest.mark.parametrize(
        "args", [[*EXAMPLE, "--top", "all"], [*TWO_WORDS, *BY_MARGIN, "--top", "40"]]
    )
    def test_csv(self, run: Run, args: list[str]) -> None:
        plans = plans_of(run, *args)
        rows = list(csv.DictReader(io.StringIO(run(*args, "--csv").out)))
        for rank, (row, plan) in enumerate(zip(rows, plans, strict=True), 1):
            assert row["rank"] == str(rank)
            assert list(row) == list(TURN_COLUMNS)
            for name in ("turn", "replace", "buy", "discards", "leave"):
                assert row[name] == plan[name]
            for part, dollars in plan["equity"].items():
                column = "equity" if part == "total" else f"equity_{part}"
                assert float(row[column]) == dollars
            play = plan["play"]
            if play is None:
                assert (row["play"], row["money"]) == ("", "0")
                continue
            words = [word for number in "12" if (word := row[f"word_{number}"])]
            assert words == [word["word"] for word in play["words"]]
            assert (row["play"], row["money"]) == (play["notation"], str(play["money"]))
            assert (row["stock"], row["royalties"]) == (
                str(play["stock"]),
                str(sum(play["royalties"])),
            )

    def test_by_other_keys_are_those_of_the_library(self, run: Run) -> None:
        keys = ("stock", "-royalties")
        turns = lts.best_turns(EXAMPLE_POSITION, lts.Lexicon.load(), rank_by=keys)
        asked = [*EXAMPLE, "--rank-by", "Stock, -royalties", "--top", "all"]
        found = json.loads(run(*asked, "--json").out)
        assert found["turns"] == turns.to_dicts()
        assert lts.Position.parse(found["position"]) == EXAMPLE_POSITION
        assert found["count"] == lts.find_plays(EXAMPLE_POSITION, lts.Lexicon.load()).n_legal
        assert (found["lexicon"], found["ruleset"]) == ("enable", "rulebook")
        assert (found["stacking"], found["rank_by"]) == ("multiply", list(keys))
        every = plans_of(run, *asked, "--all-variants")
        assert len(every) == len(plans_of(run, *EXAMPLE, "--all-variants", "--top", "all"))
        stock = [plan["play"]["stock"] if plan["play"] else 0 for plan in every]
        assert stock == sorted(stock, reverse=True)
        assert "best by stock, -royalties" in run(*asked).out

    def test_borrowed_tables_are_told_in_a_note(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("jaw\njewels\n")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            told = run(*EXAMPLE, "--lexicon", str(path))
            by_pay = run(*EXAMPLE, "--lexicon", str(path), "--rank-by", "margin")
        assert "mine.txt has no tables of its own" in told.err
        assert "those of enable are used" in told.err
        assert by_pay.err in told.err


class TestTable:
    def test_says_how_to_read_what_is_there_and_no_more(self, run: Run) -> None:
        plain = run("hint", "JAW").out
        assert "from hand" in plain
        for sign in ("community  ", "duplicate", "suffix", "doubled", "consonant", "Royalties"):
            assert sign not in plain
        rich = run("hint", "YACHTLQ", "ELU", "--patents", "KVXZ", "--opponent", "A").out
        for sign in ("community", "duplicate", "suffix", "doubled by patent K", "consonant"):
            assert sign in rich
        assert "doubled by patent J" not in rich

    def test_counts(self, run: Run) -> None:
        position = lts.Position.parse(EXAMPLE_LINE)
        lexicon = lts.Lexicon.load()
        ways = len(lts.find_plays(position, lexicon, variants="all"))
        words = len(lts.find_plays(position, lexicon))
        assert f"the best 15 turns, each word in its best way; {ways} ways" in run(*PLAYS).out
        assert f"all {words + 1} turns, each" in run(*PLAYS, "--top", "all").out
        assert f"best 15 turns of {ways} plays" in run(*PLAYS, "--all-variants").out
        every = run(*PLAYS, "--all-variants", "--top", "all").out
        assert f"all {ways + 1} turns of {ways}" in every

    @pytest.mark.parametrize(
        ("cards", "said"),
        [
            (["JWLEAN", "EES"], "Note: the hand has 6 of 7 cards."),
            (["JWLEANZ", "EE"], "Note: the community has 2 of 3 cards."),
            (["JAW"], "Note: the hand has 3 of 7 cards, the community has 0 of 3 cards."),
        ],
    )
    def test_cards_that_may_have_been_forgotten(
        self, run: Run, cards: list[str], said: str
    ) -> None:
        assert said in run("hint", *cards).out.splitlines()
        assert "Note:" not in run(*PLAYS).out

    def test_pipe_has_no_colour_and_no_cut_off_words(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "30")
        args = [*TWO_WORDS, *BY_MARGIN]
        out = run(*args).out
        assert ESCAPE not in out
        plays = [plan["play"] for plan in plans_of(run, *args)]
        rows = [line.split("  ") for line in out.splitlines()[5:][: len(plays)]]
        shown = [next(cell for cell in row[1:] if cell) for row in rows]
        assert [row.strip() for row in shown] == [play["notation"] for play in plays]

    @pytest.mark.parametrize("width", [40, WIDTH])
    def test_narrow_terminal_cuts_off_nothing(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, width: int
    ) -> None:
        """With two words and four opponents; all of it fits 80 columns."""
        args = [*TWO_WORDS, "--opponent", "", "--opponent", "A", "--opponent", ""]
        notations = [plan["play"]["notation"] for plan in plans_of(run, *args)]
        assert " & " in notations[0]
        terminal = {"FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "xterm", "COLUMNS": str(width)}
        for name, value in terminal.items():
            monkeypatch.setenv(name, value)
        out = run(*args).out
        for style in ("0", "1", "2"):
            out = out.replace(f"{ESCAPE}[{style}m", "")
        assert ESCAPE not in out
        for piece in (piece for notation in notations for piece in notation.split()):
            assert f" {piece} " in out
        assert "…" not in out
        assert "Royalties" in out
        assert width < WIDTH or max(map(len, out.splitlines())) <= WIDTH

    def test_colour(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        cyan = f"{ESCAPE}[36m"
        assert cyan in run(*PLAYS).out
        monkeypatch.setenv("NO_COLOR", "1")
        assert cyan not in run(*PLAYS).out

    def test_the_rules_that_differ_are_named(self, run: Run) -> None:
        out = run(*PLAYS, "--ruleset", "online", "--stacking", "add").out
        assert "rules online, doublers add" in out
        assert "doublers" not in run(*PLAYS, "--stacking", "multiply").out


class TestOptions:
    def test_position_line_is_the_same_as_letters(self, run: Run) -> None:
        assert run("hint", "--position", EXAMPLE_LINE).out == run(*EXAMPLE).out

    @pytest.mark.parametrize(
        "letters",
        [
            ["j w l e a n z", "e e s", "--patents", " k ", "--opponent", "e", "--opponent", " "],
            ["j,w,l,e,a,n,z", "e, e, s", "--patents", "k", "--opponent", "e,", "--opponent", ","],
            ["jwleanz", "ees", "--patents", "k", "--opponent", "e", "--opponent", "-"],
        ],
    )
    def test_letters_with_blanks_commas_and_a_dash_for_none(
        self, run: Run, letters: list[str]
    ) -> None:
        assert run("hint", *letters) == run(*EXAMPLE)


def test_loads_no_simulation() -> None:
    """Nor anything of the advisor, which takes a quarter of the time."""
    code = (
        "import sys; from letter_tycoon_solver import cli; cli.run(sys.argv[1:]);"
        "loaded = [name for name in sys.modules if name.startswith('letter_tycoon_solver.')"
        " and name.split('.')[1] in ('advisor', 'batch', 'game')"
        " or name.endswith(('_kernels.simulate', '_kernels.turn'))];"
        "sys.exit(str(loaded) if loaded else 0)"
    )
    for more in ([], ["--word", "JANES"]):
        subprocess.run(
            [sys.executable, "-c", code, *EXAMPLE, *more],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONWARNINGS": "ignore:overflow encountered"},
        )


class TestDefine:
    """`--define`: what the words that are shown mean."""

    def test_each_word_of_the_list_has_its_first_meaning(self, run: Run) -> None:
        lines = last_lines(run, *EXAMPLE, "--top", "5").splitlines()
        assert max(map(len, lines)) <= WIDTH
        said = " ".join(" ".join(lines).split())
        for word in ("JEWELS", "JAWS", "JEWS", "JEANS"):
            assert f"{word} {lts.define(word)[0]}" in said
        assert "JANES no definition" in said
        assert str(lts.define("JEWELS")[1]) not in said

    def test_the_rest_is_as_without_it(self, run: Run) -> None:
        without = run(*EXAMPLE, "--top", "3").out
        assert run(*EXAMPLE, "--top", "3", "--define").out.startswith(f"{without}\n  JEWELS  ")

    def test_a_word_of_ones_own_has_all_of_them(self, run: Run) -> None:
        said = " ".join(last_lines(run, *EXAMPLE, "--word", "ewes").split())
        assert said == f"EWES {' '.join(map(str, lts.define('EWES')))}"
        said = " ".join(last_lines(run, *EXAMPLE, "--word", "jewels").split())
        assert said == f"JEWELS {' '.join(map(str, lts.define('JEWELS')))}"

    def test_a_hand_without_words_has_none(self, run: Run) -> None:
        args = ["hint", "BCD", "FGH", "--opponent", ""]
        assert run(*args, "--define").out == run(*args).out

    @pytest.mark.parametrize("asked", [["--top", "2"], ["--top", "2", "--rank-by", "margin"]])
    def test_json_has_all_by_word(self, run: Run, asked: list[str]) -> None:
        document = json.loads(run(*EXAMPLE, *asked, "--json").out)
        with_meanings = json.loads(run(*EXAMPLE, *asked, "--json", "--define").out)
        definitions = with_meanings.pop("definitions")
        assert with_meanings == document
        assert len(definitions) == 2
        for word, found in definitions.items():
            assert found == [definition.to_dict() for definition in lts.define(word)]


# `letter-tycoon hint --word`: what a word of one's own is worth, or why it cannot be laid ---------


OWNER_OF_V = ["hint", "JAWELSN", "EEO", "--patents", "V"]


def answer(run: Run, *args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*args, "--json").out)
    return found


def sentence(run: Run, *args: str) -> str:
    """The text below the table, if there is one."""
    result = run(*args)
    assert (result.code, result.err) == (0, "")
    blocks = result.out.split("\n\n")
    return next(block for block in blocks[1:] if not block.lstrip().startswith("#")).strip()


class TestRank:
    @pytest.mark.parametrize(
        ("rank_by", "word"),
        [
            *(("equity", word) for word in ("janes", "JEWELS", "Ewe")),
            *((keys, "JANES") for keys in ("margin", "stock,money", "-royalties,patent_value")),
        ],
    )
    def test_is_that_of_all_turns(self, run: Run, rank_by: str, word: str) -> None:
        keys = rank_by.split(",")
        turns = lts.best_turns(EXAMPLE_POSITION, lts.Lexicon.load(), rank_by=keys)
        args = [*EXAMPLE, "--rank-by", rank_by, "--word", word]
        found, mine = answer(run, *args), turns[word.upper()]
        assert (found["rank"], found["count"]) == (turns.index(word.upper()) + 1, len(turns))
        assert (found["turn"], found["best"]) == (mine.to_dict(), turns[0].to_dict())
        assert (found["given_up"] is None) == (mine == turns[0])
        if found["rank"] > 1:
            said = f"{word.upper()} is turn {found['rank']} of {len(turns)} by"
            assert said in sentence(run, *args)

    @pytest.mark.parametrize(
        ("rank_by", "said"),
        [
            ("equity", "It gives up $1.74 of equity against"),
            ("margin", "It gives up $3.50 of margin against"),
            ("money", "It gives up $3 against"),
            ("stock,money", "It gives up 1 stock against"),
            ("n_left,margin", "It gives up 3 cards left against"),
            ("-royalties,money", "It has $1 of royalties more than"),
        ],
    )
    def test_what_is_given_up_is_in_the_unit_of_the_ranking(
        self, run: Run, rank_by: str, said: str
    ) -> None:
        keys = rank_by.split(",")
        best = lts.best_turns(EXAMPLE_POSITION, lts.Lexicon.load(), rank_by=keys)[0]
        found = sentence(run, *EXAMPLE, "--rank-by", rank_by, "--word", "JEANS")
        assert found.endswith(f"{said} {best.notation}.")

    def test_ties_are_told_by_equity(self, run: Run) -> None:
        turns = lts.best_turns(EXAMPLE_POSITION, lts.Lexicon.load(), rank_by="stock")
        ahead = turns[0].equity.total - turns[1].equity.total
        said = sentence(run, *EXAMPLE, "--rank-by", "stock", "--word", "JEWELS")
        assert said.endswith(f", ${ahead:.2f} of equity ahead of {turns[1].notation}.")


class TestUnknownWord:
    def test_earns_unless_it_is_challenged(self, run: Run) -> None:
        found = answer(run, *EXAMPLE, "--word", "jwles")
        position, word = EXAMPLE_POSITION, lts.Lexicon.from_words(["JWLES"])
        assert found["not_in_lexicon"] == ["JWLES"]
        assert found["turn"]["play"] == lts.find_plays(position, word)[0].to_dict()
        said = sentence(run, *EXAMPLE, "--word", "jwles")
        assert "JWLES is not in the word list enable. If it is challenged," in said
        assert f"JWLES would be turn {found['rank']} of {found['count']}" in said
        assert "  -  " not in said
        rows = run(*EXAMPLE, "--word", "jwles").out.splitlines()
        assert any(row.startswith("-  ") and "*K" in row for row in rows)

    def test_may_be_better_than_all_words(self, run: Run) -> None:
        args = ["hint", "JAWELSN", "EEO", "--rank-by", "stock", "--word"]
        found = answer(run, *args, "eeowelsjn")
        assert found["rank"] == 1
        assert found["given_up"]["amount"] < 0
        assert "would be turn 1 of" in sentence(run, *args, "eeowelsjn")
        assert "3 stock ahead of" not in sentence(run, *args, "eeowelsn")

    def test_where_nothing_else_can_be_played(self, run: Run) -> None:
        args = ["hint", "vvwcc", "--rank-by", "margin", "--word", "vvw"]
        assert "VVW would be turn 1 of 1 by margin, $1 of margin ahead of exchange" in (
            sentence(run, *args)
        )
        assert answer(run, *args)["best"]["turn"] == "exchange CCVVW"


class TestWhyNot:
    @pytest.mark.parametrize(
        ("args", "said"),
        [
            ([*EXAMPLE, "--word", "quiz"], "QUIZ cannot be laid: I, Q and U are missing."),
            ([*EXAMPLE, "--word", "lane"], ""),
            (
                [*EXAMPLE, "--word", "jazzes"],
                "JAZZES cannot be laid: Z is missing; with the patent X it could be laid as"
                " JAZ(Z)es.",
            ),
            (
                ["hint", "JAWELNZ", "EED", "--word", "jewels"],
                "JEWELS cannot be laid: S is missing; with the patent Z it could be laid as"
                " JeWeL+S.",
            ),
            (
                ["hint", "JAWELNZ", "EED", "--word", "jewells"],
                "JEWELLS is not in the word list enable. JEWELLS cannot be laid: L and S are"
                " missing; with the patents X and Z it could be laid as JeWeL(L)+S.",
            ),
            (
                ["hint", "BBC", "EES", "--word", "see"],
                "SEE cannot be laid: every word needs a card from your hand.",
            ),
            ([*EXAMPLE, "--word", "as"], "AS is too short: a word has at least 3 letters."),
            (
                [*EXAMPLE, "--word", "jewelleries" + "s" * 40],
                "it has 51 letters, and there are 10 cards.",
            ),
            (
                [*EXAMPLE, "--word", "jaw & eel"],
                "JAW & EEL cannot be laid: two words need the V patent, and you do not own it.",
            ),
            ([*OWNER_OF_V, "--word", "jaw & jaw"], "A, J and W are missing"),
        ],
    )
    def test_says_what_is_missing(self, run: Run, args: list[str], said: str) -> None:
        why_not = answer(run, *args)["why_not"]
        if not said:
            assert why_not is None
            return
        assert said in " ".join(sentence(run, *args).split())
        assert why_not in said or said in why_not
        assert answer(run, *args)["rank"] is None


# `word`: is it a word, its anagrams, what it pays -------------------------------------------------


@pytest.fixture(scope="module", autouse=True)
def _lists_loaded() -> None:
    for name in ("enable", "common"):
        lts.Lexicon.load(name)


def facts_of(run: Run, *args: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("word", *args, "--json").out)["words"]
    return found


def lines_of(run: Run, *args: str) -> dict[str, str]:
    """The lines about a single word, by label."""
    result = run("word", *args)
    assert result.code in (0, 1)
    assert result.err == ""
    lines: dict[str, str] = {}
    for line in result.out.splitlines()[1:]:
        label, text = line[:13].strip(), line[13:]
        lines[label or list(lines)[-1]] = lines.get(label or list(lines)[-1], "") + f" {text}"
    return {label: text.strip() for label, text in lines.items()}


class TestPeople:
    def test_a_word(self, run: Run) -> None:
        assert run("word", "jewels").out.splitlines()[0] == "JEWELS  6 letters"
        assert lines_of(run, "jewels") == {
            "Lists": "in enable, common",
            "Anagrams": "none",
            "Pays": "$4 and 1 stock; no patent doubles it",
            "S of Z": "can be its last letter; cannot make another word",
            "Challenge": "it is in enable and stands: a challenger pays its player $1",
            "Means": "JEWEL (noun): a precious or semiprecious stone incorporated into a piece of"
            " jewelry JEWEL (verb): adorn or decorate with precious stones",
        }

    def test_what_a_form_means(self, run: Run) -> None:
        places = [lines_of(run, "axes")["Means"].index(x) for x in ("AXIS (", "AX (", "AXE (")]
        assert places == sorted(places)
        assert lines_of(run, "the")["Means"] == "no definition: WordNet does not have it"
        assert "Means" in lines_of(run, "aa")

    def test_the_rulebook_example_of_k(self, run: Run) -> None:
        assert lines_of(run, "YACHT")["Pays"] == "$3; with K $6 (Y as a consonant)"
        assert lines_of(run, "YACHT")["S of Z"] == "makes YACHTS"

    def test_doublers(self, run: Run) -> None:
        assert lines_of(run, "AERIE")["Pays"] == "$3; with B $6; with J $6; with B and J $12"
        assert lines_of(run, "quiz")["Pays"].startswith("$4 (doubled by the Q card); with J $8")
        pays = lines_of(run, "syzygy")["Pays"]
        assert "with J $8 and 2 stock (each Y as a vowel)" in pays
        assert "with K $8 and 2 stock (one Y as a vowel)" in pays
        added = lines_of(run, "AERIE", "--stacking", "add")["Pays"]
        assert added.endswith("with B and J $9")
        one = lines_of(run, "AERIE", "--stacking", "at-most-one")["Pays"]
        assert one == "$3; with B $6; with J $6"

    def test_something_that_is_not_a_word(self, run: Run) -> None:
        lines = lines_of(run, "janez")
        assert lines["Lists"] == "not in enable, common"
        assert lines["Pays"].startswith("unless it is challenged: $3")
        assert "not in enable: a challenge is right" in lines["Challenge"]
        rare = lines_of(run, "syzygy", "--lexicon", "common")
        assert rare["Lists"] == "in enable; not in common"
        assert "not in common: a challenge is right" in rare["Challenge"]

    def test_a_word_that_cannot_be_laid(self, run: Run) -> None:
        short, long = lines_of(run, "aa"), lines_of(run, "antidisestablishment")
        assert short["Play"] == "It is too short: a word has at least 3 letters."
        assert long["Play"] == "It is too long: a word has at most 12 letters."
        assert lines_of(run, "zzzyq")["Play"] == "The deck has too few cards for it."
        assert "Challenge" not in short
        assert run("word", "a").out.startswith("A  1 letter\n")

    def test_a_word_for_which_the_deck_has_too_few_cards(self, run: Run) -> None:
        assert "needs the patent X" in lines_of(run, "pizza")["Cards"]
        assert "Cards" not in lines_of(run, "jewels")
        # Two cards and the duplicate: the three cards of rule X must be in the other word.
        assert "Play" in lines_of(run, "zuz")
        assert "patents V and X" in lines_of(run, "zuz", "--ruleset", "online")["Cards"]

    def test_fits_80_columns(self, run: Run) -> None:
        out = run("word", "aerst", "syzygy", "janez", "zuz", "--ruleset", "online").out
        assert max(map(len, out.splitlines())) <= WIDTH
        assert "STARE" in out
        assert out.count("\n\n") == 3


class TestExitCode:
    @pytest.mark.parametrize(
        ("args", "code"),
        [
            (["jewels"], 0),
            (["jewels", "yacht"], 0),
            (["zzzzz"], 1),
            (["jewels", "zzzzz"], 1),
            (["zzzzz", "--json"], 1),
            (["syzygy", "--lexicon", "common"], 1),
            (["jewels", "z3"], 2),
            (["jewels", "--lexicon", "nwl"], 2),
        ],
    )
    def test_is_that_of_grep(self, run: Run, args: list[str], code: int) -> None:
        assert run("word", *args).code == code


class TestFacts:
    def test_json(self, run: Run) -> None:
        document = json.loads(run("word", "listen", "YACHT", "--json").out)
        lexicon = lts.Lexicon.load()
        assert (document["lexicon"], document["ruleset"]) == ("enable", "rulebook")
        assert document["lexicon_digest"] == lexicon.digest
        listen, yacht = document["words"]
        assert listen["anagrams"] == [w for w in lexicon.anagrams("LISTEN") if w != "LISTEN"]
        assert listen["with_suffix"] == "LISTENS"
        assert listen["lists"] == {"enable": True, "common": True}
        assert (listen["why_not"], listen["needs"]) == (None, "")
        without, with_k = yacht["payouts"]
        assert (without["patents"], without["money"]) == ("", 3)
        assert with_k == {"patents": "K", "money": 6, "stock": 0, "doublers": "K", "y_as": "c"}
        assert yacht["definitions"] == [found.to_dict() for found in lts.define("YACHT")] != []
        (short,) = facts_of(run, "aa")
        assert (short["payouts"], short["with_suffix"]) == ([], "AAS" if "AAS" in lexicon else None)

    def test_a_list_of_ones_own(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "enable"
        path.write_text("jwl\njwls\n")
        (found,) = facts_of(run, "jwl", "--lexicon", str(path))
        name, *shipped = found["lists"].items()
        assert name == ("enable", True)
        assert [is_word for _, is_word in shipped] == [False, False]
        assert found["with_suffix"] == "JWLS"
        lines = lines_of(run, "jwl", "--lexicon", str(path))
        assert lines["Lists"].startswith("in enable; not in ")
        assert lines["Challenge"].startswith("it is in enable and stands")
