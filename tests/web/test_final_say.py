"""The Tainui Games online, eight teams at four tables: the officials have the final say (the Tainui Games' rules, 1 to
3).

The director, the officials and two captains use browsers; the others are programs and bots. The test computes each
result itself, from the cards played and the points of the Tainui rules 5 and 16.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AsyncExitStack, contextmanager, suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.asyncio.client import connect

from tests.patience import PATIENCE
from tests.server.process import Serving
from uka import bots
from uka.client import Client, CommandRefused, TableSession
from uka.core import events as ev
from uka.core.cards import Card
from uka.core.rulings import PointsRuling, RevokeRuling
from uka.core.seats import SEATS, Partnership, Seat
from uka.table import TableStage
from uka.tournament import Role, Roster
from uka.tournament.views.parts import MatchView
from uka.wire import socket_updates, tournament_commands, tournament_updates

from .browser import DESK, PHONE, Visitor, every, reach
from .directing import Directing, directing
from .playing import calls, hand, likes, over, play

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST
TEAMS = tuple(
    Roster(name, marae, f"Captain of {name}")
    for name, marae in (
        ("Kauri", "Waahi"), ("Toru", "Poohara"), ("Whetu", "Waahi"), ("Awa", "Hukanui"),
        ("Rimu", "Poohara"), ("Tawa", "Hukanui"), ("Miro", "Waahi"), ("Maire", "Poohara"),
    )
)  # fmt: skip
TRICKS = {0: (0, 2), 1: (0, 2), 2: (0, 2), 3: (1, 0), 4: (1, 0), 5: (2, 0)}
"""The points of the makers and of the defenders, by the makers' tricks (the Tainui Games' rules, 16)."""
ALONE = TRICKS | {5: (6, 0)}
REVOKE = 2  # the Tainui Games' rules, 5
WIN, DRAW = 2, 1  # clicks (tournament points): the Tainui Games' rules, 18


class Guest:
    """A program at a seat. It follows its table, and plays while it is allowed to."""

    def __init__(self) -> None:
        self.heard = list[Any]()
        self.goes = False
        self.at: TableSession | None = None

    @property
    def waits(self) -> bool:
        """Return whether the table waits for the program."""
        return self.at is not None and self.at.my_turn and not self.goes

    @property
    def done(self) -> bool:
        return self.at is not None and self.at.scene.stage is TableStage.OVER

    @property
    def session(self) -> TableSession:
        assert self.at is not None
        return self.at

    async def come(self, director: Directing, stack: AsyncExitStack, table: int, link: str, live: str) -> None:
        client = await stack.enter_async_context(
            Client(director.at, f"East {table}", patience=PATIENCE, timeout=PATIENCE)
        )
        headers = client.socket_address("", None)[1]
        socket = await stack.enter_async_context(connect(director.socket_at, additional_headers=headers))
        await socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=link)))
        await socket.send(
            tournament_commands.write(tournament_commands.GoToTable(id="go", table=table, seat=Seat.EAST))
        )
        while not isinstance(told := tournament_updates.read(await socket.recv()), socket_updates.Ack):
            assert not isinstance(told, socket_updates.Rejection), told
        self.at = await stack.enter_async_context(client.attend(live))

    async def hear(self) -> None:
        async for update in self.session:
            for line in getattr(update, "lines", ()):
                self.heard += line.events

    async def play(self, rng: Random) -> None:
        bot, at = bots.bot("random"), self.session
        while True:
            await asyncio.sleep(0.02)
            seen = at.observation
            if self.goes and at.my_turn and seen is not None:
                with suppress(CommandRefused):  # the game has moved on, or is over
                    await at.act(bot.choose(seen, rng))


@contextmanager
def guests(director: Directing) -> Generator[dict[int, Guest]]:
    """Yield a program in the east seat of each table."""
    links = {grant.team: grant.link for grant in director.board["grants"] if grant.role is Role.PLAYER}
    found = {match.table: Guest() for match in director.board["matches"]}
    ready, failed, loop = threading.Event(), list[BaseException](), asyncio.new_event_loop()

    async def everyone() -> None:
        async with AsyncExitStack() as stack:
            for match in director.board["matches"]:
                guest = found[match.table]
                await guest.come(director, stack, match.table, links[match.teams[1]], match.live)
            ready.set()
            work = [(guest.hear(), guest.play(Random(table))) for table, guest in found.items()]
            await asyncio.gather(*(one for pair in work for one in pair))

    async def main() -> None:
        try:
            await everyone()
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            failed.append(error)
            ready.set()

    task = loop.create_task(main())
    thread = threading.Thread(target=loop.run_until_complete, args=(asyncio.wait([task]),))
    thread.start()
    try:
        assert ready.wait(60)
        assert not failed, failed
        yield found
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(60)
        loop.close()
    assert not failed, failed


def by_hand(heard: list[Any]) -> tuple[int, int]:
    """Compute a match's result as a person would, from tricks taken, points that the official gave, and revokes."""
    score, tricks = [0, 0], [0, 0]
    makers, alone, paid, revoked = 0, False, [0, 0], set[int]()

    def fresh() -> None:
        nonlocal alone
        tricks[:], paid[:], alone = [0, 0], [0, 0], False
        revoked.clear()

    for event in heard:
        match event:
            case ev.UpcardTurned():
                fresh()
            case ev.TrumpMade():
                makers, alone = event.seat.partnership.index, event.alone
            case ev.WentAlone(defending=False):
                alone = True
            case ev.OfficialRuled(ruling=PointsRuling(points=points)):
                score = [max(had + more, 0) for had, more in zip(score, points, strict=True)]
            case ev.OfficialRuled(ruling=RevokeRuling(offenders=offenders)):
                revoked.add(offenders.index)
                score[1 - offenders.index] += REVOKE
                paid[1 - offenders.index] += REVOKE
            case ev.Misdealt():
                score = [had - less for had, less in zip(score, paid, strict=True)]
                fresh()
            case ev.TrickTaken(seat):
                tricks[seat.partnership.index] += 1
                if sum(tricks) == 5:
                    own, others = (ALONE if alone else TRICKS)[tricks[makers]]
                    for side, points in ((makers, own), (1 - makers, others)):
                        score[side] += 0 if side in revoked else points
    return score[0], score[1]


