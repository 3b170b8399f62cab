"""`letter-tycoon hint --word`: what a word of one's own is worth, or why it cannot be laid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.commands import EXAMPLE, Run, assert_bad_input, compile_search

import letter_tycoon_solver as lts

POSITION = lts.Position("JWLEANZ", "EES", "K", ["E", ""])
OWNER_OF_V = ["hint", "JAWELSN", "EEO", "--patents", "V"]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_search()


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
    @pytest.mark.parametrize("word", ["janes", "JEWELS", "Ewe", "zeal"])
    def test_is_that_of_the_list_of_all_plans(self, run: Run, word: str) -> None:
        plans = json.loads(run(*EXAMPLE, "--top", "all", "--json").out)["turns"]
        found = answer(run, *EXAMPLE, "--word", word)
        mine = plans[found["rank"] - 1]
        assert mine["play"]["words"][0]["word"] == word.upper()
        assert found["turn"] == mine
        assert (found["count"], found["best"]) == (len(plans), plans[0])
        given_up = plans[0]["equity"]["total"] - mine["equity"]["total"]
        if mine == plans[0]:
            assert found["given_up"] is None
        else:
            assert found["given_up"] == {"key": "equity", "amount": pytest.approx(given_up)}

    @pytest.mark.parametrize("rank_by", ["margin", "stock,money", "-royalties,patent_value"])
    def test_is_that_of_all_plans_by_other_keys(self, run: Run, rank_by: str) -> None:
        keys = rank_by.split(",")
        turns = lts.best_turns(POSITION, lts.Lexicon.load(), rank_by=keys)
        args = [*EXAMPLE, "--rank-by", rank_by, "--word", "JANES"]
        found = answer(run, *args)
        assert (found["rank"], found["count"]) == (turns.index("JANES") + 1, len(turns))
        assert found["turn"] == turns["JANES"].to_dict()
        assert found["best"] == turns[0].to_dict()
        assert f"JANES is turn {found['rank']} of {len(turns)} by" in sentence(run, *args)

    @pytest.mark.parametrize(
        ("rank_by", "said"),
        [
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
        best = lts.best_turns(POSITION, lts.Lexicon.load(), rank_by=keys)[0]
        found = sentence(run, *EXAMPLE, "--rank-by", rank_by, "--word", "JEANS")
        assert found.endswith(f"{said} {best.notation}.")

    def test_ties_are_told_by_equity(self, run: Run) -> None:
        turns = lts.best_turns(POSITION, lts.Lexicon.load(), rank_by="stock")
        ahead = turns[0].equity.total - turns[1].equity.total
        said = sentence(run, *EXAMPLE, "--rank-by", "stock", "--word", "JEWELS")
        assert said.endswith(f", ${ahead:.2f} of equity ahead of {turns[1].notation}.")

    def test_the_best_is_shown_beside_the_second(self, run: Run) -> None:
        plans = json.loads(run(*EXAMPLE, "--json").out)["turns"]
        ahead = plans[0]["equity"]["total"] - plans[1]["equity"]["total"]
        said = sentence(run, *EXAMPLE, "--word", "jewels")
        assert said.startswith("JEWELS is the best of ")
        assert said.endswith(f", ${ahead:.2f} of equity ahead of {plans[1]['turn']}.")

    def test_the_table_has_the_ranks(self, run: Run) -> None:
        found = answer(run, *EXAMPLE, "--word", "JANES")
        lines = run(*EXAMPLE, "--word", "JANES").out.splitlines()
        rows = [line.split()[:2] for line in lines if " J2 " in line]
        best, mine = found["best"]["play"]["notation"], found["turn"]["play"]["notation"]
        assert rows == [["1", best], [str(found["rank"]), mine]]

    def test_two_words(self, run: Run) -> None:
        for typed in ("jaw & eel", "EEL&JAW"):
            found = answer(run, *OWNER_OF_V, "--word", typed)
            assert [word["word"] for word in found["turn"]["play"]["words"]] == ["EEL", "JAW"]
            assert 1 < found["rank"] < found["count"]
        alone = answer(run, *OWNER_OF_V, "--word", "JAW")
        assert [word["word"] for word in alone["turn"]["play"]["words"]] == ["JAW"]
        assert alone["rank"] > found["rank"]


class TestUnknownWord:
    def test_earns_unless_it_is_challenged(self, run: Run) -> None:
        found = answer(run, *EXAMPLE, "--word", "jwles")
        position, word = POSITION, lts.Lexicon.from_words(["JWLES"])
        assert found["not_in_lexicon"] == ["JWLES"]
        assert found["turn"]["play"] == lts.find_plays(position, word)[0].to_dict()
        said = sentence(run, *EXAMPLE, "--word", "jwles")
        assert "JWLES is not in the word list enable. If it is challenged," in said
        assert f"JWLES would be turn {found['rank']} of {found['count']}" in said
        assert "  -  " not in said
        rows = run(*EXAMPLE, "--word", "jwles").out.splitlines()
        assert any(row.startswith("-  ") and "*K" in row for row in rows)

    def test_its_rank_counts_what_is_better(self, run: Run) -> None:
        plans = json.loads(run(*EXAMPLE, "--top", "all", "--json").out)["turns"]
        for word in ("JWLES", "ZZZ", "LNE", "ENZ"):
            found = answer(run, *EXAMPLE, "--word", word)
            if found["turn"]:
                mine = found["turn"]["equity"]["total"]
                better = [plan for plan in plans if plan["equity"]["total"] > mine + 1e-6]
                assert found["rank"] == len(better) + 1

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

    def test_the_best_plan_is_shown_all_the_same(self, run: Run) -> None:
        best = json.loads(run(*EXAMPLE, "--json").out)["turns"][0]
        found = answer(run, *EXAMPLE, "--word", "quiz")
        assert (found["turn"], found["best"]) == (None, best)
        assert f"1  {best['play']['notation']}" in run(*EXAMPLE, "--word", "quiz").out


class TestBadInput:
    @pytest.mark.parametrize(
        ("args", "parts"),
        [
            (["--word", "ja3"], ["'ja3'", "A to Z"]),
            (["--word", ""], ["''", "A to Z"]),
            (["--word", "jaw &"], ["''", "JAW & EEL"]),
            (["--word", "ÄHRE"], ["ÄHRE", "A to Z"]),
            (["--word", "\u017foe"], ["\u017foe", "A to Z"]),
            (["--word", "a&b&c"], ["3 words", "two for the owner of V"]),
            (["--word", "jaw", "--csv"], ["--csv", "--word"]),
            (["--word", "jaw", "--top", "3"], ["--top", "--word"]),
            (["--word", "jaw", "--all-variants"], ["--all-variants", "--word"]),
            (["--word", "jaw", "--rank-by", "luck"], ["'luck'"]),
            (["--word", "jaw", "--rank-by", "equity,money"], ["equity", "alone"]),
        ],
    )
    def test_is_one_sentence(self, run: Run, args: list[str], parts: list[str]) -> None:
        assert_bad_input(run(*EXAMPLE, *args), *parts)
