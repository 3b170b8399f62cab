"""Text for people about told turns."""

from __future__ import annotations

from dataclasses import replace

from ...rules.cards import HIDDEN
from ...rules.turn import Turn, TurnKind
from ..state import Table
from ..table import Phase
from .told_turn import ToldTurn, are_taken_back
from .tracked_game import TrackedGame
from .tracked_turns import TrackedTurn


def event_text(turn: TrackedTurn, before: Table, game: TrackedGame, *, plain: bool = False) -> str:
    """Describe the effect of the last turn: the money and stock of everyone who was paid.

    Args:
        turn: the last one.
        before: the table before it.
        game: as it is after it.
        plain: without notation.
    """
    after, names = game.table, game.names
    parts = [f"{names[turn.player]}: {plain_text(turn.turn) if plain else turn.text}"]
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


def plain_text(turn: Turn) -> str:
    """Describe a turn without notation: "JEWELS, bought J"."""
    parts = [f"replaced {_cards(turn.replace)} with Q"] if turn.replace else []
    if turn.words:
        parts.append(" and ".join(word.word for word in turn.words))
    if turn.kind is TurnKind.EXCHANGE:
        parts.append(f"exchanged {_cards(turn.discards) or 'nothing'}")
    if turn.buy:
        parts.append(f"bought {turn.buy}")
    if turn.discards and turn.kind is not TurnKind.EXCHANGE:
        parts.append(f"discarded {_cards(turn.discards)}")
    if turn.challenger is not None:
        parts.append(f"challenged by {turn.challenger or 'an opponent'}")
    return ", ".join(parts)


def _cards(cards: str) -> str:
    """The cards, or how many there are if nobody saw them."""
    if not set(cards) <= {HIDDEN}:
        return cards.upper()
    return {0: "", 1: "a card"}.get(len(cards), f"{len(cards)} cards")


def why_no_advice(game: TrackedGame) -> str:
    """Why nobody can be advised now, as a message; "" if the player who tells can be."""
    if game.seat is None:
        return "who keeps score sees no hand, so there is no advice"
    if game.is_over:
        return "the game is over; advice is for your turns"
    if game.table.active != game.seat:
        return f"it is the turn of {game.player}; advice is for your turns"
    if game.table.phase is not Phase.START:
        return "your words were taken back; first name the discarded card"
    return ""


def told_steps(turn: TrackedTurn, table: Table) -> list[ToldTurn]:
    """Split a turn that was told in one go into the steps it could be told in.

    A card replaced with Q, the words or the exchange, and the card that pays for words that were
    taken back are a step each.

    Args:
        turn: as it was told.
        table: of its game, at any time: for the word list and the rules.
    """
    done, drew = turn.turn, turn.told.drew
    steps = []
    if done.replace and done.kind is not TurnKind.REPLACE:
        first = Turn(TurnKind.REPLACE, done.replace)
        steps.append(ToldTurn(first.notation, None, drew[:1] if drew else None))
        done, drew = replace(done, replace=""), (drew[1:] or None if drew else None)
    if done.discards and are_taken_back(done, table.ruleset, table.lexicon):
        steps.append(ToldTurn(replace(done, discards="").notation))
        done = Turn(TurnKind.REST, discards=done.discards)
    return [*steps, ToldTurn(done.notation, turn.told.community, drew)]


def _verdict(turn: TrackedTurn, before: Table) -> str:
    """Describe the outcome of a challenge; "" if there was none."""
    done = turn.turn
    if done.challenger is None:
        return ""
    unknown = [word.word for word in done.words if word.word not in before.lexicon]
    if unknown:
        return f"{' and '.join(unknown)} not in the word list, taken back"
    return "the challenge was wrong"
