"""Makes the pictures of the page and the terminal: `python docs/make_pictures.py`, with Chromium.

Each room is a function in ROOMS, which brings a page to where it is worth a picture; of each there
is one on a light phone and one at a dark desk, images/ROOM-phone.png and images/ROOM-desk.png. MORE
has those of other sizes, and of several screens side by side. track.png is of the terminal.

    python docs/make_pictures.py review words     only those that begin so
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, sync_playwright
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.advisor import StaticPlayer
from letter_tycoon_solver.game import Game, TrackedGame, game_text, play_out
from letter_tycoon_solver.game.records import record_in

DOCS: Final = Path(__file__).parent
FOLDER: Final = DOCS / "images"
WINDOWS: Final[dict[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "desk": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
    "paper": {"viewport": {"width": 1120, "height": 640}, "color_scheme": "light"},
}
GAP: Final = 14
"""Pixels between screens side by side,"""
BETWEEN: Final = (138, 132, 120)
"""and their colour."""
COLOURS: Final = 256
SEED: Final = 1
PATIENCE: Final = 120_000
"""Milliseconds."""
TOLD: Final = (
    ("milliare, buy r", None, "H"),
    ("budgies, buy b", "AEGNNST", ""),
    ("anthodia, buy d", None, "E"),
    ("tourney, buy u, discard ??", None, "IV"),
    ("ingesta, buy e, discard n", "AAISSTZ", "F"),
    ("wheeps, buy s, discard ??", None, "X"),
    ("chinone, buy i", None, ""),
    ("assai, buy a, discard tz", "AHLRTUY", ""),
    ("frijole, buy j", None, "K"),
    ("doux, buy x, discard ???", None, "D"),
    ("ultra, buy t, discard hy", "AEEORST", ""),
)
"""The game of at-the-table.md as far as it is followed: what was told, drawn, and what came."""


Scene = Callable[[Page], None]
Picture = tuple[Sequence[Scene], str]


def hint(page: Page) -> None:
    """A full board, its advice settled and the best plan open."""
    page.goto("/?hand=JWLEANZ&community=EES&you=KXZ.3&opponent=E.2.1&opponent=S")
    page.get_by_role("button", name="Think again").wait_for()
    page.locator("#hinted .plan").first.click()


def play(page: Page) -> None:
    """A game against two computers; the hint for the first turn lies ready."""
    page.goto("/play?new")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Add a computer").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator("#hinted .plan").first.click()
    page.get_by_role("button", name="Play this").click()
    page.get_by_text("Pays $").wait_for()
    page.evaluate("scrollTo(0, 0)")


def review(page: Page) -> None:
    """A game that is judged; at the desk the turn that cost most."""
    page.goto("/review")
    page.locator(".games .plan").filter(has_text="played").click()
    page.get_by_text("turns are judged").wait_for()
    if page.evaluate("innerWidth") > 900:
        page.locator(".told-turn").first.click()
        page.evaluate("scrollTo(0, 0)")


def track(page: Page) -> None:
    """One's own turn, with advice."""
    follow(page, 10)
    page.get_by_role("button", name="Think again").wait_for()
    page.locator("#hinted .plan").first.click()
    page.evaluate("scrollTo(0, 0)")


def track_a_word(page: Page) -> None:
    """The turn of another: the ways in which a word may lie."""
    follow(page, 11)
    page.locator(".word-field").click()
    for letter in "PRICKED":
        page.locator("#dock").get_by_role("button", name=letter, exact=True).click()
    page.get_by_text("How was it laid?").wait_for()


def track_advice(page: Page) -> None:
    """The plans below one's own turn."""
    track(page)
    page.locator("#hinted .plan").first.click()
    page.evaluate("scrollTo(0, 230)")


def track_unseen(page: Page) -> None:
    """Show the unseen cards, and all turns."""
    follow(page, 10)
    page.get_by_text("Unseen:").click()
    page.get_by_text("Unseen:").evaluate("(unseen) => unseen.scrollIntoView()")


def follow(page: Page, n_turns: int) -> None:
    """Opens the text of the game with so many turns."""
    told = TrackedGame(("Ann", "Ben", "Cleo"), first=0, seat=1, hand="BDEGISU", community="EWY")
    for text, drew, came in TOLD[:n_turns]:
        told.push(text, drew=drew, community=came)
    page.goto("/track")
    saved: FilePayload = {
        "name": "game.txt",
        "mimeType": "text/plain",
        "buffer": game_text(told).encode(),
    }
    page.get_by_label("Open a game that was saved as text").set_input_files(saved)
    page.get_by_role("region", name="Tell a turn").wait_for()


