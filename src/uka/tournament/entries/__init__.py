"""The entries of a tournament's log. Each line of the log has a number and contains one entry.

The state of the tournament follows from the lines. Each line contains the id of its author's grant. A grant is a link
for a role, which the director can revoke.

- ``base``: the base class of entries, and the version of the log's format
- ``setup``: the opening, the settings, the end, links
- ``teams``: teams and the tables in the hall
- ``rounds``: seating, the clock, the end of a round
- ``taps``: entries that an official taps on a device to score a game
- ``live_tables``: matches at tables of the server
- ``results``: results from captains and paper, signatures, cards that captains cut after a draw, corrections
- ``conduct``: conduct cards, fair-play points, substitutions, requests for help
- ``lines``: the lines of the log, and the union of all entries
"""

from .base import CLOCK, DIRECTOR, FORMAT, TournamentEntryBase
from .conduct import CallAnswered, Colour, ConductCardShown, FairPlayGiven, HelpCalled, PlayerSubstituted
from .lines import EntryUndone, TournamentEntries, TournamentEntry, TournamentLine
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
from .rounds import (
    Pairing,
    RoundBellRang,
    RoundClosed,
    RoundExtended,
    RoundPaused,
    RoundResumed,
    RoundSeated,
    RoundStarted,
)
from .setup import LinkGranted, LinkRevoked, Role, TournamentEnded, TournamentOpened, TournamentSettingsChanged
from .taps import (
    DealMisdealt,
    DealPlayed,
    DealThrownIn,
    FirstDealerSet,
    GameForfeited,
    OfficialDecision,
    OfficialRulingGiven,
    RevokeFound,
    Tap,
    UpcardAtBell,
)
from .teams import Roster, TablesSet, TeamAmended, TeamEntered, TeamRejoined, TeamWithdrew

__all__ = [
    "CLOCK",
    "DIRECTOR",
    "FORMAT",
    "BotFilledIn",
    "CallAnswered",
    "CaptainCut",
    "Colour",
    "ConductCardShown",
    "DealMisdealt",
    "DealPlayed",
    "DealThrownIn",
    "EntryUndone",
    "FairPlayGiven",
    "FirstDealerSet",
    "GameForfeited",
    "HelpCalled",
    "LinkGranted",
    "LinkRevoked",
    "LiveGameEnded",
    "LiveScoreChanged",
    "LiveSeatsChanged",
    "LiveTableAssigned",
    "OfficialDecision",
    "OfficialRulingGiven",
    "Pairing",
    "PaperResultEntered",
    "PlayerSubstituted",
    "ResultClaimed",
    "ResultCorrected",
    "ResultSigned",
    "RevokeFound",
    "Role",
    "Roster",
    "RoundBellRang",
    "RoundClosed",
    "RoundExtended",
    "RoundPaused",
    "RoundResumed",
    "RoundSeated",
    "RoundStarted",
    "RulingApplied",
    "StandingsCut",
    "TablesSet",
    "Tap",
    "TeamAmended",
    "TeamEntered",
    "TeamRejoined",
    "TeamWithdrew",
    "TieBreakCut",
    "TournamentEnded",
    "TournamentEntries",
    "TournamentEntry",
    "TournamentEntryBase",
    "TournamentLine",
    "TournamentOpened",
    "TournamentSettingsChanged",
    "UpcardAtBell",
]
