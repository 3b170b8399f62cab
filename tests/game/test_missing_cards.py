"""Cards that came and were not told are asked for by an error that says how many, and where."""

from __future__ import annotations

import pytest

from letter_tycoon_solver.game import MissingCardsError, TrackedGame
from letter_tycoon_solver.lexicon import Lexicon

LEXICON = Lexicon.from_words(["LANE", "JEWELS", "TEE"])


@pytest.fixture
def game() -> TrackedGame:
    return TrackedGame.start(
        ["Ann", "Ben"], first="Ben", community="EES", seat="Ben", hand="LANXZDT", lexicon=LEXICON
    )


@pytest.mark.parametrize(
    ("text", "community", "drew", "n_cards", "source"),
    [
        ("LANe", None, "ABC", 1, "c"),
        ("Tee", None, "A", 2, "c"),
        ("LANe", "K", None, 3, "h"),
        ("exchange XZ", None, None, 2, "h"),
        ("LANe, discard XZ", "K", None, 5, "h"),
    ],
)
def test_how_many_and_where(
    game: TrackedGame, text: str, community: str | None, drew: str | None, n_cards: int, source: str
) -> None:
    with pytest.raises(MissingCardsError, match=f"give the {n_cards}") as caught:
        game.push(text, community=community, drew=drew)
    assert (caught.value.n_cards, caught.value.source) == (n_cards, source)
    assert not game.turns
