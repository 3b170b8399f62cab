"""The whole game around the referee: states, actions, rules, records and players.

    state = new_game(3, seed=1, lexicon=Lexicon.load())
    state = apply(state, Exchange(state.active_seat.hand[:3]))

`Game` holds such states with names, undo and a record in a file.
"""

from __future__ import annotations

from ..rules.cards import HIDDEN
from .actions import (
    Accept,
    Action,
    ActionReason,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    IllegalAction,
    PlayWords,
    ReplaceCard,
    action_from_dict,
    action_to_dict,
)
from .chance import Chance
from .follow.game_text import game_text, read_game_text
from .follow.seen_deal import SeenDeal
from .follow.told_turn import MissingCardsError, ToldTurn
from .follow.tracked_game import TrackedGame
from .follow.tracked_turns import RetellError, TrackedTurn
from .game import Game
from .guessed_card import GuessedCard
from .ledger import Payment, PaymentKind, Seat
from .legal import LegalActions, check, may_replace, purchasable
from .players import GreedyPlayer, Player, RandomPlayer, play_out
from .readings import AmbiguousWordsError
from .records.record_file import RecordError
from .rules import apply
from .setup import new_game
from .state import GameState, SeenState, Table
from .table import GameData, Phase, Score, SeenData, TableData, TurnSoFar
from .text import action_text, ranking_text, state_text
from .turn_actions import action_of

__all__ = [
    "HIDDEN",
    "Accept",
    "Action",
    "ActionReason",
    "AmbiguousWordsError",
    "Buy",
    "Challenge",
    "Chance",
    "Decline",
    "Discard",
    "Exchange",
    "Game",
    "GameData",
    "GameState",
    "GreedyPlayer",
    "GuessedCard",
    "IllegalAction",
    "LegalActions",
    "MissingCardsError",
    "Payment",
    "PaymentKind",
    "Phase",
    "PlayWords",
    "Player",
    "RandomPlayer",
    "RecordError",
    "ReplaceCard",
    "RetellError",
    "Score",
    "Seat",
    "SeenData",
    "SeenDeal",
    "SeenState",
    "Table",
    "TableData",
    "ToldTurn",
    "TrackedGame",
    "TrackedTurn",
    "TurnSoFar",
    "action_from_dict",
    "action_of",
    "action_text",
    "action_to_dict",
    "apply",
    "check",
    "game_text",
    "may_replace",
    "new_game",
    "play_out",
    "purchasable",
    "ranking_text",
    "read_game_text",
    "state_text",
]
