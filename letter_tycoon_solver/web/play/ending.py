"""The story of a game that is over: its best word, its best turn, and who earned by whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...game import GameState, PaymentKind
from ...rules.play import Play
from ..plans import laid_word
from .schema import BestTurn, BestWord, Ending, RoyaltiesOf


def ending_of(states: Sequence[GameState]) -> Ending:
    """The story of a game, by its states from the first to the last."""
    paid = list(_paid(states))
    turns = [_turn(state, play) for state, play in paid]
    words = [word for state, play in paid for word in _words(state, play)]
    return Ending(
        best_word=max(words, key=_worth, default=None),
        best_turn=max(turns, key=_worth, default=None),
        royalties=_royalties(states),
    )


def _paid(states: Sequence[GameState]) -> Iterator[tuple[GameState, Play]]:
    """The plays that were paid, each with the state before its pay."""
    for before, after in pairwise(states):
        if any(one.kind is PaymentKind.PAYOUT for one in after.payments):
            # Words that could be challenged lay before; others are laid and paid at once.
            play = before.turn.play or after.turn.play
            assert play is not None, "what is paid lies on the table"
            yield before, play


def _turn(before: GameState, play: Play) -> BestTurn:
    words = [laid_word(*pair) for pair in zip(play.words, play.doublers, strict=True)]
    return BestTurn(before.active, before.round, words, play.money, play.stock)


def _words(before: GameState, play: Play) -> Iterator[BestWord]:
    """Each word with its own share of the pay."""
    payout, stacking = before.ruleset.payout, before.ruleset.stacking
    for word, doublers in zip(play.words, play.doublers, strict=True):
        letters, factor = len(word.word), stacking.factor(len(doublers))
        yield BestWord(
            before.active,
            laid_word(word, doublers),
            payout.coins[letters] * factor,
            payout.stock[letters] * factor,
        )


def _worth(one: BestTurn | BestWord) -> int:
    return one.money + one.stock


def _royalties(states: Sequence[GameState]) -> list[RoyaltiesOf]:
    dollars: Counter[tuple[int, int]] = Counter()
    for before, after in pairwise(states):
        for payment in after.payments:
            if payment.kind is PaymentKind.ROYALTY and payment.receiver is not None:
                dollars[payment.receiver, before.active] += payment.money
    return [RoyaltiesOf(*who, money) for who, money in dollars.most_common()]
