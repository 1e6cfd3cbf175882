"""A tournament on paper: each sheet in both sizes, its pages counted; refused in words where nothing is to print."""

from __future__ import annotations

import pytest

from tests.test_locales import ATTESTED
from tests.tournament.day import Day
from uka.locales import doubled
from uka.tournament import Refused, Roster, Settings, rounds, teams
from uka.tournament.paper import REO, SHEETS, SIZES, Sheet, Size, links, pictures, printed


@pytest.fixture(scope="module")
def day() -> Day:
    """Nine teams, three rounds played, a fourth begun."""
    found = Day(seed=3)
    found.enter(9)
    found.do(teams.amend, 1, Roster("Tōtara", "Tūrangawaewae", "Mere"))
    for _ in range(3):
        found.round()
    found.start()
    return found


PAGES = {"numbers": 4, "cards": 9, "scores": 4, "results": 1, "certificates": 4, "calls": 1}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_is_set(day: Day, sheet: Sheet, size: Size) -> None:
    assert printed(day.t, sheet, size).startswith(b"%PDF-")
    pages = pictures(day.t, sheet, size, date="21 November 2026")
    assert all(page.startswith(b"\x89PNG") for page in pages)
    assert len(pages) == PAGES.get(sheet, len(pages))


def test_long_names_and_odd_letters_do_no_harm() -> None:
    odd = Day(seed=1)
    odd.enter(4)
    odd.do(teams.amend, 1, Roster("#strong[*$x$*] \\ @a <b> " + "W" * 50, "_" * 80))
    odd.round()
    for sheet in SHEETS:
        assert printed(odd.t, sheet, "a5").startswith(b"%PDF-")


def test_what_is_not_there_yet_is_refused() -> None:
    day = Day()
    for sheet, why in (
        ("numbers", "which tables stand"),
        ("cards", "no team has entered"),
        ("scores", "no round is seated"),
        ("movement", "which tables stand"),
        ("results", "no team has entered"),
        ("certificates", "no round is closed"),
    ):
        with pytest.raises(Refused, match=why):
            printed(day.t, sheet)  # type: ignore[arg-type]
    assert printed(day.t, "calls").startswith(b"%PDF-")


def test_only_attested_words_are_printed() -> None:
    for words in REO.values():
        assert {*words.split()} <= {*ATTESTED.split()}, words
    assert doubled(REO["spades"]) == "kaaheru"


def test_a_round_robin_prints_its_seats() -> None:
    day = Day(Settings(movement="round_robin", clock_ms=0))
    day.enter(4)
    day.seat()
    assert printed(day.t, "movement").startswith(b"%PDF-")
    assert "nobody plays at table 9" in day.refused(rounds.paper, 9, (1, 0))


@pytest.mark.parametrize("size", SIZES)
def test_links_are_printed_to_be_scanned_but_for_the_directors(day: Day, size: Size) -> None:
    asked = list[str]()

    def address(grant: str) -> str:
        asked.append(grant)
        return f"http://192.168.1.20:8000/tournament/abc#{grant}.{'x' * 20}"

    assert links(day.t, address, size).startswith(b"%PDF-")
    assert sorted(asked) == sorted(grant.id for grant in day.t.grants if grant.id != "director")
    with pytest.raises(Refused, match="no link was given yet"):
        links(Day().t, address, size)
