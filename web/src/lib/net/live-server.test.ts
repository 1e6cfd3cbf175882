import { afterEach, expect, test, vi } from "vitest";
import type { TableSettings } from "../../wire/types.ts";
import { joinTable, openTable } from "./api.ts";
import { FakePage } from "../testing/fakes.ts";
import { TableSession } from "./table-session.svelte.ts";

/**
 * The addresses of a server and of an unreliable connection to it. tests/web/test_net.py starts both and runs this
 * test.
 */
const { UKA_SERVER_AT: SERVER = "", UKA_LINE_AT: LINE = "" } = process.env;

const HASTE: Partial<TableSettings> = {
  answer_ms: 20,
  draw_ms: 10,
  deal_ms: 10,
  trick_ms: 10,
  rest_ms: 50,
  move_ms: 0,
};

/** Replaces the browser globals that the page needs, and stores the server's cookie as a browser does. */
function browser(): void {
  void new FakePage();
  let cookie = "";
  const real = globalThis.fetch;
  vi.stubGlobal("location", new URL(LINE));
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const answer = await real(SERVER + path, { ...init, headers: { ...init.headers, cookie } });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return answer;
  });
  vi.stubGlobal(
    "WebSocket",
    class extends RealSocket {
      constructor(url: string) {
        super(url, { headers: { cookie } } as never);
      }
    },
  );
}

const RealSocket = globalThis.WebSocket;

afterEach(() => vi.unstubAllGlobals());

test.runIf(SERVER)(
  "a game is played to its end over a line that loses, doubles and cuts",
  { timeout: 240_000 },
  async () => {
    browser();
    const rules = { rules: "cardgames", changes: { target: 4 } };
    const ticket = await openTable({
      ...rules,
      seat: "south",
      bots: "random",
      settings: HASTE as TableSettings,
      begin: false,
    });
    let game = new TableSession(ticket.table);
    while (!game.scene) await pause(5);
    await game.send({ type: "begin_game" });
    const seqs: number[] = [];
    const refused: string[] = [];
    for (let turns = 0, reloads = 0; game.stage !== "over"; await pause(5)) {
      for (let told = game.next(); told; told = game.next()) seqs.push(...told.lines.map(({ seq }) => seq));
      const [first] = game.deal?.legal_actions ?? [];
      if (game.myTurn && first) {
        turns += 1;
        await game.act(first).catch((error: Error) => refused.push(error.message));
      } else if (turns > 4 * (reloads + 1)) {
        reloads += 1;
        game.close();
        await joinTable(ticket.table); // simulates a reload of the page
        game = new TableSession(ticket.table);
      }
    }
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    const withheldShares = () => game.verdicts.flatMap((verdict) => verdict.withheld);
    const told = () => game.verdicts.length + withheldShares().length;
    // the checks of packs are loaded when the first secret is opened
    while (told() < (game.scene?.number ?? Infinity)) await pause(5);
    expect(told()).toBe(game.scene?.number);
    const withheld = withheldShares();
    expect(game.verdicts.filter(({ fair }) => fair === false)).toEqual([]);
    // The unreliable connection may delay a seed share until the server counts it as withheld. The seat then has no
    // more shares in this game.
    if (!withheld.length) expect(game.verdicts.filter(({ mine }) => mine).length).toBeGreaterThan(0);
    expect(refused.filter((why) => !why.startsWith("The game has moved on"))).toEqual([]);
    game.close();
  },
);

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
