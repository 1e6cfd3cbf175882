"""Printed sheets: their pages and text in both sizes, and refusals of empty sheets."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pypdf import PageObject, PdfReader

from tests.rulesets.points import points_scored, points_told
from tests.strategies import house_rules
from tests.test_locales import ATTESTED
from tests.tournament.day import Day
from tests.tournament.test_events import opened, play
from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.locales import with_doubled_vowels
from uka.rulesets.spoken_calls import spoken_calls
from uka.tournament import LinkGranted, Role, Roster, TournamentRefusal, TournamentSettings
from uka.tournament.commands import official, rounds, teams
from uka.tournament.paper import REO, SHEETS, SIZES, Sheet, Size, links_pdf, sheet_parts, sheet_pdf, sheet_pictures
from uka.tournament.paper.movement_text import known_rounds
from uka.tournament.setting_values import changed
from uka.tournament.settings import opening_settings
from uka.tournament.standings import of_teams


@pytest.fixture(scope="module")
def day() -> Day:
    """Return a tournament of nine teams that has ended after three rounds."""
    found = Day(seed=3)
    found.enter(9)
    found.do(teams.amend, 1, Roster("Tōtara", "Tūrangawaewae", "Mere"), alike="other")
    for _ in range(3):
        found.round()
    found.do(rounds.end_tournament)
    return found


PAGES = {"numbers": 4, "tables": 2, "scores": 4, "games": 1, "results": 1, "certificates": 4, "calls": 1}


@pytest.mark.daily(11)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_is_typeset(day: Day, sheet: Sheet, size: Size) -> None:
    assert sheet_pdf(day.t, sheet, size).startswith(b"%PDF-")
    pages = sheet_pictures(day.t, sheet, size, date="21 November 2026")
    assert all(page.startswith(b"\x89PNG") for page in pages)
    assert len(pages) == ((9 if size == "a5" else 3) if sheet == "cards" else PAGES.get(sheet, len(pages)))


def test_long_names_and_special_characters_are_printed() -> None:
    odd = Day(seed=1)
    odd.enter(4)
    odd.do(teams.amend, 1, Roster("#strong[*$x$*] \\ @a <b> " + "W" * 50, "_" * 80))
    odd.round()
    odd.do(rounds.end_tournament)
    for sheet in SHEETS:
        assert sheet_pdf(odd.t, sheet, "a5").startswith(b"%PDF-")


def test_a_sheet_without_contents_is_refused() -> None:
    day = Day()
    for sheet, why in (
        ("numbers", "set the tables"),
        ("tables", "set the tables"),
        ("cards", "no teams yet"),
        ("badges", "no teams yet"),
        ("chart", "no teams yet"),
        ("schedule", "no round is seated"),
        ("scores", "no round is seated"),
        ("games", "no round is seated"),
        ("movement", "set the tables"),
        ("results", "no teams yet"),
        ("certificates", "end the tournament first"),
    ):
        with pytest.raises(TournamentRefusal, match=why):
            sheet_pdf(day.t, sheet)  # type: ignore[arg-type]
    assert sheet_pdf(day.t, "calls").startswith(b"%PDF-")


def test_only_attested_words_are_printed() -> None:
    for words in REO.values():
        assert {*words.split()} <= {*ATTESTED.split()}, words
    assert with_doubled_vowels(REO["spades"]) == "kaaheru"


def test_a_round_robin_prints_its_seating() -> None:
    day = Day(TournamentSettings(movement="round_robin", clock_ms=0))
    day.enter(4)
    day.seat()
    assert sheet_pdf(day.t, "movement").startswith(b"%PDF-")
    assert "nobody plays at table 9" in day.refused(rounds.enter_paper_result, 9, (1, 0))


@pytest.mark.parametrize("size", SIZES)
def test_links_are_printed_to_be_scanned_but_for_the_directors(day: Day, size: Size) -> None:
    asked = list[str]()

    def address(grant: str) -> str:
        asked.append(grant)
        return f"http://192.168.1.20:8000/tournament/abc#{grant}.{'x' * 20}"

    assert links_pdf(day.t, address, size).startswith(b"%PDF-")
    assert sorted(asked) == sorted(grant.id for grant in day.t.grants if grant.id != "director")
    with pytest.raises(TournamentRefusal, match="no links yet"):
        links_pdf(Day().t, address, size)


def refused(found: Day, sheet: Sheet) -> str:
    """Return why a sheet is not printed."""
    with pytest.raises(TournamentRefusal) as why:
        sheet_parts(found.t, sheet)
    return str(why.value)


def text_of(pdf: bytes) -> str:
    """Return the text of a PDF, page by page."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).replace("’", "'").split())


