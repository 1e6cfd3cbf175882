import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DealView, PublicTable } from "../wire/types.ts";
import type { TableStep } from "../lib/net/table-replica.ts";
import { DelayedSteps } from "./delayed-steps.svelte.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes the steps of a game. Each step comes `gap` milliseconds after the one before. */
class Game {
  at = 0;
  pack = 0;

  constructor(readonly feed: DelayedSteps) {}

  step(stage: PublicTable["stage"], deal: Partial<DealView> | null, kind = "passed", gap = 100): void {
    this.at += gap;
    const line = { seq: this.at, at: this.at, by: "", events: [{ type: kind }] };
    const scene = { stage, number: this.pack } as PublicTable;
    this.feed.take({ whole: false, lines: [line], scene, deal, rules: {} } as unknown as TableStep);
  }

  /** Begins a deal. */
  deals(): void {
    this.pack += 1;
    this.step("playing", { number: this.pack, result: null }, "pack_dealt");
  }

  passes(): void {
    this.step("playing", { number: this.pack, result: null });
  }

  ends(stage: PublicTable["stage"] = "shuffling"): void {
    this.step(stage, { number: this.pack, result: {} as DealView["result"] });
  }
}

/** Returns the numbers of the deals of all steps that are due. */
function due(feed: DelayedSteps): number[] {
  const shown: number[] = [];
  for (let step = feed.next(); step; step = feed.next()) shown.push(step.deal?.number ?? -1);
  return shown;
}

test("a deal is shown once it has ended, at its own pace, and then its hands may be open", () => {
  const feed = new DelayedSteps(1);
  const game = new Game(feed);
  game.deals();
  game.passes();
  vi.advanceTimersByTime(60_000);
  expect(due(feed)).toEqual([]);
  expect(feed.waiting).toBe(true);
  game.ends();
  vi.advanceTimersByTime(0);
  const [first] = feed.steps;
  expect(first && feed.endOf(first)?.result).toBeTruthy();
  expect(due(feed)).toEqual([1]);
  vi.advanceTimersByTime(99);
  expect(due(feed)).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(due(feed)).toEqual([1]);
  game.deals();
  game.passes();
  vi.advanceTimersByTime(60_000);
  expect(due(feed)).toEqual([1]);
  expect(feed.waiting).toBe(true);
});

test("no step of a deal is shown while it or one of the deals after it within the delay goes on", () => {
  const feed = new DelayedSteps(2);
  const game = new Game(feed);
  for (let number = 1; number <= 4; number++) {
    game.deals();
    game.passes();
    vi.advanceTimersByTime(60_000);
    const shown = due(feed);
    expect(Math.max(0, ...shown)).toBeLessThanOrEqual(Math.max(0, number - 2));
    game.ends();
  }
  game.ends("over");
  vi.advanceTimersByTime(60_000);
  expect(new Set(due(feed))).toEqual(new Set([3, 4]));
});

test("a deal whose last choice is taken back is kept again", () => {
  const feed = new DelayedSteps(1);
  const game = new Game(feed);
  game.deals();
  game.ends();
  vi.advanceTimersByTime(0);
  game.passes();
  vi.advanceTimersByTime(60_000);
  const steps = [...feed.steps];
  expect(steps).toHaveLength(1);
  expect(steps.map((step) => feed.endOf(step))).toEqual([null]);
  game.ends();
  vi.advanceTimersByTime(60_000);
  expect(due(feed)).toEqual([1, 1, 1, 1]);
});

test("a table that waits for people, and its draw, are shown at once", () => {
  const feed = new DelayedSteps(1);
  const game = new Game(feed);
  game.step("seating", null, "player_joined");
  vi.advanceTimersByTime(0);
  expect(due(feed)).toEqual([-1]);
  game.step("drawing", null, "pack_spread");
  vi.advanceTimersByTime(200);
  expect(due(feed)).toEqual([-1]);
});

test("long waits at the table are shortened", () => {
  const feed = new DelayedSteps(1);
  const game = new Game(feed);
  game.deals();
  game.step("playing", { number: 1, result: null }, "passed", 3_600_000);
  game.ends();
  vi.advanceTimersByTime(7_000);
  expect(due(feed)).toEqual([1, 1, 1]);
});
