"""A view in one line of text, as FEN is for chess.

    AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start

The fields, separated by blanks; nothing is "-":

    hand          of the viewer
    community
    players       in the order of the seats, separated by "/": patents:money:stock
    viewer        the number of the player who looks
    discards      oldest first; "?" for each that the viewer did not see
    active        the number of the player whose turn it is
    round         from 1
    start player  the number of the player with the start marker
    last round    once a player has reached the goal
    phase         "start", or "penalty" where a card pays for a word that was none; "start+q" once a
                  card was replaced, "start+2" after two words that the engine refused, "start+q2"
                  for both

What is not seen follows: every other hand is full, all other cards are in the deck. Lexicon and
ruleset are not said. In other phases the words on the table follow the phase; such a text is to be
read by people only.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

from ..errors import InvalidInputError, require, show
from ..lexicon import Lexicon
from ..rules.cards import DECK_SIZE, HIDDEN, parse_letters
from ..rules.ruleset import Ruleset
from .ledger import Seat
from .table import MAX_PLAYERS, MIN_PLAYERS, Phase, SeenData, TurnSoFar, lexicon_of
from .validate import check_view

S = TypeVar("S", bound=SeenData)

_NOTHING: Final = "-"
_N_FIELDS: Final = 10
_NUMBER: Final = re.compile("[0-9]{1,9}")
_PHASE: Final = re.compile(r"(start|penalty)(?:\+(q?)([0-9]{0,2}))?")


def view_text(seen: SeenData) -> str:
    """The view in one line."""
    players = "/".join(
        f"{seat.patents or _NOTHING}:{seat.money}:{seat.stock}" for seat in seen.seats
    )
    last = _NOTHING if seen.final_round is None else str(seen.final_round)
    return " ".join(
        [
            seen.seats[seen.viewer].hand,
            seen.community or _NOTHING,
            players,
            str(seen.viewer),
            seen.discards or _NOTHING,
            str(seen.active),
            str(seen.round),
            str(seen.start_player),
            last,
            _phase_text(seen),
        ]
    )


def _phase_text(seen: SeenData) -> str:
    turn = seen.turn
    if turn.play is not None:
        return f"{seen.phase.value}+{turn.play.notation.replace(' ', '')}"
    done = "q" * turn.replaced + (str(turn.failed_words) if turn.failed_words else "")
    return f"{seen.phase.value}+{done}" if done else seen.phase.value


def parse_view_text(kind: type[S], text: str, lexicon: Lexicon, ruleset: Ruleset) -> S:
    """Do the work of `SeenState.parse`."""
    require(text, str, "the text of a view")
    require(ruleset, Ruleset, "the ruleset")
    fields = text.split()
    if len(fields) != _N_FIELDS:
        raise InvalidInputError(
            f"{show(text)} has {len(fields)} fields and a view has {_N_FIELDS}: hand, community,"
            " players, viewer, discards, active player, round, start player, last round and phase,"
            ' as in "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start"'
        )
    hand, community, players, viewer, discards, active, round_, start, last, phase = fields
    seats = [_parse_player(player) for player in players.split("/")]
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the players {show(players)} are {len(seats)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    own = _number(viewer, "the viewer", len(seats) - 1)
    hidden = HIDDEN * ruleset.hand_size
    hands = [hidden] * len(seats)
    hands[own] = parse_letters(_letters(hand), "the hand")
    pool = parse_letters(_letters(community), "the community")
    pile = _letters(discards)
    parse_letters(pile.replace(HIDDEN, ""), "the discards")
    pile = pile.upper()
    whose = _number(active, "the active player", len(seats) - 1)
    n_seen = len(hands[own]) + len(pool) + len(pile) + len(hidden) * (len(seats) - 1)
    at, so_far = _parse_phase(phase)
    seen = kind(
        ruleset=ruleset,
        lexicon=lexicon_of(lexicon),
        seats=tuple(Seat(cards, *player) for cards, player in zip(hands, seats, strict=True)),
        community=pool,
        discards=pile,
        phase=at,
        active=whose,
        to_act=whose,
        round=_number(round_, "the round"),
        start_player=_number(start, "the start player", len(seats) - 1),
        final_round=None if last == _NOTHING else _number(last, "the last round"),
        turn=so_far,
        viewer=own,
        deck_size=DECK_SIZE - n_seen,
    )
    check_view(seen)
    return seen


def _letters(field: str) -> str:
    return "" if field == _NOTHING else field


def _parse_player(text: str) -> tuple[str, int, int]:
    parts = text.split(":")
    if len(parts) != 3:
        raise InvalidInputError(
            f'the player {show(text)} is not patents:money:stock, as in "KQ:5:1" or "-:0:0"'
        )
    patents = parse_letters(_letters(parts[0]), "the patents of a player")
    return patents, _number(parts[1], "the money"), _number(parts[2], "the stock")


def _number(text: str, what: str, most: int | None = None) -> int:
    if not _NUMBER.fullmatch(text) or (most is not None and int(text) > most):
        limit = "" if most is None else f" to {most}"
        raise InvalidInputError(f"{what} is {show(text)}; give a whole number from 0{limit}")
    return int(text)


def _parse_phase(text: str) -> tuple[Phase, TurnSoFar]:
    match = _PHASE.fullmatch(text.lower())
    if match is None:
        raise InvalidInputError(
            f"the phase is {show(text)}; a view is read at the start of a turn only, where it is"
            ' "start", "start+q" once a card was replaced, and where a card pays for a word that'
            ' was none: "penalty"'
        )
    return Phase(match[1]), TurnSoFar(replaced=bool(match[2]), failed_words=int(match[3] or 0))
