"""Games that were played online, read from the logs that the site gives when they are over.

game = read_online("archive.json")
game.record.record_to("game.jsonl")
"""

from __future__ import annotations

from .envelope import is_online_log
from .events import OnlineLogError
from .logged_turn import OnlineStep
from .online_game import Known, OnlineGame, OnlineOptions, OnlinePlayer, OnlineTurn, read_online

__all__ = [
    "Known",
    "OnlineGame",
    "OnlineLogError",
    "OnlineOptions",
    "OnlinePlayer",
    "OnlineStep",
    "OnlineTurn",
    "is_online_log",
    "read_online",
]
