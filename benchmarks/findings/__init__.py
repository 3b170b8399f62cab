"""The figures of docs/findings.md and docs/how-to-win.md, found by the library.

    python -m benchmarks.findings                # all of it, a quarter of an hour on one core
    python -m benchmarks.findings seats luck     # some of it
    python -m benchmarks.findings --share 0.1 --out /tmp/findings    # a tenth of the games
    python -m benchmarks.findings --quick --out /tmp/findings    # to see that it runs

Each finding is a module here: it measures (data, kept as JSON beside the page), draws (pictures for
light and for dark pages) and says what stands in the tables of the page. findings.md and
how-to-win.md here have the words of the pages, and names in braces where the figures come; so the
pages say what the data says.

All players are static players (see docs/how-it-works.md) unless something else is said. All that is
random has a seed that stands in the data, so a run can be repeated; every error is half of a 95 %
interval.
"""
