import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences, resetPreferences } from "../lib/storage/preferences.svelte.ts";
import type { TableStep } from "../lib/net/table-session.svelte.ts";
import type { GameOrTableEvent } from "../wire/types.ts";
import { scene } from "../lib/testing/fakes.ts";
import { DEAL } from "./opened-table.ts";
import { Playback, type PlayedSession } from "./playback.svelte.ts";

/** A session whose steps a test provides. */
class Steps {
  steps: readonly TableStep[] = [];
  me = "south" as const;
  status = "open" as const;
  stage = "playing" as const;
  myTurn = false;

  next(): TableStep | undefined {
    const [first, ...rest] = this.steps;
    this.steps = rest;
    return first;
  }

  add(...events: readonly object[]): void {
    const lines = [{ seq: 1, at: 0, events: events as readonly GameOrTableEvent[] }];
    this.steps = [...this.steps, { whole: false, lines, scene: scene(1), deal: DEAL } as unknown as TableStep];
  }
}

const PASS = { type: "passed", seat: "east" };
const FOUND = { type: "dealer_found", dealer: "west", seating: [] };
const DEALT = { type: "pack_dealt", dealer: "west", packet_pattern: "3-2" };
let session: Steps;
let playback: Playback;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  resetPreferences();
  session = new Steps();
  playback = new Playback(session as unknown as PlayedSession, () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("without drawn cards the deal begins at once, and the dealer is told until the cards are dealt", async () => {
  session.add(FOUND);
  await playback.run();
  expect(playback.drawn).toEqual({ shown: [], dealer: "west" });
  expect(preferences.drawSeen).toBe(false);
  session.add(DEALT, { type: "upcard_turned" });
  void playback.run();
  await vi.advanceTimersByTimeAsync(200);
  expect(playback.dealt).toBeGreaterThan(0);
  expect(playback.drawn?.dealer).toBe("west");
  await vi.runAllTimersAsync();
  expect(playback.drawn).toBeNull();
});

test("drawn cards are shown for a while", async () => {
  session.add({ type: "card_drawn", seat: "north", card: "As" }, FOUND);
  void playback.run();
  await vi.advanceTimersByTimeAsync(800);
  expect(playback.drawn?.shown).toEqual([["north", "As"]]);
  await vi.runAllTimersAsync();
  expect(playback.drawn).toBeNull();
  expect(preferences.drawSeen).toBe(true);
});

test("a call takes its time, but not the last one before the person's turn", async () => {
  session.add(PASS);
  session.add(PASS);
  session.myTurn = true;
  void playback.run();
  await vi.advanceTimersByTimeAsync(300);
  expect(playback.idle).toBe(false);
  await vi.advanceTimersByTimeAsync(60);
  expect(playback.idle).toBe(true);
});

test("a pause after one that ended late is shorter", async () => {
  for (const _ of [1, 2, 3]) session.add(PASS);
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  void playback.run();
  now.mockReturnValue(450); // the first pause should have ended at 350
  await vi.advanceTimersByTimeAsync(350);
  expect(session.steps).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(250);
  expect(session.steps).toHaveLength(0);
});
