"""Ranks teams by clicks and tie-breaks, ranks marae, and lists rematches.

Clicks are points for results, which officials mark on a captain's card.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, groupby

import msgspec

from uka.core.shuffle import shuffle

from . import entries as en
from .settings import TieBreak, TournamentSettings
from .tournament import Tournament, TournamentMatch, TournamentRound


class Standing(msgspec.Struct, frozen=True):
    """The rank of a team and its results."""

    place: int
    """The rank, from 1. Teams that no tie-break separates share a rank."""
    team: int
    clicks: int
    """The match points that the settings give for wins, draws, losses and byes."""
    won: int
    drawn: int
    lost: int
    byes: int
    points: tuple[int, int]
    """The points that the team scored in its games, and the points that its opponents scored."""
    fair_play: int
    parted: str = ""
    """The tie-break that decided the rank; "" if the clicks did, "tied" if several teams share the rank."""

    @property
    def difference(self) -> int:
        """The points that the team won minus the points that it lost."""
        return self.points[0] - self.points[1]


class MaraeStanding(msgspec.Struct, frozen=True):
    """The rank of a marae (community). ``place`` is the rank, from 1.

    ``winning`` are the points that the marae gets for the ranks of its teams. ``fair_play`` are the fair-play points of
    its teams. ``total`` is the weighted sum of ``winning`` and ``fair_play``.
    """

    place: int
    marae: str
    winning: int
    fair_play: int
    total: int


class Rematch(msgspec.Struct, frozen=True):
    """Two teams that met more than once, and the numbers of the rounds in which they met."""

    teams: tuple[int, int]
    rounds: tuple[int, ...]


Key = Callable[[Sequence[int]], Mapping[int, int]]
"""A sort key for tied teams: a function that returns a value for each team. The highest value ranks first."""


def _cached(compute: Callable[[Tournament], tuple[Standing, ...]]) -> Callable[[Tournament], tuple[Standing, ...]]:
    """Wrap a function that computes standings, so that it computes them again only after the results have changed.

    Many viewers request the same standings at the same time.
    """
    known: tuple[tuple[object, ...], tuple[Standing, ...]] = ((), ())

    def cached(t: Tournament) -> tuple[Standing, ...]:
        nonlocal known
        of = (
            t.settings,
            t.teams,
            t.marks,
            t.cuts,
            t.rounds and t.rounds[-1].secret,
            *[r for r in t.rounds if r.closed],
        )
        before, result = known
        if len(of) != len(before) or any(new is not old for new, old in zip(of, before, strict=True)):
            known = of, result = of, compute(t)
        return result

    return cached


@_cached
def of_teams(t: Tournament) -> tuple[Standing, ...]:
    """Return the standings of all teams, best first.

    Only closed rounds count. Withdrawn teams are included, because their results stay valid.
    """
    return _ranked(t, t.settings.tie_breaks)


def _ranked(t: Tournament, ways: Sequence[TieBreak]) -> tuple[Standing, ...]:
    """Return the standings of all teams, with teams of equal clicks parted in some ways."""
    rounds = [playing for playing in t.rounds if playing.closed]
    ahead = _cut_higher(t, rounds) if "cut" in ways else {}
    games, byes, fair = _games(rounds), Counter(team for playing in rounds for team in playing.byes), _fair_play(t)
    lines = {team.number: _line(t, team.number, games[team.number], byes[team.number], fair) for team in t.teams}
    keys: dict[str, Key] = {
        "": lambda tied: {team: lines[team].clicks for team in tied},
        "head_to_head": lambda tied: _between(tied, rounds, t.settings),
        "points": lambda tied: {team: lines[team].difference for team in tied},
        "fair_play": lambda tied: {team: lines[team].fair_play for team in tied},
        "cut": lambda tied: _by_cut(tied, ahead),
        "lot": lambda tied: _by_lot(t, tied, ahead),
    }
    parted = _part(tuple(lines), [("", keys[""]), *((name, keys[name]) for name in ways)])
    ranked, place = list[Standing](), 1
    for teams, why in parted:
        why = why if len(teams) == 1 else "tied"
        ranked += [msgspec.structs.replace(lines[team], place=place, parted=why) for team in sorted(teams)]
        place += len(teams)
    return tuple(ranked)


def _part(teams: tuple[int, ...], keys: Sequence[tuple[str, Key]], why: str = "") -> list[tuple[tuple[int, ...], str]]:
    """Divide teams into groups of equal rank, best first. Return each group with the tie-break that separated it.

    ``keys`` are the sort keys to apply, each with its name. ``why`` is the tie-break that separated ``teams`` from all
    other teams.
    """
    if len(teams) < 2 or not keys:
        return [(teams, why)] if teams else []
    (name, key), *rest = keys
    values = key(teams)
    order = sorted(teams, key=lambda team: -values[team])
    groups = [tuple(group) for _, group in groupby(order, key=lambda team: values[team])]
    decided = name if len(groups) > 1 else why
    return [part for group in groups for part in _part(group, rest, decided)]


def _games(rounds: Sequence[TournamentRound]) -> defaultdict[int, list[TournamentMatch]]:
    """Return the matches of each team, by the number of the team."""
    games: defaultdict[int, list[TournamentMatch]] = defaultdict(list)
    for match in (match for playing in rounds for match in playing.matches):
        for team in match.teams:
            games[team].append(match)
    return games


def _line(t: Tournament, team: int, games: Sequence[TournamentMatch], byes: int, fair: Mapping[int, int]) -> Standing:
    won, drawn = sum(match.winner == team for match in games), sum(match.drawn for match in games)
    settings = t.settings
    lost = len(games) - won - drawn
    mine = [match.points if match.teams[0] == team else match.points[::-1] for match in games]
    return Standing(
        place=0,
        team=team,
        clicks=settings.win * won + settings.draw * drawn + settings.loss * lost + settings.bye * byes,
        won=won,
        drawn=drawn,
        lost=lost,
        byes=byes,
        points=(sum(points[0] for points in mine), sum(points[1] for points in mine)),
        fair_play=fair[team],
    )


def _fair_play(t: Tournament) -> Counter[int]:
    """Return the fair-play points of each team, by the number of the team."""
    found = Counter[int]()
    for _, _, mark in t.marks:
        if isinstance(mark, en.FairPlayGiven):
            found[mark.team] += mark.points
    return found


def _between(tied: Sequence[int], rounds: Sequence[TournamentRound], settings: TournamentSettings) -> Mapping[int, int]:
    """Return the clicks (points for results) that each tied team got in matches against other tied teams."""
    clicks = Counter(dict.fromkeys(tied, 0))
    for match in (match for playing in rounds for match in playing.matches if clicks.keys() >= {*match.teams}):
        for team in match.teams:
            clicks[team] += clicks_of(match, team, settings)
    return clicks


def clicks_of(match: TournamentMatch, team: int, settings: TournamentSettings) -> int:
    """Return the clicks that a team gets for a match: the points for its result, marked on its captain's card."""
    if match.drawn:
        return settings.draw
    return settings.win if match.winner == team else settings.loss


