"""Commands of the director about rounds: seating, the clock, the bell, results, corrections, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from .. import entries as en
from ..entries import TournamentEntries
from ..movement import MOVEMENTS, HallState, PreviousMatch
from ..settings import MINUTE
from ..tally import Points
from ..tournament import (
    DoubtfulInput,
    Tournament,
    TournamentMatch,
    TournamentRefusal,
    TournamentRound,
    match_of,
    round_of,
)
from .checks import check_running, checked_reason, clocked, open_match
from .permissions import require_director
from .plausibility import check_plausible


def seat(t: Tournament, by: str, secret: str) -> TournamentEntries:
    """Seat the next round, or seat the last round again if it has not started.

    The first round is drawn at random. The seating of each later round follows from the results of the round before.
    ``secret`` determines the random choices. Raise ``CannotSeat`` if the teams cannot be seated.
    """
    require_director(t, by)
    check_running(t)
    last = t.round
    if last and last.started is not None and not last.closed:
        raise TournamentRefusal(f"round {last.number} is not closed yet")
    before = t.rounds[:-1] if last and not last.closed else t.rounds
    if uncut := [match for match in (before[-1].matches if before else ()) if match.moves is None]:
        was = "is a draw" if len(uncut) == 1 else "are draws"
        raise TournamentRefusal(f"{_games(uncut)} {was}, and the captains have not cut")
    if len(t.playing) < 2:
        raise TournamentRefusal("a round needs at least two teams")
    if not t.tables:
        raise TournamentRefusal("first set the tables")
    pairings, byes = MOVEMENTS[t.settings.movement](hall_state(t, before, secret))
    return (en.RoundSeated(len(before) + 1, pairings, byes, secret),)


def hall_state(t: Tournament, before: tuple[TournamentRound, ...], secret: str) -> HallState:
    """Return the facts that determine the seating of a round. ``before`` holds all earlier rounds."""
    return HallState(
        tables=t.tables,
        teams=tuple([team.number for team in t.playing]),
        secret=secret,
        number=len(before) + 1,
        marae={team.number: team.marae for team in t.playing} if t.settings.keep_apart else {},
        rests=_rests(t, before),
        met=tuple([_met(match) for match in before[-1].matches]) if before else (),
        drawn=_drawn(before[0]) if before else (),
    )


def _rests(t: Tournament, rounds: tuple[TournamentRound, ...]) -> dict[int, int]:
    """Return for each team the number of rounds that it has not played, including the rounds before it entered."""
    played = Counter(team for playing in rounds for match in playing.matches for team in match.teams)
    return {team.number: len(rounds) - played[team.number] for team in t.playing}


def _met(match: TournamentMatch) -> PreviousMatch:
    moves = match.moves
    assert moves is not None
    return PreviousMatch(match.table, match.teams[match.teams[0] == moves], moves)


def _drawn(first: TournamentRound) -> tuple[int, ...]:
    return (*[team for match in first.matches for team in match.teams], *first.byes)


def start(t: Tournament, by: str) -> TournamentEntries:
    """Start the round at all tables."""
    require_director(t, by)
    check_running(t)
    playing = round_of(t)
    if playing.started is not None:
        raise TournamentRefusal(f"round {playing.number} has already started")
    return (en.RoundStarted(),)


def pause(t: Tournament, by: str) -> TournamentEntries:
    """Stop the round's clock."""
    require_director(t, by)
    if clocked(t).paused is not None:
        raise TournamentRefusal("the clock is already stopped")
    return (en.RoundPaused(),)


def resume(t: Tournament, by: str) -> TournamentEntries:
    """Start the round's clock again after a pause."""
    require_director(t, by)
    if clocked(t).paused is None:
        raise TournamentRefusal("the clock is not stopped")
    return (en.RoundResumed(),)


