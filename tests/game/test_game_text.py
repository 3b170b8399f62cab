"""Games from texts: their notation, and logs of games that were played online."""

from __future__ import annotations

import copy
import itertools
import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import all_rulesets, make_state, short_words
from support.online import (
    damaged,
    events_of,
    game_of,
    log_of,
    online_log,
    read,
    ruleset_of,
    text_of,
    turn_of,
    without_event,
)
from support.records import act
from support.selection import quick
from support.strategies import examples
from support.table_games import with_typos

from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import (
    HIDDEN,
    Action,
    ActionKind,
    Game,
    GameState,
    OnlineGame,
    OnlineLogError,
    Phase,
    SeenState,
    TrackedGame,
    game_text,
    read_game_text,
    read_online,
)
from letter_tycoon_solver.game.game import table_of
from letter_tycoon_solver.game.online_game import MAX_BYTES, _altered
from letter_tycoon_solver.game.online_log import Attempt, LaidWord, LoggedTurn
from letter_tycoon_solver.game.state import told_state
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.play import PlayedWord
from letter_tycoon_solver.rules.ruleset import ONLINE, ChallengeMode, Ruleset, Stacking

# The notation of whole games ----------------------------------------------------------------------


NAMES = ["Ann", "1. Ann: Ben", "Cleo, the <third>", "\u5b89", "5"]


def played(n_players: int, seed: int, ruleset: Ruleset, n_actions: int | None) -> Game:
    game = Game(NAMES[:n_players], seed, short_words(), ruleset)
    act(game, n_actions, seed)
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
    assert isinstance(posted.record, Game)
    assert posted.is_finished
    scores, turns = zip(*map(told_of, (posted, logged)), strict=True)
    assert scores[0] == scores[1]
    assert turns[0] == turns[1]


