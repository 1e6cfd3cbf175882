"""The phrases that bots say now and then: after a march, after a euchre, and after a game.

A phrase follows from public facts alone: the result of a deal, the bot's name, and the number of packs dealt. So it
reveals nothing about a hand.
"""

from __future__ import annotations

from typing import NamedTuple

from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership, Seat

from .entries import BOT_SPEAKER, Phrase, PhraseSaid
from .personas import dice, talks
from .table import Table, TableStage

AFTER_MS = 1_500
"""The time, in milliseconds, after which a bot says a phrase about a result that everybody has seen."""
LONG = 10_000
"""The number of lines in a table's log above which bots say nothing more."""
PRAISE = (Phrase.WELL_PLAYED, Phrase.NICE_HAND, Phrase.WOW)
REGRET = (Phrase.OH_NO, Phrase.SORRY, Phrase.UNLUCKY)
COMFORT = (Phrase.NICE_TRY, Phrase.UNLUCKY)


class ComingPhrase(NamedTuple):
    """A phrase that a bot says at the time ``at``."""

    at: int
    seat: Seat
    entry: PhraseSaid


def coming_phrase(table: Table) -> ComingPhrase | None:
    """Return the phrase that a bot says next, or None. In each pause between deals at most one bot speaks."""
    if table.stage not in (TableStage.SHUFFLING, TableStage.OVER) or not _may_speak(table):
        return None
    if table.stage is TableStage.OVER:
        reasons = dict.fromkeys(table.rules.seats, (Phrase.GOOD_GAME,))
    elif table.scored is not None:
        reasons = _reasons(table.rules.seats, table.scored)
    else:
        return None
    willing = [seat for seat in reasons if _is_willing(table, seat)]
    if not willing:
        return None
    seat = min(willing, key=lambda seat: dice(table.opening, table.number, seat))
    phrases = reasons[seat]
    phrase = phrases[dice(table.opening, table.number, seat, "phrase") % len(phrases)]
    at = table.since + table.settings.trick_ms + AFTER_MS
    return ComingPhrase(at, seat, PhraseSaid(f"{BOT_SPEAKER}{seat}", phrase))


def _may_speak(table: Table) -> bool:
    """Return whether bots may speak now.

    Bots say nothing in a tournament, while no person is present, or if the settings make bots answer at once. They
    also say nothing if the table's log is long, or if a bot has already spoken since the last deal.
    """
    settings = table.settings
    allowed = settings.bots_talk and settings.answer_ms > 0 and not settings.reserved
    spoken = any(chair.spoke == table.number for chair in table.chairs)
    return allowed and not spoken and table.paused is None and table.seq < LONG and any(c.here for c in table.chairs)


def _is_willing(table: Table, seat: Seat) -> bool:
    chair = table.chair(seat)
    if chair.bot is None:
        return False
    return dice(table.opening, table.number, seat, "willing") % 100 < talks(chair.persona)


def _reasons(seats: tuple[Seat, ...], result: DealResult) -> dict[Seat, tuple[Phrase, ...]]:
    """Return what the players of each seat may say about the result of a deal."""
    if result.maker is None:
        return {}
    makers = result.maker.partnership
    match result.outcome:
        case Outcome.MARCH | Outcome.LONE_MARCH:
            return {seat: PRAISE for seat in seats if seat.partnership is not makers}
        case Outcome.EUCHRED | Outcome.LONE_EUCHRED | Outcome.DEFENDED_ALONE:
            return {seat: _after_euchre(seat, result.maker) for seat in _of(seats, makers)}
        case _:
            return {}


def _after_euchre(seat: Seat, maker: Seat) -> tuple[Phrase, ...]:
    return REGRET if seat is maker else COMFORT


def _of(seats: tuple[Seat, ...], side: Partnership) -> list[Seat]:
    return [seat for seat in seats if seat.partnership is side]
