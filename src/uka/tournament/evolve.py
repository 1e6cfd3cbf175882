"""What each line of a tournament's log does. Nothing here reads a clock or makes a secret: both come in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import asdict, replace

from uka.core.rulings import RulingOfficial
from uka.records import InvalidRecord

from . import entries as en
from .entries import FORMAT, Decision, Line, Role, Tap
from .tally import after, tallied
from .tournament import (
    Grant,
    Mark,
    Match,
    Refused,
    Round,
    TableRuling,
    Team,
    Tournament,
    Wanted,
    match_of,
    round_of,
)

RECENT = 256
"""Messages remembered for each link: a phone that was without a network sends them again."""


def replayed(lines: Iterable[Line]) -> Tournament:
    """The tournament that a log makes. ``InvalidRecord`` if it can't be."""
    tournament: Tournament | None = None
    for line in lines:
        tournament = evolve(tournament, line)
    if tournament is None:
        raise InvalidRecord("the log holds no line")
    return tournament


def evolve(tournament: Tournament | None, line: Line) -> Tournament:
    """The tournament after a line. ``InvalidRecord`` for a line that cannot follow."""
    if line.seq != (tournament.seq + 1 if tournament else 0):
        raise InvalidRecord(f"line {line.seq} can't follow line {tournament.seq if tournament else 'none'}")
    if tournament is None:
        return _opened(line)
    if isinstance(line.entry, en.Opened):
        raise InvalidRecord(f"line {line.seq}: the tournament is open")
    try:
        changed = EVOLVE[type(line.entry)](tournament, line, line.entry)
    except ValueError as error:  # a refusal
        raise InvalidRecord(f"line {line.seq}: {error}") from None
    changed = replace(changed, seq=line.seq, hash=line.hash, at=max(line.at, tournament.at))
    return _remember(changed, line) if line.id else changed


def _remember(tournament: Tournament, line: Line) -> Tournament:
    last = line.id, line.seq
    grants = [
        replace(grant, recent=(*grant.recent[1 - RECENT :], last)) if grant.id == line.by else grant
        for grant in tournament.grants
    ]
    return replace(tournament, grants=tuple(grants))


def _opened(line: Line) -> Tournament:
    entry = line.entry
    if not isinstance(entry, en.Opened):
        raise InvalidRecord("a tournament's log begins with its opening")
    if not 1 <= entry.format <= FORMAT:
        raise InvalidRecord(f"the log has format {entry.format}; this Uka reads 1 to {FORMAT}")
    return Tournament(
        name=entry.name,
        rules=entry.rules,
        settings=entry.settings,
        at=line.at,
        hash=line.hash,
        format=entry.format,
    )


# What each entry does


def _granted(t: Tournament, line: Line, entry: en.Granted) -> Tournament:
    return replace(t, grants=(*t.grants, Grant(entry.grant, entry.role, entry.name, entry.table, entry.team)))


def _taken_back(t: Tournament, line: Line, entry: en.TakenBack) -> Tournament:
    return replace(t, grants=tuple([replace(g, revoked=True) if g.id == entry.grant else g for g in t.grants]))


def _entered(t: Tournament, line: Line, entry: en.Entered) -> Tournament:
    team = Team(**asdict(entry.roster), number=entry.team, missed=len(t.rounds))
    return replace(t, teams=(*t.teams, team))


def _with_team(t: Tournament, number: int, **changes: Any) -> Tournament:
    t.team(number)
    return replace(t, teams=tuple([replace(team, **changes) if team.number == number else team for team in t.teams]))


def _amended(t: Tournament, line: Line, entry: en.Amended) -> Tournament:
    return _with_team(t, entry.team, **asdict(entry.roster))


def _seated(t: Tournament, line: Line, entry: en.Seated) -> Tournament:
    blank = tallied(t.rules, ())
    matches = tuple([Match(pairing.table, pairing.teams, blank) for pairing in entry.pairings])
    rounds = t.rounds[: entry.round - 1]  # a round that is seated again before it starts takes its own place
    return replace(t, rounds=(*rounds, Round(entry.round, matches, entry.byes, entry.secret)))


