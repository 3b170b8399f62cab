"""The README as a package index shows it, where the files of the repository are not beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESS: Final = ""
"""The address that shows the files of the repository, such as https://example.org/solver/blob/main/."""
_PICTURE: Final = re.compile(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]*)\]\((?!https:|#)([^)]*)\)")


def shown(readme: str, address: str = ADDRESS) -> str:
    """Return the README with full addresses, or without links to files while there is none."""
    if address:
        return re.sub(r"\]\((?!https:|#)", f"]({address}", readme)
    return _LINK.sub(r"\1", _PICTURE.sub("", readme))


class IndexReadme(MetadataHookInterface):
    """Puts it into the metadata of the package; see pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README."""
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": shown(text)}
