// Colyseus with Euchre: node server.js TABLES memory | FILE. It prints its port, and of each table the addresses of its
// four seats. With FILE each action is on disk before anyone is told: lines that wait are written and synced together.

import { open } from "node:fs/promises";
import { randomInt } from "node:crypto";
import { matchMaker, Room, Server } from "@colyseus/core";
import { schema, StateView, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { act, deal, PACK, PUBLIC } from "../euchre.js";

const NEVER = 2 ** 31 - 1;
const types = { string: t.string, number: t.uint8 };

const Player = schema({ hand: t.string().view() }, "Player");
const Table = schema(
  {
    ...Object.fromEntries(Object.entries(PUBLIC).map(([name, value]) => [name, types[typeof value]().default(value)])),
    version: t.uint32().default(0),
    players: t.array(Player),
  },
  "Table",
);

function shuffled() {
  const pack = [...PACK];
  for (let left = pack.length - 1; left > 0; left--) {
    const other = randomInt(left + 1);
    [pack[left], pack[other]] = [pack[other], pack[left]];
  }
  return pack;
}

/** A file to which lines are appended. All lines that wait are written and synced together. */
class Log {
  #waiting = [];
  #writing = false;

  constructor(file) {
    this.file = file;
  }

  /** Append a line, and return a promise that is kept when it is on disk. */
  append(line) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      if (!this.#writing) this.#write();
    });
  }

  async #write() {
    this.#writing = true;
    while (this.#waiting.length) {
      const batch = this.#waiting.splice(0);
      try {
        await this.file.write(batch.map(({ line }) => line).join(""));
        await this.file.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = false;
  }
}

const [tables, storage] = [Number(process.argv[2]), process.argv[3]];
const log = storage === "memory" ? null : new Log(await open(storage, "a"));

class TableRoom extends Room {
  patchRate = NEVER; // changes are told after each action; a timer in each room would cost more
  autoDispose = false;
  seatReservationTimeout = 600;
  maxClients = 4;
  saved = Promise.resolve();
  messages = { act: (client, word) => (log ? this.actSaved(client, word) : this.act(client, word)) };

  onCreate() {
    const table = new Table();
    for (let seat = 0; seat < 4; seat++) table.players.push(new Player());
    deal(table, shuffled());
    this.state = table;
  }

  onJoin(client, { seat }) {
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
  }

  act(client, word) {
    if (act(this.state, client.userData.seat, word, shuffled)) this.broadcastPatch();
  }

  actSaved(client, word) {
    this.saved = this.saved.then(async () => {
      let pack;
      if (!act(this.state, client.userData.seat, word, () => (pack = shuffled()))) return;
      const { seat } = client.userData;
      await log.append(JSON.stringify([this.roomId, this.state.version, seat, word, pack?.join("")]) + "\n");
      this.broadcastPatch();
    });
  }
}

const transport = new WebSocketTransport({ pingInterval: 20_000 });
const server = new Server({ transport, greet: false });
server.define("euchre", TableRoom);
await server.listen(0, "127.0.0.1");

async function openTable() {
  const room = await matchMaker.createRoom("euchre", {});
  const seats = [];
  for (let seat = 0; seat < 4; seat++) {
    const { sessionId } = await matchMaker.reserveSeatFor(room, { seat });
    seats.push(`/${room.processId}/${room.roomId}?sessionId=${sessionId}`);
  }
  return { id: room.roomId, seats };
}

const opened = [];
for (let number = 0; number < tables; number++) opened.push(await openTable());
console.log(JSON.stringify({ port: transport.server.address().port, tables: opened }));
