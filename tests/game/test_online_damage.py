"""Files that are no log of a finished game, and damaged logs: the error names the move."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.games import short_words
from support.online import damaged, events_of, game_of, log_of, read, without_event
from support.online_logs import online_log
from support.selection import quick

from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import (
    Game,
    OnlineGame,
    OnlineLogError,
    read_online,
)
from letter_tycoon_solver.game.online_game import MAX_BYTES

N_MUTATIONS = 100
N_MUTATIONS_OF_A_SOAK = 20_000
SEEDS = (4, 7, 23)
"""With refused words, with doublers, with Q."""


def archive_of(seed: int, seats: tuple[int, ...] | None = None) -> Any:
    """A new one, to be damaged."""
    return json.loads(json.dumps(log_of(seed).archive(seats)))


def whole(game: OnlineGame) -> object:
    """All that is told of a game."""
    record = game.record
    states = record.states if isinstance(record, Game) else (record.table, record.turns)
    return game.players, game.turns, game.moves, states


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
            ("{}", "has no log of a game"),
            ('{"data":' * 40 + "1" + "}" * 40, "has no log of a game"),
            ('{"data":' * 100_000, "has no log of a game"),
            ('{"data":[' + "{}," * 10_000 + "{}]}", "more than 10,000 packets, and no log has"),
            ('{"data":[{"channel":""}' + "{}" * 10_000, "damaged in line 1, character 24, or was"),
            ("[1]\n", "neither JSON nor a page"),
            ("\n", "neither JSON nor a page"),
        ],
    )
    def test_it_says_what_to_save_instead(self, text: str, what: str) -> None:
        with pytest.raises(OnlineLogError, match=re.escape(what)) as caught:
            read(text)
        assert caught.value.move is None

    def test_a_log_of_another_game(self) -> None:
        archive = archive_of(4)
        for event in events_of(archive):
            if event["type"] != "gameStateChange":
                event["type"] = "tilesLaid"
        with pytest.raises(OnlineLogError, match="of another game"):
            read(json.dumps(archive))

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
            with pytest.raises(OnlineLogError, match="help in a game that is played"):
                read(text)

    def test_a_log_without_an_end_is_damaged(self) -> None:
        text = json.dumps(online_log(game_of(4, 6)).archive())
        with pytest.raises(OnlineLogError, match=r"^move \d+: the log ends before the end"):
            read(text)


class TestDamage:
    @pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.soak)])
    @pytest.mark.parametrize("seed", quick(1, SEEDS))
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

    @pytest.mark.parametrize("seed", quick(1, SEEDS))
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

    def test_a_wrong_number_of_cards_is_found_in_its_turn(self) -> None:
        """But where the discards are shuffled at once: there it leaves no trace."""
        archive = archive_of(7, ())
        for packet in archive["data"]["logs"]:
            for event in packet["data"]:
                if event["type"] != "playerDiscardedNumberOfCards":
                    continue
                sizes = [e["args"] for e in packet["data"] if "Sizes" in e["type"]]
                if sizes[-1]["discard_count"] == "0":
                    continue
                event["args"]["num_cards"] += 1
                with pytest.raises(OnlineLogError) as caught:
                    read(json.dumps(archive))
                assert caught.value.move == int(packet["move_id"])
                event["args"]["num_cards"] -= 1

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
    logs = [online_log(game_of(seed, 15), concedes=True) for seed in SEEDS]
    logs.append(log_of(SEEDS[0]))
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
