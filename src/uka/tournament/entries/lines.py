"""The lines of a tournament's log, the union of all log entries, and the entry that undoes an earlier line."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from uka import records

from .base import TournamentEntryBase
from .conduct import CallAnswered, ConductCardShown, FairPlayGiven, HelpCalled, PlayerSubstituted
from .live_tables import (
    BotFilledIn,
    LiveGameEnded,
    LiveScoreChanged,
    LiveSeatsChanged,
    LiveTableAssigned,
    RulingApplied,
)
from .results import (
    CaptainCut,
    PaperResultEntered,
    ResultClaimed,
    ResultCorrected,
    ResultSigned,
    StandingsCut,
    TieBreakCut,
)
from .rounds import RoundBellRang, RoundClosed, RoundExtended, RoundPaused, RoundResumed, RoundSeated, RoundStarted
from .setup import LinkGranted, LinkRevoked, TournamentEnded, TournamentOpened, TournamentSettingsChanged
from .taps import (
    DealMisdealt,
    DealPlayed,
    DealThrownIn,
    FirstDealerSet,
    GameForfeited,
    OfficialRulingGiven,
    RevokeFound,
    UpcardAtBell,
)
from .teams import TablesSet, TeamAmended, TeamEntered, TeamRejoined, TeamWithdrew


class EntryUndone(TournamentEntryBase, frozen=True):
    """The log line with the number ``to`` was undone.

    That line contained an official's tap, a result or a cut, a conduct card, fair-play points, a substitution, or the
    end of the tournament.
    """

    to: int
    reason: str = ""


TournamentEntry: TypeAlias = (
    TournamentOpened | TournamentSettingsChanged | LinkGranted | LinkRevoked | TeamEntered | TeamAmended |
    TeamWithdrew | TeamRejoined | TablesSet | RoundSeated | RoundStarted | RoundPaused | RoundResumed | RoundExtended
    | RoundBellRang | RoundClosed | TournamentEnded | FirstDealerSet | DealPlayed | RevokeFound | DealMisdealt |
    DealThrownIn | UpcardAtBell | OfficialRulingGiven | GameForfeited | ResultClaimed | PaperResultEntered |
    ResultSigned | TieBreakCut | ResultCorrected | ConductCardShown | FairPlayGiven | PlayerSubstituted | HelpCalled |
    CallAnswered | LiveTableAssigned | LiveScoreChanged | BotFilledIn | LiveSeatsChanged | LiveGameEnded | EntryUndone
    | RulingApplied | CaptainCut | StandingsCut
)  # fmt: skip
TournamentEntries: TypeAlias = tuple[TournamentEntry, ...]


class TournamentLine(records.LogLine[TournamentEntry], frozen=True):
    """One line of a tournament's log. ``by`` is its author: the id of a grant, or "clock".

    >>> line = TournamentLine(7, 1000, "g2", DealMisdealt(3), "m7")
    >>> line.text
    b'{"seq":7,"at":1000,"by":"g2","entry":{"type":"deal_misdealt","table":3},"id":"m7"}'
    >>> TournamentLine.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a tournament's log"