def _by_cut(tied: Sequence[int], ahead: Mapping[int, set[int]]) -> Mapping[int, int]:
    """Rank tied teams by the cards that their captains cut. Return a value for each team.

    ``ahead`` maps a team to the teams that cut a higher card. Teams of two different values have always cut against
    each other. All values are equal if that cannot be: if two of the tied teams have not cut, or if they cut in a
    circle.
    """
    value = {team: sum(team in ahead.get(other, ()) for other in tied) for team in tied}
    settled = all(team in ahead.get(other, ()) for team in tied for other in tied if value[team] > value[other])
    return value if settled else dict.fromkeys(tied, 0)


def _by_lot(t: Tournament, tied: Sequence[int], ahead: Mapping[int, set[int]]) -> Mapping[int, int]:
    """Rank tied teams by a shuffle that the secret of the last round determines. Return a value for each team.

    A team that cut a higher card than another one ranks ahead of it. ``ahead`` maps a team to the teams that cut a
    higher card.
    """
    secret = t.rounds[-1].secret if t.rounds else ""
    order, left = shuffle([team.number for team in t.teams], f"{secret} cut")[::-1], {*tied}
    order = [team for team in order if team in left]
    found = list[int]()
    while order:
        first = next(
            (team for team in order if not left & ahead.get(team, set())), order[0]
        )  # if every remaining team lost a cut to a remaining team, take the first
        found.append(first)
        order.remove(first)
        left.remove(first)
    return {team: -place for place, team in enumerate(found)}


