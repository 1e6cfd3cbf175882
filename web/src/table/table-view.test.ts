import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TableSession } from "../lib/net/table-session.svelte.ts";
import { FakePage, FakeSocket, scene, snapshot } from "../lib/testing/fakes.ts";
import { preferences, resetPreferences } from "../lib/storage/preferences.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { DealView, GameOrTableEvent, PublicTable } from "../wire/types.ts";
import { answer, DEAL, opened } from "./opened-table.ts";
import { pressKey } from "./table-keys.ts";
import { TableView } from "./table-view.svelte.ts";

let view: TableView;

beforeEach(() => {
  vi.useFakeTimers();
  void new FakePage();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  view.close();
  view.session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after a deal its dealer keeps the mark; where people deal by hand the next one has it", async () => {
  const result = { points: [1, 0] } as unknown as DealView["result"];
  view = await opened({ deal: { turn: null, result }, scene: { stage: "shuffling", dealer: "south" } });
  expect(view.dealer).toBe("east");
  view.close();
  view.session.close();
  view = await opened({ deal: { turn: null, result }, scene: { stage: "cutting", dealer: "south" } });
  expect(view.dealer).toBe("south");
});

describe("on the person's turn", () => {
  test("illegal cards are barred, and say why when the pointer is on them", async () => {
    view = await opened();
    expect(view.myTurn).toBe(true);
    expect([...view.barred]).toEqual(["Ac"]);
    expect(view.whyNot).toBeUndefined();
    view.lifted = "Ac";
    expect(view.whyNot).toBe("A♣ is barred here.");
  });

  test("a card is sent once, at the version that is shown", async () => {
    view = await opened();
    view.chooseCard("9c");
    view.chooseCard("9c");
    const sent = FakeSocket.last.commands.filter(({ type }) => type === "submit_action");
    expect(sent).toMatchObject([{ action: { type: "play", card: "9c" }, version: 1 }]);
    expect(view.myTurn).toBe(false);
    await answer("submit_action");
    expect(view.busy).toBe(false);
  });

  test("a barred card is not sent: a notice says why, for a while", async () => {
    view = await opened();
    view.chooseCard("Ac");
    expect(FakeSocket.last.find("submit_action")).toBeUndefined();
    expect(view.notice).toBe("A♣ is barred here.");
    expect(announcer.urgent).toContain("A♣ is barred here.");
    vi.advanceTimersByTime(5_000);
    expect(view.notice).toBe("");
  });

  test("a refusal is shown, and the person may choose again", async () => {
    view = await opened();
    void view.choose({ type: "play", card: "9c" });
    await answer("submit_action", "the game had gone on");
    expect(view.notice).toBe("The game had gone on.");
    expect(view.myTurn).toBe(true);
  });

  test("the last card is chosen automatically, but not after it was taken back", async () => {
    view = await opened({ deal: { cards: ["9c"], why_not: [] } });
    expect(view.autoplay.plan?.action).toEqual({ type: "play", card: "9c" });
    void view.takeBack();
    await answer("undo_action");
    expect(view.autoplay.plan).toBeUndefined();
  });

  test("the remaining tricks are claimed through a dialog", async () => {
    view = await opened();
    expect(pressKey(view, "r")).toBe(true);
    expect(view.dialog).toBe("claim");
    void view.claimRest();
    expect(view.dialog).toBeNull();
    expect(FakeSocket.last.find("claim_tricks")).toMatchObject({ version: 1 });
  });
});

