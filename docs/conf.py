"""The settings of Sphinx: `python -m sphinx -n -W docs build/site`, without internet.

The pages are plain Markdown that reads as well in the repository. So three things are done here:
files that stand elsewhere in the repository become pages, the Markdown of docstrings becomes what
Sphinx reads, and what stands in an `__all__` and on no page of the reference is a warning, that is
an error.
"""

from __future__ import annotations

import importlib
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import letter_tycoon_solver
from letter_tycoon_solver.batch import PositionReader

REPOSITORY: Final = Path(__file__).parents[1]

project = "letter_tycoon_solver"
author = "The letter_tycoon_solver developers"
copyright = "2026, the letter_tycoon_solver developers"  # noqa: A001 (Sphinx's name)
version = release = letter_tycoon_solver.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build"]
nitpicky = True
default_role = "py:obj"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
# A copied block has the commands and statements alone.
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_custom_sections = [("Warns", "params_style")]
napoleon_attr_annotations = True
# What other libraries own: their pages are in the internet.
nitpick_ignore_regex = [
    ("py:class", r"Executor|TableOpponent|letter_tycoon_solver.game.rules.T|.*\._\w+"),
    (
        "py:.*",
        r"(np|numpy|npt|pa|pyarrow|pd|pandas|pl|polars|collections|concurrent|datetime"
        r"|os|pathlib|enum|typing|types|abc|contextlib)\..*",
    ),
]

html_theme = "furo"
html_title = "letter_tycoon_solver"
# The colours of the page that `letter-tycoon serve` shows.
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#14504d",
        "color-brand-content": "#14504d",
        "color-brand-visited": "#14504d",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7fd0c6",
        "color-brand-content": "#7fd0c6",
        "color-brand-visited": "#7fd0c6",
    },
}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).parent / "scorer.js")
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False

# Files of the repository as pages ----------------------------------------------------------------

PAGES: Final = {
    "project/benchmarks": "benchmarks/README.md",
    "project/word-lists": "wordlists/README.md",
    "project/contributing": "CONTRIBUTING.md",
    "project/security": "SECURITY.md",
    "project/changelog": "CHANGELOG.md",
}
"""By page, the file that is shown there; in the repository the page says no more than that."""
_PAGE_OF: Final = {file: f"docs/{page}.md" for page, file in PAGES.items()} | {
    "README.md": "docs/index.md"
}
_LINK: Final = re.compile(r"(?<=\]\()([^)#\s]+)(?=[)#])")
_PICTURE: Final = re.compile(r"^!\[([^\]]*)\]\((\S+)\.svg\)$", re.MULTILINE)


def read_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Puts the file of the repository in the place of its page, and leads links to pages."""
    shown = f"docs/{page}.md"
    file = PAGES.get(page, shown)
    if page in PAGES:
        source[0] = (REPOSITORY / file).read_text("utf-8")
        app.env.note_dependency(str(REPOSITORY / file))
    source[0] = _LINK.sub(lambda link: _link_from(link[1], file, shown), source[0])
    folder = REPOSITORY / posixpath.dirname(shown)
    source[0] = _PICTURE.sub(lambda picture: _in_both_looks(picture, folder), source[0])
    if page == "index" and (board := Path(app.outdir, _BOARD, "index.html")).exists():
        app.env.note_dependency(str(board))
        source[0] = source[0].replace(_BOARD_HERE, _BOARD_SECTION)


def _in_both_looks(picture: re.Match[str], folder: Path) -> str:
    """A picture that there is for dark pages, too: the one for light pages, and that."""
    text, name = picture[1], picture[2]
    if not (folder / f"{name}-dark.svg").exists():
        return picture[0]
    return "\n".join(
        f"```{{image}} {name}{suffix}.svg\n:alt: {text}\n:class: only-{look}\n```"
        for suffix, look in (("", "light"), ("-dark", "dark"))
    )


def _link_from(link: str, file: str, shown: str) -> str:
    """The link of a file as it has to be where the file is shown; outside of docs/, other files."""
    if link.startswith("https://"):
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(file), link))
    return os.path.relpath(_PAGE_OF.get(target, target), posixpath.dirname(shown))


# The hint board ----------------------------------------------------------------------------------

_BOARD: Final = "board"
_BOARD_HERE: Final = "<!-- the hint board -->"
_BOARD_SECTION: Final = f"""## Try it in your browser

The [hint board](without-a-server.md) runs in a browser or on a phone, with nothing installed: tap
the cards, and the best turns appear.

```{{raw}} html
<iframe class="board" title="The hint board" loading="lazy"
  src="{_BOARD}/index.html?hand=JWLEANZ&amp;community=EES&amp;you=K&amp;opponent=E&amp;opponent="></iframe>
<p><a href="{_BOARD}/index.html">The board on a page of its own</a></p>
<script>
if (location.protocol === "file:") {{
  document.querySelector(".board").outerHTML = "<p><em>The board is here when the page comes from"
    + " a server, such as <code>python -m http.server</code> in this folder.</em></p>";
}}
</script>
```"""
"""The text of the front page about the board, where it was built: a promise and a position.

