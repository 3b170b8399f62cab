"""Make the drawings of `images/`: `python docs/make_drawings.py`.

Each is an SVG for light pages and one for dark pages. The library says what they show: a position
goes in, the best turn comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import letter_tycoon_solver as lts
from letter_tycoon_solver.lexicon.trie import low_word
from letter_tycoon_solver.rules.cards import PATENT_COST

FOLDER: Final = Path(__file__).parent / "images"
WIDTH: Final = 480
MARGIN: Final = 20
CARD: Final = 38
GAP: Final = 6
FONT: Final = "font-family='system-ui, -apple-system, Segoe UI, sans-serif'"


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a page.

    Attributes:
        suffix: added to the names of its files.
        paper: the background.
        ink: text.
        faint: lines, and text that explains.
        hand: cards from the hand.
        community: cards from the community.
        letter: letters on coloured cards.
    """

    suffix: str
    paper: str
    ink: str
    faint: str
    hand: str
    community: str
    letter: str


LOOKS: Final = (
    Look("", "#ffffff", "#1d2326", "#5b6468", "#14504d", "#b35a00", "#ffffff"),
    Look("-dark", "#131416", "#e4e6e8", "#a3abb0", "#7fd0c6", "#f0b35c", "#131416"),
)


# Parts of a drawing ------------------------------------------------------------------------------


def text(at: tuple[float, float], words: str, colour: str, size: int = 16, **more: str) -> str:
    """Draw a line of text; `more` are attributes of SVG."""
    others = "".join(f" {name.replace('_', '-')}='{value}'" for name, value in more.items())
    return (
        f"<text x='{at[0]:g}' y='{at[1]:g}' fill='{colour}' font-size='{size}'{others}>"
        f"{escape(words)}</text>"
    )


def card(at: tuple[float, float], letter: str, paint: str, ink: str) -> str:
    """Draw a card; without paint only its outline."""
    x, y = at
    box = f"fill='{paint}'" if paint else f"fill='none' stroke='{ink}' stroke-width='1.5'"
    return f"<rect x='{x:g}' y='{y:g}' width='{CARD}' height='{CARD + 8}' rx='6' {box}/>" + text(
        (x + CARD / 2, y + 31), letter, ink, 22, text_anchor="middle", font_weight="600"
    )


def cards(at: tuple[float, float], row: Iterable[tuple[str, str, str]]) -> str:
    """Draw a row of cards: letter, paint and ink of each."""
    x, y = at
    return "".join(card((x + place * (CARD + GAP), y), *one) for place, one in enumerate(row))


