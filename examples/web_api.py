"""Asks a running `letter-tycoon serve` as any program can: HTTP and JSON, and no package at all.

    letter-tycoon serve                      # in another terminal
    python examples/web_api.py JWLEANZ EES --opponent E --opponent "" --word yacht

With --lan the server wants its token: --token, that of the address it has printed.
"""

from __future__ import annotations

import argparse
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from typing import Any


class Server:
    """The questions that a server answers."""

    def __init__(self, url: str, token: str = "") -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, path: str, body: object = None) -> Any:
        """The answer to a GET, or to a POST of this body."""
        with self._open(path, body) as answer:
            return json.load(answer)

    def events(self, path: str) -> Iterator[tuple[str, Any]]:
        """Server-sent events: the name and the data of each, as they come."""
        with self._open(path, None) as answer:
            name = ""
            for line in answer:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)

    def _open(self, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self._headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self._url + path, data, headers)
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            # Problems are JSON too, application/problem+json.
            with error:
                raise SystemExit(json.load(error)["detail"]) from None


def show_hints(server: Server, table: dict[str, Any]) -> None:
    """Prints the best turns by static evaluation."""
    for number, turn in enumerate(server.ask("/api/hint", table)["turns"][:5], 1):
        print(f"{number}  {turn['notation']:40}  equity {turn['equity']['total']:+.2f}")


def show_advice(server: Server, table: dict[str, Any], seconds: float) -> None:
    """Prints the best turn and its chance to win, as it settles."""
    query = urllib.parse.urlencode({"table": json.dumps(table), "seconds": seconds})
    for name, data in server.events(f"/api/advice?{query}"):
        if name == "advice" and data["turns"]:
            best = data["turns"][0]
            chance = best["win"]
            known = "" if chance is None else f"  wins {chance:.0%}"
            print(f"after {data['playouts']} games: {best['turn']['notation']}{known}")


def show_word(server: Server, word: str) -> None:
    """Prints whether a word counts, and what it means."""
    found = server.ask(f"/api/words/{urllib.parse.quote(word)}")
    print(f"{found['word']} is {'' if found['is_word'] else 'not '}in the word list")
    for meaning in found["definitions"]:
        print(f"  {meaning['lemma']} ({meaning['part_of_speech']}): {meaning['gloss']}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Asks what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hand")
    parser.add_argument("community")
    parser.add_argument("--opponent", action="append", default=[], help="patents; once for each")
    parser.add_argument("--seconds", type=float, default=0, help="of simulation")
    parser.add_argument("--word", default="", help="to look up")
    parser.add_argument("--url", default="http://127.0.0.1:8765")
    parser.add_argument("--token", default="")
    given = parser.parse_args(arguments)
    server = Server(given.url, given.token)
    table = {
        "hand": given.hand,
        "community": given.community,
        "opponents": [{"patents": patents} for patents in given.opponent],
    }
    show_hints(server, table)
    if given.seconds:
        show_advice(server, table, given.seconds)
    if given.word:
        show_word(server, given.word)


if __name__ == "__main__":
    main()
