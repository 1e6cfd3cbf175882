"""Commands about matches at live tables, the tables of the server at which an online tournament is played.

The server executes most of these commands by itself, without a request from a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling, RulingOfficial
from uka.core.seats import Seat

from .. import entries as en
from ..entries import OfficialDecision, Role, TournamentEntries
from ..tally import Points
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, match_of, round_of
from .head_table import bell_of_head_table
from .permissions import require_captain, require_director, require_official


def assign_live_tables(t: Tournament, number: int, tables: Mapping[int, str]) -> TournamentEntries:
    """Assign live tables (tables of the server) to those matches of round ``number`` that have none yet.

    ``tables`` maps table numbers of the tournament to the ids of live tables. Return no entries if round ``number`` is
    not the last round any more.
    """
    if t.round is None or t.round.number != number:
        return ()
    waiting = [match for match in t.round.matches if not match.live and match.table in tables]
    return tuple([en.LiveTableAssigned(match.table, tables[match.table]) for match in waiting])


def record_points(t: Tournament, live: str, points: Points, *, over: bool) -> TournamentEntries:
    """Record ``points``, the score at the live table with the id ``live``.

    ``over`` is true if the game at that table has ended. Return no entries if the score is recorded already, if the
    match has an entered result, or if the round is closed.
    """
    match = match_at_live_table(t, live)
    if match is None or match.said is not None or round_of(t).closed:
        return ()
    bell = bell_of_head_table(t, match, points, over=over)
    if over and not match.over:
        return (en.LiveGameEnded(match.table, points), *bell)
    return (en.LiveScoreChanged(match.table, points), *bell) if points != match.points else ()


def ruling_of(by: RulingOfficial, decision: OfficialDecision) -> Ruling:
    """Return ``decision`` in the form of a ruling, which a live table can apply.

    ``by`` is the role of the person who decided: the table's official, or the director.
    """
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


def record_ruling_answer(t: Tournament, live: str, line: int, refused: str) -> TournamentEntries:
    """Record whether the live table with the id ``live`` applied a ruling.

    ``line`` is the number of the log line that holds the ruling. ``refused`` is empty if the table applied it, else the
    reason why it did not. Return no entries if an answer is already recorded.
    """
    match = match_at_live_table(t, live)
    if match is None or all(ruling.answer is not None for ruling in match.rulings if ruling.line == line):
        return ()
    return (en.RulingApplied(match.table, line, refused),)


def record_seats(t: Tournament, live: str, seats: tuple[Seat, ...]) -> TournamentEntries:
    """Record ``seats``, in which people sit at the live table with the id ``live``.

    Return no entries if these seats are recorded already, or if the match is over.
    """
    match = match_at_live_table(t, live)
    if match is None or match.over or match.sat == seats:
        return ()
    return (en.LiveSeatsChanged(match.table, seats),)


def match_at_live_table(t: Tournament, live: str) -> TournamentMatch | None:
    """Return the match of the last round at the live table with the id ``live``, or None if there is none."""
    if t.round is None:
        return None
    return next((match for match in t.round.matches if match.live == live), None)


def require_admission(t: Tournament, by: str, table: int, seat: Seat | None) -> TournamentMatch:
    """Return the match at table ``table`` if the holder of the grant ``by`` may join its live table.

    The holder wants to sit in ``seat``, which must be a seat of the holder's team. If ``seat`` is None, the holder
    wants to watch. Raise ``TournamentRefusal`` if that is not allowed.
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
    if giver.team not in match.entries:
        raise TournamentRefusal(f"your team does not play at table {table}")
    if seat not in match.side_of(giver.team).seats:
        raise TournamentRefusal(f"your team sits {match.side_of(giver.team)}")
    if match.over:
        raise TournamentRefusal("the game is over")
    return match


def seat_bot(t: Tournament, by: str, table: int, seat: Seat) -> TournamentEntries:
    """Let a bot play in ``seat`` at a live table, in place of a missing player.

    ``by`` is the id of the grant of the person who asks for the bot. Raise ``TournamentRefusal`` if the settings do not
    allow bots, or if this grant does not permit the command for the team.
    """
    match = match_of(t, table)
    if not t.settings.bots:
        raise TournamentRefusal("no bots fill in at this tournament")
    if not match.live or match.over:
        raise TournamentRefusal("bots fill in only at online tables, before a game is over")
    side = match.sides[seat.partnership.index]
    giver = t.grant(by)
    if giver is not None and giver.role is Role.CAPTAIN:
        require_captain(t, by, giver.team if giver.team in side else side[0])
    elif giver is not None and giver.role is Role.OFFICIAL:
        require_official(t, by, table)
    else:
        require_director(t, by)
    return (en.BotFilledIn(table, seat, t.settings.bots),)
