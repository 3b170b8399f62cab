"""Logs of games that were played online, whole and damaged, and what is true of them."""

from __future__ import annotations

import copy
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import click
from support.games import WordPlayer, play_on, short_words
from support.online_logs import Log, online_log

from letter_tycoon_solver.game import (
    HIDDEN,
    Discard,
    Game,
    GameState,
    Known,
    OnlineGame,
    Phase,
    Table,
    TrackedGame,
    apply,
    read_online,
)
from letter_tycoon_solver.rules.ruleset import (
    ONLINE,
    ChallengeMode,
    ChallengeRule,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)

CHALLENGES = [
    ChallengeRule(),
    ChallengeRule(ChallengeMode.AUTOMATIC),
    ChallengeRule(ChallengeMode.AUTOMATIC, 2),
]


def ruleset_of(seed: int) -> Ruleset:
    return replace(
        ONLINE,
        stacking=list(Stacking)[seed % 3],
        challenge=CHALLENGES[seed // 3 % 3],
        replaceable=Replaceable.HAND_OR_COMMUNITY,
        reshuffle=Reshuffle.WITHOUT_WORDS,
    )


@cache
def game_of(seed: int, n_turns: int | None = None) -> Game:
    """A game of 2 to 5 players, to its end or so many turns."""
    names = [f"Player {number}" for number in range(2 + seed % 4)]
    game = Game(names, seed, short_words(), ruleset_of(seed))
    players = [WordPlayer(10 * seed + number) for number in range(len(names))]
    turns = {turn_of(game.state)}

    def goes_on() -> bool:
        turns.add(turn_of(game.state))
        return n_turns is None or len(turns) <= n_turns

    play_on(game, players, goes_on)
    return game


def turn_of(state: GameState) -> tuple[int, int]:
    return state.round, state.active


@cache
def log_of(seed: int) -> Log:
    """Its log; with every other seed, ids are numbers and cards an object."""
    return online_log(game_of(seed), seed=seed, as_numbers=seed % 2 == 1)


def text_of(seed: int, seats: tuple[int, ...] | None = None) -> str:
    """An archive with the private parts of these seats, None for all; of one seat an old one."""
    log = log_of(seed)
    is_old = seats is not None and len(seats) == 1
    return json.dumps(log.old_archive(seats) if is_old else log.archive(seats))


def read(text: str, *, me: str | None = None) -> OnlineGame:
    return read_online(text, me=me, lexicon=short_words())


# Logs that are damaged: an event less, a number changed, a text cut; at random, by a seed.


JUNK: list[Any] = [
    *(None, True, -1, 0, 7, 10**30, 1.5, "", "?", "A", "ZZZ", "99", "é", "\ud800", "x" * 300),
    *([], {}, [None], {"id": 1}, [["A"]]),
]


def events_of(archive: Any) -> list[dict[str, Any]]:
    """All events, in the order of the file; the archive is of the newer form."""
    return [event for packet in archive["data"]["logs"] for event in packet["data"]]


def without_event(archive: Any, number: int) -> str:
    """The archive without one event."""
    copied = copy.deepcopy(archive)
    for packet in copied["data"]["logs"]:
        if number < len(packet["data"]):
            del packet["data"][number]
            break
        number -= len(packet["data"])
    return json.dumps(copied)


def damaged(text: str, seed: int) -> str:
    """The text of an archive with one to four damages."""
    rng = random.Random(seed)
    if rng.random() < 0.2:
        return _damaged_text(text, rng)
    document = json.loads(text)
    for _ in range(rng.randrange(1, 5)):
        rng.choice([_junk, _junk, _exchange, _remove, _repeat])(document, rng)
    return json.dumps(document)


def _damaged_text(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return rng.choice(
        [
            text[:at],
            text[at:],
            text[:at] + text[at + rng.randrange(1, 50) :],
            text[:at] + rng.choice('{}[],":0Aé\x00') + text[at + 1 :],
            text.replace(str(rng.randrange(100)), str(rng.randrange(100))),
        ]
    )


def _slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested data, as a container and a key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _slots(value[key])


def _one(document: Any, rng: random.Random) -> tuple[Any, Any]:
    """A place: of the whole document, or more often of one event."""
    events = [packet.get("data") for packet in _packets(document) if isinstance(packet, dict)]
    inner = [event for some in events if isinstance(some, list) for event in some]
    inner = [event for event in inner if isinstance(event, dict) and event]
    part = rng.choice(inner) if inner and rng.random() < 0.8 else document
    slots = list(_slots(part))
    return rng.choice(slots) if slots else ([None], 0)


def _packets(document: Any) -> list[Any]:
    data = document.get("data") if isinstance(document, dict) else None
    packets = data.get("logs") if isinstance(data, dict) else None
    return packets if isinstance(packets, list) else []


def _junk(document: Any, rng: random.Random) -> None:
    place, key = _one(document, rng)
    place[key] = rng.choice(JUNK)


def _exchange(document: Any, rng: random.Random) -> None:
    one, other = _one(document, rng), _one(document, rng)
    value = copy.deepcopy(one[0][one[1]])
    other[0][other[1]] = value


def _remove(document: Any, rng: random.Random) -> None:
    place, key = _one(document, rng)
    del place[key]


def _repeat(document: Any, rng: random.Random) -> None:
    packets = _packets(document)
    if packets:
        packets.insert(rng.randrange(len(packets)), copy.deepcopy(rng.choice(packets)))


# Logs of games played online against the truth about them.
#
# Run: PYTHONPATH=tests python -m support.online DIR
#
# DIR has a folder for each game, with the forms of its log and `truth.json`: all hands, the
# community and the discards after every click. Nothing of that is in this repository.


FORMS = {
    "archive-full.json": Known.ALL,
    "archive-player.json": Known.SEAT,
    "replay-player.html": Known.SEAT,
    "archive-spectator.json": Known.TABLE,
}
PHASES = {
    "playerMayReplaceCard": Phase.START,
    "playerMayPlayWord": Phase.START,
    "playersMayChallenge": Phase.CHALLENGE,
    "playerMayBuyPatent": Phase.PURCHASE,
    "playerMayDiscardCards": Phase.CLEAN_UP,
    "playerMustDiscardCard": Phase.PENALTY,
    "gameEnd": Phase.OVER,
}
WORDS_LIE = (Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP)


@dataclass
class Check:
    """One form of a game beside its truth; `wrong` says where they differ."""

    game: OnlineGame
    truth: Mapping[str, Any]
    form: str
    wrong: list[str]
    compared: Counter[str]

    def run(self) -> None:
        self.same("known", self.game.known, FORMS[self.form], 0)
        self.ids = self.ids_by_seat()
        self.steps()
        self.turns()
        self.result()
        if isinstance(self.game.record, Game):
            self.all_hands(self.game.record)
        else:
            self.seen(self.game.record)

    def same(self, what: str, found: object, true: object, at: int) -> None:
        self.compared[what] += 1
        if found != true:
            self.wrong.append(f"{self.form}, step {at}, {what}: {found!r}, truly {true!r}")

    def ids_by_seat(self) -> list[str]:
        """The site's numbers of the players, in the order of their turns."""
        order = [turn["player"] for turn in self.truth["turns"]]
        return list(dict.fromkeys([*order, *(p["id"] for p in self.truth["meta"]["players"])]))

    def steps(self) -> None:
        """The table that all see, after every click."""
        by_move = {step.move: step for step in self.game.steps}
        for at, step in enumerate(self.truth["steps"]):
            after, found = step["after"], by_move[step["move_id"]]
            self.same("phase", found.phase, PHASES[after["state"]], at)
            if after["state"] != "gameEnd":
                self.same("active", self.ids[found.active], after["active_player"], at)
            for number, seat in zip(self.ids, found.seats, strict=True):
                self.same(
                    "seat", (seat.money, seat.stock, seat.patents), true_seat(after, number), at
                )

    def turns(self) -> None:
        for at, (found, true) in enumerate(zip(self.game.turns, self.truth["turns"], strict=False)):
            words = true["attempts"][-1]["words"] if true["result"] == "word" else []
            self.same("player", self.ids[found.player], true["player"], at)
            self.same("words", list(found.words), words, at)
            bought = true["patent"] if true["patent"] not in (None, "skip") else ""
            self.same("bought", found.bought, bought, at)
            told = true["discarded"] if isinstance(true["discarded"], list) else []
            self.same("discarded", len(found.discarded), len(told), at)
            self.letters("discards", found.discarded, "".join(card[0] for card in told), at)
            now = true["players_after"][true["player"]]
            self.same("turn's end", (found.money, found.stock), (now["money"], now["stock"]), at)

    def letters(self, what: str, found: str, true: str, at: int) -> None:
        """Every letter that is shown is there, and so many cards."""
        self.compared[what] += 1
        if len(found) != len(true) or Counter(found.replace(HIDDEN, "")) - Counter(true):
            self.wrong.append(f"{self.form}, step {at}, {what}: {found!r}, truly {true!r}")

    def result(self) -> None:
        true = {player["id"]: player for player in self.truth["result"]}
        for number, player in zip(self.ids, self.game.players, strict=True):
            told = int(true[number]["score"]), true[number]["rank"]
            self.same("result", (player.score, player.place), told, len(self.truth["steps"]))
        table = table_of(self.game.record)
        if table.is_over:
            places = {
                p: 1 + sum(map(len, table.ranking[:at]))
                for at, ps in enumerate(table.ranking)
                for p in ps
            }
            for seat, number in enumerate(self.ids):
                self.same("ranking", places[seat], true[number]["rank"], 0)

    def all_hands(self, game: Game) -> None:
        """Hands, community and discards after every click."""
        moves = self.game.moves
        for at, step in enumerate(self.truth["steps"]):
            n_actions = sum(move <= step["move_id"] for move in moves)
            if moves and step["move_id"] > moves[-1] and not game.state.is_over:
                continue  # The turn in which the game was given up.
            self.one_state(game, n_actions, step["after"], at)

    def one_state(self, game: Game, n_actions: int, after: Mapping[str, Any], at: int) -> None:
        state, phase = game.states[n_actions], PHASES[after["state"]]
        if after["state"] == "playerMayDiscardCards" and state.phase is Phase.START:
            phase = Phase.START  # No word was played.
        self.same("state's phase", state.phase, phase, at)
        self.same("state's player", self.ids[state.active], after["active_player"], at)
        for player, number in enumerate(self.ids):
            seat = state.seats[player]
            hand = seat.hand
            self.same(
                "state's seat", (seat.money, seat.stock, seat.patents), true_seat(after, number), at
            )
            if player == state.active and state.phase in WORDS_LIE:
                hand = without(hand, state.turn.cards_used("h"))
            self.hand(hand, letters_of(after["hands"][number]), at)
        community = state.community
        if state.phase in (Phase.CHALLENGE, Phase.PURCHASE):
            community = without(community, state.turn.cards_used("c"))
        elif state.phase is Phase.CLEAN_UP:
            community = apply(state, Discard()).community
        self.same("community", "".join(sorted(community)), letters_of(after["community"]), at)
        if state.phase is not Phase.CLEAN_UP:
            self.letters("discard pile", state.discards, letters_of(after["discard"]), at)
            self.same("deck", len(state.deck), len(after["deck_top_first"]), at)

    def hand(self, found: str, true: str, at: int) -> None:
        self.letters("hand", found, true, at)
        self.compared["hidden cards"] += found.count(HIDDEN)
        if self.form.endswith("html"):
            self.same("whole hand", found.count(HIDDEN), 0, at)

    def seen(self, game: TrackedGame) -> None:
        """The view of a player or a scorekeeper, after every turn; told anew to see each view."""
        again = TrackedGame(game.names, game.deal, game.table.lexicon, game.table.ruleset)
        states = {step["move_id"]: step["after"] for step in self.truth["steps"]}
        start = self.truth["steps"][0]["after"]
        self.view(again, start, 0)
        for turn, move in zip(game.turns, self.game.moves, strict=True):
            told = turn.told
            again.push(told.text, community=told.community, drew=told.drew)
            if (
                again.table.phase is Phase.START and again.table.active != turn.player
            ) or again.is_over:
                self.view(again, states[move], move)

    def view(self, game: TrackedGame, after: Mapping[str, Any], at: int) -> None:
        table = game.table
        for number, seat in zip(self.ids, table.seats, strict=True):
            self.same(
                "view's seat", (seat.money, seat.stock, seat.patents), true_seat(after, number), at
            )
        self.same("community", table.community, letters_of(after["community"]), at)
        self.letters("discard pile", table.discards, letters_of(after["discard"]), at)
        if after["state"] != "gameEnd":
            self.same("view's player", self.ids[table.active], after["active_player"], at)
        if game.seat is not None:
            self.hand(
                table.seats[game.seat].hand, letters_of(after["hands"][self.ids[game.seat]]), at
            )


def true_seat(after: Mapping[str, Any], number: str) -> tuple[int, int, str]:
    player = after["players"][number]
    patents = "".join(sorted(a for a, owner in after["patents"].items() if owner == number))
    return player["money"], player["stock"], patents


def letters_of(cards: list[str]) -> str:
    return "".join(sorted(card[0] for card in cards))


def without(cards: str, gone: str) -> str:
    for card in gone:
        cards = cards.replace(card, "", 1)
    return cards


def table_of(record: Game | TrackedGame) -> Table:
    return record.state if isinstance(record, Game) else record.table


def check_kept(game: OnlineGame, folder: Path) -> list[str]:
    """The record, written and read, is the same."""
    path = folder / "record.jsonl"
    path.unlink(missing_ok=True)
    record = game.record
    record.record_to(path)
    record.close()
    loaded = type(record).load(path)
    if table_of(loaded) != table_of(record):
        return ["the record is another when it is read"]
    same_words = table_of(loaded).lexicon.also == game.lexicon.also
    return [] if same_words else ["the record has other words when it is read"]


def checks(folder: Path) -> Iterator[tuple[str, float, Check]]:
    with tempfile.TemporaryDirectory() as kept:
        for game in sorted(path for path in folder.iterdir() if (path / "truth.json").is_file()):
            truth = json.loads((game / "truth.json").read_text("utf-8"))
            for form in FORMS:
                begun = time.perf_counter()
                found = read_online(game / form)
                seconds = time.perf_counter() - begun
                check = Check(found, truth, form, [], Counter())
                check.run()
                check.wrong += check_kept(found, Path(kept))
                yield game.name, seconds, check


def main() -> int:
    compared, wrong, seconds = Counter[str](), 0, []
    for game, took, check in checks(Path(sys.argv[1])):
        compared += check.compared
        wrong += len(check.wrong)
        seconds.append(took)
        for line in check.wrong[:5]:
            click.echo(f"{game}: {line}")
    click.echo(", ".join(f"{n:,} {what}" for what, n in sorted(compared.items())))
    click.echo(f"{len(seconds)} logs, {max(seconds):.2f} s at most; {wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
