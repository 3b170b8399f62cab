"""Makes the pictures of the page: `python docs/make_screenshots.py`, with Chromium installed.

Each room is a function in ROOMS, which brings a page to where it is worth a picture; of each there
is one on a light phone and one at a dark desk, images/ROOM-phone.png and images/ROOM-desk.png.

    python docs/make_screenshots.py review words     only these rooms
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import StaticPlayer
from letter_tycoon_solver.game import Game, play_out
from letter_tycoon_solver.game.record_folder import record_in

FOLDER: Final = Path(__file__).parent / "images"
WINDOWS: Final[dict[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "desk": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
}
COLOURS: Final = 256
SEED: Final = 1
PATIENCE: Final = 120_000
"""Milliseconds."""


def hint(page: Page) -> None:
    """A full board, its advice settled and the best plan open."""
    page.goto("/?hand=JWLEANZ&community=EES&you=KXZ.3&opponent=E.2.1&opponent=S")
    page.get_by_role("button", name="Think again").wait_for()
    page.locator("#advised .plan").first.click()


def play(page: Page) -> None:
    """A game against two computers; the hint for the first turn lies ready."""
    page.goto("/play")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Words", exact=True).select_option("none")
    page.get_by_label("Everyone may ask for hints").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="Your turn").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator("#hinted .plan").first.click()
    page.get_by_role("button", name="Lay it ready").click()
    page.get_by_text("Pays $").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.evaluate("scrollTo(0, 0)")


def review(page: Page) -> None:
    """A game that is judged; at the desk the turn that cost most."""
    page.goto("/review")
    page.locator(".games .plan").first.click()
    page.get_by_text("turns are judged").wait_for()
    if page.evaluate("innerWidth") > 900:
        page.locator(".told-turn").first.click()
        page.evaluate("scrollTo(0, 0)")


def words(page: Page) -> None:
    """A word with anagrams."""
    page.goto("/words?word=LISTEN")
    page.get_by_text("Yes: LISTEN is in enable.").wait_for()


ROOMS: Final[Mapping[str, Callable[[Page], None]]] = {
    "hint": hint,
    "play": play,
    "review": review,
    "words": words,
}


def record_a_game(data: Path) -> None:
    """A finished game among those of the user."""
    game = Game(["Ann", "Ben", "Cleo"], SEED, Lexicon.load())
    players = [StaticPlayer() for _ in game.names]
    for action, _ in list(play_out(game.state, players)):
        game.apply(action)
    folder = data / "games"
    folder.mkdir()
    record_in(folder, game)
    game.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with a game in its folder."""
    with tempfile.TemporaryDirectory() as folder:
        record_a_game(Path(folder))
        command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0"]
        environment = os.environ | {"LETTER_TYCOON_DATA": folder}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None
                yield found[0]
            finally:
                server.terminate()


def main() -> None:
    """Makes the pictures of the rooms that are named, or of all."""
    FOLDER.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for room in sys.argv[1:] or ROOMS:
            for window, look in WINDOWS.items():
                context = chromium.new_context(base_url=address, **look)
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                ROOMS[room](page)
                picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                picture.quantize(COLOURS).save(FOLDER / f"{room}-{window}.png", optimize=True)
                context.close()
        chromium.close()


if __name__ == "__main__":
    main()
