"""A ticket relays one connection, to one process, and soon."""

from __future__ import annotations

import time

import pytest

from tests.clock import Clock
from uka.server.base.clock import ServerClock
from uka.server.cluster import relay_tickets
from uka.server.cluster.relay_tickets import LIFETIME, RelayTicket, RelayTickets

TICKET = RelayTicket("here", "there", "192.0.2.7", 1, "ws")


@pytest.fixture
def tickets() -> RelayTickets:
    return RelayTickets(b"k" * 32, ServerClock())


def test_a_ticket_is_used_once(tickets: RelayTickets) -> None:
    one, other = tickets.write(TICKET), tickets.write(TICKET)
    assert [tickets.redeem(value, "there") for value in (one, one, other, other)] == [TICKET, None, TICKET, None]


def test_a_ticket_is_for_one_process(tickets: RelayTickets) -> None:
    value = tickets.write(TICKET)
    assert tickets.redeem(value, "elsewhere") is None
    assert RelayTickets(b"x" * 32, ServerClock()).redeem(value, "there") is None
    assert tickets.redeem(b"nonsense", "there") is None
    assert tickets.redeem(value, "there") == TICKET


@pytest.mark.parametrize("shift", [LIFETIME + 5, 3_600, 86_400, -LIFETIME - 5, -86_400])
def test_a_ticket_is_not_used_late(clock: Clock, tickets: RelayTickets, shift: float) -> None:
    value = tickets.write(TICKET)
    clock.shift(shift)
    assert tickets.redeem(value, "there") is None


@pytest.mark.parametrize("shift", [-60, 60])
def test_the_clocks_of_two_servers_may_differ_by_a_minute(clock: Clock, tickets: RelayTickets, shift: float) -> None:
    value = tickets.write(TICKET)
    clock.shift(shift)
    assert tickets.redeem(value, "there") == TICKET


def test_a_ticket_is_used_once_though_the_clock_is_set_back(
    clock: Clock, tickets: RelayTickets, monkeypatch: pytest.MonkeyPatch
) -> None:
    value, read = tickets.write(TICKET), time.monotonic
    assert tickets.redeem(value, "there") == TICKET
    monkeypatch.setattr(time, "monotonic", lambda: read() + 3 * LIFETIME)  # meanwhile the wall clock went back as far
    assert tickets.redeem(value, "there") is None


def test_a_process_keeps_only_so_many_used_tickets(tickets: RelayTickets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_tickets, "MOST_TICKETS", 2)
    monkeypatch.setattr(relay_tickets, "KEPT_TICKETS", 1)
    assert [tickets.redeem(tickets.write(TICKET), "there") for _ in range(3)] == [TICKET, TICKET, None]
    monkeypatch.setattr(relay_tickets, "LIFETIME", 0.0)
    assert tickets.redeem(tickets.write(TICKET), "there") == TICKET
