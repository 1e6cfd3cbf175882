"""``uka tournament`` as an organiser types it: an event in a file, and whole events played by bots."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Typed
from tests.clock import Clock
from tests.table.driver import Driver
from uka.core.ruleset import Ruleset
from uka.records.files import parse
from uka.rulesets import find
from uka.store import SqliteStore
from uka.tournament import (
    Tournament,
    TournamentLine,
    TournamentRefusal,
    TournamentSettings,
    append_entries,
    execute,
    replayed,
    standings,
)
from uka.tournament.commands import rounds
from uka.tournament.entries import LiveTableAssigned
from uka.tournament.simulation import SimulatedEvent, event_report, simulate
from uka.tournament.spreadsheets import result_rows, standing_rows, to_csv
from uka.tournament.team_lists import parse_teams

LIST = """Team,Marae,Captain,Players
Kauri,Waahi,Mere,Mere / Hemi
Toru,Poohara,Rangi,
Whetu,Waahi,Aroha,
=Awa,Hukanui,,
"""
Run = Callable[..., str]


@pytest.fixture
def run(typed: Typed) -> Run:
    def call(*words: str, code: int = 0) -> str:
        done = typed(*words)
        assert done.code == code, done.err
        return done.err if code else done.out

    return call


@pytest.fixture
def event(run: Run, tmp_path: Path) -> Path:
    path, teams = tmp_path / "day.uka", tmp_path / "teams.csv"
    teams.write_text(LIST, encoding="utf-8")
    assert run("tournament", "new", str(path), "--list", str(teams)) == "A day of Uka, 4 teams, 2 tables\n"
    return path


def test_marae_that_are_written_alike_are_asked_about(run: Run, tmp_path: Path) -> None:
    path, teams = tmp_path / "day.uka", tmp_path / "teams.csv"
    teams.write_text("Kauri,Waahi\nToru,Wāhi", encoding="utf-8")
    new = ("tournament", "new", str(path), "--list", str(teams))
    why = run(*new, code=2)
    assert "Wāhi and Waahi are spelt almost alike" in why
    assert "--alike same" in why
    assert not path.exists()
    run(*new, "--alike", "same")
    t = replayed(TournamentLine.parse_all(path.read_bytes().splitlines()))
    assert [team.marae for team in t.teams] == ["Waahi", "Waahi"]


def test_an_evening_without_a_server(run: Run, event: Path) -> None:
    """Two rounds with a correction, and a draw that a cut decides; the file is the log that a server would write."""
    run("tournament", "draw", str(event))
    told = json.loads(run("tournament", "result", str(event), "1", "11", "4", "--json"))
    assert (told["points"], told["closed"], told["missing"]) == ([11, 4], False, "no result at table 2")
    drawn = run("tournament", "result", str(event), "2", "8", "8")
    assert "A draw: the captains cut" in drawn
    assert "not finished: a draw without a cut at table 2" in drawn
    assert "the captains cut again" in run("tournament", "result", str(event), "2", "8", "8", "--cut", "Kd,Kh")
    assert "Round 1 is closed." in run("tournament", "result", str(event), "2", "8", "8", "--cut", "9h,Kd")
    (first,) = opened(event).rounds
    second_moves = first.matches[1].moving_team
    assert second_moves == first.matches[1].teams[1]
    assert "Round 2" in run("tournament", "draw", str(event))
    assert "Round 1 is closed." in run("tournament", "result", str(event), "1", "11", "5", "--round", "1", "--change")
    for table in "12":
        run("tournament", "result", str(event), table, "11", "0")
    final = json.loads(run("tournament", "end", str(event), "--json"))
    t = opened(event)
    assert t.ended
    assert final == standing_rows(t)
    assert final[0]["won"] >= 1
    assert t.rounds[0].matches[0].points == (11, 5)
    assert sum(row["clicks"] for row in final) == 8
    assert all(playing.closed for playing in t.rounds)


@pytest.mark.parametrize("shift", [-86_400, -3_600, -60, 60, 3_600])
@pytest.mark.parametrize("paused", [False, True])
def test_a_round_that_a_server_with_another_clock_began(
    clock: Clock, run: Run, event: Path, shift: int, *, paused: bool
) -> None:
    run("tournament", "draw", str(event))
    t = opened(event)
    began = 1_000 * round(time.time())
    t, lines = execute(t, lambda t: rounds.start(t, "director"), at=began, by="director")
    if paused:
        t, more = execute(t, lambda t: rounds.pause(t, "director"), at=began + 5_000, by="director")
        lines += more
    with event.open("ab") as file:
        file.writelines(line.text + b"\n" for line in lines)
    clock.shift(shift)
    assert "Round 1, table 1" in run("tournament", "result", str(event), "1", "8", "5")
    assert "Round 1 is closed." in run("tournament", "result", str(event), "2", "3", "4")
    times = [line.at for line in TournamentLine.parse_all(event.read_bytes().splitlines())]
    assert times == sorted(times)


def test_a_result_that_is_missing_doubtful_or_there_already(run: Run, event: Path) -> None:
    assert "no round is seated yet" in run("tournament", "result", str(event), "1", "11", "4", code=2)
    run("tournament", "draw", str(event))
    seats = opened(event).round
    again = run("tournament", "draw", str(event), code=2)
    command = f"uka tournament result {event}"
    assert again == f"round 1 has no results yet: enter them with {command}, or draw it --again\n"
    assert opened(event).round == seats
    run("tournament", "draw", str(event), "--again")
    for words, sentence in (
        (("3", "11", "4"), "nobody plays at table 3 in round 1"),
        (("1", "30", "4"), "16 at most: if the result is right, enter it with --sure"),
        (("1", "8", "8", "--cut", "Kd"), "--cut Kd is not understood: give two cards, such as Kd,9s"),
        (("1", "11", "4", "--cut", "Kd,9s"), "the captains cut only after a draw"),
        (("1", "11", "4", "--round", "2"), "there is no round 2"),
    ):
        assert sentence in run("tournament", "result", str(event), *words, code=2)
    assert opened(event).rounds[0].started is None, "what is refused leaves nothing in the file"
    run("tournament", "result", str(event), "1", "30", "4", "--sure")
    for verb in ("draw", "end"):
        assert "not finished: no result at table 2" in run("tournament", verb, str(event), code=2)
    taken = run("tournament", "result", str(event), "1", "11", "4", code=2)
    assert "table 1 has the result 30 to 4 in round 1: replace it with --change" in taken
    run("tournament", "result", str(event), "1", "11", "4", "--change")
    assert opened(event).rounds[0].matches[0].points == (11, 4)


def test_teams_that_come_late_or_leave(run: Run, event: Path) -> None:
    run("tournament", "draw", str(event))
    late = run("tournament", "enter", str(event), "Manu, Hukanui", "--tables", "3")
    assert late == "A day of Uka, 5 teams, 3 tables\nEach round 1 team sits out, one that has sat out least.\n"
    assert "there is no team named Moa" in run("tournament", "withdraw", str(event), "Moa", code=2)
    assert "4 teams, 3 tables" in run("tournament", "withdraw", str(event), "kauri")
    left = next(match for match in opened(event).rounds[0].matches if 1 in match.teams)
    assert left.over
    assert left.winner != 1
    other = next(match.table for match in opened(event).rounds[0].matches if match is not left and 1 not in match.teams)
    assert "Round 1 is closed." in run("tournament", "result", str(event), str(other), "11", "4")
    run("tournament", "draw", str(event))
    assert {team for match in opened(event).rounds[1].matches for team in match.teams} == {2, 3, 4, 5}


def test_what_clicks_are_is_said_where_they_are_met(run: Run, event: Path) -> None:
    assert "clicks: tournament points; points: of the games, for–against" in run("tournament", "standings", str(event))
    meanings = " ".join(run("tournament", "settings", str(event)).split())
    assert "tournament points" in meanings


def test_the_number_of_tables_is_set_alone(run: Run, event: Path) -> None:
    run("tournament", "enter", str(event), "Manu, Hukanui")
    told = run("tournament", "enter", str(event), "Tui, Maurea").splitlines()
    assert told == [
        "A day of Uka, 6 teams, 2 tables",
        "Each round 2 teams sit out, those that have sat out least. With 3 tables all play: "
        f"uka tournament tables {event} 3",
    ]
    assert run("tournament", "tables", str(event), "3") == "A day of Uka, 6 teams, 3 tables\n"
    assert json.loads(run("tournament", "tables", str(event), "1", "--json"))["sit_out"] == 4
    assert "COUNT must be 1 to 1000, not 0" in run("tournament", "tables", str(event), "0", code=2)
    assert opened(event).tables == (1,)
    told = run("tournament", "draw", str(event))
    assert told.count("sits out") == 4


def opened(event: Path) -> Tournament:
    return replayed(TournamentLine.parse_all(event.read_bytes().splitlines()))


def test_an_event_in_a_file(run: Run, event: Path) -> None:
    assert "Round 1" in run("tournament", "draw", str(event))
    t = replayed(TournamentLine.parse_all(event.read_bytes().splitlines()))
    lines: tuple[TournamentLine, ...] = ()
    for command in (
        lambda t: rounds.start(t, "director"),
        lambda t: rounds.enter_paper_result(t, "director", 1, (11, 4)),
        lambda t: rounds.enter_paper_result(t, "director", 2, (6, 11)),
        lambda t: rounds.close(t, "director", unsigned=True),
    ):
        t, more = execute(t, command, at=t.at, by="director")
        lines += more
    with event.open("ab") as file:
        file.writelines(line.text + b"\n" for line in lines)
    told = json.loads(run("tournament", "standings", str(event), "--json"))
    assert told == standing_rows(t)
    assert sum(row["clicks"] for row in told) == 4
    assert [row["place"] for row in told] == [1, 2, 3, 4]
    rows = [*csv.DictReader(io.StringIO(run("tournament", "export", str(event))))]
    assert [(row["Points N and S"], row["Points E and W"]) for row in rows] == [("11", "4"), ("6", "11")]
    sides = {row["North and south"] for row in rows} | {row["East and west"] for row in rows}
    assert "'=Awa" in sides  # not a spreadsheet's formula
    book = event.with_name("event.xlsx")
    assert run("tournament", "export", str(event), "--to", str(book)) == f"{book} is written.\n"
    assert book.read_bytes().startswith(b"PK")
    refused = run("tournament", "export", str(event), "--to", "event.csv", code=2)
    assert "a workbook needs a name that ends in .xlsx: event.csv does not" in refused
    assert not Path("event.csv").exists()
    assert "Waahi" in run("tournament", "standings", str(event), "--marae")
    assert "Round 2" in run("tournament", "draw", str(event))
    cards = event.with_name("cards.pdf")
    assert run("tournament", "print", str(event), "cards", "--to", str(cards)) == f"{cards} is ready to print.\n"
    assert cards.read_bytes().startswith(b"%PDF-")
    assert json.loads(run("tournament", "draw", str(event), "--again", "--json"))["round"] == 2


def test_what_is_wrong_is_one_sentence(run: Run, event: Path, tmp_path: Path) -> None:
    for words, sentence in (
        (("new", str(event)), "already exists"),
        (("draw", str(tmp_path / "none")), "cannot be read"),
        (("standings", __file__), "this is not a line of a tournament's log"),
        (("simulate", "--teams", "1"), "--teams must be 2 to 2000"),
        (("simulate", "--bot", "deep"), "there is no bot named 'deep'"),
        (("simulate", "--minutes", "-1"), "--minutes must be 0 to 600, not -1"),
        (("simulate", "--pause", "-1"), "--pause must be 0 to 600, not -1"),
        (("draw", str(tmp_path)), "cannot be read"),
        (("print", str(event), "scores"), "no round is seated yet"),
        (("print", str(event), "calls", "--to", str(tmp_path)), "cannot be written"),
        (("print", str(event), "posters"), "posters"),
    ):
        said = run("tournament", *words, code=2)
        assert sentence in said
        assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there are no teams in the list"),
        ("Team,Marae\n,Waahi", "line 2 has no team's name"),
        ("Kauri\nkauri", "line 2: kauri is on the list twice"),
        ("Kauri,a,b,c,d,e,f", "line 1 has 7 columns"),
    ],
)
def test_a_list_that_can_not_be_read_says_where(text: str, sentence: str) -> None:
    with pytest.raises(TournamentRefusal, match=sentence):
        parse_teams(text)


def test_results_of_no_game_are_empty() -> None:
    assert to_csv([]) == ""


@pytest.mark.parametrize(
    ("rules", "settings"),
    [
        (find("tainui"), TournamentSettings()),
        (find("tainui"), TournamentSettings(clock_ms=0)),
        (find("bicycle"), TournamentSettings(clock_ms=0, movement="round_robin")),
    ],
)
def test_whole_events_by_bots(rules: Ruleset, settings: TournamentSettings) -> None:
    event = SimulatedEvent(teams=6, rounds=3, bot="random")
    lines = [line for _, more in simulate(event, rules, settings, "1") for line in more]
    t = replayed(TournamentLine.parse(line.text) for line in lines)
    assert len(result_rows(t)) == 9
    assert all(row["over"] for row in result_rows(t))
    again = event_report(event, rules, settings, "1")
    assert again == event_report(event, rules, settings, "1")
    assert again.champion == standings.of_teams(t)[0].team
    assert (again.belled > 0) is (settings.clock_ms > 0)
    deal = 25 + 8 * 3 + 20 * 3.5
    assert len(again.round_seconds) == 3
    assert all(deal < seconds for seconds in again.round_seconds)
    if settings.clock_ms:
        assert max(again.round_seconds) < 12 * 60 + deal, "after the bell a deal is played out at most"


def test_an_event_of_bots_is_told(run: Run) -> None:
    told = json.loads(run("tournament", "simulate", "--teams", "5", "--rounds", "2", "--events", "2", "--json"))
    assert [report["games"] for report in told] == [4, 4]
    assert [len(report["round_seconds"]) for report in told] == [2, 2]
    shown = run("tournament", "simulate", "--teams", "4", "--rounds", "2", "--events", "1", "--pause", "10")
    assert "the best team won" in shown
    assert re.search(r"the day, with 10 minutes between rounds +(3[3-9]|4\d) min", shown)


def test_the_games_of_an_online_event_go_out_as_emn(run: Run, event: Path, tmp_path: Path) -> None:
    assert "no game of this tournament was played" in run("tournament", "export", str(event), "--form", "emn", code=2)
    driver = Driver(find("north_american"), seed=5)
    driver.seat("ana")
    driver.begin()
    driver.play_out()
    store = tmp_path / "uka.db"
    asyncio.run(keep(store, "abcdefgh", [line.text for line in driver.lines]))
    t = replayed(TournamentLine.parse_all(event.read_bytes().splitlines()))
    t, lines = execute(t, lambda t: rounds.seat(t, "director", "s"), at=t.at, by="director")
    _, more = append_entries(t, (LiveTableAssigned(1, "abcdefgh"),), at=t.at, by="clock")
    with event.open("ab") as file:
        file.writelines(line.text + b"\n" for line in (*lines, *more))
    assert "with --store" in run("tournament", "export", str(event), "--form", "emn", code=2)
    missing = str(tmp_path / "none.db")
    assert "there is no store" in run("tournament", "export", str(event), "--form", "emn", "--store", missing, code=2)
    assert not Path(missing).exists()
    match = parse(run("tournament", "export", str(event), "--form", "emn", "--store", str(store)).encode())
    assert (match.about["title"], len(match.games)) == ("A day of Uka", 1)


async def keep(path: Path, table: str, lines: list[bytes]) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append(table, 0, lines)


def test_after_a_draw_of_players_no_captain_is_asked_for(run: Run, tmp_path: Path) -> None:
    path, players = tmp_path / "evening.uka", tmp_path / "players.txt"
    players.write_text("".join(f"{name}\n" for name in ("Ana", "Ben", "Cai", "Dora")), encoding="utf-8")
    run("tournament", "new", str(path), "--list", str(players), "--movement", "progressive", "--minutes", "0")
    run("tournament", "settings", str(path), "rounds=3")
    run("tournament", "draw", str(path))
    said = run("tournament", "result", str(path), "1", "8", "8", "--sure")
    assert "A draw: one of each side cuts, and the higher card moves on." in said
    assert "captain" not in said
