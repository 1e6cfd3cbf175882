"""Lists of teams: their headings, their lines, and the files that hold them."""

from __future__ import annotations

import io
import sys
import zipfile
from contextlib import suppress
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.day import Day
from uka.tournament import Roster, TournamentRefusal, TournamentSettings
from uka.tournament.commands import teams
from uka.tournament.csv_rows import MOST_ROWS
from uka.tournament.list_files import MOST_BYTES, text_of_list
from uka.tournament.team_lists import HEADINGS, has_heading, parse_teams

KAURI = Roster("Kauri", "Waahi", "Mere", ("Mere", "Hemi"), ("Tama",))
CELLS = {"team": "Kauri", "marae": "Waahi", "captain": "Mere", "players": "Mere / Hemi", "fill-ins": "Tama"}


def refusal(text: str) -> str:
    with pytest.raises(TournamentRefusal) as found:
        parse_teams(text)
    return str(found.value)


@pytest.mark.parametrize(
    "heading",
    [
        "team,marae,captain,players,fill_ins",
        "TEAM NAME,CLUB,CAPTAIN,PLAYERS,SUBS",
        "Name,Pub,Skipper,Members,Reserves",
        "Name of the team,Home,Team captain,Player names,Fill-ins",
        "Teams,Iwi,Kaihautū,Team members,Substitutes",
        "Team's name,Club name,Captain's name,Players,Fill ins",
        "team,From,kaihautuu,player,sub",
    ],
)
def test_usual_headings_are_recognised(heading: str) -> None:
    listed = parse_teams(f"{heading}\nKauri,Waahi,Mere,Mere / Hemi,Tama")
    assert listed.rosters == (KAURI,)
    assert listed.unused == ()


@given(st.data())
def test_columns_stand_in_any_order_in_any_case_among_unknown_ones(data: st.DataObject) -> None:
    kinds = data.draw(st.permutations([*CELLS]))
    words = [data.draw(st.sampled_from(HEADINGS[kind])) for kind in kinds]
    words = [data.draw(st.sampled_from((word, word.upper(), word.title(), word.replace(" ", "_")))) for word in words]
    cells = [CELLS[kind] for kind in kinds]
    for unknown in data.draw(st.lists(st.sampled_from(("Phone", "E-mail", "Dietary needs", "#")), unique=True)):
        at = data.draw(st.integers(0, len(words)))
        words.insert(at, unknown)
        cells.insert(at, "?")
    separator = data.draw(st.sampled_from(",;\t"))
    listed = parse_teams(f"{separator.join(words)}\n{separator.join(cells)}")
    assert listed.rosters == (KAURI,)
    assert listed.unused == tuple(word for word in words if word in ("Phone", "E-mail", "Dietary needs", "#"))


def test_a_heading_is_never_a_team() -> None:
    for heading in ("Name,Phone", "Team,Age", "Name,Village", "TEAMS", "Team name;Notes"):
        assert [roster.name for roster in parse_teams(f"{heading}\nKauri").rosters] == ["Kauri"]
    assert "none of its columns is named team" in refusal("Club,Captain\nWaahi,Mere")
    assert "(Mannschaft, Phone)" in refusal("Mannschaft;Phone\nKauri;021")


def test_a_list_without_a_heading_has_the_usual_columns() -> None:
    assert parse_teams("Kauri,Waahi,Mere,Mere / Hemi,Tama").rosters == (KAURI,)
    assert [roster.name for roster in parse_teams("Team 1\nTeam 2\nTeam 3").rosters] == ["Team 1", "Team 2", "Team 3"]


def test_titles_above_a_heading_are_told() -> None:
    listed = parse_teams("Tainui Games 2026\n\nNo.,Team,Marae\n1,Kauri,Waahi\nNo.,Team,Marae\n2,Toru,\n")
    assert [roster.name for roster in listed.rosters] == ["Kauri", "Toru"]
    assert listed.lines == (4, 6)
    assert listed.unused == ("Tainui Games 2026", "No.")


