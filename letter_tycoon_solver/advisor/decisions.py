"""The judgement of one decision of a game: what it cost, in four words and in a sentence."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from .._kernels.race import DOLLARS_A_VICTORY
from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.actions import ActionKind
from ..game.game import Game, game_lines, table_of
from ..game.state import GameState, SeenState
from ..game.table import Table
from ..game.tracked import DoneTurn, TrackedGame
from ..lexicon import Lexicon
from ..rules.cards import HIDDEN, LETTERS, remove_cards
from ..rules.play import HAND, Play, join_words
from ..rules.turn import Turn, TurnKind
from ..search.turns import turns_by
from .simulation import lead_of

MISTAKE: Final = 0.02
"""The chance to win that a mistake loses beyond its error: one game in fifty."""
BLUNDER: Final = 0.10
MISTAKE_DOLLARS: Final = MISTAKE * DOLLARS_A_VICTORY
"""The final lead that a mistake loses in a decided game: a dollar counts as a percent."""
BLUNDER_DOLLARS: Final = BLUNDER * DOLLARS_A_VICTORY
ERRORS: Final = 2
"""Standard errors that are subtracted from a loss: in one of 44 decisions chance makes up more."""
DECIDED: Final = 0.03
"""A game is decided if the chances are so near to 0 or to 1, errors included."""


class Verdict(enum.Enum):
    """A judgement of a decision, by what it lost beyond its error.

    In an open game that is the mean loss of the chance to win, less ERRORS standard errors. In a
    decided game it is the same of the final lead, in dollars.

    Attributes:
        BEST: the best turn that was found, or a turn that made no difference in any game.
        FINE: less than MISTAKE (MISTAKE_DOLLARS) was lost.
        MISTAKE: from MISTAKE (MISTAKE_DOLLARS) to less than BLUNDER (BLUNDER_DOLLARS).
        BLUNDER: BLUNDER (BLUNDER_DOLLARS) or more.
    """

    BEST = "best"
    FINE = "fine"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


WRONG: Final = (Verdict.MISTAKE, Verdict.BLUNDER)


def is_decided(chances: Collection[float]) -> bool:
    """Return True if all are next to 0, or all next to 1."""
    return max(chances) <= DECIDED or min(chances) >= 1 - DECIDED


def verdict_on(lost: float) -> Verdict:
    """Return the verdict on a decision that is not the best, by its loss beyond its error."""
    if lost >= BLUNDER:
        return Verdict.BLUNDER
    return Verdict.MISTAKE if lost >= MISTAKE else Verdict.FINE


class Difference(enum.Enum):
    """The first part in which a turn differs from the best one.

    Attributes:
        NONE: it is the best turn.
        CHALLENGE: words were taken back because they were not in the word list.
        REPLACE: another card, or none, was replaced with Q.
        EXCHANGE: cards were exchanged where words were better, or the other way round.
        WORD: other words.
        PATENT: the same words with another patent, or none.
        CARDS: other discards, or the words laid with other cards.
    """

    NONE = "none"
    CHALLENGE = "challenge"
    REPLACE = "Q"
    EXCHANGE = "exchange"
    WORD = "word"
    PATENT = "patent"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game, and what it cost.

    Losses are those of `played` against `best`, on the same games; below 0 if `played` did better
    in these games. All are 0 if `played` is the best turn.

    Attributes:
        round: the round, from 1.
        player: the player whose turn it was.
        played: the turn that was played.
        taken_back: words that were laid first and were not valid; the turn is then the exchange
            that followed.
        best: the advisor's turn.
        win: the chance to win before the turn, with the best turn.
        win_se: its standard error. Errors of chances are computed as if one more game had ended
            otherwise, so that a few games that end alike prove little.
        win_loss: the loss of the chance to win.
        win_loss_se: its standard error.
        lead: the final lead with the best turn: the score minus that of the average opponent.
        lead_se: its standard error.
        lead_loss: the loss of the final lead, in dollars.
        lead_loss_se: its standard error.
        games: the whole games with each of the two turns.
    """

    round: int
    player: int
    played: Turn
    taken_back: str
    best: Turn
    win: float
    win_se: float
    win_loss: float
    win_loss_se: float
    lead: float
    lead_se: float
    lead_loss: float
    lead_loss_se: float
    games: int

    @property
    def is_decided(self) -> bool:
        """Return True if the game was won or lost with both turns, their errors included."""
        doubt = ERRORS * max(self.win_se, self.win_loss_se)
        chances = sorted((self.win, self.win - self.win_loss))
        return is_decided((chances[0] - doubt, chances[1] + doubt))

    @property
    def sure_loss(self) -> float:
        """The loss of the chance to win, less ERRORS standard errors."""
        return self.win_loss - ERRORS * self.win_loss_se

    @property
    def sure_lead_loss(self) -> float:
        """The same of the final lead, in dollars."""
        return self.lead_loss - ERRORS * self.lead_loss_se

    @property
    def verdict(self) -> Verdict:
        """The verdict; in a decided game it goes by dollars."""
        makes_no_difference = not any((self.win_loss, self.lead_loss, self.lead_loss_se))
        if makes_no_difference or self.played.notation == self.best.notation:
            return Verdict.BEST
        in_games = self.sure_lead_loss / DOLLARS_A_VICTORY
        return verdict_on(in_games if self.is_decided else self.sure_loss)

    @property
    def difference(self) -> Difference:
        """The first part in which the turn differs from the best one."""
        played, best = self.played, self.best
        has_other_words = [one.word for one in played.words] != [one.word for one in best.words]
        has_other_purchase = played.kind is TurnKind.WORDS and played.buy != best.buy
        first = (
            (bool(self.taken_back), Difference.CHALLENGE),
            (played.notation == best.notation, Difference.NONE),
            (played.replace != best.replace, Difference.REPLACE),
            (played.kind is not best.kind, Difference.EXCHANGE),
            (has_other_words, Difference.WORD),
            (has_other_purchase, Difference.PATENT),
        )
        return next((kind for is_so, kind in first if is_so), Difference.CARDS)

    def in_words(self) -> str:
        """Describe the decision in one line, without the name of the player.

        Such as "round 3: CAT for $1; JEWELS with J bought would have won 8.2 ± 1.1 % more"; in a
        decided game "would have ended $8.2 ± 1.1 better".
        """
        if self.verdict is Verdict.BEST:
            return f"round {self.round}: {_played(self, None)} was best"
        return (
            f"round {self.round}: {_played(self, self.best)};"
            f" {_said(self.best, self.played)} would have {_difference(self)}"
        )


