"""The client of a server, which sends requests over HTTP and opens sessions at tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Self, TypedDict, TypeVar, Unpack
from urllib.parse import quote, urlencode

import httpx
import msgspec

from uka.coach import MadeChoice, TrickPlace
from uka.core.seats import Seat
from uka.records import Log
from uka.rulesets import DEFAULT_RULESET
from uka.table import TableSettings
from uka.wire import day_bodies, http_bodies
from uka.wire.table_updates import UnknownUpdate

from .addresses import is_local, origin_of
from .errors import CommandRefused, ServerUnreachable
from .known_keys import KnownKeys
from .signing_key import SigningKey
from .table_session import TableSession
from .table_socket import MessageTap


class NewTableOptions(TypedDict, total=False):
    """The options of a new table."""

    changes: Mapping[str, Any] | None
    """Changes to fields of the ruleset: a mapping from field name to value."""
    settings: TableSettings | None
    """All settings of the table, by default the usual settings of the ruleset."""
    public: bool
    """Whether the lobby lists the table."""
    seat: Seat | None
    """The seat that this guest takes at once, if any."""
    bots: str | None
    """The level of the table's bots."""
    begin: bool
    """Whether the game begins at once, with bots in the free seats."""


T = TypeVar("T")
DEFAULT_PATIENCE = 60.0
"""The time, in seconds, for which a client tries to reconnect if it is not told otherwise."""
RETRYABLE = (429, 503)
"""The HTTP statuses of refusals after which the same request may succeed later."""


