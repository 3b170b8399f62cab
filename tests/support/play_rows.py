"""The row of a play in tables and files, made from the objects."""

from __future__ import annotations

from letter_tycoon_solver import Play, Position


def expected_row(row: int, position: Position, rank: int, play: Play) -> dict[str, object]:
    """Return the row that frames.py describes."""
    words = [word.word for word in play.words]
    return {
        "row": row,
        "hand": position.hand,
        "community": position.community,
        "rank": rank,
        "play": play.notation,
        "word_1": words[0],
        "word_2": words[1] if len(words) == 2 else None,
        "money": play.money,
        "stock": play.stock,
        "royalties": sum(play.royalties),
        "margin": play.margin,
        "patent_value": play.patent_value,
        "n_left": len(play.leave),
    }