def sits_down(visitor: Visitor, page: str, seat: Seat) -> None:
    likes(visitor, name=f"Captain {seat}", speed="still")
    visitor.page.goto(page)
    visitor.page.get_by_role("button", name=re.compile(f"Sit down: {seat}", re.I)).click()
    reach(visitor.page, "**/table/**")


def officiates(official: Visitor, director: Directing, table: int) -> Page:
    """Open a table's page as its official, on the same phone as for the previous table."""
    official.page.goto("/rules")
    official.page.goto(director.page(table=table))
    expect(official.page.get_by_role("heading", level=1, name=f"Table {table}")).to_be_visible()
    return official.page


def decides(page: Page, what: str, says: str, side: str = "", reason: str = "") -> None:
    """Enter a ruling as an official."""
    page.get_by_role("button", name=what, exact=True).first.click()
    sheet = page.get_by_role("dialog")
    if side:
        sheet.get_by_role("radio", name=side).check()
    if reason:
        sheet.get_by_label("Reason").fill(reason)
    sheet.get_by_role("button", name=says).click()
    expect(sheet).to_have_count(0)


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until a condition holds, while the page runs."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it does not come to that"
        page.wait_for_timeout(30)


def asked(page: Page) -> bool:
    return bool(calls(page).count() or hand(page).count())


