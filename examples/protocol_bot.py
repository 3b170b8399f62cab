"""A bot without any package: plays the longest word, and buys the dearest patent it can pay.

letter-tycoon tournament --players "cmd:python examples/protocol_bot.py,random" --games 20
"""

import json
import sys
from collections import Counter
from pathlib import Path

PRICES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", [8, 2, 3, 4, 10, 3, 3, 5, 7, 2, 2, 4, 3, 7, 7, 3, 2, 6, 6, 8, 3, 2, 3, 2, 3, 2], strict=True))  # fmt: skip # noqa: E501


def turn(view: str, words: list[str], coins: list[int]) -> str:
    """The turn of a player who sees this; docs/notation.md has the fields of a view."""
    hand, community, players, seat = view.replace("-", "").split(" ")[:4]
    money = int(players.split("/")[int(seat)].split(":")[1])
    if "penalty" in view:
        return f"discard {hand[0]}"
    for word in words:
        if not set(word) <= set(hand + community):
            continue
        if not Counter(word) - Counter(hand + community) and set(word) & set(hand):
            laid = ""
            for letter in word:  # Capitals are cards of the hand, small letters of the community.
                laid += letter if laid.count(letter) < hand.count(letter) else letter.lower()
            free = [x for x in set(word) - set(players) if PRICES[x] <= money + coins[len(word)]]
            return f"{laid}, buy {max(free, key=PRICES.__getitem__)}" if free else laid
    return f"exchange {hand}"


for line in sys.stdin:
    message = json.loads(line)
    answer = {}
    if message["type"] == "hello":
        answer = {"type": "hello", "version": 1, "name": "longest word"}
    elif message["type"] == "new_game":
        coins = message["ruleset"]["payout"]["coins"]
        words = Path(message["lexicon"]["path"]).read_text().upper().split()
        words = sorted((word for word in words if 3 <= len(word) < 11), key=len, reverse=True)
        answer = {"type": "ready"}
    elif message["type"] == "go":
        answer = {"type": "turn", "turn": turn(message["view"], words, coins)}
    elif message["type"] == "quit":
        break
    if answer:
        print(json.dumps(answer), flush=True)
