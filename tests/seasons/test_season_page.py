"""The page of a season, its honours and its trends."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

from hypothesis import given, settings

from tests.strategies import randoms
from uka.seasons import Season, SeasonSettings, open_season, season_table
from uka.seasons.honours import honours
from uka.seasons.ratings import rated_members
from uka.seasons.season_page import season_page
from uka.seasons.table import trends

from .evenings import season_of, strengths


@settings(max_examples=10, deadline=None)
@given(randoms)
def test_trends_end_with_the_table(rng: Random) -> None:
    season = season_of(strengths(7, rng), rng, 4, SeasonSettings(best=2, attendance=1))
    found = trends(season)
    assert {member: totals[-1] for member, totals in found.items()} == {
        line.member: line.total for line in season_table(season)
    }
    assert all(list(totals) == sorted(totals) for totals in found.values())


@settings(max_examples=10, deadline=None)
@given(randoms)
def test_honours_go_to_those_who_have_most(rng: Random) -> None:
    season = season_of(strengths(7, rng), rng, 4)
    table = {line.member: line for line in season_table(season)}
    found = {honour.name: honour for honour in honours(season)}
    assert "loners" not in found
    assert {table[member].place for member in found["champion"].members} == {1}
    assert found["attendance"].number == max(line.attended for line in table.values())
    assert found["games_won"].number == max(line.won for line in table.values())
    best = [
        max(result.score for result in event.results)
        for _, event in season.events
        for result in event.results
        if result.name == found["evenings_won"].members[0] and result.score == max(each.score for each in event.results)
    ]
    assert found["evenings_won"].number == len(best)


def whole_page(season: Season) -> str:
    return season_page(season, rated_members(season))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen = list[str]()
        self.open = list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "path", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "polyline"):
            assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    rng = Random(4)
    names: dict[str, float] = dict.fromkeys(("<script>Ana", "Hemi & Co", "Mere", "Tama", "Rua"), 0.0)
    page = whole_page(season_of(names, rng, 3))
    tags = _Tags()
    tags.feed(page)
    assert not tags.open
    assert not {*tags.seen} & {"script", "img", "link", "iframe"}
    assert not re.search(r"https?:|url\(|@import", page)
    assert "&lt;script&gt;Ana" in page
    assert page.count("<polyline") == 5
    for title in ("Honours", "Table", "Evenings", "Trends", "Head to head", "Ratings"):
        assert f"<h2>{title}</h2>" in page
    season, _ = open_season("Empty", SeasonSettings(), at=0)
    assert "<h2>Trends" not in whole_page(season)
