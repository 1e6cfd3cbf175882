"""Faults of a server that tell what nobody may know. The checks of leaks must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.server.day_company import DAYS
from tests.server.game import World
from tests.server.match_company import MATCHES
from tests.server.party import INVITED, NAMES
from tests.server.party import World as TableWorld
from tests.table.test_unseen import LEAKS as TOLD
from uka.core.cards import Card, cards_of
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat
from uka.hosting import audience
from uka.hosting.pack_secrets import PackSecrets
from uka.records.fair import numbered_seed
from uka.server.base.logs import log
from uka.server.http import days as day_pages
from uka.server.http import matches as match_pages
from uka.server.http import records
from uka.server.live import chat, disclosure, lobby, matches
from uka.server.live import days as live_days
from uka.server.live import table as live
from uka.server.live.day_boards import end_of
from uka.server.live.matches import LiveMatch, Matches
from uka.server.sockets import table as socket
from uka.server.sockets.hub import SocketHub
from uka.server.workers import record_archive as archive
from uka.table import GivenDeals, Table, TableStage, timers
from uka.table.commands import people
from uka.table.views import deal_view, facts, table_views
from uka.wire import http_bodies, socket_updates, table_updates
from uka.wire.http_bodies import Guest

Fault = Callable[[pytest.MonkeyPatch], None]


class Sabotage(NamedTuple):
    """A fault, the world in which it tells something, and words of the sentence about the leak."""

    fault: Fault
    world: World
    says: str = ""


# At a table


def neighbour(table: Table, player: str) -> str:
    """Return the person whose view a faulty server sends to ``player``."""
    people = [chair.player for chair in table.chairs if chair.player]
    at = people.index(player) if player in people else -1
    return people[(at + 1) % len(people)] if people else player


def missed_by_another(patch: pytest.MonkeyPatch) -> None:
    missed = audience.Audience.missed_update
    patch.setattr(
        audience.Audience,
        "missed_update",
        lambda self, table, player, *more: missed(self, table, neighbour(table, player), *more),
    )


def updates_of_another(patch: pytest.MonkeyPatch) -> None:
    message_for = audience.UpdateMessages.message_for
    patch.setattr(
        audience.UpdateMessages, "message_for", lambda self, player: message_for(self, neighbour(self._table, player))
    )


def changes_of_another(patch: pytest.MonkeyPatch) -> None:
    own = audience.UpdateMessages._own_part
    patch.setattr(audience.UpdateMessages, "_own_part", lambda self, player: own(self, neighbour(self._table, player)))


def own_part_for_spectators(patch: pytest.MonkeyPatch) -> None:
    viewer = Table.viewer
    patch.setattr(Table, "viewer", lambda self, player: viewer(self, player) or Seat.EAST)


def welcome_of_another(patch: pytest.MonkeyPatch) -> None:
    welcome = live.snapshot_message
    patch.setattr(
        live, "snapshot_message", lambda id, table, player, *more: welcome(id, table, neighbour(table, player), *more)
    )


def secrets_in_the_welcome(patch: pytest.MonkeyPatch) -> None:
    welcome = live.snapshot_message

    def telling(id: str, table: Table, *more: Any) -> str:
        return socket_updates.write(replace(table_updates.read(welcome(id, table, *more)), secrets=table.secrets))  # type: ignore[type-var]

    patch.setattr(live, "snapshot_message", telling)


def hands(table: Table) -> str:
    deal = table.game.deal if table.game else None
    return " ".join(str(card) for mask in deal.masks for card in cards_of(mask)) if deal else ""


def refusal_that_knows(patch: pytest.MonkeyPatch) -> None:
    done = socket._answer_command

    async def telling(hub: SocketHub, live: live.LiveTable, *more: Any) -> table_updates.TableUpdate:
        update = await done(hub, live, *more)
        return (
            replace(update, why=f"{update.why}: {hands(live.table)}")
            if isinstance(update, socket_updates.Rejection)
            else update
        )

    patch.setattr(socket, "_answer_command", telling)


def titles_of_all_cards(patch: pytest.MonkeyPatch) -> None:
    """Name every bower, wherever it is, as if it could be seen."""
    jacks = [Card.JC, Card.JD, Card.JH, Card.JS]
    for module in (facts, deal_view):
        patch.setattr(module, "titles", lambda cards, trump: tuple((card, "left") for card in jacks))


def labels_of_another(patch: pytest.MonkeyPatch) -> None:
    """Label each choice with a card of another player's hand."""
    make = table_views.TableViews._make_own

    def telling(self: table_views.TableViews, viewer: Seat) -> Any:
        return replace(make(self, viewer), labels=tuple(hands(self.table).split()))

    patch.setattr(table_views.TableViews, "_make_own", telling)


