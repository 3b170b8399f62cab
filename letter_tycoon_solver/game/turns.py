"""Turns carried out by the rules, and the ways in which their words may lie on the table."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Generic

from ..errors import (
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
    Reason,
    require,
    show,
    show_text,
)
from ..rules.cards import ALL_CARDS, HIDDEN, MAX_WORDS
from ..rules.play import (
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    Play,
    PlayedWord,
    join_words,
    words_notation,
)
from ..rules.ruleset import MAX_PLAYED_LETTERS, ChallengeMode
from ..rules.turn import Turn, TurnKind
from .actions import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    ActionReason,
    IllegalAction,
    check_purchase,
    judge,
    lay,
)
from .rules import T, apply
from .state import SeenState
from .table import Phase, Table, bought, may_hold, player_named, said_name

# Ways in which words may lie on the table: the source of each card, and the sound of each Y.
#
# People leave both out. Words in capitals only, or in small letters only, are bare: their cards may
# come from anywhere; those in capitals from the hand if they can be. All others say where each card
# comes from. Ys that are not declared are declared as they pay most.


MAX_SHOWN_READINGS: Final = 6


class AmbiguousWordsError(LetterTycoonError, ValueError):
    """Words can be laid in several ways that make a difference, and it was not said in which.

    Attributes:
        words: as they were given.
        readings: every way, in notation; give one of these instead.
    """

    def __init__(self, words: str, readings: Sequence[str]) -> None:
        super().__init__(words, tuple(readings))
        self.words = words
        self.readings = tuple(readings)

    def __str__(self) -> str:
        shown = ", ".join(self.readings[:MAX_SHOWN_READINGS])
        more = len(self.readings) - MAX_SHOWN_READINGS
        rest = f" and {more} more" if more > 0 else ""
        return (
            f"{show(self.words)} can be laid in {len(self.readings)} ways: {shown}{rest}; small"
            " letters are community cards. Give one of these"
        )


Way = tuple[Action, Play | IllegalPlay]
"""Words as they may lie, with what they earn or why they are illegal."""


def is_bare(words: Sequence[PlayedWord]) -> bool:
    """Do the words leave out where their cards come from?"""
    return all(set(word.sources) in ({HAND}, {COMMUNITY}) for word in words)


def notation_of(words: Action) -> str:
    """The words as they were given."""
    return words_notation(words.words, words.doublers)


def read_words(
    seen: Table,
    words: Action,
    n_community: int | None = None,
    n_hand: int | None = None,
    *,
    asks: bool = True,
) -> Play:
    """The words as they lie, with so many cards of community and hand (None: any), and their pay.

    If it asks, capitals that can be of the hand contradict community cards that are used; else they
    are laid with these.

    Raises AmbiguousWordsError if there are several ways, which leave other cards, IllegalPlay if
    there is none, and InvalidInputError if there is one with other numbers of cards.
    """
    is_said = not is_bare(words.words)
    are_capitals = all(HAND in word.sources for word in words.words)
    as_said = _found(_declared(seen, words)) if is_said or are_capitals else []
    if as_said and (is_said or not n_community):
        return as_said[0]
    ways = _all_ways(seen, words)
    found = [] if is_said else _found(ways, n_community, n_hand)
    if not found:
        raise _refusal(seen, words, ways, n_community, n_hand)
    if len(found) == 1 and not (as_said and asks):
        return found[0]
    raise AmbiguousWordsError(notation_of(words), [play.notation for play in (*as_said, *found)])


def ways_to_lay(seen: Table, words: Action) -> list[Play]:
    """All ways in which words may lie that leave other cards; raises IllegalPlay without one."""
    ways = _all_ways(seen, words)
    found = _found(ways)
    if not found:
        raise _refusal(seen, words, ways)
    return found


def _found(
    ways: Iterable[Way], n_community: int | None = None, n_hand: int | None = None
) -> list[Play]:
    """The legal ways, of those that leave the same cards the one that pays most."""
    found: dict[tuple[str, str], Play] = {}
    for _, play in ways:
        if isinstance(play, IllegalPlay):
            continue
        hand, community = _cards(play, HAND), _cards(play, COMMUNITY)
        if n_community not in (None, len(community)) or n_hand not in (None, len(hand)):
            continue
        key = hand, community
        if key not in found or _pay(play) > _pay(found[key]):
            found[key] = play
    return list(found.values())


def _refusal(
    seen: Table,
    words: Action,
    ways: Sequence[Way],
    n_community: int | None = None,
    n_hand: int | None = None,
) -> LetterTycoonError:
    """Why there is no way: the rule that is broken with no ability, if it is not about cards."""
    legal = [play for _, play in ways if isinstance(play, Play)]
    shown = show(notation_of(words)) if legal else ""
    if legal and n_community not in (None, *(len(_cards(play, COMMUNITY)) for play in legal)):
        return InvalidInputError(
            f"{shown} takes {_numbers(COMMUNITY, legal)} of the community {seen.community}, and"
            f" {n_community} came instead; give the cards that came"
        )
    if legal:
        return InvalidInputError(
            f"{shown} takes {_numbers(HAND, legal)} cards of the hand, and {n_hand} were drawn for"
            " it; give the cards that were drawn"
        )
    refusals = [(way, error) for way, error in ways if isinstance(error, IllegalPlay)]

    def specials_and_cards(refusal: tuple[Action, IllegalPlay]) -> tuple[int, bool]:
        sources = "".join(word.sources for word in refusal[0].words)
        n_special = sources.count(DUPLICATE) + sources.count(SUFFIX)
        return n_special, refusal[1].reason is Reason.CARD_NOT_AVAILABLE

    _, error = min(refusals, key=specials_and_cards)
    there = Counter(seen.active_seat.hand + seen.community)
    letters = "".join(word.word for word in words.words)
    missing = (Counter(letters) - there).elements()
    is_about_cards = error.reason is Reason.CARD_NOT_AVAILABLE and is_bare(words.words)
    if HIDDEN in there or not is_about_cards or not (lacked := " ".join(sorted(missing))):
        return error
    return IllegalPlay(
        error.reason, f"{join_words(words.words)} needs cards that are not there: {lacked}"
    )


def _all_ways(seen: Table, words: Action) -> list[Way]:
    if not is_bare(words.words):
        return list(_declared(seen, words))
    if sum(len(word.word) for word in words.words) > MAX_PLAYED_LETTERS * MAX_WORDS:
        raise InvalidInputError(
            f"{show(notation_of(words))} has more letters than two words ever have"
        )
    ways: list[Way] = []
    for sources in _sources(seen, [word.word for word in words.words]):
        laid = tuple(
            replace(word, sources=source) for word, source in zip(words.words, sources, strict=True)
        )
        ways += _declared(seen, replace(words, words=laid))
    return ways


def _declared(seen: Table, words: Action) -> Iterator[Way]:
    """The words with their Ys as they are declared, or in every way that may be the best."""
    for y_as in itertools.product(*map(_declarations, words.words)):
        declared = tuple(replace(word, y_as=ys) for word, ys in zip(words.words, y_as, strict=True))
        way = replace(words, words=declared)
        try:
            yield way, judge(seen, way)
        except IllegalPlay as error:
            yield way, error


def _declarations(word: PlayedWord) -> list[str]:
    """Ways to declare the Ys: as said, or those that may be the best (rules, "Payout")."""
    n = word.word.count("Y")
    if word.y_as or not n:
        return [word.y_as]
    return list(dict.fromkeys([CONSONANT * n, VOWEL + CONSONANT * (n - 1), VOWEL * n]))


def _sources(seen: Table, words: Sequence[str]) -> Iterator[list[str]]:
    """Sources of the letters of each word: all from the hand first, then what the player may have.

    Which of equal letters it is makes no difference.
    """
    in_hand = [HAND * len(word) for word in words]
    yield in_hand
    for special in _specials(seen.active_seat.patents, words, in_hand):
        for sources in _with_community(seen.community, words, special):
            taken = zip("".join(words), "".join(sources), strict=True)
            cards = "".join(letter for letter, source in taken if source == HAND)
            if sources != in_hand and may_hold(seen, cards):
                yield sources


def _specials(patents: str, words: Sequence[str], in_hand: list[str]) -> Iterator[list[str]]:
    """Ways to use duplicate and suffix; all other letters are from the hand."""
    suffixes = [in_hand]
    if "Z" in patents:
        ends = [(number, len(word) - 1) for number, word in enumerate(words) if word[-1:] == "S"]
        suffixes += [_with_source(in_hand, number, end, SUFFIX) for number, end in ends]
    yield from suffixes
    if "X" not in patents:
        return
    for sources in suffixes:
        for number, word in enumerate(words):
            # Of equal letters the last is the duplicate, as the solver has it.
            last = {a: at for at, a in enumerate(word) if sources[number][at] == HAND}
            yield from (_with_source(sources, number, at, DUPLICATE) for at in last.values())


def _with_community(
    community: str, words: Sequence[str], special: list[str]
) -> Iterator[list[str]]:
    """Ways to take letters from the community, by how many of each letter each word takes."""
    places: dict[tuple[str, int], list[int]] = {}
    for number, word in enumerate(words):
        for at, letter in enumerate(word):
            if letter in community and special[number][at] == HAND:
                places.setdefault((letter, number), []).append(at)
    most = [min(len(found), community.count(letter)) for (letter, _), found in places.items()]
    for numbers in itertools.product(*(range(n, -1, -1) for n in most)):
        taken: Counter[str] = Counter()
        sources = special
        for ((letter, number), found), n in zip(places.items(), numbers, strict=True):
            taken[letter] += n
            for at in found[:n]:
                sources = _with_source(sources, number, at, COMMUNITY)
        if not taken - Counter(community):
            yield sources


def _with_source(sources: list[str], number: int, at: int, source: str) -> list[str]:
    """The sources with another one for a letter of the word with that number."""
    word = sources[number]
    return [*sources[:number], word[:at] + source + word[at + 1 :], *sources[number + 1 :]]


def _numbers(source: str, plays: Iterable[Play]) -> str:
    return " or ".join(map(str, sorted({len(_cards(play, source)) for play in plays})))


def _cards(play: Play, sources: str) -> str:
    return "".join(sorted("".join(word.letters_from(sources) for word in play.words)))


def _pay(play: Play) -> tuple[int, int]:
    return play.money + play.stock, play.money


# Turns carried out by the rules, action by action, from any moment of a turn.
#
# A part that is left out is not done. From the purchase on, the words may be left out, or be those
# on the table. What an opponent says to the words is "accept" or "challenge".


Move = Turn | Action
"""A turn, what is left of one, or an answer to words: ACCEPT or CHALLENGE."""
_ANSWERS: Final[Mapping[str, Action]] = {one.notation: one for one in (ACCEPT, CHALLENGE)}


def steps_of(
    state: T,
    move: str | Move,
    names: Sequence[str] | None = None,
    *,
    whole: bool = True,
    is_answered: bool = False,
) -> Sequence[tuple[Action, T]]:
    """List the actions of a move, each with the state after it, as `Game.push` does them.

    Without names, opponents answer for themselves, and it may not be said who challenged. Where the
    rest waits for their answers, it is tried whether it could be done if they accept.
    """
    require(move, (str, Turn, Action), "the turn")
    require(whole, bool, "whole")
    require(is_answered, bool, "is_answered")
    if isinstance(move, str):
        said = move.strip()
        answer = _ANSWERS.get(said.lower() if state.phase is Phase.CHALLENGE else said)
        move = Turn.parse(move) if answer is None else answer
    steps = carried_out(state, move, names, whole=whole, is_answered=is_answered)
    laid = steps[-1][1]
    if isinstance(move, Turn) and laid.phase is Phase.CHALLENGE:
        # What could not follow is refused before anyone is asked.
        TurnCourse(laid, move, names, whole=whole).run_answered()
    return steps


def carried_out(
    state: T,
    move: Move,
    names: Sequence[str] | None = None,
    *,
    whole: bool = True,
    is_answered: bool = False,
) -> Sequence[tuple[Action, T]]:
    """List the actions as `steps_of` does, without a trial of what follows the answers."""
    require(move, (Turn, Action), "the turn")
    if not isinstance(move, Turn):
        if move not in _ANSWERS.values():
            raise InvalidInputError(
                f"{move} is no answer to words; give a Turn, ACCEPT or CHALLENGE"
            )
        return [(move, apply(state, move))]
    challenger_of(move, state, names)
    course = TurnCourse(state, move, names, whole=whole, is_answered=is_answered)
    course.run()
    if not course.steps:
        raise InvalidInputError('nothing is done; say what is, such as "buy nothing"')
    return course.steps


def rest_of(said: Turn | None, state: Table) -> Turn | None:
    """The rest of a turn, or None if there is something to decide: a challenge brings a dollar."""
    if said is None or state.phase not in {Phase.PURCHASE, Phase.CLEAN_UP}:
        return None
    if state.turn.challenged:
        return None
    return replace(said, replace="") if said.replace else said


def challenger_of(turn: Turn, table: Table, names: Sequence[str] | None) -> int | None:
    """The player who challenges, None if nobody does; raises InvalidInputError for who cannot."""
    if turn.challenger is None:
        return None
    if table.ruleset.challenge.mode is not ChallengeMode.PLAYERS:
        raise InvalidInputError("nobody challenges words by the ruleset of this table")
    if names is None:
        raise InvalidInputError(
            'each opponent answers to the words alone, with "accept" or "challenge"; leave out who'
            " challenges"
        )
    opponents = table.clockwise_from(table.active)[1:]
    if not turn.challenger:
        if len(opponents) == 1:
            return opponents[0]
        raise InvalidInputError(
            f'say who challenged, as in "challenged by {names[opponents[0]]}" or'
            f' "!{names[opponents[0]]}"'
        )
    player = player_named(turn.challenger, names)
    if player not in opponents:
        raise InvalidInputError(f"{names[player]} played the words and cannot challenge them")
    return player


def is_exchange(turn: Turn) -> bool:
    """Does a turn exchange cards, if it is at its start? "discard JZ" does, too."""
    is_rest = turn.kind is TurnKind.REST and not turn.buy and turn.challenger is None
    return turn.kind is TurnKind.EXCHANGE or (is_rest and bool(turn.discards))


class TurnCourse(Generic[T]):
    """A turn, or the rest of one, that is carried out; `steps` are done, `state` is after them.

    With `is_answered`, nothing can be said beyond words that were taken back, but for the card that
    pays for them; else an automatic challenge ends what is done.
    """

    def __init__(
        self,
        state: T,
        turn: Turn,
        names: Sequence[str] | None,
        *,
        whole: bool = True,
        is_answered: bool = False,
    ) -> None:
        self.state: T = state
        self.steps: list[tuple[Action, T]] = []
        self.turn = turn
        self.names = names
        self._whole = whole
        self._is_answered = is_answered

    def do(self, action: Action) -> None:
        """Carries an action out."""
        _check_seen(self.state, action)
        self.state = apply(self.state, action)
        self.steps.append((action, self.state))

    def run(self) -> None:
        """Carries out all that can be now."""
        match self.state.phase:
            case Phase.START:
                self._begin()
            case Phase.CHALLENGE if self.turn.challenger is not None:
                self.run_answered()
            case Phase.CHALLENGE:
                raise InvalidInputError(
                    f"{show(str(self.turn))} is no answer to the words on the table; give"
                    ' "accept" or "challenge"'
                )
            case Phase.PENALTY:
                self._pay_with_card()
            case Phase.OVER:
                raise IllegalAction(ActionReason.GAME_OVER, "the game is over")
            case _:
                self._check_words()
                self._finish()

    def run_answered(self) -> None:
        """Carries out the rest, from the answers to the words on."""
        self._answer(challenger_of(self.turn, self.state, self.names))
        self.go_on()

    def _answer(self, challenger: int | None) -> None:
        while self.state.phase is Phase.CHALLENGE:
            self.do(CHALLENGE if self.state.to_act == challenger else ACCEPT)
        if challenger is not None and CHALLENGE not in [action for action, _ in self.steps]:
            raise InvalidInputError("the player who is to challenge has accepted the words already")

    def _begin(self) -> None:
        turn = self.turn
        exchanges = is_exchange(turn)
        if turn.kind is TurnKind.REST and not exchanges:
            raise InvalidInputError(
                f'{show(str(turn))} has no words; begin the turn with words, as in "JeWeLs, buy J",'
                ' or give "exchange JZ"'
            )
        if turn.replace:
            self.do(Action(ActionKind.REPLACE, turn.replace))
        if exchanges:
            self._discard(ActionKind.EXCHANGE)
        elif turn.words:
            self._lay()

    def _lay(self) -> None:
        words = self.read()
        challenger = challenger_of(self.turn, self.state, self.names)
        self.do(words)
        if self.state.phase is Phase.CHALLENGE and challenger is None and not self._is_answered:
            return
        self._answer(challenger)
        self.go_on()

    def read(self) -> Action:
        """Find where the words of the turn lie."""
        words = lay(self.turn.words, self.turn.doublers)
        if self.turn.play is not None:
            return words
        return replace(words, words=read_words(self.state, words).words)

    def go_on(self) -> None:
        """The rest of the turn, once it is known if the words stand."""
        if self.state.turn.play is not None:
            self._finish()
        elif self.turn.challenger is not None or self._is_answered:
            self._take_back()

    def _take_back(self) -> None:
        """The words were refused: another try, or a card pays for them."""
        words = show(words_notation(self.turn.words, self.turn.doublers))
        if self.turn.buy:
            raise InvalidInputError(
                f"{words} is not in the lexicon and was taken back; nothing is bought"
            )
        if not self.turn.discards:
            return
        if self.state.phase is Phase.START:
            raise InvalidInputError(
                f"{words} is not in the lexicon, and another try is left; tell the words alone, and"
                " then what was done instead"
            )
        self._discard(ActionKind.EXCHANGE)

    def _finish(self) -> None:
        turn = self.turn
        # "discard nothing" is an exchange of nothing, "buy nothing" the rest of a turn.
        discards = self._whole or turn.discards or turn.kind is TurnKind.EXCHANGE
        if turn.buy or discards or turn.kind is TurnKind.REST:
            self._buy()
        if discards:
            self._discard(ActionKind.DISCARD)

    def _buy(self) -> None:
        letter = self.turn.buy
        if self.state.phase is Phase.PURCHASE:
            self.do(Action(ActionKind.BUY, letter) if letter else DECLINE)
        elif letter and letter != bought(self.state):
            check_purchase(self.state, letter)

    def _discard(self, kind: ActionKind) -> None:
        cards = self.turn.discards
        self.do(Action(kind, self.state.leave if cards == ALL_CARDS else cards))

    def _pay_with_card(self) -> None:
        if not is_exchange(self.turn) or self.turn.replace:
            is_hidden = HIDDEN in self.state.active_seat.hand
            raise InvalidInputError(
                'the words were taken back, and one card is discarded; give it as in "discard Z"'
                + (', or "discard ?" if it was not seen' if is_hidden else "")
            )
        self._discard(ActionKind.EXCHANGE)

    def _check_words(self) -> None:
        """From the purchase on the words are those on the table, and what is over is not asked."""
        turn, play = self.turn, self.state.turn.play
        assert play is not None, "a phase after the words"
        if turn.replace or (turn.kind is TurnKind.EXCHANGE and turn.discards):
            raise InvalidInputError(
                f"the words {join_words(play.words)} lie on the table; replacing and exchanging"
                " cards come before words"
            )
        if turn.words and not _are_laid(turn, play):
            raise InvalidInputError(
                f"the words on the table are {play.notation}; give the rest of the turn with these"
                " words or without any"
            )


def _check_seen(table: Table, action: Action) -> None:
    cards = action.cards
    if HIDDEN not in cards or (isinstance(table, SeenState) and table.viewer != table.active):
        return
    if cards.count(HIDDEN) > table.active_seat.hand.count(HIDDEN):
        raise InvalidInputError(
            f"{show_text(cards)} has cards that were not seen; here the cards are known, so name"
            " them"
        )


def _are_laid(turn: Turn, play: Play) -> bool:
    says_cards = not is_bare(turn.words)

    def is_same(said: PlayedWord, laid: PlayedWord) -> bool:
        return (
            said.word == laid.word
            and (not says_cards or said.sources == laid.sources)
            and said.y_as in ("", laid.y_as)
        )

    return (
        len(turn.words) == len(play.words)
        and all(map(is_same, turn.words, play.words))
        and turn.doublers in (None, play.doublers)
    )


def turn_done(steps: Iterable[tuple[Table, Action]], names: Sequence[str]) -> Turn:
    """The turn, in full, that was done with these actions, each with the table before it."""
    done = Turn(TurnKind.REPLACE)
    for before, action in steps:
        match action.kind:
            case ActionKind.REPLACE:
                done = replace(done, replace=action.cards)
            case ActionKind.PLAY:
                words, doublers = action.words, action.doublers
                done = Turn(TurnKind.WORDS, done.replace, words=words, doublers=doublers)
            case ActionKind.CHALLENGE:
                done = replace(done, challenger=said_name(before.to_act, names))
            case ActionKind.BUY:
                done = replace(done, buy=action.cards)
            case ActionKind.EXCHANGE if before.phase is Phase.START:
                done = replace(done, kind=TurnKind.EXCHANGE, discards=action.cards)
            case ActionKind.EXCHANGE:
                kind = TurnKind.WORDS if done.words else TurnKind.REST
                done = replace(done, kind=kind, discards=action.cards)
            case ActionKind.DISCARD:
                done = replace(done, play=before.turn.play, discards=action.cards)
    return done
