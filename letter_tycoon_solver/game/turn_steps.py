"""Turns carried out by the rules, action by action, from any moment of a turn.

A part that is left out is not done. From the purchase on, the words may be left out, or be those
on the table. What an opponent says to the words is "accept" or "challenge".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..errors import InvalidInputError, require, show, show_text
from ..rules.cards import ALL_CARDS, HIDDEN
from ..rules.play import Play, PlayedWord, join_words
from ..rules.ruleset import ChallengeMode
from ..rules.turn import Turn, TurnKind
from .actions import (
    Accept,
    Action,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    PlayWords,
    ReplaceCard,
)
from .ledger import PaymentKind
from .legal import check_purchase
from .names import player_named
from .readings import is_bare, read_words
from .rules import apply
from .state import GameState, Table
from .table import Phase

_ANSWERS: Final[dict[str, Action]] = {Accept.kind: Accept(), Challenge.kind: Challenge()}

Steps = Sequence[tuple[Action, GameState]]
"""Actions, each with the state after it."""


def steps_of(
    state: GameState, turn: str | Turn, names: Sequence[str] | None = None, *, whole: bool = True
) -> Steps:
    """List the steps of a turn from a state on, until it is done or somebody else is to decide.

    Where opponents may challenge, the words are laid and the rest waits for their answers; whether
    it could be done if they accept is asked all the same.

    Args:
        state: at any moment of a turn.
        turn: the turn, or what is left of it, in the notation or not.
        names: of the players, so that it may be said who challenged; None where opponents answer
            for themselves.
        whole: whether what is left out is not done; else it is left open.

    Raises:
        AmbiguousWordsError: it makes a difference how the words lie.
        IllegalAction, IllegalPlay: a part of it is against the rules.
        InvalidInputError: the text is not in the notation, or says nothing for the phase.
    """
    require(turn, (str, Turn), "the turn")
    require(whole, bool, "whole")
    if isinstance(turn, str):
        said = turn.strip()
        answer = _ANSWERS.get(said.lower() if state.phase is Phase.CHALLENGE else said)
        if answer is not None:
            return [(answer, apply(state, answer))]
        turn = Turn.parse(turn)
    course = TurnCourse(state, turn, challenger_of(turn, state, names))
    course.run(whole=whole)
    if not course.steps:
        raise InvalidInputError('nothing is done; say what is, such as "buy nothing"')
    return course.steps


def challenger_of(turn: Turn, table: Table, names: Sequence[str] | None) -> int | None:
    """The number of the player who challenges the words of a turn; None if nobody does.

    Raises InvalidInputError if it is not said who, or if that player cannot.
    """
    if turn.challenger is None:
        return None
    if table.ruleset.challenge.mode is not ChallengeMode.PLAYERS:
        raise InvalidInputError("nobody challenges words by the ruleset of this table")
    if names is None:
        raise InvalidInputError(
            'each opponent answers to the words alone, with "accept" or "challenge"; leave out who'
            " challenges"
        )
    opponents = table.clockwise_from(table.active)[1:]
    if not turn.challenger:
        if len(opponents) == 1:
            return opponents[0]
        raise InvalidInputError(
            f'say who challenged, as in "challenged by {names[opponents[0]]}" or'
            f' "!{names[opponents[0]]}"'
        )
    player = player_named(turn.challenger, names)
    if player not in opponents:
        raise InvalidInputError(f"{names[player]} played the words and cannot challenge them")
    return player


def no_words(text: str) -> InvalidInputError:
    """The error for a turn that begins with what follows words."""
    return InvalidInputError(
        f'{show(text)} has no words; begin the turn with words, as in "JeWeLs, buy J", or give'
        ' "exchange JZ"'
    )


def is_exchange(turn: Turn) -> bool:
    """Does a turn exchange cards, if it is at its start? "discard JZ" does, too."""
    is_rest = turn.kind is TurnKind.REST and not turn.buy and turn.challenger is None
    return turn.kind is TurnKind.EXCHANGE or (is_rest and bool(turn.discards))


class TurnCourse:
    """A turn that is carried out on a state.

    Attributes:
        state: where it stands.
        steps: what was done.

    Args:
        state: at any moment of a turn.
        turn: all of it, or what is left.
        challenger: the number of the player who challenges the words, None for nobody.
    """

    def __init__(self, state: GameState, turn: Turn, challenger: int | None) -> None:
        self.state = state
        self.steps: list[tuple[Action, GameState]] = []
        self._turn = turn
        self._challenger = challenger

    def do(self, action: Action) -> None:
        """Carries an action out."""
        self.state = apply(self.state, action)
        self.steps.append((action, self.state))

    def run(self, *, whole: bool) -> None:
        """Carries out all that can be now."""
        turn = self._turn
        match self.state.phase:
            case Phase.START:
                self._begin(whole=whole)
            case Phase.CHALLENGE if self._challenger is not None:
                self._answer_and_go_on(whole=whole)
            case Phase.CHALLENGE:
                raise InvalidInputError(
                    f"{show(str(turn))} is no answer to the words on the table; give"
                    ' "accept" or "challenge"'
                )
            case Phase.PENALTY:
                self._pay_with_card()
            case Phase.OVER:
                # The rules say that it is too late.
                self.do(Exchange())
            case _:
                self._check_words()
                self._finish(whole=whole)

    def answer(self) -> None:
        """The opponents' answers to the words: all accept but the one who challenges."""
        while self.state.phase is Phase.CHALLENGE:
            self.do(Challenge() if self.state.to_act == self._challenger else Accept())

    def buy(self) -> None:
        """The purchase, if it is still open; else it was made already."""
        letter = self._turn.buy
        if self.state.phase is Phase.PURCHASE:
            self.do(Buy(letter) if letter else Decline())
        elif letter and letter not in _bought(self.state):
            check_purchase(self.state, letter)

    def _begin(self, *, whole: bool) -> None:
        turn = self._turn
        exchanges = is_exchange(turn)
        if turn.kind is TurnKind.REST and not exchanges:
            raise no_words(str(turn))
        if turn.replace:
            self.do(ReplaceCard.of(known_cards(turn.replace)))
        if exchanges:
            self.do(Exchange(known_cards(turn.discards, self.state.active_seat.hand)))
        elif turn.words:
            self._lay(whole=whole)

    def _lay(self, *, whole: bool) -> None:
        words = PlayWords(self._turn.words, self._turn.doublers)
        if self._turn.play is None:
            seen = self.state.seen_by(self.state.active)
            words = replace(words, words=read_words(seen, words).words)
        self.do(words)
        if self.state.phase is not Phase.CHALLENGE:
            self._finish(whole=whole)
        elif self._challenger is not None:
            self._answer_and_go_on(whole=whole)
        else:
            # What could not follow is refused before anyone is asked.
            trial = TurnCourse(self.state, self._turn, None)
            trial.answer()
            trial._finish(whole=whole)

    def _answer_and_go_on(self, *, whole: bool) -> None:
        self.answer()
        if not any(isinstance(action, Challenge) for action, _ in self.steps):
            raise InvalidInputError("the player who is to challenge has accepted the words already")
        if self.state.phase is not Phase.PENALTY:
            self._finish(whole=whole)
        elif self._turn.buy:
            raise InvalidInputError(
                f"{join_words(self._turn.words)} is not in the lexicon and is taken back; nothing"
                " is bought"
            )
        elif self._turn.discards:
            self.do(Exchange(known_cards(self._turn.discards)))

    def _finish(self, *, whole: bool) -> None:
        """The purchase and the clean-up, unless the engine has refused the words."""
        turn = self._turn
        # "discard nothing" is an exchange of nothing, "buy nothing" the rest of a turn.
        discards = whole or turn.discards or turn.kind is TurnKind.EXCHANGE
        if self.state.phase not in {Phase.PURCHASE, Phase.CLEAN_UP}:
            return
        if turn.buy or discards or turn.kind is TurnKind.REST:
            self.buy()
        if discards:
            self.do(Discard(known_cards(turn.discards, self.state.leave)))

    def _pay_with_card(self) -> None:
        turn = self._turn
        is_a_card = turn.kind in {TurnKind.EXCHANGE, TurnKind.REST} and not turn.replace
        if not is_a_card or turn.buy or self._challenger is not None:
            raise InvalidInputError(
                'the words were taken back, and one card is to be discarded; give it as in "discard'
                ' Z"'
            )
        self.do(Exchange(known_cards(turn.discards, self.state.active_seat.hand)))

    def _check_words(self) -> None:
        """From the purchase on the words are those on the table, and what is over is not asked."""
        turn, play = self._turn, self.state.turn.play
        assert play is not None, "a phase after the words"
        if turn.replace or (turn.kind is TurnKind.EXCHANGE and turn.discards):
            raise InvalidInputError(
                f"the words {join_words(play.words)} lie on the table; replacing and exchanging"
                " cards come before words"
            )
        if turn.words and not _are_laid(turn, play):
            raise InvalidInputError(
                f"the words on the table are {play.notation}; give the rest of the turn with these"
                " words or without any"
            )


def known_cards(cards: str, there: str = "") -> str:
    """The cards that are meant, of those that are there.

    Raises InvalidInputError for cards that were not seen.
    """
    if HIDDEN in cards:
        raise InvalidInputError(
            f"{show_text(cards)} has cards that were not seen; here the cards are known, so name"
            " them"
        )
    return there if cards == ALL_CARDS else cards


def _are_laid(turn: Turn, play: Play) -> bool:
    """Are the words of a turn those of a play, as far as they say?"""
    says_cards = not is_bare(turn.words)

    def is_same(said: PlayedWord, laid: PlayedWord) -> bool:
        return (
            said.word == laid.word
            and (not says_cards or said.sources == laid.sources)
            and said.y_as in ("", laid.y_as)
        )

    return (
        len(turn.words) == len(play.words)
        and all(map(is_same, turn.words, play.words))
        and turn.doublers in (None, play.doublers)
    )


def _bought(state: GameState) -> str:
    return "".join(p.letters for p in state.payments if p.kind is PaymentKind.PURCHASE)
