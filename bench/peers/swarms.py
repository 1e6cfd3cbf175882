"""The clients of the peers: each speaks the wire protocol of its server, and knows whose turn it is at its table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from bench.peers.euchre import Table as Seen
from bench.peers.euchre import action
from bench.peers.schema import State
from bench.swarm import Socket, Swarm, Table

Received = Callable[[bytes, float], object]


class PeerSwarm(Swarm):
    """Clients that can sit at the tables of a peer. The peer deals by itself when they have connected."""

    async def sit(self, port: int, opened: dict[str, Any]) -> None:
        """Connect the four clients of a table that the server has opened."""
        table, loop = Table(), asyncio.get_running_loop()
        for index, seat in enumerate(opened["seats"]):
            path, received = self._client(table, index, opened["id"], seat)
            socket = Socket(path, {"Host": f"127.0.0.1:{port}"}, received)
            table.sockets.append(socket)
            await loop.create_connection(lambda found=socket: found, "127.0.0.1", port)
            await socket.open
        self.tables.append(table)

    def _client(self, table: Table, index: int, id: str, seat: str) -> tuple[str, Received]:
        """Return the path to which a client connects, and what receives its messages."""
        raise NotImplementedError

    def begin(self, table: Table) -> None:
        """Do nothing."""

    def _own(self, hands: list[int], index: int) -> None:
        """Check that the only hand that client ``index`` was sent is its own."""
        if hands != [index]:
            raise AssertionError(f"seat {index} was sent the hands of the seats {hands}")


class _Player(msgspec.Struct):
    hand: str


class _Game(Seen, kw_only=True):
    players: dict[str, _Player]


class _State(msgspec.Struct):
    G: _Game
    _stateID: int


class _Sync(msgspec.Struct):
    state: _State


_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw]).decode
_sync = msgspec.json.Decoder(tuple[str, str, _Sync]).decode


class BoardgameSwarm(PeerSwarm):
    """Clients of boardgame.io: socket.io 4 over a WebSocket, and the whole state of the match in each message."""

    SPACE = b"/euchre,"
    MOVE = (
        b'42/euchre,["update",{"type":"MAKE_MOVE","payload":{"type":"%b","args":["%b"],"playerID":"%d",'
        b'"credentials":"%b"}},%d,"%b","%d"]'
    )

    def _client(self, table: Table, index: int, id: str, seat: str) -> tuple[str, Received]:
        path = "/socket.io/?EIO=4&transport=websocket"
        return path, partial(self._frame, table, index, id.encode(), seat.encode())

    def _frame(self, table: Table, index: int, id: bytes, secret: bytes, body: bytes, now: float) -> None:
        self.bytes += len(body)
        self.frames += 1
        send = table.sockets[index].send
        if body.startswith(b'42/euchre,["update"'):
            self._told(table, index, now)
            self._look(table, index, id, secret, _update(body[10:])[2])
        elif body.startswith(b'42/euchre,["sync"'):
            self._look(table, index, id, secret, _sync(body[10:])[2].state)
        elif body.startswith(b"0"):
            send(b"40" + self.SPACE)
        elif body.startswith(b"40"):
            send(b'42/euchre,["sync","%b","%d","%b",4]' % (id, index, secret))
        elif body == b"2":
            send(b"3")

    def _look(self, table: Table, index: int, id: bytes, secret: bytes, state: _State) -> None:
        game = state.G
        self._own([int(seat) for seat in game.players], index)
        if game.turn == index:
            word = action(game, game.players[str(index)].hand).encode()
            move = b"discard" if game.stage == "discard" else b"act"
            table.action = (index, self.MOVE % (move, word, index, secret, state._stateID, id, index))

    def _send_action(self, table: Table, index: int, text: bytes) -> None:
        table.sockets[index].send(text)


class ColyseusSwarm(PeerSwarm):
    """Clients of Colyseus: binary messages, with what has changed in the state since the last one."""

    JOIN, WHOLE, PATCH = 10, 14, 15
    ACT = b"\x0d\xa3act"

    def _client(self, table: Table, index: int, id: str, seat: str) -> tuple[str, Received]:
        return seat, partial(self._frame, table, index, State())

    def _frame(self, table: Table, index: int, state: State, body: bytes, now: float) -> None:
        self.bytes += len(body)
        self.frames += 1
        if body[0] == self.JOIN:
            table.sockets[index].send_binary(bytes([self.JOIN]))
        elif body[0] in (self.WHOLE, self.PATCH):
            before = state.version
            state.read(body[1:])
            if state.version > before:
                self._told(table, index, now)
                self._look(table, index, state)

    def _look(self, table: Table, index: int, state: State) -> None:
        self._own(list(state.hands), index)
        if state.table.turn == index:
            word = action(state.table, state.hands[index]).encode()
            table.action = (index, self.ACT + bytes([0xA0 + len(word)]) + word)

    def _send_action(self, table: Table, index: int, text: bytes) -> None:
        table.sockets[index].send_binary(text)
