"""One method for each command at a table. Each method returns the version of the table after the command."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from itertools import count
from typing import Any

from uka.core.actions import Action, ClaimRevoke
from uka.core.seats import Seat
from uka.table import TableSettings
from uka.table.entries import Phrase
from uka.wire import table_commands


class CommandSender:
    """Sends commands to a table.

    Each method waits until the table has executed the command. It raises ``CommandRefused`` if the table refuses the
    command.
    """

    def __init__(self) -> None:
        self._prefix, self._numbers = secrets.token_hex(6), count()

    @property
    def version(self) -> int:
        """The last version of the table that this client knows."""
        raise NotImplementedError

    async def do(self, command: table_commands.LoggedTableCommand) -> int:
        """Send a command, and wait for the update that it causes. Return the version of the table after the command."""
        raise NotImplementedError

    @property
    def fresh(self) -> str:
        """A unique message id, which is new at each access."""
        return f"{self._prefix}-{next(self._numbers)}"

    # Commands about this person

    async def sit(self, seat: Seat) -> int:
        """Take a free seat or a bot's seat. During a deal, a bot's seat is only booked for the next deal."""
        return await self.do(table_commands.TakeSeat(seat=seat, id=self.fresh))

    async def stand(self) -> int:
        """Give up the seat that this person has taken or booked, and become a spectator."""
        return await self.do(table_commands.LeaveSeat(id=self.fresh))

    async def away(self) -> int:
        """Take a break. A bot plays at the seat until this person comes back."""
        return await self.do(table_commands.TakeBreak(id=self.fresh))

    async def back(self) -> int:
        """End the break and take the seat back from the bot."""
        return await self.do(table_commands.EndBreak(id=self.fresh))

    async def say(self, phrase: Phrase) -> int:
        """Say one of the predefined phrases to everybody at the table."""
        return await self.do(table_commands.SayPhrase(phrase=phrase, id=self.fresh))

    # Commands of the host

    async def bot(self, seat: Seat, level: str | None = None) -> int:
        """Put a bot at a seat, or change the level of the bot there."""
        return await self.do(table_commands.SeatBot(seat=seat, level=level, id=self.fresh))

    async def empty(self, seat: Seat) -> int:
        """Remove the bot from a seat."""
        return await self.do(table_commands.RemoveBot(seat=seat, id=self.fresh))

    async def swap(self, a: Seat, b: Seat) -> int:
        """Exchange the players of two seats."""
        return await self.do(table_commands.SwapSeats(a=a, b=b, id=self.fresh))

    async def admit(self, player: str) -> int:
        """Seat a person during the deal, at the seat that the person has booked.

        The person then sees the hand of that seat, and everyone at the table is notified.
        """
        return await self.do(table_commands.AdmitPlayer(player=player, id=self.fresh))

    async def pause(self) -> int:
        """Pause the table, which stops all its clocks and bots."""
        return await self.do(table_commands.PauseTable(id=self.fresh))

    async def resume(self) -> int:
        """End the pause, which starts all clocks and bots again."""
        return await self.do(table_commands.ResumeTable(id=self.fresh))

    async def remove(self, player: str) -> int:
        """Remove a person from the table."""
        return await self.do(table_commands.RemovePlayer(player=player, id=self.fresh))

    async def hand_over(self, player: str) -> int:
        """Make another person the host."""
        return await self.do(table_commands.ChangeHost(player=player, id=self.fresh))

    async def change(self, settings: TableSettings) -> int:
        """Replace all settings of the table. A setting that is left out returns to its default."""
        return await self.do(table_commands.ChangeSettings(settings=settings, id=self.fresh))

    async def change_rules(self, rules: str, changes: Mapping[str, Any] | None = None) -> int:
        """Choose other rules before the first game: a shipped ruleset, with changes to its fields."""
        return await self.do(table_commands.ChangeRules(rules=rules, changes=dict(changes or {}), id=self.fresh))

    async def begin(self, captain: Seat | None = None) -> int:
        """Begin the first game or the next game.

        ``captain`` is the seat that draws or cuts first in the draw for first dealer. If the first jack decides, this
        seat deals the cards of the draw.
        """
        return await self.do(table_commands.BeginGame(captain=captain, id=self.fresh))

    # Commands in a game

    async def commit(self, commitment: bytes) -> int:
        """Commit to a hash chain of shares, which are this person's random inputs to the shuffles."""
        return await self.do(table_commands.CommitShares(commitment=commitment.hex(), id=self.fresh))

    async def open_share(self, number: int, share: bytes) -> int:
        """Reveal this person's share, which is a random input to the shuffle of pack ``number``."""
        return await self.do(table_commands.OpenShare(number=number, share=share.hex(), id=self.fresh))

    async def take(self, place: int = 0) -> int:
        """Take a card from the spread pack in the draw for first dealer.

        ``place`` is the index of the card among the cards that are left, from 0.
        """
        return await self.do(table_commands.TakeDrawCard(place=place, id=self.fresh))

    async def name_dealer(self, dealer: Seat) -> int:
        """Name the first dealer. Only the partnership whose card in the cut was higher may name the first dealer."""
        return await self.do(table_commands.NameDealer(dealer=dealer, id=self.fresh))

    async def cut(self, cards: int) -> int:
        """Cut the pack by lifting ``cards`` cards off its top."""
        return await self.do(table_commands.CutPack(cards=cards, id=self.fresh))

    async def deal_cards(self, packet_pattern: str | None = None) -> int:
        """Deal the cards in one of the ruleset's packet patterns."""
        return await self.do(table_commands.DealCards(packet_pattern=packet_pattern, id=self.fresh))

    async def ready(self) -> int:
        """Say that this person is ready for the next deal.

        If all other players are bots, the next deal waits for this, unless ``rest_ms`` of the table is below 5000.
        """
        return await self.do(table_commands.DeclareReady(id=self.fresh))

    async def claim(self, version: int | None = None) -> int:
        """Show the hand and claim all remaining tricks.

        ``version`` is the version of the table for which the claim was chosen, by default the last known version.
        Raises ``CommandRefused`` if another player might still win a trick.
        """
        return await self.do(
            table_commands.ClaimTricks(version=self.version if version is None else version, id=self.fresh)
        )

    async def check_claim(self, version: int | None = None) -> int:
        """Ask whether a claim would be accepted, without showing the hand. Nobody else is told.

        Raises ``CommandRefused`` if another player might still win a trick.
        """
        return await self.do(
            table_commands.CheckClaim(version=self.version if version is None else version, id=self.fresh)
        )

    async def undo(self) -> int:
        """Take back this person's last choice in the deal. All other players must be bots."""
        return await self.do(table_commands.UndoAction(id=self.fresh))

    async def act(self, action: Action, version: int | None = None) -> int:
        """Take an action in the game.

        ``version`` is the version of the table for which the action was chosen, by default the last known version.
        Raises ``StaleCommand`` if the table has changed since that version.
        """
        if version is None and not isinstance(action, ClaimRevoke):
            version = self.version
        return await self.do(table_commands.SubmitAction(action=action, version=version, id=self.fresh))