Browsers run no modules that they read from the disk."""


def make_board(app: Sphinx) -> None:
    """Writes the hint board into the site, unless what makes it is not installed."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir, _BOARD)
    command = [sys.executable, "-m", "letter_tycoon_solver", "site", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        logging.getLogger(__name__).info("the site is without the hint board: %s", done.stderr)


# Docstrings --------------------------------------------------------------------------------------

PACKAGES: Final = [
    "letter_tycoon_solver",
    *(f"letter_tycoon_solver.{room}" for room in ("lexicon", "game", "batch", "advisor")),
]
PUBLIC: Final = {
    name: f"{package}.{name}"
    for package in reversed(PACKAGES)
    for name in importlib.import_module(package).__all__
}
"""Every public name and the shortest path to import it from."""
_CODE: Final = re.compile(r"(?<![`\w])`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
_TYPE_BELOW: Final = re.compile(
    r"^( *)(\.\. attribute:: \w+)\n((?:(?! *\.\. attribute).*\n)*?) *:type: (.*)$", re.MULTILINE
)
_MADE_BY_OTHERS: Final = (letter_tycoon_solver.Lexicon, PositionReader)
"""Their constructors are not public."""
_CONSTANT: Final = re.compile(r"\b(\w+)=([A-Z_]+)\b(?=[,)])")
_ENUM: Final = re.compile(r"<(\w+\.\w+): [^>]*>")
_VALUES: Final = ("attribute", "data", "property")
_FENCED: Final = re.compile(r"^( *)```python\n((?:.*\n)*?)\1```$", re.MULTILINE)


def read_docstring(
    _app: Sphinx, what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Makes reStructuredText of the Markdown that docstrings have: code, and blocks of it."""
    text = _FENCED.sub(_literal_block, "\n".join(lines))
    lines[:] = _CODE.sub(_code, text).splitlines()
    if what in _VALUES and lines:
        # Else napoleon takes what stands before a colon for the type.
        lines[0] = f": {lines[0]}"


def put_types_beside_names(
    _app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Has the type of an attribute stand beside its name; napoleon writes it as a field below."""
    lines[:] = _TYPE_BELOW.sub(r"\1\2\n\1   :type: \4\n\3", "\n".join(lines)).splitlines()


def read_signature(
    _app: Sphinx,
    _what: str,
    _name: str,
    thing: Any,
    _options: object,
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Writes the members of enums as they are typed, and private constants as values."""
    if thing in _MADE_BY_OTHERS:
        return "", returned
    if not signature:
        return signature, returned

    def value(default: re.Match[str]) -> str:
        there = getattr(sys.modules[thing.__module__], default[2], None)
        is_plain = isinstance(there, str | int) and default[2] not in PUBLIC
        return f"{default[1]}={there!r}" if is_plain else default[0]

    return _ENUM.sub(r"\1", _CONSTANT.sub(value, signature)), returned


def skip_aliases(
    _app: Sphinx, _what: str, _name: str, member: Any, skip: bool, _options: object
) -> bool:
    """Leaves out what a named tuple says about its fields: its docstring says more."""
    return skip or str(getattr(member, "__doc__", "")).startswith("Alias for field number")


def _literal_block(block: re.Match[str]) -> str:
    indent = block[1]
    inner = "".join(f"    {line}" if line.strip() else line for line in block[2].splitlines(True))
    return f"{indent}.. code-block:: python\n\n{inner}"


def _code(code: re.Match[str]) -> str:
    """A link if it is a public name, or a member of one; else just code."""
    text = " ".join(code[1].split())
    first, _, member = text.partition(".")
    if first in PUBLIC and (not member or member.isidentifier()):
        return f":py:obj:`{text} <{PUBLIC[first]}{'.' + member if member else ''}>`"
    return f"``{text}``"


# References --------------------------------------------------------------------------------------


def find_public(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Element | None:
    """The page of a public name that an annotation names by the module it is made in."""
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"].rpartition(".")[2]
    if PUBLIC.get(name) in (None, node["reftarget"]):
        return None
    domain = env.domains["py"]
    where: tuple[Any, ...] = (node["refdoc"], app.builder, "obj", PUBLIC[name], node, content)
    return domain.resolve_xref(env, *where)


def check_complete(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warns of public names that the reference does not have."""
    there = {name for name, *_ in env.domains["py"].get_objects()}
    for path in sorted(set(PUBLIC.values()) - there):
        logging.getLogger(__name__).warning("%s is public and on no page of docs/api", path)


def setup(app: Sphinx) -> None:
    """Connects what is above."""
    app.connect("builder-inited", make_board)
    app.connect("source-read", read_page)
    # Before napoleon, which reads the sections.
    app.connect("autodoc-process-docstring", read_docstring, priority=400)
    app.connect("autodoc-process-docstring", put_types_beside_names, priority=600)
    app.connect("autodoc-process-signature", read_signature)
    app.connect("autodoc-skip-member", skip_aliases)
    app.connect("missing-reference", find_public)
    app.connect("env-check-consistency", check_complete)
