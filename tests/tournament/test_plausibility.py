"""Doubtful input is refused unless its author insists: implausible points, and similar names of marae."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uka import rulesets
from uka.core.game import Game
from uka.locales import folded, with_doubled_vowels
from uka.tournament import DoubtfulInput, Roster, TournamentLine, TournamentSettings, replayed
from uka.tournament import entries as en
from uka.tournament.commands import captain, rounds, teams
from uka.tournament.commands.plausibility import most_game_points
from uka.tournament.simulation import SimulatedEvent, simulate

from .day import MARAE, Day, without_officials

Points = tuple[int, int]


@pytest.fixture
def day() -> Day:
    """Return a tournament of four teams at two tables, in its first round, without officials."""
    return without_officials()


# Doubtful results


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ((17, 3), "17 points are more than a side can score under these rules: 16 at most"),
        ((3, 99), "99 points are more than a side can score under these rules: 16 at most"),
        ((11, 11), "both sides have 11 points or more, but the game ends when one side gets there"),
        ((12, 13), "both sides have 11 points or more, but the game ends when one side gets there"),
        ((10, 3), "neither side has 11 points, and the bell has not rung"),
        ((0, 0), "neither side has 11 points, and the bell has not rung"),
    ],
)
def test_doubtful_points_are_refused_and_taken_if_the_author_insists(day: Day, points: Points, why: str) -> None:
    team = day.match(2).teams[0]
    assert day.refused(rounds.enter_paper_result, 1, points) == why
    assert day.refused(captain.claim_result, team, points, by=f"c{team}") == why
    day.do(rounds.enter_paper_result, 1, points, insist=True)
    day.do(captain.claim_result, team, points, by=f"c{team}", insist=True)
    assert day.match(1).points == points
    assert day.match(2).claims == ((team, points),)
    papers = [line.entry for line in day.lines if isinstance(line.entry, en.PaperResultEntered | en.ResultClaimed)]
    assert [entry.insisted for entry in papers] == [True, True]
    assert replayed(TournamentLine.parse(line.text) for line in day.lines) == day.t


@pytest.mark.parametrize("points", [(11, 0), (16, 10), (3, 12)])
def test_points_that_the_rules_can_give_are_not_doubted(day: Day, points: Points) -> None:
    day.do(rounds.enter_paper_result, 1, points, insist=True)
    (entry,) = [line.entry for line in day.lines if isinstance(line.entry, en.PaperResultEntered)]
    assert not entry.insisted  # there was nothing to insist on


def test_a_result_before_the_start_of_the_round_is_doubtful() -> None:
    day = Day()
    day.enter(4)
    day.seat()
    assert day.refused(rounds.enter_paper_result, 1, (11, 3)) == "round 1 has not started"
    day.do(rounds.enter_paper_result, 1, (11, 3), insist=True)
    assert day.match(1).over


def test_after_the_bell_a_game_may_end_short_of_the_target(day: Day) -> None:
    day.wait(day.t.settings.clock_ms)
    day.do(rounds.enter_paper_result, 1, (7, 7))
    day.do(rounds.enter_paper_result, 2, (0, 2))
    assert day.match(1).drawn


def test_a_correction_is_checked_too(day: Day) -> None:
    for table in (1, 2):
        day.do(rounds.enter_paper_result, table, (11, 3))
    day.do(rounds.close, unsigned=True)
    why = "neither side has 11 points, and the bell has not rung"
    assert day.refused(rounds.correct_result, en.ResultCorrected(1, 1, (4, 4), "misread")) == why
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (4, 4), "misread"), insist=True)
    assert day.t.rounds[0].matches[0].points == (4, 4)
    assert day.lines[-1].entry == en.ResultCorrected(1, 1, (4, 4), "misread", insisted=True)


def test_a_forfeited_game_may_have_any_score(day: Day) -> None:
    team = day.match(1).teams[0]
    day.do(teams.withdraw, team, "gone home")
    day.do(rounds.enter_paper_result, 1, (0, 5))
    assert day.match(1).points == (0, 5)


def test_a_doubt_says_what_is_doubted(day: Day) -> None:
    with pytest.raises(DoubtfulInput) as doubt:
        rounds.enter_paper_result(day.t, "director", 1, (50, 0))
    assert doubt.value.about == "points"


@pytest.mark.parametrize(
    ("changes", "most"),
    [
        ({"target": 7}, 12),
        ({"deals": 1}, 8),
        ({"deals": 1, "revoke_then": "ends_deal"}, 6),
        ({"target": 0, "deals": 8}, 64),
        ({"target": 0, "clock": 12}, None),
        ({"alone_by": "nobody", "partner_alone": "off"}, 12),
    ],
)
def test_the_most_points_follow_from_the_rules(changes: dict[str, object], most: int | None) -> None:
    assert most_game_points(rulesets.find("tainui").changed(changes)) == most


@pytest.mark.parametrize("name", ["uka", "tainui", "knock", "bicycle", "cardgames"])
def test_no_game_that_was_played_is_doubted(name: str) -> None:
    event = SimulatedEvent(teams=8, rounds=3, bot="random")
    *_, (t, _) = simulate(event, rulesets.find(name), TournamentSettings(), "doubts")
    for playing in t.rounds:
        for match in playing.matches:
            assert isinstance(match.tally.game, Game)
            day = Day(rules=t.rules)
            day.t = t
            correction = en.ResultCorrected(playing.number, match.table, match.points, "as it was")
            assert rounds.correct_result(t, "director", correction) == (correction,)


# Two spellings of one marae


def test_two_spellings_of_one_marae_are_doubtful(day: Day) -> None:
    day.do(teams.enter, Roster("Kauri", "Tūrangawaewae"), alike="same")
    assert day.t.teams[-1].marae in (*MARAE, "Tūrangawaewae")
    day.do(teams.enter, Roster("Toru", "Waahi paa"))
    for spelling in ("Wāhi Pā", "wahi pa", "WAAHI PAA"):
        why = day.refused(teams.enter, Roster("Whetu", spelling))
        assert why == f"{spelling} and Waahi paa are spelt almost alike: are they the same marae?"
    day.do(teams.enter, Roster("Whetu", "Wāhi Pā"), alike="same")
    day.do(teams.enter, Roster("Awa", "Wāhi Pā"), alike="other")
    day.do(teams.enter, Roster("Moana", "Wāhi Pā"))  # it is known by now
    assert [team.marae for team in day.t.teams[-3:]] == ["Waahi paa", "Wāhi Pā", "Wāhi Pā"]


def test_all_doubtful_spellings_of_a_list_are_in_one_refusal() -> None:
    day = Day()
    listed = [Roster("Kauri", "Waahi"), Roster("Toru", "Wāhi"), Roster("Whetu", "Poohara"), Roster("Awa", "Pōhara")]
    why = day.refused(teams.enter_all, listed)
    assert "Wāhi and Waahi; Pōhara and Poohara: is each pair the same marae?" in why
    day.do(teams.enter_all, listed, alike="same")
    assert [team.marae for team in day.t.teams] == ["Waahi", "Waahi", "Poohara", "Poohara"]


def test_a_team_may_change_the_spelling_of_its_own_marae() -> None:
    day = Day()
    day.do(teams.enter, Roster("Kauri", "Wahi"))
    day.do(teams.amend, 1, Roster("Kauri", "Wāhi"))
    assert day.t.teams[0].marae == "Wāhi"
    day.do(teams.enter, Roster("Toru", "Waahi"), alike="other")
    day.do(teams.amend, 2, Roster("Toru nui", "Waahi"))  # it stays as it was
    assert "spelt almost alike" in day.refused(teams.amend, 2, Roster("Toru nui", "Wahi"))


@settings(deadline=None)
@given(st.text(alphabet="aeiouāēīōūhkmnprtw gAĀ", max_size=20))
def test_all_spellings_of_a_name_fold_alike(name: str) -> None:
    assert folded(name) == folded(with_doubled_vowels(name)) == folded(name.upper())
