"""Entering teams: each has its own name."""

from __future__ import annotations

import pytest

from uka import rulesets
from uka.tournament import DIRECTOR, Roster, Tournament, execute
from uka.tournament.commands import teams
from uka.tournament.tournament import TournamentRefusal


def entered(*names: str) -> Tournament:
    t, _ = teams.open_tournament("A day of Uka", rulesets.find("tainui"), at=1)
    return execute(t, lambda t: teams.enter_all(t, DIRECTOR, map(Roster, names)), at=2, by=DIRECTOR)[0]


@pytest.mark.parametrize("again", ["Toru", "toru", " Toru "])
def test_a_list_that_names_a_team_twice_is_refused(again: str) -> None:
    with pytest.raises(TournamentRefusal, match="there is already a team named"):
        entered("Toru", "Wha", again)


def test_an_amended_team_may_keep_its_name_but_not_take_anothers() -> None:
    t = entered("Toru", "Wha")
    assert teams.amend(t, DIRECTOR, 1, Roster("TORU"))
    with pytest.raises(TournamentRefusal, match="there is already a team named Wha"):
        teams.amend(t, DIRECTOR, 1, Roster("wha"))
