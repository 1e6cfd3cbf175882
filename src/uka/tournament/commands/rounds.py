"""What a director may do with rounds: seat, start, stop the clock, ring the bell, correct, close."""

from __future__ import annotations

from collections.abc import Sequence

from .. import entries as en
from ..entries import Entries
from ..movement import MOVEMENTS, Floor, Met
from ..settings import MINUTE
from ..tally import Points
from ..tournament import Match, Refused, Round, Team, Tournament, match_of, round_of
from .checks import check_running, checked_reason, clocked, open_match
from .permissions import of_director
from .plausibility import weighed


def seat(t: Tournament, by: str, secret: str) -> Entries:
    """The next round's seats; a round that has not started is seated anew.

    The first is drawn, the others follow from how the last ended. Nobody moves but by this.
    """
    of_director(t, by)
    check_running(t)
    last = t.round
    if last and last.started is not None and not last.closed:
        raise Refused(f"round {last.number} is not closed yet")
    before = t.rounds[:-1] if last and not last.closed else t.rounds
    if uncut := [match for match in (before[-1].matches if before else ()) if match.moves is None]:
        was = "was corrected to a draw" if len(uncut) == 1 else "were corrected to draws"
        raise Refused(f"{_games(uncut)} {was}, and the captains have not cut")
    if len(t.playing) < 2:
        raise Refused("a round needs two teams at least")
    if not t.tables:
        raise Refused("say first which tables stand")
    pairings, byes = MOVEMENTS[t.settings.movement](floor(t, before, secret))
    return (en.Seated(len(before) + 1, pairings, byes, secret),)


def floor(t: Tournament, before: tuple[Round, ...], secret: str) -> Floor:
    """The hall after some rounds."""
    return Floor(
        tables=t.tables,
        teams=tuple([team.number for team in t.playing]),
        secret=secret,
        number=len(before) + 1,
        marae={team.number: team.marae for team in t.playing} if t.settings.keep_apart else {},
        rests={team.number: rests(team, before) for team in t.playing},
        met=tuple([_met(match) for match in before[-1].matches]) if before else (),
        drawn=_drawn(before[0]) if before else (),
    )


def rests(team: Team, rounds: tuple[Round, ...]) -> int:
    """How many rounds a team has not played, those before it came too."""
    return sum(playing.of(team.number) is None for playing in rounds)


def _met(match: Match) -> Met:
    moves = match.moves
    assert moves is not None
    return Met(match.table, match.teams[match.teams[0] == moves], moves)


def _drawn(first: Round) -> tuple[int, ...]:
    return (*[team for match in first.matches for team in match.teams], *first.byes)


def start(t: Tournament, by: str) -> Entries:
    """One start for all tables."""
    of_director(t, by)
    check_running(t)
    playing = round_of(t)
    if playing.started is not None:
        raise Refused(f"round {playing.number} has started already")
    return (en.Started(),)


def pause(t: Tournament, by: str) -> Entries:
    """The clock stands still."""
    of_director(t, by)
    if clocked(t).paused is not None:
        raise Refused("the clock stands still already")
    return (en.Paused(),)


def resume(t: Tournament, by: str) -> Entries:
    """The clock goes on."""
    of_director(t, by)
    if clocked(t).paused is None:
        raise Refused("the clock does not stand still")
    return (en.Resumed(),)


def extend(t: Tournament, by: str, ms: int, reason: str = "") -> Entries:
    """The round becomes longer, or shorter for less than nothing."""
    of_director(t, by)
    clocked(t)
    if not ms or abs(ms) > 60 * MINUTE:
        raise Refused("a round is made longer or shorter by up to an hour")
    return (en.Extended(ms, checked_reason(reason) if reason else ""),)


def ring(t: Tournament, by: str) -> Entries:
    """The bell, by hand."""
    of_director(t, by)
    clocked(t)
    return (en.Rang(),)


def close(t: Tournament, by: str, *, unsigned: bool = False) -> Entries:
    """The round's results count. Every game must have one, every draw be cut for, and both captains have signed,
    unless ``unsigned`` says that this is not waited for."""
    of_director(t, by)
    playing = round_of(t)
    if playing.closed or playing.started is None:
        raise Refused(f"round {playing.number} " + ("is closed already" if playing.closed else "has not started"))
    for one, several, waiting in (
        ("is not over yet", "are not over yet", [m for m in playing.matches if not m.over]),
        (*["ended equal, and the captains have not cut"] * 2, [m for m in playing.matches if m.moves is None]),
        (
            "is not signed by both captains",
            "are not signed by both captains",
            [m for m in playing.matches if len(m.confirmed) < 2 and not unsigned],
        ),
    ):
        if waiting:
            raise Refused(f"{_games(waiting)} {one if len(waiting) == 1 else several}")
    return (en.Closed(),)


def paper(t: Tournament, by: str, table: int, points: Points, *, insist: bool = False) -> Entries:
    """A game's points from a sheet of paper, in place of what was tapped.

    ``Doubted`` for points that the rules can hardly have given, unless the director ``insist``s.
    """
    of_director(t, by)
    match = open_match(t, table)
    insisted = weighed(t, round_of(t), match, points, insist=insist)
    return (en.Paper(table, points, insisted),)


def correct(
    t: Tournament, by: str, number: int, table: int, points: Points, reason: str, *, insist: bool = False
) -> Entries:
    """A game's points as they should have been: standings follow, seats do not. Doubtful ones as for ``paper``."""
    of_director(t, by)
    match = match_of(t, table, number)
    if not match.over:
        raise Refused(f"the game at table {table} in round {number} is not over: enter its result instead")
    reason = checked_reason(reason)
    insisted = weighed(t, round_of(t, number), match, points, insist=insist)
    return (en.Corrected(number, table, points, reason, insisted),)


def end(t: Tournament, by: str) -> Entries:
    """The tournament is over, once its last round is closed or was never started."""
    of_director(t, by)
    check_running(t)
    if t.round and t.round.started is not None and not t.round.closed:
        raise Refused(f"round {t.round.number} is not closed yet")
    return (en.Ended(),)


def _games(matches: Sequence[Match]) -> str:
    numbers = [str(match.table) for match in matches]
    if len(numbers) == 1:
        return f"the game at table {numbers[0]}"
    return f"the games at tables {', '.join(numbers[:-1])} and {numbers[-1]}"
