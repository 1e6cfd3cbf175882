"""A person at a server: what is asked over HTTP, and the door to a table's socket."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from uka.core.seats import Seat
from uka.records import Log
from uka.records.signature import ForgedSignature, signer
from uka.table import TableSettings
from uka.wire import http_bodies
from uka.wire.table_updates import UnknownUpdate

from .errors import CommandRefused, ServerUnreachable
from .known_keys import KnownKeys
from .table_session import TableSession
from .table_socket import MessageTap

T = TypeVar("T")
PATIENCE = 60.0
AGAIN = (429, 503)
"""Statuses of a refusal that is worth another try."""


class Client:
    """A guest of a server, by the cookie that it gave. ``patience``: seconds to look for a server that went away.

    The key that the server signs records with is kept in ``known`` when it is first met, and records are held to it;
    where no file is named, servers on this machine itself are met anew each time. Every refusal is ``CommandRefused``;
    ``ServerUnreachable`` if the server does not answer.
    """

    def __init__(
        self,
        address: str,
        name: str | None = None,
        *,
        patience: float = PATIENCE,
        timeout: float = 10,
        known: KnownKeys | None = None,
    ) -> None:
        url = httpx.URL(address) if _is_address(address) else None
        if url is None:
            raise ServerUnreachable(f"{address} is no address of a server: write http://HOST:PORT")
        self.name, self.patience = name, patience
        self._origin = f"{url.scheme}://{url.netloc.decode()}"
        self._known = known or (None if _is_here(url.host) else KnownKeys())
        self._key: str | None = None
        # Certificates take long to load, and without TLS nothing needs them.
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
            await self._meet()
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    # Oneself

    async def me(self) -> http_bodies.Guest:
        """Who one is to the server."""
        return await self._get("me", http_bodies.Guest)

    async def rename(self, name: str | None) -> http_bodies.Guest:
        """Take a name; without one the server finds one."""
        self.guest = await self._ask("PUT", "me", http_bodies.Guest, http_bodies.RenameRequest(name))
        return self.guest

    # Tables

    async def lobby(self) -> list[http_bodies.TableSummary]:
        """The tables that anyone may come to."""
        return await self._get("lobby", list[http_bodies.TableSummary])

    async def open(
        self,
        rules: str = "tainui",
        *,
        changes: Mapping[str, Any] | None = None,
        settings: TableSettings | None = None,
        public: bool = False,
        seat: Seat | None = None,
        bots: str | None = None,
        begin: bool = False,
    ) -> http_bodies.TableTicket:
        """Open a table by a ruleset with changes to it, sit down, and begin at once where asked."""
        table = http_bodies.NewTable(rules, dict(changes or {}), settings, public, seat, bots, begin)
        return await self._ask("POST", "tables", http_bodies.TableTicket, table)

    async def table(self, table: str, invitation: str | None = None) -> http_bodies.TableSummary:
        """A table in short."""
        headers = {"X-Uka-Invitation": invitation} if invitation else None
        return await self._get(f"tables/{_part(table)}", http_bodies.TableSummary, headers=headers)

    async def join(self, table: str, invitation: str | None = None) -> http_bodies.TableTicket:
        """Come to a table."""
        return await self._ask(
            "POST", f"tables/{_part(table)}/join", http_bodies.TableTicket, http_bodies.JoinRequest(invitation)
        )

    async def invitation(self, table: str) -> http_bodies.TableTicket:
        """What lets others in to a table that one is at."""
        return await self._get(f"tables/{_part(table)}/invitation", http_bodies.TableTicket)

    def attend(
        self,
        table: str,
        invitation: str | None = None,
        *,
        tap: MessageTap | None = None,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> TableSession:
        """Be at a table; with an invitation one joins first.

        ``tap`` is told every message as text, with "in" or "out"; ``randomness`` makes the root of a chain of shares.
        """
        return TableSession(self, table, invitation, tap=tap, randomness=randomness)

    # Records and rulesets

    async def records(self, table: str) -> list[http_bodies.RecordSummary]:
        """The games of a table that are over."""
        return await self._get(f"tables/{_part(table)}/records", list[http_bodies.RecordSummary])

    async def record(self, table: str, number: int | None = None) -> Log:
        """The record of a game that is over: the last one, if no number is named. Its signature is checked."""
        return Log.parse(await self.record_text(table, number))

    async def record_text(self, table: str, number: int | None = None, form: str = "uka") -> str:
        """A record as text, as a log of Uka's own, or as EGN or EMN, which have no signature.

        ``ForgedSignature`` if its signature does not fit; ``KeyChanged`` if the server signs with another key now.
        """
        if number is None:
            lines = await self.records(table)
            if not lines:
                raise CommandRefused("a record is told when its game is over", again=True)
            number = lines[-1].number
        path = f"tables/{_part(table)}/records/{number}"
        found = await self._call("GET", path, params={"form": form})
        if form == "uka":
            self._check(found.content, table, number)
        return found.text

    async def _meet(self) -> None:
        """Learn the server's key, and keep it; one that changed is told when a record is signed with it."""
        self._key = self._known.all.get(self._origin) if self._known else None
        if self._key is None:
            with suppress(CommandRefused):  # a server of an earlier version has none
                self._key = (await self._get("key", http_bodies.ServerKey)).key
            if self._known and self._key:
                self._known.meet(self._origin, self._key)

    def _check(self, record: bytes, table: str, number: int) -> None:
        if self._key is None:
            return
        key = signer(record)
        if key is None:
            raise ForgedSignature("the server signs its records, and this one has no signature")
        if self._known:
            self._known.meet(self._origin, key)
        elif key != self._key:
            raise ForgedSignature("the record is signed with another key than the server's")
        about = Log.parse(record).header.about
        if (about.get("gameId"), about.get("game")) != (table, str(number)):
            raise ForgedSignature("the server signed the record of another game")

    async def replay(
        self, table: str, number: int, *, seat: Seat | None = None, deal: int | None = None
    ) -> http_bodies.GameReplay:
        """A game that is over, step by step: with all hands or one seat's alone, every deal or one alone."""
        asked = {"seat": seat.value if seat else None, "deal": deal}
        params = {name: value for name, value in asked.items() if value is not None}
        return await self._get(f"tables/{_part(table)}/records/{number}/replay", http_bodies.GameReplay, params=params)

    async def hint(self, table: str) -> http_bodies.Hint:
        """What each choice is worth now, best first; in one's turn, where one practises with bots alone."""
        return await self._get(f"tables/{_part(table)}/hint", http_bodies.Hint)

    async def review(self, table: str, number: int, seat: Seat, deal: int) -> http_bodies.DealReview:
        """What each choice of a seat cost in a deal of a game that is over, by what that seat knew then."""
        params = {"seat": seat.value, "deal": deal}
        return await self._get(f"tables/{_part(table)}/records/{number}/review", http_bodies.DealReview, params=params)

    async def verify(self, record: str) -> list[http_bodies.GameVerdicts]:
        """What the server finds of each pack of a record. One's own check proves more: ``uka.records.fair``."""
        response = await self._call("POST", "verify", content=record.encode(), headers={"content-type": "text/plain"})
        return _read(response, list[http_bodies.GameVerdicts])

    async def rulesets(self) -> list[http_bodies.RulesetSummary]:
        """The rulesets that are shipped."""
        return await self._get("rulesets", list[http_bodies.RulesetSummary])

    async def ruleset_schema(self) -> http_bodies.RulesetSchema:
        """Every field of a ruleset: what it means and what it may be."""
        return await self._get("rulesets/schema", http_bodies.RulesetSchema)

    async def ruleset(self, name: str) -> http_bodies.RulesetPage:
        """A ruleset, its rulebook, and what it changes of the one that it comes from."""
        return await self._get(f"rulesets/{_part(name)}", http_bodies.RulesetPage)

    async def check(self, rules: str, changes: Mapping[str, Any]) -> http_bodies.RulesetPage:
        """A ruleset with changes, if they make sense together."""
        return await self._ask(
            "POST", "rulesets/check", http_bodies.RulesetPage, http_bodies.RulesetRequest(rules, dict(changes))
        )

    async def server(self) -> http_bodies.ServerInfo:
        """What the server offers."""
        return await self._get("server", http_bodies.ServerInfo)

    async def health(self) -> http_bodies.ServerHealth:
        """How the server is, ready or not."""
        return await self._get("health/ready", http_bodies.ServerHealth, fine=(503,))

    # HTTP

    def socket(self, table: str, since: int | None) -> tuple[str, dict[str, str]]:
        """Where a table's socket is, and the headers that it needs."""
        query = {} if since is None else {"since": since}
        request = self._http.build_request("GET", f"api/tables/{_part(table)}/socket", params=query)
        scheme = "wss" if request.url.scheme == "https" else "ws"
        cookie = request.headers.get("cookie")
        return str(request.url.copy_with(scheme=scheme)), {"Cookie": cookie} if cookie else {}

    async def _get(self, path: str, kind: type[T], **more: Any) -> T:
        return _read(await self._call("GET", path, **more), kind)

    async def _ask(self, method: str, path: str, kind: type[T], form: http_bodies.RequestBody) -> T:
        headers = {"content-type": "application/json"}
        return _read(await self._call(method, path, content=msgspec.json.encode(form), headers=headers), kind)

    async def _call(self, method: str, path: str, *, fine: tuple[int, ...] = (), **more: Any) -> httpx.Response:
        try:
            response = await self._http.request(method, f"api/{path}", **more)
        except httpx.HTTPError as error:
            where = str(self._http.base_url).rstrip("/")
            raise ServerUnreachable(f"the server at {where} does not answer{_because(error)}") from None
        if not response.is_success and response.status_code not in fine:
            raise _refusal(response)
        return response


def _is_here(host: str) -> bool:
    """Whether a host is this machine itself, where one server after another may have the same address."""
    return host in ("localhost", "::1") or host.startswith("127.")


def _is_address(address: str) -> bool:
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        return False
    plain = url.host and "%" not in url.host  # what no host has in its name is written so
    return url.scheme in ("http", "https") and bool(plain) and (url.port or 0) < 1 << 16


def _part(name: str) -> str:
    return quote(name, safe="")


def _because(error: httpx.HTTPError) -> str:
    return ": it took too long" if isinstance(error, httpx.TimeoutException) else ""


def _refusal(response: httpx.Response) -> CommandRefused:
    status = response.status_code
    try:
        why = msgspec.json.decode(response.content, type=http_bodies.HttpProblem).why
    except msgspec.DecodeError:
        why = f"the server refuses: {status}"
    return CommandRefused(why, again=status in AGAIN)


def _read(response: httpx.Response, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(response.content, type=kind)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
