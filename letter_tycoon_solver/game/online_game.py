"""`read_online`: a finished game that was played online, out of the file that the site gives."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from .._files import parse_path
from ..errors import InvalidInputError, LetterTycoonError, show_text
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import CARD_COUNT, DECK_SIZE, HIDDEN, PATENT_COST, sorted_cards
from ..rules.play import COMMUNITY, HAND
from ..rules.referee import CARD_DOUBLER
from ..rules.ruleset import ChallengeMode, Ruleset, Stacking
from ..rules.turn import Turn, TurnKind
from .game import Game, game_dealt, game_lines, is_game_text, read_game_text, table_of
from .online_log import (
    HOW_TO_SAVE,
    KINDS,
    ONLINE_RULES,
    Attempt,
    Card,
    Log,
    LoggedTurn,
    OnlineLogError,
    Seating,
    TurnReader,
    cards_from,
    read_log,
    seating_of,
)
from .table import Score, Table, player_named, said_name
from .tracked import TrackedGame

# Which cards a log tells, and where they were: a card that is played, discarded or replaced without
# having been drawn was dealt in the beginning.


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The letters of cards by id, and the ids of the first ones, "" for one that never moved.

    `hands` has the seats whose cards are told.
    """

    letters: Mapping[str, str]
    hands: Mapping[int, tuple[str, ...]]
    community: tuple[str, ...]

    def text(self, ids: Iterable[str]) -> str:
        """The letters, HIDDEN for each that is not known."""
        return "".join(self.letters.get(number, HIDDEN) for number in ids)


def known_cards(log: Log, ids: Sequence[str], turns: Sequence[LoggedTurn]) -> KnownCards:
    """The cards that a log tells; `ids` of the players are by seat.

    Raises OnlineLogError if cards are in two places, or one that must be told is not.
    """
    setup = {name: cards_from(log.setup.get(name)) or () for name in ("hand", "community")}
    seats = {event.player: ids.index(event.player) for event in log.events if event.player in ids}
    viewer = _viewer(log, ids)
    letters = _letters(turns, [card for cards in setup.values() for card in cards])
    hands = {}
    for seat in {*seats.values(), *([viewer] if viewer is not None else [])}:
        first = setup["hand"] if seat == viewer else ()
        own = _changes((turn for turn in turns if turn.player == seat), HAND)
        hands[seat] = _first(own, ONLINE_RULES.hand_size, first)
    changes = _changes(turns, COMMUNITY)
    community = _first(changes, ONLINE_RULES.community_size, setup["community"])
    for turn in turns:
        if turn.replaced == COMMUNITY and turn.gone not in letters:
            raise OnlineLogError(turn.replaced_in, "nobody knows which card was replaced")
    return KnownCards(letters, hands, community)


def _viewer(log: Log, ids: Sequence[str]) -> int | None:
    """The seat of the player whose first hand a replay page shows."""
    cards = log.setup.get("hand")
    for card in cards.values() if isinstance(cards, dict) else ():
        owner = str(card.get("location_arg")) if isinstance(card, dict) else ""
        if owner in ids:
            return ids.index(owner)
    return None


def _letters(turns: Sequence[LoggedTurn], shown: Iterable[Card]) -> dict[str, str]:
    letters = {card.id: card.letter for card in shown}
    for turn in turns:
        for card in _told(turn):
            if letters.setdefault(card.id, card.letter) != card.letter:
                raise OnlineLogError(
                    turn.end, f"the card {card.id} is {card.letter}, and was {letters[card.id]}"
                )
    for letter, n in Counter(letters.values()).items():
        if n > CARD_COUNT[letter]:
            raise OnlineLogError(
                None, f"the log has {n} cards {letter}; the game has {CARD_COUNT[letter]}"
            )
    return letters


def _told(turn: LoggedTurn) -> Iterator[Card]:
    for attempt in turn.attempts:
        for word in attempt.words:
            yield from word.cards
    yield from turn.came
    yield from turn.drawn or ()
    if turn.came_for is not None:
        yield turn.came_for


