"""A program that says hello, and then answers anything: `random_bot.py SEED [KIND]`.

Run as a program of its own, without the package.
"""

import json
import os
import random
import sys
import time

KINDS = [
    "junk", "binary", "huge", "flood", "slow", "late", "closed", "crash", "killed", "null", "list",
    "number", "deep", "illegal", "unknown", "error", "nonsense", "mute", "two", "nan", "empty",
]  # fmt: skip


def answer(kind: str, rng: random.Random) -> bytes:
    if kind == "slow":
        time.sleep(60)
    if kind == "late":
        time.sleep(0.05 + 0.1 * rng.random())
    if kind == "closed":
        os.close(1)
        time.sleep(60)
    if kind == "crash":
        raise ValueError("the bot does not know what to do")
    if kind == "killed":
        os.kill(os.getpid(), 9)
    if kind == "flood":
        while True:
            os.write(1, b'{"type":"info"}\n' * 1000)
    said = {
        "junk": "lorem ipsum " * rng.randrange(9),
        "empty": "",
        "null": "null",
        "list": "[1, 2, 3]",
        "nan": '{"type": "turn", "turn": NaN}',
        "number": '{"type": "turn", "turn": 7}',
        "deep": "[" * 50_000,
        "illegal": '{"type": "turn", "turn": "SKYSCRAPERS, buy Q"}',
        "unknown": '{"type": "thought", "text": "hm"}',
        "error": '{"type": "error", "message": "I give up"}',
        "nonsense": json.dumps(
            {"type": "turn", "turn": "".join(rng.choices("AZ ,!-?*x\u00e4", k=9))}
        ),
        "two": '{"type": "turn", "turn": "zzz"}\n{"type": "turn", "turn": "zzz"}',
        "late": '{"type": "turn", "turn": "buy J"}',
    }
    if kind == "binary":
        return rng.randbytes(rng.randrange(1, 400)) + b"\n"
    if kind == "huge":
        return b"x" * 300_000
    return said.get(kind, "").encode() + b"\n" * (kind != "mute")


def main() -> None:
    rng = random.Random(int(sys.argv[1]) * 1_000_003 + os.getpid())
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        said = {"hello": b'{"type":"hello","version":1}\n', "new_game": b'{"type":"ready"}\n'}
        if asked["type"] == "quit":
            return
        if asked["type"] == "go":
            said["go"] = answer(sys.argv[2] if len(sys.argv) > 2 else rng.choice(KINDS), rng)
        if asked["type"] in said:
            view = memoryview(said[asked["type"]])
            while view:
                view = view[os.write(1, view) :]


if __name__ == "__main__":
    main()
