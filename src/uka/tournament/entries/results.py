"""Entries about results: points from captains or from paper, signatures, corrections, and cuts.

After a drawn match, each captain cuts the pack to a card. The team with the higher card moves to the next table.

In all entries, ``insisted`` is true if the points were doubtful under the rules and the author insisted on them.
"""

from __future__ import annotations

from uka.core.cards import Card

from .base import TournamentEntryBase


class ResultClaimed(TournamentEntryBase, frozen=True):
    """A captain claimed that a game ended with these points.

    The result counts when both captains have claimed the same points. Captains claim results only at tables without an
    official. ``insisted`` is true if the points were doubtful under the rules and the captain insisted on them.
    """

    table: int
    team: int
    points: tuple[int, int]
    insisted: bool = False


class PaperResultEntered(TournamentEntryBase, frozen=True):
    """The director entered a game's points from a paper sheet.

    ``insisted`` is true if the points were doubtful under the rules and the director insisted on them.
    """

    table: int
    points: tuple[int, int]
    insisted: bool = False


class ResultSigned(TournamentEntryBase, frozen=True):
    """The captain of ``team`` signed the result of the team's game."""

    table: int
    team: int


class TieBreakCut(TournamentEntryBase, frozen=True):
    """The captains cut these cards after a drawn match. The card of north-south comes first.

    The team with the higher card, ace high, moves to the next table (Tainui Games, rule 18).
    """

    table: int
    cards: tuple[Card, Card]


class CaptainCut(TournamentEntryBase, frozen=True):
    """One captain cut this card after a drawn match.

    When both captains have cut, the team with the higher card moves to the next table. If both cards have the same
    rank, the captains cut again.
    """

    table: int
    team: int
    card: Card


class StandingsCut(TournamentEntryBase, frozen=True):
    """The captains of teams that were level in the standings cut these cards, each with the number of the team.

    The highest card, ace high, ranks first. Teams whose cards have the same rank stay level.
    """

    cuts: tuple[tuple[int, Card], ...]


class ResultCorrected(TournamentEntryBase, frozen=True):
    """The director corrected a game's points. Teams that are already seated stay at their tables.

    ``insisted`` is true if the points were doubtful under the rules and the director insisted on them.
    """

    round: int
    table: int
    points: tuple[int, int]
    reason: str
    insisted: bool = False
