"""Every turn of a position and its static evaluation, by its definition: an oracle for the tests.

Nothing is imported but the standard library and the plays of the other oracle. Tables are plain
data, as in the files of the package: by letter "royalty", "kept", "community", by number of vowels
and of other cards "balance", by number of players "pace" and "fitted".
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

from oracle import naive

ABILITIES = "BJKQVXZ"
NEVER_KEPT = -99.0


class Decision(NamedTuple):
    """The parts of a turn: words or None for an exchange, the patent, the cards kept."""

    play: naive.NaivePlay | None
    buy: str
    keeps: str


class Equity(NamedTuple):
    """The parts of static evaluation, in dollars."""

    margin: float
    patent: float = 0.0
    leave: float = 0.0
    community: float = 0.0

    @property
    def total(self) -> float:
        return sum(self)


@dataclass(frozen=True)
class Evaluation:
    """The worth of patents and cards to a player.

    turns: how many the player will have after this one; 0: nothing counts but the margin. patents,
    kept, community: by letter. balance: by number of vowels and of others. n_opponents: at least 1.
    """

    turns: float
    patents: Mapping[str, float]
    kept: Mapping[str, float]
    community: Mapping[str, float]
    balance: Sequence[Sequence[float]]
    n_opponents: int

    def leave_worth(self, kept: str) -> float:
        """The worth in the next turn of keeping just these cards."""
        if not kept or not self.turns:
            return 0.0
        n_vowels = sum(card in naive.VOWELS for card in kept)
        row = self.balance[n_vowels] if n_vowels < len(self.balance) else ()
        if len(kept) - n_vowels >= len(row):
            return NEVER_KEPT
        return row[len(kept) - n_vowels] + sum(self.kept[card] for card in kept)

    def equity(self, margin: float, buy: str, keeps: str, community_left: Iterable[str]) -> Equity:
        """The equity of a turn with this margin; what the next player finds is one opponent's."""
        if not self.turns:
            return Equity(margin)
        given = sum(self.community[card] for card in community_left) / self.n_opponents
        return Equity(margin, self.patents[buy] if buy else 0.0, self.leave_worth(keeps), -given)


def evaluation_of(
    tables: Mapping[str, Any],
    owners: Sequence[str],
    cards: str,
    goal: int,
    rounds_left: float | None = None,
) -> Evaluation:
    """Static evaluation for the first of the owners.

    owners: patents of the player, then of each opponent. cards: in the hand and in the community.
    goal: value of patents that ends the game. rounds_left: the player's turns after this one; None
    while nobody has reached the goal.
    """
    n_players = max(2, len(owners))
    turns = rounds_left
    if turns is None:
        leader = max(sum(naive.PATENT_COSTS[letter] for letter in owned) for owned in owners)
        turns = max(0.5, (goal - leader) / tables["pace"][str(n_players)])
    fitted = tables["fitted"].get(str(n_players), {"gain": tables["gain"], "pairs": {}})
    patents = dict.fromkeys(naive.CARD_COUNTS, 0.0)
    for letter in set(patents).difference(*owners):
        gain = fitted["gain"][letter] if letter in ABILITIES else 0.0
        pairs = fitted["pairs"].items()
        gain += sum(x for two, x in pairs if letter in two and {*two} & {*owners[0]})
        a_turn = tables["royalty"][letter] * (n_players - 1) + gain
        patents[letter] = turns * a_turn
        if turns:
            patents[letter] += fitted.get("price", 0.0) * naive.PATENT_COSTS[letter]
    sought = {a: max(0.0, patents[a]) if a in ABILITIES else 0.0 for a in patents}
    unseen = Counter(naive.CARD_COUNTS) - Counter(cards)
    draw = sum(sought[card] for card in unseen.elements()) / unseen.total()

    def worths(table: str, new_card: str, ability: str) -> dict[str, float]:
        shares = fitted.get(ability, 0.0), fitted.get(new_card, 0.0)
        return {a: tables[table][a] + shares[0] * sought[a] - shares[1] * draw for a in patents}

    return Evaluation(
        turns,
        patents,
        worths("kept", "draw", "hold"),
        worths("community", "refill", "deny"),
        tables["balance"],
        n_players - 1,
    )


@dataclass(frozen=True)
class Table:
    """A position and what goes with it; `draws` are the cards one of which is drawn next."""

    hand: str
    community: str
    patents: str
    opponents: Sequence[str]
    money: int
    words: Sequence[str]
    rules: naive.Rules
    evaluation: Evaluation
    draws: str = ""

    def equity(self, decision: Decision) -> Equity:
        """The equity of what is done in a turn."""
        play, margin, left = decision.play, 0.0, self.community
        if play is not None:
            margin = float(naive.margin(play, len(self.opponents)))
            used = "".join(variant.community for variant in play.variant)
            left = naive.without(self.community, used)
        return self.evaluation.equity(margin, decision.buy, decision.keeps, left)

    def best_by_words(self) -> dict[tuple[str, ...], float]:
        """By words laid, sorted, what the best turn with them is worth; () is the exchange.

        A hand that is best kept whole is exchanged whole.
        """
        keeps = self.best_kept(self.hand)
        best: dict[tuple[str, ...], float] = {}
        best[()] = self.equity(Decision(None, "", "" if keeps == self.hand else keeps)).total
        for play in self.plays():
            keeps = self.best_kept(play.leave)
            for buy in (*play.purchasable, ""):
                total = self.equity(Decision(play, buy, keeps)).total
                best[play.words] = max(best.get(play.words, total), total)
        return best

    def best_kept(self, leave: str) -> str:
        """The set worth most; of equal ones the first with the fewest cards."""
        subsets = (some for n in range(len(leave) + 1) for some in combinations(leave, n))
        return "".join(max(subsets, key=lambda some: self.evaluation.leave_worth("".join(some))))

    def plays(self) -> list[naive.NaivePlay]:
        return naive.all_plays(
            self.hand, self.community, self.patents, self.opponents, self.money, self.words,
            self.rules,
        )  # fmt: skip

    def replacements(self) -> Iterator[tuple[str, float]]:
        """By card of the hand what the best turn after replacing it is worth, on average."""
        for card in sorted(set(self.hand)):
            rest = naive.without(self.hand, card)
            # Cards are worth what they were.
            worth = {new: replace(self, hand=rest + new).best_total() for new in set(self.draws)}
            yield card, sum(worth[new] for new in self.draws) / len(self.draws)

    def best_total(self) -> float:
        """The worth of the best turn."""
        return max(self.best_by_words().values())