def run_together(text: str) -> str:
    """Return text without spaces and capitals, because sheets use letter-spacing and small capitals."""
    return "".join(text.split()).casefold()


def seated(rules: Ruleset) -> Day:
    """Return a tournament of two teams that are seated to play under some rules."""
    found = Day(rules=rules)
    found.enter(2)
    found.seat()
    return found


def leaves(data: object) -> Iterator[str]:
    """Yield every text in the contents of a sheet."""
    if isinstance(data, dict):
        for value in cast(dict[str, object], data).values():
            yield from leaves(value)
    elif isinstance(data, list | tuple):
        for value in cast(list[object], data):
            yield from leaves(value)
    elif isinstance(data, str):
        yield data


def test_the_score_sheet_of_uka_tells_a_loner_with_three_or_four_tricks_is_euchred_for_four() -> None:
    told = text_of(sheet_pdf(seated(rulesets.find("uka")).t, "scores"))
    assert "A loner who takes fewer than five tricks is euchred: the defenders score 4 points." in told
    assert "A loner who takes all five tricks scores 4 points." in told
    assert "A loner who takes three or four tricks" not in told


event_rules = house_rules.filter(lambda rules: not rules.rubber)  # a rubber has no bell


@given(event_rules)
def test_a_score_sheet_tells_the_points_that_the_rules_score(rules: Ruleset) -> None:
    t = seated(rules).t
    (data,) = sheet_parts(t, "scores")
    assert points_told(" ".join(data["scoring"])) == points_scored(rules)
    book = {rule.sentence for chapter in rulesets.rulebook_of_rules(rules).chapters for rule in chapter.rules}
    assert {*data["scoring"]} <= book
    assert ("Alone" in data["ticks"]) == (rules.alone_by != "nobody")
    assert ("Defended alone" in data["ticks"]) == rules.defender_may_go_alone(loner=True)
    assert data["deals"] == (rules.deals or 14)
    assert (data["bell"], data["draw"]) == (t.rules.clock > 0, t.rules.clock > 0 or t.rules.deals > 0)
    assert data["misdeals"] == (2 if rules.misdeal == "second_chance" else 1)


@settings(max_examples=12)
@given(event_rules, st.sampled_from(SIZES))
def test_the_printed_score_sheet_has_the_points(rules: Ruleset, size: Size) -> None:
    assert points_told(text_of(sheet_pdf(seated(rules).t, "scores", size))) == points_scored(rules)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_pdf_has_all_contents_of_a_sheet(day: Day, sheet: Sheet) -> None:
    told = run_together(text_of(sheet_pdf(day.t, sheet, date="21 November 2026")))
    (data,) = sheet_parts(day.t, sheet, date="21 November 2026")
    if sheet != "cards":
        data.pop("words")
    if sheet != "certificates":
        data.pop("date")
    for words in leaves(data):
        assert run_together(words) in told, words


@pytest.mark.parametrize("name", rulesets.names())
def test_a_call_sheet_lists_what_may_be_said(name: str) -> None:
    rules = rulesets.find(name)
    (data,) = sheet_parts(seated(rules).t, "calls")
    told = text_of(sheet_pdf(seated(rules).t, "calls"))
    assert [call["said"] for call in data["calls"]] == [call.said for call in spoken_calls(rules)]
    assert all(f"“{call.said}”" in told for call in spoken_calls(rules))
    assert "“I'll turn you down”" not in told
    assert ("“crossing it: (suit)”" in told) == (name == "bicycle")
    assert ("joker" in told) == rules.joker


@pytest.mark.daily(6)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", rulesets.names())
def test_a_score_sheet_and_a_call_card_take_a_page_under_any_rules(name: str, size: Size) -> None:
    t = seated(rulesets.find(name)).t
    assert [len(PdfReader(io.BytesIO(sheet_pdf(t, sheet, size))).pages) for sheet in ("scores", "calls")] == [1, 1]


