"""The reasons of a plan in words, from the numbers of static evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.legal import purchasable
from ..game.state import SeenState
from ..game.table import Phase
from ..game.table_rules import final_round, is_last_turn
from ..rules.cards import PATENT_COST, remove_cards
from ..rules.play import CARD_SOURCES, COMMUNITY, Play
from ..rules.ruleset import LastRound
from ..rules.turn import Turn
from .plans import turns_left
from .ranked_plan import RankedPlan

_LEAST_SHOWN: Final = 0.05
"""Dollars that are less are not told apart from none."""
_LEAST_CHANCE: Final = 0.0005
"""Nor are chances."""
_NEVER_KEPT: Final = -90.0
"""No cards cost so much: it stands for more of them than the tables have."""


def reasons(
    plan: Turn, seen: SeenState, evaluation: Evaluation, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Say what speaks for a plan, and against it, in short sentences.

    Earnings, royalties to others, the purchase and what it will bring, the cards kept, the
    community, and the race to the goal. Expectations are those of static evaluation.

    Args:
        plan: a plan for the viewer.
        seen: what the player knew who was to choose.
        evaluation: the tables.
        names: one per player in the order of the seats; by default their numbers.

    Raises:
        InvalidInputError: there is another number of names.
    """
    if names is None:
        names = [f"player {player}" for player in range(len(seen.seats))]
    if len(names) != len(seen.seats):
        raise InvalidInputError(
            f"there are {len(names)} names for {len(seen.seats)} players; give one for each"
        )
    if plan.replace:
        first = (
            f"Replaces {plan.replace} before the turn: the plan after it is worth"
            f" {_dollars(plan.equity.margin)} on average over all cards that may be drawn.",
        )
        return (*first, *_race(plan, seen, evaluation, names))
    next_turn = [*_cards_kept(plan, seen), *_community(plan, seen)]
    return (
        *_earnings(plan, seen),
        *_royalties(plan.play, seen, names),
        *_purchase(plan, seen, evaluation),
        *([] if _is_last_turn(plan, seen) else next_turn),
        *_race(plan, seen, evaluation, names),
    )


def difference(best: RankedPlan, second: RankedPlan) -> str:
    """In what the best plan differs from the second: in the games, and by static evaluation."""
    return f"Over the second, {second.notation}: {_differences(best, second, 1)}."


def shortfall(plan: RankedPlan, best: RankedPlan) -> str:
    """In what a plan that is not the best differs from the best, in the same figures."""
    return f"Behind the best, {best.notation}: {_differences(best, plan, -1)}."


def _differences(best: RankedPlan, other: RankedPlan, sign: int) -> str:
    """Yield what the best has over the other, or with the sign -1 the other over the best."""
    parts = []
    # Where nothing is known these are NaN, which is no more than anything.
    if abs(other.win_loss) >= _LEAST_CHANCE:
        parts.append(f"{100 * sign * other.win_loss:+.1f} % chance to win")
    if abs(other.margin_loss) >= _LEAST_SHOWN:
        parts.append(f"{_signed(sign * other.margin_loss)} final margin")
    ours, theirs = best.plan.equity, other.plan.equity
    if best.plan.replace or other.plan.replace:
        kinds = [("worth", ours.total - theirs.total)]
    else:
        kinds = [
            ("this turn", ours.margin - theirs.margin),
            ("patent", ours.patent - theirs.patent),
            ("cards kept", ours.leave - theirs.leave),
            ("community", ours.community - theirs.community),
        ]
    parts += [
        f"{_signed(sign * dollars)} {kind}"
        for kind, dollars in kinds
        if abs(dollars) >= _LEAST_SHOWN
    ]
    return ", ".join(parts) or "worth the same"


def _earnings(plan: Turn, seen: SeenState) -> list[str]:
    play = plan.play
    if play is None:
        return [f"Earns nothing now: {_exchanged(plan.discards)}."]
    verb = "Earns" if seen.phase is Phase.START else "Has earned"
    stock = f" and {play.stock} stock" if play.stock else ""
    doubled = [
        f"{word.word} doubled by {' and '.join(doublers)}"
        for word, doublers in zip(play.words, play.doublers, strict=True)
        if doublers
    ]
    return [f"{verb} ${play.money}{stock}{'; ' if doubled else ''}{', '.join(doubled)}."]


def _exchanged(cards: str) -> str:
    return f"{cards} for {len(cards)} new card{'s' * (len(cards) > 1)}" if cards else "passes"


def _royalties(play: Play | None, seen: SeenState, names: Sequence[str]) -> list[str]:
    if play is None:
        return []
    used = "".join(word.letters_from(CARD_SOURCES) for word in play.words)
    given = [
        f"${len(letters)} to {names[player]} for {letters}"
        for player in seen.clockwise_from(seen.active)[1:]
        if (letters := "".join(sorted(a for a in used if a in seen.seats[player].patents)))
    ]
    if given:
        return [f"Royalties: {', '.join(given)}."]
    are_owned = any(seen.seats[player].patents for player in seen.clockwise_from(seen.active)[1:])
    return ["No royalties to others."] if are_owned else []


