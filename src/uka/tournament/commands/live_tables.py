"""Commands about matches at live tables: tables of the server, where the games of an online tournament are played.

The server itself executes most of these commands, without a request from a person.
"""

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
    """Assign live tables to the matches of round ``number`` that have none. Return no entries for an earlier round.

    ``tables`` maps the table numbers of the tournament to ids of live tables.
    """
    if t.round is None or t.round.number != number:
        return ()
    return tuple(
        [en.LiveTableAssigned(m.table, tables[m.table]) for m in t.round.matches if not m.live and m.table in tables]
    )


def count(t: Tournament, live: str, points: Points, *, over: bool) -> TournamentEntries:
    """Record the current points of the live table with the id ``live``.

    ``over`` is true if the game at that table has ended. Return no entries if a result was entered or the round is
    closed.
    """
    match = of_live(t, live)
    if match is None or match.said is not None or round_of(t).closed:
        return ()
    if not over or match.over:
        return (en.LiveScoreChanged(match.table, points),) if points != match.points else ()
    return (en.LiveGameEnded(match.table, points),)


def ruling_of(by: RulingOfficial, decision: OfficialDecision) -> Ruling:
    """Return the ruling that a live table must apply for an official's decision. ``by`` is the role of the official."""
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
    """Record whether a live table applied the ruling in log line ``line`` of the tournament.

    ``refused`` is empty if the table applied the ruling. Otherwise it gives the reason why not. Return no entries if an
    answer is already recorded.
    """
    match = of_live(t, live)
    if match is None or all(ruling.answer is not None for ruling in match.rulings if ruling.line == line):
        return ()
    return (en.RulingApplied(match.table, line, refused),)


def sit(t: Tournament, live: str, seats: tuple[Seat, ...]) -> TournamentEntries:
    """Record which seats people occupy at a live table. Return no entries if the seats are the same as before."""
    match = of_live(t, live)
    return (en.LiveSeatsChanged(match.table, seats),) if match and not match.over and match.sat != seats else ()


def of_live(t: Tournament, live: str) -> TournamentMatch | None:
    """Return the match of the last round at a live table, or None if there is no such match."""
    return next((match for match in t.round.matches if match.live == live), None) if t.round else None


def may_come(t: Tournament, by: str, table: int, seat: Seat | None) -> TournamentMatch:
    """Check that the holder of a link may go to a match's live table, and return the match.

    Raise ``TournamentRefusal`` if the holder may not go there. The holder takes ``seat``, which must be a seat of the
    holder's team. If ``seat`` is None, the holder becomes a spectator.
    """
    match = match_of(t, table)
    if not match.live:
        raise TournamentRefusal("this game is not played online")
    giver = t.grant(by)
    if giver is None or giver.revoked:
        raise TournamentRefusal("you need a link for this table: ask the director for one")
    if seat is None:
        return match
    if giver.role not in (Role.CAPTAIN, Role.PLAYER):
        raise TournamentRefusal("players sit down with their team's link")
    if giver.team not in match.teams:
        raise TournamentRefusal(f"your team does not play at table {table}")
    if seat not in match.side_of(giver.team).seats:
        raise TournamentRefusal(f"your team sits {match.side_of(giver.team)}")
    if match.over:
        raise TournamentRefusal("the game is over")
    return match


def bot(t: Tournament, by: str, table: int, seat: Seat) -> TournamentEntries:
    """Put a bot at a team's seat at a live table.

    ``by`` is the id of the grant of the person who asks for the bot. Raise ``TournamentRefusal`` if the settings do not
    allow bots, or if this grant does not permit the command for the team.
    """
    match = match_of(t, table)
    if not t.settings.bots:
        raise TournamentRefusal("no bots fill in at this tournament")
    if not match.live or match.over:
        raise TournamentRefusal("bots fill in only at online tables, before a game is over")
    team = match.teams[seat.partnership.index]
    giver = t.grant(by)
    if giver is not None and giver.role is Role.CAPTAIN:
        require_captain(t, by, team)
    elif giver is not None and giver.role is Role.OFFICIAL:
        require_official(t, by, table)
    else:
        require_director(t, by)
    return (en.BotFilledIn(table, seat, t.settings.bots),)
