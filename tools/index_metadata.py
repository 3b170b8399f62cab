"""Metadata for a package index: the README without the files beside it, addresses, a contact.

A maintainer fills in REPOSITORY and CONTACT once, before the first release.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY: Final = ""
"""The address of the repository, such as https://example.org/solver."""
CONTACT: Final = ""
"""An address for mail to the maintainers."""
_FILES: Final = "/blob/main/"
"""Behind the address of the repository that of its files."""
_PICTURE: Final = re.compile(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]*)\]\((?!https:|#)([^)]*)\)")


def shown(readme: str, repository: str) -> str:
    """Return the README with full addresses, or without links to files while there is none."""
    if repository:
        return re.sub(r"\]\((?!https:|#)", f"]({repository}{_FILES}", readme)
    return _LINK.sub(r"\1", _PICTURE.sub("", readme))


class IndexMetadata(MetadataHookInterface):
    """Puts it into the metadata of the package; see pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README, and the addresses and the contact that there are."""
        text = shown(Path(self.root, "README.md").read_text("utf-8"), REPOSITORY)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if REPOSITORY:
            metadata["urls"] = {
                "Repository": REPOSITORY,
                "Documentation": f"{REPOSITORY}{_FILES}docs/index.md",
                "Changelog": f"{REPOSITORY}{_FILES}CHANGELOG.md",
            }
        if CONTACT:
            metadata["maintainers"] = [{"email": CONTACT}]
