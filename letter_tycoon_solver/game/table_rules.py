"""The rules that only read a table: what words pay, what they leave to be bought, and the end."""

from __future__ import annotations

from dataclasses import replace

from ..rules.cards import PATENT_COST
from ..rules.play import CARD_SOURCES, Play
from ..rules.position import Position
from ..rules.ruleset import LastRound
from .ledger import Payment, PaymentKind
from .table import TableData


def with_dollar(play: Play, position: Position) -> Play:
    """The play, once its player has the dollar of a wrong challenge too: more may be bought."""
    cards = "".join(word.letters_from(CARD_SOURCES) for word in play.words)
    return offering(play, position.purchasable(cards, play.money + 1))


def offering(play: Play, letters: str) -> Play:
    """The play with other patents to be bought, dearest first."""
    value = PATENT_COST[letters[0]] if letters else 0
    return replace(play, purchasable=letters, patent_value=value)


def payout_ledger(table: TableData) -> list[Payment]:
    """List the payments for the words on the table: the payout, then the royalties."""
    play = table.turn.play
    assert play is not None, "a phase after the play"
    payout = Payment(PaymentKind.PAYOUT, None, table.active, play.money, play.stock)
    return [payout, *royalties(table)]


def royalties(table: TableData) -> list[Payment]:
    """$1 from the bank to an opponent for every card whose patent that opponent owns."""
    play = table.turn.play
    earned = royalty_letters(play, table, table.active) if play else {}
    return [
        Payment(PaymentKind.ROYALTY, None, opponent, len(letters), letters=letters)
        for opponent, letters in earned.items()
    ]


def royalty_letters(play: Play, table: TableData, player: int) -> dict[int, str]:
    """The letters of the cards that `player` plays, by the opponent who owns their patents.

    Clockwise, and without those who earn nothing.
    """
    used = "".join(word.letters_from(CARD_SOURCES) for word in play.words)
    earned = {}
    for opponent in table.clockwise_from(player)[1:]:
        patents = table.seats[opponent].patents
        if letters := "".join(letter for letter in used if letter in patents):
            earned[opponent] = letters
    return earned


def is_last_turn(table: TableData) -> bool:
    """True if the active player has no turn after this one, as things stand."""
    return table.round == table.final_round


def ends_round(table: TableData) -> bool:
    """True if the round is complete after the turn."""
    return table.clockwise_from(table.active)[1] == table.start_player


def ends_game(table: TableData) -> bool:
    """True if the game is over after the turn, as things stand."""
    return is_last_turn(table) and ends_round(table)


def final_round(table: TableData, patent_value: int) -> int | None:
    """The round that ends the game when the active player's patents are worth so much.

    None as long as no one has reached the goal.
    """
    if table.final_round is not None or patent_value < table.goal:
        return table.final_round
    match table.ruleset.last_round:
        case LastRound.COMPLETE_ROUND:
            return table.round
        case LastRound.ONE_MORE_TURN:
            return table.round + 1
