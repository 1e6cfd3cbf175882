"""The bell that the first table of a round, the head table, rings for all tables."""

from __future__ import annotations

from .. import entries as en
from ..entries import TournamentEntries
from ..tally import Points
from ..tournament import Tournament, TournamentMatch


def bell_of_head_table(
    t: Tournament, match: TournamentMatch, points: Points, *, deals: int = 0, over: bool = False
) -> TournamentEntries:
    """Return the bell if ``match`` is at the head table and rings it by the settings, else no entries.

    ``points`` are its points, and ``deals`` the number of its deals that have ended. A game at the head table that is
    ``over`` rings the bell too, if the settings let the head table ring at all.
    """
    settings, playing = t.settings, t.round
    if playing is None or playing.rang or playing.started is None or match.table != playing.matches[0].table:
        return ()
    by_points = 0 < settings.head_points <= max(points)
    by_deals = 0 < settings.head_deals <= deals
    by_end = over and bool(settings.head_points or settings.head_deals)
    return (en.RoundBellRang(),) if by_points or by_deals or by_end else ()
