"""Logs of games that were played online, whole and damaged, and what is true of them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from oracle.naive import doubler_choices
from support.games import WordPlayer, short_words

from letter_tycoon_solver.game import (
    Action,
    ActionKind,
    Game,
    GameState,
    OnlineGame,
    PaymentKind,
    Phase,
    play_out,
    read_online,
)
from letter_tycoon_solver.rules.cards import PATENT_COST
from letter_tycoon_solver.rules.play import Play, PlayedWord
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
    turns = set()
    for action, _ in play_out(game.state, players):
        turns.add(turn_of(game.state))
        if n_turns is not None and len(turns) > n_turns:
            break
        game.apply(action)
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
        at = rng.randrange(len(text))
        before, after = text[:at], text[at + rng.randrange(50) :]
        return rng.choice([before, after, before + rng.choice('{}[],":0A\u00e9\0') + after])
    document = json.loads(text)
    for _ in range(rng.randrange(1, 5)):
        (place, key), (source, name) = _place(document, rng), _place(document, rng)
        copied = copy.deepcopy(source[name])
        place[key] = rng.choice([copied, rng.choice(JUNK), rng.choice(JUNK)])
        if rng.random() < 0.25 and len(document) > 1:
            del place[key]
    return json.dumps(document)


def _place(inner: Any, rng: random.Random) -> tuple[Any, Any]:
    """A place in nested data, as a container and a key; the deeper, the more often."""
    while True:
        keys = inner if isinstance(inner, dict) else range(len(inner))
        place, key = inner, rng.choice(list(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.1:
            return place, key


# Games of the engine as logs of games that were played online: packets, archives, replay pages.

TABLE = 740007919
TIME = 1_740_465_000


@dataclass
class Log:
    """The packets of a game, and what its pages say beside them.

    Attributes:
        packets: of all channels.
        ids: of the players, by seat.
        names: of the players, by seat.
        setup: what each seat sees first, as its replay page has it.
    """

    packets: list[dict[str, Any]]
    ids: list[str]
    names: Sequence[str]
    setup: list[dict[str, Any]]

    def archive(self, seats: Iterable[int] | None = None) -> dict[str, Any]:
        """An archive with the private parts of these seats; None for all."""
        seen = range(len(self.ids)) if seats is None else seats
        channels = {f"/table/t{TABLE}", *(f"/player/p{self.ids[seat]}" for seat in seen)}
        logs = [packet for packet in self.packets if packet["channel"] in channels]
        players = [{"id": int(n), "name": a} for n, a in zip(self.ids, self.names, strict=True)]
        return {"status": 1, "data": {"logs": logs, "players": players}}

    def old_archive(self, seats: Iterable[int] | None = None) -> dict[str, Any]:
        """An older form: no list of players, and wrapped once more."""
        logs = self.archive(seats)["data"]["logs"]
        return {"status": "1", "data": {"valid": 1, "data": {"valid": 1, "data": logs}}}

    def page(self, seat: int) -> str:
        """The replay page of a player."""
        logs = json.dumps(self.old_archive([seat])["data"]).replace("/", "\\/")
        setup = json.dumps(self.setup[seat])
        return (
            "<!DOCTYPE html>\n<html><body><script>\n"
            f' globalThis.g_gamelogs = {{"status":1,"data":{logs}}};\n'
            f' gameui.completesetup( "lettertycoon", "Letter Tycoon", {TABLE}, {self.ids[seat]},'
            f' /*begin*/"1c02"/*end*/, "0","", {setup}, {{}} );\n</script></body></html>\n'
        )


def online_log(
    game: Game, *, seed: int = 1, concedes: bool = False, as_numbers: bool = False
) -> Log:
    """The log of a game that is over, or that the player who is asked gives up."""
    writer = _Writer(game, random.Random(seed), as_numbers=as_numbers)
    for before, action, after in zip(game.states, game.history, game.states[1:], strict=False):
        writer.write(before, action, after)
    writer.end(game.state, concedes=concedes)
    return Log(writer.packets, writer.ids, game.names, writer.setup)


def named_doublers(state: GameState, play: Play) -> list[str]:
    """Per word, the doublers that a log names: where at most one counts, all that could."""
    if state.ruleset.stacking is not Stacking.AT_MOST_ONE:
        return list(play.doublers)
    named = []
    for at, word in enumerate(play.words):
        others = "".join(play.doublers[:at] + play.doublers[at + 1 :])
        choices = doubler_choices(word.word, state.active_seat.patents)
        met = max((used for y_as, used in choices if y_as == word.y_as), key=len)
        card = "Q" if "Q" in word.letters_from("hcd") else ""
        named.append("".join(letter for letter in met if letter not in others) + card)
    return named


@dataclass
class _Writer:
    """Writes action by action; follows each card by its id."""

    game: Game
    rng: random.Random
    as_numbers: bool
    packets: list[dict[str, Any]] = field(default_factory=list)
    n_moves: int = 0

    def __post_init__(self) -> None:
        first = self.game.states[0]
        numbers = self.rng.sample(range(1, 10**8), len(first.seats))
        self.ids = [str(number) for number in numbers]
        self.letters: dict[str, str] = {}
        self.free = [str(number) for number in self.rng.sample(range(1, 103), 102)]
        self.hands = [self.new_cards(seat.hand) for seat in first.seats]
        self.community = self.new_cards(first.community)
        self.deck = self.new_cards(first.deck)
        self.discards: list[str] = []
        self.chance = first.chance
        self.uid = int(f"{TIME:x}00000", 16)
        self.setup = [self.seen_first(seat) for seat in range(len(first.seats))]
        self.move([self.event("gameStateChange", {"name": "gameSetup", "active_player": 1})])
        self.move(self.begin_turn(first))

    def new_cards(self, letters: str) -> list[str]:
        ids = [self.free.pop() for _ in letters]
        self.letters.update(zip(ids, letters, strict=True))
        return ids

    def seen_first(self, seat: int) -> dict[str, Any]:
        cards = {
            "hand": (self.hands[seat], self.ids[seat]),
            "community": (self.community, "0"),
        }
        players = {
            number: {"id": number, "order": str(at + 1), "name": name}
            for at, (number, name) in enumerate(zip(self.ids, self.game.names, strict=True))
        }
        return {
            "players": players,
            **{
                place: {card: self.card(card, place, owner) for card in ids}
                for place, (ids, owner) in cards.items()
            },
        }

    # Packets --------------------------------------------------------------------------------------

    def event(self, kind: str, args: object, log: str = "") -> dict[str, Any]:
        self.uid += self.rng.randrange(1, 999)
        return {"uid": f"{self.uid:x}", "type": kind, "log": log, "args": args}

    def move(
        self, table: Sequence[dict[str, Any]], private: Sequence[dict[str, Any]] = (), seat: int = 0
    ) -> None:
        """One click: a packet for each channel, private ones first."""
        self.n_moves += 1
        self.uid += 1 << 20
        channels = [(f"/player/p{self.ids[seat]}", private), (f"/table/t{TABLE}", table)]
        for channel, events in channels:
            if events:
                self.packets.append(
                    {
                        "channel": channel,
                        "table_id": TABLE if self.as_numbers else str(TABLE),
                        "packet_id": str(len(self.packets) + 1),
                        "packet_type": "resend",
                        "move_id": str(self.n_moves),
                        "time": str(TIME + self.n_moves),
                        "data": list(events),
                    }
                )

    def player(self, seat: int) -> str | int:
        return int(self.ids[seat]) if self.as_numbers else self.ids[seat]

    def of(self, seat: int, **more: object) -> dict[str, object]:
        return {"player_id": self.player(seat), "player_name": self.game.names[seat], **more}

    def state(self, number: int, seat: int, args: object = None) -> dict[str, Any]:
        return self.event(
            "gameStateChange",
            {"id": number, "active_player": self.player(seat), "args": args, "type": "game"},
        )

    def sizes(self) -> dict[str, Any]:
        args = {"deck_count": str(len(self.deck)), "discard_count": str(len(self.discards))}
        return self.event("deckAndDiscardSizesChanged", args)

    def card(self, card: str, place: str, owner: object = 0) -> dict[str, object]:
        return {
            "id": card,
            "type": self.letters[card],
            "type_arg": "0",
            "location": place,
            "location_arg": owner,
        }

    def came(self, kind: str, ids: Sequence[str], place: str, owner: object = 0) -> dict[str, Any]:
        cards = [self.card(card, place, owner) for card in ids]
        as_map = {str(card["id"]): card for card in sorted(cards, key=lambda one: str(one["id"]))}
        return self.event(kind, {"new_cards": as_map if self.as_numbers else cards})

    def begin_turn(self, state: GameState) -> list[dict[str, Any]]:
        asks_q = "Q" in state.active_seat.patents
        return [self.state(5, state.active), self.state(20 if asks_q else 30, state.active)]

    # Cards ----------------------------------------------------------------------------------------

    def take(self, pile: list[str], letters: str) -> list[str]:
        """Cards of these letters out of a pile."""
        taken = []
        for letter in letters:
            card = next(card for card in pile if self.letters[card] == letter)
            pile.remove(card)
            taken.append(card)
        return taken

    def draw(self, n: int) -> list[str]:
        drawn = []
        for _ in range(n):
            if not self.deck:
                letters = "".join(map(self.letters.__getitem__, self.discards))
                order, self.chance = self.chance.shuffle(letters)
                self.deck = self.take(self.discards, order)
            drawn.append(self.deck.pop(0))
        return drawn

    # Actions --------------------------------------------------------------------------------------

    def write(self, before: GameState, action: Action, after: GameState) -> None:
        owes_q = "Q" in before.active_seat.patents and not before.turn.replaced
        is_first = before.phase is Phase.START and not before.turn.failed_words
        if owes_q and is_first and action.kind is not ActionKind.REPLACE:
            skipped = self.event("playerSkippedReplacingACard", self.of(before.active))
            self.move([skipped, self.state(30, before.active)])
        match action:
            case Action(ActionKind.REPLACE, card):
                self.replace(before, card.upper(), "c" if card.islower() else "h")
            case Action(ActionKind.PLAY, _, words):
                self.lay(before, words, after)
            case Action(ActionKind.ACCEPT | ActionKind.CHALLENGE):
                self.answer(before, action, after)
            case Action(ActionKind.BUY | ActionKind.DECLINE):
                self.purchase(before, action, after)
            case Action(ActionKind.DISCARD, cards):
                if not self.ends_without_discards(before, cards, after):
                    self.discard(before, cards, after)
                assert "".join(map(self.letters.__getitem__, self.deck)) == after.deck
            case Action(ActionKind.EXCHANGE, cards):
                if before.phase is Phase.START:
                    skipped = self.event("playerSkippedPlayingAWord", self.of(before.active))
                    self.move([skipped, self.state(60, before.active)])
                self.discard(before, cards, after)

    def replace(self, state: GameState, card: str, source: str) -> None:
        seat, name = state.active, {"player_name": self.game.names[state.active]}
        pile = self.hands[seat] if source == "h" else self.community
        (gone,) = self.take(pile, card)
        self.discards.append(gone)
        events, private = [], []
        if source == "h":
            private = [self.event("activePlayerReplacedCardFromHand", {"card_id": gone})]
            events = [self.event("playerReplacedCardFromHand", name)]
        else:
            told = {**name, "card_id": int(gone) if self.as_numbers else gone}
            events = [self.event("playerReplacedCardFromCommunity", told)]
        events += [self.sizes(), self.state(21, seat)]
        drawn = self.draw(1)
        pile += drawn
        if source == "h":
            private.append(self.came("activePlayerReceivedCards", drawn, "hand", self.ids[seat]))
        else:
            events.append(self.came("communityReceivedCards", drawn, "community"))
        self.move([*events, self.sizes(), self.state(30, seat)], private, seat)

    def lay(self, before: GameState, words: Sequence[PlayedWord], after: GameState) -> None:
        seat = before.active
        piles = {"h": list(self.hands[seat]), "c": list(self.community)}
        laid = [self.word(word, piles) for word in words]
        args = self.of(seat, main_word=laid[0], second_word=laid[1] if laid[1:] else None)
        events = [
            self.event("playerPlayedWord", args, "${player_name} played a word"),
            self.state(31, seat),
        ]
        if before.ruleset.challenge.mode is ChallengeMode.PLAYERS:
            others = [self.ids[other] for other in before.clockwise_from(seat)[1:]]
            update = self.event("gameStateMultipleActiveUpdate", others)
            self.move([*events, self.state(40, seat), update])
            return
        events.append(self.state(35, seat))
        if after.turn.play is None:
            events += self.refused(before, words, after)
        else:
            events += self.payout(before, after)
        self.move(events)

    def word(self, word: PlayedWord, piles: Mapping[str, list[str]]) -> dict[str, Any]:
        special = {"d": "208", "s": "205"}
        ys = iter(word.y_as)
        return {
            "letters": word.word,
            "letter_origins": word.sources,
            "letter_types": "".join(next(ys) if a == "Y" else "_" for a in word.word),
            "card_ids": [
                special[source] if source in special else self.take(piles[source], letter)[0]
                for letter, source in zip(word.word, word.sources, strict=True)
            ],
        }

    def refused(
        self, before: GameState, words: Sequence[PlayedWord], after: GameState
    ) -> list[dict[str, Any]]:
        seat, total = before.active, before.ruleset.challenge.retries
        bad = next(word.word for word in words if word.word not in before.lexicon)
        args = {"player_id": self.player(seat), "rejected_word": bad}
        events = [self.event("automaticChallengeRejectedWord", args)]
        if after.phase is Phase.PENALTY:
            none_left = self.event("playerMustDiscardNoRetries", self.of(seat))
            return [*events, none_left, self.state(70, seat)]
        left = {"retry_num": after.turn.failed_words, "retries_total": total}
        again = self.event("playerMayTryAgainRetriesLeft", self.of(seat, **left))
        return [*events, again, self.state(30, seat)]

    def answer(self, before: GameState, action: Action, after: GameState) -> None:
        seat = before.active
        if after.phase is Phase.CHALLENGE:
            asked = before.clockwise_from(after.to_act)
            left = [self.ids[other] for other in asked[: asked.index(seat)]]
            self.move([self.event("gameStateMultipleActiveUpdate", left)])
            return
        events = [self.state(41, seat)]
        if action.kind is ActionKind.CHALLENGE:
            events.append(self.event("playerChallenged", self.of(before.to_act)))
            if after.phase is Phase.PENALTY:
                play = before.turn.play
                assert play is not None
                bad = next(w.word for w in play.words if w.word not in before.lexicon)
                events += [
                    self.event("playerChallengeSucceeded", {"rejected_word": bad}),
                    self.event("playerMustDiscard", self.of(seat)),
                    self.state(70, seat),
                ]
                self.move(events)
                return
            events.append(self.event("playerChallengeFailed", []))
            if before.seats[before.to_act].money:
                events.append(self.event("challengerPaidPenalty", self.of(before.to_act)))
            events.append(self.event("playerReceivedPayment", self.of(seat)))
        self.move([*events, *self.payout(before, after)])

    def payout(self, before: GameState, after: GameState) -> list[dict[str, Any]]:
        seat, play = before.active, after.turn.play
        assert play is not None
        events = [self.state(45, seat)]
        named = named_doublers(before, play)
        for word, doublers, letters in zip(play.words, play.doublers, named, strict=True):
            for letter in letters:
                kind = "playerWordUsedQLetter" if letter == "Q" else f"playerWordUsed{letter}Patent"
                events.append(self.event(kind, {"word": word.word}))
            factor = before.ruleset.stacking.factor(len(doublers))
            money = before.ruleset.payout.coins[len(word.word)] * factor
            stock = before.ruleset.payout.stock[len(word.word)] * factor
            args = self.of(seat, money=money, stock=stock, word=word.word)
            events.append(self.event("playerReceivedMoneyAndStock", args))
        for payment in after.payments:
            if payment.kind is PaymentKind.ROYALTY:
                assert payment.receiver is not None
                args = {"player_id": int(self.ids[payment.receiver]), "royalties": payment.money}
                events.append(self.event("playerReceivedRoyalties", args))
        if after.phase is Phase.PURCHASE:
            return [*events, self.state(50, seat)]
        events.append(self.event("playerCannotBuyAPatent", self.of(seat)))
        return [*events, *self.refill(after)]

    def purchase(self, before: GameState, action: Action, after: GameState) -> None:
        seat = before.active
        if action.kind is ActionKind.BUY:
            args = self.of(seat, letter=action.cards, cost=PATENT_COST[action.cards])
            events = [self.event("playerBoughtPatent", args), self.state(51, seat)]
        else:
            events = [self.event("playerSkippedBuyingAPatent", self.of(seat))]
        self.move([*events, *self.refill(after)])

    def refill(self, state: GameState) -> list[dict[str, Any]]:
        """The community is refilled, then the words are discarded."""
        seat, turn = state.active, state.turn
        used = self.take(self.community, turn.cards_used("c"))
        events = [self.state(55, seat)]
        if used:
            drawn = self.draw(len(used))
            self.community += drawn
            events += [self.came("communityReceivedCards", drawn, "community"), self.sizes()]
        self.discards += used + self.take(self.hands[seat], turn.cards_used("h"))
        return [*events, self.event("wordDiscarded", []), self.sizes(), self.state(60, seat)]

    def ends_without_discards(self, state: GameState, cards: str, after: GameState) -> bool:
        """In the last round nothing is asked after the purchase, and the hand is refilled."""
        if cards or state.round != state.final_round:
            return False
        table = self.packets[-1]["data"]
        assert table.pop()["args"]["id"] == 60
        drawn, events = self.refilled_hand(state)
        if drawn:
            private = {**self.packets[-1], "channel": f"/player/p{self.ids[state.active]}"}
            self.packets.insert(-1, {**private, "data": drawn})
        table += [*events, *self.next_turn(after)]
        return True

    def discard(self, state: GameState, cards: str, after: GameState) -> None:
        seat = state.active
        gone = self.take(self.hands[seat], cards)
        self.discards += gone
        private, events = [], []
        if gone:
            private = [self.event("activePlayerDiscardedCards", {"card_ids": gone})]
            told = {"player_name": self.game.names[seat], "num_cards": len(gone)}
            events = [self.event("playerDiscardedNumberOfCards", told), self.sizes()]
        else:
            events = [self.event("playerSkippedDiscardingCards", self.of(seat))]
        events.append(self.state(75, seat))
        drawn, more = self.refilled_hand(state)
        self.move([*events, *more, *self.next_turn(after)], [*private, *drawn], seat)

    def refilled_hand(self, state: GameState) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        seat = state.active
        n = state.ruleset.hand_size - len(self.hands[seat])
        if not n:
            return [], [self.state(76, seat)]
        drawn = self.draw(n)
        self.hands[seat] += drawn
        came = self.came("activePlayerReceivedCards", drawn, "hand", self.ids[seat])
        return [came], [self.sizes(), self.state(76, seat)]

    def next_turn(self, state: GameState) -> list[dict[str, Any]]:
        if state.is_over:
            return []
        clock = {"player_id": int(self.ids[state.active]), "delta": "60", "max": "180"}
        return [self.event("updateReflexionTime", clock), *self.begin_turn(state)]

    def end(self, state: GameState, *, concedes: bool) -> None:
        """The end of the game, or nothing if it is neither over nor given up."""
        if not state.is_over and not concedes:
            return
        places = {seat: at for at, seats in enumerate(state.ranking, 1) for seat in seats}
        if concedes:
            places = {seat: 1 + (seat == state.to_act) for seat in places}
        result = [
            {
                "id": number,
                "name": self.game.names[seat],
                "score": str(2 - places[seat] if concedes else state.scores[seat].total),
                "rank": places[seat],
                "concede": str(int(concedes and seat == state.to_act)),
            }
            for seat, number in enumerate(self.ids)
        ]
        end = self.state(99, state.active, {"result": result})
        if concedes:
            self.move([self.event("playerConcedeGame", self.of(state.to_act)), end])
        else:
            self.packets[-1]["data"].append(end)