@pytest.mark.parametrize("size", SIZES)
def test_a_score_sheet_of_the_tainui_games_has_boxes_and_rules_for_all_that_an_official_decides(size: Size) -> None:
    told = text_of(sheet_pdf(seated(rulesets.find("tainui")).t, "scores", size))
    for words in ("Misdeal", "Turned up at the bell: yes no"):
        assert words in told
    for words in ("Card shown: orange green red", "Fair play", "After a draw, card cut", "captain (kaihautuu)"):
        assert told.count(words) == 2, f"{words}: one for each side"
    assert told.count("NS EW") == 14 * len(("Alone", "Revoke")), "a loner and a revoke are of one side"
    assert "it's a second chance re-deal" in told
    assert "a second time, they lose their deal altogether" in told
    assert "if a trump card has been turned up, play continues and that one hand is played out" in told
    assert "it's game over" in told


def test_a_score_sheet_has_no_fair_play_and_no_cards_where_they_do_not_count() -> None:
    for chosen, counts in (
        (opening_settings("progressive"), False),
        (TournamentSettings(movement="swiss", tie_breaks=("points", "lot")), False),
        (TournamentSettings(movement="swiss"), True),
        (replace(opening_settings("progressive"), prizes=("fair_play",)), True),
    ):
        found = Day(chosen)
        for name in ("Mere", "Hemi", "Ana", "Rangi"):
            found.do(teams.enter, Roster(name))
        found.do(teams.set_tables, (1, 2))
        found.seat()
        told = text_of(sheet_pdf(found.t, "scores")) + text_of(sheet_pdf(found.t, "results"))
        assert ("Fair play" in told, "Card shown" in told) == (counts, counts), chosen
        assert ("kaihautuu" in told) == (chosen.entrants == "teams")
        assert ("card cut" in told) == (chosen.movement == "progressive")
    found.do(teams.amend, 1, Roster("Mere", "Waahi"))
    assert "Fair play" in text_of(sheet_pdf(found.t, "scores")), "those of a marae count"


def test_a_score_sheet_without_a_bell_asks_nothing_about_it() -> None:
    found = Day(TournamentSettings(clock_ms=0), rulesets.find("bicycle"))
    found.enter(2)
    found.seat()
    told = text_of(sheet_pdf(found.t, "scores"))
    assert "A misdeal: the same dealer deals again." in told
    assert "bell" not in told
    assert "After a draw" not in told


def test_sheets_are_printed_on_us_letter() -> None:
    pdf = sheet_pdf(seated(rulesets.find("tainui")).t, "scores", "letter")
    box = PdfReader(io.BytesIO(pdf)).pages[0].mediabox
    assert (float(box.width), float(box.height)) == (612, 792)


@pytest.mark.parametrize("home", ["marae", "club"])
def test_sheets_use_the_tournaments_word(home: str) -> None:
    found = Day(TournamentSettings(home=home), seed=2)
    found.enter(4)
    found.round()
    found.do(rounds.end_tournament)
    for sheet in ("cards", "results", "certificates"):
        told = run_together(text_of(sheet_pdf(found.t, sheet)))  # type: ignore[arg-type]
        assert (home in told, "marae" in told) == (True, home == "marae"), sheet


@pytest.mark.daily(1)
@pytest.mark.parametrize("size", SIZES)
def test_a_heading_is_never_alone_at_the_foot_of_a_page(size: Size) -> None:
    found = Day(seed=3)
    found.do(teams.set_tables, (1,))
    for count in range(1, 41):
        found.do(teams.enter, Roster(f"Team {count}", f"Marae of {count % 4}"), alike="other")
        if count > 12:
            for page in PdfReader(io.BytesIO(sheet_pdf(found.t, "results", size))).pages:
                assert not page.extract_text().rstrip().endswith("Marae"), count


@pytest.mark.parametrize("size", SIZES)
def test_a_name_in_the_results_stays_in_its_column(size: Size) -> None:
    found, name = Day(), "Tuurangawaewae"
    found.do(teams.enter, Roster("Kauri", name))
    (page,) = PdfReader(io.BytesIO(sheet_pdf(found.t, "results", size))).pages
    at = dict[str, tuple[float, float]]()

    def seen(text: str, page: list[float], matrix: list[float], _: object, size: float) -> None:
        at.setdefault(text.strip(), (page[4] + matrix[4], abs(matrix[3]) * size))

    page.extract_text(visitor_text=seen)
    (left, height), (right, _) = at[name], at["Clicks"]
    assert left + 0.5 * height * len(name) < right


