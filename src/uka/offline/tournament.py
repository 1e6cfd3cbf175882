"""A tournament that this process alone hosts: the director's desk, with the bell that ends a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uka.core.errors import UkaError
from uka.hosting.errors import Withheld
from uka.hosting.problems import rejection_of
from uka.hosting.tournament_audience import TournamentAudience, TournamentClient
from uka.hosting.tournament_commands import TournamentOperation, tournament_operation
from uka.hosting.tournament_links import TournamentLinks
from uka.tournament import Tournament, TournamentLine, TournamentSettings, due, execute, tick
from uka.wire import socket_updates, tournament_commands
from uka.wire.message_reader import InvalidMessage
from uka.wire.socket_updates import Ack, Pong, Rejection, SocketAnswer

from .log import HostedLog, Keeper

NO_ONLINE_TABLES = "online tables need a server: here the games are played at tables in the hall"


class HostedTournament(HostedLog):
    """A tournament with the bell that ends a round, and the pages that show it.

    ``lines`` are the lines of the log. ``links`` signs the links of the tournament.
    """

    def __init__(
        self, id: str, tournament: Tournament, lines: Sequence[TournamentLine], keeper: Keeper, links: TournamentLinks
    ) -> None:
        super().__init__(id, keeper)
        self.tournament = tournament
        self._links = links
        self._audience = TournamentAudience[TournamentClient](
            id, tournament, lines, lambda grant: links.sign(id, grant)
        )
        self.schedule()

    @property
    def written_at(self) -> int:
        """The time of the log's last line, in milliseconds since 1970."""
        return self.tournament.at

    @property
    def clients(self) -> TournamentAudience[TournamentClient]:
        """The pages that show the tournament."""
        return self._audience

    def close(self) -> None:
        """Stop the bell."""
        super().close()
        self._audience.close()

    # Pages

    def arrive(self, page: TournamentClient, text: str) -> bool:
        """Connect a page, which presents its link in its first message ``text``, and send it a snapshot.

        If the page presents no link that works, say farewell to it and return False.
        """
        try:
            command = tournament_commands.read(text)
        except InvalidMessage:
            command = None
        if not isinstance(command, tournament_commands.PresentLink):
            page.farewell("present your link in the first message", 4400)
            return False
        try:
            page.grant = self._links.grant_of(self.id, self.tournament, command.link)
        except Withheld as error:
            page.farewell(str(error), 4403)
            return False
        self._audience.add(page, self.now())
        return True

    def depart(self, page: TournamentClient) -> None:
        """Disconnect a page."""
        self._audience.discard(page)

    async def answer(self, page: TournamentClient, text: str) -> None:
        """Carry out a message of a page, and send the page the answer."""
        page.push(socket_updates.write(await self._answer(page.grant, text)))

    async def _answer(self, grant: str, text: str) -> SocketAnswer:
        try:
            command = tournament_commands.read(text)
        except InvalidMessage as error:
            return rejection_of(error.id, error)
        match command:
            case tournament_commands.PingTournament():
                return Pong(command.id, self.now())
            case tournament_commands.PresentLink():
                return Rejection(command.id, "this connection has already presented its link")
            case tournament_commands.GoToTable() | tournament_commands.FillInWithBot():
                return Rejection(command.id, NO_ONLINE_TABLES)
            case _:
                return await self._carry_out(grant, command)

    async def _carry_out(self, grant: str, command: tournament_commands.LoggedTournamentCommand) -> SocketAnswer:
        try:
            if isinstance(command, tournament_commands.ChangeTournamentSettings):
                check_in_the_hall(command.settings)
            version = await self.do(tournament_operation(command, grant), grant, command.id)
        except UkaError as error:
            return rejection_of(command.id, error)
        return Ack(command.id, version)

    # Changes

    async def do(self, command: TournamentOperation, by: str, id: str = "") -> int:
        """Carry out a command, and return the number of the first line that it wrote, or else of the last line.

        A command with the same ``id`` is carried out once. Raise ``UkaError`` if it is refused.
        """
        await self._change(lambda t: execute(t, command, at=self.now(), by=by, id=id))
        version = self.tournament.applied_line(by, id)
        return self.tournament.seq if version is None else version

    async def _change(self, decide: Callable[[Tournament], tuple[Tournament, Sequence[TournamentLine]]]) -> None:
        """Store the lines that ``decide`` returns for the present state, then send the pages what they change."""
        async with self._changing:
            after, lines = decide(self.tournament)
            if lines:
                await self._keep(lines)
                self.tournament = after
                self._audience.publish(after, lines)
                self.schedule()

    # The bell

    def schedule(self) -> None:
        """Set the alarm for the bell."""
        self._alarm.stop()
        bell = due(self.tournament)
        if bell is not None:
            self._set_alarm(bell, self._ring)

    async def _ring(self) -> None:
        await self._change(lambda t: tick(t, self.now()))


def check_in_the_hall(settings: TournamentSettings) -> None:
    """Raise ``UkaError`` if the games of a tournament with these settings are played at online tables."""
    if settings.online:
        raise UkaError(NO_ONLINE_TABLES)