def _purchase(plan: Turn, seen: SeenState, evaluation: Evaluation) -> list[str]:
    if plan.play is None or seen.phase is Phase.CLEAN_UP:
        return []
    buy = plan.buy
    if not buy:
        offered = purchasable(seen) if seen.phase is Phase.PURCHASE else plan.play.purchasable
        return [f"Buys none of {offered}." if offered else "Can buy no patent."]
    price = f"Buys {buy} for ${PATENT_COST[buy]}, which counts in the score"
    if _is_last_turn(plan, seen):
        if _still_to_act(seen):
            return [f"{price}; only the turns of others in this round can still bring royalties."]
        return [f"{price}; no turn is left to earn with it."]
    turns, fitted = turns_left(seen, evaluation), evaluation.fitted_for(len(seen.seats))
    royalties = evaluation.royalty[buy] * (len(seen.seats) - 1)
    sources = [f"{_dollars(royalties)} a turn in royalties"]
    if gain := fitted.gain_with(buy, seen.active_seat.patents):
        sources.append(f"{_dollars(gain)} a turn by its power")
    nearer = fitted.price * PATENT_COST[buy]
    beside = f", and {_dollars(nearer)} for the goal" if nearer >= _LEAST_SHOWN else ""
    return [
        f"{price}, and should bring {_dollars(plan.equity.patent)} more:"
        f" {' and '.join(sources)}, over about {turns:.1f} turns{beside}."
    ]


def _cards_kept(plan: Turn, seen: SeenState) -> list[str]:
    # Of a play that lies, the leave is also the state's.
    leave = plan.play.leave if plan.play else seen.active_seat.hand
    kept = remove_cards(leave, plan.discards)
    if not kept:
        return ["Keeps no card: all of the next hand is new."]
    if plan.equity.leave <= _NEVER_KEPT:
        return [f"Keeps {kept}, more than is ever worth keeping."]
    discarded = f", and discards {plan.discards}" if plan.discards and plan.play else ""
    worth = _dollars(plan.equity.leave)
    if plan.equity.leave_se:
        worth += f" +- {plan.equity.leave_se:.1f}"
    return [f"Keeps {kept}, worth {worth} next turn over new cards{discarded}."]


def _community(plan: Turn, seen: SeenState) -> list[str]:
    words = plan.play.words if plan.play else ()
    used = "".join(word.letters_from(COMMUNITY) for word in words)
    left = remove_cards(seen.community, used)
    # Static evaluation shares what the next player gets among the opponents.
    worth = -plan.equity.community * (len(seen.seats) - 1)
    if not left:
        return ["Uses up the community."] if used else []
    help_or_not = f"gives the next player {_dollars(worth)} over unknown cards"
    if worth <= -_LEAST_SHOWN:
        help_or_not = f"costs the next player {_dollars(-worth)} over unknown cards"
    elif worth < _LEAST_SHOWN:
        help_or_not = "is worth no more than unknown cards to the next player"
    return [f"What is left in the community, {left}, {help_or_not}."]


def _race(plan: Turn, seen: SeenState, evaluation: Evaluation, names: Sequence[str]) -> list[str]:
    others = seen.clockwise_from(seen.active)[1:]
    mine = _patent_value(plan, seen)
    leader = max(others, key=lambda player: seen.seats[player].patent_value)
    score = f"${mine} of ${seen.goal} against ${seen.seats[leader].patent_value} ({names[leader]})"
    if seen.final_round is not None:
        last = "this is the last turn" if is_last_turn(seen) else "one turn is left"
        return [f"The goal is reached, {last}: patents {score}."]
    if mine < seen.goal:
        turns = turns_left(seen, evaluation)
        return [f"Race to the goal: patents {score}; about {turns:.1f} turns are left."]
    return [f"The purchase reaches the goal: patents {score}; {_end_of_game(seen, names)}."]


def _is_last_turn(plan: Turn, seen: SeenState) -> bool:
    """Return True if the player has no turn after this one, should the plan be carried out."""
    return final_round(seen, _patent_value(plan, seen)) == seen.round


def _patent_value(plan: Turn, seen: SeenState) -> int:
    """Value the player's patents, with the one that is bought."""
    return seen.active_seat.patent_value + (PATENT_COST[plan.buy] if plan.buy else 0)


def _still_to_act(seen: SeenState) -> Sequence[int]:
    """The players who have not had a turn in this round, after the active one."""
    others = seen.clockwise_from(seen.active)[1:]
    start = seen.start_player
    return others[: others.index(start)] if start in others else others


def _end_of_game(seen: SeenState, names: Sequence[str]) -> str:
    """List the players who still have turns when the active player reaches the goal now."""
    if seen.ruleset.last_round is LastRound.ONE_MORE_TURN:
        return "the next round is the last"
    after = [names[player] for player in _still_to_act(seen)]
    if not after:
        return "the game ends with this turn"
    turns = "a turn" if len(after) == 1 else "turns"
    return f"the game ends after {turns} of {' and '.join(after)}"


def _dollars(amount: float) -> str:
    return f"{'-' if amount <= -_LEAST_SHOWN else ''}${abs(amount):.1f}"


def _signed(amount: float) -> str:
    return f"{'-' if amount < 0 else '+'}${abs(amount):.1f}"
