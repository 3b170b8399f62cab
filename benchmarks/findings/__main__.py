"""Makes findings anew, and the page: `python -m benchmarks.findings`; see __init__.py."""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from letter_tycoon_solver import __version__

from . import buying, common_words, greedy, letters, luck, patents, rules, seats, words
from .estimates import Data
from .finding import FOUND, PEOPLE, Finding, Run
from .page import FOLDER, TEMPLATES, fill, read_data, write_data, write_pictures

FINDINGS: Final = {
    finding.name: finding
    for finding in (
        patents.FINDING,
        buying.FINDING,
        letters.FINDING,
        words.FINDING,
        luck.FINDING,
        seats.FINDING,
        greedy.FINDING,
        rules.FINDING,
        common_words.FINDING,
    )
}
QUICK: Final = (0.001, 10)
"""The share of games, and that every so many words are played."""


def made(finding: Finding, seed: int, share: float, every: int) -> Data:
    """The data of a finding, and how they were made."""
    start, start_cpu = time.perf_counter(), time.process_time()
    # No two findings have the same deals.
    number = list(FINDINGS).index(finding.name)
    run = Run.of(100 * (seed * 100 + number), share, every)
    assert finding.measure is not None
    found = {FOUND: finding.measure(run)}
    if finding.of_people:
        found[PEOPLE] = finding.measure(replace(run, lexicon=run.load(PEOPLE)))
    return {
        "command": f"python -m benchmarks.findings {finding.name}",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "version": __version__,
        "lexicon": {"name": run.lexicon.name, "digest": run.lexicon.digest},
        "seed": seed,
        "share": share,
        "seconds": round(time.perf_counter() - start, 1),
        "cpu_seconds": round(time.process_time() - start_cpu, 1),
        **found,
    }


def _share(text: str) -> float:
    share = float(text)
    if not QUICK[0] <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share; give 0.001 to 1")
    return share


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.findings",
        description="Make the findings of docs/findings.md anew: data, pictures and tables.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(FINDINGS)}; all")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument("--quick", action="store_true", help="few games, to see that it runs")
    parser.add_argument("--share", type=_share, default=1.0, help="of the games, from 0.001 to 1")
    parser.add_argument("--draw", action="store_true", help="play nothing: from the data there is")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of findings.md")
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(FINDINGS):
        parser.error(f"there is no finding {', '.join(sorted(unknown))}")
    for name in given.names or FINDINGS:
        finding = FINDINGS[name]
        if not given.draw and not finding.compares:
            data = made(finding, given.seed, *(QUICK if given.quick else (given.share, 1)))
            write_data(name, data, given.out)
            seconds, cpu = data["seconds"], data["cpu_seconds"]
            print(f"{name}: {seconds} s, {cpu} s of the processor", flush=True)
        write_pictures(finding, read_data(finding, given.out), given.out)
    found = {name: read_data(finding, given.out) for name, finding in FINDINGS.items()}
    for name in TEMPLATES:
        page = given.out / name
        page.write_text(fill(FINDINGS, found, name), "utf-8")
        print(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