def test_two_headings_of_one_thing_use_the_more_usual_one() -> None:
    listed = parse_teams("Name,Team,Club,Marae\nMere,Kauri,Ngaruawahia,Waahi")
    assert (listed.rosters, listed.unused) == ((Roster("Kauri", "Waahi"),), ("Name", "Club"))


def test_players_stand_in_several_columns_or_in_one() -> None:
    text = 'Team,Player 1,Player 2,Sub 1\nKauri,Mere,Hemi,Tama\nToru,"Ana\nBen",,\nWha,"Ana, Ben; Cy & Di",,'
    assert [roster.players for roster in parse_teams(text).rosters] == [
        ("Mere", "Hemi"),
        ("Ana", "Ben"),
        ("Ana", "Ben", "Cy", "Di"),
    ]
    assert parse_teams(text).lines == (2, 3, 5)


def test_the_word_of_the_tournament_heads_its_column() -> None:
    assert parse_teams("Team,Bar\nKauri,Waahi", home="bar").rosters == (Roster("Kauri", "Waahi"),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are no teams in the list"),
        ("Team,Marae", "the list has a heading, but no teams below it"),
        ("\n\nTeam,Marae\n\n,Waahi", "line 5 has no team's name"),
        (
            "Kauri\n\nkauri",
            "line 3: kauri is on the list twice, first on line 1; give one of them a second name or a letter: kauri B",
        ),
        ("Team,Marae\nKauri,Waahi,Mere", "line 2 has 3 columns: there are 2, with team, marae"),
        ('Kauri\n"Toru,Waahi\nWha', "line 2 opens a quotation mark that is not closed"),
        ("Kauri\n" * (MOST_ROWS + 1), f"the list has more than {MOST_ROWS} lines"),
        ("x" * 200_000, "line 1 cannot be read: field larger than field limit (131072)"),
    ],
)
def test_a_bad_list_says_which_line_and_why(text: str, why: str) -> None:
    assert refusal(text) == why


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("x" * 93, f"line 4: a team needs a name of 1 to 80 letters: {'x' * 20}… has 93"),
        ("Ka\x07uri", "line 4: a team needs a name of printable letters, unlike 'Ka\\x07uri'"),
        ("Toru", "line 4: there is already a team named Toru"),
        (f"Kauri,{'y' * 81}", f"line 4: the pub needs a name of 1 to 80 letters: {'y' * 20}… has 81"),
        (f"Kauri,,,{'z' * 81}", f"line 4: a player needs a name of 1 to 80 letters: {'z' * 20}… has 81"),
    ],
)
def test_a_bad_name_says_which_line_and_why(row: str, why: str) -> None:
    day = Day(TournamentSettings(home="pub"))
    day.do(teams.enter, Roster("Toru"))
    assert day.refused(teams.enter_list, parse_teams(f"Team,Pub,Captain,Players\n\nWha\n{row}")) == why


@given(st.text())
def test_any_text_is_a_list_or_refused(text: str) -> None:
    with suppress(TournamentRefusal):
        listed = parse_teams(text)
        assert len(listed.rosters) == len(listed.lines) > 0


# Files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_text_is_read_in_the_usual_encodings(encoding: str, separator: str) -> None:
    text = f"Team{separator}Marae\r\nTōtara{separator}Tūrangawaewae\r\n"
    assert parse_teams(text_of_list(text.encode(encoding), has_heading)).rosters == (Roster("Tōtara", "Tūrangawaewae"),)


def test_text_of_windows_is_read() -> None:
    big_endian = b"\xfe\xff" + "Tōtara".encode("utf-16-be")
    assert text_of_list(big_endian, has_heading) == "Tōtara"
    assert text_of_list("Café “Zoë”;Mañana".encode("cp1252"), has_heading) == "Café “Zoë”;Mañana"


