"""Commands of the director about rounds: seating, the clock, the bell, results, corrections, the tournament's end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from .. import entries as en
from ..entries import TournamentEntries
from ..movement import next_seating, uncut_matches, undecided
from ..settings import MINUTE
from ..tally import Loners, Points
from ..tournament import (
    DoubtfulInput,
    Tournament,
    TournamentMatch,
    TournamentRefusal,
    match_of,
    round_of,
)
from .checks import check_running, checked_optional_reason, checked_reason, match_of_open_round, require_clocked_round
from .head_table import bell_of_head_table
from .permissions import require_director
from .plausibility import check_doubtful


def seat(t: Tournament, by: str, secret: str) -> TournamentEntries:
    """Seat the next round: give each team an opponent and a table, or a bye.

    A round that is seated but has not started is seated again. The first round is drawn at random. Each later round
    follows from the results of the round before it and the movement (how teams change tables) that the settings name.
    ``secret`` determines the random choices. Raise ``CannotSeat`` if the teams cannot be seated.
    """
    require_director(t, by)
    check_running(t)
    last = t.round
    if last and last.started is not None and not last.closed:
        raise TournamentRefusal(f"round {last.number} is not closed yet")
    before = t.rounds[:-1] if last and not last.closed else t.rounds
    uncut = uncut_matches(t, before[-1]) if before else []
    _check_none(uncut, "is a draw, and the captains have not cut", "are draws, and the captains have not cut")
    if before and any(undecided(t, match) for match in before[-1].matches):
        raise TournamentRefusal("a draw needs a cut before another round: plan one more round, then enter the cut")
    if len(t.active_teams) < 2 * t.side:
        raise TournamentRefusal(f"a round needs at least {'two teams' if t.side == 1 else 'four players'}")
    if not t.tables:
        raise TournamentRefusal("first set the tables")
    seating = next_seating(t, before, secret)
    pairings = tuple([en.Pairing.of(table) for table in seating.tables])
    return (en.RoundSeated(len(before) + 1, pairings, seating.byes, secret),)


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
    if require_clocked_round(t).paused is not None:
        raise TournamentRefusal("the clock is already stopped")
    return (en.RoundPaused(),)


def resume(t: Tournament, by: str) -> TournamentEntries:
    """Start the round's clock again after a pause."""
    require_director(t, by)
    if require_clocked_round(t).paused is None:
        raise TournamentRefusal("the clock is not stopped")
    return (en.RoundResumed(),)


def extend(t: Tournament, by: str, ms: int, reason: str = "") -> TournamentEntries:
    """Make the round longer by ``ms`` milliseconds, or shorter if ``ms`` is negative, but by no more than an hour."""
    require_director(t, by)
    require_clocked_round(t)
    if not ms or abs(ms) > 60 * MINUTE:
        raise TournamentRefusal("you can add or remove up to an hour")
    return (en.RoundExtended(ms, checked_optional_reason(reason)),)


def ring_bell(t: Tournament, by: str) -> TournamentEntries:
    """Ring the bell before the time of the round is up."""
    require_director(t, by)
    require_clocked_round(t)
    return (en.RoundBellRang(),)


def close(t: Tournament, by: str, *, unsigned: bool = False) -> TournamentEntries:
    """Close the round, so that its results count.

    Every match must have a result. After a drawn match, both captains must also have cut a card. Unless ``unsigned`` is
    true, all captains who sign the result of their match must have done so (``Tournament.unsigned``).
    """
    require_director(t, by)
    playing = round_of(t)
    if playing.closed or playing.started is None:
        raise TournamentRefusal(
            f"round {playing.number} " + ("is already closed" if playing.closed else "has not started")
        )
    matches = playing.matches
    _check_none([match for match in matches if not match.over], "is not over yet", "are not over yet")
    uncut = "ended in a draw, and the captains have not cut"
    _check_none(uncut_matches(t, playing), uncut, uncut)
    if not unsigned:
        waiting = [match for match in matches if t.unsigned(match)]
        _check_none(waiting, "is not signed by both captains", "are not signed by both captains")
    return (en.RoundClosed(),)


def enter_paper_result(
    t: Tournament, by: str, table: int, points: Points, *, loners: Loners | None = None, insist: bool = False
) -> TournamentEntries:
    """Enter the result of the match at table ``table`` from a paper sheet. It replaces what the official entered.

    ``loners`` are the deals that each side won with all tricks alone, if the sheet says so. Raise ``DoubtfulInput`` if
    the rules can hardly lead to such a result, unless ``insist`` is true.
    """
    require_director(t, by)
    match = match_of_open_round(t, table)
    insisted = check_doubtful(t, round_of(t), match, points, loners, insist=insist)
    bell = bell_of_head_table(t, match, points, over=True)
    return (en.PaperResultEntered(table, points, insisted, loners), *bell)


def correct_result(
    t: Tournament, by: str, correction: en.ResultCorrected, *, insist: bool = False
) -> TournamentEntries:
    """Correct the result of a match. The standings change, but teams that are already seated stay at their tables.

    Raise ``DoubtfulInput`` if the rules can hardly lead to such points, unless ``insist`` is true.
    """
    require_director(t, by)
    number, table = correction.round, correction.table
    match = match_of(t, table, number)
    if not match.over:
        raise TournamentRefusal(f"the game at table {table} in round {number} is not over: enter its result instead")
    reason = checked_reason(correction.reason)
    points, loners = correction.points, correction.loners
    insisted = check_doubtful(t, round_of(t, number), match, points, loners, insist=insist)
    return (replace(correction, reason=reason, insisted=insisted),)


def end_tournament(t: Tournament, by: str, *, insist: bool = False) -> TournamentEntries:
    """End the tournament. Its last round must be closed or not have started.

    Raise ``DoubtfulInput`` if a round that is seated or planned has not been played, unless ``insist`` is true.
    """
    require_director(t, by)
    check_running(t)
    if t.round and t.round.started is not None and not t.round.closed:
        raise TournamentRefusal(f"round {t.round.number} is not closed yet")
    if (unplayed := _unplayed_sentence(t)) and not insist:
        raise DoubtfulInput(unplayed, "end")
    return (en.TournamentEnded(),)


def _unplayed_sentence(t: Tournament) -> str:
    """Return a sentence about the rounds that would not be played if the tournament ended now, or ""."""
    if t.round is None:
        return "no round has been played"
    if not t.round.closed:
        return f"round {t.round.number} is seated, but not played"
    return f"{len(t.rounds)} of {t.settings.rounds} rounds are played" if len(t.rounds) < t.settings.rounds else ""


def _check_none(matches: Sequence[TournamentMatch], one: str, several: str) -> None:
    """Raise ``TournamentRefusal`` if there are ``matches`` that prevent a command, such as unfinished ones.

    The error message names the tables of the matches, and ends with ``one`` for a single match, else with ``several``.
    """
    if matches:
        raise TournamentRefusal(f"{_games(matches)} {one if len(matches) == 1 else several}")


def _games(matches: Sequence[TournamentMatch]) -> str:
    """Return a phrase for the games of ``matches`` in a sentence, such as "the games at tables 2 and 5"."""
    numbers = [str(match.table) for match in matches]
    *others, last = numbers
    return f"the games at tables {', '.join(others)} and {last}" if others else f"the game at table {last}"