def test_what_parted_the_teams_stands_on_the_wall() -> None:
    found = Day(TournamentSettings(tie_breaks=("points",)), seed=2)
    found.enter(4)
    found.seat()
    found.do(rounds.start)
    found.do(rounds.enter_paper_result, 1, (11, 4))
    found.do(rounds.enter_paper_result, 2, (11, 4))
    found.do(rounds.close, unsigned=True)
    assert text_of(sheet_pdf(found.t, "results")).count(" tied ") == 4


def test_no_movement_is_printed_if_winners_do_not_move() -> None:
    found = Day(TournamentSettings(movement="round_robin", clock_ms=0))
    found.enter(4)
    found.seat()
    for sheet in ("numbers", "cards", "movement"):
        assert "inners go" not in text_of(sheet_pdf(found.t, sheet))  # type: ignore[arg-type]


def largest(page: PageObject) -> float:
    """Return the size of the largest type on a page, in points."""
    sizes = list[float]()

    def seen(text: str, _: object, matrix: list[float], __: object, size: float) -> None:
        if text.strip():
            sizes.append(abs(matrix[3]) * size)

    page.extract_text(visitor_text=seen)
    return max(sizes)


def test_table_numbers_are_twice_as_large_and_stay_on_their_page() -> None:
    found = Day()
    found.enter(2)
    found.do(teams.set_tables, (4, 12, 108))
    for size, before in (("a4", 380), ("a5", 260)):
        pages = PdfReader(io.BytesIO(sheet_pdf(found.t, "numbers", size))).pages  # type: ignore[arg-type]
        one, two, three = (largest(page) for page in pages)
        assert one >= 2 * before or one * 0.6 > 0.75 * float(pages[0].mediabox.height)
        assert one >= two > three > before


def test_a_certificate_of_a_marae_says_what_its_points_were_for() -> None:
    found = Day(TournamentSettings(places=(3,)))
    for marae in ("Waahi", "Poohara"):
        found.do(teams.enter, Roster(marae, marae, "Mere"))
    found.do(teams.set_tables, (1,))
    found.do(teams.grant_link, LinkGranted("o1", Role.OFFICIAL, "Hemi", table=1))
    found.seat()
    found.do(rounds.start)
    winner = found.match(1).teams[0]
    found.do(rounds.enter_paper_result, 1, (11, 4))
    found.do(official.give_fair_play, winner, 6, by="o1")
    found.do(rounds.close, unsigned=True)
    assert "end the tournament first" in refused(found, "certificates")
    found.do(rounds.end_tournament)
    told = text_of(sheet_pdf(found.t, "certificates"))
    assert "15 points: 12 for fair play (6 given, each worth 2) and 3 for winning" in told
    assert "of them" not in told


def test_a_certificate_counts_the_clicks_of_a_round_sat_out(day: Day) -> None:
    (data,) = sheet_parts(day.t, "certificates")
    for one in data["certificates"]:
        if "click" in one["figures"]:
            clicks, won, drawn, lost, *out = map(int, re.findall(r"\d+", one["figures"]))
            assert clicks == 2 * won + drawn + sum(out) and lost >= 0  # noqa: PT018


def test_a_certificate_of_a_knockout_has_no_score() -> None:
    found = opened("knockout", 4)
    found.seat()
    play(found, found.rng)
    found.do(rounds.end_tournament, insist=True)
    (data,) = sheet_parts(found.t, "certificates")
    assert all(re.fullmatch(r"\d won, \d drawn, \d lost", one["figures"]) for one in data["certificates"])


@pytest.fixture(scope="module")
def evening() -> Day:
    """Return a progressive evening of 13 players in its third round."""
    return _evening("progressive", 13)


def _evening(movement: str, players: int) -> Day:
    found = opened(movement, players)
    for _ in range(2):
        found.seat()
        play(found, found.rng)
    found.seat()
    return found


@pytest.mark.daily(11)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_of_an_evening_of_players_is_typeset(evening: Day, ended: Day, sheet: Sheet, size: Size) -> None:
    found = ended if sheet == "certificates" else evening
    assert sheet_pdf(found.t, sheet, size).startswith(b"%PDF-")


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_four_personal_cards_share_a_page_and_the_rules_have_one(evening: Day, size: Size) -> None:
    pages = PdfReader(io.BytesIO(sheet_pdf(evening.t, "cards", size))).pages
    assert len(pages) == 4 + 1
    card = " ".join(pages[0].extract_text().split())
    assert all(card.count(word) == 4 for word in ("Partner", "Loners", "Sum"))
    rules = pages[-1].extract_text().replace("\n", " ")
    for told in ("The winners move up a table", "The losers stay", "After a draw the side with more loners"):
        assert told in rules


