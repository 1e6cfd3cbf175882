import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  TableCommand,
  PublicEntry as Told,
  PublicTable,
  Seat,
  SeatView,
  Shares,
  TableSnapshot,
} from "../../wire/types.ts";
import { link } from "../fairness/hash-chain.ts";
import { start } from "../fairness/shares.ts";
import { change, deal, FakePage, FakeSocket, line, ownPart, scene, snapshot, wholeChange } from "../testing/fakes.ts";
import { TableSession } from "./table-session.svelte.ts";
import { TIMINGS } from "./socket-timings.ts";

beforeEach(() => {
  vi.useFakeTimers();
  void new FakePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const BOUND = ["aa".repeat(32), "bb".repeat(32)];

/** Opens a session and sends a welcome message to it. */
function opened(more: Parameters<typeof snapshot>[1] = {}): TableSession {
  const game = new TableSession("t1");
  FakeSocket.last.open().receive(snapshot(1, more));
  return game;
}

/** Returns a state of the table in which the view of Ana's seat is changed. */
function ana(version: number, seat: Partial<SeatView>, more: Partial<PublicTable> = {}): PublicTable {
  const all = scene(version, more);
  return { ...all, seats: all.seats.map((view) => (view.player === "ana" ? { ...view, ...seat } : view)) };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test("the socket's URL has the last known version", () => {
  opened();
  expect(FakeSocket.last.url).toBe("ws://uka.example/api/tables/t1/socket");
  FakeSocket.last.end(1006);
  vi.advanceTimersByTime(TIMINGS.first);
  expect(FakeSocket.last.url).toBe("ws://uka.example/api/tables/t1/socket?since=1");
});

test("the person's own part at the table", () => {
  const game = opened({ deal: deal({ turn: "south" }), own: ownPart(deal({ seat: "south" })) });
  expect(game.me).toBe("south");
  expect(game.host).toBe(true);
  expect(game.alone).toBe(true);
  expect(game.myTurn).toBe(true);
  FakeSocket.last.receive(change(1, 2, { scene: ana(2, { away: true }), deal: deal({ turn: "south" }) }));
  expect(game.myTurn).toBe(false);
  FakeSocket.last.receive(snapshot(3, { player: "eve" }));
  expect(game.me).toBeNull();
});

describe("a lost connection", () => {
  test("is not reported until it lasts", () => {
    const game = opened();
    expect(game.status).toBe("open");
    FakeSocket.last.end(1006);
    expect(game.status).toBe("open");
    vi.advanceTimersByTime(TIMINGS.first);
    FakeSocket.last.open().receive(wholeChange(1, 1)).receive({ type: "pong", id: "ping", now: Date.now() });
    vi.advanceTimersByTime(10_000);
    expect(game.status).toBe("open");
    for (let tries = 0; tries < 4; tries += 1) {
      FakeSocket.last.end(1006);
      vi.advanceTimersByTime(600);
    }
    expect(game.status).toBe("away");
    FakeSocket.last.open().receive(wholeChange(1, 2));
    expect(game.status).toBe("open");
  });

  test("that ended for good says why", () => {
    const game = opened();
    FakeSocket.last.end(4404);
    expect([game.status, game.why, game.code]).toEqual(["ended", "There's no such table.", 4404]);
  });
});

describe("the server's clock", () => {
  const HOUR = 3_600_000;

  test("is told by the first message, and by an answer to a ping after either machine slept", () => {
    const start = Date.now();
    const game = opened({ now: start - HOUR });
    vi.advanceTimersByTime(500);
    expect(game.now).toBe(start - HOUR + 500);
    vi.setSystemTime(start + 8 * HOUR); // this computer slept, and so did the server on it
    vi.advanceTimersByTime(TIMINGS.tick);
    expect(FakeSocket.last.find("ping_table")).toBeDefined();
    FakeSocket.last.receive({ type: "pong", id: "ping", now: start - HOUR + 600 });
    expect(game.now).toBe(start - HOUR + 600);
  });

  test("is asked for on a new connection that is told only the missing lines", () => {
    const game = opened({ now: Date.now() });
    FakeSocket.last.end(1006);
    vi.advanceTimersByTime(TIMINGS.first);
    FakeSocket.last.open().receive(wholeChange(1, 2));
    expect(FakeSocket.last.find("ping_table")).toBeDefined();
    FakeSocket.last.receive({ type: "pong", id: "ping", now: Date.now() - HOUR });
    expect(game.now).toBe(Date.now() - HOUR);
  });

  test("is never earlier than the last line", () => {
    const game = opened({ now: Date.now() });
    const later = Date.now() + HOUR;
    FakeSocket.last.receive(change(1, 3, { lines: [2, 3].map((seq) => ({ ...line(seq), at: later })) }));
    expect(game.now).toBe(later);
    FakeSocket.last.receive(change(3, 4));
    expect(game.now).toBe(later);
  });
});

describe("the changes to show", () => {
  test("come one by one, and are taken one by one", () => {
    const game = opened();
    expect(game.next()).toMatchObject({ whole: true, lines: [] });
    FakeSocket.last.receive(change(1, 2)).receive(change(2, 4));
    expect(game.next()?.lines.map(({ seq }) => seq)).toEqual([2]);
    expect(game.next()?.lines.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(game.next()).toBeUndefined();
    expect(game.scene?.version).toBe(4);
  });

  test("are replaced by the present state if too many wait", () => {
    const game = opened();
    for (let version = 1; version < 500; version += 1) FakeSocket.last.receive(change(version, version + 1));
    expect(game.steps.length).toBeLessThanOrEqual(60);
    expect(game.steps[0]?.whole).toBe(true);
    const shown = [];
    for (let told = game.next(); told; told = game.next()) shown.push(told);
    expect(shown.at(-1)?.scene.version).toBe(500);
  });
});

describe("a command", () => {
  test("names the present version, or the version that the person saw", () => {
    const game = opened();
    void game.act({ type: "pass" });
    expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "pass" }, version: 1 });
    void game.act({ type: "pass" }, 0);
    expect(FakeSocket.last.find("submit_action")?.version).toBe(0);
  });

  test("resolves once its result is received", async () => {
    const game = opened();
    let done = false;
    void game.send({ type: "declare_ready" }).then(() => (done = true));
    const { id } = FakeSocket.last.find("declare_ready") ?? { id: "" };
    FakeSocket.last.receive({ type: "ack", id, version: 3 });
    await settled();
    expect(done).toBe(false);
    FakeSocket.last.receive(change(1, 3));
    await settled();
    expect(done).toBe(true);
  });

  test("has an id that no other message has", () => {
    const ids = Array.from({ length: 3 }, () => {
      const game = opened();
      void game.send({ type: "declare_ready" });
      void game.send({ type: "declare_ready" });
      return FakeSocket.last.commands.map((command) => command.id);
    }).flat();
    expect(new Set(ids).size).toBe(6);
    expect(ids.every((id) => /^[!-~]{1,32}$/.test(id))).toBe(true);
  });

  test("fails with the reason when the table ends", async () => {
    const game = opened();
    const answer = game.send({ type: "declare_ready" }).catch((error: Error) => error.message);
    FakeSocket.last.receive({ type: "farewell", why: "you have left the table" }).end(4403);
    expect(await answer).toBe("You have left the table.");
  });

  test("that was acknowledged does not wait forever if the table ends before its result is received", async () => {
    const game = opened();
    const answer = game.send({ type: "leave_table" }).then(() => "done");
    const { id } = FakeSocket.last.find("leave_table") ?? { id: "" };
    FakeSocket.last.receive({ type: "ack", id, version: 9 }).end(4403);
    expect(await answer).toBe("done");
  });
});

describe("for each pack", () => {
  type ShareState = PublicTable["share_states"][number];
  const sharing = (share: ShareState): Partial<PublicTable> => ({ share_states: ["none", "none", share, "none"] });
  const shuffling = (version: number, share: ShareState, more: Partial<PublicTable> = {}): PublicTable =>
    scene(version, { stage: "shuffling", number: 0, ...sharing(share), ...more });
  const shares = (more: Partial<Shares> = {}): Shares => ({ ...start(), ...more });
  const begun = { scene: shuffling(1, "none"), commitments: BOUND, shares: shares() };
  const committed = (version: number, seat: Seat = "south"): Told => ({
    type: "share_committed",
    seat,
    first: 0,
    commitment: all("commit_shares")[version]?.commitment ?? "",
  });
  const CLOSED = { type: "commitments_closed", number: 0, by: ["south"] } as const;

  /** Returns all commands of one kind that any of the pages has sent. */
  function all<Kind extends TableCommand["type"]>(kind: Kind): readonly Extract<TableCommand, { type: Kind }>[] {
    const asked = FakeSocket.all.flatMap((socket) => socket.commands);
    return asked.filter((command): command is Extract<TableCommand, { type: Kind }> => command.type === kind);
  }

  /** Sends new log entries to all open pages. */
  function updates(since: number, share: ShareState, ...entries: readonly Told[]): void {
    const lines = entries.map((entry, i) => ({ ...line(since + i + 1), entry }));
    const version = since + entries.length;
    for (const socket of FakeSocket.all.filter(({ closed }) => !closed)) {
      socket.receive(change(since, version, { lines, scene: shuffling(version, share) }));
    }
  }

  test("the session commits to a chain of seed shares, and opens the awaited share", () => {
    opened(begun);
    expect(all("commit_shares")).toMatchObject([{ commitment: expect.stringMatching(/^[0-9a-f]{64}$/) as string }]);
    updates(1, "committed", committed(0));
    expect(all("open_share")).toHaveLength(0);
    updates(2, "awaited", CLOSED);
    const [asked] = all("open_share");
    expect(asked).toMatchObject({ number: 0 });
    expect(link(asked?.share ?? "")).toBe(all("commit_shares")[0]?.commitment);
    updates(3, "opened", { type: "share_opened", number: 0, seat: "south", share: asked?.share ?? "" });
    expect([all("commit_shares").length, all("open_share").length]).toEqual([1, 1]);
  });

  test("a reloaded page opens the seed share that it committed to before", () => {
    opened(begun);
    const [first] = all("commit_shares");
    FakeSocket.last.end(4401);
    const links = start().links.map((_, i) => (i === 2 ? { number: -1, value: first?.commitment ?? "" } : null));
    opened({ ...begun, scene: shuffling(1, "awaited"), shares: shares({ links, awaited: ["south"] }) });
    expect(link(all("open_share")[0]?.share ?? "")).toBe(first?.commitment);
    expect(all("commit_shares")).toHaveLength(1);
  });

  test("two pages of one person do not replace each other's commitments", () => {
    opened(begun);
    opened(begun);
    expect(all("commit_shares")).toHaveLength(2);
    updates(1, "committed", committed(0));
    updates(2, "committed", committed(1));
    updates(3, "awaited", CLOSED);
    const [one, other] = all("open_share");
    expect(one?.share).toBe(other?.share);
    expect(link(one?.share ?? "")).toBe(all("commit_shares")[1]?.commitment);
    expect([all("commit_shares").length, all("open_share").length]).toEqual([2, 2]);
  });

  test("another browser's commitment is replaced once", () => {
    opened(begun);
    const theirs = { type: "share_committed", seat: "south", first: 0, commitment: "ee".repeat(32) } as const;
    for (let version = 1; version < 6; version += 1) updates(version, "committed", theirs);
    expect(all("commit_shares")).toHaveLength(2);
    expect(all("commit_shares")[0]?.commitment).not.toBe(all("commit_shares")[1]?.commitment);
  });

  test.each<[string, Partial<TableSnapshot>]>([
    ["without a promise", { ...begun, commitments: [] }],
    ["before a game", { ...begun, shares: null }],
    ["if one has withheld a share", { ...begun, scene: shuffling(1, "withheld") }],
    ["while a share of another browser is awaited", { ...begun, scene: shuffling(1, "awaited") }],
    ["while one is away", { ...begun, scene: ana(1, { away: true }, { stage: "shuffling" }) }],
    ["who only watches", { ...begun, player: "eve" }],
    ["once the game is over", { ...begun, scene: shuffling(1, "none", { stage: "over", winner: null }) }],
  ])("nothing is done %s", (_, more) => {
    opened(more);
    expect([all("commit_shares").length, all("open_share").length]).toEqual([0, 0]);
  });

  test("a seed share is not opened while cards are played", () => {
    opened(begun);
    const lines = [committed(0), CLOSED].map((entry, i) => ({ ...line(2 + i), entry }));
    FakeSocket.last.receive(change(1, 3, { lines, scene: scene(3, { stage: "playing", ...sharing("awaited") }) }));
    expect(all("open_share")).toHaveLength(0);
    updates(3, "awaited", { type: "table_resumed" });
    expect(all("open_share")).toHaveLength(1);
  });

  test("a seed share for an earlier pack than one opened before is not opened", () => {
    opened(begun);
    updates(1, "committed", committed(0));
    updates(2, "awaited", CLOSED);
    const links = start().links.map((_, i) =>
      i === 2 ? { number: -2, value: all("commit_shares")[0]?.commitment ?? "" } : null,
    );
    const back = shares({ links, number: -1, awaited: ["south"] });
    FakeSocket.last.receive(snapshot(9, { ...begun, scene: shuffling(9, "awaited"), shares: back }));
    expect(all("open_share")).toHaveLength(1);
  });

  test("a refused commitment is not sent again, and the game continues", async () => {
    opened(begun);
    const { id } = all("commit_shares")[0] ?? { id: "" };
    FakeSocket.last.receive({ type: "rejection", id, why: "south withheld a share" });
    await settled();
    updates(1, "none", { type: "table_resumed" });
    expect(all("commit_shares")).toHaveLength(1);
  });

  test("a commitment that the server can't handle just now is sent again", async () => {
    opened(begun);
    const [first] = all("commit_shares");
    FakeSocket.last.receive({ type: "rejection", id: first?.id ?? "", why: "the server is busy", again: true });
    await vi.advanceTimersByTimeAsync(TIMINGS.again);
    expect(all("commit_shares")).toEqual([first, first]);
  });
});
