"""Officials' rulings at online tables (Tainui rules 1 to 3): each is applied, sent and recorded once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.test_tournaments import Attending, TournamentServer, run, tournament_server
from uka.client import TableSession
from uka.core.cards import Card
from uka.core.events import OfficialRuled
from uka.core.ruleset import Ruleset
from uka.core.rulings import ForfeitRuling, PointsRuling, Ruling
from uka.core.seats import SEATS, Partnership, Seat
from uka.records import RulingGiven
from uka.server.live import tournament_tables as online
from uka.server.live.table import LiveTable
from uka.server.live.tournament_tables import TournamentTables
from uka.table import TableSettings, TableStage, timers
from uka.tournament import Role
from uka.tournament import entries as en
from uka.tournament.entries import ConductCardColour
from uka.wire import tournament_commands

from .test_tournament_tables import Person, opened, seated, until

pytestmark = pytest.mark.server

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST
SLOW = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, reserved=True, undo=False, clock=False)
"""Settings with which games go on by themselves until a person must act."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(rules: Ruleset) -> TableSettings:
        return SLOW

    monkeypatch.setattr(online, "default_settings", quick)
    monkeypatch.setattr(timers, "SHARE_MS", 100)  # nobody at the tables has a share


class Game:
    """A round of two games at tables of the server; the first game is in its first deal."""

    def __init__(
        self, server: TournamentServer, director: Attending, official: Attending, people: dict[Any, Person]
    ) -> None:
        self.server, self.director, self.official, self.people = server, director, official, people

    @property
    def match(self) -> Any:
        return self.director.board["matches"][1]

    @property
    def live(self) -> LiveTable:
        return next(live for live in self.server.context.tables.all if live.id == self.match.live)

    async def until_obeyed(self, *, why: str = "") -> None:
        """Wait until the table has answered the last ruling."""
        while not (self.match.taps and (self.match.taps[-1].obeyed or self.match.taps[-1].refused)):
            await self.director.hear()
        assert self.match.taps[-1].refused == why

    async def rulings(self) -> list[Ruling]:
        return [line.entry.ruling for line in await self.live.lines() if isinstance(line.entry, RulingGiven)]


@asynccontextmanager
async def playing(**options: Any) -> AsyncGenerator[Game]:
    async with tournament_server(**options) as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=600_000)
        people = await seated(server, stack, director)
        official = await server.come(server.links(director, Role.OFFICIAL)[1])
        await director.do(tournament_commands.StartRound)
        game = Game(server, director, official, people)
        await until(lambda: game.live.table.stage is TableStage.PLAYING)
        yield game


@run
async def test_a_red_card_ejects_the_pair_from_its_table_at_once() -> None:
    async with playing() as game, AsyncExitStack() as stack:
        team = game.match.teams[1]
        there = {s: await stack.enter_async_context(game.people[1, s].client.attend(game.live.id)) for s in SEATS}
        hearing = [asyncio.create_task(heard(at, OfficialRuled)) for at in there.values()]
        for colour in ConductCardColour:
            await game.official.do(tournament_commands.ShowConductCard, team=team, colour=colour, reason="talk")
        await game.until_obeyed()
        table = game.live.table
        assert table.stage is TableStage.OVER
        assert [bool(chair.player) for chair in table.chairs] == [True, False, True, False]
        assert not any(chair.bot for chair in table.chairs)
        ruling = ForfeitRuling(side=EW, ejected=True, reason="a red card for the team")
        assert await game.rulings() == [ruling]
        assert await asyncio.gather(*hearing) == [OfficialRuled(ruling)] * 4  # all receive the ruling and its author
        for at in there.values():
            await at.until(lambda at=at: at.seat is None or at.seat.partnership is NS)
        match = game.match
        assert (match.over, match.forfeit, match.winner, len(match.confirmed)) == (True, EW, match.teams[0], 2)
        assert "game is over" in await game.people[1, Seat.EAST].at.refused(
            tournament_commands.GoToTable, table=1, seat="east"
        )


async def heard(at: TableSession, kind: type[Any]) -> Any:
    """Return the first event of a kind that a client at a table receives."""
    async with asyncio.timeout(PATIENCE):
        async for update in at:
            for line in update.lines:
                for event in line.events:
                    if isinstance(event, kind):
                        return event
    raise AssertionError("the table is gone")


@run
async def test_red_comes_at_once_for_cheating_without_orange_and_green() -> None:
    async with playing() as game:
        team = game.match.teams[0]
        red = {"team": team, "colour": ConductCardColour.RED, "reason": "an ace up the sleeve", "player": "Mere"}
        assert (
            await game.official.refused(tournament_commands.ShowConductCard, **red)
            == "the next card for Mere is orange, not red"
        )
        green = red | {"colour": ConductCardColour.GREEN, "cheating": True}
        assert (
            await game.official.refused(tournament_commands.ShowConductCard, **green)
            == "the card for cheating is red, not green"
        )
        filled = red | {"fill_in": "Ngaire", "cheating": True}
        assert "nobody fills in" in await game.official.refused(tournament_commands.ShowConductCard, **filled)
        await game.official.do(tournament_commands.ShowConductCard, **red, cheating=True)
        await game.until_obeyed()
        assert game.live.table.stage is TableStage.OVER
        mark = game.director.board["marks"][-1].mark
        assert (mark.colour, mark.cheating, mark.player) == (ConductCardColour.RED, True, "Mere")