@pytest.mark.slow
def test_rulings_count_and_the_standings_are_those_counted_by_hand(visit: Visit, server: Serving) -> None:
    settings = {"online": True, "bots": "novice", "clock_ms": 3_000_000, "tie_breaks": ["points", "cut"]}
    with directing(server.at, teams=TEAMS, tables=(1, 2, 3, 4), **settings) as director:
        director.do(tournament_commands.GrantLinks, role="player")
        director.do(tournament_commands.SeatRound)
        while not all(match.live for match in director.board["matches"]):
            director._hear()
        teams = {match.table: match.teams for match in director.board["matches"]}
        names = {team.team: team.name for team in director.board["teams"]}
        desk, official = visit(DESK), visit(PHONE, has_touch=True)
        ana, ben = visit(PHONE, has_touch=True), visit(PHONE, has_touch=True)
        desk.page.goto(director.page())
        sits_down(ana, director.page(team=teams[1][0]), Seat.SOUTH)
        sits_down(ben, director.page(team=teams[3][0]), Seat.SOUTH)
        with guests(director) as at:
            for table in teams:
                for seat in SEATS:
                    if seat is not Seat.EAST and (table, seat) not in ((1, Seat.SOUTH), (3, Seat.SOUTH)):
                        director.do(tournament_commands.FillInWithBot, table=table, seat=seat)
            director.do(tournament_commands.StartRound)

            # Table 1: a red card at once for cheating; the pair is ejected, and the game forfeited
            until(ana.page, lambda: asked(ana.page) or at[1].waits)
            page = officiates(official, director, 1)
            page.get_by_text(names[teams[1][0]], exact=True).last.click()
            card = page.get_by_role("form", name=f"A card: {names[teams[1][0]]}")
            card.get_by_label("For cheating: straight to red").check()
            card.get_by_label("Reason").fill("an ace up the sleeve")
            card.get_by_role("button", name="Show the card: Red").click()
            expect(ana.page.get_by_text("The official showed a red card").first).to_be_visible()
            expect(ana.page.get_by_role("region", name="The game is over")).to_be_visible()
            expect(page.get_by_text("Applied at the table.")).to_be_visible()
            until(page, lambda: at[1].done)
            assert all(
                seat.player is seat.bot is None for seat in at[1].session.scene.seats if seat.seat.partnership is NS
            )
            ana.page.goto("/rules")
            ana.page.goto(director.page(team=teams[1][0]))
            expect(ana.page.get_by_role("button", name=re.compile("Sit down"))).to_have_count(0)

            # Table 2: the director enters that a team gives its game up
            until(desk.page, lambda: at[2].waits)
            desk.page.get_by_role("button", name=re.compile("^Table 2 ")).click()
            sheet = desk.page.get_by_role("dialog")
            sheet.get_by_text("Make a ruling for this table").click()
            sheet.get_by_role("button", name="Forfeit", exact=True).click()
            matter = desk.page.get_by_role("dialog", name="Forfeit")
            matter.get_by_role("radio", name=names[teams[2][1]]).check()
            matter.get_by_label("Reason").fill("they go home")
            matter.get_by_role("button", name="Enter the forfeit").click()
            until(desk.page, lambda: at[2].done)

            # Table 3: a revoke, and a score that is disputed
            def card_lies() -> bool:
                deal = at[3].session.deal
                return deal is not None and bool(deal.trick or deal.tricks)

            at[3].goes = True
            play(ben.page, until=card_lies)
            at[3].goes = False
            until(ben.page, lambda: asked(ben.page) or at[3].waits)
            page = officiates(official, director, 3)
            decides(page, "Revoke", "Enter the revoke", side=names[teams[3][1]])
            expect(ben.page.get_by_text("The official ruled a revoke by").first).to_be_visible()
            deals = len(at[3].session.scene.scores)
            at[3].goes = True
            play(ben.page, until=lambda: len(at[3].session.scene.scores) > deals)
            at[3].goes = False
            until(ben.page, lambda: asked(ben.page) or at[3].waits)
            page.get_by_role("button", name="Ruling", exact=True).click()
            sheet = page.get_by_role("dialog")
            for field, points in zip(every(sheet.get_by_role("spinbutton")), (-1, 1), strict=True):
                field.fill(str(points))
            sheet.get_by_label("Reason").fill("the last deal was counted wrong")
            sheet.get_by_role("button", name="Enter the ruling").click()
            expect(ben.page.get_by_text("the last deal was counted wrong").first).to_be_visible()

            # Table 4: a misdeal is found in the deal that is played out after the bell
            until(official.page, lambda: at[4].waits)
            page = officiates(official, director, 4)
            director.do(tournament_commands.RingBell)
            until(page, lambda: any(isinstance(event, ev.BellRang) for event in at[4].heard))
            page.get_by_role("button", name="Misdeal", exact=True).click()
            page.get_by_role("dialog").get_by_role("button", name="Yes").click()
            until(page, lambda: any(isinstance(event, ev.Misdealt) for event in at[4].heard))
            assert not at[4].done
            at[4].goes = at[3].goes = True
            play(ben.page, until=lambda: over(ben.page))
            until(page, lambda: all(guest.done for guest in at.values()))
            dealt = [type(event) for event in at[4].heard if isinstance(event, ev.UpcardTurned | ev.Misdealt)]
            assert dealt[-2:] == [ev.Misdealt, ev.UpcardTurned]

            # All is counted
            points = {table: by_hand(guest.heard) for table, guest in at.items()}
            for table in teams:
                until(desk.page, lambda table=table: director.match(table).points == points[table])
            won = {1: teams[1][1], 2: teams[2][0]}
            for table in (3, 4):
                first, second = points[table]
                if first == second:  # the captains cut
                    director.do(tournament_commands.EnterDrawnMatchCut, table=table, cards=(Card.AS, Card.KS))
                else:
                    won[table] = teams[table][first < second]
            desk.page.keyboard.press("Escape")
            desk.page.get_by_role("button", name="Close round 1").click()

        # The standings
        rows = dict[str, tuple[int, tuple[int, ...]]]()
        for table, pair in teams.items():
            for team, own in zip(pair, (points[table], points[table][::-1]), strict=True):
                clicks = DRAW if table not in won else WIN if won[table] == team else 0
                rows[names[team]] = clicks, own
        anybody = visit(DESK)
        anybody.page.goto(f"/tournament/{director.id}")
        anybody.page.get_by_role("button", name="Standings", exact=True).click()
        lines = anybody.page.locator("table.ranking tbody tr")
        expect(lines).to_have_count(8)
        shown = [standings_row(line.locator("td, th").all_inner_texts()) for line in every(lines)]
        assert {name: (clicks, own) for name, clicks, own in shown} == rows
        worth = [(clicks, own[0] - own[1]) for _, clicks, own in shown]
        assert worth == sorted(worth, reverse=True)