def _with_round(t: Tournament, **changes: Any) -> Tournament:
    if t.round is None:
        raise Refused("no round is seated yet")
    return replace(t, rounds=(*t.rounds[:-1], replace(t.round, **changes)))


def _resumed(t: Tournament, line: Line, entry: en.Resumed) -> Tournament:
    playing = round_of(t)
    since = playing.paused if playing.paused is not None else line.at
    return _with_round(t, paused=None, extra=playing.extra + max(line.at - since, 0))


def _tapped(t: Tournament, line: Line, entry: Tap) -> Tournament:
    match = match_of(t, entry.table)
    tally = after(match.tally, entry) if _tallied(match, entry) else match.tally
    rulings = match.rulings
    if (match.live or isinstance(entry, en.Forfeited)) and t.settings.online and isinstance(entry, Decision):
        giver = t.grant(line.by)
        by: RulingOfficial = "director" if giver is None or giver.role is Role.DIRECTOR else "official"
        rulings = (*rulings, TableRuling(line.seq, by, entry))
    taps = (*match.taps, (line.seq, entry))
    return _with_match(t, replace(match, tally=tally, taps=taps, rulings=rulings, confirmed=()))


def _tallied(match: Match, tap: Tap) -> bool:
    """Whether a tap is scored here: a table of the server counts its points itself."""
    return not match.live or isinstance(tap, en.Forfeited)


def _obeyed(t: Tournament, line: Line, entry: en.Obeyed) -> Tournament:
    """The answer of a table; a game that it ended as forfeited needs no signature."""
    match = match_of(t, entry.table)
    rulings = tuple([replace(r, answer=entry.refused) if r.line == entry.line else r for r in match.rulings])
    confirmed = match.teams if match.over else match.confirmed
    return _with_match(t, replace(match, rulings=rulings, confirmed=confirmed))


def _claimed(t: Tournament, line: Line, entry: en.Claimed) -> Tournament:
    match = match_of(t, entry.table)
    claims = (*[claim for claim in match.claims if claim[0] != entry.team], (entry.team, entry.points))
    agreed = len(claims) == 2 and claims[0][1] == claims[1][1]
    confirmed = match.teams if agreed else ()
    said = entry.points if agreed else match.said
    return _with_match(t, replace(match, claims=claims, said=said, confirmed=confirmed))


def _paper(t: Tournament, line: Line, entry: en.Paper) -> Tournament:
    return _with_match(t, replace(match_of(t, entry.table), said=entry.points, confirmed=(), cut=None, cuts=()))


def _finished(t: Tournament, line: Line, entry: en.Finished) -> Tournament:
    """What the server counted itself needs no signature."""
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, said=entry.points, confirmed=match.teams))


def _bot_sat(t: Tournament, line: Line, entry: en.BotSat) -> Tournament:
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, bots=tuple(sorted({*match.bots, entry.seat}, key=lambda seat: seat.index))))


def _confirmed(t: Tournament, line: Line, entry: en.Confirmed) -> Tournament:
    match = match_of(t, entry.table)
    return _with_match(t, replace(match, confirmed=tuple(sorted({*match.confirmed, entry.team}))))


def _cut_for(t: Tournament, line: Line, entry: en.CutFor) -> Tournament:
    return _with_match(t, replace(match_of(t, entry.table), cut=entry.cards))


def _captain_cut(t: Tournament, line: Line, entry: en.CaptainCut) -> Tournament:
    match = match_of(t, entry.table)
    cuts = {**dict(match.cuts), entry.team: entry.card}
    if len(cuts) < len(match.teams):
        return _with_match(t, replace(match, cuts=tuple(cuts.items())))
    first, second = match.teams
    return _with_match(t, replace(match, cuts=(), cut=(cuts[first], cuts[second])))


def _corrected(t: Tournament, line: Line, entry: en.Corrected) -> Tournament:
    found = match_of(t, entry.table, entry.round)
    return _with_match(t, replace(found, said=entry.points), entry.round)


