"""Sends the commands of a person at a table, with one method for each command."""

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
    """Sends the commands of a person to a table. A subclass implements ``do``, which sends one command.

    Each method sends one command, waits until the server has executed it, and returns the version of the table after
    it. A method raises ``CommandRefused`` if the server refuses the command.
    """

    def __init__(self) -> None:
        self._prefix, self._numbers = secrets.token_hex(6), count()

    @property
    def version(self) -> int:
        """The last version of the table that this client knows."""
        raise NotImplementedError

    async def do(self, command: table_commands.TableCommand) -> int:
        """Send ``command``, and wait for the update that it causes. Return the version of the table after it."""
        raise NotImplementedError

    def next_id(self) -> str:
        """Return a new id for a command. No other command of this session has the same id."""
        return f"{self._prefix}-{next(self._numbers)}"

    # Commands about this person

    async def sit(self, seat: Seat) -> int:
        """Take a free seat or a bot's seat. During a deal, a bot's seat is only booked for the next deal."""
        return await self.do(table_commands.TakeSeat(seat=seat, id=self.next_id()))

    async def stand(self) -> int:
        """Give up the seat that this person has taken or booked, and stay as a spectator."""
        return await self.do(table_commands.LeaveSeat(id=self.next_id()))

    async def away(self) -> int:
        """Take a break. A bot plays at the seat until this person comes back."""
        return await self.do(table_commands.TakeBreak(id=self.next_id()))

    async def back(self) -> int:
        """End the break and take the seat back from the bot."""
        return await self.do(table_commands.EndBreak(id=self.next_id()))

    async def say(self, phrase: Phrase) -> int:
        """Say one of the predefined phrases to everybody at the table."""
        return await self.do(table_commands.SayPhrase(phrase=phrase, id=self.next_id()))

    async def chat(self, text: str) -> int:
        """Write a line of the table's chat. The log of the table does not change."""
        return await self.do(table_commands.WriteChatLine(text=text, id=self.next_id()))

    async def report(self, line: str) -> int:
        """Report the line of the chat with the id ``line`` to the host. Nobody is told who reported it."""
        return await self.do(table_commands.ReportChatLine(line=line, id=self.next_id()))

    # Commands of the host

    async def bot(self, seat: Seat, level: str | None = None) -> int:
        """Put a bot in a free seat, or change the level of the bot there, as the host."""
        return await self.do(table_commands.SeatBot(seat=seat, level=level, id=self.next_id()))

    async def empty(self, seat: Seat) -> int:
        """Remove the bot from a seat before a game, as the host."""
        return await self.do(table_commands.RemoveBot(seat=seat, id=self.next_id()))

    async def swap(self, a: Seat, b: Seat) -> int:
        """Let the players in the seats ``a`` and ``b`` change places before a game, as the host."""
        return await self.do(table_commands.SwapSeats(a=a, b=b, id=self.next_id()))

    async def admit(self, player: str) -> int:
        """Give the person with the id ``player`` the booked seat at once, before the deal ends, as the host.

        The person then sees the hand of the seat, and everybody at the table is notified.
        """
        return await self.do(table_commands.AdmitPlayer(player=player, id=self.next_id()))

    async def pause(self) -> int:
        """Pause the game, as the host. All clocks and bots of the table stop."""
        return await self.do(table_commands.PauseTable(id=self.next_id()))

    async def resume(self) -> int:
        """End the pause of the game, as the host. All clocks and bots of the table go on."""
        return await self.do(table_commands.ResumeTable(id=self.next_id()))

    async def remove(self, player: str) -> int:
        """Remove the person with the id ``player`` from the table for good, as the host."""
        return await self.do(table_commands.RemovePlayer(player=player, id=self.next_id()))

    async def change_host(self, player: str) -> int:
        """Make the person with the id ``player`` the host in place of this person."""
        return await self.do(table_commands.ChangeHost(player=player, id=self.next_id()))

    async def change(self, settings: TableSettings) -> int:
        """Replace all settings of the table by ``settings``, as the host."""
        return await self.do(table_commands.ChangeSettings(settings=settings, id=self.next_id()))

    async def change_rules(self, rules: str, changes: Mapping[str, Any] | None = None) -> int:
        """As the host, before the first game, choose the shipped ruleset ``rules`` with ``changes`` to its fields."""
        return await self.do(table_commands.ChangeRules(rules=rules, changes=dict(changes or {}), id=self.next_id()))

    async def begin(self, captain: Seat | None = None) -> int:
        """Begin the first game or the next game, as the host.

        ``captain`` is the seat that draws or cuts first in the draw for first dealer, by default this person's seat. If
        the first jack decides who deals, this seat deals the cards of the draw.
        """
        return await self.do(table_commands.BeginGame(captain=captain, id=self.next_id()))

    # Commands in a game

    async def commit(self, commitment: bytes) -> int:
        """Commit to this person's shares: a hash chain of random inputs to the shuffles.

        ``commitment`` is the hash of the first share.
        """
        return await self.do(table_commands.CommitShares(commitment=commitment.hex(), id=self.next_id()))

    async def open_share(self, number: int, share: bytes) -> int:
        """Open this person's share: the random input to the shuffle of pack ``number``."""
        return await self.do(table_commands.OpenShare(number=number, share=share.hex(), id=self.next_id()))

    async def draw_card(self, place: int = 0) -> int:
        """Take a card from the pack that is spread for the draw for first dealer.

        ``place`` is the index of the card among the cards that are left, from 0.
        """
        return await self.do(table_commands.TakeDrawCard(place=place, id=self.next_id()))

    async def name_dealer(self, dealer: Seat) -> int:
        """Name the first dealer. Only a player of the partnership that drew the higher card may do it."""
        return await self.do(table_commands.NameDealer(dealer=dealer, id=self.next_id()))

    async def cut(self, cards: int) -> int:
        """Cut the pack before the deal: lift ``cards`` cards off its top."""
        return await self.do(table_commands.CutPack(cards=cards, id=self.next_id()))

    async def deal_cards(self, packet_pattern: str | None = None) -> int:
        """Deal the cards, as the dealer.

        ``packet_pattern`` says how many cards each seat gets at a time, such as "3-2", if the rules leave a choice.
        """
        return await self.do(table_commands.DealCards(packet_pattern=packet_pattern, id=self.next_id()))

    async def ready(self) -> int:
        """Say that this person is ready for the next deal.

        If all other players are bots, the next deal waits for this, unless ``rest_ms`` of the table's settings is below
        5000.
        """
        return await self.do(table_commands.DeclareReady(id=self.next_id()))

    async def claim(self, version: int | None = None) -> int:
        """Show this person's hand and claim all remaining tricks.

        ``version`` is the version of the table for which the claim was chosen, by default the last known version. Raise
        ``CommandRefused`` if the other side might still win a trick.
        """
        version = self.version if version is None else version
        return await self.do(table_commands.ClaimTricks(version=version, id=self.next_id()))

    async def check_claim(self, version: int | None = None) -> int:
        """Ask whether ``claim`` would be accepted, without showing the hand. Nobody else is told.

        Raise ``CommandRefused`` if the other side might still win a trick.
        """
        version = self.version if version is None else version
        return await self.do(table_commands.CheckClaim(version=version, id=self.next_id()))

    async def undo(self) -> int:
        """Take back this person's last choice in the deal. All other players must be bots."""
        return await self.do(table_commands.UndoAction(id=self.next_id()))

    async def act(self, action: Action, version: int | None = None) -> int:
        """Take an action in the game, such as a call or a play.

        ``version`` is the version of the table for which the action was chosen, by default the last known version.
        Raise ``StaleCommand`` if the game has changed since that version.
        """
        if version is None and not isinstance(action, ClaimRevoke):
            version = self.version
        return await self.do(table_commands.SubmitAction(action=action, version=version, id=self.next_id()))
