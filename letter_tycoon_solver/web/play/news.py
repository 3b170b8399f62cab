"""News of the last turns, for one of the players. All of it was open to everyone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ...game import (
    Accept,
    Action,
    Buy,
    Challenge,
    Discard,
    Exchange,
    GameState,
    Payment,
    PaymentKind,
    Phase,
    PlayWords,
    ReplaceCard,
)
from ...game.table import is_last_turn
from ...rules.cards import PATENT_COST
from ...rules.play import Play
from ..plans import laid_word
from ..schema import LaidWord
from .schema import News

_TURNS: Final = 2
"""The number of turns of each player that are told."""

_Who = Callable[[int], str]


def news_of(
    states: Sequence[GameState], history: Sequence[Action], names: Sequence[str], viewer: int
) -> list[News]:
    """The last turns, the oldest first. In each, what its player did has no subject.

    Args:
        states: from the first to now.
        history: the actions between them.
        names: of the players.
        viewer: who is called "you".
    """

    def who(player: int) -> str:
        return "you" if player == viewer else names[player]

    found: list[News] = []
    for at in range(_first(states, len(names)), len(history)):
        before, action, after = states[at], history[at], states[at + 1]
        if not found or (found[-1].round, found[-1].player) != (before.round, before.active):
            found.append(News(before.round, before.active, [], []))
        news = found[-1]
        if isinstance(action, PlayWords):
            news.words = _laid(action, after)
        news.lines += _lines(before, action, after, who)
    return [news for news in found if news.lines]


def _first(states: Sequence[GameState], players: int) -> int:
    """The number of the action with which the oldest of the last turns began."""
    turns = set()
    for at in reversed(range(len(states) - 1)):
        turns.add((states[at].round, states[at].active))
        if len(turns) > _TURNS * players:
            return at + 1
    return 0


def _laid(action: PlayWords, after: GameState) -> list[LaidWord]:
    play = after.turn.play
    doublers = play.doublers if play else ("",) * len(action.words)
    return [laid_word(*pair) for pair in zip(action.words, doublers, strict=True)]


def _lines(before: GameState, action: Action, after: GameState, who: _Who) -> list[str]:
    lines = _done(before, action, after, who)
    lines += [_royalty(one, who) for one in after.payments if one.kind is PaymentKind.ROYALTY]
    if after.final_round is not None and before.final_round is None:
        last = "this round" if is_last_turn(after) else "the next round"
        lines.append(f"The goal is reached: {last} is the last")
    return lines


def _done(  # noqa: PLR0911  (one line per action)
    before: GameState, action: Action, after: GameState, who: _Who
) -> list[str]:
    match action:
        case ReplaceCard(card):
            return [f"Replaced {card} with the Q patent"]
        case Exchange(cards):
            verb = "Discarded" if before.phase is Phase.PENALTY else "Exchanged"
            return [f"{verb} {_listed(cards) or 'nothing'}"]
        case PlayWords(words):
            return _laying(_listed(word.word for word in words), before, after)
        case Accept():
            return [_stands(after)] if after.phase is not Phase.CHALLENGE else []
        case Challenge():
            return _challenged(before, after, who)
        case Buy(letter):
            return [f"Bought {letter} for ${PATENT_COST[letter]}"]
        case Discard(cards) if cards:
            return [f"Discarded {_listed(cards)}"]
        case _:
            return []


def _laying(words: str, before: GameState, after: GameState) -> list[str]:
    if after.turn.failed_words > before.turn.failed_words or after.phase is Phase.PENALTY:
        return [f"Tried {words}, not in the word list"]
    if after.phase is Phase.CHALLENGE:
        return [f"Laid {words}"]
    assert after.turn.play is not None
    return [f"Played {words} for {_pay(after.turn.play)}"]


def _challenged(before: GameState, after: GameState, who: _Who) -> list[str]:
    play = before.turn.play
    assert play is not None
    challenger = _capital(who(before.to_act))
    if after.phase is Phase.PENALTY:
        unknown = [word.word for word in play.words if word.word not in before.lexicon]
        verb = "is" if len(unknown) == 1 else "are"
        return [f"{challenger} challenged: {_listed(unknown)} {verb} not in the word list"]
    paid = next(one for one in after.payments if one.kind is PaymentKind.CHALLENGE)
    payer = "the bank" if paid.giver is None else who(paid.giver)
    return [f"{challenger} challenged in vain; {payer} paid $1", _stands(after)]


def _stands(after: GameState) -> str:
    assert after.turn.play is not None
    they = "It stands" if len(after.turn.play.words) == 1 else "They stand"
    return f"{they}: {_pay(after.turn.play)}"


def _royalty(payment: Payment, who: _Who) -> str:
    assert payment.receiver is not None
    return f"{_capital(who(payment.receiver))} got ${payment.money} for {_listed(payment.letters)}"


def _pay(play: Play) -> str:
    return f"${play.money} and {play.stock} stock" if play.stock else f"${play.money}"


def _listed(items: Iterable[str]) -> str:
    *most, last = list(items) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
