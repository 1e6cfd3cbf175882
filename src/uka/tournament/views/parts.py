"""The types of the parts of a tournament's board, in the form in which the server sends them.

The board is what a viewer may see of the tournament. The module ``builders`` makes the parts, and ``viewer_boards``
decides which viewer sees which parts.
"""

from __future__ import annotations

import msgspec

from uka.core.cards import Card
from uka.core.scoring import Outcome
from uka.core.seats import Partnership, Seat

from ..entries import ConductCardColour, Role, Tap, TournamentEntry
from ..movements.seating import MatchKind
from ..settings import TournamentSettings
from ..standings import MaraeStanding, PrizeWon, Rematch, Standing
from ..tally import Points
from ..tournament import ConductMark, HelpCall


class BoardPart(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all parts of a tournament's board."""


class TournamentHeader(BoardPart, frozen=True):
    """The facts about a tournament that do not change from round to round."""

    name: str
    rules: str
    """The name of the ruleset."""
    title: str
    """The title of the ruleset, as it is shown to people."""
    seats: tuple[Seat, ...]
    settings: TournamentSettings
    tables: tuple[int, ...]
    """The numbers of the tables that are used, in the order in which winners move."""
    presided: tuple[int, ...]
    """The numbers of the tables that have an official."""
    ended: bool


class OutcomeWorth(BoardPart, frozen=True):
    """What one outcome of a deal is worth under the rules."""

    tricks: int
    """The number of tricks that the makers win."""
    alone: bool
    """Whether one of the makers plays alone."""
    defended_alone: bool
    """Whether one of the defenders plays alone."""
    outcome: Outcome
    points: Points
    """The points of the makers, then the points of the defenders."""


class ScoringSheet(BoardPart, frozen=True):
    """What a person must know about the rules of a tournament to score a game by hand."""

    worth: tuple[OutcomeWorth, ...]
    """What each outcome of a deal is worth."""
    revoke: int
    """The penalty for a revoke, in points."""
    thrown_in: bool
    """Whether a deal can be thrown in after all seats have passed."""
    cards: tuple[Card, ...]
    """The cards that captains can cut."""
    played_out: bool
    """Whether a deal is played to its end after a revoke."""


class RoundView(BoardPart, frozen=True):
    """A round of the tournament, and the state of its clock."""

    number: int
    byes: tuple[int, ...]
    """The numbers of the teams that do not play in this round."""
    started: int | None
    """The time of the start, in milliseconds since 1970."""
    bell_at: int | None
    """The time at which the bell will ring, in milliseconds since 1970, or None while the clock does not run."""
    left: int | None
    """While the clock is paused: the remaining time, in milliseconds."""
    rang: bool
    """Whether the bell has rung."""
    closed: bool
    """Whether the results of the round count."""
    sit_outs_follow: bool = False
    """Whether somebody will sit out the next round, as entries and tables are now."""


class TeamView(BoardPart, frozen=True):
    """A team of the tournament. Only people with a tournament link see its captain, players and substitutes."""

    team: int
    """The number of the team."""
    name: str
    marae: str
    withdrawn: bool
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()
    """The names of the substitutes."""


class TapView(BoardPart, frozen=True):
    """An entry that an official tapped on a device to score or decide a game."""

    seq: int
    """The number of the log line that holds the entry. A command to undo the entry names this number."""
    tap: Tap
    obeyed: bool | None = None
    """Whether a live table has applied the entry as a ruling; None if the entry is not a ruling for a live table."""
    refused: str = ""
    """The reason why the live table could not apply the ruling."""


class ClaimView(BoardPart, frozen=True):
    """The result that the captain of ``team`` entered for its match."""

    team: int
    points: Points


class MatchView(BoardPart, frozen=True):
    """A match of a round: one game between two sides, each a team or two players.

    The first player stands for a side in ``winner``, ``moves``, ``confirmed``, ``cuts`` and ``claims``.
    ``taps`` and ``claims`` are empty for viewers without a tournament link.
    """

    table: int
    teams: tuple[int, int]
    """The two teams, or the first player of each side. The first side sits north-south."""
    points: Points
    """The points of the first side and of the second side."""
    over: bool
    winner: int | None
    drawn: bool
    moves: int | None
    """The number of the team that moves to another table, or None until that is decided."""
    to: int | None
    """The table at which the winner plays next, or None if the movement does not say or no further round follows."""
    dealer: Seat | None
    """The seat that deals next."""
    misdeals: int
    """The number of the dealer's misdeals in this deal."""
    waits: bool
    """Whether the bell has rung, and the official must still enter if an upcard lay on the pack."""
    last_deal: bool
    """Whether the last deal after the bell is played out now."""
    forfeit: Partnership | None
    """The partnership that forfeited the game."""
    cut: tuple[Card, Card] | None
    """After a drawn match: the cards that both captains cut, or None until both have cut."""
    confirmed: tuple[int, ...]
    """The teams whose captains have signed the result."""
    entered: bool
    """Whether the points come from captains or from the director."""
    live: str = ""
    """The id of the live table (the table of the server) at which the match is played; empty in the hall."""
    bots: tuple[Seat, ...] = ()
    """The seats in which a bot plays for a missing player."""
    cuts: tuple[tuple[int, Card], ...] = ()
    """While only one captain has cut: that captain's team and card."""
    sat: tuple[Seat, ...] = ()
    """The seats at the live table in which people sit."""
    taps: tuple[TapView, ...] = ()
    """The entries that the official tapped."""
    claims: tuple[ClaimView, ...] = ()
    """The results that captains entered."""
    revoked: tuple[Partnership, ...] = ()
    """The partnerships that revoked in the current deal and score nothing in it."""
    partners: tuple[int, ...] = ()
    """The partners of the two players in ``teams``; empty for teams."""
    kind: MatchKind = ""
    """What a match of a knockout is played for; empty for a main match and in every other movement."""
    uncut: bool = False
    """Whether the match is drawn, and a cut must say who moves on."""
    others_to: int | None = None
    """The table at which the other side plays next, or None as for ``to``."""
    loners: tuple[int, int] = (0, 0)
    """The deals that each side won with all tricks alone, as far as they are known."""
    unsigned: tuple[int, ...] = ()
    """The teams whose captains have yet to sign the result."""
    corrected: bool = False
    """Whether the director has corrected the result."""

    @property
    def entries(self) -> tuple[int, ...]:
        """All entries that play the match."""
        return (*self.teams, *self.partners)


class ConductMarkView(BoardPart, frozen=True):
    """An entry about conduct: a conduct card, fair-play points or a substitution."""

    seq: int
    """The number of the log line that holds the entry."""
    round: int
    """The number of the round in which it was entered."""
    mark: ConductMark


class NextConductCard(BoardPart, frozen=True):
    """The colour of the next conduct card for a player or a team that has already had a conduct card."""

    team: int
    player: str
    """The name of the player; empty if the card is for the whole team."""
    colour: ConductCardColour


class GrantWithLink(BoardPart, frozen=True):
    """A grant: a link that gives its holder a role in the tournament. Only the director sees it."""

    grant: str
    """The id of the grant."""
    role: Role
    name: str
    """The name of the holder, such as a person, a team or "Official of table 3"."""
    table: int | None
    """The table of an official; None for every other role."""
    team: int | None
    """The number of the team of a captain or a player; None for every other role."""
    revoked: bool
    link: str
    """The signed address that the holder opens; empty if the grant is revoked."""


class TournamentLineView(BoardPart, frozen=True):
    """A line of the tournament's log, as the director sees it."""

    seq: int
    """The number of the line."""
    at: int
    """The time of the line, in milliseconds since 1970."""
    by: str
    """The id of the author's grant, or "clock" for the round's clock."""
    name: str
    """The author's name; empty for the clock."""
    entry: TournamentEntry


class RoundResult(BoardPart, frozen=True):
    """The result of one team in a closed round."""

    round: int
    """The number of the round."""
    clicks: int
    """The tournament points for the result, which are punched into the captain's card."""
    match: MatchView | None
    """The team's match, or None for a bye."""


class RoundPage(BoardPart, frozen=True):
    """A round of the tournament and its matches, as anybody may see them."""

    round: RoundView
    matches: tuple[MatchView, ...]


class Board(BoardPart, frozen=True):
    """What a viewer may see of a tournament, or only the parts of it that changed. Other parts are None.

    Only people with a tournament link receive ``calls`` and the fields after it. Only a director receives ``grants``
    and the fields after it.
    """

    head: TournamentHeader | None = None
    round: RoundView | None = None
    teams: tuple[TeamView, ...] | None = None
    fresh: bool = False
    """Whether ``matches`` are all matches of the round. If false, they are only the matches that changed."""
    matches: tuple[MatchView, ...] | None = None
    standings: tuple[Standing, ...] | None = None
    marae: tuple[MaraeStanding, ...] | None = None
    rematches: tuple[Rematch, ...] | None = None
    prizes: tuple[PrizeWon, ...] | None = None
    """The prizes beside the places, as the results stand now."""
    calls: tuple[HelpCall, ...] | None = None
    marks: tuple[ConductMarkView, ...] | None = None
    next_cards: tuple[NextConductCard, ...] | None = None
    results: tuple[RoundResult, ...] | None = None
    grants: tuple[GrantWithLink, ...] | None = None
    lines: tuple[TournamentLineView, ...] | None = None
    level: tuple[tuple[int, ...], ...] | None = None
    """The groups of teams that are level in the standings: only the captains' cut or a lot can part them."""
