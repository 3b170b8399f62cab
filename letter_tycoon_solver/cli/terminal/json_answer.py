"""Answers as JSON on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping


def write_json(document: Mapping[str, object]) -> None:
    """Write the document to stdout."""
    json.dump(document, sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")
