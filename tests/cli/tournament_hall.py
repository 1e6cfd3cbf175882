"""A hall without a server: a director who types commands, and a tally that is counted from the rules alone.

The tally knows nothing of ``uka``: it is written from the quick reference of the Tainui Games (001), whose rules are
named by their numbers, and from the settings that the source leaves to the director.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

Run: TypeAlias = Callable[..., str]
"""Types a command of ``uka tournament``, and returns what it prints."""
Event: TypeAlias = tuple[Any, ...]
"""What happens at a table.

("deal", makers, tricks, alone), ("revoke", team), ("misdeal",), ("ruling", team, points) or ("bell", "yes").
"""
RANKS = "789TJQKA"


@dataclass
class Game:
    """A game between two teams, by name, and what came of it."""

    round: int
    table: int
    teams: tuple[str, str]
    points: dict[str, int] = field(default_factory=dict)
    forfeited: str = ""
    cut: tuple[str, str] | None = None

    @property
    def winner(self) -> str:
        """The winner, or "" after a draw (rules 6 and 17). Who forfeits loses at any score (rule 2)."""
        first, second = self.teams
        if self.forfeited:
            return second if self.forfeited == first else first
        if self.points[first] == self.points[second]:
            return ""
        return first if self.points[first] > self.points[second] else second

    @property
    def moves(self) -> str:
        """Who goes to the next table: the winner or, after a draw, the higher card, ace high (rule 18)."""
        if self.winner:
            return self.winner
        assert self.cut is not None
        one, other = (RANKS.index(card[0]) for card in self.cut)
        assert one != other
        return self.teams[0 if one > other else 1]


def counted(teams: Sequence[str], events: Iterable[Event]) -> dict[str, int]:
    """Return the points of both teams after what happened at their table."""
    points, revoked = dict.fromkeys(teams, 0), set[str]()
    for what, *facts in events:
        if what == "deal":
            makers, tricks, alone = facts
            scores = makers if tricks >= 3 else _other(teams, makers)
            gain = 2 if tricks < 3 else 1 if tricks < 5 else 6 if alone else 2  # rule 16
            points[scores] += 0 if scores in revoked else gain
            revoked = set()
        elif what == "revoke":  # rule 5: automatic
            points[_other(teams, facts[0])] += 2
            revoked.add(facts[0])
        elif what == "misdeal":  # rule 10: dealt again; rule 5: "no excuses", the two points stay
            revoked = set()
        elif what == "ruling":  # rule 1
            points[facts[0]] += facts[1]
    return points


def _other(teams: Sequence[str], team: str) -> str:
    return teams[1] if team == teams[0] else teams[0]


class Hall:
    """A tournament in a file: its commands, and its own books."""

    def __init__(self, run: Run, folder: Path, teams: dict[str, str], *options: str) -> None:
        self.run, self.folder, self.marae = run, folder, dict(teams)
        self.file = str(folder / "day.uka")
        self.games, self.fair, self.byes = list[Game](), Counter[str](), Counter[str]()
        self.cuts = list[dict[str, str]]()
        self.pairs: dict[int, tuple[str, str]] = {}
        listed = folder / "teams.csv"
        listed.write_text("".join(f"{name},{marae}\n" for name, marae in teams.items()), encoding="utf-8")
        self.say("new", "--list", str(listed), *options)

    def say(self, verb: str, *words: object) -> str:
        return self.run("tournament", verb, self.file, *map(str, words))

    def told(self, verb: str, *words: object) -> Any:
        """Type a command with ``--json``, and return what it prints."""
        return json.loads(self.say(verb, *words, "--json"))

    # A round

    @property
    def number(self) -> int:
        return max((game.round for game in self.games), default=0)

    def draw(self) -> None:
        """Draw the next round. If nobody sits out, check that winners have moved and the others have stayed."""
        before = [game for game in self.games if game.round == self.number]
        drawn = self.told("draw")
        self.pairs = {row["table"]: (row["north_south"], row["east_west"]) for row in drawn["tables"]}
        if before and not drawn["byes"] and not self.byes:
            assert self.pairs == moved(before)
        self.byes.update(drawn["byes"])
        self.games += [Game(drawn["round"], table, teams) for table, teams in self.pairs.items()]

    def game(self, table: int, number: int | None = None) -> Game:
        return next(g for g in self.games if (g.round, g.table) == (number or self.number, table))

    def play(self, table: int, events: Iterable[Event]) -> None:
        """Enter what happened at a table, one event after another."""
        game, done = self.game(table), list[Event]()
        self.say("dealer", table, "south")
        for event in events:
            what, *facts = event
            if what == "deal":
                makers, tricks, alone = facts
                self.say("deal", makers, tricks, *(["--alone"] if alone else []))
            elif what in ("misdeal", "bell"):
                self.say(what, table, *facts)
            elif what == "ruling":
                self.say("ruling", table, "the score was wrong", "--points", f"{facts[0]}={facts[1]}")
            else:
                self.say(what, *facts)
            done.append(event)
        game.points = counted(game.teams, done)

    def enter(self, table: int, first: int, second: int, *options: str) -> None:
        game = self.game(table)
        self.say("result", table, first, second, *options)
        game.points = dict(zip(game.teams, (first, second), strict=True))

    def cut(self, table: int, first: str, second: str) -> None:
        self.say("cut", table, f"{first},{second}")
        self.game(table).cut = (first, second)

    def last_line(self) -> int:
        """The number of the log's last line."""
        return self.told("log", "--last", 1)["lines"][0]["seq"]

    def undo(self, line: int | None = None) -> None:
        """Undo a line, or the last one."""
        self.say("undo", self.last_line() if line is None else line, "--reason", "entered wrongly")

    def sheet(self, points: dict[int, tuple[int, int]], cuts: dict[int, tuple[str, str]]) -> None:
        """Enter the results of many tables at once."""
        path = self.folder / f"round{self.number}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            for table, pair in points.items():
                writer.writerow([table, *pair, " ".join(cuts.get(table, ()))])
                game = self.game(table)
                game.points, game.cut = dict(zip(game.teams, pair, strict=True)), cuts.get(table)
        self.say("results", path)

    def give(self, team: str, points: int, reason: str) -> None:
        self.say("fair-play", team, points, "--reason", reason)
        self.fair[team] += points

    # The books

    def clicks(self) -> Counter[str]:
        """Rule 18: two clicks for a win, one for a draw, none for a loss. A round sat out is one, by the settings."""
        clicks = Counter(dict.fromkeys(self.marae, 0)) + Counter()
        for game in self.games:
            for team in game.teams:
                clicks[team] += 2 if game.winner == team else 0 if game.winner else 1
        for team, times in self.byes.items():
            clicks[team] += times
        return clicks

    def difference(self, team: str) -> tuple[int, int]:
        """The points of a team and of its opponents."""
        mine = [game for game in self.games if team in game.teams]
        return sum(g.points[team] for g in mine), sum(g.points[_other(g.teams, team)] for g in mine)

    def places(self, ways: Sequence[str]) -> dict[str, int]:
        """The place of each team by clicks and then by ``ways``. Teams that are level share a place.

        A cut parts teams if every team that it puts ahead of another one cut a higher card against it.
        """
        clicks = self.clicks()
        groups = self._parted(
            [*self.marae], [lambda tied: {team: clicks[team] for team in tied}, *map(self._key, ways)]
        )
        places, place = dict[str, int](), 1
        for group in groups:
            places |= dict.fromkeys(group, place)
            place += len(group)
        return places

    def _parted(self, teams: list[str], keys: Sequence[Callable[[list[str]], dict[str, int]]]) -> list[list[str]]:
        if len(teams) < 2 or not keys:
            return [teams] if teams else []
        values = keys[0](teams)
        groups = [[team for team in teams if values[team] == value] for value in sorted({*values.values()})[::-1]]
        return [part for group in groups for part in self._parted(group, keys[1:])]

    def _key(self, way: str) -> Callable[[list[str]], dict[str, int]]:
        def value(tied: list[str]) -> dict[str, int]:
            if way == "head_to_head":
                return self._between(tied)
            if way == "points":
                return {team: self.difference(team)[0] - self.difference(team)[1] for team in tied}
            if way == "fair_play":
                return {team: self.fair[team] for team in tied}
            higher = self._cut_higher()
            beaten = {team: sum((team, other) in higher for other in tied) for team in tied}
            settled = all((a, b) in higher for a in tied for b in tied if beaten[a] > beaten[b])
            return beaten if settled else dict.fromkeys(tied, 0)

        return value

    def _between(self, tied: Sequence[str]) -> dict[str, int]:
        """Rank teams that have all met by their clicks among themselves, and those who are level in these once more."""
        between = [game for game in self.games if {*game.teams} <= {*tied}]
        clicks = {
            team: sum(2 if g.winner == team else 0 if g.winner else 1 for g in between if team in g.teams)
            for team in tied
        }
        met = {frozenset(game.teams) for game in between}
        if len(met) < comb(len(tied), 2) or len({*clicks.values()}) < 2:
            return dict.fromkeys(tied, 0)
        level = {team: [other for other in tied if clicks[other] == clicks[team]] for team in tied}
        return {team: 100 * clicks[team] + self._between(level[team])[team] for team in tied}

    def _cut_higher(self) -> set[tuple[str, str]]:
        """The pairs of which the first cut the higher card when they last cut, after a draw or for the standings."""
        last = dict[frozenset[str], tuple[str, str]]()
        at_tables = [
            dict(zip(game.teams, game.cut, strict=True)) for game in self.games if game.cut and not game.winner
        ]
        for cards in (*at_tables, *self.cuts):
            for one, other in combinations(cards, 2):
                first, second = (RANKS.index(cards[team][0]) for team in (one, other))
                if first != second:
                    last[frozenset((one, other))] = (one, other) if first > second else (other, one)
        return {*last.values()}

    def check(self, ways: Sequence[str]) -> None:
        """Compare the standings of teams and of marae with the books."""
        places, clicks = self.places(ways), self.clicks()
        rows = self.told("standings")
        assert {row["team"]: row["place"] for row in rows} == places
        for row in rows:
            team = row["team"]
            told = (row["clicks"], (row["points_for"], row["points_against"]), row["fair_play"], row["byes"])
            assert told == (clicks[team], self.difference(team), self.fair[team], self.byes[team]), team
        worth = {1: 5, 2: 3, 3: 2, 4: 1}
        total = Counter[str](dict.fromkeys(self.marae.values(), 0))
        for team, marae in self.marae.items():
            total[marae] += worth.get(places[team], 0) + 2 * self.fair[team]  # rule 4: fair play is worth more
        assert {row["marae"]: row["total"] for row in self.told("standings", "--marae")} == total


def moved(before: Sequence[Game]) -> dict[int, tuple[str, str]]:
    """Rule 18: the winners go to the next table by number, from the last to the first; the others stay."""
    stay, come = dict[int, str](), dict[int, str]()
    for game in before:
        stay[game.table] = _other(game.teams, game.moves)
        come[game.table % len(before) + 1] = game.moves
    return {table: (stay[table], come[table]) for table in sorted(stay)}
