"""A day and three evenings of the Tainui Games from the command line alone, against a tally counted by hand."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest

from tests.cli.conftest import Typed
from tests.cli.tournament_hall import RANKS, Game, Hall, Run

MARAE = ("Tuurangawaewae", "Waahi", "Poohara", "Hukanui", "Maurea", "Te Koopua")
TEAMS = {f"Team {number}": MARAE[number % len(MARAE)] for number in range(1, 25)}
TABLES = len(TEAMS) // 2


@pytest.fixture
def run(typed: Typed) -> Run:
    def call(*words: str) -> str:
        done = typed(*words)
        assert done.code == 0, done.err
        return done.out

    return call


Refused = Callable[..., list[str]]


@pytest.fixture
def refused(typed: Typed) -> Refused:
    def call(hall: Hall, verb: str, *words: object) -> list[str]:
        before = Path(hall.file).read_bytes()
        done = typed("tournament", verb, hall.file, *map(str, words))
        assert done.code == 2
        assert Path(hall.file).read_bytes() == before, "what is refused leaves nothing in the file"
        return done.err.splitlines()

    return call


# What happens in each round of the day. A generator yields the tables that it has finished, then does what follows the
# last result of the round.

Special = Callable[[Hall], Iterator[tuple[int, ...]]]


def a_revoke_and_a_misdeal_in_one_deal(hall: Hall) -> Iterator[tuple[int, ...]]:
    a, b = hall.pairs[1]
    hall.play(1, [
        ("deal", a, 3, False), ("revoke", b), ("misdeal",), ("deal", b, 4, False), ("revoke", b), ("deal", b, 5, False),
        ("deal", a, 5, True),
    ])  # fmt: skip
    assert hall.game(1).points == {a: 11, b: 1}
    yield (1,)


def a_misdeal_at_the_bell(hall: Hall) -> Iterator[tuple[int, ...]]:
    a, b = hall.pairs[3]
    hall.play(3, [("deal", a, 3, False), ("bell", "yes"), ("misdeal",), ("deal", b, 2, False)])
    assert hall.game(3).points == {a: 3, b: 0}
    c, d = hall.pairs[4]
    hall.play(4, [("bell", "yes"), ("revoke", c), ("misdeal",), ("deal", d, 3, False)])
    assert hall.game(4).points == {c: 0, d: 3}
    yield (3, 4)


def the_bell_while_dealing_and_a_lost_deal(hall: Hall) -> Iterator[tuple[int, ...]]:
    a, _ = hall.pairs[1]
    hall.play(1, [("deal", a, 4, False), ("bell", "yes"), ("misdeal",), ("misdeal",)])
    c, d = hall.pairs[2]
    hall.play(2, [("deal", c, 1, False), ("bell", "no")])
    assert (hall.game(1).winner, hall.game(2).winner) == (a, d)
    yield (1, 2)


def a_drawn_table_cut_by_its_captains(hall: Hall) -> Iterator[tuple[int, ...]]:
    hall.enter(5, 8, 8)
    assert "the captains cut again" in hall.say("cut", 5, "Kd,Kh")
    hall.cut(5, "9s", "Ad")
    a, b = hall.pairs[12]
    hall.play(12, [("deal", a, 3, False), ("deal", b, 4, False), ("bell", "no")])
    hall.cut(12, "Ks", "Qs")
    assert (hall.game(5).moves, hall.game(12).moves) == (hall.pairs[5][1], a)
    yield (5, 12)


def results_that_were_entered_wrongly(hall: Hall) -> Iterator[tuple[int, ...]]:
    yield ()
    game = hall.game(2)
    wrong = tuple(game.points.values())
    hall.say("result", 2, *wrong[::-1], "--change")
    game.points = dict(zip(game.teams, wrong[::-1], strict=True))
    game.cut = (game.cut[1], game.cut[0]) if game.cut else None
    old = hall.game(9, number=1)
    old.points, old.cut = dict(zip(old.teams, (2, 11), strict=True)), None
    hall.say("result", 9, 2, 11, "--round", 1, "--change")


def cards_a_fill_in_and_a_forfeit(hall: Hall) -> Iterator[tuple[int, ...]]:
    a, b = hall.pairs[7]
    hall.play(7, [("deal", a, 3, False)])
    for colour in ("orange", "green"):
        hall.say("card", a, colour, "table-talk", "--player", "Hemi")
    hall.say("card", a, "red", "table-talk again", "--player", "Hemi", "--fill-in", "Mere")
    hall.say("fill-in", b, "Rangi", "Tama", "--minutes", 10)
    hall.say("card", a, "red", "a marked pack", "--cheating")
    hall.game(7).forfeited = a
    hall.play(8, [("deal", hall.pairs[8][1], 5, False)])
    hall.say("forfeit", hall.pairs[8][0], "they went home early")
    hall.game(8).forfeited = hall.pairs[8][0]
    yield (7, 8)


def entries_that_are_undone(hall: Hall) -> Iterator[tuple[int, ...]]:
    hall.give("Team 3", 2, "helped another table")
    hall.give("Team 4", 1, "a kind word")
    hall.say("fair-play", "Team 5", 3)
    hall.undo()
    hall.say("result", 10, 11, 2)
    hall.undo()
    a, b = hall.pairs[6]
    hall.play(6, [("deal", a, 5, False)])
    hall.say("ruling", 6, "for the wrong team", "--points", f"{b}=2")
    hall.undo()
    hall.say("bell", 6, "no")
    yield (6,)


def a_ruling(hall: Hall) -> Iterator[tuple[int, ...]]:
    a, b = hall.pairs[1]
    hall.play(1, [("deal", a, 5, False), ("ruling", b, 2), ("revoke", a), ("deal", a, 5, False), ("bell", "no")])
    assert hall.game(1).points == {a: 2, b: 4}
    hall.give("Team 3", 1, "a good loser")
    yield (1,)


SPECIAL: tuple[Special, ...] = (
    a_revoke_and_a_misdeal_in_one_deal,
    a_misdeal_at_the_bell,
    the_bell_while_dealing_and_a_lost_deal,
    a_drawn_table_cut_by_its_captains,
    results_that_were_entered_wrongly,
    cards_a_fill_in_and_a_forfeit,
    entries_that_are_undone,
    a_ruling,
)


def test_a_day_of_24_teams_and_8_rounds(run: Run, tmp_path: Path) -> None:
    """Cards, fair play, a revoke, misdeals at the bell, a drawn table cut by its captains, and corrections."""
    hall = a_day(run, tmp_path)
    assert len(hall.games) == 8 * TABLES
    assert sum(hall.clicks().values()) == 2 * 8 * TABLES
    assert [*hall.places(("fair_play", "cut")).values()].count(1) == 1


def a_day(run: Run, folder: Path) -> Hall:
    """Direct the whole day. After each round the standings are compared with the books."""
    hall, rng = Hall(run, folder, TEAMS, "--tables", str(TABLES), "--name", "The Tainui Games"), Random(18)
    hall.say("settings", "rounds=8", "tie_breaks=fair_play,cut")
    for number, special in enumerate(SPECIAL, 1):
        hall.draw()
        assert hall.number == number
        happens = special(hall)
        the_rest(hall, rng, next(happens))
        assert next(happens, None) is None
        hall.check(("fair_play", "cut"))
    level_teams_cut(hall)
    hall.check(("fair_play", "cut"))
    assert "This takes it back" in hall.say("end")
    return hall


def the_rest(hall: Hall, rng: Random, done: tuple[int, ...]) -> None:
    """Enter the results of all other tables from a sheet: some to eleven, some by the bell, the last one a draw."""
    tables = [table for table in hall.pairs if table not in done]
    points = {table: rng.choice(((11, rng.randrange(11)), (rng.randrange(11), 11), (7, 4), (3, 5))) for table in tables}
    cards = rng.choice((("Ah", "Td"), ("7s", "Jc")))
    hall.sheet(points | {tables[-1]: (6, 6)}, {tables[-1]: cards})


def level_teams_cut(hall: Hall) -> None:
    """Let the captains of all level teams cut. The first two cut cards of one rank, and cut again."""
    same = 1
    rows = hall.told("tie")["level"]
    assert rows, "22 teams without fair play have 17 numbers of clicks at most, so some are level"
    while rows:
        level = [row["team"] for row in rows if row["place"] == rows[0]["place"]]
        ranks = [max(index - same, 0) for index in range(len(level))]
        cards = {
            team: f"{RANKS[::-1][rank % 8]}{'shdc'[index % 4]}"
            for index, (team, rank) in enumerate(zip(level, ranks, strict=True))
        }
        rows = hall.told("tie", "--cut", ",".join(f"{team}={card}" for team, card in cards.items()))["level"]
        hall.cuts.append(cards)
        same = 0


# Three evenings


def a_round(hall: Hall, rng: Random) -> None:
    """Draw a round, and enter its results."""
    hall.draw()
    hall.sheet({table: rng.choice(((11, 3), (2, 11), (6, 4))) for table in hall.pairs}, {})


def test_an_evening_with_a_bye_whose_ties_are_shared(run: Run, tmp_path: Path) -> None:
    """An odd number of teams; one leaves, one comes late, and one is sent home for the day and comes back."""
    teams = {f"Team {number}": MARAE[number % 3] for number in range(1, 8)}
    hall, rng = Hall(run, tmp_path, teams), Random(3)
    ways = ("head_to_head", "points", "fair_play")
    hall.say("tie", "--shared")
    for _ in range(2):
        a_round(hall, rng)
        hall.check(ways)
    assert max(hall.byes.values()) == 1
    hall.say("withdraw", "Team 2")
    hall.say("enter", "Team 8, Waahi")
    hall.marae["Team 8"] = "Waahi"
    hall.say("settings", "red_card=day")
    hall.say("card", "Team 1", "red", "a marked pack", "--cheating")
    hall.draw()
    assert not {"Team 1", "Team 2"} & {team for pair in hall.pairs.values() for team in pair}
    red = next(line for line in hall.told("log")["lines"] if line["entry"]["type"] == "conduct_card_shown")
    hall.undo(red["seq"])
    hall.say("rejoin", "Team 2")
    hall.say("tables", 4)
    hall.games = [game for game in hall.games if game.round < 3]
    again = hall.told("draw", "--again")
    assert len(again["tables"]) == 4
    hall.games += [Game(3, row["table"], (row["north_south"], row["east_west"])) for row in again["tables"]]
    hall.pairs = {row["table"]: (row["north_south"], row["east_west"]) for row in again["tables"]}
    hall.sheet(dict.fromkeys(hall.pairs, (11, 2)), {})
    hall.check(ways)
    hall.say("end")


def test_an_evening_without_a_bell_is_entered_from_its_own_export(run: Run, tmp_path: Path) -> None:
    """The sheet that ``export`` prints is filled in and read back: the names of the teams are checked."""
    teams = {f"Team {number}": MARAE[number % 3] for number in range(1, 5)}
    hall = Hall(run, tmp_path, teams, "--minutes", "0", "--rules", "uka")
    hall.say("tie", "--shared")
    for points in ((10, 4), (3, 11), (12, 9)):
        hall.draw()
        rows = [*csv.DictReader(io.StringIO(hall.say("export")))]
        sheet = tmp_path / "sheet.csv"
        with sheet.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            for row in rows:
                if int(row["Round"]) == hall.number:
                    row |= {"Points N and S": points[0], "Points E and W": points[1]}
                writer.writerow(row)
        assert f"Round {hall.number} is closed." in hall.say("results", sheet)
        for table, pair in hall.pairs.items():
            hall.game(table).points = dict(zip(pair, points, strict=True))
        hall.check(("head_to_head", "points", "fair_play"))


def test_an_evening_parted_by_lot_whose_end_is_taken_back(run: Run, refused: Refused, tmp_path: Path) -> None:
    teams = {f"Team {number}": MARAE[number % 3] for number in range(1, 7)}
    hall, rng = Hall(run, tmp_path, teams), Random(5)
    hall.say("settings", "rounds=3", "tie_breaks=fair_play,lot")
    a_round(hall, rng)
    assert [row["place"] for row in hall.told("standings")] == [1, 2, 3, 4, 5, 6]
    assert {row["parted_by"] for row in hall.told("tie")["level"]} == {"lot"}
    shared = hall.places(("fair_play",))
    rows = hall.told("standings")
    assert sorted(rows, key=lambda row: shared[row["team"]]) == rows, "the lot parts level teams only"
    why = "1 of 3 rounds are played: end the tournament all the same with --sure"
    assert refused(hall, "end") == [why]
    hall.draw()
    why = f"round 2 has no results yet: enter them with uka tournament result {hall.file}, or draw it --again"
    assert refused(hall, "draw") == [why]
    assert refused(hall, "end") == ["round 2 is seated, but not played: end the tournament all the same with --sure"]
    said = hall.say("end", "--sure")
    assert refused(hall, "draw") == [why]
    hall.run(*said.split("takes it back: uka ")[1].split())
    hall.sheet(dict.fromkeys(hall.pairs, (11, 5)), {})
    hall.say("tie", "--shared")
    hall.check(("fair_play",))
    a_round(hall, rng)
    hall.check(("fair_play",))
    hall.say("end")


# What is refused


def test_a_sheet_is_entered_whole_or_not_at_all(run: Run, refused: Refused, tmp_path: Path) -> None:
    hall = Hall(run, tmp_path, {f"Team {number}": "" for number in range(1, 13)})
    hall.draw()
    sheet = tmp_path / "round1.csv"
    first, _ = hall.pairs[5]
    sheet.write_text(
        "\ufefftable,first,first_points,second_points,cut,notes\n"
        "1,,11,4,,good\n"
        "\n"
        "2,,x,4,,\n"
        "9,,11,4,,\n"
        "1,,11,4,,\n"
        f"5,{hall.pairs[5][1]},11,4,,\n"
        "3,,30,4,,\n"
        '4,,11,4,"Kd,9s",\n'
        "6,,8,8,Kd,\n",
        encoding="utf-8",
    )
    assert refused(hall, "results", sheet) == [
        f"nothing is entered, because {sheet} is not right:",
        "line 4: 'x' is not a number of points",
        "line 5: nobody plays at table 9 in round 1",
        "line 6: table 1 is in line 2 too",
        f"line 7: at table 5 sit {first} and {hall.pairs[5][1]}, in this order, not {hall.pairs[5][1]}",
        "line 8: 30 points are more than a side can score under these rules: 16 at most: if the result is right, "
        "enter it with --sure",
        "line 9: the captains cut only after a draw",
        "line 10: 'Kd' is not a cut: give two cards, such as Kd 9s",
    ]
    sheet.write_text("1;11;4\n2;3;11\n3;8;8;Kd 9s\n4;8;8\n", encoding="utf-8")
    said = hall.say("results", sheet).splitlines()
    assert said[-1] == "Round 1 is not finished: no result at table 5, 6; a draw without a cut at table 4."
    sheet.write_text("1,11,4\n2,3,11\n3,8,8,Kd,9s\n4,8,8,7s,8s\n5,11,0\n6,0,11\n", encoding="utf-8")
    assert hall.say("results", sheet).splitlines()[-1] == "Round 1 is closed."
    sheet.write_text("2,11,3\n", encoding="utf-8")
    why = "line 1: table 2 has the result 3 to 11 in round 1: replace it with --change"
    assert refused(hall, "results", sheet)[1:] == [why]
    hall.say("results", sheet, "--change")
    assert refused(hall, "results", tmp_path / "none.csv")[0].endswith("cannot be read: No such file or directory")


@pytest.mark.parametrize("kind", ["cp1252", "utf-16", "xlsx"])
def test_a_sheet_of_results_is_read_as_a_list_of_teams_is(
    kind: str, run: Run, refused: Refused, tmp_path: Path
) -> None:
    hall = Hall(run, tmp_path, {"Café": "Waahi", "Toru": "Poohara", "Whetu": "Waahi", "Awa": "Hukanui"})
    hall.draw()
    rows: list[list[Any]] = [["table", "first", "second", "first_points", "second_points", "cut"]]
    rows += [[1, *hall.pairs[1], 11, 4], [2, *hall.pairs[2], 8, 8, "Kd 9s"]]
    sheet = tmp_path / ("round1.xlsx" if kind == "xlsx" else "round1.csv")
    if kind == "xlsx":
        book = openpyxl.Workbook()
        book.worksheets[0].append(["Ask Mere before you fill this in"])
        for row in rows:
            (book.worksheets[1] if len(book.worksheets) > 1 else book.create_sheet()).append(row)
        book.save(sheet)
    else:
        sheet.write_text("\n".join(";".join(map(str, row)) for row in rows), encoding=kind)
    assert hall.say("results", sheet).splitlines()[-1] == "Round 1 is closed."
    for content, why in (
        (b"\x81\x8d\x8f", "the file is empty, or not a list: save it as .xlsx, or as CSV in UTF-8"),
        (b"PK\x03\x04", "the Excel workbook is damaged or protected: save it as .xlsx, or as CSV in UTF-8"),
        (b'1,"11,4', "line 1 opens a quotation mark that is not closed"),
    ):
        sheet.write_bytes(content)
        assert refused(hall, "results", sheet) == [f"{sheet}: {why}"]


def test_what_is_wrong_is_one_sentence_and_changes_nothing(run: Run, refused: Refused, tmp_path: Path) -> None:
    hall = Hall(run, tmp_path, {"Kauri": "Waahi", "Toru": "Poohara", "Whetu": "Waahi", "Awa": "Hukanui"})
    assert refused(hall, "revoke", "Kauri") == ["no round is seated yet"]
    hall.draw()
    (a, b), (c, _) = hall.pairs[1], hall.pairs[2]
    not_a_number = "is not understood: 'two' is not a number of points"
    no_value = "is not understood: give a value for each team, such as Kauri=2,Toru=-1"
    nothing_to_undo = (
        "there is nothing to undo: you can undo results, cuts, cards, fair-play points, fill-ins, the end of the "
        "tournament, and what officials entered in this round"
    )
    for words, why in (
        (("revoke", "Kaurri"), "there is no team named Kaurri: did you mean Kauri?"),
        (("misdeal", 1), "first say who deals first"),
        (("misdeal", 3), "nobody plays at table 3 in round 1"),
        (("dealer", 1, "left"), "SEAT must be north, east, south or west, not 'left'"),
        (("cut", 1, "Kd,9s"), "the captains cut only after a draw"),
        (("cut", 1, "Kd"), "CARDS Kd is not understood: give two cards, such as Kd,9s"),
        (("fair-play", a, 11), "give 1 to 10 fair-play points at a time"),
        (("card", a, "green", "talk"), f"the next card for team {number(hall, a)} is orange, not green"),
        (("card", a, "orange", "talk", "--fill-in", "X"), "a fill-in comes with a red card for a player only"),
        (("card", a, "orange", " "), "give the reason, in 1 to 80 letters"),
        (("fill-in", a, "Hemi", "Hemi"), "say who is leaving and who fills in"),
        (("fill-in", a, "Hemi", "Mere", "--minutes", 90), "a fill-in is for 1 to 60 minutes, or 0 for good"),
        (("ruling", 1, "so it is", "--points", f"{c}=2"), f"{c} plays at table 2, not at table 1"),
        (("ruling", 1, "so it is", "--points", f"{a}=two"), f"--points {a}=two {not_a_number}"),
        (("ruling", 1, "so it is", "--points", a), f"--points {a} {no_value}"),
        (("undo", 0), nothing_to_undo),
        (("tie", "--lot", "--shared"), "give only one of --cut, --lot and --shared"),
        (("tie", "--cut", f"{a}=Kd,{b}=9s"), "no teams are level after the closed rounds"),
        (("settings", "red_card=week"), "red_card is 'game' or 'day', not 'week'"),
        (("settings", "red_crad=day"), "there is no setting red_crad: did you mean red_card?"),
        (("settings", "fair_worth=1"), "fair_worth 1 must be more than winning_worth 1: fair play is worth more"),
        (("settings", "tie_breaks=lot,points"), "the lot parts all teams: it must be the last of the tie-breaks"),
        (("settings", "rounds"), "rounds is not understood: write a setting as name=value"),
        (("log", "--last", 0), "--last must be 1 or more, not 0"),
    ):  # fmt: skip
        assert refused(hall, *words) == [why]
    assert refused(hall, "deal", a, 3) == ["first say who deals first"]
    hall.say("dealer", 1, "north")
    assert refused(hall, "deal", a, 6) == ["the makers took 0 to 5 tricks, not 6"]
    assert refused(hall, "bell", 1, "perhaps") == ["TURN-UP must be yes or no, not 'perhaps'"]
    assert refused(hall, "thrown-in", 1) == ["in Uka at the Tainui Games no deal is thrown in: someone must call"]
    hall.say("deal", a, 5, "--alone")
    assert f"{b} revoked" in hall.say("revoke", b)
    assert f"{a} 8, {b} 0" in hall.say("misdeal", 1)


def number(hall: Hall, team: str) -> int:
    return [*hall.marae].index(team) + 1
