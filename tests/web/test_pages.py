"""The files of the page: whole, small, without anything inline, and typed."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from support.pages import PageText

from letter_tycoon_solver.web import pages, schema
from letter_tycoon_solver.web.pages import FOLDERS, ROOMS

WEB = Path(pages.__file__).parent
MANIFEST = "/static/manifest.webmanifest"
MAX_LINE = 120
MAX_LOAD = 100_000
"""Bytes of the first load, packed; rooms with games bring the rules with them."""


def inline(page: PageText) -> list[str]:
    """The scripts and styles that are written into a page."""
    return [text for tag in ("script", "style") for text in page.texts(tag) if text]


@pytest.mark.parametrize("path", ROOMS)
def test_a_page_has_nothing_inline_no_dead_link_and_one_to_every_room(
    client: httpx.Client, path: str
) -> None:
    page = PageText(client.get(path).text)
    assert inline(page) == []
    all_attrs = [attrs for _, attrs, _ in page.elements]
    links = {attrs[name] for attrs in all_attrs for name in ("href", "src") if name in attrs}
    for link in links:
        if link.startswith("#"):
            assert any(attrs.get("id") == link[1:] for attrs in all_attrs)
        else:
            assert client.get(link).status_code == 200
    for attrs in all_attrs:
        assert not [name for name in attrs if name == "style" or name.startswith("on")]
    assert {*ROOMS} <= links
    assert [attrs["href"] for attrs in all_attrs if "aria-current" in attrs] == [path]
    assert [attrs["href"] for attrs in all_attrs if attrs.get("rel") == "manifest"] == [MANIFEST]


def test_a_browser_is_told_that_nothing_is_here(client: httpx.Client) -> None:
    """On a page like the others; programs, and the page's own scripts, get a problem."""
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    for path in ("/nosuch", "/static/nosuch.js", "/play/x?seat=a", "/static/no-token.html"):
        shown = client.get(path, headers={"Accept": accept})
        assert shown.status_code == 404
        assert shown.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "There is nothing at this address" in shown.text
        page = PageText(shown.text)
        links = {attrs.get("href") for tag, attrs, _ in page.elements if tag == "a"}
        assert (inline(page), links) == ([], {"#main", *ROOMS})
        for answer in (
            client.get(path),
            client.get(path, headers={"Accept": "application/json"}),
            client.get("/api/nosuch", headers={"Accept": accept}),
        ):
            assert answer.status_code == 404
            assert answer.json()["title"] == "Not found"


def test_a_page_can_be_put_on_a_home_screen(client: httpx.Client) -> None:
    """Its manifest names pictures of the size that it says, and the rooms as its scope."""
    answer = client.get(MANIFEST)
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("../", "../", "standalone")
    for icon in told["icons"]:
        picture = client.get("/static/" + icon["src"])
        assert (picture.status_code, picture.headers["Content-Type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            size = struct.unpack(">II", picture.content[16:24])
            assert icon["sizes"] == "{}x{}".format(*size)


def named_in(path: str, text: str) -> set[str]:
    """The addresses of the files that a page or a script loads."""
    relative = re.findall(r'from "(\.[^"]+)"', text)
    folders = "|".join(FOLDERS)
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in relative
    } | set(re.findall(rf'"(/(?:{folders})/[^"]+\.(?:js|css|svg))"', text))


def texts() -> dict[str, str]:
    """The scripts, styles and templates, by their folders and names."""
    return {
        f"/{folder}/{file.name}": file.read_text("utf-8")
        for folder in (*FOLDERS, "templates")
        for file in sorted((WEB / folder).iterdir())
        if file.suffix in (".js", ".css", ".html")
    }


def test_nothing_comes_from_elsewhere() -> None:
    for path, text in texts().items():
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)\S+", text) == [], path


@pytest.mark.parametrize("path", ROOMS)
def test_the_first_load_is_small(client: httpx.Client, path: str) -> None:
    """The page, and all that it names and imports."""
    loaded: dict[str, str] = {}
    left = {path}
    while left:
        name = left.pop()
        answer = client.get(name)
        assert answer.status_code == 200, name
        loaded[name] = answer.text
        left |= named_in(name, loaded[name]) - {*loaded}
    assert len(loaded) > 4
    assert sum(len(gzip.compress(text.encode())) for text in loaded.values()) < MAX_LOAD


def test_files_are_packed_and_not_sent_twice(client: httpx.Client) -> None:
    plain = client.get("/static/page.css", headers={"Accept-Encoding": "identity"})
    packed = client.get("/static/page.css", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert plain.text == packed.text == (WEB / "static" / "page.css").read_text("utf-8")
    assert plain.headers["Cache-Control"] == "no-cache"
    again = client.get("/static/page.css", headers={"If-None-Match": plain.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def page_types() -> str:
    """Return the structs of the schema as TypeScript."""
    structs = [one for one in vars(schema).values() if is_struct(one)]
    _, schemas = msgspec.json.schema_components(structs)
    return (
        "declare namespace Api {\n"
        + "".join(_declared(*pair) for pair in sorted(schemas.items()))
        + "}\n"
    )


def is_struct(thing: object) -> bool:
    """Return True for a struct of the schema."""
    return (
        isinstance(thing, type)
        and issubclass(thing, msgspec.Struct)
        and thing is not msgspec.Struct
    )


def _declared(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"  type {name} = {_type(schema)};\n"
    # What comes in may leave out what has a default; what goes out has all its fields.
    is_taken = schema.get("additionalProperties") is False
    may_lack = schema["properties"].keys() - schema.get("required", ()) if is_taken else ()
    fields = "".join(
        f"    {field}{'?' if field in may_lack else ''}: {_type(kind)};\n"
        for field, kind in schema["properties"].items()
    )
    return f"  interface {name} {{\n{fields}  }}\n"


def _type(schema: dict[str, Any]) -> str:  # noqa: PLR0911 - a line for each kind
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"allOf": [one]}:
            return _type(one)
        case {"anyOf": kinds}:
            return " | ".join(map(_type, kinds))
        case {"enum": values}:
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
    raise ValueError(f"no type for {schema}")


def test_the_scripts_have_their_types(tmp_path: Path) -> None:
    """With those of the JSON that they send and get, which are made of web/schema.py."""
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip(
            "no TypeScript for the scripts; install it with: npm install --global typescript"
        )
    (tmp_path / "api.d.ts").write_text(page_types(), "utf-8")
    scripts = [str(WEB / folder / "*.js") for folder in FOLDERS]
    options = str(Path(__file__).with_name("tsconfig.json"))
    project = {"extends": options, "include": ["api.d.ts", *scripts]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project), "utf-8")
    done = subprocess.run(
        [compiler, "--project", tmp_path], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0)


def test_no_line_is_too_wide_to_read() -> None:
    assert [
        f"{name} {number}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > MAX_LINE
    ] == []