def extend(t: Tournament, by: str, ms: int, reason: str = "") -> TournamentEntries:
    """Make the round longer by ``ms`` milliseconds, or shorter if ``ms`` is negative."""
    require_director(t, by)
    clocked(t)
    if not ms or abs(ms) > 60 * MINUTE:
        raise TournamentRefusal("you can add or remove up to an hour")
    return (en.RoundExtended(ms, checked_reason(reason) if reason else ""),)


def ring(t: Tournament, by: str) -> TournamentEntries:
    """Ring the bell before the time of the round is up."""
    require_director(t, by)
    clocked(t)
    return (en.RoundBellRang(),)


def close(t: Tournament, by: str, *, unsigned: bool = False) -> TournamentEntries:
    """Close the round, so that its results count.

    Every match must have a result. After a drawn match, both captains must also have cut a card. Unless ``unsigned`` is
    true, both captains of each match must have signed the result.
    """
    require_director(t, by)
    playing = round_of(t)
    if playing.closed or playing.started is None:
        raise TournamentRefusal(
            f"round {playing.number} " + ("is already closed" if playing.closed else "has not started")
        )
    for one, several, waiting in (
        ("is not over yet", "are not over yet", [m for m in playing.matches if not m.over]),
        (*["ended in a draw, and the captains have not cut"] * 2, [m for m in playing.matches if m.moves is None]),
        (
            "is not signed by both captains",
            "are not signed by both captains",
            [m for m in playing.matches if len(m.confirmed) < 2 and not unsigned],
        ),
    ):
        if waiting:
            raise TournamentRefusal(f"{_games(waiting)} {one if len(waiting) == 1 else several}")
    return (en.RoundClosed(),)


def paper(t: Tournament, by: str, table: int, points: Points, *, insist: bool = False) -> TournamentEntries:
    """Enter the points of a match from a paper sheet. They replace the points that the official entered.

    Raise ``DoubtfulInput`` if the rules can hardly lead to such points, unless ``insist`` is true.
    """
    require_director(t, by)
    match = open_match(t, table)
    insisted = check_plausible(t, round_of(t), match, points, insist=insist)
    return (en.PaperResultEntered(table, points, insisted),)


def correct(t: Tournament, by: str, correction: en.ResultCorrected, *, insist: bool = False) -> TournamentEntries:
    """Correct the points of a match. The standings change, but teams that are already seated stay at their tables.

    Raise ``DoubtfulInput`` if the rules can hardly lead to such points, unless ``insist`` is true.
    """
    require_director(t, by)
    number, table = correction.round, correction.table
    match = match_of(t, table, number)
    if not match.over:
        raise TournamentRefusal(f"the game at table {table} in round {number} is not over: enter its result instead")
    reason = checked_reason(correction.reason)
    insisted = check_plausible(t, round_of(t, number), match, correction.points, insist=insist)
    return (replace(correction, reason=reason, insisted=insisted),)


def end(t: Tournament, by: str, *, insist: bool = False) -> TournamentEntries:
    """End the tournament. Its last round must be closed or not have started.

    Raise ``DoubtfulInput`` if a round that was drawn or planned is not played, unless ``insist`` is true.
    """
    require_director(t, by)
    check_running(t)
    if t.round and t.round.started is not None and not t.round.closed:
        raise TournamentRefusal(f"round {t.round.number} is not closed yet")
    if (unplayed := _unplayed(t)) and not insist:
        raise DoubtfulInput(unplayed, "end")
    return (en.TournamentEnded(),)


def _unplayed(t: Tournament) -> str:
    """Return a sentence about the rounds that would not be played if the tournament ended now, or ""."""
    if t.round is None:
        return "no round has been played"
    if not t.round.closed:
        return f"round {t.round.number} is seated, but not played"
    return f"{len(t.rounds)} of {t.settings.rounds} rounds are played" if len(t.rounds) < t.settings.rounds else ""


def _games(matches: Sequence[TournamentMatch]) -> str:
    numbers = [str(match.table) for match in matches]
    if len(numbers) == 1:
        return f"the game at table {numbers[0]}"
    return f"the games at tables {', '.join(numbers[:-1])} and {numbers[-1]}"
