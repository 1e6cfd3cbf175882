// boardgame.io's server with Euchre: node server.js TABLES memory | FOLDER. It prints its port, and of each table the id
// and the credentials of its four seats. FOLDER is where boardgame.io's FlatFile storage writes.

import { createRequire } from "node:module";
import { act, deal, PACK, PUBLIC } from "../euchre.js";

const require = createRequire(import.meta.url);
const { FlatFile, Server, SocketIO } = require("boardgame.io/server");
const { ActivePlayers, INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const move = ({ G, playerID, random }, word) =>
  act(G, Number(playerID), word, () => random.Shuffle(PACK)) ? undefined : INVALID_MOVE;

const euchre = {
  name: "euchre",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: ({ random }) => {
    const table = { ...PUBLIC, players: { 0: { hand: "" }, 1: { hand: "" }, 2: { hand: "" }, 3: { hand: "" } } };
    deal(table, random.Shuffle(PACK));
    return table;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: ActivePlayers.ALL }, // whose turn it is stays in the table, which is cheaper than events
  moves: { act: { move, client: false }, discard: { move, client: false, redact: true } },
};

const [tables, storage] = [Number(process.argv[2]), process.argv[3]];
const db = storage === "memory" ? undefined : new FlatFile({ dir: storage }); // without one, it keeps matches in memory
const transport = new SocketIO({ socketOpts: { pingInterval: 20_000 } });
const server = Server({ games: [euchre], db, transport, origins: [] });
const { appServer } = await server.run({ port: 0 });
const { port } = appServer.address();

async function post(path, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/games/euchre/${path}`, options)).json();
}

async function open() {
  const { matchID } = await post("create", { numPlayers: 4 });
  const seats = [];
  for (const playerID of "0123") {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: `Player ${playerID}` });
    seats.push(playerCredentials);
  }
  return { id: matchID, seats };
}

const opened = [];
for (let number = 0; number < tables; number++) opened.push(await open());
console.log(JSON.stringify({ port, tables: opened }));
