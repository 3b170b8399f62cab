"""`read_online`: a finished game that was played online, out of the file that the site gives.

It reads the notation of a whole game, too: what people post.
"""

from __future__ import annotations

import contextlib
import enum
import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from .._files import parse_path
from ..errors import InvalidInputError, LetterTycoonError, show_text
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import DECK_SIZE, HIDDEN, PATENT_COST, sorted_cards
from ..rules.play import COMMUNITY, HAND
from ..rules.referee import CARD_DOUBLER
from ..rules.ruleset import ChallengeMode, Ruleset, Stacking
from ..rules.turn import Turn, TurnKind
from .game import Game
from .notation import game_lines, is_game_text, read_game_text, table_of
from .online_log import (
    HOW_TO_SAVE,
    Attempt,
    Log,
    LoggedTurn,
    OnlineLogError,
    Seating,
    read_log,
    seating_of,
)
from .online_turns import COMMUNITY_SIZE, HAND_SIZE, KINDS, KnownCards, TurnReader, known_cards
from .state import Table, told_state
from .table import Score, Seat, player_named, said_name
from .told import SeenDeal
from .tracked import TrackedGame

# The turns of a log carried out by the rules: as a `Game`, or as a `TrackedGame` of a seat.


@dataclass(frozen=True, slots=True)
class Told:
    """All that a record is made of.

    Attributes:
        names: of the players, clockwise from the one who starts.
        turns: in their order.
        cards: what is known of the cards.
        ruleset: of the table.
        lexicon: the words that are valid there.
    """

    names: tuple[str, ...]
    turns: Sequence[LoggedTurn]
    cards: KnownCards
    ruleset: Ruleset
    lexicon: Lexicon


def replayed(
    told: Told, seat: int | None, *, is_all: bool
) -> tuple[Game | TrackedGame, tuple[OnlineTurn, ...]]:
    """The turns carried out by the rules.

    Args:
        told: what is known.
        seat: whose eyes a TrackedGame is seen through; None for those of all at the table.
        is_all: whether all hands are known, but for cards that the log never names: for a Game.

    Raises OnlineLogError if it cannot be by the rules.
    """
    with _errors_of(None):
        record = _begun(told, seat, is_all=is_all)
    done = []
    for turn in told.turns:
        before, is_own = table_of(record), is_all or turn.player == seat
        for part, community, drew, move in _parts(turn, told, is_own=is_own):
            if isinstance(record, Game):
                with _errors_of(move):
                    record.push(part, is_answered=True)
            else:
                with _errors_of(turn.end):
                    record.push(part, community=community, drew=drew)
        after = table_of(record)
        _check_paid(before, after, turn, told.names)
        _check_piles(after, turn)
        done.append(_turn(turn, after.seats[turn.player], told.cards))
    return record, tuple(done)


def _begun(told: Told, seat: int | None, *, is_all: bool) -> Game | TrackedGame:
    """The record before the first turn."""
    dealt = {place: told.cards.text(ids) for place, ids in told.cards.dealt.items()}
    if not is_all:
        deal = SeenDeal(seat, "" if seat is None else dealt[seat], dealt[None], 0)
        return TrackedGame(told.names, deal, told.lexicon, told.ruleset)
    hands = [dealt[player] for player in range(len(told.names))]
    start = told_state(hands, dealt[None], 0, _draws(told), told.lexicon, told.ruleset)
    return Game.from_state(start, told.names)


@contextlib.contextmanager
def _errors_of(move: int | None) -> Iterator[None]:
    """Names the move in what the rules say."""
    try:
        yield
    except LetterTycoonError as error:
        raise OnlineLogError(move, str(error)) from None


def _check_paid(before: Table, after: Table, turn: LoggedTurn, names: Sequence[str]) -> None:
    """Raises OnlineLogError if a player gets something else than the log says."""
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
    """Raises OnlineLogError if deck and discards have other numbers of cards than it says."""
    piles = table.deck_size, len(table.discards)
    if turn.piles not in (None, piles):
        raise OnlineLogError(
            turn.end, f"deck and discards have {turn.piles} cards; by the rules they have {piles}"
        )


def _draws(told: Told) -> str:
    """All cards that were drawn, in their order."""
    found: list[str] = []
    left = DECK_SIZE - len(told.names) * HAND_SIZE - COMMUNITY_SIZE
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

    for turn in told.turns:
        if turn.gone is not None and turn.came_for is not None:
            discards.append(turn.gone)
            draw([turn.came_for.id])
        draw([card.id for card in turn.came])
        discards += turn.used(COMMUNITY) + turn.used(HAND) + list(turn.discarded or ())
        draw([card.id for card in turn.drawn or ()])
    return told.cards.text(found)


# The turns as they are told -----------------------------------------------------------------------


def _parts(
    turn: LoggedTurn, told: Told, *, is_own: bool
) -> Iterator[tuple[Turn, str | None, str | None, int]]:
    """The turn as one tells it, refused words by themselves, each with the cards that came.

    Last is the move in the log that lays the words, or ends a turn without words.
    """
    text = told.cards.text
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
            yield _laid(attempt, replaced, told), community or None, drew or None, attempt.move
            replaced = community = drew = ""
    discards = text(turn.discarded or ()) if is_own else HIDDEN * (turn.discards or 0)
    if turn.stood is None:
        whole = Turn(TurnKind.EXCHANGE, replaced, discards=discards)
    else:
        whole = replace(_laid(turn.stood, replaced, told), buy=turn.bought, discards=discards)
    community += text(card.id for card in turn.came)
    drew += text(card.id for card in turn.drawn or ()) if is_own else ""
    move = turn.stood.move if turn.stood else turn.end
    yield whole, community or None, drew or None, move


