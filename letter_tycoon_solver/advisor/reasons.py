"""The reasons of a turn in words, from the numbers of static evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..evaluation.tables import Evaluation
from ..game.actions import purchasable
from ..game.state import SeenState
from ..game.table import Phase, final_round, is_last_turn, royalty_letters
from ..rules.cards import PATENT_COST, remove_cards
from ..rules.play import COMMUNITY, Play
from ..rules.ruleset import LastRound
from ..rules.turn import Turn
from .advice import RankedTurn
from .simulation import turns_left

LEAST_SHOWN: Final = 0.05
"""Fewer dollars are not shown."""
_LEAST_CHANCE: Final = 0.0005
TOO_MANY_KEPT: Final = -90.0
"""No cards cost so much: it stands for more cards than the tables have."""
PHRASES: Final[Mapping[str, str]] = {
    "replaces": "Replaces {card} first: the turn after it is worth {worth} on average"
    " over all cards that may be drawn.",
    "passes": "Earns nothing now: passes.",
    "exchanges_one": "Earns nothing now: {cards} for 1 new card.",
    "exchanges": "Earns nothing now: {cards} for {n} new cards.",
    "earns": "Earns {earned}.",
    "has_earned": "Has earned {earned}.",
    "money": "${money}",
    "stock": "${money} and {stock} stock",
    "doubled": "{word} doubled by {doublers}",
    "royalty": "${dollars} to {name} for {letters}",
    "royalties": "Royalties: {given}.",
    "no_royalties": "No royalties to others.",
    "buys_none": "Buys none of {offered}.",
    "can_buy_none": "Can buy no patent.",
    "price": "Buys {letter} for ${cost}, which counts in the score",
    "buys_late": "{price}; only the turns of others in this round can still bring royalties.",
    "buys_last": "{price}; no turn is left to earn with it.",
    "by_royalties": "{worth} a turn in royalties",
    "by_power": "{worth} a turn by its power",
    "buys": "{price}, and should bring {worth} more: {sources}, over about {turns} turns.",
    "buys_nearer": "{price}, and should bring {worth} more: {sources}, over about {turns} turns,"
    " and {nearer} for the goal.",
    "keeps_none": "Keeps no card: all of the next hand is new.",
    "keeps_many": "Keeps {kept}, more than is ever worth keeping.",
    "keeps": "Keeps {kept}, worth {worth} next turn over new cards.",
    "keeps_rest": "Keeps {kept}, worth {worth} next turn over new cards, and discards {discards}.",
    "community_used": "Uses up the community.",
    "community_gives": "What is left in the community, {left}, gives the next player {worth} over"
    " unknown cards.",
    "community_costs": "What is left in the community, {left}, costs the next player {worth} over"
    " unknown cards.",
    "community_equal": "What is left in the community, {left}, is worth no more than unknown cards"
    " to the next player.",
    "score": "patents ${mine} of ${goal} against ${theirs} ({name})",
    "last_turn": "The goal is reached, this is the last turn: {score}.",
    "one_turn_left": "The goal is reached, one turn is left: {score}.",
    "race": "Race to the goal: {score}; about {turns} turns are left.",
    "goal_next_round": "The purchase reaches the goal: {score}; the next round is the last.",
    "goal_ends": "The purchase reaches the goal: {score}; the game ends with this turn.",
    "goal_one_turn": "The purchase reaches the goal: {score}; the game ends after a turn of"
    " {names}.",
    "goal_turns": "The purchase reaches the goal: {score}; the game ends after turns of {names}.",
}
"""The sentences and their parts; web/engine/advisor.js fills in the same ones."""


def reasons(
    turn: Turn, seen: SeenState, evaluation: Evaluation, names: Sequence[str]
) -> tuple[str, ...]:
    """Tell in short sentences what speaks for a turn of the viewer, and against it.

    They are about earnings, royalties to others, the purchase, the cards kept, the community and
    the race to the goal. Expectations are those of static evaluation.
    """
    if turn.replace:
        first = _say("replaces", card=turn.replace, worth=_dollars(turn.equity.margin))
        return (first, *_race(turn, seen, evaluation, names))
    next_turn = [*_cards_kept(turn, seen), *_community(turn, seen)]
    return (
        *_earnings(turn, seen),
        *_royalties(turn.play, seen, names),
        *_purchase(turn, seen, evaluation),
        *([] if _is_last_turn(turn, seen) else next_turn),
        *_race(turn, seen, evaluation, names),
    )


def difference(best: RankedTurn, second: RankedTurn) -> str:
    """Tell how the best turn differs from the second: in the games, and by static evaluation."""
    return f"Over the second, {second.notation}: {_differences(best, second, 1)}."


def shortfall(turn: RankedTurn, best: RankedTurn) -> str:
    """Tell how a turn differs from the best, in the same figures."""
    return f"Behind the best, {best.notation}: {_differences(best, turn, -1)}."


def _differences(best: RankedTurn, other: RankedTurn, sign: int) -> str:
    """Tell what the best has over the other; with the sign -1, what the other lacks."""
    parts = []
    # Where nothing is known these are NaN, which is no more than anything.
    if abs(other.win_loss) >= _LEAST_CHANCE:
        parts.append(f"{100 * sign * other.win_loss:+.1f} % chance to win")
    if abs(other.lead_loss) >= LEAST_SHOWN:
        parts.append(f"{_signed(sign * other.lead_loss)} final lead")
    ours, theirs = best.turn.equity, other.turn.equity
    too_many = [turn.equity.leave <= TOO_MANY_KEPT for turn in (best.turn, other.turn)]
    if best.turn.replace or other.turn.replace:
        kinds = [("worth", ours.total - theirs.total)]
    else:
        kinds = [
            ("this turn", ours.margin - theirs.margin),
            ("patent", ours.patent - theirs.patent),
            ("cards kept", ours.leave - theirs.leave),
            ("community", ours.community - theirs.community),
        ]
    for kind, dollars in kinds:
        if kind in {"cards kept", "worth"} and too_many[0] != too_many[1]:
            # No worth was measured for them: the dollars would say nothing.
            parts.append(f"{'' if too_many[sign < 0] else 'not '}too many cards kept")
        elif abs(dollars) >= LEAST_SHOWN:
            parts.append(f"{_signed(sign * dollars)} {kind}")
    return ", ".join(parts) or "worth the same"


def _earnings(turn: Turn, seen: SeenState) -> list[str]:
    play = turn.play
    if play is None:
        return [_exchange(turn.discards)]
    earned = _say("stock" if play.stock else "money", money=play.money, stock=play.stock)
    doubled = [
        _say("doubled", word=word.word, doublers=_and(doublers))
        for word, doublers in zip(play.words, play.doublers, strict=True)
        if doublers
    ]
    what = "; ".join(filter(None, (earned, ", ".join(doubled))))
    return [_say("earns" if seen.phase is Phase.START else "has_earned", earned=what)]


def _exchange(cards: str) -> str:
    kind = {0: "passes", 1: "exchanges_one"}.get(len(cards), "exchanges")
    return _say(kind, cards=cards, n=len(cards))


def _royalties(play: Play | None, seen: SeenState, names: Sequence[str]) -> list[str]:
    if play is None:
        return []
    given = [
        _say("royalty", dollars=len(letters), name=names[player], letters="".join(sorted(letters)))
        for player, letters in royalty_letters(play, seen).items()
    ]
    if given:
        return [_say("royalties", given=", ".join(given))]
    are_owned = any(seen.seats[player].patents for player in seen.clockwise_from(seen.active)[1:])
    return [_say("no_royalties")] if are_owned else []


def _purchase(turn: Turn, seen: SeenState, evaluation: Evaluation) -> list[str]:
    if turn.play is None or seen.phase is Phase.CLEAN_UP:
        return []
    buy = turn.buy
    if not buy:
        offered = purchasable(seen) if seen.phase is Phase.PURCHASE else turn.play.purchasable
        return [_say("buys_none" if offered else "can_buy_none", offered=offered)]
    price = _say("price", letter=buy, cost=PATENT_COST[buy])
    if _is_last_turn(turn, seen):
        return [_say("buys_late" if _still_to_act(seen) else "buys_last", price=price)]
    turns, fitted = turns_left(seen, evaluation), evaluation.fitted_for(len(seen.seats))
    royalties = evaluation.royalty[buy] * (len(seen.seats) - 1)
    sources = [_say("by_royalties", worth=_dollars(royalties))]
    if gain := fitted.gain_with(buy, seen.active_seat.patents):
        sources.append(_say("by_power", worth=_dollars(gain)))
    nearer = fitted.price * PATENT_COST[buy]
    return [
        _say(
            "buys_nearer" if nearer >= LEAST_SHOWN else "buys",
            price=price,
            worth=_dollars(turn.equity.patent),
            sources=_and(sources),
            turns=f"{turns:.1f}",
            nearer=_dollars(nearer),
        )
    ]


def _cards_kept(turn: Turn, seen: SeenState) -> list[str]:
    # Of a play that lies, the leave is also the state's.
    leave = turn.play.leave if turn.play else seen.active_seat.hand
    kept = remove_cards(leave, turn.discards)
    if not kept:
        return [_say("keeps_none")]
    if turn.equity.leave <= TOO_MANY_KEPT:
        return [_say("keeps_many", kept=kept)]
    worth = _dollars(turn.equity.leave)
    if turn.equity.leave_se:
        worth += f" +- {turn.equity.leave_se:.1f}"
    kind = "keeps_rest" if turn.discards and turn.play else "keeps"
    return [_say(kind, kept=kept, worth=worth, discards=turn.discards)]


def _community(turn: Turn, seen: SeenState) -> list[str]:
    words = turn.play.words if turn.play else ()
    used = "".join(word.letters_from(COMMUNITY) for word in words)
    left = remove_cards(seen.community, used)
    # Static evaluation shares what the next player gets among the opponents.
    worth = -turn.equity.community * (len(seen.seats) - 1)
    if not left:
        return [_say("community_used")] if used else []
    gives = "community_gives" if worth > 0 else "community_costs"
    kind = gives if abs(worth) >= LEAST_SHOWN else "community_equal"
    return [_say(kind, left=left, worth=_dollars(abs(worth)))]


def _race(turn: Turn, seen: SeenState, evaluation: Evaluation, names: Sequence[str]) -> list[str]:
    others = seen.clockwise_from(seen.active)[1:]
    mine = _patent_value(turn, seen)
    leader = max(others, key=lambda player: seen.seats[player].patent_value)
    theirs = seen.seats[leader].patent_value
    score = _say("score", mine=mine, goal=seen.goal, theirs=theirs, name=names[leader])
    if seen.final_round is not None:
        return [_say("last_turn" if is_last_turn(seen) else "one_turn_left", score=score)]
    if mine < seen.goal:
        return [_say("race", score=score, turns=f"{turns_left(seen, evaluation):.1f}")]
    if seen.ruleset.last_round is LastRound.ONE_MORE_TURN:
        return [_say("goal_next_round", score=score)]
    after = [names[player] for player in _still_to_act(seen)]
    kind = {0: "goal_ends", 1: "goal_one_turn"}.get(len(after), "goal_turns")
    return [_say(kind, score=score, names=_and(after))]


def _is_last_turn(turn: Turn, seen: SeenState) -> bool:
    """Return True if the player has no turn after this one, should it be carried out."""
    return final_round(seen, _patent_value(turn, seen)) == seen.round


def _patent_value(turn: Turn, seen: SeenState) -> int:
    """Value the player's patents, with the one that is bought."""
    return seen.active_seat.patent_value + (PATENT_COST[turn.buy] if turn.buy else 0)


def _still_to_act(seen: SeenState) -> Sequence[int]:
    """The players who have not had a turn in this round, after the active one."""
    others = seen.clockwise_from(seen.active)[1:]
    start = seen.start_player
    return others[: others.index(start)] if start in others else others


def _say(phrase: str, **values: object) -> str:
    return PHRASES[phrase].format(**values)


def _and(parts: Sequence[str]) -> str:
    return " and ".join(parts)


def _dollars(amount: float) -> str:
    return f"{'-' if amount <= -LEAST_SHOWN else ''}${abs(amount):.1f}"


def _signed(amount: float) -> str:
    return f"{'-' if amount < 0 else '+'}${abs(amount):.1f}"
