"""The view of one seat, as the API tells it. Nothing else of a game is ever sent.

All of it is made from `seen_by` of the seat, besides names and what is public: who has done what.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...advisor.players import computer_named
from ...game import Action, GameState, SeenState, purchasable
from ...game.table import royalty_letters
from ...rules.play import Play
from ..boards import board_of
from ..plans import laid_word
from .news import news_of
from .schema import Ending, Laid, SeatRoyalty, SeenGame, UndoSeen, UndoTo


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one moment.

    Attributes:
        version: rises.
        names: of the players.
        states: from the first to now.
        history: the actions between them.
        waiting: people's seats that nobody has taken.
        maker: the seat of who has made the game.
        hints: whether hints may be asked for.
        undo_by: who wants to undo, None for nobody.
        undo_to: to how many actions they want to go back, None for nobody.
        undo_waits_for: who has not said yet whether.
        can_undo: the seats that have decided something.
        trouble: why a computer does not act, or nothing.
        ending: the story of the game, None while it goes on.
        rematch: by seat the secrets of the rematch, if there is one.
    """

    version: int
    names: tuple[str, ...]
    states: tuple[GameState, ...]
    history: tuple[Action, ...]
    waiting: Collection[int]
    maker: int
    hints: bool
    undo_by: int | None
    undo_to: int | None
    undo_waits_for: tuple[int, ...]
    can_undo: Collection[int]
    trouble: str
    ending: Ending | None
    rematch: Mapping[int, str]


def seen_json(moment: Moment, seat: int) -> SeenGame:
    """The game as a seat sees it."""
    seen = moment.states[-1].seen_by(seat)
    people = [at for at, name in enumerate(moment.names) if computer_named(name) is None]
    play = seen.turn.play
    return SeenGame(
        **board_of(seen, moment.names, seat),
        version=moment.version,
        asked=seen.to_act,
        computers=[at for at in range(len(moment.names)) if at not in people],
        waiting=sorted(moment.waiting),
        laid=play_json(play, seen, seen.active) if play else None,
        purchasable=purchasable(seen),
        news=news_of(moment.states, moment.history, moment.names, seat),
        ending=moment.ending,
        rematch=moment.rematch.get(seat, ""),
        undo=UndoSeen(
            can_ask=seat in moment.can_undo and moment.undo_by is None,
            alone=people == [seat],
            by=moment.undo_by,
            waits_for=list(moment.undo_waits_for),
            to=_undo_to(moment),
        ),
        invitations=sorted(moment.waiting) if seat == moment.maker else [],
        hints=moment.hints,
        challenge=seen.ruleset.challenge.mode.value,
        trouble=moment.trouble,
    )


def play_json(play: Play, seen: SeenState, player: int) -> Laid:
    """Words of a player, and what they earn."""
    return Laid(
        words=[laid_word(*pair) for pair in zip(play.words, play.doublers, strict=True)],
        money=play.money,
        stock=play.stock,
        royalties=_royalties(play, seen, player),
    )


def _undo_to(moment: Moment) -> UndoTo | None:
    if moment.undo_to is None:
        return None
    then = moment.states[moment.undo_to]
    return UndoTo(
        round=then.round,
        active=then.active,
        phase=then.phase.value,
        actions=len(moment.history) - moment.undo_to,
    )


def _royalties(play: Play, seen: SeenState, player: int) -> list[SeatRoyalty]:
    earned = royalty_letters(play, seen, player)
    return [SeatRoyalty(other, len(letters), letters) for other, letters in earned.items()]
