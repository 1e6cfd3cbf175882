import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Scene, SeatView } from "../wire/types.ts";
import { deal, FakePage, FakeSocket, news, scene, welcome } from "./fakes.ts";
import { Game } from "./game.svelte.ts";
import { TIMES } from "./socket.ts";

beforeEach(() => {
  vi.useFakeTimers();
  void new FakePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const BOUND = ["aa".repeat(32), "bb".repeat(32)];

/** A game that was welcomed. */
function opened(more: Parameters<typeof welcome>[1] = {}): Game {
  const game = new Game("t1");
  FakeSocket.last.open().tell(welcome(1, more));
  return game;
}

/** Ana's seat with something else about it. */
function ana(version: number, seat: Partial<SeatView>, more: Partial<Scene> = {}): Scene {
  const all = scene(version, more);
  return { ...all, seats: all.seats.map((view) => (view.player === "ana" ? { ...view, ...seat } : view)) };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test("the address has the version that is known", () => {
  opened();
  expect(FakeSocket.last.url).toBe("ws://uka.example/api/tables/t1/socket");
  FakeSocket.last.end(1006);
  vi.advanceTimersByTime(TIMES.first);
  expect(FakeSocket.last.url).toBe("ws://uka.example/api/tables/t1/socket?since=1");
});

test("who one is at the table", () => {
  const game = opened({ deal: deal({ turn: "south", seat: "south" }) });
  expect(game.me).toBe("south");
  expect(game.host).toBe(true);
  expect(game.alone).toBe(true);
  expect(game.myTurn).toBe(true);
  FakeSocket.last.tell(news(1, 2, { scene: ana(2, { away: true }), deal: deal({ turn: "south", seat: "south" }) }));
  expect(game.myTurn).toBe(false);
  FakeSocket.last.tell(welcome(3, { player: "eve" }));
  expect(game.me).toBeNull();
});

describe("a lost connection", () => {
  test("is not spoken of before it lasts", () => {
    const game = opened();
    expect(game.status).toBe("open");
    FakeSocket.last.end(1006);
    expect(game.status).toBe("open");
    vi.advanceTimersByTime(TIMES.first);
    FakeSocket.last.open().tell(news(1, 1));
    vi.advanceTimersByTime(10_000);
    expect(game.status).toBe("open");
    for (let tries = 0; tries < 4; tries += 1) {
      FakeSocket.last.end(1006);
      vi.advanceTimersByTime(600);
    }
    expect(game.status).toBe("away");
    FakeSocket.last.open().tell(news(1, 2));
    expect(game.status).toBe("open");
  });

  test("that ended for good says why", () => {
    const game = opened();
    FakeSocket.last.end(4404);
    expect([game.status, game.why, game.code]).toEqual(["ended", "There is no such table.", 4404]);
  });
});

describe("what the screen is to show", () => {
  test("comes step by step, and is taken one by one", () => {
    const game = opened();
    expect(game.next()).toMatchObject({ whole: true, lines: [] });
    FakeSocket.last.tell(news(1, 2)).tell(news(2, 4));
    expect(game.next()?.lines.map(({ seq }) => seq)).toEqual([2]);
    expect(game.next()?.lines.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(game.next()).toBeUndefined();
    expect(game.scene?.version).toBe(4);
  });

  test("is the table as it is, where too much waits", () => {
    const game = opened();
    for (let version = 1; version < 500; version += 1) FakeSocket.last.tell(news(version, version + 1));
    expect(game.news.length).toBeLessThanOrEqual(60);
    expect(game.news[0]?.whole).toBe(true);
    const shown = [];
    for (let told = game.next(); told; told = game.next()) shown.push(told);
    expect(shown.at(-1)?.scene.version).toBe(500);
  });
});

describe("what is asked", () => {
  test("names the version of the scene, or that which the person saw", () => {
    const game = opened();
    void game.act({ do: "pass" });
    expect(FakeSocket.last.find("act")).toMatchObject({ action: { do: "pass" }, version: 1 });
    void game.act({ do: "pass" }, 0);
    expect(FakeSocket.last.find("act")?.version).toBe(0);
  });

  test("is done once it is heard of", async () => {
    const game = opened();
    let done = false;
    void game.ask({ ask: "ready" }).then(() => (done = true));
    const { id } = FakeSocket.last.find("ready") ?? { id: "" };
    FakeSocket.last.tell({ tell: "ack", id, version: 3 });
    await settled();
    expect(done).toBe(false);
    FakeSocket.last.tell(news(1, 3));
    await settled();
    expect(done).toBe(true);
  });

  test("has a name that no other message has", () => {
    const ids = Array.from({ length: 3 }, () => {
      const game = opened();
      void game.ask({ ask: "ready" });
      void game.ask({ ask: "ready" });
      return FakeSocket.last.asked.map((ask) => ask.id);
    }).flat();
    expect(new Set(ids).size).toBe(6);
    expect(ids.every((id) => /^[!-~]{1,32}$/.test(id))).toBe(true);
  });

  test("is refused with the reason when the table ends", async () => {
    const game = opened();
    const answer = game.ask({ ask: "ready" }).catch((error: Error) => error.message);
    FakeSocket.last.tell({ tell: "farewell", why: "you have left the table" }).end(4403);
    expect(await answer).toBe("You have left the table.");
  });

  test("and acknowledged is not left waiting for ever when the table ends before it was heard of", async () => {
    const game = opened();
    const answer = game.ask({ ask: "leave" }).then(() => "done");
    const { id } = FakeSocket.last.find("leave") ?? { id: "" };
    FakeSocket.last.tell({ tell: "ack", id, version: 9 }).end(4403);
    expect(await answer).toBe("done");
  });
});

describe("to each pack", () => {
  const shuffling = (version: number, number = 0): Partial<Scene> => ({ version, stage: "shuffling", number });
  const adds = (): readonly unknown[] =>
    FakeSocket.all.flatMap((socket) => socket.asked.filter((ask) => ask.ask === "add"));

  test("one adds 32 bytes at random, once, when the server is bound by its word", async () => {
    const game = opened({ scene: scene(1, shuffling(1)), commitments: BOUND });
    const added = FakeSocket.last.find("add");
    expect(added).toMatchObject({ number: 0, value: expect.stringMatching(/^[0-9a-f]{64}$/) });
    FakeSocket.last.tell(news(1, 2, { scene: scene(2, shuffling(2)) }));
    expect(adds()).toHaveLength(1);
    FakeSocket.last.tell({ tell: "ack", id: added?.id ?? "", version: 2 });
    await settled();
    FakeSocket.last.tell(news(2, 3, { scene: scene(3, shuffling(3, 1)) }));
    expect(adds()).toHaveLength(2);
    expect(FakeSocket.last.find("add")?.value).not.toBe(added?.value);
    game.close();
  });

  test.each([
    ["without a promise", { scene: scene(1, shuffling(1)), commitments: [] }],
    ["if one has added already", { scene: ana(1, { added: "cc".repeat(32) }, shuffling(1)), commitments: BOUND }],
    ["while one is away", { scene: ana(1, { away: true }, shuffling(1)), commitments: BOUND }],
    ["who only watches", { scene: scene(1, shuffling(1)), commitments: BOUND, player: "eve" }],
    ["while cards are played", { scene: scene(1), commitments: BOUND }],
  ])("nothing is added %s", (_, more) => {
    opened(more);
    expect(adds()).toHaveLength(0);
  });

  test("what was refused is not tried again, and the game goes on", async () => {
    opened({ scene: scene(1, shuffling(1)), commitments: BOUND });
    const { id } = FakeSocket.last.find("add") ?? { id: "" };
    FakeSocket.last.tell({ tell: "refused", id, why: "you have added to this pack already" });
    await settled();
    FakeSocket.last.tell(news(1, 2, { scene: scene(2, shuffling(2)) }));
    expect(adds()).toHaveLength(1);
  });
});
