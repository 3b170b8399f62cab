"""Turns and games in the browser and in Python: the same text, tables and refusals."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import pytest
from support.browser import Scripts
from support.games import make_state, short_words
from support.online import game_of, read, text_of
from support.selection import quick
from support.table_games import (
    folded_game,
    in_full,
    played,
    table_json,
    told,
    told_json,
    tries,
    words,
)
from support.told import PLAYERS, TURNS

from letter_tycoon_solver.errors import (
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
    Reason,
    sentence,
)
from letter_tycoon_solver.game import (
    Game,
    RetellError,
    SeenState,
    ToldTurn,
    TrackedGame,
    game_text,
    lay,
    read_game_text,
)
from letter_tycoon_solver.game.actions import ActionReason
from letter_tycoon_solver.game.game import game_lines
from letter_tycoon_solver.game.table import parse_names, player_named, said_name
from letter_tycoon_solver.game.turns import ways_to_lay
from letter_tycoon_solver.rules.cards import (
    CARD_COUNT,
    HIDDEN,
    MAX_WORDS,
    MIN_CARDS_FOR_DUPLICATE,
    MIN_WORD_LENGTH,
    PATENT_COST,
    VOWELS,
)
from letter_tycoon_solver.rules.play import COMMUNITY, HAND, Play, parse_words
from letter_tycoon_solver.rules.position import MAX_MONEY, MAX_OPPONENTS
from letter_tycoon_solver.rules.ruleset import (
    MAX_CARDS,
    MAX_GOAL,
    MAX_PAY,
    MAX_RETRIES,
    PRESETS,
    RULEBOOK,
    ChallengeMode,
    DuplicateScope,
    LastRound,
    Replaceable,
    Reshuffle,
    Stacking,
)
from letter_tycoon_solver.rules.turn import split_line
from letter_tycoon_solver.web.pages import LISTS

SETUP = {
    "players": ["Ann", "Ben"],
    "first": 0,
    "hands": ["JWLEANZ", ""],
    "community": "EES",
    "rules": {},
}


def test_the_numbers_are_those_of_the_package(scripts: Scripts) -> None:
    readings = {
        "stacking": Stacking,
        "duplicate_scope": DuplicateScope,
        "last_round": LastRound,
        "replaceable": Replaceable,
        "reshuffle": Reshuffle,
        "mode": ChallengeMode,
    }
    assert scripts.call("folds.mjs", "numbersOf") == {
        "CARDS": dict(CARD_COUNT),
        "COSTS": dict(PATENT_COST),
        "VOWELS": "".join(sorted(VOWELS)),
        "LIMITS": {
            "words": MAX_WORDS,
            "letters": MIN_WORD_LENGTH,
            "forDuplicate": MIN_CARDS_FOR_DUPLICATE,
            "cards": MAX_CARDS,
            "retries": MAX_RETRIES,
            "goal": MAX_GOAL,
            "pay": MAX_PAY,
            "opponents": MAX_OPPONENTS,
            "money": MAX_MONEY,
        },
        "RULEBOOK": RULEBOOK.to_dict(),
        "PRESETS": {name: ruleset.to_dict() for name, ruleset in PRESETS.items()},
        "READINGS": {name: [one.value for one in kind] for name, kind in readings.items()},
        "REASONS": {one.name: one.value for kind in (Reason, ActionReason) for one in kind},
        "LISTS": dict(LISTS),
    }


@pytest.mark.parametrize(
    "seeds",
    [
        range(15),
        *(
            pytest.param(range(first, first + 50), marks=pytest.mark.soak)
            for first in range(0, 1_000, 50)
        ),
    ],
    ids=str,
)
def test_games_lead_to_the_tables_of_the_library(scripts: Scripts, seeds: range) -> None:
    games = [folded_game(seed) for seed in seeds]
    assert scripts.call("folds.mjs", "differences", games, sorted(short_words())) == []


@pytest.mark.parametrize(
    "n",
    [4, pytest.param(20, marks=pytest.mark.slow), pytest.param(80, marks=pytest.mark.soak)],
)
def test_what_is_wrong_is_refused_for_the_same_reason(scripts: Scripts, n: int) -> None:
    """In 80 games are 10,000 such lines."""
    answers = Counter[str]()
    for seed in range(100, 100 + n):
        game = tries(seed, 5)
        assert scripts.call("folds.mjs", "answers", [game], sorted(short_words())) == []
        lines = itertools.chain.from_iterable(game["tried"])
        answers += Counter(answer.get("reason", "taken") for _, answer in lines)
    assert answers.total() - answers["taken"] > 125 * n
    assert len(answers) > 12


def fold_all(scripts: Scripts, *lines: str, setup: dict[str, Any] = SETUP) -> dict[str, Any]:
    """The table after these lines, or why one of them cannot be."""
    answer: dict[str, Any] = scripts.call("folds.mjs", "folded", setup, lines, ["JEWELS", "LAWN"])
    return answer


def test_it_says_which_cards_came_and_are_not_told(scripts: Scripts) -> None:
    refused = fold_all(scripts, "JeWeLs, buy J < ABC")["refused"]
    assert refused["reason"] == "MISSING_CARDS"
    assert "give the 3 that came instead" in refused["message"]
    refused = fold_all(scripts, "JeWeLs, buy J > RST")["refused"]
    assert refused["reason"] == "MISSING_CARDS"
    assert "give the 3 drawn" in refused["message"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["Ann", "Ann"]}, "two players have the same name in Ann, Ann"),
        ({"hands": ["JWLEAN", ""]}, "the hand JWLEAN has 6 cards; 7 are dealt"),
        ({"hands": ["JJLEANZ", ""]}, "more cards J are seen than the 1 that the deck has"),
        ({"hands": ["JWLEAN?", "CDOORST"]}, "where all hands are known, all their cards are"),
        ({"hands": ["JWLEAN1", ""]}, "the hand 'JWLEAN1' contains '1'; only the letters A to Z"),
        ({"community": "EE"}, "the community EE has 2 cards; 3 are dealt"),
        ({"first": 2}, "there is no player 2; the players are 0 to 1"),
        ({"rules": {"stacking": "sum"}}, "there is no game with the rule stacking: '\"sum\"'"),
        ({"rules": {"hand_size": 12}}, "there is no game with the rule hand_size: '12'"),
        ({"rules": {"goals": {"6": 3}}}, "there is no game with the rule goals"),
        ({"rules": {"challenge": {"mode": "none", "retries": 1}}}, "with the rule challenge"),
        ({"rules": {"payout": {"coins": [1]}}}, "with the rule payout"),
    ],
)
def test_no_game_begins_like_this(scripts: Scripts, change: dict[str, Any], message: str) -> None:
    refused = fold_all(scripts, setup=SETUP | change)["refused"]
    assert refused["reason"] == "INVALID"
    assert message in refused["message"]


# Turns that are told ------------------------------------------------------------------------------


DECK = "".join(letter * n for letter, n in CARD_COUNT.items())


def table_of(seen: SeenState) -> dict[str, Any]:
    """A view at the start of a turn, as rules.js has it."""
    return {
        **table_json(seen),
        "names": [f"P{player}" for player in range(len(seen.seats))],
        "rules": seen.ruleset.to_dict(),
        "goal": seen.goal,
        "known": [HIDDEN not in seat.hand for seat in seen.seats],
        "done": None,
    }


def views(n: int) -> Iterator[tuple[SeenState, str]]:
    """Views of a player who has the turn or another one, and words that may lie there."""
    rng = random.Random(4)
    for number in range(n):
        n_players = rng.randint(2, 4)
        cards = rng.sample(DECK, 7 * n_players + 3)
        hands = ["".join(cards[7 * at : 7 * at + 7]) for at in range(n_players)]
        community = "".join(cards[-3:])
        owned: list[str] = [""] * n_players
        for letter in "BJKVXZU":
            if rng.random() < 0.5:
                owned[0 if rng.random() < 0.6 else rng.randrange(n_players)] += letter
        ruleset = rng.choice(list(PRESETS.values()))
        state = make_state(
            hands, community, patents=owned, money=[rng.randint(0, 9)] * n_players,
            n_discards=rng.randint(0, 30), ruleset=ruleset, round=40,
        )  # fmt: skip
        seen = state.seen_by(number % n_players)
        yield (
            seen,
            " & ".join(word(rng, hands[0] + community) for _ in range(rng.choice((1, 1, 2)))),
        )


def word(rng: random.Random, cards: str) -> str:
    """Letters of these cards, often one more of them, an S at the end, or one of another letter."""
    letters = rng.sample(cards, rng.randint(2, 6))
    letters += rng.choice(("", "", letters[0], "S", "Y", rng.choice("EASY")))
    text = "".join(letters)
    return text if rng.random() < 0.2 else text.lower()


def by_python(seen: SeenState, text: str) -> dict[str, Any]:
    try:
        ways = ways_to_lay(seen, lay(*parse_words(text)))
    except (IllegalPlay, InvalidInputError) as error:
        return {"ways": [], "refusal": sentence(error)}
    return {"ways": [as_script(play, len(seen.seats)) for play in ways], "refusal": ""}


def as_script(play: Play, n_players: int) -> dict[str, Any]:
    def cards(source: str) -> str:
        return "".join(sorted("".join(word.letters_from(source) for word in play.words)))

    return {
        "notation": play.notation,
        "money": play.money,
        "stock": play.stock,
        "royalties": [0, *play.royalties][:n_players],
        "purchasable": play.purchasable,
        "community": cards(COMMUNITY),
        "hand": cards(HAND),
    }


@pytest.mark.parametrize("n", [400, pytest.param(6_000, marks=pytest.mark.soak)])
def test_words_lie_in_the_same_ways(scripts: Scripts, n: int) -> None:
    asked = list(views(n))
    found = scripts.call("told.mjs", "read", [[table_of(seen), text] for seen, text in asked])
    wanted = [by_python(seen, text) for seen, text in asked]
    several = Counter(min(len(one["ways"]), 3) for one in wanted)
    assert min(several[n] for n in range(4)) > len(wanted) // 50
    for (seen, text), one, other in zip(asked, wanted, found, strict=True):
        assert other["ways"] == one["ways"], (text, seen)
        assert bool(other["refusal"]) == bool(one["refusal"]), (text, seen)
        if "cards that are not there" in one["refusal"]:
            assert sentence(ValueError(other["refusal"])) == one["refusal"]


def test_an_event_becomes_a_draft_and_is_told_again(scripts: Scripts) -> None:
    """A correction that changes nothing does the same."""
    hands = ["", "BDEGISU", ""]
    header = {
        "players": PLAYERS, "first": 0, "hands": hands, "community": "EWY", "rules": {},
        "lexicon": {"name": "enable", "sha256": ""},
    }  # fmt: skip
    lines = []
    for turn in TURNS:
        text, drew, came = turn.told
        lines.append(text + (f" < {drew}" if drew else "") + (f" > {came}" if came else ""))
    assert scripts.call("told.mjs", "retold", [[header, lines]]) == [[]]


# Texts of turns and of whole games ----------------------------------------------------------------


N_TURNS: Final = 4_000
DOZEN: Final = 12
"""So many seeds of each random test run here; the others are soaked."""
PIECES: Final = (
    *("jewels", "JeWeLs", "YAChT/c*K", "BO(O)K+S", "cat & dog", "cat&dog*KQ", "&", "buy J"),
    *("discard AZ", "discard ZA", "discard ??", "exchange JZ", "exchange *", "replace X", "q x"),
    *("replace x from community", "replace X from community", "- 3", "!ben", "challenged"),
    *("challenged by Ben", "challenged by  Ben", "buy nothing", "exchange nothing", "\u00e9"),
    *("CHALLENGED", "\t", "\u00a0", "buy j", "discard 2", "replace ?", "discard A?", "buy", ","),
)
ENDS: Final = ("", "", ">", "<", "> KLA", "< ERTO", "> Q t", "< -", "> ?", "> K !Ben", "<<")


def seeds(values: Iterable[int]) -> list[object]:
    """Arguments for `parametrize`: the first is quick, a dozen run in CI, the others are soaked."""
    every = list(values)
    soaked = [pytest.param(seed, marks=pytest.mark.soak) for seed in every[DOZEN:]]
    return quick(1, every[:DOZEN]) + soaked


def texts(seed: int, n: int) -> Iterator[str]:
    """Turns in full, in short, and what is nearly one."""
    rng = random.Random(seed)
    for _ in range(n):
        pieces = [rng.choice(PIECES) for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4)))]
        yield rng.choice((" ", ", ", ", ")).join(pieces)


def read_line(text: str) -> dict[str, Any]:
    try:
        said, came, drew = split_line(text)
        told = ToldTurn(said, came, drew)
        return told_json(told) | {"text": in_full(told).line}
    except InvalidInputError as error:
        return {"error": str(error)}


def test_a_line_is_read_as_by_python_if_it_is_in_full(scripts: Scripts) -> None:
    rng = random.Random(1)
    ends = [f"{rng.choice(ENDS)} {rng.choice(ENDS)}".strip() for _ in range(N_TURNS)]
    some = [f"{text} {end}".strip() for text, end in zip(texts(1, N_TURNS), ends, strict=True)]
    asked = some + [read["text"] for read in map(read_line, some) if "turn" in read]
    wanted = [read_line(text) for text in asked]
    is_full = [one.get("text") == text for one, text in zip(wanted, asked, strict=True)]
    assert sum(is_full) > N_TURNS / 5
    answers = scripts.call("texts.mjs", "lines", asked)
    for full, one, answer in zip(is_full, wanted, answers, strict=True):
        assert answer == one if full else "error" in answer, (one, answer)


# Names -------------------------------------------------------------------------------------------

NAMES: Final = (
    *("Ann", "ANN", "ann", " Ann", "Mary Ann", "mary  ann", "Ann, Ben", "A<B", "5", "1", "0"),
    *("\u5b89", "Stra\u00dfe", "STRASSE", "\u03a3\u03a3", "\u03c3\u03c2", "", "x" * 100, "x" * 101),
    *("\U0001f469\u200d\U0001f680", "a\u200db", "\u200d", "tab\t", "\u00a0", "\u202e", "Ann: Ben"),
)


def meant(text: str, names: Sequence[str]) -> int | dict[str, str]:
    try:
        return player_named(text, names)
    except InvalidInputError as error:
        return {"error": str(error)}


def test_names_are_said_and_meant_as_in_python(scripts: Scripts) -> None:
    rng = random.Random(2)
    players = [rng.sample(NAMES, rng.randint(2, 5)) for _ in range(300)]
    wanted: list[dict[str, Any]] = []
    for names in players:
        try:
            wanted.append({"names": list(parse_names(names))})
        except InvalidInputError as error:
            wanted.append({"error": str(error)})
    answers = scripts.call("texts.mjs", "players", players)
    assert answers == wanted
    fit = [one["names"] for one in wanted if "names" in one]
    assert len(fit) > 20
    asked = [(names, rng.sample(NAMES, 9)) for names in fit]
    assert scripts.call("texts.mjs", "names", asked) == [
        {
            "said": [said_name(player, names) for player in range(len(names))],
            "meant": [meant(text, names) for text in texts],
        }
        for names, texts in asked
    ]


# Whole games -------------------------------------------------------------------------------------


def test_a_text_may_have_other_blanks_and_notes(scripts: Scripts) -> None:
    """The text of a log: five players, and a hand of which some cards never came up."""
    log = game_text(read(text_of(3, (1,))).record)
    text = "".join(line for line in log.splitlines(keepends=True) if not line.startswith("#"))
    noted = "\ufeff\n# Ours\r\n" + text.replace("\n", "\r\n# A note\n\n   ")
    (answer,) = scripts.call("texts.mjs", "games", [noted])
    assert answer["text"] == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Letter Tycoon 1", "Letter Tycoon 2", 'the text does not begin with the line "Letter'),
        ('first: "Player 1"', 'first: "Zoe"', "line 3: there is no player 'Zoe'; the players are"),
        ('first: "Player 1"', "first: Player 1", "line 3: 'first: Player 1' has no value in JSON"),
        ('first: "Player 1"', "first: 1", "line 3: 'first: 1' is not as in first: \"Ann\""),
        ('first: "Player 1"', 'last: "Player 1"', "line 3: there is no field 'last'; use players,"),
        ('first: "Player 1"\n', "", "the text lacks the lines of first"),
        ('"Player 0", "', '"Player 1", "', "line 2: two players have the same name"),
        ('"DEIIMNO", ', "7, ", "line 4: 'hands: [7, "),
        ('"DEIIMNO", ', "", "line 4: there is 1 hand for 2 players"),
        ('"sha256": "', '"md5": "', 'is not as in lexicon: {"name": "enable"'),
        ('"sha256": "', '"also": null, "sha256": "', 'is not as in lexicon: {"name": "enable"'),
        ("1. Player 1: Av", "1. Nobody: Av", "line 9: '1. Nobody: AvERRED, discard V < SICTPHH"),
        ("AvERRED, discard V", "AvERRED, discard V, VX", "discard V, VX' is no turn in its full"),
        ("AvERRED, discard V", "AvERRED, discard 9V", "9V' is no turn in its full form, such"),
        ("< SICTPHH > W", "< SICTPHH > W > W", "line 9: 'AvERRED, discard V < SICTPHH > W > W'"),
        ("< SICTPHH > W", "> W < SICTPHH", "line 9: 'AvERRED, discard V > W < SICTPHH'"),
        (", discard V", ", buy nothing, discard V", "is not in its full form, as 'AvERRED,"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(
    scripts: Scripts, old: str, new: str, message: str
) -> None:
    text = game_text(game_of(0))
    assert text.count(old) == 1
    (answer,) = scripts.call("texts.mjs", "games", [text.replace(old, new)])
    assert message in answer["error"]


# Games: the same tables from the same text --------------------------------------------------------


A_CALL: Final = 8
"""Games that are told in one call of the browser."""


@pytest.fixture
def table(scripts: Scripts) -> Scripts:
    """The scripts, with the words of these games."""
    scripts.call("games.mjs", "use", words())
    return scripts


def tables_of(game: Game | TrackedGame) -> list[dict[str, Any]]:
    """The tables before the first line of the text of a game, and after each."""
    first = game.states[0] if isinstance(game, Game) else game.views[0]
    return [table_json(first), *(table_json(line.after) for line in game_lines(game))]


def read_back(text: str) -> Game | TrackedGame:
    return read_game_text(text, short_words())


@pytest.mark.parametrize("first", seeds(range(0, 400, A_CALL)))
def test_games_go_to_the_browser_and_back(table: Scripts, first: int) -> None:
    """Half of them with all hands known, the others as one person or nobody sees them.

    Far more are folded above; these are about their text.
    """
    numbers = range(first, first + A_CALL)
    games = [played(n) if n % 2 else told(n) for n in numbers]
    answers = table.call("games.mjs", "told", [game_text(game) for game in games])
    for game, answer in zip(games, answers, strict=True):
        assert answer.get("tables", answer) == tables_of(game)
        assert answer["inParts"] == []
        again = read_back(answer["text"])
        if isinstance(game, Game):
            assert answer["text"] == game_text(game)
        else:
            assert isinstance(again, TrackedGame)
            assert again.views[-1] == game.views[-1]
            assert game_text(again) == answer["text"]


def test_a_replaced_card_of_the_community_is_a_part_of_its_turn(table: Scripts) -> None:
    lexicon = next(line for line in game_text(told(0)).splitlines() if line.startswith("lexicon"))
    lines = [
        "Letter Tycoon 1", 'players: ["Ann", "Ben"]', 'first: "Ann"', 'hands: ["", ""]',
        'community: "EES"', lexicon, 'rules: {"replaceable": "hand-or-community"}', "",
        "1. Ann: QUIT, buy Q", "1. Ben: exchange nothing",
        "2. Ann: replace E from community, TRAIN > A", "",
    ]  # fmt: skip
    (answer,) = table.call("games.mjs", "told", ["\n".join(lines)])
    assert answer["inParts"] == []
    assert answer["text"] == game_text(read_back("\n".join(lines)))


# Undo, redo, correct -----------------------------------------------------------------------------


@pytest.mark.parametrize("first", seeds(range(0, 100, 4)))
def test_every_change_equals_folding_anew(table: Scripts, first: int) -> None:
    refused = accepted = 0
    for n in range(first, first + 4):
        text = game_text(played(n) if n % 2 else told(n))
        answer = table.call("games.mjs", "changes", text, n + 1)
        assert answer["differ"] == []
        refused += answer["refused"]
        accepted += answer["accepted"]
    assert min(refused, accepted) > 20


def test_a_correction_says_as_python_which_turn_cannot_be_then(table: Scripts) -> None:
    text = game_text(told(7))
    game = read_back(text)
    assert isinstance(game, TrackedGame)
    turn = game.turns[4].told
    other = dataclasses.replace(turn, text=turn.text.replace(", buy K", ""))
    with pytest.raises(RetellError) as raised:
        game.correct(5, other.text, community=other.community, drew=other.drew)
    at, later = raised.value.number, raised.value.turn
    said = f"turn {at}, '{later.text}' of {raised.value.player}, cannot be then: "
    assert table.call("games.mjs", "corrected", text, 5, other.line) == {"at": at, "said": said}


# Kept by the browser -----------------------------------------------------------------------------


def test_a_kept_game_is_not_half_opened(table: Scripts) -> None:
    text = game_text(played(1))
    for done in (-1, 10_000):
        wrong, other = table.call("games.mjs", "refusals", text, done)
        assert "turns are done" in wrong["message"]
        assert "has other words (0000000000000000..)" in other["message"]


# Refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["1. Mary Ann: ", "2. Ann: "])
def test_whose_turn_it_is_not_is_named_by_its_line(table: Scripts, wrong: str) -> None:
    text = game_text(played(12)).replace("1. Ann: ", wrong)
    (answer,) = table.call("games.mjs", "told", [text])
    said = "line 9: it is round 1 and the turn of Ann"
    assert answer["message"].startswith(said)
    with pytest.raises(LetterTycoonError, match=said):
        read_back(text)
