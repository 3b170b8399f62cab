"""Makes the pictures of the terminal: `python docs/make_pictures.py`, with Chromium installed.

Those of the page are made by make_screenshots.py.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

FOLDER: Final = Path(__file__).parent
COLUMNS: Final = 84
TRACK: Final = (
    "track --players Ann,Ben,Cleo --me Ben --hand BDEGISU --community EWY --first Ann"
    " --playouts 20000"
)
TOLD: Final = "milliare r > H\n?\nwhy 1\n1 < AEGNNST\ntable\n"
PAGE: Final = """
<body style="margin:0;background:#1d1f21">
<pre style="display:inline-block;margin:0;padding:18px 22px;color:{foreground};
font:14px/1.45 'DejaVu Sans Mono',monospace">{code}</pre>"""
COLOURS: Final = 64


def printed(command: str, lines: str) -> Text:
    """The output of the command in a terminal when these lines are typed."""
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(
            [sys.executable, "-m", "letter_tycoon_solver", *command.split()],
            input=lines,
            env=os.environ
            | {"FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "LETTER_TYCOON_DATA": data},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    kept = [
        line for line in done.stdout.splitlines() if not line.startswith(("Saved in", "Goodbye"))
    ]
    prompt = next(at for at, line in enumerate(kept) if line.startswith("Ann>"))
    return Text.from_ansi("\n".join(kept[prompt:]).rstrip().removesuffix("Cleo>").rstrip())


def picture(text: Text, path: Path) -> None:
    """Writes the text as a picture of a dark terminal."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(text)
    html = console.export_html(theme=DIMMED_MONOKAI, code_format=PAGE, inline_styles=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = chromium.new_page(device_scale_factor=1.5)
        page.set_content(html)
        image = page.locator("pre").screenshot()
        chromium.close()
    Image.open(io.BytesIO(image)).convert("RGB").quantize(COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    picture(printed(TRACK, TOLD), FOLDER / "track.png")
