"""The phrases that bots say now and then: after a march, after a euchre, and after a game.

Which phrase a bot says follows from public facts alone: the result of a deal, the bot's name, and the number of packs
dealt. So a phrase reveals nothing about a hand.
"""

from __future__ import annotations

from typing import NamedTuple

from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership, Seat

from .entries import BOT_SPEAKER, Phrase, PhraseSaid
from .personas import pseudo_random, talk_chance
from .table import Table, TableStage

AFTER_MS = 1_500
"""The time, in milliseconds, after which a bot says a phrase about a result that everybody has seen."""
QUIET_AFTER_LINES = 10_000
"""Bots say nothing more once a table's log has this number of lines, so that phrases cannot fill the log."""
PRAISE = (Phrase.WELL_PLAYED, Phrase.NICE_HAND, Phrase.WOW)
"""What a bot may say to opponents who took all five tricks."""
REGRET = (Phrase.OH_NO, Phrase.SORRY, Phrase.UNLUCKY)
"""What a bot that made trump may say when its side is euchred."""
COMFORT = (Phrase.NICE_TRY, Phrase.UNLUCKY)
"""What a bot may say to its partner, who made trump, when their side is euchred."""


class ComingPhrase(NamedTuple):
    """A phrase that the bot in ``seat`` will say at the time ``at``, in milliseconds since 1970."""

    at: int
    seat: Seat
    entry: PhraseSaid


def coming_phrase(table: Table) -> ComingPhrase | None:
    """Return the phrase that a bot says next, or None. At most one bot speaks after a deal, and one after a game."""
    if table.stage not in (TableStage.SHUFFLING, TableStage.OVER) or not _may_speak(table):
        return None
    if table.stage is TableStage.OVER:
        choices = dict.fromkeys(table.rules.seats, (Phrase.GOOD_GAME,))
    elif table.scored is not None:
        choices = _phrases_after(table.rules.seats, table.scored)
    else:
        return None
    willing = [seat for seat in choices if _is_willing(table, seat)]
    if not willing:
        return None
    seat = min(willing, key=lambda seat: pseudo_random(table.opening, table.number, seat))
    phrases = choices[seat]
    phrase = phrases[pseudo_random(table.opening, table.number, seat, "phrase") % len(phrases)]
    at = table.since + table.settings.trick_ms + AFTER_MS
    return ComingPhrase(at, seat, PhraseSaid(f"{BOT_SPEAKER}{seat}", phrase))


def _may_speak(table: Table) -> bool:
    """Return whether the bots of a table may speak now.

    Bots say nothing in a tournament, while the table is paused, while no person is connected, or if the settings make
    bots answer at once. Bots also say nothing if the log is long, or if a bot has spoken since the last deal began.
    """
    settings = table.settings
    allowed = settings.bots_talk and settings.answer_ms > 0 and not settings.reserved
    spoken = any(chair.spoke == table.number for chair in table.chairs)
    present = any(chair.connected for chair in table.chairs)
    return allowed and present and not spoken and table.paused is None and table.seq < QUIET_AFTER_LINES


def _is_willing(table: Table, seat: Seat) -> bool:
    chair = table.chair(seat)
    if chair.bot is None:
        return False
    return pseudo_random(table.opening, table.number, seat, "willing") % 100 < talk_chance(chair.persona)


def _phrases_after(seats: tuple[Seat, ...], result: DealResult) -> dict[Seat, tuple[Phrase, ...]]:
    """Return what bots may say about ``result``, the result of a deal: a dict from a seat to possible phrases.

    A seat that has nothing to say is not in the dict.
    """
    if result.maker is None:
        return {}
    makers = result.maker.partnership
    match result.outcome:
        case Outcome.MARCH | Outcome.LONE_MARCH:
            return {seat: PRAISE for seat in seats if seat.partnership is not makers}
        case Outcome.EUCHRED | Outcome.LONE_EUCHRED | Outcome.DEFENDED_ALONE:
            return {seat: _after_euchre(seat, result.maker) for seat in _seats_of(seats, makers)}
        case _:
            return {}


def _after_euchre(seat: Seat, maker: Seat) -> tuple[Phrase, ...]:
    return REGRET if seat is maker else COMFORT


def _seats_of(seats: tuple[Seat, ...], side: Partnership) -> list[Seat]:
    return [seat for seat in seats if seat.partnership is side]
