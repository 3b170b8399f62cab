"""The site: Hint, Play, Track and Words as a folder of files that any static host serves.

    *.html, static/, table/            the pages as they are served, but for request.js
    engine/                            what answers in place of the server, in a worker
    kernel.wasm                        the search
    games/                             the chance to win: loaded when it is asked for
    words.bin, data.bin, definitions/  the words; what the search goes by; what words mean
    service-worker.js                  for when there is no network

Files that end in .bin are packed with gzip, which not every host does. All addresses are relative,
so that the folder may lie under any path.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from .._files import parse_path
from ..advisor import browser_advice
from ..definitions import define
from ..errors import InvalidInputError, show_text
from ..lexicon import Lexicon
from ..lexicon.word_list import MAX_WORD_LENGTH
from ..rules.ruleset import Ruleset
from ..search import browser_hints
from .board import setup_json
from .pages import FOLDERS, ROOMS, SCRIPTED, rendered
from .simulations import MAX_PLANS

WORKER: Final = "service-worker.js"
_FIRST: Final = "index.html"
_LINKS: Final = {path: f".{path}.html" if path != "/" else "./" for path in SCRIPTED}
"""The pages that are there, by their paths at a server."""
_OF_THE_STUDY: Final = ("live.js", "practice.js", "review.css")
"""Files of rooms that need a server."""
_DEFINITIONS: Final = "definitions"
_GAMES: Final = "games"
_COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.DOTALL | re.MULTILINE
)
"""In a script on lines of their own: a third of what a phone would load."""
_FIRST_LETTERS: Final = 2
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self';"
    " img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def write_site(
    folder: str | Path,
    lexicon: Lexicon,
    rulesets: Mapping[str, Ruleset],
    tell: Callable[[str], None] = lambda _: None,
) -> list[Path]:
    """Write the site, in place of an older one; returns its files.

    Args:
        folder: new, empty, or with a site.
        lexicon: the words of the site.
        rulesets: by name, the rules that can be chosen; the first are those of a new table.
        tell: is told what is done next.

    Raises:
        InvalidInputError: there is something else in the folder, or the kernels cannot be linked.
        OSError: the folder cannot be written.
    """
    root = parse_path(folder)
    if root.exists() and (not root.is_dir() or (any(root.iterdir()) and not _is_site(root))):
        raise InvalidInputError(
            f"{show_text(root)} has files that are not of a site; give a new folder, or that of a"
            " site"
        )
    files = _files(lexicon, rulesets, tell)
    tell(f"4 of 4: writing {len(files)} files")
    for old in (*FOLDERS, _DEFINITIONS, _GAMES):
        shutil.rmtree(root / old, ignore_errors=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [root / name for name in files]


def _is_site(root: Path) -> bool:
    return (root / WORKER).is_file() and (root / "engine").is_dir()


def _files(
    lexicon: Lexicon, rulesets: Mapping[str, Ruleset], tell: Callable[[str], None]
) -> dict[str, bytes]:
    """All files by their names; last the service worker, which knows the others."""
    tell("1 of 4: the search for browsers; from a clone it is compiled once, for half a minute")
    files = _page()
    worker = files.pop(WORKER).decode()
    files["kernel.wasm"] = browser_hints.as_wasm(browser_hints.KERNELS)
    files["words.bin"] = _packed(browser_hints.packed_words(lexicon))
    tell("2 of 4: what the words mean")
    definitions = _definitions(lexicon)
    tell("3 of 4: the simulated games; from a clone they are compiled once, for half a minute")
    games = _games(lexicon, rulesets)
    data = _data(lexicon, rulesets, sorted(definitions), _digest(games))
    files["data.bin"] = _packed(_json(data))
    kept = ["./", *sorted(files)]
    # Data under their digest: a page of an older version does not take them for its own.
    games = {f"{_GAMES}/{_digest(games)}/{name}": games[name] for name in games}
    worker = worker.replace('["FILES"]', _json(kept)).replace('["GAMES"]', _json(sorted(games)))
    worker = worker.replace("VERSION", _digest(files))
    files |= {
        f"{_DEFINITIONS}/{part}.bin": _packed(_json(definitions[part])) for part in definitions
    }
    return files | games | {WORKER: worker.encode()}


def _page() -> dict[str, bytes]:
    """The pages and all that they load; request.js is that of the engine, not of a server."""
    package = resources.files(__package__)
    files = {
        f"{folder}/{file.name}": _COMMENT.sub("", file.read_text("utf-8")).encode()
        if file.name.endswith(".js")
        else file.read_bytes()
        for folder in FOLDERS
        for file in (package / folder).iterdir()
        if file.name not in _OF_THE_STUDY
    }
    files["static/request.js"] = files.pop("engine/request.js")
    files[WORKER] = files.pop(f"engine/{WORKER}")
    return files | {_page_name(path): _room(path) for path in _LINKS}


def _page_name(path: str) -> str:
    return _LINKS[path].removeprefix("./") or _FIRST


def _room(path: str) -> bytes:
    """A page with links to what is here."""
    links = {_LINKS[one]: ROOMS[one] for one in _LINKS}
    folders = {name: f"./{name}/" for name in FOLDERS}
    here = {"rooms": links, "here": _LINKS[path], "folder": folders, "policy": _POLICY}
    return rendered(SCRIPTED[path], **here, room=ROOMS[path]).encode()


def _games(lexicon: Lexicon, rulesets: Mapping[str, Ruleset]) -> dict[str, bytes]:
    """The data that the chance to win needs, and a hint does not."""
    parts = {
        "kernel.wasm": browser_hints.as_wasm(browser_advice.KERNELS),
        "data.bin": _packed(
            _json(browser_advice.advice_data(lexicon, rulesets) | {"mostTold": MAX_PLANS})
        ),
        "known.bin": gzip.compress(browser_advice.known_words(lexicon), 9, mtime=0),
    }
    for n, weights in browser_advice.values(lexicon).items():
        parts[f"value-{n}.bin"] = gzip.compress(weights, 9, mtime=0)
    return parts


def _data(
    lexicon: Lexicon, rulesets: Mapping[str, Ruleset], definitions: list[str], games: str
) -> dict[str, object]:
    """See Data in engine/worker.js."""
    return {
        "digest": browser_hints.trie_digest(lexicon.trie),
        "setup": msgspec.to_builtins(setup_json([lexicon], rulesets)),
        "search": browser_hints.search_data(lexicon, rulesets),
        "games": games,
        "trie": browser_hints.trie_data(),
        "words": {
            "list": lexicon.name,
            "rules": next(iter(rulesets.values())).to_dict(),
            "longest": MAX_WORD_LENGTH,
            "definitions": definitions,
        },
    }


def _definitions(lexicon: Lexicon) -> dict[str, dict[str, list[list[str]]]]:
    """The meanings of the words, by their first letters."""
    parts: dict[str, dict[str, list[list[str]]]] = defaultdict(dict)
    for word in lexicon:
        if meanings := define(word):
            parts[word[:_FIRST_LETTERS]][word] = [
                [one.lemma, one.part_of_speech.value, one.gloss] for one in meanings
            ]
    return parts


def _digest(files: Mapping[str, bytes]) -> str:
    content = b"".join(name.encode() + files[name] for name in sorted(files))
    return hashlib.sha256(content).hexdigest()[:16]


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def _json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))