def workbook(*rows: list[Any], before: list[list[Any]] | None = None) -> bytes:
    """Return an Excel workbook with a list on its first sheet, or behind a sheet of other rows."""
    book, out = openpyxl.Workbook(), io.BytesIO()
    if before is not None:
        for row in before:
            book.active.append(row)  # type: ignore[union-attr]
        book.create_sheet("Teams")
    for row in rows:
        book.worksheets[-1].append(row)
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read() -> None:
    rows = (
        ["Tainui Games 2026"],
        [],
        ["No.", "TEAM NAME", "Club", "Player 1", "Player 2", "Phone"],
        [1, "Tōtara", "Wāhi", "Mere\nHemi", None, 2112345],
        [2.0, 7, None, "Ana", "Ben", None],
    )
    listed = parse_teams(text_of_list(workbook(*rows), has_heading))
    assert listed.rosters == (
        Roster("Tōtara", "Wāhi", players=("Mere", "Hemi")),
        Roster("7", players=("Ana", "Ben")),
    )
    assert listed.lines == (4, 5), "lines are numbered as in Excel"
    assert listed.unused == ("Tainui Games 2026", "No.", "Phone")
    behind = workbook(["Team", "Marae"], ["Kauri", "Waahi"], before=[["How to fill this in"], ["Ask Mere"]])
    assert parse_teams(text_of_list(behind, has_heading)).rosters == (Roster("Kauri", "Waahi"),)


def changed(content: bytes, name: str, data: bytes) -> bytes:
    """Return a workbook in which one of its files is replaced."""
    old, out = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for file in {*old.namelist(), name}:
            new.writestr(file, data if file == name else old.read(file))
    return out.getvalue()


workbook_of_teams = workbook(["Team"], ["Kauri"])
SHEET = "xl/worksheets/sheet1.xml"
HEAD = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "<row/><row/>"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty, or not a list"),
        (b"\x00\x01\x02", "the file is empty, or not a list"),
        (b"\x81\x8d\x8f", "the file is empty, or not a list"),
        (b"\xff\xfea", "the file is empty, or not a list"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "the file is of an old Excel, or protected"),
        (b"PK\x03\x04" + bytes(50), "the Excel workbook is damaged or protected"),
        (b"x" * (MOST_BYTES + 1), "the file has more than 1,000,000 bytes"),
        (workbook(), "there is nothing in the workbook"),
        (changed(workbook(["Kauri"]), SHEET, b"<worksheet"), "the Excel workbook is damaged or protected"),
        (changed(workbook(["Kauri"]), SHEET, LAUGHS + HEAD), "the Excel workbook is damaged or protected"),
        (changed(workbook(["Kauri"]), "xl/a", bytes(5_000_000)), "the Excel workbook holds far more than"),
        (changed(workbook(["Kauri"]), SHEET, HEAD + b"<c/>" * 300_000), "the Excel workbook holds far more than"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_a_sentence(content: bytes, why: str) -> None:
    with pytest.raises(TournamentRefusal) as found:
        text_of_list(content, has_heading)
    assert why in str(found.value)
    assert "\n" not in str(found.value)


def test_without_the_package_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(TournamentRefusal, match=r"needs openpyxl, .*uka\[paper\].*; or save the list as CSV in UTF-8"):
        text_of_list(workbook_of_teams, has_heading)


def test_another_zip_file_is_no_workbook() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("content.xml", "<x/>")
    with pytest.raises(TournamentRefusal, match=r"not an Excel workbook: save it as \.xlsx, or as CSV in UTF-8"):
        text_of_list(out.getvalue(), has_heading)


def test_a_cell_far_away_does_not_fill_the_memory() -> None:
    far = b'<row r="1"><c r="A1"><v>7</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    content = changed(workbook(["Kauri"]), SHEET, HEAD + far + b"</sheetData></worksheet>")
    assert parse_teams(text_of_list(content, has_heading)).rosters == (Roster("7"),)


@given(st.binary(max_size=300), st.sampled_from((b"", b"PK\x03\x04", b"\xff\xfe")))
def test_any_file_is_text_or_refused(content: bytes, start: bytes) -> None:
    with suppress(TournamentRefusal):
        assert text_of_list(start + content, has_heading).strip()