def test_a_personal_card_has_what_is_known_of_each_round(evening: Day, ended: Day) -> None:
    """A seated round has its table and partner, a closed one its result too, and an event that is over the sums."""
    (data,) = sheet_parts(evening.t, "cards")
    for card in data["personal"]:
        for playing, line in zip(evening.t.rounds, card["lines"], strict=True):
            match = playing.of(card["number"])
            assert (line["table"] == "–") == (line["partner"] == "sits out") == (match is None)
            assert bool(line["points"]) == (playing.closed and match is not None), "games count there, not points"
            if match and playing.closed:
                side = match.side_of(card["number"]).index
                assert (line["points"], line["loners"]) == (str(match.points[side]), match.loners[side])
        assert card["sums"] == ("", "")
    (data,) = sheet_parts(ended.t, "cards")
    lines = {line.team: line for line in of_teams(ended.t)}
    assert {card["number"]: card["sums"] for card in data["personal"]} == {
        number: (str(line.score), str(line.loners)) for number, line in lines.items() if number != 4
    }


@pytest.mark.parametrize("losers", ["stay", "down"])
def test_table_cards_say_where_a_progressive_movement_leads(evening: Day, losers: str) -> None:
    found = _evening("head_table" if losers == "down" else "progressive", 12)
    (data,) = sheet_parts(found.t, "tables")
    steps = {card["number"]: card["steps"] for card in data["table_cards"]}
    assert steps == {
        1: ["Winners stay", f"Losers go to table {2 if losers == 'down' else 3}"],
        2: ["Winners go to table 1", "Losers go to table 3" if losers == "down" else "Losers stay"],
        3: ["Winners go to table 2", "Losers stay"],
    }


def test_a_rotation_prints_rounds_that_are_not_played_yet_as_they_are_seated() -> None:
    found = _evening("rotation", 9)
    (data,) = sheet_parts(found.t, "schedule")
    printed = {(one["number"], line["round"]): line for one in data["schedules"] for line in one["lines"]}
    assert {number for _, number in printed} == set(range(1, 10))
    while len(found.t.rounds) < 9:
        play(found, found.rng)
        found.seat()
    for playing in found.t.rounds:
        for match in playing.matches:
            for entry in match.entries:
                line = printed[entry, playing.number]
                assert line["table"] == str(match.table)
                assert line["against"] == found.t.side_name(match.sides[1 - match.side_of(entry).index])
        assert all(printed[entry, playing.number]["against"] == "sits out" for entry in playing.byes)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("movement", "players"), [("progressive", 10), ("rotation", 13)])
def test_the_games_of_a_round_hang_on_the_wall(movement: str, players: int, size: Size) -> None:
    """Each round has a page: the open one, and those after it that are known already."""
    found = _evening(movement, players)
    known = known_rounds(found.t)[2:]
    pages = PdfReader(io.BytesIO(sheet_pdf(found.t, "games", size))).pages
    assert len(pages) == len(known)
    for playing, page in zip(known, pages, strict=True):
        told = " ".join(page.extract_text().split())
        assert told.count(f"Round {playing.number}") == 1
        for match in playing.matches:
            assert all(found.t.side_name(side) in told for side in match.sides)
        assert ("Sitting out" in told) == bool(playing.byes)


def test_badges_have_the_people_of_a_team_where_they_are_entered() -> None:
    found = Day()
    found.do(teams.enter, Roster("Kauri", "Waahi", "Mere", ("Mere", "Hemi"), ("Ana",)))
    found.do(teams.enter, Roster("Toru", "Hukanui"))
    (data,) = sheet_parts(found.t, "badges")
    assert [(badge["number"], badge["name"], badge["home"]) for badge in data["badges"]] == [
        *[(1, name, "Kauri, Waahi") for name in ("Mere", "Hemi", "Ana")],
        (2, "Toru", "Hukanui"),
    ]


