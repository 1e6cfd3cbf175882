"""Commands of the director about teams that are level in the standings: their captains' cut, a lot, a shared place."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from uka.core.cards import Card

from .. import entries as en
from ..entries import TournamentEntries
from ..settings import TieBreak
from ..standings import level
from ..tournament import Tournament, TournamentRefusal
from .checks import check_cards
from .permissions import require_director
from .teams import change


def cut(t: Tournament, by: str, cuts: Sequence[tuple[int, Card]]) -> TournamentEntries:
    """Enter the cards that the captains of level teams cut.

    ``cuts`` holds a card for each team of a group of level teams. Teams whose cards have the same rank stay level, and
    cut again. If the settings have no cut between teams, they get one.
    """
    require_director(t, by)
    groups = level(t)
    if not groups:
        raise TournamentRefusal("no teams are level after the closed rounds")
    if sorted(team for team, _ in cuts) not in [sorted(group) for group in groups]:
        names = "; ".join(", ".join(t.team(team).name for team in group) for group in groups)
        raise TournamentRefusal(f"enter a card for each team that is level: {names}")
    check_cards(t, [card for _, card in cuts])
    ways = t.settings.tie_breaks
    added = () if "cut" in ways else break_ties_by(t, by, ("cut", "lot") if "lot" in ways else ("cut",))
    return (*added, en.StandingsCut(tuple(cuts)))


def break_ties_by(t: Tournament, by: str, last: tuple[TieBreak, ...]) -> TournamentEntries:
    """Break ties by a cut, by a lot, by both in this order, or by neither, so that level teams share a place."""
    require_director(t, by)
    others = [way for way in t.settings.tie_breaks if way not in ("cut", "lot")]
    settings = replace(t.settings, tie_breaks=(*others, *last))
    return change(t, by, settings) if settings != t.settings else ()