class Client:
    """A client of the server at ``address``, for one guest, whom the server recognizes by a cookie.

    ``name`` is the name of the guest; without it, the server chooses a name. After a lost connection, the client tries
    to reconnect for ``patience`` seconds. ``timeout`` limits an HTTP request, in seconds.

    ``known`` is a file of servers' public keys. The client saves the server's key there when it first sees the server.
    Later, the client checks the signatures of game records with the saved key. Without ``known``, the client uses the
    default file, or no file if the server runs on this machine.

    Methods raise ``CommandRefused`` if the server refuses a request, and ``ServerUnreachable`` if it does not answer.
    """

    def __init__(
        self,
        address: str,
        name: str | None = None,
        *,
        patience: float = DEFAULT_PATIENCE,
        timeout: float = 10,
        known: KnownKeys | None = None,
    ) -> None:
        origin = origin_of(address)
        if origin is None:
            raise ServerUnreachable(f"{address} is not the address of a server: write http://HOST:PORT")
        url = httpx.URL(address)
        self.name, self.patience = name, patience
        known = known or (None if is_local(url.host) else KnownKeys())
        self._key = SigningKey(origin, known)
        # Loading certificates takes long, so they are loaded only for TLS.
        self._http = httpx.AsyncClient(
            base_url=url,
            timeout=timeout,
            trust_env=False,
            verify=url.scheme == "https",
            headers={"accept": "application/json"},
        )
        self.guest = http_bodies.Guest("", "")

    async def __aenter__(self) -> Self:
        try:
            await self.rename(self.name)
            await self._learn_key()
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    # Requests about this guest

    async def me(self) -> http_bodies.Guest:
        """Fetch the id, the name and the emblem of this guest."""
        return await self._get("me", http_bodies.Guest)

    async def rename(self, name: str | None) -> http_bodies.Guest:
        """Change the name of this guest. If ``name`` is None, the server chooses a name."""
        self.guest = await self._ask("PUT", "me", http_bodies.Guest, http_bodies.RenameRequest(name))
        return self.guest

    # Requests about tables

    async def lobby(self) -> list[http_bodies.TableSummary]:
        """List the public tables."""
        return await self._get("lobby", list[http_bodies.TableSummary])

    async def open(self, rules: str = DEFAULT_RULESET, **options: Unpack[NewTableOptions]) -> http_bodies.TableTicket:
        """Open a table with the ruleset ``rules``. ``options`` are fields of ``NewTableOptions``, such as ``seat``."""
        changes = dict(options.pop("changes", None) or {})
        table = http_bodies.NewTable(rules, changes, **options)  # type: ignore[misc]
        return await self._ask("POST", "tables", http_bodies.TableTicket, table)

    async def play_day(self, day: date, rules: str = DEFAULT_RULESET, **changes: Any) -> day_bodies.DayTicket:
        """Open a table at which this guest plays the deals of a day, which are the same for everybody.

        The first game counts; later games are practice. ``changes`` are changes to fields of the ruleset ``rules``.
        """
        return await self._ask("POST", f"days/{day}/games", day_bodies.DayTicket, day_bodies.DayGame(rules, changes))

    async def day(self, day: date, rules: str = DEFAULT_RULESET, **changes: Any) -> day_bodies.DayPage:
        """Fetch the best results in a day's deals, which are the same for everybody, and this guest's own result.

        The results are those under the ruleset ``rules`` with ``changes`` to its fields.
        """
        query = urlencode({"rules": rules, "changes": msgspec.json.encode(changes).decode()})
        return await self._get(f"days/{day}?{query}", day_bodies.DayPage)

    async def days(self) -> day_bodies.DaysStatus:
        """Fetch which days have deals of their own, the same for everybody, and how many deals a day has."""
        return await self._get("days", day_bodies.DaysStatus)

    async def table(self, table: str, invitation: str | None = None) -> http_bodies.TableSummary:
        """Fetch the summary of a table: its rules, its seats and its score. A private table needs an invitation."""
        headers = {"X-Uka-Invitation": invitation} if invitation else None
        return await self._get(f"tables/{_path_segment(table)}", http_bodies.TableSummary, headers=headers)

    async def join(self, table: str, invitation: str | None = None, *, watch: bool = False) -> http_bodies.TableTicket:
        """Join a table, and take a free seat: the one opposite the host, if it is free. If none is free, watch.

        With ``watch`` this guest only watches. A private table needs an invitation.
        """
        body = http_bodies.JoinRequest(invitation, watch)
        return await self._ask("POST", f"tables/{_path_segment(table)}/join", http_bodies.TableTicket, body)

    async def invitation(self, table: str) -> http_bodies.TableTicket:
        """Fetch the invitation to a table that this guest has joined, by which other guests can join it."""
        return await self._get(f"tables/{_path_segment(table)}/invitation", http_bodies.TableTicket)

    def attend(
        self,
        table: str,
        invitation: str | None = None,
        *,
        watch: bool = False,
        tap: MessageTap | None = None,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> TableSession:
        """Return a session at a table, for ``async with``. With ``invitation``, the session first joins the table.

        With ``watch`` it joins without a seat, as ``join`` does.
        ``tap`` is called with "in" or "out" and the text of each message, for example to log it.
        ``randomness`` is called with a number, and returns that many random bytes, from which the client's random
        inputs to the shuffles are computed.
        """
        return TableSession(self, table, invitation, watch=watch, tap=tap, randomness=randomness)

    # Requests about records and rulesets

    async def records(self, table: str) -> list[http_bodies.RecordSummary]:
        """List the finished games of a table."""
        return await self._get(f"tables/{_path_segment(table)}/records", list[http_bodies.RecordSummary])

    async def record(self, table: str, number: int | None = None) -> Log:
        """Fetch the record of game ``number`` of a table, by default of its last finished game.

        Verify the signature of the record: raise the same errors as ``record_text``.
        """
        return Log.parse(await self.record_text(table, number))

    async def record_text(self, table: str, number: int | None = None, form: str = "uka") -> str:
        """Fetch the record of game ``number`` of a table, by default of its last finished game, as text.

        ``form`` is the format: "uka" with a signature, or "egn" or "emn" without one. Raise ``ForgedSignature`` if the
        signature is wrong, and ``KeyChanged`` if the server signs with another key than before.
        """
        if number is None:
            finished = await self.records(table)
            if not finished:
                raise CommandRefused("there is no record yet: a record is made when its game is over", again=True)
            number = finished[-1].number
        path = f"tables/{_path_segment(table)}/records/{number}"
        response = await self._call("GET", path, params={"form": form})
        if form == "uka":
            self._key.check(response.content, table, number)
        return response.text

    async def _learn_key(self) -> None:
        """If no key of the server is saved, fetch the server's key and save it.

        Signatures are checked with it later.
        """
        if self._key.key is None:
            self._key.learn((await self._get("key", http_bodies.ServerKey)).key)

    async def replay(
        self, table: str, number: int, *, seat: Seat | None = None, deal: int | None = None
    ) -> http_bodies.GameReplay:
        """Fetch the replay of a finished game. ``seat`` limits it to the view of one seat, and ``deal`` to one deal."""
        choices = {"seat": seat.value if seat else None, "deal": deal}
        params = {name: value for name, value in choices.items() if value is not None}
        return await self._get(
            f"tables/{_path_segment(table)}/records/{number}/replay", http_bodies.GameReplay, params=params
        )

    async def hint(self, table: str) -> http_bodies.Hint:
        """Fetch a hint: the actions that this guest may choose now, each with a rating, the best first.

        It must be this guest's turn, and all other players must be bots.
        """
        return await self._get(f"tables/{_path_segment(table)}/hint", http_bodies.Hint)

    async def review(self, table: str, number: int, seat: Seat, deal: int) -> http_bodies.DealReview:
        """Fetch a review of one deal: what each choice of ``seat`` cost, given what the seat knew at that time.

        ``number`` is the number of the game at the table, and ``deal`` that of the deal in the game, both from 0.
        """
        params = {"seat": seat.value, "deal": deal}
        return await self._get(
            f"tables/{_path_segment(table)}/records/{number}/review", http_bodies.DealReview, params=params
        )

    async def why(self, table: str, deal: int, made: MadeChoice) -> http_bodies.ChoiceExplanation:
        """Fetch why a bot made a choice in the deal that ended last: what it knew and what it compared.

        ``deal`` is the number of that deal in the game, from 0, as in a view of the deal. ``made`` is the index of a
        call among those of the deal, or the trick and the seat of a card.
        """
        place = {"trick": made.trick, "seat": made.seat.value} if isinstance(made, TrickPlace) else {"call": made}
        params = {"deal": deal, **place}
        return await self._get(f"tables/{_path_segment(table)}/why", http_bodies.ChoiceExplanation, params=params)

    async def verify(self, record: str) -> list[http_bodies.GameVerdicts]:
        """Let the server verify that each pack of ``record``, the text of a game record, was shuffled fairly.

        A check with ``uka.records.fair`` proves more, since it does not rely on the server.
        """
        response = await self._call("POST", "verify", content=record.encode(), headers={"content-type": "text/plain"})
        return _read(response, list[http_bodies.GameVerdicts])

    async def rulesets(self) -> list[http_bodies.RulesetSummary]:
        """List the shipped rulesets."""
        return await self._get("rulesets", list[http_bodies.RulesetSummary])

    async def ruleset_schema(self) -> http_bodies.RulesetSchema:
        """Fetch the meaning and the allowed values of each field of a ruleset."""
        return await self._get("rulesets/schema", http_bodies.RulesetSchema)

    async def ruleset(self, name: str) -> http_bodies.RulesetPage:
        """Fetch the shipped ruleset ``name``, its rulebook, and how it differs from the ruleset that it extends."""
        return await self._get(f"rulesets/{_path_segment(name)}", http_bodies.RulesetPage)

    async def check(self, rules: str, changes: Mapping[str, Any]) -> http_bodies.RulesetPage:
        """Fetch the ruleset ``rules`` with changes to its fields.

        Raise ``CommandRefused`` if the result is not valid.
        """
        return await self._ask(
            "POST", "rulesets/check", http_bodies.RulesetPage, http_bodies.RulesetRequest(rules, dict(changes))
        )

    async def server(self) -> http_bodies.ServerInfo:
        """Fetch what the server offers, such as the levels of its bots."""
        return await self._get("server", http_bodies.ServerInfo)

    async def shared_address(self) -> str:
        """Return the URL at which other people can reach the server.

        For a server on this machine, it is the address in the local network that the server states, if it states one.
        Otherwise it is the address that this client uses.
        """
        url = self._http.base_url
        network = (await self.server()).network if is_local(url.host) else None
        return network or str(url).rstrip("/")

    async def health(self) -> http_bodies.ServerHealth:
        """Fetch whether the server is ready for requests, and if not, the reason."""
        return await self._get("health/ready", http_bodies.ServerHealth, accepted=(503,))

    # HTTP requests

    def socket_address(self, table: str, last_version: int | None) -> tuple[str, dict[str, str]]:
        """Return the URL of a table's WebSocket, and a dict of the HTTP headers that the connection needs.

        Over that WebSocket the server first sends what has changed since ``last_version``, or a snapshot if
        ``last_version`` is None.
        """
        query = {} if last_version is None else {"since": last_version}
        request = self._http.build_request("GET", f"api/tables/{_path_segment(table)}/socket", params=query)
        scheme = "wss" if request.url.scheme == "https" else "ws"
        cookie = request.headers.get("cookie")
        return str(request.url.copy_with(scheme=scheme)), {"Cookie": cookie} if cookie else {}

    async def _get(self, path: str, kind: type[T], **more: Any) -> T:
        return _read(await self._call("GET", path, **more), kind)

    async def _ask(self, method: str, path: str, kind: type[T], form: http_bodies.RequestBody) -> T:
        headers = {"content-type": "application/json"}
        return _read(await self._call(method, path, content=msgspec.json.encode(form), headers=headers), kind)

    async def _call(self, method: str, path: str, *, accepted: tuple[int, ...] = (), **more: Any) -> httpx.Response:
        """Send a request and return the response.

        Raise ``CommandRefused`` if its status is an error not in ``accepted``.
        """
        try:
            response = await self._http.request(method, f"api/{path}", **more)
        except httpx.HTTPError as error:
            where = str(self._http.base_url).rstrip("/")
            raise ServerUnreachable(f"the server at {where} does not answer{_timeout_clause(error)}") from None
        if not response.is_success and response.status_code not in accepted:
            raise _refusal(response)
        return response


def _path_segment(name: str) -> str:
    return quote(name, safe="")


def _timeout_clause(error: httpx.HTTPError) -> str:
    return ": it took too long" if isinstance(error, httpx.TimeoutException) else ""


def _refusal(response: httpx.Response) -> CommandRefused:
    status = response.status_code
    try:
        why = msgspec.json.decode(response.content, type=http_bodies.HttpProblem).why
    except msgspec.DecodeError:
        why = f"the server refused: {status}"
    return CommandRefused(why, again=status in RETRYABLE)


def _read(response: httpx.Response, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(response.content, type=kind)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
