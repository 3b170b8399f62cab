"""Actions of a player, and which of them are legal.

The checks here and the effects in `rules.py` are to be read side by side. Everything works on what
is seen: the hand of a `SeenState` may have cards that are HIDDEN, and any unseen card may be one.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, final

from ..errors import PLAYER, IllegalMoveError, IllegalPlay, InvalidInputError, Reason, require, show
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, HIDDEN, PATENT_COST, count_letters, n_cards_text, parse_cards
from ..rules.play import CARD_SOURCES, COMMUNITY, HAND, Play, PlayedWord, join_words, words_notation
from ..rules.position import MAX_MONEY, Position
from ..rules.referee import adjudicate
from ..rules.ruleset import ChallengeMode, Replaceable
from ..rules.turn import Turn, TurnKind, parse_laid
from .table import (
    Phase,
    Table,
    may_hold,
    names_of,
    payment_text,
    require_table,
    unseen_cards,
    with_seat,
)


class ActionReason(enum.Enum):
    """Why an action is illegal. The value is the rule in a few words."""

    GAME_OVER = "nothing is done after the end of the game"
    NOT_YOUR_TURN = "only the player who is asked acts"
    WRONG_PHASE = "each phase of a turn has its own actions"
    REPLACEMENT_NOT_OWNED = "replacing a card needs the Q patent"
    REPLACEMENT_TOO_LATE = "one card is replaced per turn, before anything else"
    NOT_REPLACEABLE = "a card of the community is replaced only where the ruleset allows it"
    NOT_IN_HAND = "only cards that are left in the hand are discarded"
    NOT_ONE_CARD = "a lost challenge costs exactly one card"
    CARD_NOT_USED = "a patent is bought only if a card of its letter was used this turn"
    PATENT_OWNED = "a patent is sold once"
    TOO_DEAR = "a patent is paid with the money in hand"


class IllegalAction(IllegalMoveError):  # noqa: N818  (as IllegalPlay)
    """An action breaks a rule; `reason` says which."""

    reason: ActionReason


class ActionKind(enum.Enum):
    """The kinds of actions. The value is the word for it."""

    REPLACE = "replace"
    """Q patent: discard a card and draw one in its place, before the turn's action."""
    EXCHANGE = "exchange"
    """Discard cards and draw as many, in place of playing a word; also the card that pays for words
    that a challenge has found not to be in the lexicon."""
    PLAY = "play"
    CHALLENGE = "challenge"
    """Say that a word on the table is not in the lexicon. Of two words, both are looked up."""
    ACCEPT = "accept"
    """Let the words on the table stand."""
    BUY = "buy"
    DECLINE = "decline"
    DISCARD = "discard"
    """Discard the played cards and others beyond them, then refill the hand: the clean-up."""


