import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadProgress, NO_PROGRESS, parseProgress, progressOf, saveProgress } from "./puzzle-progress.ts";

const DUE = { due: 2e12, last: 1e12, stability: 3, difficulty: 5, reps: 2, lapses: 1 };
const FULL = {
  ...NO_PROGRESS,
  rating: { rating: 1612.5, deviation: 80, volatility: 0.06 },
  tried: 9,
  solved: 4,
  run: { now: 1, best: 3 },
  days: { now: 2, best: 2 },
  lastDay: "2026-11-24",
  seen: { "uka/7": true, "north_american/31": false },
  again: { "north_american/31": DUE },
};
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("progress is stored, saved as text and read again", () => {
  expect(saveProgress(FULL)).toBe(true);
  expect(loadProgress()).toEqual(FULL);
  expect(parseProgress(JSON.stringify(FULL))).toEqual(FULL);
});

test.each(["", "no JSON", "[]", "null", "7", '{"version":2}', '{"version":"1"}', "{}"])(
  "the text %j is no progress",
  (text) => {
    kept.set("uka.puzzles", text);
    expect(loadProgress()).toEqual(NO_PROGRESS);
    expect(parseProgress(text)).toBeUndefined();
  },
);

test("parts that are wrong are left out, and the others stay", () => {
  const hostile = {
    ...FULL,
    rating: { rating: 1e9, deviation: 80, volatility: 0.06 },
    tried: -1,
    run: { now: 5, best: 3 },
    lastDay: "<img src=x>",
    seen: { "uka/7": true, "uka/8": "yes", "../7": true, __proto__: true, "uka/1e9": true },
    again: { "uka/9": { ...DUE, stability: 0 }, "uka/10": { ...DUE, due: null }, "uka/11": DUE, constructor: DUE },
  };
  expect(progressOf(hostile)).toEqual({
    ...FULL,
    rating: NO_PROGRESS.rating,
    tried: 0,
    solved: 0,
    run: NO_PROGRESS.run,
    lastDay: "",
    seen: { "uka/7": true },
    again: { "uka/11": DUE },
  });
});

test("an endless list of puzzles is cut", () => {
  const seen = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`uka/${i}`, true]));
  expect(Object.keys(progressOf({ ...FULL, seen })?.seen ?? {})).toHaveLength(10_000);
});
