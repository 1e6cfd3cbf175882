"""A choice in a finished deal that somebody asks about: who may ask, and who chose."""

from __future__ import annotations

from typing import NamedTuple

from uka.coach import MadeChoice, ObservedChoice, TrickPlace, deal_count, observed_choice, step_of
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.records import Log
from uka.table import Table
from uka.table.recorded_players import had_bots_only, player_at

from .errors import InvalidRequest, Unknown, Withheld


class AskedChoice(NamedTuple):
    """A choice in a finished deal, and the level of the bot that chose, or None if a person did."""

    choice: ObservedChoice
    level: str | None


def made_choice(call: int | None, trick: int | None, seat: Seat | None) -> MadeChoice:
    """Return the choice that a client names: a call by its index, or else a card by its trick and its seat.

    Raise ``InvalidRequest`` if neither is given.
    """
    made = TrickPlace(trick, seat) if call is None and trick is not None and seat is not None else call
    if made is None:
        raise InvalidRequest("name a call, or the trick and the seat of a card")
    return made


def check_may_ask(table: Table) -> None:
    """Raise ``Withheld`` if nobody says why at a table before the game is over, as where its result counts."""
    if table.settings.reserved:
        raise Withheld("nobody says why at this table before the game is over")


def past_choice(log: Log, deal: int, step: int) -> AskedChoice:
    """Return the choice of one step of a deal. ``deal`` is the index of the deal in the record.

    Raise ``UkaError`` if the record has no such deal or choice.
    """
    choice = observed_choice(log, deal, step)
    assert choice.seen.seat is not None
    return AskedChoice(choice, player_at(log, choice.seen.seat, deal, step).level)


def choice_in_last_deal(log: Log, deal: int, made: MadeChoice) -> AskedChoice:
    """Return the choice ``made`` in the last deal of a record.

    ``deal`` is the number of that deal in its game. Raise ``UkaError`` if the choice was not made in that deal, and
    ``Withheld`` if it may not be told before the game is over.
    """
    last = deal_count(log) - 1
    step, seat = step_of(log, last, made)
    if not log.state.over and not had_bots_only(log, seat, last):
        raise Withheld("before the game is over, only bots say why")
    past = past_choice(log, last, step)
    if past.choice.seen.number != deal:
        raise UkaError("that deal is not the last one any more")
    return past


def checked_game_so_far(log: Log | None) -> Log:
    """Return the record of a game that goes on. Raise ``Unknown`` if it is None: no deal of the game is finished."""
    if log is None:
        raise Unknown("no deal of this game is over yet")
    return log
