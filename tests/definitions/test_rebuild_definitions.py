"""The script that makes the definitions: what it reads, and that it makes those that ship."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest
import rebuild_definitions as script
from rebuild import RebuildError

from letter_tycoon_solver.definitions.lookup import PATH, Dictionary, PartOfSpeech

INSTALLED = Path("/usr/share/wordnet")
NOUN, VERB = PartOfSpeech.NOUN, PartOfSpeech.VERB
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
    def test_senses(self, wordnet: Path) -> None:
        """No instances, no acronyms, names where there is nothing else."""
        found = script.read_senses(wordnet)
        assert {
            reading: [script.gloss_of(x.text) for x in senses] for reading, senses in found.items()
        } == {
            ("CAT", NOUN): ["a feline", "a gossip", "a whip"],
            ("ION", NOUN): ["a people"],
            ("HOEDOWN", NOUN): ["a dance"],
        }
        assert [x.count for x in found["CAT", NOUN]] == [18, 0, 2]
        assert script.chosen(found["CAT", NOUN]) == [found["CAT", NOUN][place] for place in (0, 2)]

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
