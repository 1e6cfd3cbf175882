// A player in JavaScript, an example of the protocol. It opens a table, plays one game against three bots, and prints
// each result. It needs Node 22 or later and no packages:
//
//   node examples/client.mjs http://127.0.0.1:8765 cardgames
//
// It takes no part in the shuffle, so a game begins three seconds later: see docs/fairness.md.

const [address = "http://127.0.0.1:8765", rules = "cardgames", target = "10"] = process.argv.slice(2);
const NO_PAUSES = { answer_ms: 0, draw_ms: 0, deal_ms: 0, trick_ms: 0, rest_ms: 0 };
const SEAT = "south";
let cookie = "";

/** Sends a request to the server, and returns its answer. */
async function request(method, path, body) {
  const headers = { "content-type": "application/json", cookie };
  const response = await fetch(`${address}/api/${path}`, { method, headers, body: JSON.stringify(body) });
  cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

/** Passes if possible, and plays the last of the legal cards. */
function choose(actions) {
  const last = actions.at(-1);
  return last.type === "play" ? last : actions[0];
}

/** Plays at a table until its game is over, and returns the last state of the table. */
function play(table) {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/api/tables/${table}/socket`, { headers: { cookie } });
  let [scene, deal, own, shown] = [null, null, null, ""];
  let acted = 0;
  return new Promise((resolve, reject) => {
    socket.onclose = ({ code, reason }) => reject(new Error(`the connection ended: ${code} ${reason}`));
    socket.onmessage = ({ data }) => {
      const update = JSON.parse(data);
      if (update.type === "farewell") reject(new Error(update.why));
      if (update.type === "rejection" && !update.stale) reject(new Error(update.why));
      if (!["table_snapshot", "table_change"].includes(update.type)) return;
      scene = { ...scene, ...update.scene }; // a change holds only the fields that have changed
      deal = update.deal && { ...deal, ...update.deal, facts: { ...deal?.facts, ...update.deal.facts } };
      own = update.own === null ? null : { ...own, ...update.own }; // the hand, and what this player may do
      const result = scene.last ? `${scene.last.outcome}: ${scene.score.join(" to ")}` : "";
      if (result && result !== shown) console.log((shown = result));
      if (scene.stage === "over") {
        resolve(scene);
        socket.close();
      } else if (deal?.turn === SEAT && own?.legal_actions?.length && scene.version > acted) {
        acted = scene.version;
        const action = choose(own.legal_actions);
        socket.send(JSON.stringify({ type: "submit_action", id: `act-${acted}`, action, version: acted }));
      }
    };
  });
}

await request("PUT", "me", { name: "Ana" });
const options = { rules, changes: { target: Number(target) }, seat: SEAT, bots: "random", begin: true };
const { table } = await request("POST", "tables", { ...options, settings: NO_PAUSES });
const { winner } = await play(table);
console.log(`${winner} won`);
