"""The drawings of the documentation show what the library says."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.make_drawings import DRAWINGS, FOLDER, LOOKS, POSITION, WIDTH, draw_turn, main
from letter_tycoon_solver import Lexicon, best_turns

_SVG = "{http://www.w3.org/2000/svg}"


def test_the_drawings_are_those_that_the_script_makes(tmp_path: Path) -> None:
    main(tmp_path)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert len(made) == len(DRAWINGS) * len(LOOKS)
    kept = {name: (FOLDER / name).read_text("utf-8") for name in made}
    assert made == kept, "run: python docs/make_drawings.py"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_has_a_title_and_keeps_to_its_paper(name: str) -> None:
    root = ElementTree.fromstring(DRAWINGS[name](LOOKS[0]))
    assert root.findtext(f"{_SVG}title")
    height = float(root.attrib["height"])
    for part in root:
        x, y = float(part.get("x", "0")), float(part.get("y", "0"))
        assert 0 <= x + float(part.get("width", "0")) <= WIDTH
        assert 0 <= y <= height


def test_the_turn_that_is_drawn_is_the_best() -> None:
    turn = best_turns(POSITION, Lexicon.load(), limit=1)[0]
    assert f"A turn: {turn}" in draw_turn(LOOKS[0])
