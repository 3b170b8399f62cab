"""The worth of kept cards in the next turn: sampled, or exact where that is cheap.

Static evaluation adds up what single cards are worth to an average hand. Here the best plays of the
hands that may come of it are searched, with the community and the patents of the game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import arguments, entries
from .._kernels.desk_layout import MAX_COST, W_MONEY
from .._kernels.workspace import new_workspace
from ..batch import Positions
from ..evaluation.ranking import MAX_WEIGHT, Objective
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..game.table import Phase, discards_of_turn, drawn_from, unseen_cards
from ..lexicon import Lexicon
from ..rules.cards import HIDDEN, LETTERS, remove_cards
from ..rules.play import COMMUNITY
from .estimates import Floats
from .plans import Candidate, in_order, turns_left

Bytes = npt.NDArray[np.uint8]

N_SAMPLES: Final = 200
N_SAMPLES_OF_PAIRS: Final = 24
"""For the owner of V, whose searches take eight times as long, and far longer with X or Z."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The dollars that some cards add to the next turn when kept.

    Attributes:
        mean: over all draws.
        se: its standard error.
    """

    mean: float
    se: float


def refined(
    candidates: Sequence[Candidate],
    seen: SeenState,
    lexicon: Lexicon,
    evaluation: Evaluation,
    seed: int,
) -> list[Candidate]:
    """The candidates with a sampled worth of the cards kept where it decides; best first.

    That is in an exchange, and at the clean-up. In the player's last turn no card is worth keeping,
    and all stays as it is.
    """
    turns = turns_left(seen, evaluation)
    sampled = [one for one in candidates if _is_about_cards_kept(one, seen.phase)]
    if not turns or not sampled:
        return list(candidates)
    # A patent that is bought next turn brings something in the turns after that. What is kept after
    # it would cost several times as long and says no more.
    patents = worth_of_patents(seen, evaluation, max(0.0, turns - 1))
    objective = Objective(patents={a: min(worth, MAX_WEIGHT) for a, worth in patents.items()})
    kept = [remove_cards(seen.leave, one.plan.discards) for one in sampled]
    worths = worth_of_keeping(kept, seen, lexicon, objective, seed)
    others = [one for one in candidates if not _is_about_cards_kept(one, seen.phase)]
    found = [*others, *map(_with_worth, sampled, worths)]
    return in_order(found)


def worth_of_patents(seen: SeenState, evaluation: Evaluation, turns: float) -> dict[str, float]:
    """Dollars that each patent that nobody owns brings the viewer, who has so many more turns."""
    n_players, worth = len(seen.seats), np.zeros(len(LETTERS))
    entries.fill_worth(
        Positions.of([seen.position]).owners[0],
        n_players - 1,
        turns,
        arguments.template(seen.ruleset, Objective(), n_players - 1).copy(),
        arguments.MATERIAL,
        arguments.evaluation_array(evaluation, n_players).copy(),
        worth,
    )
    owned = "".join(seat.patents for seat in seen.seats)
    return {a: float(dollars) for a, dollars in zip(LETTERS, worth, strict=True) if a not in owned}


def worth_of_keeping(
    kept: Sequence[str], seen: SeenState, lexicon: Lexicon, objective: Objective, seed: int
) -> list[Worth]:
    """Find what each set of cards kept adds to the best play of the next turn, over keeping none.

    All cards that are not seen are as likely to be drawn. When the deck runs out the discards are
    drawn from, all but the cards that are discarded now. Where at most one card is drawn every draw
    is counted; the error that is left is that of keeping nothing.

    The opponents' turns before the next are left out: they change the community, and who has how
    much money and which patents. A simulation takes them into account.

    Args:
        kept: each of the player's leave; the community is what this turn has left of it.
        seen: what the player knows.
        lexicon: the words that may be played.
        objective: what makes a play the best; it is measured in its dollars.
        seed: of the draws, which are the same for each set.
    """
    dollars = next_turns(["", *kept], seen, lexicon, objective, seed)
    gains = dollars[1:] - dollars[0]
    errors = gains.std(axis=1, ddof=1) / math.sqrt(dollars.shape[1])
    return [Worth(float(gain.mean()), float(se)) for gain, se in zip(gains, errors, strict=True)]


def next_turns(
    kept: Sequence[str], seen: SeenState, lexicon: Lexicon, objective: Objective, seed: int
) -> Floats:
    """Dollars of the best play of the next turn, 0 without a good one: [n_sets, n_samples].

    A row is of a set of cards kept, a column of a draw, the same for all sets; where every draw is
    counted the row is their mean. Arguments as above.
    """
    search = _Search.of(seen, lexicon, objective)
    n_samples = N_SAMPLES_OF_PAIRS if "V" in seen.active_seat.patents else N_SAMPLES
    dollars = np.empty((len(kept), n_samples))
    n_drawn = [search.n_drawn(cards) for cards in kept]
    sampled = [row for row, n in enumerate(n_drawn) if n > 1]
    draws = _sampled_draws(seen, search.n_drawn(""), n_samples, seed)
    dollars[sampled] = search.best_plays([kept[row] for row in sampled], draws)
    for row, n in enumerate(n_drawn):
        if n <= 1:
            every_draw, weights = _every_draw(seen, n)
            dollars[row] = search.best_plays([kept[row]], every_draw)[0] @ weights
    return dollars


@dataclass(frozen=True, slots=True)
class _Search:
    """The next turn of a player: all but the cards that are drawn until then.

    community   what this turn has left of it, 0 behind the last card
    """

    desk: npt.NDArray[np.int64]
    hand_size: int
    community: Bytes
    owners: Bytes
    money: int
    lexicon: Lexicon

    @classmethod
    def of(cls, seen: SeenState, lexicon: Lexicon, objective: Objective) -> _Search:
        columns = Positions.of([seen.position])
        left = remove_cards(seen.community, seen.turn.cards_used(COMMUNITY))
        return cls(
            arguments.template(seen.ruleset, objective, len(seen.seats) - 1).copy(),
            len(seen.active_seat.hand),
            _to_rows([left], len(seen.community))[0],
            columns.owners[0],
            min(int(columns.money[0]), MAX_COST),
            lexicon,
        )

    def n_drawn(self, kept: str) -> int:
        """Count the cards that are drawn when these are kept."""
        return int((self.community == 0).sum()) + self.hand_size - len(kept)

    def best_plays(self, sets: Sequence[str], draws: Bytes) -> Floats:
        """Dollars of the best play, [n_sets, n], by set of cards kept and draw."""
        scores = np.empty((len(sets), len(draws)))
        entries.best_scores(
            self.desk,
            _to_rows(sets, self.hand_size),
            self.community.copy(),
            draws,
            self.owners,
            self.money,
            arguments.MATERIAL,
            self.lexicon.trie,
            new_workspace(1),
            scores,
        )
        return scores / int(self.desk[W_MONEY])


def _sampled_draws(seen: SeenState, n_drawn: int, n: int, seed: int) -> Bytes:
    """See _kernels/expect.py."""
    if HIDDEN in seen.discards and n_drawn > seen.deck_size:
        return _draws_of_hidden_discards(seen, n_drawn, n, seed)
    draws = np.empty((n, n_drawn), np.uint8)
    piles = map(_to_cards, (unseen_cards(seen), discards_of_turn(seen)))
    entries.draw_samples(*piles, seen.deck_size, np.uint64(seed), draws)
    return draws


def _draws_of_hidden_discards(seen: SeenState, n_drawn: int, n: int, seed: int) -> Bytes:
    """Sample draws where the deck runs out and some discards were not seen."""
    rng, unseen = np.random.default_rng(seed), _to_cards(unseen_cards(seen))
    known = _to_cards(discards_of_turn(seen).replace(HIDDEN, ""))
    n_deck, n_hidden = seen.deck_size, seen.discards.count(HIDDEN)
    draws = np.empty((n, n_drawn), np.uint8)
    for row in draws:
        cards = rng.permutation(unseen)
        shuffled = rng.permutation(np.concatenate([known, cards[n_deck : n_deck + n_hidden]]))
        row[:n_deck], row[n_deck:] = cards[:n_deck], shuffled[: n_drawn - n_deck]
    return draws


def _every_draw(seen: SeenState, n_drawn: int) -> tuple[Bytes, Floats]:
    """All draws of no card or one, and how likely each is."""
    if not n_drawn:
        return np.empty((1, 0), np.uint8), np.ones(1)
    parts, _ = drawn_from(seen)
    cards = "".join(sorted(card for card in parts if parts[card]))
    counts = np.array([parts[card] for card in cards], np.float64)
    return _to_cards(cards)[:, None], counts / counts.sum()


def _to_cards(cards: str) -> Bytes:
    return np.array([ord(card) for card in cards], np.uint8)


def _to_rows(sets: Sequence[str], width: int) -> Bytes:
    """A row each, with 0 behind the last card."""
    rows = np.zeros((len(sets), width), np.uint8)
    for row, cards in zip(rows, sets, strict=True):
        row[: len(cards)] = _to_cards(cards)
    return rows


def _is_about_cards_kept(candidate: Candidate, phase: Phase) -> bool:
    plan = candidate.plan
    return phase is Phase.CLEAN_UP or (plan.play is None and not plan.replace)


def _with_worth(candidate: Candidate, worth: Worth) -> Candidate:
    equity = replace(candidate.plan.equity, leave=worth.mean, leave_se=worth.se)
    return replace(candidate, plan=replace(candidate.plan, equity=equity))
