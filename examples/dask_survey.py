"""A survey of patents on a Dask cluster; docs/bulk.md says how to start one.

    python examples/dask_survey.py --hands 100000                                # on this machine
    python examples/dask_survey.py --hands 10000000 --scheduler tcp://head:8786 --parts parts

With --parts a survey that was stopped goes on from what it had finished.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor

from distributed import Client, LocalCluster

import letter_tycoon_solver as lts
from letter_tycoon_solver.batch import Survey, survey


def gains(result: Survey) -> list[str]:
    """A line for each set of patents: the gain of $ and stock a turn, with its standard error."""
    return [
        f"{found.patents:8} {found.gain_margin.mean:+.3f} ± {found.gain_margin.standard_error:.3f}"
        for found in result.sets
        if found.patents
    ]


def run(executor: Executor, n_hands: int, patent_sets: str, parts: str | None) -> None:
    """Surveys the hands on the workers, and prints the gains."""

    def show(done: int, of: int) -> None:
        print(f"{done:,} of {of:,} hands")

    result = survey(
        n_hands,
        lts.Lexicon.load(),
        patent_sets=patent_sets,
        executor=executor,
        parts=parts,
        progress=show,
        seed=0,
    )
    print(*gains(result), sep="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Connects to the scheduler, or starts a cluster on this machine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--patent-sets", default="single")
    parser.add_argument("--scheduler", help="its address, as tcp://head:8786")
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine")
    parser.add_argument("--parts", help="a folder for what is finished")
    given = parser.parse_args(arguments)
    if given.scheduler:
        with Client(given.scheduler, set_as_default=False) as client:
            run(client.get_executor(), given.hands, given.patent_sets, given.parts)
    else:
        with (
            LocalCluster(n_workers=given.workers, threads_per_worker=1) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            run(client.get_executor(), given.hands, given.patent_sets, given.parts)


if __name__ == "__main__":
    main()