def drawing(height: int, title: str, parts: Iterable[str], look: Look) -> str:
    """Put parts on paper."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}'"
        f" width='{WIDTH}' height='{height}' role='img' {FONT}>\n"
        f"<title>{escape(title)}</title>\n"
        f"<rect width='{WIDTH}' height='{height}' rx='10' fill='{look.paper}'/>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


# A turn ------------------------------------------------------------------------------------------

POSITION: Final = lts.Position("JWLEANZ", "EES", patents="K", opponents=["E", ""])
"""The position of the README."""


def used(pile: str, turn: lts.Turn, source: str) -> list[bool]:
    """Mark the cards of a pile that the words of a turn use."""
    wanted = [
        letter
        for word in turn.words
        for letter, of in zip(word.word, word.sources, strict=True)
        if of == source
    ]
    marks = []
    for letter in pile:
        marks.append(letter in wanted)
        if marks[-1]:
            wanted.remove(letter)
    return marks


def marked(pile: str, marks: list[bool], paint: str, look: Look) -> list[tuple[str, str, str]]:
    """Paint the marked cards of a pile."""
    return [
        (letter, paint, look.letter) if mark else (letter, "", look.faint)
        for letter, mark in zip(pile, marks, strict=True)
    ]


def draw_turn(look: Look) -> str:
    """Draw the best turn of POSITION: the cards, the word, and what the turn brings."""
    hand, community = "JWLEANZ", "EES"
    turn = lts.best_turns(POSITION, lts.Lexicon.load(), limit=1)[0]
    (word,), play = turn.words, turn.play
    assert play is not None
    cost = PATENT_COST[turn.buy]
    paints = {"h": look.hand, "c": look.community}
    laid = [
        (letter, paints[source], look.letter)
        for letter, source in zip(word.word, word.sources, strict=True)
    ]
    x = MARGIN
    value = x + 86
    facts = (
        ("It pays", f"${play.money} and {play.stock} stock ({len(word.word)} letters)"),
        ("Royalties", f"${play.royalties[0]} to the owner of the patent on E"),
        ("You buy", f"the patent on {turn.buy}, a letter of the word, for ${cost}"),
        ("You keep", f"{' '.join(turn.leave)}, and discard {' '.join(turn.discards)}"),
    )
    parts = [
        text((x, 34), "Your hand", look.faint),
        cards((x, 44), marked(hand, used(hand, turn, "h"), look.hand, look)),
        text((x, 122), "The community, for all players", look.faint),
        cards((x, 132), marked(community, used(community, turn, "c"), look.community, look)),
        text((x, 214), "You play", look.faint),
        cards((x, 224), laid),
        *(
            text((x, 308 + 30 * at), name, look.faint)
            + text((value, 308 + 30 * at), what, look.ink)
            for at, (name, what) in enumerate(facts)
        ),
    ]
    return drawing(424, f"A turn: {turn}", parts, look)


# Notation ----------------------------------------------------------------------------------------


def draw_notation(look: Look) -> str:
    """Draw a play as it is written, with the meaning of each sign."""
    signs = (
        ("JAW", look.hand, "cards of your hand: capitals"),
        ("s", look.community, "a card of the community: small"),
        ("*K", look.ink, "the patent K doubles the word"),
    )
    parts, x = [], MARGIN + 4.0
    advance = 30
    for at, (sign, colour, meaning) in enumerate(signs):
        y = 104 + 34 * at
        mono = "ui-monospace, Menlo, DejaVu Sans Mono, monospace"
        middle = x + advance * len(sign) / 2
        parts += [
            text(
                (x, 52),
                sign,
                colour,
                46,
                font_family=mono,
                font_weight="600",
                textLength=f"{advance * len(sign)}",
            ),
            f"<path d='M{middle:g} 64V{y - 5}H186' fill='none' stroke='{colour}'"
            " stroke-width='1.5'/>",
            text((192, y), meaning, colour, 16),
        ]
        x += advance * len(sign)
    return drawing(196, "JAWs*K: a play as it is written", parts, look)


# Rules that differ -------------------------------------------------------------------------------


def draw_stacking(look: Look) -> str:
    """Draw how much a word pays that three doublers double, by the rule of the table."""
    word, patents = "AQUAE", "BJ"
    position = lts.Position(f"{word}BB", "", patents=patents)
    lexicon = lts.Lexicon.from_words([word])
    names = {
        lts.Stacking.MULTIPLY: "multiply (the rulebook)",
        lts.Stacking.ADD: "add",
        lts.Stacking.AT_MOST_ONE: "at most one",
    }
    paid = {
        name: lts.find_plays(position, lexicon, ruleset=lts.Ruleset(stacking=stacking))[0].money
        for stacking, name in names.items()
    }
    plain = lts.word_payout(word.replace("Q", "R")).money
    scale = (WIDTH - 2 * MARGIN - 60) / max(paid.values())
    parts = [
        text((MARGIN, 34), "Q in the word, B and J owned: three doublers", look.faint),
        cards((MARGIN, 46), [(letter, look.hand, look.letter) for letter in word]),
        text((MARGIN + 236, 76), f"${plain} without doublers", look.ink),
    ]
    for at, (name, money) in enumerate(paid.items()):
        y = 134 + 56 * at
        parts += [
            text((MARGIN, y), name, look.faint),
            f"<rect x='{MARGIN}' y='{y + 8}' width='{scale * money:g}' height='20' rx='3'"
            f" fill='{look.hand}'/>",
            text((MARGIN + scale * money + 8, y + 24), f"${money}", look.ink, font_weight="600"),
        ]
    return drawing(300, "Doublers multiply, add, or count once", parts, look)


# The search --------------------------------------------------------------------------------------


def draw_search(look: Look) -> str:
    """Draw the test of the search: a class of words fits if the rack has all its letters."""
    rack = "TEAONXQTBB"
    held = low_word(rack)
    shown = ("AET", "ABNOT", "AEST")
    lexicon = lts.Lexicon.load()
    columns = "ABENOQSTX"
    wide = 34
    left = MARGIN + 96
    parts = [
        text((left + wide * at + wide / 2, 34), letter, look.faint, 16, text_anchor="middle")
        for at, letter in enumerate(columns)
    ]
    for row, letters in enumerate((rack, *shown)):
        y = 48 + 56 * row
        colour = look.community if row == 0 else look.hand
        fits = low_word(letters) & ~held == 0
        name = "the rack" if row == 0 else letters
        parts.append(text((MARGIN, y + 22), name, look.ink, font_weight="600"))
        for at, letter in enumerate(columns):
            has, lacks = letter in letters, letter not in rack
            paint = f"fill='{colour}'" if has and not lacks else "fill='none'"
            line = look.community if has and lacks else look.faint
            width = 3 if has and lacks else 0.7
            parts.append(
                f"<rect x='{left + wide * at + 4}' y='{y + 4}' width='{wide - 8}' height='24'"
                f" rx='4' {paint} stroke='{line}' stroke-width='{width}'/>"
            )
        if row:
            words = " ".join(lexicon.anagrams(letters)[:4])
            verdict = words if fits else "does not fit: the rack has no S"
            parts.append(text((left, y + 46), verdict, look.faint, 14))
    return drawing(288, "A class of words fits if the rack has all its letters", parts, look)


DRAWINGS: Final[dict[str, Callable[[Look], str]]] = {
    "turn": draw_turn,
    "notation": draw_notation,
    "stacking": draw_stacking,
    "search": draw_search,
}


def main(folder: Path = FOLDER) -> None:
    """Write all drawings."""
    for name, draw in DRAWINGS.items():
        for look in LOOKS:
            (folder / f"{name}{look.suffix}.svg").write_text(draw(look), "utf-8")


if __name__ == "__main__":
    main()