@final
@dataclass(frozen=True, slots=True)
class Action:
    """Something that a player does inside a turn.

    Attributes:
        kind: what is done.
        cards: those that go, letters from A to Z in any order, HIDDEN for each that was not seen;
            of BUY the patent; of REPLACE one card, in a small letter one of the community.
        words: the played words.
        doublers: per word, the doublers claimed ("KQ"); None claims those that earn most.

    Raises:
        InvalidInputError: a value of another type, or something that does not belong to the kind.

    Examples:
        >>> from letter_tycoon_solver.game import Action, ActionKind
        >>> Action(ActionKind.EXCHANGE, "zj").notation
        'exchange JZ'
    """

    kind: ActionKind
    cards: str = ""
    words: tuple[PlayedWord, ...] = ()
    doublers: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        require(self.kind, ActionKind, "the kind of an action")
        object.__setattr__(self, "cards", self._parse_cards())
        words, doublers = parse_laid(self.words, self.doublers, "an action")
        if words and self.kind is not ActionKind.PLAY:
            raise InvalidInputError(
                f"an action of the kind {self.kind.value} has no words; give words to"
                " ActionKind.PLAY only"
            )
        object.__setattr__(self, "words", words)
        # No notation can claim that nothing doubles, so ("", "") leaves the doublers open.
        claimed = tuple("".join(sorted(letters.upper())) for letters in doublers or ())
        object.__setattr__(self, "doublers", claimed if any(claimed) else None)

    def _parse_cards(self) -> str:
        cards, kind = self.cards, self.kind
        match kind:
            case ActionKind.EXCHANGE | ActionKind.DISCARD:
                return parse_cards(cards, f"the cards to {kind.value}")
            case ActionKind.BUY:
                return _parse_one_letter(cards, "the patent to buy")
            case ActionKind.REPLACE if type(cards) is str and cards == HIDDEN:
                return cards
            case ActionKind.REPLACE:
                letter = _parse_one_letter(cards, "the card to replace")
                return letter if self.source == HAND else cards
        if not isinstance(cards, str) or cards:
            raise InvalidInputError(
                f"an action of the kind {kind.value} has no cards, and {show(cards)} is given;"
                " leave it out"
            )
        return ""

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that `notation` wrote.

        Raises:
            InvalidInputError: the text is something else, or lays a word of less than three
                letters, which no rules allow.

        Examples:
            >>> from letter_tycoon_solver.game import Action
            >>> Action.parse("buy C")
            Action(kind=<ActionKind.BUY: 'buy'>, cards='C', words=(), doublers=None)
        """
        require(text, str, "the text of an action")
        if text in (ACCEPT.notation, CHALLENGE.notation):
            return cls(ActionKind(text))
        said = Turn.parse(text)
        match text.partition(" ")[0]:
            case "replace" if said.replace:
                action = cls(ActionKind.REPLACE, said.replace)
            case "exchange" | "discard" as kind:
                action = cls(ActionKind(kind), said.discards)
            case _ if said.words:
                action = lay(said.words, said.doublers)
            case _:
                action = cls(ActionKind.BUY, said.buy) if said.buy else DECLINE
        if action.notation != text:
            raise InvalidInputError(
                f'{show(text)} is not one action in its full notation; give one, as "exchange JZ"'
            )
        return action

    @property
    def source(self) -> str:
        """The place of the card that is replaced: HAND or COMMUNITY."""
        return COMMUNITY if self.cards.islower() else HAND

    @property
    def notation(self) -> str:
        """The action in the notation of turns: "play JeWeLs", "buy C", "accept"."""
        if self.kind is ActionKind.PLAY:
            return f"play {words_notation(self.words, self.doublers)}"
        return str(self)

    def __str__(self) -> str:
        match self.kind:
            case ActionKind.PLAY:
                # Not the notation: the words may be malformed.
                return f"play {join_words(self.words) or 'nothing'}"
            case ActionKind.REPLACE:
                return Turn(TurnKind.REPLACE, self.cards).notation
            case ActionKind.EXCHANGE | ActionKind.DISCARD | ActionKind.BUY:
                return f"{self.kind.value} {self.cards or 'nothing'}"
            case ActionKind.DECLINE:
                return "buy nothing"
            case _:
                return f"{self.kind.value}"


CHALLENGE: Final = Action(ActionKind.CHALLENGE)
ACCEPT: Final = Action(ActionKind.ACCEPT)
DECLINE: Final = Action(ActionKind.DECLINE)


def lay(words: tuple[PlayedWord, ...], doublers: tuple[str, ...] | None = None) -> Action:
    """The action that plays words.

    Args:
        words: the words, with their sources.
        doublers: as of `Action`.

    Raises:
        InvalidInputError: as of `Action`.

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> from letter_tycoon_solver.game import lay
        >>> lay(lts.adjudicate(lts.Position("CDE", "ES"), "CeDEs").words).notation
        'play CeDEs'
    """
    return Action(ActionKind.PLAY, "", words, doublers)


def _parse_one_letter(letter: str, what: str) -> str:
    if not isinstance(letter, str) or len(letter) != 1 or letter.upper() not in CARD_COUNT:
        raise InvalidInputError(f"{what} is {show(letter)}; give one letter from A to Z")
    return letter.upper()


def action_text(
    before: Table, action: Action, after: Table, names: Sequence[str] | None = None
) -> str:
    """Describe the effect of an action in one line: "Ann: play JEWeLs; Ann gets $4 and 1 stock".

    Args:
        before: the state in which the action was chosen.
        action: what was done.
        after: the state after it.
        names: one per player; None calls them by their numbers.

    Raises:
        InvalidInputError: an argument is something else, or there is another number of names.

    Examples:
        >>> from letter_tycoon_solver.game import Action, ActionKind, action_text, apply, new_game
        >>> state = new_game(2, seed=1, lexicon="enable")
        >>> action = Action(ActionKind.EXCHANGE, state.active_seat.hand[:1])
        >>> action_text(state, action, apply(state, action), ["Ann", "Ben"])
        'Ann: exchange A'
    """
    names = names_of(before, names)
    names_of(after, names)
    require(action, Action, "the action")
    done = str(action)
    if action.kind is ActionKind.PLAY and after.turn.play:
        done = f"play {after.turn.play.notation}"
    elif before.phase is Phase.PENALTY:
        done = f"discard {action.cards}"
    parts = [f"{names[before.to_act]}: {done}"]
    parts += [payment_text(payment, names) for payment in after.payments]
    if after.turn.failed_words > before.turn.failed_words:
        parts.append("not in the lexicon")
    if after.phase is Phase.PENALTY:
        parts.append(f"{names[after.to_act]} takes the cards back and discards one")
    if after.final_round is not None and before.final_round is None:
        parts.append(f"the goal is reached, round {after.final_round} is the last")
    if after.is_over:
        parts.append("the game is over")
    return "; ".join(parts)


# The check of an action.


ACTIONS_OF: Final[Mapping[Phase, tuple[ActionKind, ...]]] = {
    Phase.START: (ActionKind.REPLACE, ActionKind.PLAY, ActionKind.EXCHANGE),
    Phase.CHALLENGE: (ActionKind.ACCEPT, ActionKind.CHALLENGE),
    Phase.PENALTY: (ActionKind.EXCHANGE,),
    Phase.PURCHASE: (ActionKind.BUY, ActionKind.DECLINE),
    Phase.CLEAN_UP: (ActionKind.DISCARD,),
    Phase.OVER: (),
}


def check(table: Table, action: Action) -> Play | None:
    """Checks an action, and tells what words earn.

    Args:
        table: the whole state, or what one player sees.
        action: what `table.to_act` would do.

    Returns:
        For words that may lie on the table the play, with what they earn; for other actions None.

    Raises:
        IllegalAction: a rule is broken.
        IllegalPlay: a rule about words is broken.
        InvalidInputError: an argument is something else.

    Examples:
        >>> from letter_tycoon_solver.game import Action, ActionKind, check, new_game
        >>> state = new_game(2, seed=1, lexicon="enable")
        >>> check(state, Action(ActionKind.EXCHANGE, state.active_seat.hand[:2])) is None
        True
    """
    require_table(table)
    require(action, Action, "the action")
    viewer: int = getattr(table, "viewer", table.to_act)
    if not table.is_over and viewer != table.to_act:
        raise IllegalAction(
            ActionReason.NOT_YOUR_TURN,
            f"{PLAYER} is asked: {action} is not possible",
            table.to_act,
        )
    return check_rules(table, action)


def check_rules(table: Table, action: Action) -> Play | None:
    """Check as `check` does, but let a view be of any player: whoever is asked acts."""
    require(action, Action, "the action")
    _check_phase(table, action)
    match action.kind:
        case ActionKind.REPLACE:
            _check_replacement(table, action)
        case ActionKind.EXCHANGE | ActionKind.DISCARD:
            _check_discard(table, action.cards)
        case ActionKind.PLAY:
            return judge(table, action)
        case ActionKind.BUY:
            check_purchase(table, action.cards)
    return None


def _check_phase(table: Table, action: Action) -> None:
    if table.is_over:
        raise IllegalAction(ActionReason.GAME_OVER, f"the game is over: {action} is too late")
    if action.kind in ACTIONS_OF[table.phase]:
        return
    allowed = ", ".join(kind.value for kind in ACTIONS_OF[table.phase])
    raise IllegalAction(
        ActionReason.WRONG_PHASE,
        f"{action} is not possible now; the phase {table.phase.value} has {allowed}",
    )


def may_replace(table: Table) -> bool:
    """Q: before the turn's action, once. A word that the engine refused was an action.

    Raises:
        InvalidInputError: `table` is neither a GameState nor a SeenState.

    Examples:
        >>> from letter_tycoon_solver.game import may_replace, new_game
        >>> may_replace(new_game(2, seed=1, lexicon="enable"))
        False
    """
    require_table(table)
    turn = table.turn
    return "Q" in table.active_seat.patents and not turn.replaced and not turn.failed_words


def _check_replacement(table: Table, action: Action) -> None:
    card = action.cards.upper()
    if "Q" not in table.active_seat.patents:
        raise IllegalAction(
            ActionReason.REPLACEMENT_NOT_OWNED, f"{PLAYER} cannot replace {card}", table.active
        )
    if not may_replace(table):
        raise IllegalAction(
            ActionReason.REPLACEMENT_TOO_LATE, f"{card} cannot be replaced any more this turn"
        )
    if action.source == HAND:
        _check_has(table, card)
    elif action.cards not in _replaceable(table):
        raise IllegalAction(
            ActionReason.NOT_REPLACEABLE,
            f"{card} cannot be replaced in the community {table.community or '(no cards)'}",
        )


def _replaceable(table: Table) -> list[str]:
    """The cards that may be replaced, once each; in small letters those of the community."""
    if not may_replace(table):
        return []
    is_allowed = table.ruleset.replaceable is Replaceable.HAND_OR_COMMUNITY
    community = table.community.lower() if is_allowed else ""
    return sorted({*table.active_seat.hand}) + sorted({*community})


def _check_discard(table: Table, cards: str) -> None:
    if table.phase is Phase.PENALTY and len(cards) != 1:
        raise IllegalAction(ActionReason.NOT_ONE_CARD, f"{cards or 'no card'} was to be discarded")
    _check_has(table, cards)


def judge(table: Table, action: Action) -> Play:
    """Return the play; the lexicon is asked only if nobody challenges, else the challenge asks it.

    Raises IllegalPlay if the words may not lie on the table.
    """
    nobody_challenges = table.ruleset.challenge.mode is ChallengeMode.NONE
    return play_of(table, action, table.lexicon if nobody_challenges else None)


def play_of(table: Table, action: Action, lexicon: Lexicon | None) -> Play:
    """Return the play of the words; of a hand that is not all seen, no card of the leave is known.

    Raises IllegalPlay, also if the hand cannot have the cards.
    """
    play = adjudicate(
        _with_hand_known(table, action.words).position_of(table.active),
        action.words,
        lexicon=lexicon,
        ruleset=table.ruleset,
        doublers=action.doublers,
    )
    hand = table.active_seat.hand
    if HIDDEN not in hand:
        return play
    n_taken = sum(len(word.letters_from(HAND)) for word in play.words)
    return replace(play, leave=HIDDEN * (len(hand) - n_taken))


def _with_hand_known(table: Table, words: Sequence[PlayedWord]) -> Table:
    seat = table.active_seat
    if HIDDEN in table.community:
        table = replace(table, community=table.community.replace(HIDDEN, ""))
    if HIDDEN not in seat.hand:
        return table
    taken = Counter("".join(word.letters_from(HAND) for word in words))
    more = "".join((taken - Counter(seat.hand)).elements())
    _check_unseen(table, more)
    # With any other card in hand the words earn the same.
    hand = seat.hand.replace(HIDDEN, "") + more or unseen_cards(table)[0]
    return with_seat(table, table.active, replace(seat, hand=hand))


def _check_unseen(table: Table, cards: str) -> None:
    n_hidden = table.active_seat.hand.count(HIDDEN)
    if len(cards) > n_hidden:
        raise IllegalPlay(
            Reason.CARD_NOT_AVAILABLE,
            f"the words take {n_cards_text(len(cards))} from a hand of {n_hidden}",
        )
    unseen = table.unseen
    for letter, n in count_letters(cards).items():
        if n > unseen[letter]:
            raise IllegalPlay(
                Reason.CARD_NOT_AVAILABLE,
                f"{PLAYER} cannot have {n} {letter} in hand: {unseen[letter]} are not seen"
                " elsewhere",
                table.active,
            )


def purchasable(table: Table) -> str:
    """Letters of the patents the active player may buy now, dearest first, ties by letter.

    Everyone may know them; there are none in any other phase than the purchase.

    Raises:
        InvalidInputError: `table` is neither a GameState nor a SeenState.

    Examples:
        >>> from letter_tycoon_solver.game import new_game, purchasable
        >>> purchasable(new_game(2, seed=1, lexicon="enable"))  # before any word is played
        ''
    """
    require_table(table)
    return affordable(table) if table.phase is Phase.PURCHASE else ""


def affordable(table: Table, earned: int = 0) -> str:
    """List `purchasable` patents in any phase, with the money in hand and that still to come."""
    # Which hand it is and who owns what does not matter, so this works for any viewer.
    played = table.turn.cards_used(HAND)
    owned = "".join(seat.patents for seat in table.seats)
    position = Position(played, patents=owned, money=min(table.active_seat.money, MAX_MONEY))
    return position.purchasable(table.turn.cards_used(CARD_SOURCES), earned)


def check_purchase(table: Table, letter: str) -> None:
    """Raises IllegalAction, which says why, unless the patent is one of the purchasable ones."""
    if letter in purchasable(table):
        return
    used = table.turn.cards_used(CARD_SOURCES)
    if letter not in used:
        raise IllegalAction(
            ActionReason.CARD_NOT_USED, f"{letter} is not among the cards used, {used}"
        )
    for player, seat in enumerate(table.seats):
        if letter in seat.patents:
            raise IllegalAction(ActionReason.PATENT_OWNED, f"{PLAYER} owns {letter}", player)
    raise IllegalAction(
        ActionReason.TOO_DEAR,
        f"{letter} costs {PATENT_COST[letter]}; {PLAYER} has {table.active_seat.money}",
        table.active,
    )


def _check_has(table: Table, cards: str) -> None:
    if may_hold(table, cards):
        return
    left = table.leave
    if HIDDEN in left:
        raise IllegalAction(
            ActionReason.NOT_IN_HAND,
            f"{PLAYER} cannot discard {cards} ({n_cards_text(len(cards))}), of {len(left)} left in"
            " the hand; look at what is seen elsewhere",
            table.active,
        )
    letter, n = next((a, n) for a, n in count_letters(cards).items() if n > left.count(a))
    raise IllegalAction(
        ActionReason.NOT_IN_HAND,
        f"{n} {letter} to be discarded, of {left.count(letter)} left in the hand",
    )
