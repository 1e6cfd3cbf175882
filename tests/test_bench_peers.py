"""What the clients of the benchmark beside other servers read and do. The servers themselves are not started here."""

import json
from pathlib import Path

import pytest

from bench.peers.euchre import Table, action
from bench.peers.schema import FIELDS, State

HERE = Path(__file__).resolve().parents[1] / "bench" / "peers"
KINDS = ("dependencies", "optionalDependencies")
WHOLE = (
    "800000000081a463616c6c8200830384a2416485a08600870088a089a08a008b008c008d008e01ff01800002800103800204800305"
    "ff0580aa54635473546854644a73"
)
"""What Colyseus sent seat 3 when it joined."""


def test_a_client_of_colyseus_reads_the_whole_state_and_then_changes() -> None:
    state = State()
    state.read(bytes.fromhex(WHOLE))
    assert state.table == Table("call", turn=0, dealer=3, trump="", trick="")
    assert (state.version, state.hands) == (0, {3: "TcTsThTdJs"})
    state.read(bytes.fromhex("80020000008202"))
    assert (state.version, state.table.turn) == (2, 2)
    state.read(bytes.fromhex("800400000081a76469736361726485a1648603ff0580ac54635473546854644a734164"))
    assert (state.table.stage, state.table.trump, state.hands) == ("discard", "d", {3: "TcTsThTdJsAd"})


def test_the_fields_are_read_in_the_order_in_which_the_server_defines_them() -> None:
    rules = (HERE / "euchre.js").read_text("utf-8")
    public = rules[rules.index("export const PUBLIC = {") :].split("\n};")[0].splitlines()[1:]
    assert (*(text.split(":")[0].strip() for text in public), "players") == FIELDS


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        (Table("call", turn=1), "9hJd", "pass"),
        (Table("call", turn=3), "9hJd", "up"),
        (Table("discard", turn=3), "9hJd", "9h"),
        (Table("play", trump="h"), "9cJd", "9c"),
        (Table("play", trump="h", trick="Th"), "9dJd", "Jd"),
        (Table("play", trump="h", trick="JdTc"), "9dAh", "Ah"),
        (Table("play", trump="h", trick="Td"), "9cJd", "9c"),
    ],
)
def test_a_client_plays_the_first_card_that_it_may(table: Table, hand: str, expected: str) -> None:
    assert action(table, hand) == expected


def test_the_packages_of_the_peers_are_pinned() -> None:
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]
    locked = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all("resolved" not in package for package in locked.values())
    names = {path.rpartition("node_modules/")[2] for path in locked}
    needed = {name for of in locked.values() for kind in KINDS for name in of.get(kind, {})}
    assert needed <= names, "npm ci refuses a lock that leaves out a package, of another platform too"
