"""Commands about games at live tables: who may sit there, and entries that the server itself writes."""

from __future__ import annotations

from collections.abc import Mapping

from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling, RulingOfficial
from uka.core.seats import Seat

from .. import entries as en
from ..entries import OfficialDecision, Role, TournamentEntries
from ..tally import Points
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, match_of, round_of
from .permissions import require_captain, require_director, require_official


def place(t: Tournament, number: int, tables: Mapping[int, str]) -> TournamentEntries:
    """Assign live tables, by table number, to the games of a round that have none. No entries for an earlier round."""
    if t.round is None or t.round.number != number:
        return ()
    return tuple(
        [en.LiveTableAssigned(m.table, tables[m.table]) for m in t.round.matches if not m.live and m.table in tables]
    )


def count(t: Tournament, live: str, points: Points, *, over: bool) -> TournamentEntries:
    """Note the present points of a live table. Points of a forfeited game no longer change its result."""
    match = of_live(t, live)
    if match is None or match.said is not None or round_of(t).closed:
        return ()
    if not over or match.over:
        return (en.LiveScoreChanged(match.table, points),) if points != match.points else ()
    return (en.LiveGameEnded(match.table, points),)


def ruling_of(by: RulingOfficial, decision: OfficialDecision) -> Ruling:
    """The ruling that a live table applies for an official's decision."""
    match decision:
        case en.RevokeFound(_, offenders):
            return RevokeRuling(by=by, offenders=offenders)
        case en.DealMisdealt():
            return MisdealRuling(by=by)
        case en.OfficialRulingGiven(_, reason, _, True):
            return MisdealRuling(by=by, reason=reason)
        case en.OfficialRulingGiven(_, reason, points, _):
            return PointsRuling(by=by, reason=reason, points=points)
        case en.GameForfeited(_, side, reason, ejected):
            return ForfeitRuling(by=by, reason=reason, side=side, ejected=ejected)


def obeyed(t: Tournament, live: str, line: int, refused: str) -> TournamentEntries:
    """Note a live table's answer to the ruling of a line. No entries if it has answered before."""
    match = of_live(t, live)
    if match is None or all(ruling.answer is not None for ruling in match.rulings if ruling.line == line):
        return ()
    return (en.RulingApplied(match.table, line, refused),)


def sit(t: Tournament, live: str, seats: tuple[Seat, ...]) -> TournamentEntries:
    """Note the seats that people hold at a live table, if they have changed."""
    match = of_live(t, live)
    return (en.LiveSeatsChanged(match.table, seats),) if match and not match.over and match.sat != seats else ()


def of_live(t: Tournament, live: str) -> TournamentMatch | None:
    """The present game at a live table; None if there is none."""
    return next((match for match in t.round.matches if match.live == live), None) if t.round else None


def may_come(t: Tournament, by: str, table: int, seat: Seat | None) -> TournamentMatch:
    """The game that a link's holder may join: at a seat of their own team, or as a spectator if ``seat`` is None."""
    match = match_of(t, table)
    if not match.live:
        raise TournamentRefusal("this game is not played at a table of the server")
    giver = t.grant(by)
    if giver is None or giver.revoked:
        raise TournamentRefusal("a link is needed to come to this table: ask the director for one")
    if seat is None:
        return match
    if giver.role not in (Role.CAPTAIN, Role.PLAYER):
        raise TournamentRefusal("players sit down by the link of their team")
    if giver.team not in match.teams:
        raise TournamentRefusal(f"your team does not play at table {table}")
    if seat not in match.side_of(giver.team).seats:
        raise TournamentRefusal(f"your team sits {match.side_of(giver.team)}")
    if match.over:
        raise TournamentRefusal("the game is over")
    return match


def bot(t: Tournament, by: str, table: int, seat: Seat) -> TournamentEntries:
    """Let a bot fill in for a team, if the settings allow it."""
    match = match_of(t, table)
    if not t.settings.bots:
        raise TournamentRefusal("no bots fill in at this tournament")
    if not match.live or match.over:
        raise TournamentRefusal("bots fill in at tables of the server, before a game is over")
    team = match.teams[seat.partnership.index]
    giver = t.grant(by)
    if giver is not None and giver.role is Role.CAPTAIN:
        require_captain(t, by, team)
    elif giver is not None and giver.role is Role.OFFICIAL:
        require_official(t, by, table)
    else:
        require_director(t, by)
    return (en.BotFilledIn(table, seat, t.settings.bots),)