def played_text(decision: Decision) -> str:
    """Format the turn that was played; words that were taken back are named."""
    if decision.taken_back:
        return f"{decision.taken_back} taken back, discard {decision.played.discards}"
    return decision.played.notation


def _difference(decision: Decision) -> str:
    if decision.is_decided:
        loss, error = decision.lead_loss, decision.lead_loss_se
        return f"ended ${abs(loss):.1f} ± {error:.1f} {'worse' if loss < 0 else 'better'}"
    loss, error = 100 * decision.win_loss, 100 * decision.win_loss_se
    return f"won {abs(loss):.1f} ± {error:.1f} % {'less' if loss < 0 else 'more'}"


def _played(decision: Decision, other: Turn | None) -> str:
    if decision.taken_back:
        return f"{decision.taken_back} taken back"
    play = decision.played.play
    if play is None:
        return _said(decision.played, other)
    stock = f" and {play.stock} stock" if play.stock else ""
    return _said(decision.played, other, f" for ${play.money}{stock}")


def _said(turn: Turn, other: Turn | None, earned: str = "") -> str:
    """Name the turn by what differs from the other one."""
    if turn.replace:
        return f"{turn.replace} replaced"
    if turn.play is None:
        return f"{turn.discards} exchanged" if turn.discards else "a pass"
    against = None if other is None else other.play
    words = f"{_words(turn.play, against)}{earned}"
    is_same_play = against is not None and turn.play.notation == against.notation
    if is_same_play and other is not None and turn.buy == other.buy:
        return f"{words} with {turn.discards or 'nothing'} discarded"
    if turn.buy:
        return f"{words} with {turn.buy} bought"
    return f"{words} without a purchase" if is_same_play else words


def _words(play: Play, other: Play | None) -> str:
    """Return the bare words; in notation if only that shows a difference between the plays."""
    bare = join_words(play.words)
    if other is None or play.notation == other.notation or bare != join_words(other.words):
        return bare
    return play.notation


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's choice at the start of a turn: what the player saw, and the turn without equity.

    Words that were laid first and were not valid are `taken_back`.
    """

    seen: SeenState
    turn: Turn
    taken_back: str


@dataclass(frozen=True, slots=True)
class Offer:
    """The patent, or "", that a player with an unknown hand bought after words that stood."""

    seen: SeenState
    bought: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is analyzed, however it was recorded.

    Turns that are not finished, or whose cards are not known, give offers of patents, and no
    choices. See `Analysis` for the others.
    """

    names: tuple[str, ...]
    choices: tuple[Choice, ...]
    offers: tuple[Offer, ...]
    victories: tuple[float, ...] | None
    leads: tuple[float, ...] | None


def played_in(game: Game | TrackedGame) -> PlayedGame:
    """Return the choices of a game, without what was undone.

    In a tracked game, the choices are those of the player who tells.
    """
    if not isinstance(game, Game | TrackedGame):
        raise InvalidInputError(
            f"the game is a {type(game).__name__}; give a Game or a TrackedGame"
        )
    lines = list(game_lines(game))
    choices = tuple(_choices(lines))
    judged = {_turn_of(choice.seen) for choice in choices if choice.turn.play}
    return PlayedGame(
        game.names,
        choices,
        tuple(offer for offer in _offers(lines) if _turn_of(offer.seen) not in judged),
        *_results(table_of(game)),
    )


