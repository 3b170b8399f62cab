"""The whole game around the referee: states, actions, rules, records and players.

    state = new_game(3, seed=1, lexicon=Lexicon.load())
    state = apply(state, Discard(state.active_seat.hand[:3]))

`Game` holds such states with names, undo and a record in a file.
"""

from __future__ import annotations

from .actions import (
    Accept,
    Action,
    ActionReason,
    Buy,
    Challenge,
    CleanUp,
    Decline,
    Discard,
    IllegalAction,
    PlayWords,
    ReplaceCard,
    action_from_dict,
    action_to_dict,
)
from .chance import Chance
from .game import Game
from .guessed_card import GuessedCard
from .ledger import Payment, PaymentKind, Seat
from .legal import LegalActions, check, may_replace, purchasable
from .players import GreedyPlayer, Player, RandomPlayer, play_out
from .record import (
    Header,
    Move,
    Record,
    Rewind,
    Step,
    read_record,
    state_digest,
)
from .record_file import End, RecordError
from .rules import apply
from .seen_deal import SeenDeal
from .setup import Cut, cut_for_start, new_game
from .state import HIDDEN, GameState, Phase, Score, SeenState, Table, Turn
from .text import action_text, ranking_text, state_text
from .told_errors import MissingCardsError
from .told_turn import ToldTurn
from .told_words import AmbiguousWordsError
from .tracked_game import TrackedGame
from .tracked_turns import RetellError, TrackedTurn

__all__ = [
    "HIDDEN",
    "Accept",
    "Action",
    "ActionReason",
    "AmbiguousWordsError",
    "Buy",
    "Challenge",
    "Chance",
    "CleanUp",
    "Cut",
    "Decline",
    "Discard",
    "End",
    "Game",
    "GameState",
    "GreedyPlayer",
    "GuessedCard",
    "Header",
    "IllegalAction",
    "LegalActions",
    "MissingCardsError",
    "Move",
    "Payment",
    "PaymentKind",
    "Phase",
    "PlayWords",
    "Player",
    "RandomPlayer",
    "Record",
    "RecordError",
    "ReplaceCard",
    "RetellError",
    "Rewind",
    "Score",
    "Seat",
    "SeenDeal",
    "SeenState",
    "Step",
    "Table",
    "ToldTurn",
    "TrackedGame",
    "TrackedTurn",
    "Turn",
    "action_from_dict",
    "action_text",
    "action_to_dict",
    "apply",
    "check",
    "cut_for_start",
    "may_replace",
    "new_game",
    "play_out",
    "purchasable",
    "ranking_text",
    "read_record",
    "state_digest",
    "state_text",
]
