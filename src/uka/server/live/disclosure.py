"""Decides who may see what of a table, and when. Every route, socket and list of tables asks this module.

- Only the people at a table follow its game: a player sees what that seat may see, a spectator what all may see. Nobody
  follows both tables of a match.
- A table's summary, records, replays and reviews may be read by the people at the table, by anyone with an invitation
  and, if the table is public, by everybody.
- A match is played at two tables with the same deals. Until both games are over, nobody may read these things, no
  invitation to its tables is accepted, and the secrets of the shuffles are not published (see ``uka.table.timers``).
- A table with the deals of a day may be read only by its own people until the day is over, in practice games too.
- Whoever may read a table may also join it, unless the server itself seats the people, as for a day or a match.
- The lines of a table's chat are sent only to the people at the table, and those from a deal only to those who had a
  seat then (see ``uka.table.talk``).
- The lobby lists public tables that are not locked, but none of a match, and none with the deals of a day that is not
  over.
"""

from __future__ import annotations

from datetime import date

from uka.hosting.errors import Withheld
from uka.hosting.ids import DAY_HOST, MATCH_HOST

from ..base.clock import ServerClock
from .day_boards import deals_are_secret
from .invitations import Invitations
from .matches import Matches
from .table import LiveTable

NOT_HERE = "you are not at this table: join it first"
NO_INVITATION = "you need an invite link for this table"
WRONG_INVITATION = "that invite link doesn't work here"
NOBODY_ELSE = "nobody else can come to this table"
DAY_GOES_ON = "the deals of a day are told to others once the day is over"
MATCH_GOES_ON = "nothing of a match is told before both tables are done"


class Disclosure:
    """Decides what people may see of the tables of a server."""

    def __init__(self, invitations: Invitations, matches: Matches, clock: ServerClock) -> None:
        self._invitations, self._matches, self._clock = invitations, matches, clock

    def is_listed(self, live: LiveTable) -> bool:
        """Return whether the lobby may list a table."""
        settings = live.table.settings
        listed = settings.public and not settings.locked
        return listed and live.table.host != MATCH_HOST and not self._has_secret_deals(live)

    async def check_member(self, live: LiveTable, player: str, why: str = NOT_HERE) -> None:
        """Raise ``Withheld`` unless ``player`` is at a table and so may see its game.

        ``why`` is the reason that is given to somebody who is not at the table.
        """
        if live.table.member(player) is None:
            raise Withheld(why)
        if live.table.host == MATCH_HOST and not await self._matches.plays_at(live, player):
            raise Withheld("you are at the other table of this match")

    async def check_reading(self, live: LiveTable, player: str, invitation: str | None) -> None:
        """Raise ``Withheld`` unless ``player`` may read the summary and the finished games of a table.

        ``invitation`` is the invitation that the person has sent, if any.
        """
        if live.table.host == MATCH_HOST and not await self._matches.is_over(live):
            raise Withheld(MATCH_GOES_ON)
        if live.table.member(player) is not None:
            return
        if self._has_secret_deals(live):
            raise Withheld(DAY_GOES_ON)
        if live.table.settings.public:
            return
        if invitation is None:
            raise Withheld(NO_INVITATION)
        if not self._invitations.verify(live, invitation):
            raise Withheld(WRONG_INVITATION)

    async def check_entry(self, live: LiveTable, player: str, invitation: str | None) -> None:
        """Raise ``Withheld`` unless ``player`` is at a table or may join it with ``invitation``."""
        if live.table.member(player) is not None:
            await self.check_member(live, player)
        elif live.table.host in (DAY_HOST, MATCH_HOST) or self._has_secret_deals(live):
            raise Withheld(NOBODY_ELSE)
        else:
            await self.check_reading(live, player, invitation)

    def _has_secret_deals(self, live: LiveTable) -> bool:
        """Return whether a table plays the deals of a day while games that count for the day's results may go on."""
        given = live.table.settings.given
        if given is None or given.kind != "day":
            return False
        return deals_are_secret(date.fromisoformat(given.name), self._clock.now())
