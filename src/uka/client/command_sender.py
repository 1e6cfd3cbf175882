"""One method for each command at a table. Each method returns the version of the table that the command led to."""

from __future__ import annotations

import secrets
from itertools import count

from uka.core.actions import Action, ClaimRevoke
from uka.core.seats import Seat
from uka.table import TableSettings
from uka.table.entries import Phrase
from uka.wire import table_commands


class CommandSender:
    """Sends the commands of a table.

    Each method waits until the table has executed the command. It raises ``CommandRefused`` if the table refuses.
    """

    def __init__(self) -> None:
        self._prefix, self._numbers = secrets.token_hex(6), count()

    @property
    def version(self) -> int:
        """The last version of the table that this client knows."""
        raise NotImplementedError

    async def do(self, ask: table_commands.LoggedTableCommand) -> int:
        """Send a command, and wait for the update that it causes. Return the version of the table after it."""
        raise NotImplementedError

    @property
    def fresh(self) -> str:
        """Return a new unique id for a message."""
        return f"{self._prefix}-{next(self._numbers)}"

    # Commands about this person

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
        """Say one of the fixed phrases to the table."""
        return await self.do(table_commands.SayPhrase(phrase=phrase, id=self.fresh))

    # Commands of the host

    async def bot(self, seat: Seat, level: str | None = None) -> int:
        """Put a bot at a seat, or change the level of the bot there."""
        return await self.do(table_commands.SeatBot(seat=seat, level=level, id=self.fresh))

    async def empty(self, seat: Seat) -> int:
        """Remove the bot from a seat."""
        return await self.do(table_commands.RemoveBot(seat=seat, id=self.fresh))

    async def swap(self, a: Seat, b: Seat) -> int:
        """Swap the occupants of two seats."""
        return await self.do(table_commands.SwapSeats(a=a, b=b, id=self.fresh))

    async def admit(self, player: str) -> int:
        """Give a person the seat that they booked at once.

        The person sees its hand, and everyone at the table is notified.
        """
        return await self.do(table_commands.AdmitPlayer(player=player, id=self.fresh))

    async def pause(self) -> int:
        """Pause the table, which stops all clocks."""
        return await self.do(table_commands.PauseTable(id=self.fresh))

    async def resume(self) -> int:
        """End the pause, which starts all clocks again."""
        return await self.do(table_commands.ResumeTable(id=self.fresh))

    async def remove(self, player: str) -> int:
        """Remove a person from the table."""
        return await self.do(table_commands.RemovePlayer(player=player, id=self.fresh))

    async def hand_over(self, player: str) -> int:
        """Make another person the host."""
        return await self.do(table_commands.ChangeHost(player=player, id=self.fresh))

    async def change(self, settings: TableSettings) -> int:
        """Replace all settings of the table."""
        return await self.do(table_commands.ChangeSettings(settings=settings, id=self.fresh))

    async def begin(self, captain: Seat | None = None) -> int:
        """Begin the first game or the next one. The draw for first dealer starts at the seat ``captain``."""
        return await self.do(table_commands.BeginGame(captain=captain, id=self.fresh))

    # Commands in a game

    async def commit(self, commitment: bytes) -> int:
        """Commit to a hash chain of shares, this person's random inputs to the shuffles."""
        return await self.do(table_commands.CommitShares(commitment=commitment.hex(), id=self.fresh))

    async def open_share(self, number: int, share: bytes) -> int:
        """Reveal this person's share, the random input to the shuffle of pack ``number``."""
        return await self.do(table_commands.OpenShare(number=number, share=share.hex(), id=self.fresh))

    async def take(self, place: int = 0) -> int:
        """Take a card from the spread pack in the draw.

        ``place`` is its index, from 0, among the cards that are left.
        """
        return await self.do(table_commands.TakeDrawCard(place=place, id=self.fresh))

    async def name_dealer(self, dealer: Seat) -> int:
        """Name the first dealer, after this person's side cut the higher card."""
        return await self.do(table_commands.NameDealer(dealer=dealer, id=self.fresh))

    async def cut(self, cards: int) -> int:
        """Cut the pack by lifting ``cards`` cards off."""
        return await self.do(table_commands.CutPack(cards=cards, id=self.fresh))

    async def deal_cards(self, packet_pattern: str | None = None) -> int:
        """Deal the cards in one of the ruleset's packet patterns."""
        return await self.do(table_commands.DealCards(packet_pattern=packet_pattern, id=self.fresh))

    async def ready(self) -> int:
        """Say that this person is ready for the next deal."""
        return await self.do(table_commands.DeclareReady(id=self.fresh))

    async def claim(self, version: int | None = None) -> int:
        """Show the hand and claim the rest of the tricks, chosen at ``version``. The default is the last known version.

        Raises ``CommandRefused`` if another player might still win a trick.
        """
        return await self.do(
            table_commands.ClaimTricks(version=self.version if version is None else version, id=self.fresh)
        )

    async def undo(self) -> int:
        """Take back this person's last choice in the deal. All other players must be bots."""
        return await self.do(table_commands.UndoAction(id=self.fresh))

    async def act(self, action: Action, version: int | None = None) -> int:
        """Take an action of the game, chosen at ``version``. The default is the last known version.

        Raises ``StaleCommand`` if the table has changed since that version.
        """
        if version is None and not isinstance(action, ClaimRevoke):
            version = self.version
        return await self.do(table_commands.SubmitAction(action=action, version=version, id=self.fresh))
