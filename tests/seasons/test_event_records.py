"""The games of an online event: each match gets its record, and the season what the cards of it were worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tournament.day import Day
from uka import rulesets
from uka.cli import main
from uka.core.game import Game
from uka.records import Log, RecordedMatch, write
from uka.seasons.event_results import records_of_matches
from uka.tournament import Roster, TournamentSettings
from uka.tournament import entries as en
from uka.tournament.commands import rounds, teams

from .test_cards_worth import played


def online_day(games: list[Log]) -> Day:
    """Return an online event of four teams, whose two matches ended as ``games`` did."""
    day = Day(TournamentSettings(movement="swiss", online=True, clock_ms=0), rulesets.find("north_american"))
    for name in ("Kauri", "Rata", "Rimu", "Totara"):
        day.do(teams.enter, Roster(name))
    day.do(teams.set_tables, (1, 2))
    day.seat()
    day.do(rounds.start)
    for match, game in zip(day.matches, games, strict=True):
        assert isinstance(game.state, Game)
        first, second = game.state.score
        live = en.LiveTableAssigned(match.table, f"live{match.table}")
        ended = en.LiveGameEnded(match.table, (first, second))
        day.do(lambda t, by, both=(live, ended): both)
    day.do(rounds.close, unsigned=True)
    return day


def test_each_match_gets_the_record_of_its_game_unless_it_was_corrected() -> None:
    games = [played(1), played(2)]
    day = online_day(games)
    assert records_of_matches(day.t, games) == {(1, 1): games[0], (1, 2): games[1]}
    assert records_of_matches(day.t, games[1:]) == {(1, 2): games[1]}
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (0, 10), "agreed by both"), insist=True)
    assert records_of_matches(day.t, games) == {(1, 2): games[1]}


def test_a_season_takes_the_games_of_an_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    games = [played(1), played(2)]
    day = online_day(games)
    Path("event.uka").write_bytes(b"".join(line.text + b"\n" for line in day.lines))
    write(RecordedMatch(tuple(games), {}), "games.emn")
    for line in ("season new s.season", "season add s.season event.uka --date 2026-11-29 --games games.emn"):
        main(line.split())
    assert "The cards of 2 of 2 games are known." in capsys.readouterr().out
    main(["season", "ratings", "s.season", "--json"])
    rows = json.loads(capsys.readouterr().out)
    assert {row["member"] for row in rows} == {"Kauri", "Rata", "Rimu", "Totara"}
    assert all(row["deal_games"] == 1 for row in rows)
    main(["season", "ratings", "s.season"])
    assert "cleaned of cards" in capsys.readouterr().out.replace("\n", " ")
