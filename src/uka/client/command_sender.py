"""All that can be asked at a table, one verb each; every verb gives the version that it led to."""

from __future__ import annotations

import secrets
from itertools import count

from uka.core.actions import Action, ClaimRevoke
from uka.core.seats import Seat
from uka.table import TableSettings
from uka.table.entries import Phrase
from uka.wire import table_commands


class CommandSender:
    """The verbs, over ``do``. Each waits until the table has done it; ``CommandRefused`` says why it will not."""

    def __init__(self) -> None:
        self._prefix, self._numbers = secrets.token_hex(6), count()

    @property
    def version(self) -> int:
        """The version of the table as it was told last."""
        raise NotImplementedError

    async def do(self, ask: table_commands.LoggedTableCommand) -> int:
        """Ask for anything, and wait until it is done and heard of."""
        raise NotImplementedError

    @property
    def fresh(self) -> str:
        """A name for a message that no other message has."""
        return f"{self._prefix}-{next(self._numbers)}"

    # People

    async def sit(self, seat: Seat) -> int:
        """Take a seat that is free or a bot's; in a deal a bot's is one's own when that is over."""
        return await self.do(table_commands.TakeSeat(seat=seat, id=self.fresh))

    async def stand(self) -> int:
        """Give the seat up, or the one that one waits for, and watch."""
        return await self.do(table_commands.LeaveSeat(id=self.fresh))

    async def away(self) -> int:
        """Take a break; a bot fills in."""
        return await self.do(table_commands.TakeBreak(id=self.fresh))

    async def back(self) -> int:
        """Take the seat back."""
        return await self.do(table_commands.EndBreak(id=self.fresh))

    async def say(self, phrase: Phrase) -> int:
        """Say one of the phrases."""
        return await self.do(table_commands.SayPhrase(phrase=phrase, id=self.fresh))

    # The host

    async def bot(self, seat: Seat, level: str | None = None) -> int:
        """Put a bot at a seat, or change the level of the one there."""
        return await self.do(table_commands.SeatBot(seat=seat, level=level, id=self.fresh))

    async def empty(self, seat: Seat) -> int:
        """Take a bot away."""
        return await self.do(table_commands.RemoveBot(seat=seat, id=self.fresh))

    async def swap(self, a: Seat, b: Seat) -> int:
        """Let two seats change places."""
        return await self.do(table_commands.SwapSeats(a=a, b=b, id=self.fresh))

    async def admit(self, player: str) -> int:
        """Let somebody take the seat that they wait for now, and see its hand: all at the table are told."""
        return await self.do(table_commands.AdmitPlayer(player=player, id=self.fresh))

    async def pause(self) -> int:
        """Stop all clocks."""
        return await self.do(table_commands.PauseTable(id=self.fresh))

    async def resume(self) -> int:
        """Let the clocks go on."""
        return await self.do(table_commands.ResumeTable(id=self.fresh))

    async def remove(self, player: str) -> int:
        """Send somebody away."""
        return await self.do(table_commands.RemovePlayer(player=player, id=self.fresh))

    async def hand_over(self, player: str) -> int:
        """Make somebody else the host."""
        return await self.do(table_commands.ChangeHost(player=player, id=self.fresh))

    async def change(self, settings: TableSettings) -> int:
        """Change the table's settings, all of them."""
        return await self.do(table_commands.ChangeSettings(settings=settings, id=self.fresh))

    async def begin(self, captain: Seat | None = None) -> int:
        """Begin a game, the first or another. ``captain`` is where the draw begins."""
        return await self.do(table_commands.BeginGame(captain=captain, id=self.fresh))

    # The game

    async def commit(self, commitment: bytes) -> int:
        """Commit to a chain of shares."""
        return await self.do(table_commands.CommitShares(commitment=commitment.hex(), id=self.fresh))

    async def open_share(self, number: int, share: bytes) -> int:
        """Open one's share of the pack of that number."""
        return await self.do(table_commands.OpenShare(number=number, share=share.hex(), id=self.fresh))

    async def take(self, place: int = 0) -> int:
        """Draw the card at a place among those left."""
        return await self.do(table_commands.TakeDrawCard(place=place, id=self.fresh))

    async def name_dealer(self, dealer: Seat) -> int:
        """Name the dealer, having cut the higher card."""
        return await self.do(table_commands.NameDealer(dealer=dealer, id=self.fresh))

    async def cut(self, cards: int) -> int:
        """Lift so many cards off."""
        return await self.do(table_commands.CutPack(cards=cards, id=self.fresh))

    async def deal_cards(self, packet_pattern: str | None = None) -> int:
        """Deal, in packets of one of the ruleset's ways."""
        return await self.do(table_commands.DealCards(packet_pattern=packet_pattern, id=self.fresh))

    async def ready(self) -> int:
        """Seen enough of the last deal."""
        return await self.do(table_commands.DeclareReady(id=self.fresh))

    async def claim(self, version: int | None = None) -> int:
        """Show one's hand and claim the rest of the tricks, as seen at a version: the last one told if none is named.

        ``CommandRefused`` if the rest is not one's own for certain.
        """
        return await self.do(
            table_commands.ClaimTricks(version=self.version if version is None else version, id=self.fresh)
        )

    async def undo(self) -> int:
        """Take one's last choice in this deal back, where all others are bots."""
        return await self.do(table_commands.UndoAction(id=self.fresh))

    async def act(self, action: Action, version: int | None = None) -> int:
        """An action of the game, chosen at a version: the last one told if none is named. ``StaleCommand`` if that is
        over.
        """
        if version is None and not isinstance(action, ClaimRevoke):
            version = self.version
        return await self.do(table_commands.SubmitAction(action=action, version=version, id=self.fresh))
