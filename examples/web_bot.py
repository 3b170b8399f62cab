"""A bot that plays at the page of `letter-tycoon serve`, as a person does: by the link of its seat.

    letter-tycoon serve                      # in another terminal; begin a game, invite the bot
    python examples/web_bot.py "http://127.0.0.1:8765/play?seat=..." wordlists/enable.txt

It takes a seat, or the invitation to one, and plays the longest word that it finds.
"""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from web_api import Server


def longest_word(game: dict[str, Any], words: Sequence[str]) -> str:
    """The turn that begins with the longest word; capitals are cards of the hand."""
    hand, cards = game["hand"], game["hand"] + game["community"]
    for word in words:
        if set(word) <= set(cards) and set(word) & set(hand) and not Counter(word) - Counter(cards):
            laid = ""
            for letter in word:
                laid += letter if laid.count(letter) < hand.count(letter) else letter.lower()
            return laid
    return f"exchange {hand}"


def decide(game: dict[str, Any], words: Sequence[str]) -> str:
    """The turn, or the part of it that is asked for."""
    match game["phase"]:
        case "start":
            return longest_word(game, words)
        case "challenge":
            return "accept"
        case "penalty":
            return f"discard {game['hand'][0]}"
        case "purchase":
            return f"buy {game['purchasable'][0]}"
        case _:
            return "discard nothing"


def main(arguments: Sequence[str]) -> None:
    """Plays until the game is over, and says who won."""
    link, path = urlsplit(arguments[0]), Path(arguments[1])
    said = {name: values[0] for name, values in parse_qs(link.query).items()}
    server = Server(f"{link.scheme}://{link.netloc}", said.get("token", ""))
    if "invitation" in said:
        taken = {"key": secrets.token_urlsafe()}
        said["seat"] = server.ask(f"/api/play/invitations/{said['invitation']}", taken)["seat"]
    seat = f"/api/play/seats/{said['seat']}"
    listed = path.read_text().upper().split()
    words = sorted((word for word in listed if len(word) >= 3), key=len, reverse=True)
    for _ in server.events(f"{seat}/events"):
        game = server.ask(seat)  # As it is now; what an event tells may be over.
        while game["asked"] == game["you"] and game["phase"] != "over":
            turn = decide(game, words)
            game = server.ask(f"{seat}/actions", {"version": game["version"], "turn": turn})
        if game["phase"] == "over":
            winners = [game["seats"][player]["name"] for player in game["ranking"][0]]
            print(f"{' and '.join(winners)} won in {game['round']} rounds")
            return


if __name__ == "__main__":
    main(sys.argv[1:])
