"""Seasons: the table beside an independent tally, names matched by hand, undo and replay."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.strategies import randoms
from tests.tournament.test_events import opened, play
from uka.records import InvalidRecord
from uka.seasons import (
    SeasonLine,
    SeasonRefusal,
    SeasonSettings,
    add_event,
    append_entries,
    event_added,
    match_name,
    open_season,
    replayed,
    season_table,
    undo,
)
from uka.seasons.season_sheets import table_rows
from uka.seasons.table import head_to_head
from uka.tournament import standings

from .evenings import evening, season_of, strengths


@settings(max_examples=10, deadline=None)
@given(randoms, st.integers(0, 4), st.sampled_from(["score", "place"]), st.integers(0, 3))
def test_the_table_equals_a_tally(rng: Random, best: int, counts: str, attendance: int) -> None:
    wanted = SeasonSettings(best=best, counts=counts, attendance=attendance)  # type: ignore[arg-type]
    season = season_of(strengths(9, rng), rng, 5, wanted)
    lines = season_table(season)
    for line in lines:
        worth = list[int]()
        for _, event in season.events:
            for result in event.results:
                if result.name == line.member:
                    places = dict(enumerate(wanted.places, 1))
                    worth.append(result.score if counts == "score" else places.get(result.place, 0))
        kept = sorted(worth)[-best:] if best else worth
        assert line.total == sum(kept) + attendance * len(worth)
        assert (line.attended, line.dropped) == (len(worth), len(worth) - len(kept))
    assert [line.total for line in lines] == sorted([line.total for line in lines], reverse=True)
    assert sum(line.points[0] for line in lines) == sum(line.points[1] for line in lines)
    assert [row["total"] for row in table_rows(season)] == [line.total for line in lines]


@settings(max_examples=10, deadline=None)
@given(randoms)
def test_games_of_two_members_are_mirrored(rng: Random) -> None:
    season = season_of(strengths(6, rng), rng, 3)
    for one in season.members:
        for other in season.members:
            if one != other:
                (won, drawn, lost), together = head_to_head(season, one, other)
                assert head_to_head(season, other, one) == ((lost, drawn, won), together)


def test_names_mean_one_member_only_if_they_are_matched() -> None:
    rng = Random(1)
    season = season_of(dict.fromkeys(("Ana", "Hemi", "Mere", "Tama"), 0.0), rng, 2)
    other = evening(dict.fromkeys(("Anna", "Hemi", "Rua", "Kiri", "Ana B"), 0.0), Random(2), number=9, rounds=20)
    season, _ = append_entries(season, add_event(season, other), at=9)
    assert {"Ana", "Anna"} <= {*season.members}
    before = {line.member: line.games for line in season_table(season)}
    season, lines = append_entries(season, match_name(season, "Anna", "Ana"), at=10)
    after = {line.member: line.games for line in season_table(season)}
    assert "Anna" not in after
    assert after["Ana"] == before["Ana"] + before["Anna"]
    with pytest.raises(SeasonRefusal, match="one member already"):
        match_name(season, "Ana", "Anna")
    with pytest.raises(SeasonRefusal, match="played at Evening 9 at once"):
        match_name(season, "Rua", "Ana")
    with pytest.raises(SeasonRefusal, match="no event of this season has the name Nobody"):
        match_name(season, "Nobody", "Ana")
    season, _ = append_entries(season, undo(season, lines[0].seq), at=11)
    assert {line.member: line.games for line in season_table(season)} == before


def test_an_event_is_added_once_and_can_be_taken_out() -> None:
    rng = Random(3)
    strong = strengths(8, rng)
    season, first = open_season("Winter", SeasonSettings(), at=0)
    held = evening(strong, rng)
    season, added = append_entries(season, add_event(season, held), at=1)
    with pytest.raises(SeasonRefusal, match="in this season already"):
        add_event(season, held)
    with pytest.raises(SeasonRefusal, match="no round"):
        add_event(season, replace(held, source="other", games=()))
    with pytest.raises(SeasonRefusal, match="neither"):
        undo(season, 0)
    season, undone = append_entries(season, undo(season, added[0].seq), at=2)
    assert not season.events
    text = [line.text for line in (first, *added, *undone)]
    assert replayed(SeasonLine.parse_all(text)) == season
    with pytest.raises(InvalidRecord):
        replayed(SeasonLine.parse_all(text)[1:])


@settings(max_examples=5, deadline=None)
@given(randoms)
def test_the_results_of_an_event_are_those_of_its_tournament(rng: Random) -> None:
    day = opened("progressive", 9, rng.random())
    for _ in range(2):
        day.seat()
        play(day, rng)
    season, _ = open_season("Winter", SeasonSettings(), at=0)
    season, _ = append_entries(season, add_event(season, event_added(day.t, "2026-11-29")), at=1)
    scores = {day.t.team(line.team).name: line.score for line in standings.of_teams(day.t)}
    table = season_table(season)
    assert {line.member: line.total for line in table} == {line.member: scores[line.member] for line in table}
    assert sum(line.games for line in table) == sum(4 for each in day.t.rounds for _ in each.matches)