def hands_in_the_lobby(patch: pytest.MonkeyPatch) -> None:
    told = lobby.table_summary
    patch.setattr(lobby, "table_summary", lambda id, table: replace(told(id, table), title=hands(table)))


def record_before_the_end(patch: pytest.MonkeyPatch) -> None:
    line = http_bodies.RecordSummary(0, NAMES, (0, 0), Partnership.NORTH_SOUTH, 1, 0, 0)

    async def games(self: archive.RecordArchive, table: str) -> tuple[Any, ...]:
        return (archive.ArchivedGame(line, b"\n".join(await self._store.read(table))),)

    async def log(self: archive.ArchivedGame) -> Any:
        return self.text.decode()

    patch.setattr(archive.RecordArchive, "games", games)
    patch.setattr(archive.ArchivedGame, "log", log)
    patch.setattr(records, "record_text", lambda log, form: log)


def shares_before_their_time(patch: pytest.MonkeyPatch) -> None:
    """Send a secret in the middle of a sentence."""
    change = table_updates.TableChange

    def telling(*fields: Any) -> table_updates.TableChange:
        return replace(change(*fields), invitation="invited by " + "5e" * 32)

    patch.setattr(audience.table_updates, "TableChange", telling)


def logs_the_hands(patch: pytest.MonkeyPatch) -> None:
    publish = live.LiveTable.publish

    def telling(self: live.LiveTable, steps: Any) -> None:
        publish(self, steps)
        log.info("a step was told", hands=hands(self.table))

    patch.setattr(live.LiveTable, "publish", telling)


def chat_for_spectators(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chat, "chat_readers", lambda table: None)


def chat_by_spectators(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chat, "check_chat", lambda table, player: None)


# In a match


def match_before_its_end(patch: pytest.MonkeyPatch) -> None:
    async def is_over(self: Matches, live: live.LiveTable) -> bool:
        return True

    patch.setattr(Matches, "is_over", is_over)


def match_after_one_game(patch: pytest.MonkeyPatch) -> None:
    """Count a match as over when one of its games is."""
    over = property(lambda self: any(live.table.stage is TableStage.OVER for live in self.tables))
    patch.setattr(LiveMatch, "over", over)


def points_of_a_match(patch: pytest.MonkeyPatch) -> None:
    page = match_pages._page
    patch.setattr(match_pages, "_page", lambda *more: replace(page(*more), points=((1, -1),)))


def secrets_after_one_game(patch: pytest.MonkeyPatch) -> None:
    """Let the tables of a match open their secrets as all others do."""
    patch.setattr(timers, "_opens_secrets", lambda table: table.stage is TableStage.OVER)


def everybody_may_follow(patch: pytest.MonkeyPatch) -> None:
    async def check(*_: object) -> None:
        pass

    patch.setattr(disclosure.Disclosure, "check_member", check)


def seats_at_both_tables(patch: pytest.MonkeyPatch) -> None:
    """Let who moves to the other table watch the first."""

    async def sit(self: Matches, match: LiveMatch, guest: Guest, table: int, seat: Seat) -> live.LiveTable:
        at, other = match.tables[table], match.tables[1 - table]
        if other.table.seat_of(guest.player):
            await other.do(lambda table: people.stand(table, guest.player), guest.player)
        await at.do(lambda table: people.join(table, guest.player, guest.name), guest.player)
        await at.do(lambda table: people.give_seat(table, table.host, guest.player, seat), at.table.host)
        return at

    async def plays_at(self: Matches, live: live.LiveTable, player: str) -> bool:
        return True

    async def separate(match: LiveMatch) -> None:
        """Leave everybody where they are."""

    patch.setattr(matches, "_leave_second_tables", separate)
    patch.setattr(Matches, "sit", sit)
    patch.setattr(Matches, "plays_at", plays_at)


