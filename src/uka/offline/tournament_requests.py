"""Answers requests about tournaments: to open or continue one, to enter teams, and for its lists, log and sheets."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from uka.hosting.chosen_rules import ruleset_with_changes
from uka.hosting.tournament_logs import lines_of_file, log_file
from uka.hosting.tournament_pages import csv_of, page_of_round, parts_of_sheet
from uka.tournament import TournamentRefusal
from uka.tournament.commands.teams import enter_list
from uka.tournament.list_files import text_of_list
from uka.tournament.paper import Data, Size
from uka.tournament.team_lists import has_heading, parse_teams
from uka.tournament.views.viewer_boards import ANYBODY, board
from uka.wire.http_bodies import Board, NewTournament, RoundPage, TeamList, TeamListText, TeamsEntered, TournamentTicket

from .request import Answer, PageRequest, Routes, text_answer
from .tournament import HostedTournament


class SheetParameters(msgspec.Struct, frozen=True):
    """How a sheet is printed."""

    size: Size = "a4"
    spelling: bool = True
    """Whether long vowels in Māori words are written as two letters instead of one letter with a macron."""


class SheetContents(msgspec.Struct, frozen=True):
    """What the page needs to typeset a sheet with Typst."""

    template: str
    """The Typst template. Its ``sys.inputs`` are ``sheet``, ``paper``, and as ``data`` one of the parts as JSON."""
    sheet: str
    paper: Size
    parts: list[Data]
    """The contents, in parts that each become one PDF."""


async def open_tournament(request: PageRequest) -> TournamentTicket:
    """Open a tournament, and return the director's link."""
    wanted = request.body(NewTournament)
    return _ticket(
        request, await request.host.open_tournament(wanted, ruleset_with_changes(wanted.rules, wanted.changes))
    )


async def continue_tournament(request: PageRequest) -> TournamentTicket:
    """Continue a tournament from its log, and return the director's link."""
    return _ticket(request, await request.host.take_over(lines_of_file(request.content)))


async def show_tournament(request: PageRequest) -> Board:
    """Return what everybody may see of a tournament."""
    return board((await _find(request)).tournament, ANYBODY)


async def one_round(request: PageRequest) -> RoundPage:
    """Return a round and its games."""
    return page_of_round((await _find(request)).tournament, request.number())


async def enter_teams(request: PageRequest) -> TeamsEntered:
    """Enter all teams of a list, or none."""
    live, grant = await _as_director(request)
    wanted = request.body(TeamList)
    listed = parse_teams(wanted.text, live.tournament.settings.home)
    await live.do(lambda t: enter_list(t, grant, listed, alike=wanted.alike), grant)
    return TeamsEntered(len(listed.rosters), listed.unused)


async def read_team_file(request: PageRequest) -> TeamListText:
    """Return as text the list of teams in a file."""
    await _as_director(request)
    return TeamListText(text_of_list(request.content, has_heading))


async def results_list(request: PageRequest) -> Answer:
    """Return the results of all games as CSV."""
    return text_answer(csv_of((await _find(request)).tournament, "results"), "text/csv")


async def standings_list(request: PageRequest) -> Answer:
    """Return the standings as CSV."""
    return text_answer(csv_of((await _find(request)).tournament, "standings"), "text/csv")


async def whole_log(request: PageRequest) -> Answer:
    """Return the whole log, with which the tournament goes on elsewhere."""
    live, _ = await _as_director(request)
    return text_answer(log_file(await request.host.lines(live.id)), "application/x-ndjson")


async def sheet_contents(request: PageRequest) -> SheetContents:
    """Return what the page needs to print a sheet."""
    live, _ = await _as_director(request)
    sheet, how = request.names[1], request.parameters(SheetParameters)
    if sheet == "links":
        raise TournamentRefusal("links of people are for a server, which their phones can reach")
    parts = parts_of_sheet(live.tournament, sheet, str, doubled_vowels=how.spelling)
    template = files("uka.tournament.paper").joinpath("sheets.typ").read_text("utf-8")
    return SheetContents(template, sheet, how.size, parts)


async def _find(request: PageRequest) -> HostedTournament:
    return await request.host.find_tournament(request.names[0])


async def _as_director(request: PageRequest) -> tuple[HostedTournament, str]:
    """Return a tournament, and the id of the director's grant. Raise ``Withheld`` without a director's link."""
    live = await _find(request)
    return live, request.host.links.director_of(live.id, live.tournament, request.link)


def _ticket(request: PageRequest, live: HostedTournament) -> TournamentTicket:
    return TournamentTicket(live.id, request.host.links.sign(live.id))


ROUTES: Routes = {
    ("POST", "api/tournaments"): open_tournament,
    ("POST", "api/tournaments/log"): continue_tournament,
    ("GET", "api/tournaments/*"): show_tournament,
    ("GET", "api/tournaments/*/rounds/*"): one_round,
    ("POST", "api/tournaments/*/teams"): enter_teams,
    ("POST", "api/tournaments/*/teams/file"): read_team_file,
    ("GET", "api/tournaments/*/results.csv"): results_list,
    ("GET", "api/tournaments/*/standings.csv"): standings_list,
    ("GET", "api/tournaments/*/log.jsonl"): whole_log,
    ("GET", "api/tournaments/*/sheets/*"): sheet_contents,
}