def told_of(game: OnlineGame) -> tuple[set[object], list[object]]:
    """The players, in whatever order they sit, and their turns."""
    names = [player.name for player in game.players]
    return {(one.name, one.score, one.place, one.patents) for one in game.players}, [
        (names[turn.player], turn.words, turn.bought, turn.money, turn.stock) for turn in game.turns
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


# Logs of games played online, against the games that they were written of -------------------------


SEEDS = quick(4, range(12))
TWO_DOUBLERS = [7, 32]
"""The seeds of games that show what several doublers do."""
ONE_COUNTS = [32, 383]
"""The seeds of games in which a word could have two doublers, and one counts: B or J, J or Q."""
REPLACED_IN_COMMUNITY = 23
"""The seed of a game in which Q replaces a card of the community."""


def seats_of(seed: int) -> list[int]:
    """The seats of the game by those of its log, which begin with the start player."""
    first = game_of(seed).states[0]
    return first.clockwise_from(first.start_player)


def without_doublers(action: Action) -> Action:
    return replace(action, doublers=None) if action.kind is ActionKind.PLAY else action


def starts(game: Game) -> Iterator[tuple[int, GameState]]:
    """The states in which a turn begins, and how many actions came before."""
    seen = set()
    for at, state in enumerate(game.states):
        if turn_of(state) not in seen:
            seen.add(turn_of(state))
            yield at, state


def paid_words(game: Game) -> list[str]:
    """The words that stood, turn by turn, with the doublers that count."""
    paid = {
        turn_of(state): state.turn.play.notation
        for state in game.states
        if state.phase in (Phase.PURCHASE, Phase.CLEAN_UP) and state.turn.play
    }
    return [*paid.values()]


def open_part(state: GameState | SeenState, seats: list[int]) -> list[object]:
    """The table that all see, in the order of the log's seats."""
    return [(state.seats[a].money, state.seats[a].stock, state.seats[a].patents) for a in seats]


class TestAllHands:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_the_record_is_the_game(self, seed: int) -> None:
        game, found = game_of(seed), read(text_of(seed))
        record, seats = found.record, seats_of(seed)
        assert isinstance(record, Game)
        assert isinstance(found.record, Game)
        assert found.is_finished
        assert [*map(without_doublers, record.history)] == [
            *map(without_doublers, game.history)
        ] or HIDDEN in "".join(seat.hand for seat in record.states[0].seats)
        for now, true in zip(record.states, game.states, strict=True):
            assert open_part(now, [*range(len(seats))]) == open_part(true, seats)
            assert (now.phase, seats[now.active], seats[now.to_act], len(now.deck)) == (
                *(true.phase, true.active, true.to_act, len(true.deck)),
            )
            for seat, player in enumerate(seats):
                self.same_cards(now.seats[seat].hand, true.seats[player].hand)
            self.same_cards(now.community, true.community)
            self.same_cards(now.discards, true.discards)

    @staticmethod
    def same_cards(found: str, true: str) -> None:
        assert len(found) == len(true)
        assert not Counter(found.replace(HIDDEN, "")) - Counter(true)


class TestOneSeat:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_with_the_replay_page_all_of_it_is_known(self, seed: int) -> None:
        for own, player in enumerate(seats_of(seed)):
            found = read(log_of(seed).page(player))
            assert isinstance(found.record, TrackedGame)
            assert found.record.seat == own
            self.check(seed, found, own, all_known=True)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_from_the_archive_what_came_up(self, seed: int) -> None:
        for own, player in enumerate(seats_of(seed)):
            found = read(text_of(seed, (player,)))
            self.check(seed, found, own, all_known=False)

    def check(self, seed: int, found: OnlineGame, own: int, *, all_known: bool) -> None:
        """The views at the beginnings of own turns are what the game was."""
        game, seats, tracked = game_of(seed), seats_of(seed), found.record
        assert isinstance(tracked, TrackedGame)
        true = {turn_of(state): (at, state) for at, state in starts(game)}
        decisions = [pair for turn in tracked.turns if turn.player == own for pair in turn.steps]
        views = [
            seen
            for seen, _ in decisions
            if seen.phase is Phase.START and not seen.turn.failed_words and not seen.turn.replaced
        ]
        assert views or not found.turns
        for seen in views:
            _, state = true[seen.round, seats[seen.active]]
            hand, community = seen.seats[own].hand, seen.community
            TestAllHands.same_cards(hand, state.seats[seats[own]].hand)
            TestAllHands.same_cards(community, state.community)
            TestAllHands.same_cards(seen.discards, state.discards)
            assert not all_known or HIDDEN not in hand + community
            assert open_part(seen, [*range(len(seats))]) == open_part(state, seats)
        assert tracked.is_over
        assert open_part(tracked.seen, [*range(len(seats))]) == open_part(game.state, seats)

    def test_of_several_hands_one_is_chosen(self) -> None:
        text = text_of(3, (0, 2))
        names = ["Player 0", "Player 2"]
        for name in names:
            record = read(text, me=name).record
            assert isinstance(record, TrackedGame)
            assert record.seat == record.names.index(name)
        assert isinstance(read(text).record, TrackedGame)
        with pytest.raises(InvalidInputError, match="does not tell the cards of Player 1, but of"):
            read(text, me="Player 1")
        with pytest.raises(InvalidInputError, match="there is no player 'Ann'"):
            read(text, me="Ann")
        with pytest.raises(InvalidInputError, match="but of nobody"):
            read(text_of(3, ()), me="Player 1")


class TestTheTable:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_without_private_parts_it_is_a_scorekeepers(self, seed: int) -> None:
        self.check(seed, ())

    @staticmethod
    def check(seed: int, told: tuple[int, ...]) -> None:
        """In the end all is as it was, with the private parts of these seats."""
        game, seats, found = game_of(seed), seats_of(seed), read(text_of(seed, told))
        record = found.record
        assert isinstance(record, TrackedGame)
        assert (record.seat is None, record.is_over) == (not told, True)
        assert open_part(game.state, seats) == [
            (seat.money, seat.stock, seat.patents) for seat in record.table.seats
        ]
        TestAllHands.same_cards(record.table.community, game.state.community)
        assert record.table.deck_size == len(game.state.deck)
        assert bool(played_in(record).choices) == bool(told)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_players_and_turns_are_told(self, seed: int) -> None:
        game, seats, found = game_of(seed), seats_of(seed), read(text_of(seed, ()))
        scores = game.state.scores
        for player, seat in zip(found.players, seats, strict=True):
            told = (player.name, player.money, player.stock, player.patents_value, player.score)
            score = scores[seat]
            assert told == (
                *(game.names[seat], score.money, score.stock, score.patents, score.total),
            )
            assert player.place == next(
                at for at, players in enumerate(game.state.ranking, 1) if seat in players
            )
        ends = [*(state for _, state in starts(game)), game.state][1:]
        for turn, end in zip(found.turns, ends, strict=True):
            own = end.seats[seats[turn.player]]
            assert (turn.money, turn.stock) == (own.money, own.stock)
            assert set(turn.discarded) <= {HIDDEN}


class TestOptions:
    @pytest.mark.parametrize("seed", TWO_DOUBLERS)
    def test_several_doublers_show_what_they_do(self, seed: int) -> None:
        found = read(text_of(seed, ()))
        assert rules_in(found).stacking is ruleset_of(seed).stacking is not Stacking.MULTIPLY

    @pytest.mark.parametrize("seed", ONE_COUNTS)
    def test_where_one_doubler_counts_the_log_names_each_that_could(self, seed: int) -> None:
        game, log = game_of(seed), log_of(seed)
        kinds = [event["type"] for packet in log.packets for event in packet["data"]]
        assert any(
            kind.startswith("playerWordUsed") and later.startswith("playerWordUsed")
            for kind, later in itertools.pairwise(kinds)
        )
        found = read(json.dumps(log.archive()))
        assert rules_in(found).stacking is Stacking.AT_MOST_ONE
        assert isinstance(found.record, Game)
        assert paid_words(found.record) == paid_words(game)
        for form in (json.dumps(log.old_archive([0])), json.dumps(log.archive([])), log.page(0)):
            seen = read(form)
            assert rules_in(seen) == rules_in(found)
            assert [turn.words for turn in seen.turns] == [turn.words for turn in found.turns]

    def test_a_player_may_put_a_doubler_on_the_worse_word(self) -> None:
        valid = Lexicon.from_words(["JACKETS", "LEAVING", "ARE", "IDEAS"])
        start = told_state(["JACKETS", "BCDFGHM"], "AAO", 0, "LEAVINGAREIDES", valid, ONLINE)
        game = Game.from_state(start, ["Ann", "Bob"])
        for turn in ("JACKETS, buy J", "- nothing", "LEAVING, buy V", "- nothing"):
            game.push(turn, is_answered=True)
        paid = game.push("aRE*J & IDEaS", is_answered=True).seats[0].money
        found = read_online(json.dumps(online_log(game, concedes=True).archive()), lexicon=valid)
        assert isinstance(found.record, TrackedGame)
        laid = found.record.turns[-1].turn.play
        assert laid is not None
        assert (laid.doublers, laid.money, found.players[0].money) == (("J", ""), 5, paid)

    def test_a_word_is_paid_once(self) -> None:
        log = log_of(0)
        payout = next(
            event
            for packet in log.packets
            for event in packet["data"]
            if event["type"] == "playerReceivedMoneyAndStock"
        )
        packet = next(packet for packet in log.packets if payout in packet["data"])
        again = copy.deepcopy(log.archive())
        events = again["data"]["logs"][log.packets.index(packet)]["data"]
        events.insert(events.index(payout), payout)
        with pytest.raises(OnlineLogError, match=f"move {packet['move_id']}: .* paid twice"):
            read(json.dumps(again))


def rules_in(found: OnlineGame) -> Ruleset:
    return table_of(found.record).ruleset


class TestTheDictionaryOfTheTable:
    """The words of the log decide, whatever is in the list that one starts from."""

    @pytest.mark.parametrize("seats", [None, (), (0,)])
    def test_words_that_stood_and_words_that_were_refused(
        self, seats: tuple[int, ...] | None, record: Path
    ) -> None:
        game = game_of(4)
        stood = {
            word.word
            for state in game.states
            if state.turn.play and state.phase in (Phase.PURCHASE, Phase.CLEAN_UP)
            for word in state.turn.play.words
        }
        refused = {
            word.word
            for before, action in zip(game.states, game.history, strict=False)
            if action.kind is ActionKind.PLAY
            for word in action.words
            if word.word not in before.lexicon
        }
        assert stood
        assert refused
        others = short_words().altered(refused, stood)
        found = read_online(text_of(4, seats), lexicon=others)
        assert (found.lexicon.also, set(found.lexicon.without)) == (
            tuple(sorted(stood)),
            refused,
        ) or found.lexicon == short_words()
        assert all(word in found.lexicon for word in stood)
        assert not any(word in found.lexicon for word in refused)
        found.record.record_to(record)
        found.record.close()
        again = type(found.record).load(record, others)
        table = again.state if isinstance(again, Game) else again.table
        assert table.lexicon.also == found.lexicon.also

    def test_words_that_nobody_challenged_say_nothing(self) -> None:
        game = game_of(0)
        assert game.state.ruleset.challenge.mode is ChallengeMode.PLAYERS
        found = read(text_of(0))
        assert found.lexicon == short_words()

    def test_no_word_is_refused_and_stands_elsewhere(self) -> None:
        laid = LaidWord(PlayedWord("CAT", "hhh"), ())
        refused = Attempt(7, (laid,), stands=False, settled=7, refused="CAT")
        stood = Attempt(9, (laid,), stands=True, settled=9)
        turns = [LoggedTurn(0, attempts=[refused]), LoggedTurn(1, attempts=[stood])]
        with pytest.raises(OnlineLogError, match=r"^move 9: CAT is refused, and stands elsewhere"):
            _altered(short_words(), turns, is_automatic=True)
        assert "CAT" not in _altered(short_words().altered(["CAT"]), turns, is_automatic=False)


class TestForms:
    def test_a_path_a_text_and_a_mark(self, tmp_path: Path) -> None:
        text = text_of(1)
        path = tmp_path / "archive.json"
        path.write_text("\ufeff" + text, "utf-8")
        found = [read_online(source, lexicon=short_words()) for source in (path, str(path), text)]
        assert len({game.turns for game in found}) == 1
        assert found[0].table == "740007919"

    def test_neither_the_order_of_packets_and_channels_nor_texts_matter(self) -> None:
        archive = log_of(1).archive()
        expected = read(json.dumps(archive)).record
        rng = random.Random(1)
        for packet in archive["data"]["logs"]:
            rng.shuffle(packet["data"])
            for event in packet["data"]:
                event["log"] = "${player_name} gibt auf"
        rng.shuffle(archive["data"]["logs"])
        found = read(json.dumps(archive)).record
        assert isinstance(found, Game)
        assert isinstance(expected, Game)
        assert found.states == expected.states

    def test_packets_without_a_move_and_events_of_others_are_passed_over(self) -> None:
        archive = json.loads(text_of(1))
        logs = archive["data"]["logs"]
        wake = {"uid": "0", "type": "wakeupPlayers", "log": "", "args": {"players": []}}
        table = logs[-1]["channel"]
        for at in (5, 20, 40):
            logs.insert(at, {"channel": table, "move_id": None, "data": [wake]})
        logs.insert(7, {"channel": "/chat/t1", "move_id": "3", "data": [wake]})
        assert read(json.dumps(archive)).turns == read(text_of(1)).turns

    @pytest.mark.parametrize(
        ("names", "shown"),
        [
            (["Ann", "Ann"], {"Ann", "Ann (2)"}),
            (["", "\x00\n"], {"player 1", "??"}),
            (["may try again", "été 😀"], {"may try again", "été 😀"}),
            (["x" * 300, "1"], {"x" * 96, "1"}),
            (["0", "player 1"], {"0", "player 1"}),
        ],
    )
    def test_names_of_any_kind(self, names: list[str], shown: set[str], record: Path) -> None:
        log = log_of(0)
        text = json.dumps(log.archive([0]))
        for number, name in zip(log.ids, names, strict=True):
            old = game_of(0).names[log.ids.index(number)]
            text = text.replace(json.dumps(old), json.dumps(name))
        found = read(text)
        assert {player.name for player in found.players} == shown or "" in names
        assert len({player.name for player in found.players}) == 2
        found.record.record_to(record)
        found.record.close()
        assert type(found.record).load(record, short_words()).names == found.record.names

    def test_a_card_of_the_community_replaced_with_q(self) -> None:
        seed = REPLACED_IN_COMMUNITY
        true = [a for a in game_of(seed).history if a.kind is ActionKind.REPLACE]
        assert any(action.cards.islower() for action in true)
        found = read(text_of(seed)).record
        assert isinstance(found, Game)
        assert [a for a in found.history if a.kind is ActionKind.REPLACE] == true
        for seats in ((), (0,), (1,)):
            TestTheTable().check(seed, seats)


class TestGamesThatWereGivenUp:
    @pytest.mark.parametrize("is_bought", [False, True])
    def test_of_the_turn_that_had_begun_only_what_it_paid_and_bought(self, is_bought: bool) -> None:
        whole = game_of(2)
        at = is_bought + next(
            at
            for at, action in enumerate(whole.history)
            if action.kind is ActionKind.BUY and whole.states[at].round == 2
        )
        part = Game(whole.names, whole.seed, short_words(), whole.state.ruleset)
        for action in whole.history[:at]:
            part.apply(action)
        found = read(json.dumps(online_log(part, concedes=True).archive()))
        assert isinstance(found.record, Game)
        assert found.record.state.phase is Phase.START
        assert {p.name: (p.money, p.stock, p.patents) for p in found.players} == {
            name: (seat.money, seat.stock, seat.patents)
            for name, seat in zip(part.names, part.state.seats, strict=True)
        }

    def test_players_without_a_turn_sit_in_any_order(self) -> None:
        game = game_of(3, 2)
        assert len(game.names) == 5
        found = read(json.dumps(online_log(game, concedes=True).archive()))
        assert len(found.players) == 5
        page = read(online_log(game, concedes=True).page(0))
        seats = seats_of(3)
        assert [player.name for player in page.players] == [game.names[seat] for seat in seats]


# Files that are no log of a finished game, and damaged logs: the error names the move.


N_MUTATIONS = 100
N_MUTATIONS_OF_A_SOAK = 20_000
DAMAGED_SEEDS = (4, 7, 23)
"""With refused words, with doublers, with Q."""


def archive_of(seed: int, seats: tuple[int, ...] | None = None) -> Any:
    """A new one, to be damaged."""
    return json.loads(json.dumps(log_of(seed).archive(seats)))


def whole(game: OnlineGame) -> object:
    """All that is told of a game."""
    record = game.record
    states = record.states if isinstance(record, Game) else (record.table, record.turns)
    return game.players, game.turns, states


class TestWhatIsNoLog:
    @pytest.mark.parametrize(
        ("text", "what"),
        [
            ("Move 3 :02/25/2025\nAnn played CAT", "the text of a log does not tell where"),
            ("<html><body>\n#gamelogs</body></html>", "the page has no log in it"),
            ('<script>completesetup( "chess", "Chess", 1, 2, {} )\n', "of another game, chess"),
            (
                '{"status":"0","error":"You have reached a limit (replay)"}',
                "gave no log: 'You have",
            ),
            ('{"status":1,"data":{"id":"7","game_name":"lettertycoon"}}', "has no log of a game"),
            ('{"status":1,"data":{"logs":[]}}', "another game, or nothing was done"),
            ('{"data":' * 40 + "1" + "}" * 40, "has no log of a game"),
            ('{"data":' * 100_000, "has no log of a game"),
            ('{"data":[' + "{}," * 10_000 + "{}]}", "more than 10,000 packets, and no log has"),
            ('{"data":[{"channel":""}' + "{}" * 10_000, "damaged in line 1, character 24, or was"),
            ("[1]\n", "neither JSON nor a page"),
        ],
    )
    def test_it_says_what_to_save_instead(self, text: str, what: str) -> None:
        with pytest.raises(OnlineLogError, match=re.escape(what)) as caught:
            read(text)
        assert caught.value.move is None

    def test_files_that_cannot_be_read(self, tmp_path: Path) -> None:
        with pytest.raises(OnlineLogError, match="cannot be read: No such file"):
            read_online(tmp_path / "none.json")
        with pytest.raises(OnlineLogError, match="cannot be read: Is a directory"):
            read_online(tmp_path)
        big = tmp_path / "big.json"
        with big.open("wb") as file:
            file.truncate(MAX_BYTES + 1)
        with pytest.raises(OnlineLogError, match="more than 4 MB, and no log is so long; save"):
            read_online(big)
        noise = tmp_path / "noise.json"
        noise.write_bytes(bytes(range(256)))
        with pytest.raises(OnlineLogError, match="neither JSON"):
            read_online(noise)
        for source in (None, 3, "a\0b"):
            with pytest.raises(InvalidInputError):
                read_online(source)  # type: ignore[arg-type]

    def test_no_turn_was_finished(self) -> None:
        log = online_log(game_of(4, 0), concedes=True)
        with pytest.raises(OnlineLogError, match="of another game, or nothing was done in it"):
            read(json.dumps(log.archive()))


class TestGamesThatGoOn:
    def test_a_running_game_is_never_read(self) -> None:
        log = online_log(game_of(4, 6))
        for packet in log.packets:
            packet["packet_type"] = "history"
        for text in (json.dumps(log.archive()), log.page(0)):
            with pytest.raises(OnlineLogError, match=r"not over, and help .* is against the rules"):
                read(text)

    def test_a_log_without_an_end_is_damaged(self) -> None:
        text = json.dumps(online_log(game_of(4, 6)).archive())
        with pytest.raises(OnlineLogError, match=r"^move \d+: the log ends before the end"):
            read(text)


class TestDamage:
    @pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.soak)])
    @pytest.mark.parametrize("seed", quick(1, DAMAGED_SEEDS))
    @pytest.mark.parametrize("seats", quick(1, [None, (0,), ()]))
    def test_an_event_that_is_missing_is_found_or_makes_no_difference(
        self, seed: int, seats: tuple[int, ...] | None, share: int
    ) -> None:
        archive = online_log(game_of(seed, 12), concedes=True).archive(seats)
        true, kinds = whole(read(json.dumps(archive))), {}
        seen: Counter[str] = Counter()
        for number, event in enumerate(events_of(archive)):
            # The first of each kind, and so on.
            seen[event["type"]] += 1
            if seen[event["type"]] % share != 1 % share:
                continue
            try:
                found = whole(read(without_event(archive, number)))
            except OnlineLogError as error:
                kinds[event["type"]] = error.move
            else:
                assert found == true, event
        assert None not in kinds.values()
        needed = {"playerPlayedWord", "playerReceivedMoneyAndStock", "communityReceivedCards"}
        assert kinds.keys() >= needed

    @pytest.mark.parametrize("seed", quick(1, DAMAGED_SEEDS))
    @pytest.mark.parametrize(
        ("kind", "name"),
        [
            ("playerReceivedMoneyAndStock", "money"),
            ("playerReceivedMoneyAndStock", "stock"),
            ("playerReceivedRoyalties", "royalties"),
            ("playerBoughtPatent", "cost"),
        ],
    )
    def test_a_wrong_amount_is_found_in_its_move(self, seed: int, kind: str, name: str) -> None:
        archive = archive_of(seed, ())
        logs = archive["data"]["logs"]
        spots = [(p, e) for p in logs for e in p["data"] if e["type"] == kind]
        assert spots
        for packet, event in spots[::4]:
            event["args"][name] += 1
            with pytest.raises(OnlineLogError) as caught:
                read(json.dumps(archive))
            assert caught.value.move == int(packet["move_id"])
            event["args"][name] -= 1

    def test_a_patent_bought_without_words_is_found_in_its_move(self) -> None:
        archive = archive_of(4, ())
        logs = archive["data"]["logs"]
        packet, laid = next((p, e) for p in logs for e in p["data"] if "PlayedWord" in e["type"])
        bought = next(e for e in events_of(archive) if e["type"] == "playerBoughtPatent")
        laid["type"] = bought["type"]
        laid["args"] = bought["args"] | {"player_id": laid["args"]["player_id"]}
        with pytest.raises(OnlineLogError, match="after words that stand, and") as caught:
            read(json.dumps(archive))
        assert caught.value.move == int(packet["move_id"])

    def test_a_wrong_number_of_cards_is_found_in_its_turn(self) -> None:
        archive = archive_of(7, ())
        logs, kind = archive["data"]["logs"], "playerDiscardedNumberOfCards"
        packet, event = next((p, e) for p in logs for e in p["data"] if e["type"] == kind)
        for _ in range(7):  # One more is wrong by the piles, seven more are in no hand.
            event["args"]["num_cards"] += 1
            with pytest.raises(OnlineLogError) as caught:
                read(json.dumps(archive))
            assert caught.value.move == int(packet["move_id"])

    def test_a_wrong_score_is_found(self) -> None:
        archive = archive_of(7, ())
        end = events_of(archive)[-1]
        end["args"]["args"]["result"][0]["score"] = "3"
        with pytest.raises(OnlineLogError, match=r"^move \d+: Player \d ends with 3 points"):
            read(json.dumps(archive))

    @pytest.mark.parametrize("seats", [None, (0,), ()])
    def test_a_text_that_was_cut_is_refused_with_the_place(
        self, seats: tuple[int, ...] | None
    ) -> None:
        text = json.dumps(archive_of(7, seats))
        for share in (0.3, 0.5, 0.8, 0.99):
            part = text[: int(share * len(text))]
            with pytest.raises(OnlineLogError, match="damaged in line 1, character ") as caught:
                read(part)
            at = int(re.findall(r"character ([\d,]+)", str(caught.value))[0].replace(",", ""))
            # A string that has no end is named by where it begins.
            assert len(part) - 1000 < at <= len(part) + 1

    @pytest.mark.parametrize("share", [0.3, 0.7, 0.9])
    def test_a_page_that_was_cut_is_refused_with_the_place(self, share: float) -> None:
        page = log_of(7).page(0)
        with pytest.raises(OnlineLogError, match=r"damaged in line \d+, character [\d,]+, or was"):
            read(page[: int(share * len(page))])


