"""`python -m letter_tycoon_solver`: the command `letter-tycoon`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
