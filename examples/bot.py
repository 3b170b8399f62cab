"""A player of your own, and whether it wins; docs/first-bot.md makes it step by step.

python examples/bot.py --games 200
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import letter_tycoon_solver as lts
from letter_tycoon_solver.game import (
    Accept,
    Action,
    Buy,
    Challenge,
    Discard,
    Exchange,
    GreedyPlayer,
    Phase,
    PlayWords,
    SeenState,
    new_game,
    play_out,
    purchasable,
)

WORTH = {"J": 41, "B": 29, "X": 19, "Q": 9, "Z": 9, "E": 8, "K": 6, "I": 6, "A": 6, "O": 5}
WORTH |= dict.fromkeys("NRST", 4) | dict.fromkeys("CDFGHLMPUVWY", 2)
RARE = "BDFGHJKVWXZ"  # seldom of use next turn


class Bot:
    """Buys what wins: a play that can pay for a good patent is worth dollars more."""

    def choose(self, seen: SeenState) -> Action:
        """The action of a player who is asked."""
        match seen.phase:
            case Phase.START:
                objective = lts.Objective(patents=WORTH)
                plays = lts.find_plays(
                    seen.position, seen.lexicon, ruleset=seen.ruleset, rank_by=objective, limit=1
                )
                return PlayWords.of(plays[0]) if plays else Exchange(seen.active_seat.hand)
            case Phase.CHALLENGE:
                words = seen.turn.play.words if seen.turn.play else ()
                known = all(word.word in seen.lexicon for word in words)
                return Accept() if known else Challenge()
            case Phase.PENALTY:
                return Exchange(seen.active_seat.hand[0])
            case Phase.PURCHASE:
                return Buy(max(purchasable(seen), key=lambda letter: WORTH[letter]))
            case _:
                return Discard("".join(card for card in seen.leave if card in RARE))


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