@run
async def test_points_and_a_forfeit_of_the_official_are_applied_sent_and_recorded() -> None:
    async with playing() as game:
        turn = game.live.table.turn
        points = en.OfficialRulingGiven(1, "the last deal was counted wrong", (0, 2))
        await game.official.do(tournament_commands.EnterTap, tap=points)
        await game.until_obeyed()
        assert game.live.table.game is not None
        assert (game.live.table.game.score, game.live.table.turn) == ((0, 2), turn)
        while game.match.points != (0, 2):
            await game.director.hear()
        await game.director.do(tournament_commands.EnterTap, tap=en.GameForfeited(1, EW, "they go home"))
        await game.until_obeyed()
        assert await game.rulings() == [
            PointsRuling(points=(0, 2), reason="the last deal was counted wrong"),
            ForfeitRuling(by="director", side=EW, reason="they go home"),
        ]
        match = game.match
        assert (match.winner, match.points, match.over, len(match.confirmed)) == (match.teams[0], (0, 2), True, 2)
        record = await game.server.http.get(f"/api/tables/{game.live.id}/records/0", headers=invited(game))
        assert record.text.count('"type":"ruling_given"') == 2
        assert "only the director can change" in await game.official.refused(tournament_commands.EnterTap, tap=points)


def invited(game: Game) -> dict[str, str]:
    return {"X-Uka-Invitation": game.server.context.invitations.of(game.live)}


@run
async def test_a_ruling_that_the_table_would_refuse_is_refused_and_an_applied_one_is_not_undone() -> None:
    async with playing() as game:
        assert "only enter rulings" in await game.official.refused(
            tournament_commands.EnterTap, tap=en.FirstDealerSet(1, Seat.EAST)
        )
        nothing = en.OfficialRulingGiven(1, "so it is")
        assert "say which side gets points" in await game.official.refused(tournament_commands.EnterTap, tap=nothing)
        line = await game.official.do(tournament_commands.EnterTap, tap=en.OfficialRulingGiven(1, "so it is", (1, 0)))
        assert "the table has already applied it" in await game.official.refused(tournament_commands.UndoEntry, to=line)
        await game.until_obeyed()


@run
async def test_the_tournament_records_why_a_table_could_not_apply_a_ruling() -> None:
    async with playing() as game:
        event = await game.server.context.tournaments.find(game.server.id)

        async def over(*_: object) -> None:
            given = RulingGiven(ForfeitRuling(side=EW))
            await game.live.do(lambda table: online.gameplay.apply_ruling(table, given), game.live.table.host)

        await over()  # the game ends before the tournament is notified
        await event.do(lambda t: (en.OfficialRulingGiven(1, "too late", (1, 0)),), "director")
        await game.until_obeyed(why="the game is over: no more rulings can be made in it")


@pytest.mark.daily(1)
@pytest.mark.parametrize("dies", ["before the table", "after the table"])
@run
async def test_a_ruling_survives_a_kill_between_the_logs_and_is_applied_once(
    dies: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "uka.db"
    apply_ruling, answered = TournamentTables._apply_ruling, online.live_tables.record_ruling_answer

    async def never(*_: object) -> None: ...

    async with playing(path=path) as game:
        if dies == "before the table":
            monkeypatch.setattr(TournamentTables, "_apply_ruling", never)
        else:
            monkeypatch.setattr(online.live_tables, "record_ruling_answer", lambda *_: ())
        await game.official.do(tournament_commands.EnterTap, tap=en.OfficialRulingGiven(1, "so it is", (0, 2)))
        await game.official.do(tournament_commands.EnterTap, tap=en.GameForfeited(1, EW, "they go home"))
        if dies == "after the table":
            await until(lambda: game.live.table.stage is TableStage.OVER)
        tournament, live = game.server.id, game.live.id
    monkeypatch.setattr(TournamentTables, "_apply_ruling", apply_ruling)
    monkeypatch.setattr(online.live_tables, "record_ruling_answer", answered)
    async with tournament_server(path=path) as server:
        again = (await server.context.tournaments.find(tournament)).tournament
        assert [ruling.answer for ruling in again.round.matches[0].rulings] == [None, None]
        event = await server.context.tournaments.find(tournament)
        await until(lambda: {ruling.answer for ruling in event.tournament.round.matches[0].rulings} == {""})
        found = await server.context.tables.find(live)
        rulings = [line.entry for line in await found.lines() if isinstance(line.entry, RulingGiven)]
        assert [type(given.ruling) for given in rulings] == [PointsRuling, ForfeitRuling]
        assert (found.table.stage, found.table.game.score, found.table.game.winner) == (TableStage.OVER, (0, 2), NS)
        match = event.tournament.round.matches[0]
        await until(lambda: event.tournament.round.matches[0].points == (0, 2))
        assert match.winner == match.teams[0]


@run
async def test_after_a_draw_the_captains_cut_random_cards() -> None:
    async with tournament_server() as server:
        director = await opened(server, clock_ms=600_000)
        await director.do(tournament_commands.StartRound)
        event = await server.context.tournaments.find(server.id)
        await event.do(lambda t: (en.LiveGameEnded(1, (7, 7)),), "clock")
        while not director.board["matches"][1].drawn:
            await director.hear()
        match, links = director.board["matches"][1], server.links(director, Role.CAPTAIN)
        first, second = [await server.come(links[team]) for team in match.teams]
        assert "the server draws the card" in await first.refused(
            tournament_commands.CutAsCaptain, team=match.teams[0], card=Card.AS
        )
        while director.board["matches"][1].moves is None:  # a tie is cut again
            await first.do(tournament_commands.CutAsCaptain, team=match.teams[0])
            assert "has cut" in await first.refused(tournament_commands.CutAsCaptain, team=match.teams[0])
            await director.until(await second.do(tournament_commands.CutAsCaptain, team=match.teams[1]))
        match = director.board["matches"][1]
        ranks = [card.rank.index for card in match.cut]
        assert match.moves == match.teams[ranks.index(max(ranks))]
        assert "have already cut" in await second.refused(tournament_commands.CutAsCaptain, team=match.teams[1])
