"""Names that look the same cannot stand beside each other, wherever a name must be unique."""

from __future__ import annotations

import pytest

from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.hosting.display_names import InvalidName, clean_name
from uka.table.commands import people, quick
from uka.table.table import TableRefusal
from uka.text.confusable import TakenNames, skeleton
from uka.tournament import execute
from uka.tournament.commands import teams
from uka.tournament.entries import DIRECTOR, Roster
from uka.tournament.team_lists import parse_teams
from uka.tournament.tournament import TournamentRefusal

LOOK_ALIKE = [
    ("Ana", "\u0410na"),  # a Cyrillic A
    ("Ana", "ana"),
    ("Ana", "A\u034fna"),  # the combining grapheme joiner
    ("Ana", "Ana\ufe0f"),  # a variation selector
    ("Ana", "An\U000e0100a"),
    ("Ana", "\uff21\uff4e\uff41"),  # full width
    ("Ana", "\U0001d400\U0001d427\U0001d41a"),  # bold, of mathematics
    ("Ana", "\u0391na"),  # a Greek Alpha
    ("Hemi 1", "Hemi l"),
    ("Al", "AI"),
    ("AI", "ai"),
    ("Mānu", "Ma\u0304nu"),
    ("Mānu", "Ma\u0305nu"),  # an overline in place of the macron
    ("Mānu", "MĀNU"),
]
DIFFERENT = [("Mānu", "Manu"), ("Ana", "Anā"), ("Wāhi", "Waahi"), ("Ana", "Anna"), ("Ana", "Ana 2"), ("李雷", "李雪")]


@pytest.mark.parametrize(("taken", "name"), LOOK_ALIKE)
def test_nobody_joins_a_table_under_a_name_that_looks_like_anothers(taken: str, name: str) -> None:
    table, _ = people.open_table(Ruleset(), "ana", clean_name(taken), at=0)
    with pytest.raises(TableRefusal, match=f"^there is already someone named {taken} at this table"):
        people.join(table, "ben", clean_name(name))


@pytest.mark.parametrize(("taken", "name"), LOOK_ALIKE)
def test_no_team_enters_under_a_name_that_looks_like_anothers(taken: str, name: str) -> None:
    t, _ = teams.open_tournament("A day", rulesets.find("tainui"), at=1)
    t = execute(t, lambda t: teams.enter(t, DIRECTOR, Roster(taken)), at=2, by=DIRECTOR)[0]
    with pytest.raises(TournamentRefusal, match=f"^there is already a team named {taken}$"):
        teams.enter(t, DIRECTOR, Roster(name))
    with pytest.raises(TournamentRefusal, match="is on the list twice"):
        parse_teams(f"{taken}\n{name}")


@pytest.mark.parametrize(("taken", "name"), DIFFERENT)
def test_names_that_can_be_told_apart_stand_beside_each_other(taken: str, name: str) -> None:
    assert TakenNames([taken]).like(name) is None
    assert skeleton(taken) != skeleton(name)
    table, _ = people.open_table(Ruleset(), "ana", taken, at=0)
    assert people.join(table, "ben", name)
    assert len(parse_teams(f"{taken}\n{name}").rosters) == 2


@pytest.mark.parametrize("name", ["b\u043et (club)", "B0t Ingrid", "t\u0430ble", "C1ock", "\u0412ot"])
def test_names_that_look_reserved_are_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="that name is reserved"):
        clean_name(name)


@pytest.mark.parametrize("unseen", ["\u034f", "\ufe0f", "\ufe00", "\U000e0100", "\u180b", "\u200d", "\u2060"])
def test_a_name_has_no_character_that_nobody_sees(unseen: str) -> None:
    assert clean_name(f"A{unseen}na") == "Ana"


def test_a_quick_game_numbers_names_that_look_the_same() -> None:
    table, _ = quick.open_table(Ruleset(), quick.quick_settings(Ruleset(), "random"), "ana", "Ana", at=0)
    joined, *_ = quick.join(table, "ben", "\u0410na", now=0)
    assert getattr(joined, "name", None) == "\u0410na 2"