Change = tuple[int, Sequence[str], Sequence[str], Sequence[str]]
"""A move, the ids that are seen at a place, those of them that go, and those that come."""


def _changes(turns: Iterable[LoggedTurn], place: str) -> Iterator[Change]:
    """Yield what changes in the community, or in the hand of the player whose turns they are."""
    for turn in turns:
        if turn.replaced == place:
            if turn.gone is None or turn.came_for is None:
                raise OnlineLogError(turn.replaced_in, "a card was replaced, and which is missing")
            yield turn.replaced_in, [turn.gone], [turn.gone], [turn.came_for.id]
        for attempt in turn.attempts:
            yield attempt.move, attempt.ids(place), (), ()
        gone, came = turn.used(place), turn.came
        if place == HAND:
            if turn.discards and turn.discarded is None:
                raise OnlineLogError(turn.end, "cards were discarded, and which is missing")
            gone, came = [*gone, *(turn.discarded or ())], turn.drawn or ()
            if len(gone) != len(came):
                raise OnlineLogError(
                    turn.end, f"{len(gone)} cards went from the hand, and {len(came)} were drawn"
                )
        yield turn.end, gone, gone, [card.id for card in came]


def _first(changes: Iterable[Change], size: int, shown: Sequence[Card]) -> tuple[str, ...]:
    """The ids of the cards that lay there first; "" for each that was never moved."""
    first = [card.id for card in shown]
    there, gone_before = set(first), set[str]()
    for move, seen, gone, came in changes:
        for number in seen:
            if number in there:
                continue
            if number in gone_before or len(first) == size or shown:
                raise OnlineLogError(move, f"the card {number} is used, and did not lie there")
            first.append(number)
            there.add(number)
        there -= set(gone)
        if len(set(gone)) < len(gone) or there & set(came):
            raise OnlineLogError(move, "a card goes or comes twice")
        there |= set(came)
        gone_before = (gone_before | set(gone)) - set(came)
    return (*first, *[""] * (size - len(first)))


# The turns of a log carried out by the rules: as a `Game`, or as a `TrackedGame` of a seat.


def _begun(
    reader: TurnReader, cards: KnownCards, lexicon: Lexicon, me: str | int | None
) -> Game | TrackedGame:
    """Before the first turn: a Game where all hands are told, else the view of one or of none."""
    names, seats = reader.seating.names, sorted(cards.hands)
    own = None if me is None else player_named(me, names)
    if own is not None and own not in seats:
        raise InvalidInputError(
            f"the log does not tell the cards of {names[own]}, but"
            f" {'of ' + ', '.join(names[seat] for seat in seats) if seats else 'of nobody'}"
        )
    seat = next(iter(seats), None) if own is None else own
    hands = [cards.text(cards.hands.get(number, ())) for number in range(len(names))]
    draws = _draws(reader.turns, cards, len(names))
    with _errors_of(None):
        community = cards.text(cards.community)
        return game_dealt(names, hands, community, 0, seat, draws, lexicon, reader.ruleset)


def _carried_out(
    record: Game | TrackedGame, turn: LoggedTurn, reader: TurnReader, cards: KnownCards
) -> None:
    """Carry a turn out; raises OnlineLogError if it cannot be, or pays something else."""
    before = table_of(record)
    is_own = isinstance(record, Game) or turn.player == record.seat
    for part, community, drew, move in _parts(turn, reader, cards, is_own=is_own):
        if isinstance(record, Game):
            with _errors_of(move):
                record.push(part, is_answered=True)
        else:
            with _errors_of(turn.end):
                record.push(part, community=community, drew=drew)
    after = table_of(record)
    _check_paid(before, after, turn, record.names)
    _check_piles(after, turn)


@contextlib.contextmanager
def _errors_of(move: int | None) -> Iterator[None]:
    try:
        yield
    except LetterTycoonError as error:
        raise OnlineLogError(move, str(error)) from None