# On a day


def day_before_its_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(disclosure.Disclosure, "_has_secret_deals", lambda self, live: False)


def seed_at_midnight(patch: pytest.MonkeyPatch) -> None:
    """Publish the seed of a day while games that began on the day can still be finished."""
    patch.setattr(live_days, "deals_are_secret", lambda day, now: now < end_of(day))


def averages_before_the_own_game(patch: pytest.MonkeyPatch) -> None:
    page = day_pages._page
    patch.setattr(day_pages, "_page", lambda *more: replace(page(*more), averages=more[3].averages))


def boards_with_the_same_packs(patch: pytest.MonkeyPatch) -> None:
    def seed(self: PackSecrets, deals: GivenDeals, rules: Ruleset) -> bytes:
        return numbered_seed(4711)

    patch.setattr(PackSecrets, "seed", seed)


# All of them

LONG_GAME = TableWorld("uka", {"target": 0, "deals": 30})
"""A game so long that what leaks in some deals only, like a discard, occurs before its end."""
TALKATIVE_GAME = LONG_GAME._replace(people=2, settings=INVITED)
MATCH, DAY = MATCHES["a match"], DAYS["a day"]
AT_A_TABLE: dict[str, Fault] = {
    **{name: fault for name, fault in TOLD.items() if name not in ("secrets in the view", "a spectator sees a hand")},
    "a spectator gets an own part": own_part_for_spectators,
    "what somebody missed is another's": missed_by_another,
    "the updates are another's": updates_of_another,
    "the changes of the deal are another's": changes_of_another,
    "the welcome is another's": welcome_of_another,
    "secrets in the welcome": secrets_in_the_welcome,
    "a refusal tells the hands": refusal_that_knows,
    "bowers in other hands are told": titles_of_all_cards,
    "a choice is worded by another's cards": labels_of_another,
    "the lobby tells the hands": hands_in_the_lobby,
    "a record is told before the end": record_before_the_end,
    "digits of a secret": shares_before_their_time,
    "the log tells the hands": logs_the_hands,
}
SABOTAGE: dict[str, Sabotage] = {
    **{name: Sabotage(fault, LONG_GAME) for name, fault in AT_A_TABLE.items()},
    "spectators read the chat of a deal": Sabotage(chat_for_spectators, TALKATIVE_GAME, "may not read"),
    "spectators write in a deal": Sabotage(chat_by_spectators, TALKATIVE_GAME, "may not write"),
    "the tables of a match are told early": Sabotage(match_before_its_end, MATCH, "tells .* what is not for them"),
    "a match is told after one game": Sabotage(match_after_one_game, MATCH, "tells .* what is not for them|'points'"),
    "the page of a match tells points early": Sabotage(points_of_a_match, MATCH, "'points'"),
    "one table opens the secrets of both": Sabotage(secrets_after_one_game, MATCH, r"knows \d+ secrets"),
    "everybody may follow a match": Sabotage(everybody_may_follow, MATCH, "where they may not be"),
    "a person follows both tables": Sabotage(seats_at_both_tables, MATCH, "follows both tables"),
    "a day's games are told to others": Sabotage(day_before_its_end, DAY, "tells .* what is not for them"),
    "everybody may follow a day's game": Sabotage(everybody_may_follow, DAY, "where they may not be"),
    "the seed of a day is told at its end": Sabotage(seed_at_midnight, DAY, "'seed'"),
    "the averages are told before the own game": Sabotage(averages_before_the_own_game, DAY, "'averages'"),
    "two boards have the same packs": Sabotage(boards_with_the_same_packs, DAY, "share .* packs"),
}
