"""Computes the state of a tournament from the lines of its log, one line after another.

This module reads no clock and draws no random numbers: the log contains the time of each line, and the secrets that
determine random choices. So the same lines always give the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import asdict, replace

from uka.core.rulings import RulingOfficial
from uka.records import InvalidRecord
from uka.records.lines import check_follows, check_format

from . import entries as en
from .entries import FORMAT, OfficialDecision, Role, Tap, TournamentLine
from .tally import apply_tap, tally_of
from .tournament import (
    ConductMark,
    Grant,
    HelpCall,
    TableRuling,
    Team,
    Tournament,
    TournamentMatch,
    TournamentRefusal,
    TournamentRound,
    match_of,
    round_of,
)


def replayed(lines: Iterable[TournamentLine]) -> Tournament:
    """Rebuild a tournament from the lines of its log.

    Raise ``InvalidRecord`` if the log is empty or a line is invalid.
    """
    tournament: Tournament | None = None
    for line in lines:
        tournament = evolve(tournament, line)
    if tournament is None:
        raise InvalidRecord("the log holds no line")
    return tournament


def evolve(tournament: Tournament | None, line: TournamentLine) -> Tournament:
    """Return the state of a tournament after a log line. ``tournament`` is None before the first line.

    Raise ``InvalidRecord`` if the line is not a valid next line.
    """
    check_follows(line.seq, tournament.seq if tournament else None)
    if tournament is None:
        return _opened(line)
    if isinstance(line.entry, en.TournamentOpened):
        raise InvalidRecord(f"line {line.seq}: the tournament is open")
    try:
        changed = EVOLVE[type(line.entry)](tournament, line, line.entry)
    except ValueError as error:  # raised as a TournamentRefusal, or by the rules engine
        raise InvalidRecord(f"line {line.seq}: {error}") from None
    changed = replace(changed, seq=line.seq, hash=line.hash, at=max(line.at, tournament.at))
    return _with_message_id(changed, line) if line.id else changed


def _with_message_id(tournament: Tournament, line: TournamentLine) -> Tournament:
    """Return the tournament with a note of the message that caused ``line``.

    The id of the message is added to the grant of its author. A message that is sent again is recognised by this id.
    """
    grants = [
        replace(grant, applied_ids=grant.applied_ids.added(line.id, line.seq)) if grant.id == line.by else grant
        for grant in tournament.grants
    ]
    return replace(tournament, grants=tuple(grants))


def _opened(line: TournamentLine) -> Tournament:
    """Return the tournament after ``line``. Raise ``InvalidRecord`` if the line is not the opening of a tournament."""
    entry = line.entry
    if not isinstance(entry, en.TournamentOpened):
        raise InvalidRecord("a tournament's log begins with its opening")
    check_format(entry.format, FORMAT)
    return Tournament(
        name=entry.name,
        rules=entry.rules,
        settings=entry.settings,
        at=line.at,
        hash=line.hash,
    )


# Handlers of log entries


def _link_granted(t: Tournament, line: TournamentLine, entry: en.LinkGranted) -> Tournament:
    return replace(t, grants=(*t.grants, Grant(entry.grant, entry.role, entry.name, entry.table, entry.team)))


def _link_revoked(t: Tournament, line: TournamentLine, entry: en.LinkRevoked) -> Tournament:
    return replace(
        t, grants=tuple([replace(grant, revoked=True) if grant.id == entry.grant else grant for grant in t.grants])
    )


def _team_entered(t: Tournament, line: TournamentLine, entry: en.TeamEntered) -> Tournament:
    team = Team(**asdict(entry.roster), number=entry.team, missed=len(t.rounds))
    return replace(t, teams=(*t.teams, team))


def _with_team(t: Tournament, number: int, **changes: Any) -> Tournament:
    t.team(number)  # raises TournamentRefusal if there is no such team
    return replace(t, teams=tuple([replace(team, **changes) if team.number == number else team for team in t.teams]))


def _team_amended(t: Tournament, line: TournamentLine, entry: en.TeamAmended) -> Tournament:
    return _with_team(t, entry.team, **asdict(entry.roster))


def _round_seated(t: Tournament, line: TournamentLine, entry: en.RoundSeated) -> Tournament:
    no_entries = tally_of(t.rules, ())
    matches = tuple(
        [
            TournamentMatch(
                pairing.table,
                pairing.sides,
                no_entries,
                kind=pairing.kind,
                loners_decide=t.settings.draws == "loners",
            )
            for pairing in entry.pairings
        ]
    )
    rounds = t.rounds[: entry.round - 1]  # the new seating of a round replaces its earlier seating
    return replace(t, rounds=(*rounds, TournamentRound(entry.round, matches, entry.byes, entry.secret)))


def _with_round(t: Tournament, **changes: Any) -> Tournament:
    if t.round is None:
        raise TournamentRefusal("no round is seated yet")
    return replace(t, rounds=(*t.rounds[:-1], replace(t.round, **changes)))


def _round_resumed(t: Tournament, line: TournamentLine, entry: en.RoundResumed) -> Tournament:
    playing = round_of(t)
    since = playing.paused if playing.paused is not None else line.at
    return _with_round(t, paused=None, extra=playing.extra + max(line.at - since, 0))


def _tapped(t: Tournament, line: TournamentLine, entry: Tap) -> Tournament:
    match = match_of(t, entry.table)
    tally = apply_tap(match.tally, entry) if _changes_tally(match, entry) else match.tally
    rulings = match.rulings
    for_live_table = t.settings.online and (match.live or isinstance(entry, en.GameForfeited))
    if for_live_table and isinstance(entry, OfficialDecision):
        giver = t.grant(line.by)
        by: RulingOfficial = "director" if giver is None or giver.role is Role.DIRECTOR else "official"
        rulings = (*rulings, TableRuling(line.seq, by, entry))
    taps = (*match.taps, (line.seq, entry))
    return _with_match(t, replace(match, tally=tally, taps=taps, rulings=rulings, confirmed=()))


def _changes_tally(match: TournamentMatch, tap: Tap) -> bool:
    """Return whether an official's entry changes the score that officials keep of a match.

    At a live table (a table of the server), the server counts the points, and only a forfeit changes that score.
    """
    return not match.live or isinstance(tap, en.GameForfeited)


def _ruling_applied(t: Tournament, line: TournamentLine, entry: en.RulingApplied) -> Tournament:
    """Return the tournament with a live table's answer to a ruling.

    If the match is over when the answer comes, a forfeit ended it, and it counts as signed by both captains.
    """
    match = match_of(t, entry.table)
    rulings = tuple(
        [replace(ruling, answer=entry.refused) if ruling.line == entry.line else ruling for ruling in match.rulings]
    )
    confirmed = match.teams if match.over else match.confirmed
    return _with_match(t, replace(match, rulings=rulings, confirmed=confirmed))


def _result_claimed(t: Tournament, line: TournamentLine, entry: en.ResultClaimed) -> Tournament:
    match = match_of(t, entry.table)
    others = [(team, points) for team, points in match.claims if team != entry.team]
    claims = (*others, (entry.team, entry.points))
    agreed = [points for _, points in others] == [entry.points]
    confirmed = match.teams if agreed else ()
    said = entry.points if agreed else match.said
    return _with_match(t, replace(match, claims=claims, said=said, confirmed=confirmed))


def _paper_result_entered(t: Tournament, line: TournamentLine, entry: en.PaperResultEntered) -> Tournament:
    match = match_of(t, entry.table)
    reported = replace(match, said=entry.points, said_loners=entry.loners)
    return _with_match(t, replace(reported, confirmed=(), cut=None, cuts=(), earlier=(line.seq, match)))


def _live_game_ended(t: Tournament, line: TournamentLine, entry: en.LiveGameEnded) -> Tournament:
    """Return the tournament with the result of a live table.

    It counts as signed by both captains, because the server counted the points.
    """
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, said=entry.points, confirmed=match.teams))


def _bot_filled_in(t: Tournament, line: TournamentLine, entry: en.BotFilledIn) -> Tournament:
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, bots=tuple(sorted({*match.bots, entry.seat}, key=lambda seat: seat.index))))


def _result_signed(t: Tournament, line: TournamentLine, entry: en.ResultSigned) -> Tournament:
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, confirmed=tuple(sorted({*match.confirmed, entry.team}))))


def _drawn_match_cut(t: Tournament, line: TournamentLine, entry: en.DrawnMatchCut) -> Tournament:
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, cut=entry.cards, earlier=(line.seq, match)))


def _captain_cut(t: Tournament, line: TournamentLine, entry: en.CaptainCut) -> Tournament:
    match = match_of(t, entry.table)
    cuts = {**dict(match.cuts), entry.team: entry.card}
    if len(cuts) < len(match.teams):
        return _with_match(t, replace(match, cuts=tuple(cuts.items())))
    first, second = match.teams
    return _with_match(t, replace(match, cuts=(), cut=(cuts[first], cuts[second])))


def _result_corrected(t: Tournament, line: TournamentLine, entry: en.ResultCorrected) -> Tournament:
    match = match_of(t, entry.table, entry.round)
    loners = match.said_loners if entry.loners is None else entry.loners
    corrected = replace(match, said=entry.points, said_loners=loners, corrected=True, earlier=(line.seq, match))
    return _with_match(t, corrected, entry.round)


def _conduct_marked(t: Tournament, line: TournamentLine, entry: ConductMark) -> Tournament:
    return replace(t, marks=(*t.marks, (line.seq, len(t.rounds), entry)))


def _help_called(t: Tournament, line: TournamentLine, entry: en.HelpCalled) -> Tournament:
    giver = t.grant(line.by)
    call = HelpCall(entry.table, bool(giver and giver.role is Role.DIRECTOR), entry.reason, line.at)
    return replace(t, calls=(*_other_calls(t, entry.table), call))


def _other_calls(t: Tournament, table: int) -> tuple[HelpCall, ...]:
    """Return the calls for help from all tables other than ``table``."""
    return tuple([call for call in t.calls if call.table != table])


def _entry_undone(t: Tournament, line: TournamentLine, entry: en.EntryUndone) -> Tournament:
    if entry.to == t.ended:
        return replace(t, ended=None)
    if any(seq == entry.to for seq, _ in t.cuts):
        return replace(t, cuts=tuple([cut for cut in t.cuts if cut[0] != entry.to]))
    for playing in t.rounds:
        for match in playing.matches:
            if match.earlier and match.earlier[0] == entry.to:
                return _with_match(t, match.earlier[1], playing.number)
    if any(seq == entry.to for seq, _, _ in t.marks):
        return replace(t, marks=tuple([mark for mark in t.marks if mark[0] != entry.to]))
    for match in round_of(t).matches:
        if any(seq == entry.to for seq, _ in match.taps):
            taps = tuple([tap for tap in match.taps if tap[0] != entry.to])
            tally = tally_of(t.rules, [tap for _, tap in taps if _changes_tally(match, tap)])
            rulings = tuple([ruling for ruling in match.rulings if ruling.line != entry.to])
            changed = replace(match, taps=taps, tally=tally, rulings=rulings, confirmed=(), cut=None, cuts=())
            return _with_match(t, changed)
    raise TournamentRefusal(f"line {entry.to} cannot be undone")


def _with_match(t: Tournament, changed: TournamentMatch, number: int | None = None) -> Tournament:
    """Return the tournament with a changed match in its last round, or in the round ``number``."""
    at = (number or len(t.rounds)) - 1
    matches = tuple([changed if match.table == changed.table else match for match in t.rounds[at].matches])
    rounds = list(t.rounds)
    rounds[at] = replace(rounds[at], matches=matches)
    return replace(t, rounds=tuple(rounds))


EVOLVE: dict[type[Any], Callable[[Tournament, TournamentLine, Any], Tournament]] = {
    en.TournamentSettingsChanged: lambda t, line, entry: replace(t, settings=entry.settings),
    en.LinkGranted: _link_granted,
    en.LinkRevoked: _link_revoked,
    en.TeamEntered: _team_entered,
    en.TeamAmended: _team_amended,
    en.TeamWithdrew: lambda t, line, entry: _with_team(t, entry.team, withdrawn=True),
    en.TeamRejoined: lambda t, line, entry: _with_team(t, entry.team, withdrawn=False),
    en.TablesSet: lambda t, line, entry: replace(t, tables=entry.numbers),
    en.RoundSeated: _round_seated,
    en.RoundStarted: lambda t, line, entry: _with_round(t, started=line.at),
    en.RoundPaused: lambda t, line, entry: _with_round(t, paused=line.at),
    en.RoundResumed: _round_resumed,
    en.RoundExtended: lambda t, line, entry: _with_round(t, extra=round_of(t).extra + entry.ms),
    en.RoundBellRang: lambda t, line, entry: _with_round(t, rang=True),
    en.RoundClosed: lambda t, line, entry: _with_round(t, closed=True),
    en.TournamentEnded: lambda t, line, entry: replace(t, ended=line.seq),
    **dict.fromkeys(Tap.__args__, _tapped),
    en.ResultClaimed: _result_claimed,
    en.PaperResultEntered: _paper_result_entered,
    en.ResultSigned: _result_signed,
    en.RulingApplied: _ruling_applied,
    en.CaptainCut: _captain_cut,
    en.LiveTableAssigned: lambda t, line, entry: _with_match(t, replace(match_of(t, entry.table), live=entry.live)),
    en.LiveScoreChanged: lambda t, line, entry: _with_match(t, replace(match_of(t, entry.table), counted=entry.points)),
    en.BotFilledIn: _bot_filled_in,
    en.LiveSeatsChanged: lambda t, line, entry: _with_match(t, replace(match_of(t, entry.table), sat=entry.seats)),
    en.LiveGameEnded: _live_game_ended,
    en.DrawnMatchCut: _drawn_match_cut,
    en.ResultCorrected: _result_corrected,
    en.LevelTeamsCut: lambda t, line, entry: replace(t, cuts=(*t.cuts, (line.seq, entry.cuts))),
    **dict.fromkeys(ConductMark.__args__, _conduct_marked),
    en.HelpCalled: _help_called,
    en.CallAnswered: lambda t, line, entry: replace(t, calls=_other_calls(t, entry.table)),
    en.EntryUndone: _entry_undone,
}
"""The handler of each type of log entry except ``TournamentOpened``."""