@pytest.mark.exhaustive
def test_after_a_draw_the_captains_cut_on_their_phones(visit: Visit, server: Serving) -> None:
    """Online, the server draws the cards.

    At a real table without an official, the captains enter them. A tie is cut again.
    """
    modes: tuple[dict[str, Any], ...] = ({"online": True}, {})
    for settings in modes:
        with directing(server.at, teams=TEAMS[:2], tables=(1,), clock_ms=0, **settings) as director:
            director.do(tournament_commands.SeatRound)
            while settings and not director.board["matches"][0].live:
                director._hear()
            director.do(tournament_commands.RevokeLink, grant=director.link_of(table=1).grant)
            director.do(tournament_commands.StartRound)
            director.do(
                tournament_commands.EnterPaperResult, table=1, points=(7, 7), insist=True
            )  # without a clock that could ring
            first, second = director.match(1).teams
            ana, ben = visit(PHONE, has_touch=True), visit(PHONE, has_touch=True)
            for visitor, team in ((ana, first), (ben, second)):
                visitor.page.goto(director.page(team=team))
            while (before := director.match(1)).moves is None:
                for visitor, card in ((ana, ("king", "spades")), (ben, ("ace", "hearts"))):
                    if settings:
                        visitor.page.get_by_role("button", name="Cut the pack").click()
                    else:
                        for name in card:
                            visitor.page.get_by_role("radio", name=name, exact=True).check()
                        visitor.page.get_by_role("button", name="I cut this card").click()
                    expect(visitor.page.locator("[aria-disabled=true]")).to_have_count(0)  # the server has answered
                    assert not visitor.axe()
                until(ana.page, lambda before=before: both_have_cut(director.match(1), before))
            match = director.match(1)
            assert match.cut is not None
            ranks = [card.rank.index for card in match.cut]
            assert match.moves == match.teams[ranks.index(max(ranks))]
            mover = TEAMS[match.moves - 1].name
            expect(ana.page.get_by_text(f"{mover} stays.")).to_be_visible()
            if not settings:
                assert match.cut == (Card.KS, Card.AH)


def both_have_cut(match: MatchView, before: MatchView) -> bool:
    """Return whether both captains have cut since ``before``, whether or not they must cut again."""
    return match.moves is not None or (match.cut != before.cut and not match.cuts)


def standings_row(cells: list[str]) -> tuple[str, int, tuple[int, int]]:
    """Parse a row of the standings: team, clicks (tournament points), points."""
    made, given = cells[7].split("–")
    return cells[1].split("\n")[0].strip(), int(cells[2]), (int(made), int(given))
