"""`letter-tycoon word`: is it a word, its anagrams, what it pays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.commands import Run

import letter_tycoon_solver as lts

WIDTH = 80


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
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