def words(page: Page) -> None:
    """A word with anagrams."""
    page.goto("/words?word=LISTEN")
    page.get_by_text("Yes: LISTEN is in the list of all words (ENABLE).").wait_for()


ROOMS: Final[Mapping[str, Scene]] = {
    "hint": hint,
    "play": play,
    "track": track,
    "review": review,
    "words": words,
}
MORE: Final[dict[str, Picture]] = {
    "page": ([hint], "paper"),
    "track-on-a-phone": ([track_a_word, track_advice, track_unseen], "phone"),
}
"""By name: what is shown side by side, and in which window."""
PICTURES: Final[dict[str, Picture]] = {
    f"{room}-{window}": ([scene], window)
    for room, scene in ROOMS.items()
    for window in ("phone", "desk")
} | MORE


def record_games(data: Path) -> None:
    """A finished game among those of the user."""
    games = data / "games"
    games.mkdir()
    game = Game(["Ann", "Ben", "Cleo"], SEED, Lexicon.load())
    players = [StaticPlayer() for _ in game.names]
    for action, _ in list(play_out(game.state, players)):
        game.apply(action)
    record_in(games, game)
    game.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with games in its folder."""
    with tempfile.TemporaryDirectory() as folder:
        record_games(Path(folder))
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


def screen(chromium: Browser, address: str, scene: Scene, window: str) -> Any:
    """Take a picture of a page."""
    context = chromium.new_context(base_url=address, **WINDOWS[window])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    scene(page)
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return shown


def side_by_side(screens: Sequence[Any]) -> Any:
    """Screens of one size in a picture."""
    step = screens[0].width + GAP
    picture = Image.new("RGB", (step * len(screens) - GAP, screens[0].height), BETWEEN)
    for number, shown in enumerate(screens):
        picture.paste(shown, (step * number, 0))
    return picture


def with_few_colours(picture: Any) -> Any:
    """With a palette of the most frequent ones, which stay as they are: papers, cards and signs."""
    counted = sorted(picture.getcolors(picture.width * picture.height), reverse=True)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in counted[:COLOURS] for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


# The terminal ------------------------------------------------------------------------------------


COLUMNS: Final = 84
TRACK: Final = (
    "track --players Ann,Ben,Cleo --me Ben --hand BDEGISU --community EWY --first Ann"
    " --playouts 20000"
)
TYPED: Final = "milliare r > H\n?\nwhy 1\n1 < AEGNNST\ntable\n"
SCREEN: Final = """
<body style="margin:0;background:#1d1f21">
<pre style="display:inline-block;margin:0;padding:18px 22px;color:{foreground};
font:14px/1.45 'DejaVu Sans Mono',monospace">{code}</pre>"""
COLOURS_OF_TEXT: Final = 64


def printed(command: str, lines: str) -> Text:
    """The output of the command in a terminal when these lines are typed."""
    with tempfile.TemporaryDirectory() as data:
        variables = {"FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "LETTER_TYCOON_DATA": data}
        done = subprocess.run(
            [sys.executable, "-m", "letter_tycoon_solver", *command.split()],
            input=lines,
            env=os.environ | variables,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    kept = [
        line for line in done.stdout.splitlines() if not line.startswith(("Saved in", "Goodbye"))
    ]
    prompt = next(at for at, line in enumerate(kept) if line.startswith("Ann>"))
    return Text.from_ansi("\n".join(kept[prompt:]).rstrip().removesuffix("Cleo>").rstrip())


def terminal(chromium: Browser, text: Text) -> Any:
    """Take a picture of text in a dark terminal."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(text)
    page = chromium.new_page(device_scale_factor=1.5)
    page.set_content(
        console.export_html(theme=DIMMED_MONOKAI, code_format=SCREEN, inline_styles=True)
    )
    image = Image.open(io.BytesIO(page.locator("pre").screenshot()))
    return image.convert("RGB").quantize(COLOURS_OF_TEXT)


def main() -> None:
    """Makes the pictures whose names begin as is asked for, or all."""
    asked = tuple(sys.argv[1:]) or ""
    with served() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        for name, (scenes, window) in PICTURES.items():
            if name.startswith(asked):
                picture = side_by_side([screen(chromium, address, one, window) for one in scenes])
                with_few_colours(picture).save(FOLDER / f"{name}.png", optimize=True)
        if "track".startswith(asked):
            terminal(chromium, printed(TRACK, TYPED)).save(DOCS / "track.png", optimize=True)
        chromium.close()


if __name__ == "__main__":
    main()
