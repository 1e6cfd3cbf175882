"""The contents of the sheets of an evening of players, and of those that each entry or each table gets.

These are personal score cards, schedules, name badges, the wall chart and the cards on the tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.ruleset import Ruleset
from uka.narration.names import counted
from uka.rulesets.rulebook import sentence

from .. import standings
from ..movement import table_moves
from ..movements import TableMoves
from ..scores import SCORE_NAMES, bye_score, counts_as_bye, round_count, round_scores
from ..settings import MINUTE
from ..tournament import Team, Tournament, TournamentMatch, TournamentRefusal, TournamentRound
from .movement_text import FIXED, known_rounds, movement_rules
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
    """Return the card of each player: a line for each round, with table and partner where they are known already."""
    require_contents(t.active_teams, "no players yet")
    rounds = known_rounds(t) if t.settings.movement in FIXED else []
    return {
        "personal": [
            {"number": team.number, "name": team.name, "lines": [_card_line(t, team, each) for each in rounds]}
            for team in t.active_teams
        ],
        "rounds": max(t.settings.rounds or ROUNDS, len(rounds)),
        "loners": LONERS,
        "rules": movement_rules(t),
    }


def _card_line(t: Tournament, team: Team, playing: TournamentRound) -> Data:
    match = playing.of(team.number)
    if match is None:
        return {"table": "–", "partner": "sits out"}
    return {"table": str(match.table), "partner": _partner(t, team, match)}


def _partner(t: Tournament, team: Team, match: TournamentMatch) -> str:
    side = match.sides[match.side_of(team.number).index]
    return " & ".join(t.team(entry).name for entry in side if entry != team.number)


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
        return {"round": playing.number, "table": "", "partner": "", "against": "sits out"}
    against = match.sides[1 - match.side_of(team.number).index]
    return {
        "round": playing.number,
        "table": str(match.table),
        "partner": _partner(t, team, match),
        "against": t.side_name(against),
    }


def badges(t: Tournament) -> Data:
    """Return the name badge of each entry."""
    require_contents(t.active_teams, _nobody(t))
    return {"badges": [{"number": team.number, "name": team.name, "home": team.marae} for team in t.active_teams]}


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
    closed = [(playing.number, match) for playing in rounds if playing.closed and (match := playing.of(team.number))]
    counts = [round_count(match, team.number, t.settings) for _, match in closed]
    played = round_scores(t.settings, team.number, counts)
    scores = {number: str(score) for (number, _), score in zip(closed, played, strict=True)}
    bye = str(bye_score(t.settings, played))
    return [
        _chart_cell(
            team, playing, scores.get(playing.number, ""), bye if counts_as_bye(t.settings, team, playing) else ""
        )
        for playing in rounds
    ]


def _chart_cell(team: Team, playing: TournamentRound, score: str, bye: str) -> Data:
    """Return a cell of the wall chart.

    ``score`` is of a closed round. ``bye`` is what a round counts that is sat out, or "" if this one is not.
    """
    match = playing.of(team.number)
    if match is not None:
        return {"table": str(match.table), "score": score}
    if not bye:
        return {"table": "", "score": ""}
    return {"table": "–", "score": bye if playing.closed else ""}


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
