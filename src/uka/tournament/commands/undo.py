"""Undoes an entry of the log. The entry's line stays in the log, which gets another line that undoes it."""

from __future__ import annotations

from .. import entries as en
from ..entries import ConductCardColour, TournamentEntries
from ..tournament import ConductMark, Tournament, TournamentMatch, TournamentRefusal, TournamentRound, round_of
from .checks import checked_optional_reason, match_of_open_round
from .permissions import require_director, require_official, require_official_of


def undo(t: Tournament, by: str, to: int, reason: str = "") -> TournamentEntries:
    """Undo the entry in the log line with the number ``to``.

    These entries can be undone: what an official tapped in the current round, results, cards that were cut, conduct
    cards, fair-play points, substitutions and the end of the tournament. The director may undo each of them, an
    official only those of the current round at the official's own table. Undoing a red card also undoes the forfeit,
    the substitution or the withdrawal that it caused. Of the results and cuts of one match, only the last one can be
    undone. Of a match at a live table (a table of the server), only conduct cards, fair-play points and substitutions
    can be undone.
    """
    reason = checked_optional_reason(reason)
    if to == t.ended or any(seq == to for seq, _ in t.cuts):
        require_director(t, by)
        return (en.EntryUndone(to, reason),)
    for seq, number, mark in t.marks:
        if seq == to:
            return _undo_mark(t, by, to, number, mark, reason)
    for playing in t.rounds:
        for match in playing.matches:
            if to in _result_lines(match):
                return _undo_result(t, by, to, playing, match, reason)
    return _undo_tap(t, by, to, reason)


def _undo_mark(t: Tournament, by: str, to: int, number: int, mark: ConductMark, reason: str) -> TournamentEntries:
    """Undo ``mark``, a conduct card, fair-play points or a substitution that was entered in round ``number``."""
    if number < len(t.rounds):
        require_director(t, by)
    require_official_of(t, by, mark.team)
    undone = (en.EntryUndone(to, reason),)
    if not isinstance(mark, en.ConductCardShown) or mark.colour is not ConductCardColour.RED:
        return undone
    for seq, _, other in t.marks:
        if (
            seq == to + 1
            and isinstance(other, en.PlayerSubstituted)
            and other.team == mark.team
            and other.player == mark.player
        ):
            undone += (en.EntryUndone(seq, reason),)
    for match in round_of(t).matches if t.round and not t.round.closed else ():
        for seq, tap in match.taps:
            if seq == to + 1 and isinstance(tap, en.GameForfeited) and tap.ejected and not match.live:
                undone += (en.EntryUndone(seq, reason),)
    sent_home = not mark.player and t.settings.red_card == "day" and t.team(mark.team).withdrawn
    return (*undone, en.TeamRejoined(mark.team)) if sent_home else undone


def _result_lines(match: TournamentMatch) -> tuple[int, ...]:
    """Return the numbers of the lines with the results, corrections and cuts of a match, the last one first."""
    lines, earlier = list[int](), match.earlier
    while earlier:
        line, before = earlier
        lines.append(line)
        earlier = before.earlier
    return tuple(lines)


def _undo_result(
    t: Tournament, by: str, to: int, playing: TournamentRound, match: TournamentMatch, reason: str
) -> TournamentEntries:
    """Undo a result, a correction or a cut of ``match``, which is a match of the round ``playing``."""
    assert match.earlier is not None  # the match has the result, the correction or the cut of line to
    last, before = match.earlier
    if match.live:
        raise TournamentRefusal("the server scores this game: change its result instead")
    if to != last:
        raise TournamentRefusal(f"line {last} about the same game came later: undo it first")
    if not playing.closed:
        require_official(t, by, match.table)
        return (en.EntryUndone(to, reason),)
    require_director(t, by)
    if not before.over:
        raise TournamentRefusal(f"round {playing.number} is closed: change the result instead")
    if match.drawn and before.said == match.said and playing is not t.round:
        raise TournamentRefusal(f"round {playing.number + 1} is seated by this cut: it stands")
    return (en.EntryUndone(to, reason),)


def _undo_tap(t: Tournament, by: str, to: int, reason: str) -> TournamentEntries:
    """Undo what an official tapped in the current round, in the log line with the number ``to``."""
    for match in t.round.matches if t.round else ():
        if any(seq == to for seq, _ in match.taps):
            require_official(t, by, match.table)
            match_of_open_round(t, match.table)
            if match.live:
                raise TournamentRefusal(
                    "the table has already applied it: make a new ruling, or let the director change the result"
                )
            return (en.EntryUndone(to, reason),)
    raise TournamentRefusal(
        "there is nothing to undo: you can undo results, cuts, cards, fair-play points, fill-ins, the end of the "
        "tournament, and what officials entered in this round"
    )