def test_a_captains_card_has_what_is_known_of_each_round(day: Day) -> None:
    (data,) = sheet_parts(day.t, "cards")
    clicks = {line.team: line.clicks for line in of_teams(day.t)}
    for team in data["teams"]:
        for playing, line in zip(day.t.rounds, team["lines"], strict=True):
            match = playing.of(team["number"])
            assert line["table"] == (str(match.table) if match else "")
            assert (line["against"] == "sits out") == (match is None)
        assert sum(line["clicks"] for line in team["lines"]) == clicks[team["number"]]


def test_a_round_robin_prints_all_its_rounds() -> None:
    found = Day(TournamentSettings(movement="round_robin", clock_ms=0))
    found.enter(5)
    found.seat()
    (data,) = sheet_parts(found.t, "movement")
    assert len(data["played"]) == 5
    pairs = {frozenset((game["first"], game["second"])) for each in data["played"] for game in each["games"]}
    assert len(pairs) == 10


def test_a_wall_chart_has_the_score_of_closed_rounds(evening: Day) -> None:
    (data,) = sheet_parts(evening.t, "chart")
    for row in data["chart"]:
        scores = [cell["score"] for cell in row["cells"]]
        won = [playing.of(row["number"]) for playing in evening.t.rounds[:2]]
        assert scores[:2] == [str(1 if match is None else int(match.won_by(row["number"]))) for match in won]
        assert [cell["table"] == "–" for cell in row["cells"][:2]] == [match is None for match in won]
        assert (scores[2], row["total"]) == ("", "")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "pages"), [(24, 1), (30, 2)])
def test_a_wall_chart_has_room_for_24_players(size: Size, players: int, pages: int) -> None:
    found = _evening("progressive", players)
    read = PdfReader(io.BytesIO(sheet_pdf(found.t, "chart", size))).pages
    assert len(read) == pages
    assert all("A small number is the table" in page.extract_text() for page in read)


@pytest.fixture(scope="module")
def ended() -> Day:
    """Return an evening that is over, in which players counted points and one left after two rounds."""
    found = _evening("swiss_players", 9)
    play(found, found.rng)
    found.do(teams.withdraw, 4)
    found.seat()
    play(found, found.rng)
    found.do(rounds.end_tournament, insist=True)
    return found


def test_the_final_wall_chart_adds_up_and_has_who_left(ended: Day) -> None:
    (data,) = sheet_parts(ended.t, "chart")
    scores = {line.team: line.score for line in of_teams(ended.t)}
    assert {row["number"]: int(row["total"]) for row in data["chart"]} == scores
    for row in data["chart"]:
        assert sum(int(cell["score"] or 0) for cell in row["cells"]) == scores[row["number"]]


def test_paper_tells_the_score_that_ranks_the_players(ended: Day) -> None:
    first = of_teams(ended.t)[0]
    assert first.score != first.clicks
    (certificates,) = sheet_parts(ended.t, "certificates")
    assert certificates["certificates"][0]["figures"].startswith(f"{first.score} points: {first.won} won")
    told = text_of(sheet_pdf(ended.t, "results"))
    assert "Player" in told
    assert "Team" not in told
    assert "Score" in told
    assert "The score counts: points." in told
    assert "Clicks" not in told


def test_the_results_have_loners_where_they_count(evening: Day, ended: Day) -> None:
    assert "Loners" in text_of(sheet_pdf(evening.t, "results"))
    assert "Loners" not in text_of(sheet_pdf(ended.t, "results"))


def test_the_results_say_who_left_and_have_no_empty_column(ended: Day) -> None:
    told = text_of(sheet_pdf(ended.t, "results"))
    assert told.count("withdrawn") == 1
    home = ended.t.settings.home.capitalize()
    assert home not in told
    at_home = tuple([replace(team, marae="Waahi") for team in ended.t.teams])
    told = text_of(sheet_pdf(replace(ended.t, teams=at_home), "results"))
    assert home in told
    assert "Waahi" in told


@pytest.mark.daily(1)
@pytest.mark.parametrize("rounds", [1, 12, 30])
def test_a_personal_card_keeps_to_its_page_with_many_rounds(rounds: int) -> None:
    found = opened("rotation", 60)
    found.do(teams.change_settings, changed(found.t.settings, [f"rounds={rounds}"]))
    found.seat()
    pages = PdfReader(io.BytesIO(sheet_pdf(found.t, "cards"))).pages
    assert len(pages) == (15 if rounds <= 12 else 60) + 1
