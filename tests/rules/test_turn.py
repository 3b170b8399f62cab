"""`Turn`: what it holds, its notation, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from letter_tycoon_solver import (
    Equity,
    InvalidInputError,
    PlayedWord,
    Position,
    Turn,
    TurnKind,
    adjudicate,
)

JEWELS = adjudicate(Position("JWLEANZ", "EES"), [PlayedWord("JEWELS", "hchchc")])
TOLD = PlayedWord("JEWELS", "cccccc")


@pytest.mark.parametrize(
    ("turn", "notation"),
    [
        (Turn(TurnKind.WORDS, play=JEWELS), "JeWeLs"),
        (
            Turn(TurnKind.WORDS, "X", JEWELS, buy="J", discards="AZ"),
            "replace X, JeWeLs, buy J, discard AZ",
        ),
        (Turn(TurnKind.EXCHANGE, discards="JZ"), "exchange JZ"),
        (Turn(TurnKind.EXCHANGE), "exchange nothing"),
        (Turn(TurnKind.EXCHANGE, "?", discards="J?"), "replace ?, exchange J?"),
        (Turn(TurnKind.REPLACE, "Q"), "replace Q"),
        (Turn(TurnKind.REST, buy="J"), "buy J"),
        (Turn(TurnKind.REST, discards="AZ"), "discard AZ"),
        (Turn(TurnKind.REST), "buy nothing"),
        (Turn(TurnKind.WORDS, words=(TOLD,)), "jewels"),
        (
            Turn(TurnKind.WORDS, words=(TOLD,), doublers=("K",), challenger="Ben", buy="J"),
            "jewels*K, challenged by Ben, buy J",
        ),
        (Turn(TurnKind.WORDS, words=(TOLD, TOLD), challenger=""), "jewels & jewels, challenged"),
    ],
)
def test_notation(turn: Turn, notation: str) -> None:
    assert str(turn) == turn.notation == notation


def test_the_words_of_a_play_are_those_of_its_turn() -> None:
    turn = Turn(TurnKind.WORDS, play=JEWELS)
    assert (turn.words, turn.doublers) == (JEWELS.words, JEWELS.doublers)
    assert replace(turn, play=None).words == JEWELS.words


def test_lists_become_tuples() -> None:
    turn = Turn(TurnKind.WORDS, words=[TOLD], doublers=["K"])  # type: ignore[arg-type]
    assert turn == Turn(TurnKind.WORDS, words=(TOLD,), doublers=("K",))
    assert hash(turn) == hash(Turn(TurnKind.WORDS, words=(TOLD,), doublers=("K",)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": TurnKind.WORDS}, "has no words"),
        ({"kind": TurnKind.EXCHANGE, "words": (TOLD,)}, "has 1 words"),
        ({"kind": TurnKind.REST, "play": JEWELS}, "has 1 words"),
        ({"kind": "words", "words": (TOLD,)}, "'words'"),
        ({"kind": TurnKind.WORDS, "words": "jewels"}, "the words of a turn"),
        ({"kind": TurnKind.WORDS, "play": "jewels"}, "the play of a turn"),
        ({"kind": TurnKind.WORDS, "words": (TOLD,), "doublers": ("K", "")}, "it has 1 words"),
        ({"kind": TurnKind.WORDS, "words": (TOLD,), "doublers": (1,)}, "the doublers of a turn"),
        ({"kind": TurnKind.EXCHANGE, "discards": None}, "discards of a turn is None"),
        ({"kind": TurnKind.EXCHANGE, "challenger": 1}, "the challenger of a turn"),
        ({"kind": TurnKind.EXCHANGE, "equity": 1.5}, "the equity of a turn"),
    ],
)
def test_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Turn(**given)


def test_equity_is_the_sum_of_its_parts() -> None:
    equity = Equity(1.0, 2.0, 4.0, 8.0, leave_se=16.0)
    assert equity.total == 15.0
    assert equity.to_dict() == {
        "margin": 1.0, "patent": 2.0, "leave": 4.0, "community": 8.0, "total": 15.0
    }  # fmt: skip
