"""What was told of a game of people, for people."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...rules.play import parse_notation
from ...rules.ruleset import ChallengeMode
from ..state import Phase, Table
from .told_turn import ToldTurn
from .tracked_game import TrackedGame
from .tracked_turns import TrackedTurn


def event_text(turn: TrackedTurn, before: Table, game: TrackedGame) -> str:
    """What the last turn has done: what everyone now has to whom something was paid.

    Args:
        turn: the last one.
        before: the table before it.
        game: as it is after it.
    """
    after, names = game.table, game.names
    parts = [f"{names[turn.player]}: {turn.text}"]
    verdict = _verdict(turn, before)
    if verdict:
        parts.append(verdict)
    for name, old, new in zip(names, before.seats, after.seats, strict=True):
        if (old.money, old.stock) != (new.money, new.stock):
            stock = f" and {new.stock} stock" if new.stock else ""
            parts.append(f"{name} has ${new.money}{stock}")
    if after.final_round is not None and before.final_round is None and not after.is_over:
        parts.append(f"the goal is reached, round {after.final_round} is the last")
    return "; ".join(parts)


def with_names(text: str, names: Sequence[str]) -> str:
    """The message of an error with players by name; the rules know them by their numbers."""

    def named(found: re.Match[str]) -> str:
        number = int(found[1])
        return names[number] if number < len(names) else found[0]

    return re.sub(r"\bplayer ([0-9])\b", named, text)


def why_no_advice(game: TrackedGame) -> str:
    """Why nobody can be advised now, as a message; "" if the player who tells can be."""
    if game.seat is None:
        return "who keeps score sees no hand, so there is no advice"
    if game.is_over:
        return "the game is over; advice is for your turns"
    if game.table.active != game.seat:
        return f"it is the turn of {game.player}; advice is for your turns"
    if game.table.phase is not Phase.START:
        return "your words were taken back; say first which card goes"
    return ""


def told_steps(turn: TrackedTurn, table: Table) -> list[ToldTurn]:
    """What was told of a turn in one go, as it would be told step by step.

    A card replaced with Q, the words or the exchange, and the card that pays for words that were
    taken back are a step each.

    Args:
        turn: as it was told.
        table: of its game, at any time: for the word list and the rules.
    """
    parts, drew = turn.text.split(", "), turn.told.drew
    steps = []
    if parts[0].startswith("replace ") and len(parts) > 1:
        steps.append(ToldTurn(parts.pop(0), None, drew[:1] if drew else None))
        drew = drew[1:] or None if drew else None
    if parts[-1].startswith("discard ") and _are_taken_back(parts, table):
        steps.append(ToldTurn(", ".join(parts[:-1])))
        return [*steps, ToldTurn(parts[-1], turn.told.community, drew)]
    return [*steps, ToldTurn(", ".join(parts), turn.told.community, drew)]


def _are_taken_back(parts: Sequence[str], table: Table) -> bool:
    """Whether a turn begins with words that do not stand."""
    is_checked = table.ruleset.challenge.mode is ChallengeMode.AUTOMATIC
    if not is_checked and not any(part.startswith("challenged") for part in parts[1:]):
        return False
    return len(parts) > 1 and bool(_unknown(parts[0], table))


def _unknown(notation: str, table: Table) -> list[str]:
    words = parse_notation(notation)[0]
    return [word.word for word in words if word.word not in table.lexicon]


def _verdict(turn: TrackedTurn, before: Table) -> str:
    """What became of words that were challenged; "" if none were."""
    parts = [part for part in turn.text.split(", ") if not part.startswith("replace ")]
    if not any(part.startswith("challenged") for part in parts[1:]):
        return ""
    unknown = _unknown(parts[0], before)
    if unknown:
        return f"{' and '.join(unknown)} not in the word list, taken back"
    return "the challenge was wrong"