def _offers(lines: Iterable[DoneTurn]) -> Iterator[Offer]:
    """Yield every choice of a patent, also by players whose cards are unknown."""
    for line in lines:
        if table := _before(line, ActionKind.BUY, ActionKind.DECLINE):
            yield Offer(_seen_by_active(table), line.turn.buy)


def _before(line: DoneTurn, *kinds: ActionKind) -> GameState | SeenState | None:
    """Return the table before the first action of these kinds, or None."""
    return next((table for table, action in line.steps if action.kind in kinds), None)


def _choices(lines: Iterable[DoneTurn]) -> Iterator[Choice]:
    """Yield every choice at the start of a turn, if all that the player saw is known."""
    start: GameState | SeenState | None = None
    taken_back = ""
    for line in lines:
        turn = line.turn
        replaced = _before(line, ActionKind.REPLACE)
        # No advice replaces a card of the community.
        if replaced and not turn.replace.islower():
            yield from _choice(replaced, Turn(TurnKind.REPLACE, turn.replace), "")
        if turn.kind is not TurnKind.REST:
            start = _before(line, ActionKind.PLAY, ActionKind.EXCHANGE)
            taken_back = ""
        if turn.words and not turn.play:
            taken_back = join_words(turn.words)
        if start and (turn.play or _before(line, ActionKind.EXCHANGE)):
            kind = TurnKind.WORDS if turn.play else TurnKind.EXCHANGE
            done = Turn(kind, play=turn.play, buy=turn.buy, discards=turn.discards)
            yield from _choice(start, done, taken_back)


def _choice(table: GameState | SeenState, turn: Turn, taken_back: str) -> Iterator[Choice]:
    """Yield the choice, if the player's cards are known."""
    seen = _seen_by_active(table)
    hand = seen.active_seat.hand
    if HIDDEN not in hand + seen.community:
        kept = remove_cards(turn.play.leave if turn.play else hand, turn.replace + turn.discards)
        yield Choice(seen, replace(turn, leave=kept), taken_back)


def _seen_by_active(table: GameState | SeenState) -> SeenState:
    return table.seen_by(table.active) if isinstance(table, GameState) else table


def _turn_of(table: Table) -> tuple[int, int]:
    """Return a key that no two turns of a game share."""
    return table.round, table.active


def _results(table: Table) -> tuple[tuple[float, ...], tuple[float, ...]] | tuple[None, None]:
    """Return each player's victory and lead, once the game is over."""
    if not table.is_over:
        return None, None
    winners, totals = table.ranking[0], [score.total for score in table.scores]
    players = range(len(totals))
    victories = tuple((player in winners) / len(winners) for player in players)
    return victories, tuple(lead_of(totals, player) for player in players)


_LEAST_LOSS: Final = 0.05
"""Less is shown as $0.0, and is no difference."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """A player's purchase after words that stood, judged by static evaluation.

    The cards that the player kept count the same whatever is bought, so they need not be known.
    Only the patent is judged.

    Attributes:
        round: the round, from 1.
        player: the player who could buy a patent.
        played: the words, with the patent that was bought, if any.
        best: the same words with the patent of the highest equity, or none.
    """

    round: int
    player: int
    played: Turn
    best: Turn

    @property
    def loss(self) -> float:
        """The equity that was lost, in dollars."""
        return self.best.equity.total - self.played.equity.total

    @property
    def verdict(self) -> Verdict:
        """The verdict, by the dollars that were lost."""
        is_best = self.loss < _LEAST_LOSS
        return Verdict.BEST if is_best else verdict_on(self.loss / DOLLARS_A_VICTORY)

    def in_words(self) -> str:
        """Describe it: "round 3: MIX with M bought; X would have been worth $19.9 more"."""
        bought = f"{self.played.buy} bought" if self.played.buy else "nothing bought"
        said = f"round {self.round}: {join_words(self.played.words)} with {bought}"
        if self.verdict is Verdict.BEST:
            return f"{said} was best"
        better = self.best.buy or "nothing"
        return f"{said}; {better} would have been worth ${self.loss:.1f} more"


def judge_purchase(offer: Offer, lexicon: Lexicon, evaluation: Evaluation) -> Purchase:
    """Compare a choice of a patent with all others that could be bought."""
    seen, buyer = offer.seen, offer.seen.active
    play = seen.turn.play
    assert play is not None, "words are on the table when a patent can be bought"
    seats = list(seen.seats)
    seats[buyer] = replace(seats[buyer], hand=seen.turn.cards_used(HAND))
    turn = replace(seen.turn, play=replace(play, leave=""))
    known = replace(seen, seats=tuple(seats), turn=turn, viewer=buyer)
    turns = turns_by(evaluation, known.open_turn, lexicon, seen.ruleset, len(LETTERS) + 1)
    played = next(turn for turn in turns if turn.buy == offer.bought)
    return Purchase(seen.round, buyer, played, turns[0])
