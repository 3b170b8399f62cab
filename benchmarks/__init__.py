"""Benchmarks: one module a question, each prints one table; see README.md.

They have caches of their own, named after the content of the package, so that no table is about
code or compiled lexicons of another version: Numba does not see a change in a function that a
cached one calls. The folder is set here because Numba reads the variable once, when imported.
"""

import hashlib
import os
from importlib.util import find_spec
from pathlib import Path


def _caches() -> Path:
    package = find_spec("letter_tycoon_solver")
    assert package is not None
    assert package.submodule_search_locations is not None
    digest = hashlib.sha256()
    for path in sorted(Path(package.submodule_search_locations[0]).rglob("*.py")):
        digest.update(path.read_bytes())
    return Path(__file__).parent / "__pycache__" / f"caches-{digest.hexdigest()[:16]}"


os.environ.setdefault("NUMBA_CACHE_DIR", str(_caches() / "numba"))
os.environ.setdefault("LETTER_TYCOON_CACHE", str(_caches() / "lexicons"))
