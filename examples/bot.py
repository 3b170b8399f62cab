"""A player of your own, and whether it wins; docs/first-bot.md makes it step by step.

python examples/bot.py --games 200
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import letter_tycoon_solver as lts
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    GreedyPlayer,
    Move,
    Phase,
    SeenState,
    new_game,
    play_out,
)

WORTH = {"J": 41, "B": 29, "X": 19, "Q": 9, "Z": 9, "E": 8, "K": 6, "I": 6, "A": 6, "O": 5}
WORTH |= dict.fromkeys("NRST", 4) | dict.fromkeys("CDFGHLMPUVWY", 2)
RARE = "BDFGHJKVWXZ"  # seldom of use next turn


class Bot:
    """Buys what wins: a play that can pay for a good patent is worth dollars more."""

    def choose(self, seen: SeenState) -> Move:
        """The move of a player who is asked."""
        hand = seen.active_seat.hand
        if seen.phase is Phase.CHALLENGE and seen.turn.play:
            known = all(word.word in seen.lexicon for word in seen.turn.play.words)
            return ACCEPT if known else CHALLENGE
        if seen.phase is Phase.PENALTY:
            return lts.Turn(lts.TurnKind.EXCHANGE, discards=hand[0])
        play = seen.turn.play or best_play(seen)
        if play is None:
            return lts.Turn(lts.TurnKind.EXCHANGE, discards=hand)
        return lts.Turn(
            lts.TurnKind.WORDS,
            play=play,
            buy=max(play.purchasable, key=lambda letter: WORTH[letter], default=""),
            discards="".join(card for card in play.leave if card in RARE),
        )


def best_play(seen: SeenState) -> lts.Play | None:
    """The play that earns most, patents included; None if there is none."""
    plays = lts.find_plays(
        seen.position,
        seen.lexicon,
        ruleset=seen.ruleset,
        rank_by=lts.Objective(patents=WORTH),
        limit=1,
    )
    return plays[0] if plays else None


def wins(seed: int, seat: int, lexicon: lts.Lexicon) -> bool:
    """Does the bot in this seat win the game of this deal against GreedyPlayer?"""
    players: list[Bot | GreedyPlayer] = [GreedyPlayer(), GreedyPlayer()]
    players[seat] = Bot()
    for _, state in play_out(new_game(2, seed=seed, lexicon=lexicon), players):
        last = state
    return last.ranking[0] == (seat,)


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the games, each deal once from either seat, and says how many were won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="how many, an even number")
    n_deals = parser.parse_args(arguments).games // 2
    lexicon = lts.Lexicon.load()
    deals = [[wins(seed, seat, lexicon) for seat in (0, 1)] for seed in range(n_deals)]
    share = sum(map(sum, deals)) / (2 * n_deals)
    # The two games of a deal are not independent: a deal is one observation.
    spread = sum((sum(deal) / 2 - share) ** 2 for deal in deals) / max(1, n_deals - 1)
    error = math.sqrt(spread / n_deals)
    print(f"won {share:.1%} ± {error:.1%} of {2 * n_deals} games against greedy")


if __name__ == "__main__":
    main()
