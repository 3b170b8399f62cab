"""Our players as a program that speaks the protocol of docs/protocol.md over two streams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO, Final

from .._json import read_field
from ..errors import InvalidInputError, LetterTycoonError, show
from ..game.players import Player
from ..game.state import SeenState
from ..game.turns import Move
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..rules.cards import parse_whole
from ..rules.ruleset import RULEBOOK, Ruleset
from . import bots
from .advice import DEFAULT_SECONDS, MAX_SECONDS, MAX_SEED, MIN_PLAYOUTS, parse_effort
from .bots import Limits, message, read_message
from .players import parse_entrant

_SHARE: Final = 0.9
"""The share of the time in a message that an advisor uses."""


class Engine:
    """One of our players, asked by messages.

    Args:
        player: the name of a player, as of a tournament.
        seconds: what an advisor has for a turn, 1 if nothing is given; less where a message gives
            it less.
        playouts: or the games that it simulates for a turn.
        seed: of what is left to chance, 0 to 2^64 - 1.

    Raises:
        InvalidInputError: there is no such player, or an argument is out of range.
    """

    def __init__(
        self,
        player: str,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
    ) -> None:
        self._entrant = parse_entrant(player, Limits())
        effort = parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)
        self._seconds, self._playouts = effort
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)
        self._game: tuple[Lexicon, Ruleset] | None = None
        self._player = self._new_player(MAX_SECONDS)

    def run(self, lines: Iterable[bytes], output: BinaryIO) -> None:
        """Answer lines until they end, or say quit."""
        for line in lines:
            answer = self.answer(line)
            if answer is None:
                return
            if answer:
                output.write(answer)
                output.flush()

    def answer(self, line: bytes) -> bytes | None:
        """Return the answer to a line: a line, b"" for none, None to quit."""
        try:
            return self._answer(read_message(line))
        except LetterTycoonError as error:
            return message(bots.ERROR, message=str(error))

    def _answer(self, asked: Mapping[str, Any]) -> bytes | None:
        match asked["type"]:
            case bots.HELLO:
                return message(
                    bots.HELLO,
                    version=bots.VERSION,
                    name=f"{bots.PROGRAM} {self._entrant.label}",
                )
            case bots.NEW_GAME:
                last, self._game = self._game, None
                self._game = _read_game(asked, last)
                self._player = self._new_player(MAX_SECONDS)
                return message(bots.READY)
            case bots.GO:
                return message(bots.TURN, turn=str(self._move(asked)))
            case bots.QUIT:
                return None
            case _:
                return b""

    def _move(self, asked: Mapping[str, Any]) -> Move:
        if self._game is None:
            raise InvalidInputError("go came before new_game; begin a game first")
        seen = SeenState.parse(read_field(asked, "view", str), *self._game)
        if seen.viewer != seen.to_act:
            raise InvalidInputError(
                f"the view is that of player {seen.viewer}, and player {seen.to_act} has the turn;"
                " give the view of the player who is to act"
            )
        seconds = asked.get("seconds", MAX_SECONDS)
        if type(seconds) not in (int, float) or not seconds >= 0:  # NaN, too.
            raise InvalidInputError(f"seconds is {show(seconds)}; give a number from 0")
        if self._entrant.thinks:
            self._player = self._new_player(_SHARE * min(max(seconds, 0.001), MAX_SECONDS))
        return self._player.choose(seen)

    def _new_player(self, seconds: float) -> Player:
        own = None if self._seconds is None else min(self._seconds, seconds)
        return self._entrant.new_player(self._seed, own, self._playouts, None)


def _read_game(
    asked: Mapping[str, Any], last: tuple[Lexicon, Ruleset] | None
) -> tuple[Lexicon, Ruleset]:
    """The game that is asked for, with the words of the last one if they are the same."""
    ruleset = Ruleset.from_dict(asked["ruleset"]) if "ruleset" in asked else RULEBOOK
    said = read_field(asked, "lexicon", dict) if "lexicon" in asked else {}
    if last is not None and said.get("sha256") == last[0].digest:
        return last[0], ruleset
    lexicon = Lexicon.load(said.get("path") or said.get("name") or DEFAULT_LEXICON)
    if said.get("sha256", lexicon.digest) != lexicon.digest:
        raise InvalidInputError(
            f"the words of {lexicon.name} have the hash {lexicon.digest}, and"
            f" {show(said['sha256'])} is asked for; give the path of the list"
        )
    return lexicon, ruleset
