"""The whole game around the referee: states, actions, rules, records and players.

    state = new_game(3, seed=1, lexicon=Lexicon.load())
    state = apply(state, Action(ActionKind.EXCHANGE, state.active_seat.hand[:3]))

`Game` holds such states with names, undo and a record in a file.
"""

from __future__ import annotations

from ..rules.cards import HIDDEN
from .actions import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    ActionReason,
    IllegalAction,
    action_text,
    check,
    lay,
    may_replace,
    purchasable,
)
from .game import Game, game_text, read_game_text
from .online_game import OnlineGame, OnlinePlayer, OnlineTurn, read_online
from .online_log import OnlineLogError, is_online_log
from .players import GreedyPlayer, Player, RandomPlayer, play_out
from .records import RecordError
from .rules import apply
from .state import GameState, SeenState, new_game
from .table import (
    Chance,
    Payment,
    PaymentKind,
    Phase,
    Score,
    Seat,
    Table,
    TurnSoFar,
    ranking_text,
    state_text,
)
from .told import MissingCardsError, SeenDeal, ToldTurn
from .tracked import DoneTurn, RetellError, TrackedGame
from .turns import AmbiguousWordsError, Move

__all__ = [
    "ACCEPT",
    "CHALLENGE",
    "DECLINE",
    "HIDDEN",
    "Action",
    "ActionKind",
    "ActionReason",
    "AmbiguousWordsError",
    "Chance",
    "DoneTurn",
    "Game",
    "GameState",
    "GreedyPlayer",
    "IllegalAction",
    "MissingCardsError",
    "Move",
    "OnlineGame",
    "OnlineLogError",
    "OnlinePlayer",
    "OnlineTurn",
    "Payment",
    "PaymentKind",
    "Phase",
    "Player",
    "RandomPlayer",
    "RecordError",
    "RetellError",
    "Score",
    "Seat",
    "SeenDeal",
    "SeenState",
    "Table",
    "ToldTurn",
    "TrackedGame",
    "TurnSoFar",
    "action_text",
    "apply",
    "check",
    "game_text",
    "is_online_log",
    "lay",
    "may_replace",
    "new_game",
    "play_out",
    "purchasable",
    "ranking_text",
    "read_game_text",
    "read_online",
    "state_text",
]


def __dir__() -> list[str]:
    return sorted(__all__)
