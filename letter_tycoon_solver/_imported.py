"""When the import of the package began: the first of its modules that is imported."""

import time
from typing import Final

IMPORTED_AT: Final = time.time()
"""Sources that changed later may not be what this process works with."""