def _check_paid(before: Table, after: Table, turn: LoggedTurn, names: Sequence[str]) -> None:
    price = PATENT_COST[turn.bought] if turn.bought else 0
    for player, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        due = new.money - old.money + price * (player == turn.player), new.stock - old.stock
        told = turn.money[player], turn.stock[player]
        if told != due:
            raise OnlineLogError(
                turn.stood.settled if turn.stood else turn.end,
                f"{names[player]} gets ${told[0]} and {told[1]} stock; by the rules it is"
                f" ${due[0]} and {due[1]} stock",
            )


def _check_piles(table: Table, turn: LoggedTurn) -> None:
    piles = table.deck_size, len(table.discards)
    if turn.piles not in (None, piles):
        raise OnlineLogError(
            turn.end, f"deck and discards have {turn.piles} cards; by the rules they have {piles}"
        )


def _draws(turns: Iterable[LoggedTurn], cards: KnownCards, n_players: int) -> str:
    found: list[str] = []
    left = DECK_SIZE - n_players * ONLINE_RULES.hand_size - ONLINE_RULES.community_size
    discards: list[str] = []

    def draw(ids: Sequence[str]) -> None:
        nonlocal left
        if len(ids) > left:
            # Cards of the old deck come first, in whatever order the log names them.
            new = [number for number in ids if number in discards]
            found.extend(number for number in ids if number not in discards)
            ids, left = new, len(discards)
            discards.clear()
        found.extend(ids)
        left -= len(ids)

    for turn in turns:
        if turn.gone is not None and turn.came_for is not None:
            discards.append(turn.gone)
            draw([turn.came_for.id])
        draw([card.id for card in turn.came])
        discards += turn.used(COMMUNITY) + turn.used(HAND) + list(turn.discarded or ())
        draw([card.id for card in turn.drawn or ()])
    return cards.text(found)


def _parts(
    turn: LoggedTurn, reader: TurnReader, cards: KnownCards, *, is_own: bool
) -> Iterator[tuple[Turn, str | None, str | None, int]]:
    """The turn as told, refused words by themselves: each with the cards that came and its move."""
    text = cards.text
    replaced = community = drew = ""
    if turn.replaced:
        came = "" if turn.came_for is None else turn.came_for.letter
        if turn.replaced == COMMUNITY:
            replaced, community = text([turn.gone or ""]).lower(), came
        else:
            replaced = text([turn.gone or ""]) if is_own else HIDDEN
            drew = came if is_own else ""
    for attempt in turn.attempts:
        if not attempt.stands:
            yield _laid(attempt, replaced, reader), community or None, drew or None, attempt.move
            replaced = community = drew = ""
    discards = text(turn.discarded or ()) if is_own else HIDDEN * (turn.discards or 0)
    if turn.stood is None:
        whole = Turn(TurnKind.EXCHANGE, replaced, discards=discards)
    else:
        whole = replace(_laid(turn.stood, replaced, reader), buy=turn.bought, discards=discards)
    community += text(card.id for card in turn.came)
    drew += text(card.id for card in turn.drawn or ()) if is_own else ""
    move = turn.stood.move if turn.stood else turn.end
    yield whole, community or None, drew or None, move


def _laid(attempt: Attempt, replaced: str, reader: TurnReader) -> Turn:
    by = attempt.challenger
    return Turn(
        TurnKind.WORDS,
        replaced,
        words=tuple(word.played for word in attempt.words),
        doublers=_counted(attempt.doublers, reader.ruleset) if attempt.stands else None,
        challenger=None if by is None else said_name(by, reader.seating.names),
    )