describe("during the calls", () => {
  const CALLING: Partial<DealView> = {
    phase: "calling",
    claim: false,
    why_not: [],
    legal_actions: [{ type: "pass" }, { type: "order_up", alone: false }, { type: "order_up", alone: true }],
    labels: ["away", "pick it up", "pick it up, I am going alone"],
  };

  test("no single key commits to playing alone", async () => {
    view = await opened({ deal: CALLING });
    for (const key of ["a", "a", "A"]) pressKey(view, key);
    expect(FakeSocket.last.find("submit_action")).toBeUndefined();
    expect(view.prompt).toBe("Go alone? Your partner sits out.");
    expect(pressKey(view, "Escape")).toBe(true);
    expect(view.unconfirmed).toBeUndefined();
    pressKey(view, "a");
    if (view.unconfirmed) void view.choose(view.unconfirmed.action);
    expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "order_up", alone: true } });
    expect(view.unconfirmed).toBeUndefined();
  });

  test("to pass and to order up take one key", async () => {
    view = await opened({ deal: CALLING });
    pressKey(view, "p");
    expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "pass" } });
    await answer("submit_action");
    pressKey(view, "o");
    expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "order_up", alone: false } });
  });

  test("a digit makes the call at its place, and never confirms a choice to play alone", async () => {
    view = await opened({ deal: CALLING });
    for (const key of ["9", "3", "1", "2"]) expect(pressKey(view, key)).toBe(true);
    expect(view.unconfirmed?.letter).toBe("a");
    expect(FakeSocket.last.find("submit_action")).toBeUndefined();
    view.cancel();
    pressKey(view, "2");
    expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "order_up", alone: false } });
  });

  test("a pass is called a pass, whatever the ruleset's words for it are", async () => {
    view = await opened({ deal: CALLING });
    expect(view.choices.map(({ label, said }) => [label, said])).toEqual([
      ["Pass", "away"],
      ["Pick it up", ""],
      ["Pick it up, I am going alone", ""],
    ]);
  });
});

test("after a reload the story of the deal is there again, and nothing is announced", async () => {
  const events: GameOrTableEvent[] = [
    { type: "pack_dealt", number: 1, game: 0, dealer: "west", cut: null, packet_pattern: "3-2" },
    { type: "passed", seat: "north", phase: "claiming" },
    { type: "passed", seat: "east", phase: "calling" },
  ];
  const lines = events.map((event, i) => ({ seq: i + 1, at: 0, by: "bot", events: [event] }));
  const session = new TableSession("t1");
  view = new TableView(session);
  const calls = [{ seat: "east", action: { type: "pass" } }] as unknown as DealView["calls"];
  const deal = { ...DEAL, dealer: "west", calls, facts: { ...DEAL.facts, said: ["away"] } } as unknown as DealView;
  FakeSocket.last.open().receive(snapshot(3, { deal, lines }));
  await view.playback.run();
  expect(view.story.sentences.map(({ text }) => text).slice(1)).toEqual(["North: “no claim”", "East passes: “away”"]);
  expect(announcer.said).toEqual([]);
  FakeSocket.last.receive(snapshot(3, { scene: scene(4), deal, lines }));
  await view.playback.run();
  expect(view.story.sentences).toHaveLength(3);
});

test("a key chooses a card by its position in the hand", async () => {
  view = await opened();
  expect(pressKey(view, "2")).toBe(true);
  expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "play", card: "9c" } });
});

test("a key chooses the card that is displayed at its position", async () => {
  preferences.handOrder = "trumps-last";
  view = await opened();
  expect(view.hand).toEqual(["9c", "Ac"]);
  pressKey(view, "1");
  expect(FakeSocket.last.find("submit_action")).toMatchObject({ action: { type: "play", card: "9c" } });
  resetPreferences();
});

test("Ctrl-Z takes a choice back when the Undo button does, and else does nothing", async () => {
  view = await opened();
  expect(pressKey(view, "Mod+z")).toBe(false);
  view.close();
  view = await opened({ scene: { undo: "south" } });
  expect(view.canTakeBack).toBe(true);
  expect(pressKey(view, "z")).toBe(false);
  expect(pressKey(view, "Mod+z")).toBe(true);
  expect(FakeSocket.last.find("undo_action")).toBeDefined();
});

test("a key without a meaning is left to the browser", async () => {
  view = await opened({ deal: { claim: false } });
  expect(["x", "r", "Tab", "Escape"].map((key) => pressKey(view, key))).toEqual([false, false, false, false]);
  expect(pressKey(view, "?")).toBe(true);
  expect(view.dialog).toBe("keys");
});

test("out of turn nothing is sent, and a notice says so", async () => {
  view = await opened({ deal: { turn: "west", legal_actions: [], why_not: [] } });
  view.chooseCard("9c");
  expect(view.notice).toBe("It's not your turn.");
  expect(view.prompt).toBe("West to play…");
});

test.each<[PublicTable["stage"], string | null]>([
  ["seating", "room"],
  ["drawing", "hand"],
  ["cutting", "hand"],
  ["playing", null],
  ["over", "over"],
])("while the stage is %s, the panel is %s", async (stage, panel) => {
  view = await opened({ scene: { stage } });
  expect(view.panel).toBe(panel);
});