# At random ---------------------------------------------------------------------------------------


def check_mutations(n: int, first: int) -> None:
    """Whatever is done to a log, it is read, or an error of the library says why not."""
    logs = [online_log(game_of(seed, 15), concedes=True) for seed in DAMAGED_SEEDS]
    logs.append(log_of(DAMAGED_SEEDS[0]))
    texts = [json.dumps(log.archive(seats)) for log in logs for seats in (None, (0,), ())]
    texts.append(logs[0].page(0))
    n_read = 0
    for seed in range(first, first + n):
        text = texts[seed % len(texts)]
        mutated = damaged(text, seed) if text.startswith("{") else text[: seed * 7919 % len(text)]
        try:
            game = read_online(mutated, lexicon=short_words())
        except LetterTycoonError:
            continue
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        n_read += 1
        assert len(game.players) >= 2
    assert 0 < n_read < n


@pytest.mark.parametrize("first", quick(1, range(0, 3 * N_MUTATIONS, N_MUTATIONS)))
def test_a_mutated_log_is_an_error_or_a_game(first: int) -> None:
    check_mutations(N_MUTATIONS, first)


@pytest.mark.soak
def test_many_mutated_logs_are_errors_or_games() -> None:
    seed = int(os.environ.get("FUZZ_SEED", "0")) or int.from_bytes(os.urandom(3), "little")
    print(f"FUZZ_SEED={seed}")  # noqa: T201 - to run it again
    check_mutations(N_MUTATIONS_OF_A_SOAK, first=seed)