def _counted(named: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    """The doublers that count, of those that the log names for each word.

    Where at most one counts, it names all: the Q card comes first, and a patent is for one word.
    """
    if ruleset.stacking is not Stacking.AT_MOST_ONE:
        return tuple(named)
    ranked = (sorted(one, key=lambda a: (a != CARD_DOUBLER, a)) or [""] for one in named)
    for way in itertools.product(*ranked):
        patents = "".join(way).replace(CARD_DOUBLER, "")
        if len(set(patents)) == len(patents):
            return way
    return tuple(named)


MAX_BYTES: Final = 4_000_000
"""No log is longer: a long game has 300 kB."""


@dataclass(frozen=True, slots=True)
class OnlinePlayer:
    """A player at the end.

    Attributes:
        name: as on the site; what cannot be printed is "?".
        seat: from 0, clockwise from the player who starts.
        money: dollars.
        stock: shares.
        patents: letters, sorted.
        score: as the site counts it; after a game that was given up, 1 or 0.
        place: from 1, as on the site.
    """

    name: str
    seat: int
    money: int
    stock: int
    patents: str
    score: int
    place: int

    @property
    def patents_value(self) -> int:
        """Cost of the patents owned, in dollars."""
        return sum(PATENT_COST[letter] for letter in self.patents)


@dataclass(frozen=True, slots=True)
class OnlineTurn:
    """A turn as it was carried out.

    Attributes:
        player: whose, by number.
        move: its last move in the log.
        words: those that stood; none for an exchange.
        bought: the patent, or "".
        discarded: letters, HIDDEN for each card that the log does not tell.
        money: what the player has at the end of it, in dollars.
        stock: likewise, in shares.
    """

    player: int
    move: int
    words: tuple[str, ...]
    bought: str
    discarded: str
    money: int
    stock: int


@dataclass(frozen=True, slots=True)
class OnlineGame:
    """A game that was played online.

    Attributes:
        table: its number on the site, "" if the log does not say it.
        players: by seat.
        turns: those that are finished.
        record: a `Game` if the cards of all players are told, else a `TrackedGame`, of the player
            whose cards are told or of a scorekeeper. Its lexicon has the words that stood, and
            lacks those that were refused; its ruleset is that of the table, as far as the log tells
            it.
        is_finished: the game is over; only a notation may be of one that is not.
    """

    table: str
    players: tuple[OnlinePlayer, ...]
    turns: tuple[OnlineTurn, ...]
    record: Game | TrackedGame = field(compare=False)
    is_finished: bool

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game; `also` and `without` say where its dictionary differs."""
        return table_of(self.record).lexicon


def read_online(
    source: str | os.PathLike[str],
    *,
    me: str | int | None = None,
    lexicon: Lexicon | Iterable[str] | None = None,
) -> OnlineGame:
    """The game in a log.

    Args:
        source: the file, or its text: an archive (JSON), a replay page (HTML), or the notation of a
            game, as `game_text` writes it.
        me: where the cards of several players are told, but not of all, whose seat the record is
            of, by name or by number; by default the first.
        lexicon: words to start from, as for `new_game`; by default those of `Lexicon.load()`.

    Raises:
        OnlineLogError: it is no such log, or one of a game that is not over, or it is damaged.
        InvalidInputError: an argument is not allowed.
        LexiconError: the words given make no lexicon.

    Examples:
        >>> from letter_tycoon_solver.game import read_online
        >>> read_online("nowhere.json")
        Traceback (most recent call last):
            ...
        OnlineLogError: nowhere.json cannot be read: No such file or directory
    """
    text = _text_of(source)
    if is_game_text(text):
        return _posted(read_game_text(text, lexicon))
    words = Lexicon.load() if lexicon is None else lexicon_of(lexicon)
    log = read_log(text)
    if not any(event.kind in KINDS for event in log.events):
        raise OnlineLogError(None, "the log is of another game, or nothing was done in it")
    reader = TurnReader(log, seating_of(log))
    reader.read()
    if not reader.is_over:
        what = "the log ends before the end of the game; if the game is over, save it again"
        raise OnlineLogError(log.events[-1].move, what)
    if not reader.turns:
        raise OnlineLogError(None, "no turn was finished in the game")
    return _game_of(log, reader, words, me)


def _posted(record: Game | TrackedGame) -> OnlineGame:
    table = table_of(record)
    players = tuple(_players(Seating((), record.names, ()), table))
    return OnlineGame("", players, tuple(_turns(record)), record, table.is_over)


def _turns(record: Game | TrackedGame, moves: Sequence[int] = ()) -> Iterator[OnlineTurn]:
    """The turns of a game; without their moves, the numbers of their lines are given for these."""
    # The last line of a turn is what became of it.
    lines = {
        (line.steps[0][0].round, line.player): (number, line)
        for number, line in enumerate(game_lines(record), 1)
    }
    for at, (number, line) in enumerate(lines.values()):
        done, seat = line.turn, line.after.seats[line.player]
        yield OnlineTurn(
            line.player,
            moves[at] if moves else number,
            tuple(word.word for word in done.words) if done.play else (),
            done.buy,
            done.discards,
            seat.money,
            seat.stock,
        )


def _text_of(source: str | os.PathLike[str]) -> str:
    if isinstance(source, str) and ("\n" in source or source.lstrip("\ufeff \t\r")[:1] in "{<"):
        return source
    path = parse_path(source)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise OnlineLogError(None, f"{show_text(path)} cannot be read: {reason}") from None
    if len(content) > MAX_BYTES:
        raise OnlineLogError(
            None,
            f"the file has more than {MAX_BYTES // 1_000_000} MB, and no log is so long;"
            f" {HOW_TO_SAVE}",
        )
    return content.decode("utf-8", errors="replace")


def _game_of(log: Log, reader: TurnReader, words: Lexicon, me: str | int | None) -> OnlineGame:
    """The game as its turns were read; raises OnlineLogError if they cannot be."""
    seating = reader.seating
    cards = known_cards(log, seating.ids, reader.turns)
    is_automatic = reader.mode is ChallengeMode.AUTOMATIC
    lexicon = _altered(words, reader.turns, is_automatic=is_automatic)
    record = _begun(reader, cards, lexicon, me)
    for turn in reader.turns:
        _carried_out(record, turn, reader, cards)
    table = table_of(record)
    if not reader.unfinished and not any(result.has_conceded for result in seating.results):
        _check_scores(seating, table.scores, log.events[-1].move)
    players = tuple(_players(seating, _with_unfinished(table, reader.unfinished)))
    turns = tuple(_turns(record, [turn.end for turn in reader.turns]))
    return OnlineGame(log.table, players, turns, record, True)


def _check_scores(seating: Seating, scores: Sequence[Score], last: int) -> None:
    for name, score, result in zip(seating.names, scores, seating.results, strict=False):
        if score.total != result.score:
            raise OnlineLogError(
                last, f"{name} ends with {result.score} points; by the rules it is {score.total}"
            )


def _altered(words: Lexicon, turns: Iterable[LoggedTurn], *, is_automatic: bool) -> Lexicon:
    """The words, with those that the table has taken when challenged, without those refused."""
    valid: dict[str, int] = {}
    refused: dict[str, int] = {}
    for turn in turns:
        for attempt in turn.attempts:
            if attempt.refused:
                refused.setdefault(attempt.refused, attempt.settled)
            elif attempt.stands and (is_automatic or attempt.challenger is not None):
                for laid in attempt.words:
                    valid.setdefault(laid.played.word, attempt.settled)
    for word in sorted(valid.keys() & refused.keys()):
        move = max(valid[word], refused[word])
        raise OnlineLogError(move, f"{word} is refused, and stands elsewhere")
    return words.altered(valid, refused)


def _with_unfinished(table: Table, turn: LoggedTurn | None) -> Table:
    """The table with what the turn in which the game was given up has paid and bought."""
    if turn is None:
        return table
    seats = [
        replace(seat, money=seat.money + turn.money[player], stock=seat.stock + turn.stock[player])
        for player, seat in enumerate(table.seats)
    ]
    if turn.bought:
        seat = seats[turn.player]
        patents = sorted_cards(seat.patents + turn.bought)
        money = seat.money - PATENT_COST[turn.bought]
        seats[turn.player] = replace(seat, patents=patents, money=money)
    return replace(table, seats=tuple(seats))


def _players(seating: Seating, table: Table) -> Iterator[OnlinePlayer]:
    """With the site's scores; of a log without its end, with those by the rules."""
    worth = [(score.total, score.patents) for score in table.scores]
    for player, (name, seat) in enumerate(zip(seating.names, table.seats, strict=True)):
        score, place = worth[player][0], 1 + sum(other > worth[player] for other in worth)
        if seating.results:
            score, place = seating.results[player].score, seating.results[player].place
        yield OnlinePlayer(name, player, seat.money, seat.stock, seat.patents, score, place)
