"""Definitions of words: forms and their lemmas, order, coverage, bad input, a damaged file."""

from __future__ import annotations

import dataclasses
import hashlib
import mmap
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import rebuild_definitions as script
from rebuild import RebuildError
from support.selection import quick

import letter_tycoon_solver as lts
from letter_tycoon_solver import Definition, Lexicon, PartOfSpeech, define
from letter_tycoon_solver.definitions import lookup
from letter_tycoon_solver.definitions.lookup import (
    PATH,
    Dictionary,
)
from letter_tycoon_solver.definitions.word_facts import NearWords

NOUN, VERB, ADJECTIVE = PartOfSpeech.NOUN, PartOfSpeech.VERB, PartOfSpeech.ADJECTIVE


def lemmas(word: str) -> set[tuple[str, PartOfSpeech]]:
    return {(definition.lemma, definition.part_of_speech) for definition in define(word)}


class TestForms:
    @pytest.mark.parametrize(
        ("word", "expected"),
        [
            ("axes", {("AXIS", NOUN), ("AX", NOUN), ("AXE", VERB), ("AX", VERB)}),
            ("jewels", {("JEWEL", NOUN), ("JEWEL", VERB)}),
            ("oxen", {("OXEN", NOUN), ("OX", NOUN)}),
            ("went", {("GO", VERB)}),
            ("prettiest", {("PRETTY", ADJECTIVE)}),
            ("largest", {("LARGE", ADJECTIVE)}),
            ("ashes", {("ASH", NOUN), ("ASH", VERB)}),
            ("glass", {("GLASS", NOUN), ("GLASS", VERB)}),
            ("owner", {("OWNER", NOUN)}),
            ("haha", {("HAHA", NOUN)}),
            ("chicanos", {("CHICANO", NOUN)}),
        ],
    )
    def test_a_form_leads_to_its_lemmas(
        self, word: str, expected: set[tuple[str, PartOfSpeech]]
    ) -> None:
        assert lemmas(word) == expected

    def test_a_word_without_a_definition_has_none(self) -> None:
        assert define("zzz") == define("A" * 10_000) == ()

    def test_one_as_it_is_shown(self) -> None:
        first = define("lawns")[0]
        assert define("lawns") == define("LAWNS") == define("lAwNs")
        assert first == Definition("LAWN", NOUN, "a field of cultivated and mowed grass")
        assert str(first) == "LAWN (noun): a field of cultivated and mowed grass"
        gloss = "a field of cultivated and mowed grass"
        assert first.to_dict() == {"lemma": "LAWN", "part_of_speech": "noun", "gloss": gloss}
        with pytest.raises(dataclasses.FrozenInstanceError):
            first.gloss = "grass"  # type: ignore[misc]


class TestOrder:
    def test_the_most_frequent_first(self) -> None:
        found = define("saw")
        assert [x.lemma for x in found][:3] == ["SEE"] * 3
        assert {x.lemma for x in found[3:]} == {"SAW"}


@pytest.mark.slow
@pytest.mark.parametrize(("lexicon", "least"), [("enable", 0.60), ("common", 0.96)])
def test_coverage(lexicon: str, least: float) -> None:
    """Every third word is looked up; `rebuild_definitions.py` counts all."""
    words = list(lts.Lexicon.load(lexicon))[::3]
    assert sum(bool(define(word)) for word in words) >= least * len(words)


class TestBadInput:
    @pytest.mark.parametrize("word", ["", "two words", "naïve", "ﬁn", "a-b", "A\0", "A1", " axes"])
    def test_not_a_word(self, word: str) -> None:
        with pytest.raises(lts.InvalidInputError, match="the letters A to Z"):
            define(word)

    @pytest.mark.parametrize("word", [None, 3, b"AXES", ["AXES"]])
    def test_not_a_string(self, word: object) -> None:
        with pytest.raises(lts.InvalidInputError, match="give a string of the letters A to Z"):
            define(word)  # type: ignore[arg-type]