def _laid(attempt: Attempt, replaced: str, told: Told) -> Turn:
    """The words, and who challenged them."""
    by = attempt.challenger
    return Turn(
        TurnKind.WORDS,
        replaced,
        words=tuple(word.played for word in attempt.words),
        doublers=_counted(attempt.doublers, told.ruleset) if attempt.stands else None,
        challenger=None if by is None else said_name(by, told.names),
    )


def _counted(named: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    """The doublers that count, of those that the log names for each word.

    Where at most one counts, it names each whose condition holds: the Q card comes first, and a
    patent is for one word.
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


class Known(enum.Enum):
    """Whose cards a log tells."""

    ALL = "all"
    """Those of all players."""
    SEAT = "seat"
    """Those of one player."""
    TABLE = "table"
    """Only those on the table."""


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
class OnlineOptions:
    """The options of a table; None where the log does not tell.

    Attributes:
        stacking: what several doublers on a word do.
        challenge: who checks words.
        retries: with automatic challenges, how often a player may try again; MAX_RETRIES stands for
            as often as one likes.
    """

    stacking: Stacking | None
    challenge: ChallengeMode | None
    retries: int | None


@dataclass(frozen=True, slots=True)
class OnlineGame:
    """A game that was played online.

    Attributes:
        table: its number on the site, "" if the log does not say it.
        players: by seat.
        options: of the table.
        turns: in their order, those that are finished.
        record: a `Game` if the cards of all players are told, else a `TrackedGame`, of the player
            whose cards are told or of a scorekeeper. Its lexicon has the words that stood, and
            lacks those that were refused.
        is_finished: the game is over; only a notation may be of one that is not.
    """

    table: str
    players: tuple[OnlinePlayer, ...]
    options: OnlineOptions
    turns: tuple[OnlineTurn, ...]
    record: Game | TrackedGame = field(compare=False)
    is_finished: bool

    @property
    def known(self) -> Known:
        """Whose cards the log tells."""
        if isinstance(self.record, Game):
            return Known.ALL
        return Known.TABLE if self.record.seat is None else Known.SEAT

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

    Returns:
        The game.

    Raises:
        OnlineLogError: it is no such log, or one of a game that is not over, or it is damaged; the
            error names the move.
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
    """A game whose notation was posted."""
    table = table_of(record)
    turns: dict[tuple[int, int], OnlineTurn] = {}
    for number, line in enumerate(game_lines(record), 1):
        done, seat = line.turn, line.after.seats[line.player]
        # The last line of a turn is what became of it.
        turns[line.steps[0][0].round, line.player] = OnlineTurn(
            line.player,
            number,
            tuple(word.word for word in done.words) if done.play else (),
            done.buy,
            done.discards,
            seat.money,
            seat.stock,
        )
    rules = table.ruleset
    return OnlineGame(
        "",
        tuple(_players(Seating((), record.names, ()), table)),
        OnlineOptions(rules.stacking, rules.challenge.mode, rules.challenge.retries),
        tuple(turns.values()),
        record,
        table.is_over,
    )


def _text_of(source: str | os.PathLike[str]) -> str:
    """The text of a file, or the one that is given."""
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
    """The game as its turns were read. Raises OnlineLogError if they cannot be."""
    seating = reader.seating
    told = Told(
        seating.names,
        reader.turns,
        known_cards(log, seating.ids, reader.turns),
        reader.ruleset,
        _altered(words, reader.turns, is_automatic=reader.mode is ChallengeMode.AUTOMATIC),
    )
    is_stacking_known = len(reader.stackings) == 1
    record, turns = _replayed(told, me)
    table = table_of(record)
    if not reader.unfinished and not any(result.has_conceded for result in seating.results):
        _check_scores(seating, table.scores, log.events[-1].move)
    return OnlineGame(
        log.table,
        tuple(_players(seating, _with_unfinished(table, reader.unfinished))),
        OnlineOptions(
            reader.stackings[0] if is_stacking_known else None, reader.mode, reader.retries
        ),
        turns,
        record,
        True,
    )


def _check_scores(seating: Seating, scores: Sequence[Score], last: int) -> None:
    """Raises OnlineLogError if the site gives another score than the rules."""
    for name, score, result in zip(seating.names, scores, seating.results, strict=False):
        if score.total != result.score:
            raise OnlineLogError(
                last, f"{name} ends with {result.score} points; by the rules it is {score.total}"
            )


def _altered(words: Lexicon, turns: Iterable[LoggedTurn], *, is_automatic: bool) -> Lexicon:
    """The words, with those that the dictionary of the table has taken, and without the others.

    Words that nobody has challenged say nothing.
    """
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


def _replayed(
    told: Told, me: str | int | None
) -> tuple[Game | TrackedGame, tuple[OnlineTurn, ...]]:
    """Return a Game where all hands are told, else the view of that player or of the table."""
    seats = sorted(told.cards.hands)
    own = None if me is None else player_named(me, told.names)
    if len(seats) == len(told.names):
        return replayed(told, None, is_all=True)
    if own is not None and own not in seats:
        raise InvalidInputError(
            f"the log does not tell the cards of {told.names[own]}, but"
            f" {'of ' + ', '.join(told.names[seat] for seat in seats) if seats else 'of nobody'}"
        )
    return replayed(told, own if own is not None or not seats else seats[0], is_all=False)


def _turn(turn: LoggedTurn, seat: Seat, cards: KnownCards) -> OnlineTurn:
    stood = turn.stood.words if turn.stood else ()
    return OnlineTurn(
        turn.player,
        turn.end,
        tuple(word.played.word for word in stood),
        turn.bought,
        HIDDEN * (turn.discards or 0) if turn.discarded is None else cards.text(turn.discarded),
        seat.money,
        seat.stock,
    )


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
