"""The notation of whole games: written, read back the same, and what is wrong named by its line."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import WordPlayer, all_rulesets, make_state, play_on, short_words
from support.online import game_of, read, text_of
from support.strategies import examples
from support.table_games import with_typos

from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import (
    HIDDEN,
    Game,
    Known,
    TrackedGame,
    game_text,
    read_game_text,
    read_online,
)
from letter_tycoon_solver.rules.ruleset import Ruleset

NAMES = ["Ann", "1. Ann: Ben", "Cleo, the <third>", "\u5b89", "5"]


def played(n_players: int, seed: int, ruleset: Ruleset, n_actions: int | None) -> Game:
    game = Game(NAMES[:n_players], seed, short_words(), ruleset)
    players = [WordPlayer(seed + number) for number in range(n_players)]
    play_on(game, players, lambda: n_actions is None or len(game.history) < n_actions)
    return game


def read_back(text: str) -> Game:
    game = read_game_text(text, short_words())
    assert isinstance(game, Game)
    return game


def assert_same(game: Game, again: Game) -> None:
    """The same game, as far as turns are whole; what nobody drew may lie in another order."""
    assert again.names == game.names
    n = len(again.history)
    for player in range(len(game.names)):
        views = [state.seen_by(player) for state in game.states[: n + 1]]
        assert [state.seen_by(player) for state in again.states] == views


@given(
    n_players=st.integers(2, 5),
    seed=st.integers(0, 10_000),
    ruleset=st.sampled_from(all_rulesets()),
    n_actions=st.none() | st.integers(0, 60),
)
def test_games_are_read_back_as_they_were(
    n_players: int, seed: int, ruleset: Ruleset, n_actions: int | None
) -> None:
    game = played(n_players, seed, ruleset, n_actions)
    text = game_text(game)
    again = read_back(text)
    assert_same(game, again)
    assert game.state.is_over == again.state.is_over
    assert len(game.history) - len(again.history) < 4 + n_players
    assert game_text(again) == text


@examples(20)
@given(seed=st.integers(0, 200))
def test_a_game_of_one_hand_is_read_back(seed: int) -> None:
    record = read(text_of(seed, (seed % 2,))).record
    assert isinstance(record, TrackedGame)
    text = game_text(record)
    again = read_game_text(text, short_words())
    assert isinstance(again, TrackedGame)
    assert (again.views, again.seat) == (record.views, record.seat)
    assert game_text(again) == text


def test_a_scorekeeper_and_cards_that_are_not_known() -> None:
    record = read(text_of(1, ())).record
    assert game_text(record).splitlines()[3] == 'hands: ["", "", ""]'
    again = read_game_text(game_text(record), short_words())
    assert isinstance(again, TrackedGame)
    assert again.seat is None
    games = [read(text_of(seed)).record for seed in (53, 93, 97)]
    texts = [game_text(game) for game in games if isinstance(game, Game)]
    of_cards_not_known = [text for text in texts if HIDDEN in text.splitlines()[3]]
    assert of_cards_not_known
    for text in of_cards_not_known:
        assert game_text(read_back(text)) == text
    own = read(text_of(2, (1,))).record
    assert HIDDEN in game_text(own)


def test_one_line_a_turn() -> None:
    lines = game_text(game_of(0)).splitlines()
    assert lines[:5] == [
        "Letter Tycoon 1",
        'players: ["Player 0", "Player 1"]',
        'first: "Player 1"',
        'hands: ["DEIIMNO", "ADEERRV"]',
        'community: "IUV"',
    ]
    assert lines[7] == ""
    assert lines[8] == "1. Player 1: AvERRED, discard V < SICTPHH > W"
    assert lines[10:12] == [
        "2. Player 1: PiS, challenged by Player 0",
        "2. Player 1: discard P < P",
    ]
    scores = [score.total for score in game_of(0).state.scores]
    assert lines[-1] == f"# Player 0 {scores[0]}, Player 1 {scores[1]}"


def test_import_reads_it_as_any_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(game_text(game_of(2)), "utf-8")
    posted, logged = read_online(file, lexicon=short_words()), read(text_of(2))
    assert (posted.known, posted.is_finished) == (Known.ALL, True)
    by_name = {player.name: player for player in logged.players}
    for player in posted.players:
        other = by_name[player.name]
        assert (player.score, player.place, player.patents) == (
            other.score,
            other.place,
            other.patents,
        )
    names = [player.name for player in posted.players]
    others = [player.name for player in logged.players]
    assert [
        (names[turn.player], turn.words, turn.bought, turn.money, turn.stock)
        for turn in posted.turns
    ] == [
        (others[turn.player], turn.words, turn.bought, turn.money, turn.stock)
        for turn in logged.turns
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Letter Tycoon 1", "Letter Tycoon 2", "does not begin with the line"),
        ('first: "Player 1"', 'first: "Zoe"', "there is no player 'Zoe'"),
        ('first: "Player 1"', "first: Player 1", "line 3: .* has no value in JSON"),
        ('first: "Player 1"', 'last: "Player 1"', "last"),
        ('"DEIIMNO", ', "", "1 hand for 2 players"),
        ("DEIIMNO", "JJIIMNO", "more cards J than a game has"),
        ("1. Player 1: Av", "1. Player 0: Av", "line 9: it is round 1 and the turn of Player 1"),
        ("1. Player 1: Av", "2. Player 1: Av", "line 9: it is round 1 and the turn of Player 1"),
        ("1. Player 1: Av", "1. Nobody: Av", "line 9: .* does not begin with the round"),
        ("AvERRED, discard V", "AvERRED, buy Z", "line 9: "),
        ("SICTPHH > W", "SICTPHH", "more cards [A-Z] than a game has"),
        ("< EHFOOS", "< EHFOO", "line 47: EHFOO came, and by the rules EHEFOO"),
        ("< SICTPHH > W", "< SICTPHH > W > W", "line 9: .* twice"),
        ("< SICTPHH > W", "< SICTPHH > 5", "line 9: the cards for the community '5' contains"),
        ('"stacking": "add"', '"stacking": "sub"', "sub"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(old: str, new: str, message: str) -> None:
    text = game_text(game_of(0)).replace("rules: {", 'rules: {"stacking": "add", ')
    assert text.count(old) == 1
    text = text.replace(old, new)
    with pytest.raises(InvalidInputError, match=message):
        read_game_text(text, short_words())


def test_cards_that_came_are_read_in_any_case() -> None:
    text = game_text(game_of(0))
    lower = re.sub(r"[<>] [A-Z]+", lambda cards: cards[0].lower(), text)
    assert lower != text
    assert_same(game_of(0), read_back(lower))


def test_a_game_that_begins_in_its_middle_has_no_notation() -> None:
    game = Game.from_state(make_state(["JWLEANZ", ""], "EES", money=[3, 0]), ["Ann", "Ben"])
    with pytest.raises(InvalidInputError, match="begins in its middle"):
        game_text(game)


def test_the_lexicon_is_that_of_the_game() -> None:
    text = game_text(game_of(0))
    with pytest.raises(InvalidInputError, match="not one of the shipped"):
        read_game_text(text)
    with pytest.raises(InvalidInputError, match="has other words"):
        read_game_text(text, ["CAT"])


@given(seed=st.integers(0, 1 << 32))
def test_mutated_texts_raise_nothing_but_our_errors(seed: int) -> None:
    rng = random.Random(seed)
    text = with_typos(game_text(game_of(seed % 8)), rng)
    try:
        game = read_game_text(text, short_words())
    except LetterTycoonError:
        return
    read_game_text(game_text(game), short_words())
