"""Answers requests about tables, and about the records of finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uka.coach import (
    ChoiceExplanation,
    DealReview,
    RatedAction,
    explain_choice,
    hint,
    observed_choices,
    winning_chances,
)
from uka.coach.review import has_alternatives, review_of_choices
from uka.core.seats import Seat
from uka.hosting.display_names import clean_name
from uka.hosting.finished_games import game_of_number
from uka.hosting.past_choices import (
    AskedChoice,
    check_may_ask,
    checked_game_so_far,
    choice_in_last_deal,
    made_choice,
    past_choice,
)
from uka.hosting.record_pages import RecordForm, record_text, replay_of_log, replay_record, untrusted, verify_record
from uka.hosting.table_summaries import table_summary
from uka.records import Log
from uka.table.commands import hints, people
from uka.wire.http_bodies import GameChances, GameVerdicts, Hint, NewTable, RecordSummary, TableSummary, TableTicket

from .host import ME, SECOND
from .request import Answer, PageRequest, Routes, text_answer

Index: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]


class RecordParameters(msgspec.Struct, frozen=True):
    """The format of a record."""

    form: RecordForm = "uka"


class ReplayParameters(msgspec.Struct, frozen=True):
    """Which part of a record is replayed: of a game, all deals or one, all hands or one."""

    game: Index = 0
    seat: Seat | None = None
    deal: Index | None = None


class ReviewParameters(msgspec.Struct, frozen=True):
    """Whose choices in which deal are reviewed."""

    seat: Seat
    deal: Index


class StepParameters(msgspec.Struct, frozen=True):
    """Which step of which deal is explained."""

    deal: Index
    step: Index


class MadeParameters(msgspec.Struct, frozen=True):
    """Which choice of the last deal is explained: a call, or the card of a trick and a seat."""

    deal: Index
    call: Index | None = None
    trick: Index | None = None
    seat: Seat | None = None


class SecondPerson(msgspec.Struct, frozen=True):
    """A second person who plays on the same device, and where they sit."""

    name: str
    seat: Seat


# Tables


async def open_table(request: PageRequest) -> TableTicket:
    """Open a table."""
    live = await request.host.open(await request.guest(), request.body(NewTable))
    return TableTicket(live.id, "")


async def show_table(request: PageRequest) -> TableSummary:
    """Return the summary of a table."""
    live = await request.table()
    return table_summary(live.id, live.table)


async def join_table(request: PageRequest) -> TableTicket:
    """Return the ticket of a table. A person who has left the table joins it again."""
    live, guest = await request.table(), await request.guest()
    live.check_bots()
    if live.table.member(guest.player) is None:
        await live.do(lambda table: people.join_and_sit(table, guest.player, guest.name), guest.player)
    return TableTicket(live.id, "")


async def seat_second(request: PageRequest) -> TableSummary:
    """Give a second person on this device a seat."""
    wanted, live = request.body(SecondPerson), await request.table()
    name = clean_name(wanted.name)
    await live.do(lambda table: people.join(table, SECOND, name), SECOND)
    await live.do(lambda table: people.give_seat(table, ME, SECOND, wanted.seat), ME)
    return table_summary(live.id, live.table)


async def hint_at(request: PageRequest) -> Hint:
    """Rate the person's legal actions, the best first."""
    live = await request.table()
    seen = hints.hint_observation(live.table, (await request.guest()).player)
    return Hint(live.table.seq, hint(seen))


async def why_at(request: PageRequest) -> ChoiceExplanation:
    """Say why a bot made a choice in the deal that ended last."""
    wanted = request.parameters(MadeParameters)
    made = made_choice(wanted.call, wanted.trick, wanted.seat)
    live = await request.table()
    check_may_ask(live.table)
    games = await request.host.finished_games(live)
    if not live.table.playing and games:
        log = games[-1].log
    else:
        log = checked_game_so_far(await request.host.game_so_far(live))
    return _explained(choice_in_last_deal(log, wanted.deal, made))


# Records


async def all_records(request: PageRequest) -> Sequence[RecordSummary]:
    """List the finished games of a table."""
    return [game.summary for game in await request.host.finished_games(await request.table())]


async def one_record(request: PageRequest) -> Answer:
    """Return the record of a finished game as text."""
    form = request.parameters(RecordParameters).form
    return text_answer(record_text(await _record(request), form))


async def replay_of(request: PageRequest) -> Answer:
    """Replay a finished game."""
    part = request.parameters(ReplayParameters)
    return Answer(200, replay_of_log(await _record(request), part.seat, part.deal))


async def review_of(request: PageRequest) -> DealReview:
    """Review the choices of a seat in a deal. The person's tables go on between two choices."""
    part = request.parameters(ReviewParameters)
    observed = observed_choices(await _record(request), part.seat, part.deal)
    rated = list[tuple[RatedAction, ...]]()
    for choice in observed.choices:
        rated.append(hint(choice.seen, against=choice.action) if has_alternatives(choice) else ())
        await asyncio.sleep(0)
    return review_of_choices(observed, rated)


async def why_of(request: PageRequest) -> ChoiceExplanation:
    """Say why a seat made a choice in a finished game."""
    part = request.parameters(StepParameters)
    return _explained(past_choice(await _record(request), part.deal, part.step))


async def chances_of(request: PageRequest) -> GameChances:
    """Return north-south's chances of winning before each deal of a finished game, and at its end."""
    return GameChances(winning_chances(await _record(request)))


async def replay(request: PageRequest) -> Answer:
    """Replay a game of a record that the person has."""
    part = request.parameters(ReplayParameters)
    return Answer(200, untrusted(replay_record, request.content, part.game, part.seat, part.deal))


async def verify(request: PageRequest) -> Sequence[GameVerdicts]:
    """Verify the shuffles of a record that the person has."""
    return untrusted(verify_record, request.content)


async def _record(request: PageRequest) -> Log:
    """Return the record of the finished game of a request. Raise ``Unknown`` if there is none of its number."""
    games = await request.host.finished_games(await request.table())
    return game_of_number(games, request.number()).log


def _explained(asked: AskedChoice) -> ChoiceExplanation:
    return explain_choice(asked.choice, asked.level)


ROUTES: Routes = {
    ("POST", "api/tables"): open_table,
    ("GET", "api/tables/*"): show_table,
    ("POST", "api/tables/*/join"): join_table,
    ("POST", "api/tables/*/second"): seat_second,
    ("GET", "api/tables/*/hint"): hint_at,
    ("GET", "api/tables/*/why"): why_at,
    ("GET", "api/tables/*/records"): all_records,
    ("GET", "api/tables/*/records/*"): one_record,
    ("GET", "api/tables/*/records/*/replay"): replay_of,
    ("GET", "api/tables/*/records/*/review"): review_of,
    ("GET", "api/tables/*/records/*/why"): why_of,
    ("GET", "api/tables/*/records/*/chances"): chances_of,
    ("POST", "api/replay"): replay,
    ("POST", "api/verify"): verify,
}
