"""What entries have counted in rounds, and the scores that follow from it by the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from uka.narration.names import counted

from .settings import Score as ScoreName
from .settings import TournamentSettings
from .tournament import Team, TournamentMatch, TournamentRound

SCORE_NAMES: dict[ScoreName, str] = {
    "clicks": "Clicks",
    "points": "Points",
    "games": "Games won",
    "loners": "Loners",
    "euchres": "Euchres",
}
"""What the score of a round can be, as the heading of a column."""


class RoundCount(NamedTuple):
    """What an entry has counted in a round that it played."""

    clicks: int
    points: int
    games: int
    """1 for a game that was won, else 0."""
    loners: int
    """The deals that its side won with all tricks alone."""
    euchres: int
    """The deals that its side won as defenders."""
    euchred: int
    """The deals that its side lost as makers."""


class Score(NamedTuple):
    """The score by which an entry is ranked."""

    total: int
    dropped: tuple[int, ...] = ()
    """The worst scores of a round, which do not count."""


def clicks_of(match: TournamentMatch, entry: int, settings: TournamentSettings) -> int:
    """Return the clicks (tournament points) that ``entry`` gets for ``match``, which must be over."""
    if match.drawn:
        return settings.draw
    return settings.win if match.won_by(entry) else settings.loss


def round_count(match: TournamentMatch, entry: int, settings: TournamentSettings) -> RoundCount:
    """Return what ``entry`` has counted in ``match``."""
    side = match.side_of(entry).index
    return RoundCount(
        clicks=clicks_of(match, entry, settings),
        points=match.points[side],
        games=int(match.won_by(entry)),
        loners=match.loners[side],
        euchres=match.euchres[side],
        euchred=match.euchres[1 - side],
    )


def score(settings: TournamentSettings, entry: int, counts: Sequence[RoundCount], byes: int) -> Score:
    """Return the score of an entry. ``counts`` are the rounds that it played, and ``byes`` the number of its byes.

    >>> counts = [RoundCount(2, 11, 1, 0, 0, 0), RoundCount(0, 4, 0, 0, 0, 0)]
    >>> score(TournamentSettings(score="points", bye_counts="average", drop_worst=1), 1, counts, byes=1)
    Score(total=19, dropped=(4,))
    """
    played = round_scores(settings, entry, counts)
    rounds = sorted((*played, *[bye_score(settings, played)] * byes))
    dropped = tuple(rounds[: min(settings.drop_worst, max(len(rounds) - 1, 0))])
    return Score(sum(rounds[len(dropped) :]), dropped)


def round_scores(settings: TournamentSettings, entry: int, counts: Sequence[RoundCount]) -> list[int]:
    """Return what each round of ``counts`` adds to the score of an entry, with its handicap."""
    handicap = dict(settings.handicaps).get(entry, 0)
    return [getattr(count, settings.score) + handicap for count in counts]


def score_text(settings: TournamentSettings, total: int) -> str:
    """Return a score with the name of what it counts.

    >>> score_text(TournamentSettings(), 1), score_text(TournamentSettings(score="games"), 3)
    ('1 click', '3 games won')
    """
    return f"{counted(total, 'game')} won" if settings.score == "games" else counted(total, settings.score[:-1])


def bye_score(settings: TournamentSettings, played: Sequence[int]) -> int:
    """Return what a bye counts for an entry that got ``played`` in the rounds that it played.

    An average is rounded to the nearest number, halves up.
    """
    if settings.bye_counts == "average" and played:
        return (2 * sum(played) + len(played)) // (2 * len(played))
    return settings.bye


def counts_as_bye(settings: TournamentSettings, team: Team, playing: TournamentRound) -> bool:
    """Return whether a closed round counts as a bye for ``team``.

    It does if the team sat out, and if the settings say so, also if the team came later.
    """
    late = settings.missed_counts == "bye" and playing.number <= team.missed and playing.of(team.number) is None
    return late or team.number in playing.byes


def knockout_progress(rounds: Sequence[TournamentRound]) -> Mapping[int, int]:
    """Return how far each team came in a knockout: 2 for each round survived, and 1 for winning the third place."""
    progress, out = dict[int, int](), set[int]()
    for playing in rounds:
        survived = {*playing.byes} - out
        for match in playing.matches:
            moving = match.moving_team
            if match.kind == "third_place" and moving is not None:
                progress[moving] = progress.get(moving, 0) + 1
            elif not match.kind:
                survived |= {team for team in match.teams if team == moving}
                out |= {*match.entries} - {moving}
        for team in survived:
            progress[team] = progress.get(team, 0) + 2
    return progress
