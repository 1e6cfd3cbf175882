"""Whole evenings in browsers: progressive with players, and Swiss with teams.

A director sits at a desk, the hall's screen hangs on the wall, officials tap deals on phones, and somebody follows an
entry on another phone. The director enters the results of the other tables from paper. Somebody comes late, somebody
leaves, and a result is corrected after the next draw. At the end the standings on all screens must equal a tally of
what was typed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain, pairwise
from math import comb
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike

from .browser import DESK, Visitor, every
from .playing import cuts
from .test_director import button, section

pytestmark = [pytest.mark.browser, pytest.mark.server]
Visit = Callable[..., Visitor]
SCREEN, PHONE = (1920, 1080), (390, 844)
NAME = "Thursday"
DEALS, TARGET = 8, 10
"""The deals of a game of players, and the points that end a game of teams."""
PLAYERS = {"draws": "loners", "bye_counts": "average", "score": "points"} | {
    "tie_breaks": ["loners", "games", "cut", "lot"]
}
"""The settings with which an evening of players opens."""


class Deal(NamedTuple):
    """A deal as an official taps it: the side that made trump, its tricks, and whether its maker played alone."""

    makers: int
    tricks: int
    alone: bool

    @property
    def points(self) -> tuple[int, int]:
        """The points of both sides by the rules of North American Euchre."""
        if self.tricks < 3:
            side, points = 1 - self.makers, 2
        else:
            side, points = self.makers, 1 if self.tricks < 5 else 4 if self.alone else 2
        return (0, points) if side else (points, 0)


class Game(NamedTuple):
    """A game as it was typed: who sits on each side, and the points and loners of each side."""

    sides: tuple[frozenset[int], frozenset[int]]
    points: tuple[int, int]
    loners: tuple[int, int]
    cut: int | None = None
    """The side that cut the higher card after a draw."""

    @property
    def mover(self) -> int:
        """The side that moves as the winner: the one with more points, then with more loners, then by the cut."""
        if self.points[0] != self.points[1]:
            return int(self.points[1] > self.points[0])
        return int(self.loners[1] > self.loners[0]) if self.cut is None else self.cut


def dealt(rng: Random, *, players: bool) -> list[Deal]:
    """Return the deals of a random game."""
    deals = list[Deal]()
    while len(deals) < DEALS if players else max(totals(deals)) < TARGET:
        deals.append(Deal(rng.randrange(2), rng.randint(1, 5), rng.random() < 0.2))
    return deals


def totals(deals: Sequence[Deal]) -> tuple[int, int]:
    return sum(deal.points[0] for deal in deals), sum(deal.points[1] for deal in deals)


def loners(deals: Sequence[Deal]) -> tuple[int, int]:
    won = [deal.makers for deal in deals if deal.alone and deal.tricks == 5]
    return won.count(0), won.count(1)


def fill(sheet: Locator, game: Game, *, players: bool) -> None:
    """Fill in the points of a game, and its loners where they count."""
    numbers = (*game.points, *game.loners) if players else game.points
    for field, number in zip(every(sheet.get_by_role("spinbutton")), numbers, strict=True):
        field.fill(str(number))


class Evening:
    """An evening in browsers, and what was typed in it."""

    def __init__(self, visit: Visit, *, players: bool, rounds: int) -> None:
        self.visit, self.players, self.rounds, self.rng = visit, players, rounds, Random(str((players, rounds)))
        self.games = list[dict[int, Game]]()
        self.moved = dict[int, Game]()
        """The games of the last round as they stood when the next one was drawn."""
        self.byes = Counter[int]()
        form = {"name": NAME, "rules": "north_american"}
        settings: dict[str, Any] = {"rounds": rounds, "clock_ms": 0, "movement": "swiss"}
        if players:
            form |= {"changes": {"target": 0, "deals": DEALS}}
            settings |= PLAYERS | {"movement": "progressive", "entrants": "players"}
        desk = visit(DESK)
        ticket = desk.context.request.post("/api/tournaments", data=form | {"settings": settings}).json()
        self.at = f"/tournament/{ticket['tournament']}"
        self.desk, self.hall, self.follower = desk.page, visit(SCREEN).page, visit(PHONE).page
        self.officials = list[Page]()
        self.desk.goto(f"{self.at}#{ticket['link']}")
        self.hall.goto(f"{self.at}/hall")

    @property
    def board(self) -> dict[str, Any]:
        """What everybody may see of the tournament."""
        return self.desk.request.get(f"/api{self.at.replace('tournament', 'tournaments')}").json()

    @property
    def names(self) -> dict[int, str]:
        return {team["team"]: team["name"] for team in self.board["teams"]}

    # The director's desk

    def enter(self, count: int, tables: int, phones: int) -> None:
        """Enter teams or players from a list, set the tables, and open the pages of officials and of a follower."""
        kind = "players" if self.players else "teams"
        button(self.desk, f"^Add {kind}$").click()
        lines = [f"Entry {number}" if self.players else f"Entry {number},Club {number % 5},Captain {number}"
                 for number in range(1, count + 1)]  # fmt: skip
        self.desk.get_by_label("Paste the list").fill("\n".join(lines))
        button(self.desk, f"Add these {kind}").click()
        expect(self.desk.get_by_text(f"{count} {kind} added.")).to_be_visible()
        button(self.desk, "Set the tables").click()
        self.desk.get_by_label(re.compile("Table numbers")).fill(f"1-{tables}")
        button(self.desk, "Set these tables").click()
        section(self.desk, "Links")
        button(self.desk, f"^Create links for {tables} tables' officials$").click()
        for table in range(1, phones + 1):
            button(self.desk, f"^Show the link: Official of table {table}$").click()
            link = self.desk.get_by_role("dialog").get_by_role("textbox").input_value()
            self.desk.keyboard.press("Escape")
            self.officials.append(self.visit(PHONE, has_touch=True).page)
            self.officials[-1].goto(link)
        section(self.desk, "Tables")
        self.follower.goto(self.at)
        self.follower.get_by_role("searchbox").fill("Entry 1")
        button(self.follower, "^Entry 1 ").first.click()

    def late(self) -> None:
        """Enter somebody who comes late."""
        one = "player" if self.players else "team"
        section(self.desk, "Players" if self.players else "Teams")
        self.desk.get_by_text(f"Add a {one}", exact=True).click()
        self.desk.get_by_label(one.capitalize(), exact=True).fill("Late")
        button(self.desk, f"Add the {one}").click()
        expect(self.desk.get_by_role("row", name=re.compile("Late"))).to_be_visible()

    def leaves(self, name: str) -> None:
        """Withdraw somebody."""
        section(self.desk, "Players" if self.players else "Teams")
        button(self.desk, f"^{name}$").click()
        sheet = self.desk.get_by_role("dialog")
        button(sheet, "^Withdraw the ").click()
        button(self.desk.get_by_role("dialog").last, "^Yes").click()
        expect(self.desk.get_by_text("withdrawn").first).to_be_visible()
        self.desk.keyboard.press("Escape")

    def round(self, number: int) -> None:
        """Seat, play and close a round."""
        if self.board.get("round", {"number": 0})["number"] < number:
            button(self.desk, "Draw the first round" if number == 1 else f"Seat round {number}").click()
        self.shows("seated")
        button(self.desk, f"Start round {number}").click()
        self.shows("running")
        board = self.board
        self.byes.update(board["round"]["byes"])
        self.check_follower(board)
        section(self.desk, "Tables")
        self.games.append({match["table"]: self.play(match) for match in board["matches"]})
        if self.players and self.moved:
            self.check_seats(self.moved, self.games[-1])
        self.moved = {**self.games[-1]}
        button(self.desk, f"^Close round {number}$").click()
        self.shows("closed")

    def shows(self, moment: str) -> None:
        expect(self.hall.locator("main.hall")).to_have_attribute("data-moment", moment)

    def play(self, match: dict[str, Any]) -> Game:
        """Play a game at a table, with a phone if it has one."""
        sides: list[list[int]] = [[team] for team in match["teams"]]
        for side, partner in zip(sides, match.get("partners") or (), strict=False):
            side.append(partner)
        table, deals = match["table"], dealt(self.rng, players=self.players)
        game = Game((frozenset(sides[0]), frozenset(sides[1])), totals(deals), loners(deals))
        level = game.points[0] == game.points[1] and game.loners[0] == game.loners[1]
        moves = not self.players or len(self.games) + 1 < self.rounds
        game = game._replace(cut=self.rng.randrange(2) if level and moves else None)
        if table <= len(self.officials):
            self.tap(table, deals, game)
        else:
            self.write(table, game)
        return game

    def tap(self, table: int, deals: Sequence[Deal], game: Game) -> None:
        """Tap the deals of a game as its official; the teams' captains sign on the same phone."""
        page = self.officials[table - 1]
        button(page, "^South").click()
        form = page.get_by_role("region", name="A deal")
        for number, deal in enumerate(deals, 1):
            form.get_by_role("group", name="Who made trump").get_by_role("radio").nth(deal.makers).check()
            form.get_by_role("radio", name=str(deal.tricks), exact=True).check()
            if deal.alone:
                form.get_by_label("alone", exact=True).click()
            button(form, "^Enter").click()
            points = [str(total) for total in totals(deals[:number])]
            expect(page.locator("dd.points")).to_have_text(points)
        if game.cut is not None:
            self.cuts(page, game.cut)
        for left in () if self.players else (1, 0):
            button(page, " signs$").first.click()
            expect(button(page, " signs$")).to_have_count(left)

    def write(self, table: int, game: Game) -> None:
        """Enter a game at the desk, from its paper sheet."""
        button(self.desk, f"^Table {table} ").click()
        sheet = self.desk.get_by_role("dialog")
        sheet.get_by_text("Enter the points from the paper sheet").click()
        fill(sheet, game, players=self.players)
        button(sheet, "Enter these points").click()
        if game.cut is not None:
            self.cuts(sheet, game.cut)
        expect(sheet.get_by_text(re.compile("^Over")).first).to_be_visible()
        self.desk.keyboard.press("Escape")

    def cuts(self, at: Page | Locator, higher: int) -> None:
        cards = [("king", "diamonds"), ("ace", "spades")]
        cuts(at, *(cards if higher else cards[::-1]))
        expect(at.get_by_role("button", name="Enter the cut")).to_have_count(0)

    def correct(self, number: int) -> None:
        """Seat the next round, then turn a result of this one round, by which nobody moves."""
        button(self.desk, f"Seat round {number + 1}").click()
        self.shows("seated")
        seated = self.board["matches"]
        games = self.games[-1]
        table = next(table for table, game in games.items() if game.points[0] != game.points[1])
        game = games[table] = games[table]._replace(points=games[table].points[::-1], loners=games[table].loners[::-1])
        section(self.desk, "Rounds")
        self.desk.get_by_role("button", name=f"Round {number}", exact=True).click()
        button(self.desk, f"Change result: Table {table}$").click()
        sheet = self.desk.get_by_role("dialog")
        fill(sheet, game, players=self.players)
        sheet.get_by_label("Reason").fill("entered the wrong way round")
        button(sheet, "Save result").click()
        expect(sheet).to_have_count(0)
        assert self.board["matches"] == seated

    def check_follower(self, board: dict[str, Any]) -> None:
        """Check that the phone of somebody who follows the first entry shows the table of this round."""
        status = self.follower.get_by_role("status").filter(has_text="Entry 1")
        at = [match["table"] for match in board["matches"] if 1 in {*match["teams"], *(match.get("partners") or ())}]
        expect(status).to_contain_text(f"Table {at[0]}:" if at else "Sitting out this round.")

    # The tally

    def check_seats(self, before: dict[int, Game], present: dict[int, Game]) -> None:
        """Check where the players of a round sit in the next one: winners one table up, losers as before."""
        partners = {pair for game in before.values() for pair in game.sides}
        assert not partners & {pair for game in present.values() for pair in game.sides}
        sits = {entry: table for table, game in present.items() for pair in game.sides for entry in pair}
        for table, game in before.items():
            for side, pair in enumerate(game.sides):
                stays = table if table > 1 else max(before)
                to = max(table - 1, 1) if side == game.mover else stays
                assert {sits.get(entry, to) for entry in pair} == {to}

    def tally(self) -> dict[int, tuple[int, ...]]:
        """Count each entry's score, games won, drawn and lost, byes, and points of its own and of its opponents.

        For players, their loners come last.
        """
        lines = dict[int, tuple[int, ...]]()
        for entry in self.names:
            won = drawn = lost = own = against = alone = 0
            for game in (game for games in self.games for game in games.values()):
                for side in (0, 1):
                    if entry in game.sides[side]:
                        points, others = game.points[side], game.points[1 - side]
                        own, against, alone = own + points, against + others, alone + game.loners[side]
                        won, drawn, lost = won + (points > others), drawn + (points == others), lost + (points < others)
            byes, played = self.byes[entry], won + drawn + lost
            if self.players:
                average = int((Decimal(own) / played).quantize(Decimal(1), ROUND_HALF_UP)) if played else 0
                lines[entry] = own + byes * average, won, drawn, lost, byes, own, against, alone
            else:
                lines[entry] = 2 * won + drawn + byes, won, drawn, lost, byes, own, against
        return lines

    def order(self, lines: dict[int, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        """Return for each entry what decides its place before a cut or a lot, the highest first."""
        if self.players:
            return {self.names[entry]: (line[0], line[7], line[1]) for entry, line in lines.items()}
        level = defaultdict[int, set[int]](set)
        for entry, line in lines.items():
            level[line[0]].add(entry)
        between = {entry: wins for entries in level.values() for entry, wins in self.between(entries).items()}
        return {self.names[entry]: (line[0], between[entry], line[5] - line[6]) for entry, line in lines.items()}

    def between(self, level: set[int]) -> dict[int, int]:
        """Rank teams that have all met by the games among them, and those who are level in these once more."""
        games = [game for games in self.games for game in games.values() if {*chain(*game.sides)} <= level]
        wins = {entry: sum(entry in game.sides[game.points[1] > game.points[0]] for game in games) for entry in level}
        if len({frozenset(chain(*game.sides)) for game in games}) < comb(len(level), 2) or len({*wins.values()}) < 2:
            return dict.fromkeys(level, 0)
        alike = {entry: {other for other in level if wins[other] == wins[entry]} for entry in level}
        return {entry: 100 * wins[entry] + self.between(alike[entry])[entry] for entry in level}

    def check_standings(self) -> int:
        """Compare the standings on all screens with the tally. Return the number of entries."""
        lines = self.tally()
        order = self.order(lines)
        section(self.desk, "Standings")
        table = self.desk.get_by_role("table").first
        expect(table.get_by_role("row")).to_have_count(len(lines) + 1)
        rows = [row.split("\t") for row in table.get_by_role("row").all_inner_texts()[1:]]
        told = {row[1].split("\n")[0].strip(): [*map(int, re.findall(r"\d+", " ".join(row[2:])))] for row in rows}
        fair_play = () if self.players else (0,)
        assert told == {self.names[entry]: [*line, *fair_play] for entry, line in lines.items()}
        ranked = [row[1].split("\n")[0].strip() for row in rows]
        assert all(order[above] >= order[below] for above, below in pairwise(ranked))
        csv = self.desk.request.get(f"/api{self.at.replace('tournament', 'tournaments')}/standings.csv").text()
        assert [line.split(",")[1] for line in csv.splitlines()[1:]] == ranked
        button(self.follower, "^Standings$").click()
        followed = self.follower.get_by_role("table").get_by_role("row")
        expect(followed).to_have_count(len(lines) + 1)
        assert [row.split("\t")[1].split("\n")[0].strip() for row in followed.all_inner_texts()[1:]] == ranked
        return len(lines)

    def end(self) -> None:
        """End the evening. The hall's screen shows who has won."""
        button(self.desk, "End the tournament").click()
        button(self.desk.get_by_role("dialog"), "^Yes").click()
        expect(
            self.hall.get_by_role("heading", level=1, name=re.compile("final standings|champion", re.I))
        ).to_be_visible()


@alike(("count", "tables", "rounds", "phones"), (8, 2, 2, 1), (40, 10, 10, 3))
def test_progressive(visit: Visit, count: int, tables: int, rounds: int, phones: int) -> None:
    held(visit, players=True, count=count, tables=tables, rounds=rounds, phones=phones)


@alike(("count", "tables", "rounds", "phones"), (6, 3, 2, 1), (24, 12, 6, 3))
def test_swiss(visit: Visit, count: int, tables: int, rounds: int, phones: int) -> None:
    held(visit, players=False, count=count, tables=tables, rounds=rounds, phones=phones)


def held(visit: Visit, *, players: bool, count: int, tables: int, rounds: int, phones: int) -> None:
    """Hold an evening: somebody is late after the first round, and a result is corrected after the next draw."""
    evening = Evening(visit, players=players, rounds=rounds)
    evening.enter(count, tables, phones)
    for number in range(1, rounds + 1):
        evening.round(number)
        if number == 1:
            evening.late()
        if number == 3:
            evening.leaves("Entry 2")
        if number == rounds - 1:
            evening.correct(number)
    evening.end()
    entries = evening.check_standings()
    counts = {"rounds": rounds, "games": sum(map(len, evening.games)), "entries whose standing equals": entries}
    print(f"tally: {counts}")