def _cut_higher(t: Tournament, rounds: Sequence[TournamentRound]) -> dict[int, set[int]]:
    """Return, for each team, the teams that cut a higher card in their last cut against that team.

    Cuts after drawn matches count, and cuts for the standings count after them.
    """
    last = dict[frozenset[int], tuple[int, int]]()
    matches = (match for playing in rounds for match in playing.matches if match.drawn and match.moves is not None)
    for match in matches:
        first, second = match.teams
        last[frozenset(match.teams)] = (first, second) if match.moves == first else (second, first)
    for _, cuts in t.cuts:
        for (one, card), (other, against) in combinations(cuts, 2):
            if card.rank is not against.rank:
                higher = card.rank.index > against.rank.index
                last[frozenset((one, other))] = (one, other) if higher else (other, one)
    ahead = defaultdict[int, set[int]](set)
    for higher, lower in last.values():
        ahead[lower].add(higher)
    return ahead


def level(t: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the groups of teams that only a cut or a lot can part, best first. Cuts that were made count.

    There are none before the first round is closed.
    """
    if not any(playing.closed for playing in t.rounds):
        return ()
    ways: list[TieBreak] = [way for way in t.settings.tie_breaks if way not in ("cut", "lot")]
    places = groupby(_ranked(t, [*ways, "cut"]), key=lambda line: line.place)
    groups = [tuple([line.team for line in lines]) for _, lines in places]
    return tuple([group for group in groups if len(group) > 1])


def of_marae(t: Tournament) -> tuple[MaraeStanding, ...]:
    """Return the standings of the marae, best first.

    Fair-play points weigh more than winning points (Tainui Games, rule 4).
    """
    marae = {team.number: team.marae for team in t.teams if team.marae}
    begun = any(playing.closed for playing in t.rounds)
    winning, fair = Counter[str](), Counter[str]()
    for line in of_teams(t):
        if home := marae.get(line.team):
            winning[home] += t.settings.places[line.place - 1] if begun and line.place <= len(t.settings.places) else 0
            fair[home] += line.fair_play
    lines = [MaraeStanding(0, home, winning[home], fair[home], 0) for home in {*marae.values()}]
    total = {line.marae: sum(worth_of(t.settings, line)) for line in lines}
    order = sorted(total, key=lambda home: (-total[home], -fair[home], home))
    places = {key: number for number, key in reversed([*enumerate(((total[h], fair[h]) for h in order), 1)])}
    return tuple([MaraeStanding(places[total[h], fair[h]], h, winning[h], fair[h], total[h]) for h in order])


def worth_of(settings: TournamentSettings, line: MaraeStanding) -> tuple[int, int]:
    """Return the weighted fair-play points and the weighted winning points of a marae. The sum of both is its total."""
    return line.fair_play * settings.fair_worth, line.winning * settings.winning_worth


def rematches(t: Tournament) -> tuple[Rematch, ...]:
    """Return the pairs of teams that met more than once.

    The movement of the Tainui Games cannot avoid rematches, so this function only lists them.
    """
    met: dict[tuple[int, int], list[int]] = {}
    for playing in t.rounds:
        for match in playing.matches:
            first, second = sorted(match.teams)
            met.setdefault((first, second), []).append(playing.number)
    return tuple([Rematch(pair, tuple(numbers)) for pair, numbers in sorted(met.items()) if len(numbers) > 1])
