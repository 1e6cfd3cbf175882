"""Ranks teams by score and tie-breaks, ranks marae (the communities that teams play for), and lists rematches.

Clicks are tournament points for a win, a draw or a bye, which officials punch into a captain's card.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, groupby, product
from math import comb
from operator import is_not

import msgspec

from uka.core.shuffle import shuffle

from . import entries as en
from .scores import bye_score, clicks_of, counts_as_bye, knockout_progress, round_count, score
from .settings import PrizeName, TieBreak, TournamentSettings
from .tournament import Tournament, TournamentMatch, TournamentRound


class Standing(msgspec.Struct, frozen=True):
    """The rank of a team and its results."""

    place: int
    """The rank, from 1. Teams that no tie-break separates share a rank."""
    team: int
    clicks: int
    """The tournament points that the settings give for wins, draws, losses and byes."""
    won: int
    drawn: int
    lost: int
    byes: int
    """The rounds that it sat out, and those that count so because it came late."""
    points: tuple[int, int]
    """The points that the team scored in its games, and the points that its opponents scored."""
    fair_play: int
    parted: str = ""
    """The tie-break that ranked the team before the next.

    For the last of several teams with equal scores, it is the one that ranked it after the team before. It is "" if the
    score decided, and "tied" if several teams share the rank.
    """
    score: int = 0
    """The sum by which teams are ranked: of clicks or of what else the settings count, without dropped rounds."""
    dropped: tuple[int, ...] = ()
    """The worst scores of a round, which do not count."""
    loners: int = 0
    """The deals that the team won with all tricks alone."""
    euchres: int = 0
    """The deals that the team won as defenders."""
    euchred: int = 0
    """The deals that the team lost as makers."""

    @property
    def difference(self) -> int:
        """The points that the team scored in its games minus those of its opponents."""
        return self.points[0] - self.points[1]


class MaraeStanding(msgspec.Struct, frozen=True):
    """The rank of a marae (the community that teams play for) and its points."""

    place: int
    """The rank, from 1. Marae with equal points share a rank."""
    marae: str
    winning: int
    """The points that the marae gets for the ranks of its teams."""
    fair_play: int
    """The fair-play points of the teams of the marae."""
    total: int
    """Both kinds of points together, each multiplied by its worth in the settings."""


class PrizeWon(msgspec.Struct, frozen=True):
    """A prize beside the places, and the teams that won it with the same number."""

    prize: PrizeName
    teams: tuple[int, ...]
    number: int
    """The loners, euchres or fair-play points of these teams, or their place for ``last_place``."""


class Rematch(msgspec.Struct, frozen=True):
    """Two teams that met more than once, and the numbers of the rounds in which they met."""

    teams: tuple[int, int]
    rounds: tuple[int, ...]


TieBreakKey = Callable[[Sequence[int]], Mapping[int, int]]
"""A function that takes the numbers of tied teams and returns a value for each of them. The highest ranks first."""


def _cached(compute: Callable[[Tournament], tuple[Standing, ...]]) -> Callable[[Tournament], tuple[Standing, ...]]:
    """Return a function that returns what ``compute`` does, but computes it again only after the results have changed.

    Many viewers request the same standings at the same time.
    """
    last: tuple[tuple[object, ...], tuple[Standing, ...]] = ((), ())

    def cached(t: Tournament) -> tuple[Standing, ...]:
        nonlocal last
        closed = [playing for playing in t.rounds if playing.closed]
        inputs = (t.settings, t.teams, t.marks, t.cuts, t.rounds and t.rounds[-1].secret, *closed)
        last_inputs, result = last
        if len(inputs) != len(last_inputs) or any(map(is_not, inputs, last_inputs)):
            result = compute(t)
            last = inputs, result
        return result

    return cached


@_cached
def of_teams(t: Tournament) -> tuple[Standing, ...]:
    """Return the standings of all teams, best first.

    Only results of closed rounds count, but fair-play points count at once. Withdrawn teams are included, because their
    results stay valid.
    """
    return _team_standings(t, t.settings.tie_breaks)


def _team_standings(t: Tournament, tie_breaks: Sequence[TieBreak]) -> tuple[Standing, ...]:
    """Return the standings of all teams, best first.

    ``tie_breaks`` part teams with equal clicks (tournament points), in this order.
    """
    rounds = [playing for playing in t.rounds if playing.closed]
    ahead = _cut_higher(t, rounds) if "cut" in tie_breaks else {}
    games = _matches_by_team(rounds)
    byes = _byes(t, rounds)
    fair = _fair_play(t)
    lines = {
        team.number: _unranked_standing(t, team.number, games[team.number], byes[team.number], fair) for team in t.teams
    }
    reached = Counter(knockout_progress(rounds)) if t.settings.movement == "knockout" else None
    keys: dict[str, TieBreakKey] = {
        "": lambda tied: {team: reached[team] if reached else lines[team].score for team in tied},
        "head_to_head": lambda tied: _by_head_to_head(tied, rounds, t.settings),
        "points": lambda tied: {team: lines[team].difference for team in tied},
        "scored": lambda tied: {team: lines[team].points[0] for team in tied},
        "games": lambda tied: {team: lines[team].won for team in tied},
        "loners": lambda tied: {team: lines[team].loners for team in tied},
        "euchres": lambda tied: {team: lines[team].euchres for team in tied},
        "euchred": lambda tied: {team: -lines[team].euchred for team in tied},
        "fair_play": lambda tied: {team: lines[team].fair_play for team in tied},
        "cut": lambda tied: _by_cut(tied, ahead),
        "lot": lambda tied: _by_lot(t, tied, ahead),
    }
    parted = _ranked_groups(tuple(lines), [("", keys[""]), *((name, keys[name]) for name in tie_breaks)])
    ranked = list[Standing]()
    for teams, decided_by in parted:
        place = len(ranked) + 1
        parted_by = decided_by if len(teams) == 1 else "tied"
        ranked += [msgspec.structs.replace(lines[team], place=place, parted=parted_by) for team in sorted(teams)]
    return tuple(ranked)


def _ranked_groups(
    teams: tuple[int, ...], keys: Sequence[tuple[str, TieBreakKey]], above: str = "", below: str = ""
) -> list[tuple[tuple[int, ...], str]]:
    """Divide ``teams`` into groups of equal rank, best first. Return each group and the tie-break that parted it.

    That is the one that ranked the group before the next. If the score did, it is the one that ranked the group after
    the one before. ``keys`` holds a pair for each tie-break to apply, in order: its name and its sort key. ``above``
    and ``below`` are the tie-breaks that parted ``teams`` from the groups before and after them.
    """
    if len(teams) < 2 or not keys:
        return [(teams, below or above)] if teams else []
    (name, key), *rest = keys
    values = key(teams)
    order = sorted(teams, key=lambda team: -values[team])
    groups = [tuple(group) for _, group in groupby(order, key=lambda team: values[team])]
    befores, afters = (above, *[name] * (len(groups) - 1)), (*[name] * (len(groups) - 1), below)
    return [
        part
        for group, before, after in zip(groups, befores, afters, strict=True)
        for part in _ranked_groups(group, rest, before, after)
    ]


def _matches_by_team(rounds: Sequence[TournamentRound]) -> defaultdict[int, list[TournamentMatch]]:
    """Return the matches of each team in ``rounds``, by the number of the team."""
    games: defaultdict[int, list[TournamentMatch]] = defaultdict(list)
    for playing in rounds:
        for match in playing.matches:
            for team in match.entries:
                games[team].append(match)
    return games


def _unranked_standing(
    t: Tournament, team: int, games: Sequence[TournamentMatch], byes: int, fair: Mapping[int, int]
) -> Standing:
    """Return the results of a team in its matches ``games``, as a standing without a rank.

    ``byes`` is the number of its byes, and ``fair`` are the fair-play points of all teams.
    """
    settings = t.settings
    won = len([match for match in games if match.won_by(team)])
    drawn = len([match for match in games if match.drawn])
    lost = len(games) - won - drawn
    counts = [round_count(match, team, settings) for match in games]
    total, dropped = score(settings, team, counts, byes)
    clicks = [count.clicks for count in counts]
    conceded = [match.points[match.side_of(team).other.index] for match in games]
    return Standing(
        place=0,
        team=team,
        clicks=sum(clicks) + byes * bye_score(settings, clicks),
        won=won,
        drawn=drawn,
        lost=lost,
        byes=byes,
        points=(sum(count.points for count in counts), sum(conceded)),
        fair_play=fair[team],
        score=total,
        dropped=dropped,
        loners=sum(count.loners for count in counts),
        euchres=sum(count.euchres for count in counts),
        euchred=sum(count.euchred for count in counts),
    )


def _byes(t: Tournament, rounds: Iterable[TournamentRound]) -> Counter[int]:
    """Return the number of rounds that count as a bye for each team."""
    return Counter(team.number for playing in rounds for team in t.teams if counts_as_bye(t.settings, team, playing))


def scores_after(t: Tournament, rounds: Sequence[TournamentRound]) -> dict[int, int]:
    """Return the score of each team after some rounds."""
    games, byes = _matches_by_team(rounds), _byes(t, rounds)
    counts = {
        team.number: [round_count(match, team.number, t.settings) for match in games[team.number]] for team in t.teams
    }
    return {team: score(t.settings, team, each, byes[team]).total for team, each in counts.items()}


def prizes(t: Tournament) -> tuple[PrizeWon, ...]:
    """Return the winners of the prizes that the settings name. A prize that nobody has earned is left out.

    The prize for the last place goes to the last of those who have played and not withdrawn.
    """
    lines, left = of_teams(t), {team.number for team in t.teams if team.withdrawn}
    figures: dict[PrizeName, Callable[[Standing], int]] = {
        "most_loners": lambda line: line.loners,
        "most_euchres": lambda line: line.euchres,
        "fair_play": lambda line: line.fair_play,
        "last_place": lambda line: line.place if line.team not in left and line.won + line.drawn + line.lost else 0,
    }
    won = list[PrizeWon]()
    for prize in t.settings.prizes:
        most = max(map(figures[prize], lines), default=0)
        if most:
            won.append(PrizeWon(prize, tuple([line.team for line in lines if figures[prize](line) == most]), most))
    return tuple(won)


def _fair_play(t: Tournament) -> Counter[int]:
    """Return the fair-play points of each team, by the number of the team."""
    points = Counter[int]()
    for _, _, mark in t.marks:
        if isinstance(mark, en.FairPlayGiven):
            points[mark.team] += mark.points
    return points


def _by_head_to_head(
    tied: Sequence[int], rounds: Sequence[TournamentRound], settings: TournamentSettings
) -> Mapping[int, int]:
    """Rank tied teams by the clicks (tournament points) that each got in its matches against the others.

    Return a value for each team; the highest ranks first. Teams that are level in these matches are ranked by those
    among themselves. If two of the tied teams have not met, all values are 0: the others would have an advantage.
    """
    clicks, met = dict.fromkeys(tied, 0), set[frozenset[int]]()
    pairs = [(match, pair) for playing in rounds for match in playing.matches for pair in product(*match.sides)]
    for match, pair in pairs:
        if clicks.keys() >= {*pair}:
            met.add(frozenset(pair))
            for team in pair:
                clicks[team] += clicks_of(match, team, settings)
    values = [*clicks.values()]
    if len(met) < comb(len(tied), 2) or len({*values}) < 2:
        return dict.fromkeys(tied, 0)
    ranked = dict[int, int]()
    for value in {*values}:
        level = [team for team in tied if clicks[team] == value]
        below = len([other for other in values if other < value])
        ranked |= {team: below + further for team, further in _by_head_to_head(level, rounds, settings).items()}
    return ranked


def _by_cut(tied: Sequence[int], ahead: Mapping[int, set[int]]) -> Mapping[int, int]:
    """Rank tied teams by the cards that their captains cut. Return a value for each team; the highest ranks first.

    ``ahead`` maps a team to the teams that cut a higher card than that team. The value of a team is the number of tied
    teams that cut a lower card. But if a team would rank before one that it did not beat, because the two have not cut
    against each other or because the cuts go in a circle, all values are 0.
    """
    beaten = {team: {other for other in tied if team in ahead.get(other, ())} for team in tied}
    value = {team: len(beaten[team]) for team in tied}
    settled = all(other in beaten[team] for team in tied for other in tied if value[team] > value[other])
    return value if settled else dict.fromkeys(tied, 0)


def _by_lot(t: Tournament, tied: Sequence[int], ahead: Mapping[int, set[int]]) -> Mapping[int, int]:
    """Rank tied teams by a shuffle that the secret of the last round determines. Return a value for each team.

    The highest value ranks first. ``ahead`` maps a team to the teams that cut a higher card than that team, which
    therefore rank before it.
    """
    secret = t.rounds[-1].secret if t.rounds else ""
    lots = shuffle([team.number for team in t.teams], f"{secret} cut")
    unranked = {*tied}
    waiting = [team for team in reversed(lots) if team in unranked]
    ranked = list[int]()
    while waiting:
        # if each waiting team lost a cut to another waiting team, the first one is taken
        best = next((team for team in waiting if not unranked & ahead.get(team, set())), waiting[0])
        ranked.append(best)
        waiting.remove(best)
        unranked.remove(best)
    return {team: -place for place, team in enumerate(ranked)}


def _cut_higher(t: Tournament, rounds: Sequence[TournamentRound]) -> dict[int, set[int]]:
    """Return a dict from each team to the teams that cut a higher card than that team.

    Captains cut after a drawn match, and may cut again if their teams are level in the standings. Between two teams,
    only the last cut of different ranks counts; a cut of level teams counts as later than one after a match.
    """
    last = dict[frozenset[int], tuple[int, int]]()
    matches = (
        match for playing in rounds for match in playing.matches if match.drawn and match.moving_team is not None
    )
    for match in matches:
        first, second = match.sides if match.moving_team == match.teams[0] else match.sides[::-1]
        last.update((frozenset(pair), pair) for pair in product(first, second))
    for _, cuts in t.cuts:
        for (one, card), (other, against) in combinations(cuts, 2):
            if card.rank is not against.rank:
                higher = card.rank.index > against.rank.index
                last[frozenset((one, other))] = (one, other) if higher else (other, one)
    ahead = defaultdict[int, set[int]](set)
    for higher, lower in last.values():
        ahead[lower].add(higher)
    return ahead


def level_groups(t: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return the groups of teams that are level: only a further cut or a lot can part them. The best group is first.

    There are none before the first round is closed.
    """
    if not any(playing.closed for playing in t.rounds):
        return ()
    others: list[TieBreak] = [tie_break for tie_break in t.settings.tie_breaks if tie_break not in ("cut", "lot")]
    places = groupby(_team_standings(t, [*others, "cut"]), key=lambda line: line.place)
    groups = [tuple([line.team for line in lines]) for _, lines in places]
    return tuple([group for group in groups if len(group) > 1])


