"""Commands of the director about teams that are level in the standings: their captains cut cards, or a lot decides."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from uka.core.cards import Card

from .. import entries as en
from ..entries import TournamentEntries
from ..settings import TieBreak
from ..standings import level_groups
from ..tournament import Tournament, TournamentRefusal
from .checks import check_cards
from .permissions import require_director
from .teams import change_settings


def enter_cut_cards(t: Tournament, by: str, cuts: Sequence[tuple[int, Card]]) -> TournamentEntries:
    """Enter the cards that the captains of level teams cut from a pack. The highest card ranks first.

    ``cuts`` holds a pair for each team of one group of level teams: the number of the team, and the card of its
    captain. Teams whose cards have the same rank stay level, and their captains cut again. If ``"cut"`` is not among
    the tie-breaks of the settings, it is added to them.
    """
    require_director(t, by)
    groups = level_groups(t)
    if not groups:
        raise TournamentRefusal("no teams are level after the closed rounds")
    if sorted(team for team, _ in cuts) not in [sorted(group) for group in groups]:
        names = "; ".join(", ".join(t.team(team).name for team in group) for group in groups)
        raise TournamentRefusal(f"enter a card for each team that is level: {names}")
    check_cards(t, [card for _, card in cuts])
    entry = en.LevelTeamsCut(tuple(cuts))
    tie_breaks = t.settings.tie_breaks
    if "cut" in tie_breaks:
        return (entry,)
    last: tuple[TieBreak, ...] = ("cut", "lot") if "lot" in tie_breaks else ("cut",)
    return (*break_ties_by(t, by, last), entry)


def break_ties_by(t: Tournament, by: str, last: tuple[TieBreak, ...]) -> TournamentEntries:
    """Change the settings so that the tie-breaks end with those in ``last``: "cut", "lot", both in this order, or none.

    With none of the two, teams that are level share a place. The other tie-breaks stay.
    """
    require_director(t, by)
    others = [tie_break for tie_break in t.settings.tie_breaks if tie_break not in ("cut", "lot")]
    settings = replace(t.settings, tie_breaks=(*others, *last))
    return change_settings(t, by, settings) if settings != t.settings else ()