class TestFile:
    @pytest.fixture
    def damaged(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        """The path where the definitions are looked for, with nothing there."""
        path = tmp_path / "definitions.marisa"
        monkeypatch.setattr(lookup, "PATH", path)
        lookup._dictionary.cache_clear()
        yield path
        lookup._dictionary.cache_clear()

    def refused(self, path: Path) -> str:
        with pytest.raises(lts.DefinitionsError) as caught:
            define("AXES")
        message = str(caught.value)
        assert isinstance(caught.value, lts.LetterTycoonError)
        assert repr(str(path)) in message
        assert message.endswith("install letter-tycoon-solver again")
        return message

    def test_absent(self, damaged: Path) -> None:
        assert "(No such file or directory)" in self.refused(damaged)

    @pytest.mark.parametrize("size", [0, 4, 1_000, -1])
    def test_cut_off(self, damaged: Path, size: int) -> None:
        damaged.write_bytes(PATH.read_bytes()[:size])
        self.refused(damaged)

    @pytest.mark.parametrize("place", [0, 1_000_000, -1])
    def test_a_bit_is_wrong(self, damaged: Path, place: int) -> None:
        content = bytearray(PATH.read_bytes())
        content[place] ^= 1
        damaged.write_bytes(content)
        assert "(it is damaged)" in self.refused(damaged)

    def test_what_is_mapped_stays(self) -> None:
        """The trie does not keep alive what it looks into: the dictionary does."""
        with PATH.open("rb") as file:
            dictionary = Dictionary(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        assert dictionary.define("AXES") == define("AXES")


# Words that are spelled like another but for one letter, against a search of the whole list.


def without_one(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


@pytest.mark.parametrize(
    "word", quick(2, ["HART", "HARTX", "Q", "EEL", "JEWELS", "ZZZZ", "SYZYGY"])
)
def test_near_words_are_those_of_the_whole_list(word: str) -> None:
    lexicon = Lexicon.load("common")
    near = NearWords.of(word, lexicon)
    assert list(near.more) == [one for one in lexicon if word in without_one(one)]
    assert list(near.less) == [one for one in lexicon if one in without_one(word)]
    assert list(near.other) == [
        one
        for one in lexicon
        if len(one) == len(word) and sum(a != b for a, b in zip(one, word, strict=True)) == 1
    ]


def test_a_lemma_has_at_least_so_many_letters() -> None:
    stem = "B" * lookup.MIN_LEMMA_LENGTH
    endings = (("S", ""),)
    assert lookup._regular(f"{stem}S", PartOfSpeech.VERB, endings) == [stem]
    assert lookup._regular(f"{stem[1:]}S", PartOfSpeech.VERB, endings) == []


# The script that makes the definitions: what it reads, and that it makes those that ship --------


INSTALLED = Path("/usr/share/wordnet")
LICENSE = "".join(f"  {number} Line {number} of a licence.  \n" for number in range(1, 12))
SYNSETS = {
    "00000101": "00000101 13 n 02 cat 0 true_cat 0 001 @ 00000102 n 0000 | a feline; \"a cat sat\"",
    "00000102": "00000102 13 n 01 Cat 0 000 | a name (as in \"Cat\")",
    "00000103": "00000103 13 n 01 cat 0 001 @i 00000101 n 0000 | one cat",
    "00000104": "00000104 13 n 01 cat 0 000 | a gossip",
    "00000105": "00000105 13 n 01 cat 0 000 | a whip",
    "00000106": "00000106 13 n 01 CAT 0 000 | a scan",
    "00000107": "00000107 13 n 01 Ion 0 000 | a people",
    "00000108": "00000108 13 n 01 hoe-down 0 000 | a dance",
}  # fmt: skip


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    """A database of some nouns, in the format of WordNet."""
    folder = tmp_path / "wordnet"
    folder.mkdir()
    for name in script.FILES.values():
        for kind in ("data", "index"):
            (folder / f"{kind}.{name}").write_text(LICENSE, "ascii")
        (folder / f"{name}.exc").write_text("", "ascii")
    (folder / "data.noun").write_text(LICENSE + "\n".join(SYNSETS.values()) + "\n", "ascii")
    senses = " ".join(list(SYNSETS)[:6])
    (folder / "index.noun").write_text(
        f"{LICENSE}cat n 6 1 @ 6 1 {senses}  \n"
        "true_cat n 1 1 @ 1 0 00000101  \n"
        "ion n 1 0 1 0 00000107  \n"
        "hoe-down n 1 0 1 0 00000108  \n",
        "ascii",
    )
    (folder / "noun.exc").write_text("kine cat\nmen-at-arms man-at-arms\n", "ascii")
    (folder / "cntlist.rev").write_text("cat%1:05:00:: 1 18\ncat%1:06:00:: 5 2\n", "ascii")
    return folder


class TestReading:
    def test_from_words_to_the_file(self, wordnet: Path) -> None:
        senses, irregular = script.read_senses(wordnet), script.read_irregular(wordnet)
        assert irregular == {"KINE": {NOUN: ["CAT"]}}
        kept = script.reached(["CATS", "HOEDOWNS"], senses, irregular)
        assert kept == {("CAT", NOUN), ("HOEDOWN", NOUN)}
        dictionary = Dictionary(script.content_of(senses, irregular, kept))
        assert [str(x) for x in dictionary.define("KINE")] == [
            "CAT (noun): a feline",
            "CAT (noun): a whip",
        ]
        assert [x.gloss for x in dictionary.define("HOEDOWN")] == ["a dance"]
        assert dictionary.define("ION") == ()

    def test_the_best_spelling_of_what_a_word_leads_to(self) -> None:
        plain, name = (
            script.Sense(spelling, "", 0) for spelling in (script.PLAIN, script.CAPITALISED)
        )
        senses = {("GAS", NOUN): [plain], ("GA", NOUN): [name]}
        assert script.reached(["GAS"], senses, {}) == {("GAS", NOUN)}
        del senses["GAS", NOUN]
        assert script.reached(["GAS"], senses, {}) == {("GA", NOUN)}

    @pytest.mark.parametrize(
        ("text", "gloss"),
        [
            ('a feline; "a cat sat"; "a cat"\n', "a feline"),
            ('progress (as in "make strides"); "they strode"', 'progress (as in "make strides")'),
            ("nothing else  \n", "nothing else"),
        ],
    )
    def test_examples_are_left_out(self, text: str, gloss: str) -> None:
        assert script.gloss_of(text) == gloss

    def test_the_licence(self, wordnet: Path) -> None:
        lines = script.license_of(wordnet).decode("ascii").splitlines()
        assert lines[0] == "Line 1 of a licence."
        assert lines[-1] == "Line 11 of a licence."


class TestCommand:
    def run(self, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["rebuild_definitions.py", *map(str, arguments)])
        return script.main()

    @pytest.mark.slow
    def test_another_wordnet_is_refused(
        self, wordnet: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = PATH.read_bytes()
        assert self.run(monkeypatch, "--folder", wordnet) == 2
        assert "definitions.marisa has sha256" in capsys.readouterr().err
        assert PATH.read_bytes() == before

    def test_a_folder_without_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.run(monkeypatch, "--check", "--folder", tmp_path) == 2
        assert "does not hold the database of WordNet 3.0" in capsys.readouterr().err

    @pytest.mark.skipif(
        not (INSTALLED / "data.noun").exists(), reason="the package wordnet-base is not installed"
    )
    def test_what_ships_is_what_is_rebuilt(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.run(monkeypatch, "--check", "--folder", INSTALLED) == 0
        written = capsys.readouterr().out.splitlines()
        assert written[0] == "definitions.marisa is the rebuilt one: 1,827,356 bytes"
        assert written[1] == "WORDNET-LICENSE.txt is the rebuilt one: 1,546 bytes"
        readme = (Path(script.__file__).parent / "README.md").read_text("utf-8")
        for line in written[2:]:
            _, numbers = line.split(": ")
            defined, _, playable, *_ = numbers.split()
            assert defined in readme
            assert playable in readme


def test_the_digests_are_those_of_what_ships() -> None:
    for path, expected in (
        (PATH, script.SHA256),
        (PATH.with_name(script.LICENSE_NAME), script.LICENSE_SHA256),
    ):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == expected


def test_a_damaged_package_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "wordnet.deb"
    package.write_bytes(b"damaged")
    with pytest.raises(RebuildError, match="not 61060d96"):
        script.rebuild_from(package, None)