def _marked(t: Tournament, line: Line, entry: Mark) -> Tournament:
    return replace(t, marks=(*t.marks, (line.seq, len(t.rounds), entry)))


def _called(t: Tournament, line: Line, entry: en.Called) -> Tournament:
    giver = t.grant(line.by)
    call = Wanted(entry.table, bool(giver and giver.role is Role.DIRECTOR), entry.reason, line.at)
    return replace(t, calls=(*_other_calls(t, entry.table), call))


def _other_calls(t: Tournament, table: int) -> tuple[Wanted, ...]:
    return tuple([call for call in t.calls if call.table != table])


def _undone(t: Tournament, line: Line, entry: en.Undone) -> Tournament:
    if any(seq == entry.to for seq, _, _ in t.marks):
        return replace(t, marks=tuple([mark for mark in t.marks if mark[0] != entry.to]))
    for match in round_of(t).matches:
        if any(seq == entry.to for seq, _ in match.taps):
            taps = tuple([tap for tap in match.taps if tap[0] != entry.to])
            tally = tallied(t.rules, [tap for _, tap in taps if _tallied(match, tap)])
            rulings = tuple([ruling for ruling in match.rulings if ruling.line != entry.to])
            changed = replace(match, taps=taps, tally=tally, rulings=rulings, confirmed=(), cut=None, cuts=())
            return _with_match(t, changed)
    raise Refused(f"line {entry.to} is nothing that can be undone in this round")


def _with_match(t: Tournament, changed: Match, number: int | None = None) -> Tournament:
    at = (number or len(t.rounds)) - 1
    matches = tuple([changed if match.table == changed.table else match for match in t.rounds[at].matches])
    rounds = list(t.rounds)
    rounds[at] = replace(rounds[at], matches=matches)
    return replace(t, rounds=tuple(rounds))


EVOLVE: dict[type[Any], Callable[[Tournament, Line, Any], Tournament]] = {
    en.Changed: lambda t, line, entry: replace(t, settings=entry.settings),
    en.Granted: _granted,
    en.TakenBack: _taken_back,
    en.Entered: _entered,
    en.Amended: _amended,
    en.Withdrew: lambda t, line, entry: _with_team(t, entry.team, withdrawn=True),
    en.Rejoined: lambda t, line, entry: _with_team(t, entry.team, withdrawn=False),
    en.Tables: lambda t, line, entry: replace(t, tables=entry.numbers),
    en.Seated: _seated,
    en.Started: lambda t, line, entry: _with_round(t, started=line.at),
    en.Paused: lambda t, line, entry: _with_round(t, paused=line.at),
    en.Resumed: _resumed,
    en.Extended: lambda t, line, entry: _with_round(t, extra=round_of(t).extra + entry.ms),
    en.Rang: lambda t, line, entry: _with_round(t, rang=True),
    en.Closed: lambda t, line, entry: _with_round(t, closed=True),
    en.Ended: lambda t, line, entry: replace(t, ended=True),
    **dict.fromkeys(Tap.__args__, _tapped),
    en.Claimed: _claimed,
    en.Paper: _paper,
    en.Confirmed: _confirmed,
    en.Obeyed: _obeyed,
    en.CaptainCut: _captain_cut,
    en.Placed: lambda t, line, entry: _with_match(t, replace(match_of(t, entry.table), live=entry.live)),
    en.Counted: lambda t, line, entry: _with_match(t, replace(match_of(t, entry.table), counted=entry.points)),
    en.BotSat: _bot_sat,
    en.Sat: lambda t, line, entry: _with_match(t, replace(match_of(t, entry.table), sat=entry.seats)),
    en.Finished: _finished,
    en.CutFor: _cut_for,
    en.Corrected: _corrected,
    **dict.fromkeys(Mark.__args__, _marked),
    en.Called: _called,
    en.Answered: lambda t, line, entry: replace(t, calls=_other_calls(t, entry.table)),
    en.Undone: _undone,
}