def of_marae(t: Tournament) -> tuple[MaraeStanding, ...]:
    """Return the standings of the marae (the communities that teams play for), best first.

    Fair-play points weigh more than winning points (Tainui Games, rule 4).
    """
    marae = {team.number: team.marae for team in t.teams if team.marae}
    begun = any(playing.closed for playing in t.rounds)
    winning_points = t.settings.places if begun else ()
    winning, fair = Counter[str](), Counter[str]()
    for line in of_teams(t):
        if home := marae.get(line.team):
            fair[home] += line.fair_play
            if line.place <= len(winning_points):
                winning[home] += winning_points[line.place - 1]
    total = {home: sum(weighted_points(t.settings, winning[home], fair[home])) for home in {*marae.values()}}
    ranked = list[MaraeStanding]()
    for number, home in enumerate(sorted(total, key=lambda home: (-total[home], -fair[home], home)), 1):
        place = number
        if ranked and (ranked[-1].total, ranked[-1].fair_play) == (total[home], fair[home]):
            place = ranked[-1].place
        ranked.append(MaraeStanding(place, home, winning[home], fair[home], total[home]))
    return tuple(ranked)


def weighted_points(settings: TournamentSettings, winning: int, fair_play: int) -> tuple[int, int]:
    """Return the winning points and the fair-play points of a marae, each multiplied by its worth in the settings."""
    return winning * settings.winning_worth, fair_play * settings.fair_worth


def rematches(t: Tournament) -> tuple[Rematch, ...]:
    """Return the pairs of teams that met more than once, with the rounds in which they met.

    The movement of the Tainui Games (how teams change tables) can't avoid rematches. Players who change partners meet
    each other again as a matter of course, so none are returned for them.
    """
    if t.settings.entrants == "players":
        return ()
    met: dict[tuple[int, int], list[int]] = {}
    for playing in t.rounds:
        for match in playing.matches:
            first, second = sorted(match.teams)
            met.setdefault((first, second), []).append(playing.number)
    return tuple([Rematch(pair, tuple(numbers)) for pair, numbers in sorted(met.items()) if len(numbers) > 1])
