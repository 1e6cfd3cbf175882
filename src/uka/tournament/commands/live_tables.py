"""Games at tables of a server: who may sit where, and what the server writes of them."""

from __future__ import annotations

from collections.abc import Mapping

from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling, RulingOfficial
from uka.core.seats import Seat

from .. import entries as en
from ..entries import Decision, Entries, Role
from ..tally import Points
from ..tournament import Match, Refused, Tournament, match_of, round_of
from .permissions import of_director, of_table, of_team


def place(t: Tournament, number: int, tables: Mapping[int, str]) -> Entries:
    """The tables of the server for a round's games; nothing for those that have one, or are not played any more."""
    if t.round is None or t.round.number != number:
        return ()
    return tuple([en.Placed(m.table, tables[m.table]) for m in t.round.matches if not m.live and m.table in tables])


def count(t: Tournament, live: str, points: Points, *, over: bool) -> Entries:
    """What a table's points are now; those of a game that was forfeited stay as they stood."""
    match = of_live(t, live)
    if match is None or match.said is not None or round_of(t).closed:
        return ()
    if not over or match.over:
        return (en.Counted(match.table, points),) if points != match.points else ()
    return (en.Finished(match.table, points),)


def ruling_of(by: RulingOfficial, decision: Decision) -> Ruling:
    """What a table of the server is to obey."""
    match decision:
        case en.Revoke(_, offenders):
            return RevokeRuling(by=by, offenders=offenders)
        case en.Misdealt():
            return MisdealRuling(by=by)
        case en.Ruled(_, reason, _, True):
            return MisdealRuling(by=by, reason=reason)
        case en.Ruled(_, reason, points, _):
            return PointsRuling(by=by, reason=reason, points=points)
        case en.Forfeited(_, side, reason, ejected):
            return ForfeitRuling(by=by, reason=reason, side=side, ejected=ejected)


def obeyed(t: Tournament, live: str, line: int, refused: str) -> Entries:
    """The answer of a table of the server to the final say of a line; nothing if it has answered."""
    match = of_live(t, live)
    if match is None or all(ruling.answer is not None for ruling in match.rulings if ruling.line == line):
        return ()
    return (en.Obeyed(match.table, line, refused),)


def sit(t: Tournament, live: str, seats: tuple[Seat, ...]) -> Entries:
    """The seats that people have at a table now, if they are others."""
    match = of_live(t, live)
    return (en.Sat(match.table, seats),) if match and not match.over and match.sat != seats else ()


def of_live(t: Tournament, live: str) -> Match | None:
    """The game of the round that is played at a table of the server."""
    return next((match for match in t.round.matches if match.live == live), None) if t.round else None


def may_come(t: Tournament, by: str, table: int, seat: Seat | None) -> Match:
    """The game that somebody comes to: to a seat of their own team's, or to watch."""
    match = match_of(t, table)
    if not match.live:
        raise Refused("this game is not played at a table of the server")
    giver = t.grant(by)
    if giver is None or giver.revoked:
        raise Refused("a link is needed to come to this table: ask the director for one")
    if seat is None:
        return match
    if giver.role not in (Role.CAPTAIN, Role.PLAYER):
        raise Refused("players sit down by the link of their team")
    if giver.team not in match.teams:
        raise Refused(f"your team does not play at table {table}")
    if seat not in match.side_of(giver.team).seats:
        raise Refused(f"your team sits {match.side_of(giver.team)}")
    if match.over:
        raise Refused("the game is over")
    return match


def bot(t: Tournament, by: str, table: int, seat: Seat) -> Entries:
    """A bot fills in for a team, where the settings allow it; everybody is told."""
    match = match_of(t, table)
    if not t.settings.bots:
        raise Refused("no bots fill in at this tournament")
    if not match.live or match.over:
        raise Refused("bots fill in at tables of the server, before a game is over")
    team = match.teams[seat.partnership.index]
    giver = t.grant(by)
    if giver is not None and giver.role is Role.CAPTAIN:
        of_team(t, by, team)
    elif giver is not None and giver.role is Role.OFFICIAL:
        of_table(t, by, table)
    else:
        of_director(t, by)
    return (en.BotSat(table, seat, t.settings.bots),)
