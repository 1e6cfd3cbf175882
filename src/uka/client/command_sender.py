"""One method for each command at a table. Each returns the version that the command led to."""

from __future__ import annotations

import secrets
from itertools import count

from uka.core.actions import Action, ClaimRevoke
from uka.core.seats import Seat
from uka.table import TableSettings
from uka.table.entries import Phrase
from uka.wire import table_commands


class CommandSender:
    """The commands of a table, sent with ``do``.

    Each method waits until the table has executed the command. It raises ``CommandRefused`` if the table refuses.
    """

    def __init__(self) -> None:
        self._prefix, self._numbers = secrets.token_hex(6), count()

    @property
    def version(self) -> int:
        """The last version of the table that this client knows."""
        raise NotImplementedError

    async def do(self, ask: table_commands.LoggedTableCommand) -> int:
        """Send a command, and wait until the update that it led to has arrived."""
        raise NotImplementedError

    @property
    def fresh(self) -> str:
        """A new unique id for a message."""
        return f"{self._prefix}-{next(self._numbers)}"

    # People

    async def sit(self, seat: Seat) -> int:
        """Take a free seat or a bot's seat. During a deal a bot's seat is booked for the next deal."""
        return await self.do(table_commands.TakeSeat(seat=seat, id=self.fresh))

    async def stand(self) -> int:
        """Give up this person's seat, or the seat that they booked, and watch."""
        return await self.do(table_commands.LeaveSeat(id=self.fresh))

    async def away(self) -> int:
        """Take a break; a bot plays the seat meanwhile."""
        return await self.do(table_commands.TakeBreak(id=self.fresh))

    async def back(self) -> int:
        """End the break and take the seat back from the bot."""
        return await self.do(table_commands.EndBreak(id=self.fresh))

    async def say(self, phrase: Phrase) -> int:
        """Say a phrase to the table."""
        return await self.do(table_commands.SayPhrase(phrase=phrase, id=self.fresh))

    # The host

    async def bot(self, seat: Seat, level: str | None = None) -> int:
        """Put a bot at a seat, or change the level of the bot there."""
        return await self.do(table_commands.SeatBot(seat=seat, level=level, id=self.fresh))

    async def empty(self, seat: Seat) -> int:
        """Remove the bot from a seat."""
        return await self.do(table_commands.RemoveBot(seat=seat, id=self.fresh))

    async def swap(self, a: Seat, b: Seat) -> int:
        """Exchange who sits at two seats."""
        return await self.do(table_commands.SwapSeats(a=a, b=b, id=self.fresh))

    async def admit(self, player: str) -> int:
        """Seat a person now at the seat that they booked. They see its hand, and everyone at the table is notified."""
        return await self.do(table_commands.AdmitPlayer(player=player, id=self.fresh))

    async def pause(self) -> int:
        """Stop all clocks."""
        return await self.do(table_commands.PauseTable(id=self.fresh))

    async def resume(self) -> int:
        """Start all clocks again."""
        return await self.do(table_commands.ResumeTable(id=self.fresh))

    async def remove(self, player: str) -> int:
        """Send a person away from the table."""
        return await self.do(table_commands.RemovePlayer(player=player, id=self.fresh))

    async def hand_over(self, player: str) -> int:
        """Make another person the host."""
        return await self.do(table_commands.ChangeHost(player=player, id=self.fresh))

    async def change(self, settings: TableSettings) -> int:
        """Replace all settings of the table."""
        return await self.do(table_commands.ChangeSettings(settings=settings, id=self.fresh))

    async def begin(self, captain: Seat | None = None) -> int:
        """Begin the first game or the next one. ``captain`` is the seat that draws first."""
        return await self.do(table_commands.BeginGame(captain=captain, id=self.fresh))

    # The game

    async def commit(self, commitment: bytes) -> int:
        """Commit to a chain of shares."""
        return await self.do(table_commands.CommitShares(commitment=commitment.hex(), id=self.fresh))

    async def open_share(self, number: int, share: bytes) -> int:
        """Reveal this person's share of the pack with this number."""
        return await self.do(table_commands.OpenShare(number=number, share=share.hex(), id=self.fresh))

    async def take(self, place: int = 0) -> int:
        """Draw the card at a place in the spread pack, counted from 0 among the cards that are left."""
        return await self.do(table_commands.TakeDrawCard(place=place, id=self.fresh))

    async def name_dealer(self, dealer: Seat) -> int:
        """Name the first dealer after this side cut the higher card."""
        return await self.do(table_commands.NameDealer(dealer=dealer, id=self.fresh))

    async def cut(self, cards: int) -> int:
        """Cut the pack by lifting this many cards off."""
        return await self.do(table_commands.CutPack(cards=cards, id=self.fresh))

    async def deal_cards(self, packet_pattern: str | None = None) -> int:
        """Deal the cards in one of the ruleset's packet patterns."""
        return await self.do(table_commands.DealCards(packet_pattern=packet_pattern, id=self.fresh))

    async def ready(self) -> int:
        """Say that this person is ready for the next deal."""
        return await self.do(table_commands.DeclareReady(id=self.fresh))

    async def claim(self, version: int | None = None) -> int:
        """Show the hand and claim the rest of the tricks, as seen at a version; by default the last known one.

        Raises ``CommandRefused`` if the tricks are not certain.
        """
        return await self.do(
            table_commands.ClaimTricks(version=self.version if version is None else version, id=self.fresh)
        )

    async def undo(self) -> int:
        """Take this person's last choice in the deal back, where all others are bots."""
        return await self.do(table_commands.UndoAction(id=self.fresh))

    async def act(self, action: Action, version: int | None = None) -> int:
        """Take an action of the game, chosen at a version; by default the last known one.

        Raises ``StaleCommand`` if the table has changed since that version.
        """
        if version is None and not isinstance(action, ClaimRevoke):
            version = self.version
        return await self.do(table_commands.SubmitAction(action=action, version=version, id=self.fresh))
