"""Games of the engine as the events that rules.js folds, with the table after each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from support.game_invariants import all_rulesets
from support.told_games import NAMES, Teller, Telling, engine_steps

from letter_tycoon_solver.game import Action, GameState, Phase, SeenState, TrackedGame
from letter_tycoon_solver.game.state import Table
from letter_tycoon_solver.game.table import Payment
from letter_tycoon_solver.game.told import SeenDeal, ToldTurn
from letter_tycoon_solver.rules.turn import Turn

RULESETS = all_rulesets()
Steps = Sequence[tuple[Action, GameState]]
Json = dict[str, Any]


class OpenTeller(Teller):
    """Tell the turns of a game all of whose hands are seen."""

    def _told(self, begin: GameState, after: GameState) -> Telling:
        self.seat = begin.active
        return super()._told(begin, after)


def turn_json(turn: Turn) -> Json:
    """A turn as text.js has it."""
    return {
        "kind": turn.kind.value,
        "replace": turn.replace,
        "words": [{"word": w.word, "sources": w.sources, "ys": w.y_as} for w in turn.words],
        "doublers": None if turn.doublers is None else list(turn.doublers),
        "challenger": turn.challenger,
        "buy": turn.buy,
        "discards": turn.discards,
    }


def told_json(told: ToldTurn) -> Json:
    """A told turn, as rules.js takes it."""
    return {"turn": turn_json(Turn.parse(told.text)), "came": told.community, "drew": told.drew}


def table_json(table: Table, deck: int) -> Json:
    """A table as rules.js has it, without what never changes."""
    return {
        "seats": [
            {"hand": s.hand, "patents": s.patents, "money": s.money, "stock": s.stock}
            for s in table.seats
        ],
        "community": table.community,
        "discards": table.discards,
        "deck": deck,
        "phase": table.phase.value,
        "active": table.active,
        "round": table.round,
        "finalRound": table.final_round,
        "replaced": table.turn.replaced,
        "failed": table.turn.failed_words,
        "ranking": [list(place) for place in table.ranking],
        "totals": [score.total for score in table.scores],
    }


def view_json(seen: SeenState) -> Json:
    """A player's view at the start of a turn, as `view` of rules.js has it."""
    turn = seen.open_turn
    first, *others = (seen.seats[player] for player in seen.clockwise_from(seen.viewer))
    return {
        "hand": first.hand,
        "community": seen.community,
        "patents": first.patents,
        "money": first.money,
        "stock": first.stock,
        "opponents": [{"patents": o.patents, "money": o.money, "stock": o.stock} for o in others],
        "mayReplace": turn.may_replace,
        "rounds": turn.rounds_left,
        "draws": list(turn.draws),
        "returned": turn.returned,
        "discards": seen.discards,
        "deck": seen.deck_size,
    }


def payment_json(payment: Payment) -> Json:
    return {
        "kind": payment.kind.value,
        "giver": payment.giver,
        "receiver": payment.receiver,
        "money": payment.money,
        "stock": payment.stock,
        "letters": payment.letters,
    }


def payments_between(steps: Steps, before: GameState, after: GameState) -> list[Json]:
    """All that was paid from one state of a game to another."""
    states = [state for _, state in steps]
    begin, end = (next(n for n, s in enumerate(states) if s is one) for one in (before, after))
    return [payment_json(p) for state in states[begin + 1 : end + 1] for p in state.payments]


@dataclass(frozen=True)
class Folded:
    """A game as it is told to rules.js, and what is to come out.

    setup    how it begins
    events   the turns, as they are told
    after    the table after each, with what was paid, and what the player whose turn it is sees
    """

    setup: Json
    events: list[Json]
    after: list[Json]


def setup_json(first: GameState, hands: Sequence[str]) -> Json:
    return {
        "players": list(NAMES[: len(first.seats)]),
        "first": first.active,
        "hands": list(hands),
        "community": first.community,
        "rules": first.ruleset.to_dict(),
    }


def steps_of(seed: int) -> Steps:
    return engine_steps(seed, 2 + seed % 4, RULESETS[seed * 7 % len(RULESETS)])


def open_game(seed: int) -> Folded:
    """A game all of whose hands are seen, as of Play."""
    steps = steps_of(seed)
    first = steps[0][1]
    folded = Folded(setup_json(first, [seat.hand for seat in first.seats]), [], [])
    for telling in OpenTeller(None, sees_discards=True, chance=random.Random(seed)).tellings(steps):
        state = telling.after
        told = ToldTurn.parse(telling.text, community=telling.community, drew=telling.drew)
        folded.events.append(told_json(told))
        table = table_json(state, len(state.deck))
        table["payments"] = payments_between(steps, telling.before, state)
        if state.phase is Phase.START:
            table["view"] = view_json(state.seen_by(state.active))
        folded.after.append(table)
    return folded


def tracked_game(seed: int, seat: int | None, *, sees_discards: bool, n_unknown: int = 0) -> Folded:
    """A game that one player tells, or a scorekeeper; some cards of the deal are not known."""
    steps = steps_of(seed)
    first = steps[0][1]
    hand = "" if seat is None else first.seats[seat].hand[n_unknown:]
    deal = SeenDeal(seat, hand, first.community, first.active, 0 if seat is None else n_unknown)
    game = TrackedGame(NAMES[: len(first.seats)], deal, first.lexicon, first.ruleset)
    hands = ["" if n != seat else hand + "?" * n_unknown for n in range(len(first.seats))]
    folded = Folded(setup_json(first, hands), [], [])
    for telling in Teller(seat, sees_discards, random.Random(seed)).tellings(steps):
        told = ToldTurn.parse(telling.text, community=telling.community, drew=telling.drew)
        game.push(telling.text, community=telling.community, drew=telling.drew)
        folded.events.append(told_json(told))
        table = table_json(game.table, game.deck_size)
        table["payments"] = payments_between(steps, telling.before, telling.after)
        table["turn"] = game.turns[-1].turn.notation
        if game.table.phase is Phase.START and game.table.active == seat and not n_unknown:
            table["view"] = view_json(game.seen)
        folded.after.append(table)
    return folded


def folded_game(seed: int) -> Folded:
    """A game by its seed, told in one of four ways."""
    seat = seed // 3 % (2 + seed % 4)
    match seed % 7:
        case 0 | 1:
            return open_game(seed)
        case 2:
            return tracked_game(seed, None, sees_discards=seed % 2 == 0)
        case 3:
            return tracked_game(seed, seat, sees_discards=True, n_unknown=1 + seed % 2)
        case n:
            return tracked_game(seed, seat, sees_discards=n % 2 == 0)
