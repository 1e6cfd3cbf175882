"""The contents of the sheets of an evening of players, and of those that each entry or each table gets.

These are personal score cards, schedules, name badges, the wall chart and the cards on the tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from uka.core.ruleset import Ruleset
from uka.narration.names import counted
from uka.rulesets.rulebook import sentence

from .. import standings
from ..movement import table_moves
from ..movements import TableMoves
from ..scores import SCORE_NAMES, bye_score, counts_as_bye, round_count, round_scores
from ..settings import MINUTE, TournamentSettings
from ..tournament import Team, Tournament, TournamentMatch, TournamentRefusal, TournamentRound
from .movement_text import known_rounds, movement_rules
from .sheets import Data

ROUNDS = 12
"""The number of rows for rounds on a card, if the settings do not fix the number of rounds."""
LONERS = 4
"""The circles for loners in a line of a personal card."""


def require_contents(contents: object, why: str) -> None:
    """Raise ``TournamentRefusal`` with the sentence ``why`` if ``contents`` are empty."""
    if not contents:
        raise TournamentRefusal(why)


def personal_cards(t: Tournament) -> Data:
    """Return the card of each player: a line for each round, with what is known of it already.

    A seated round has its table and partner, a closed one its points and loners too. Once the event has ended, the card
    has their sums.
    """
    require_contents(t.active_teams, "no players yet")
    rounds = known_rounds(t)
    return {
        "personal": [_personal_card(t, team, rounds) for team in t.active_teams],
        "rounds": max(t.settings.rounds or ROUNDS, len(rounds)),
        "loners": LONERS,
        "rules": movement_rules(t),
    }


def _personal_card(t: Tournament, team: Team, rounds: Sequence[TournamentRound]) -> Data:
    points = _round_points(t, team, rounds)
    lines = [_card_line(t, team, playing, points) for playing in rounds]
    sums = (str(sum(points.values())), str(sum(line["loners"] for line in lines))) if t.ended else ("", "")
    return {"number": team.number, "name": team.name, "lines": lines, "sums": sums}


def _round_points(t: Tournament, team: Team, rounds: Sequence[TournamentRound]) -> dict[int, int]:
    """Return the points of a player in each closed round, by its number.

    If points are what counts, a handicap is added, and a round sat out has what it counts.
    """
    if t.settings.score == "points":
        return _round_scores(t.settings, team, rounds)
    return {
        playing.number: match.points[match.side_of(team.number).index]
        for playing in rounds
        if playing.closed and (match := playing.of(team.number))
    }


def _card_line(t: Tournament, team: Team, playing: TournamentRound, points: Mapping[int, int]) -> Data:
    match = playing.of(team.number)
    known = {"points": str(points.get(playing.number, "")), "loners": 0}
    if match is None:
        return known | {"table": "–", "partner": _absence(team, playing)}
    loners = match.loners[match.side_of(team.number).index] if playing.closed else 0
    return known | {"table": str(match.table), "partner": _partner(t, team, match), "loners": loners}


def _absence(team: Team, playing: TournamentRound) -> str:
    """Return what stands on paper for a round in which ``team`` does not play."""
    return "sits out" if team.number in playing.byes else "not here"


def _partner(t: Tournament, team: Team, match: TournamentMatch) -> str:
    side = match.sides[match.side_of(team.number).index]
    return " & ".join(t.team(entry).name for entry in side if entry != team.number)


def captains_cards(t: Tournament) -> Data:
    """Return the card of each team: a line for each round, with what is known of it already."""
    require_contents(t.active_teams, "no teams yet")
    settings, rounds = t.settings, known_rounds(t)
    return {
        "home": settings.home,
        "teams": [
            {
                "number": team.number,
                "name": team.name,
                "captain": team.captain,
                "marae": team.marae,
                "lines": _captain_lines(t, team, rounds),
            }
            for team in t.active_teams
        ],
        "rounds": max(settings.rounds or ROUNDS, len(rounds)),
        "clicks": _clicks(settings),
        "circles": max(settings.win, settings.draw, settings.loss, settings.bye),
        "rule": " ".join(movement_rules(t)),
    }


def _captain_lines(t: Tournament, team: Team, rounds: Sequence[TournamentRound]) -> list[Data]:
    clicks = _round_scores(replace(t.settings, score="clicks", handicaps=()), team, rounds)
    return [
        {"table": line["table"], "against": line["against"], "clicks": clicks.get(line["round"], 0)}
        for line in (_schedule_line(t, team, playing) for playing in rounds)
    ]


def _clicks(settings: TournamentSettings) -> str:
    """Return a sentence with the number of clicks (tournament points) for a win, a draw, a loss and a bye."""
    return (
        f"Clicks: {settings.win} for a win, {settings.draw} for a draw, {settings.loss} for a loss, "
        f"{settings.bye} for a round sat out."
    )


def schedules(t: Tournament) -> Data:
    """Return for each entry where, with whom and against whom it plays in each round that is known."""
    require_contents(t.rounds, "no round is seated yet")
    rounds = known_rounds(t)
    return {
        "schedules": [
            {
                "number": team.number,
                "name": team.name,
                "lines": [_schedule_line(t, team, playing) for playing in rounds],
            }
            for team in t.active_teams
        ],
        "pairs": t.side > 1,
    }


def _schedule_line(t: Tournament, team: Team, playing: TournamentRound) -> Data:
    match = playing.of(team.number)
    if match is None:
        return {"round": playing.number, "table": "", "partner": "", "against": _absence(team, playing)}
    against = match.sides[1 - match.side_of(team.number).index]
    return {
        "round": playing.number,
        "table": str(match.table),
        "partner": _partner(t, team, match),
        "against": t.side_name(against),
    }


def badges(t: Tournament) -> Data:
    """Return the name badge of each person of an entry, or of the entry if it names nobody."""
    require_contents(t.active_teams, _nobody(t))
    return {"badges": [badge for team in t.active_teams for badge in _team_badges(team)]}


def _team_badges(team: Team) -> list[Data]:
    people = [*dict.fromkeys(filter(None, (team.captain, *team.players, *team.fill_ins)))]
    if not people:
        return [{"number": team.number, "name": team.name, "home": team.marae}]
    home = ", ".join(filter(None, (team.name, team.marae)))
    return [{"number": team.number, "name": person, "home": home} for person in people]


def wall_chart(t: Tournament) -> Data:
    """Return the wall chart: a line for each entry and a column for each round.

    A closed round has what it adds to the score of the entry, an open or known one its table. Entries that withdrew are
    on it if they have played. The total is there once the event has ended.
    """
    require_contents(t.active_teams, _nobody(t))
    rounds = known_rounds(t)
    totals = {line.team: str(line.score) for line in standings.of_teams(t)} if t.ended else {}
    return {
        "chart": [
            {
                "number": team.number,
                "name": team.name,
                "cells": _chart_cells(t, team, rounds),
                "total": totals.get(team.number, ""),
            }
            for team in t.teams
            if not team.withdrawn or any(playing.of(team.number) for playing in rounds)
        ],
        "rounds": max(t.settings.rounds or ROUNDS, len(rounds)),
        "counted": SCORE_NAMES[t.settings.score],
    }


def _chart_cells(t: Tournament, team: Team, rounds: Sequence[TournamentRound]) -> list[Data]:
    counted = _round_scores(t.settings, team, rounds)
    return [_chart_cell(t, team, playing, str(counted.get(playing.number, ""))) for playing in rounds]


def _chart_cell(t: Tournament, team: Team, playing: TournamentRound, score: str) -> Data:
    """Return a cell of the wall chart. ``score`` is what a closed round counts, or ""."""
    match = playing.of(team.number)
    if match is not None:
        return {"table": str(match.table), "score": score}
    return {"table": "–" if counts_as_bye(t.settings, team, playing) else "", "score": score}


def _round_scores(settings: TournamentSettings, team: Team, rounds: Sequence[TournamentRound]) -> dict[int, int]:
    """Return what each closed round adds to the score of an entry, by its number."""
    closed = [playing for playing in rounds if playing.closed]
    matches = {playing.number: match for playing in closed if (match := playing.of(team.number))}
    counts = [round_count(match, team.number, settings) for match in matches.values()]
    played = round_scores(settings, team.number, counts)
    bye = bye_score(settings, played)
    return dict(zip(matches, played, strict=True)) | {
        playing.number: bye
        for playing in closed
        if playing.number not in matches and counts_as_bye(settings, team, playing)
    }


def table_cards(t: Tournament) -> Data:
    """Return the card of each table: how a game ends, where winners and losers go, and the movement in short."""
    require_contents(t.tables, "first set the tables")
    moves = table_moves(t)
    return {
        "table_cards": [{"number": table, "steps": _steps(table, moves[table]) if moves else []} for table in t.tables],
        "game": game_sentences(t.rules, t.settings.clock_ms // MINUTE),
        "rules": movement_rules(t),
    }


def _steps(table: int, moves: TableMoves) -> list[str]:
    return [move_sentence("Winners", table, moves.winners), move_sentence("Losers", table, moves.losers)]


def move_sentence(who: str, table: int, to: int) -> str:
    """Return in words that ``who`` stay at ``table``, or go to the table ``to``."""
    return f"{who} stay" if to == table else f"{who} go to table {to}"


def game_sentences(rules: Ruleset, minutes: int) -> list[str]:
    """Return the sentences that say when a game ends."""
    told = [f"The bell rings after {counted(minutes, 'minute')}."] if minutes else []
    if rules.deals:
        told.append(f"A game has {counted(rules.deals, 'deal')}.")
    if rules.target:
        told.append(sentence(rules, "target"))
    return told


def _nobody(t: Tournament) -> str:
    return "no players yet" if t.side > 1 else "no teams yet"
