import { describe, expect, test } from "vitest";
import type { RoundView } from "../wire/types.ts";
import { timeLeft, roundLength, roundPhase } from "./round-phase.ts";

const SEATED: RoundView = { number: 1, byes: [], started: null, bell_at: null, left: null, rang: false, closed: false };
const RUNNING: RoundView = { ...SEATED, started: 1_000, bell_at: 61_000 };

describe("where a round is", () => {
  test.each([
    ["before", null, 0],
    ["before", undefined, 0],
    ["seated", SEATED, 5],
    ["running", RUNNING, 60_999],
    ["bell", RUNNING, 61_000],
    ["paused", { ...RUNNING, bell_at: null, left: 4_000 }, 99_000],
    ["bell", { ...RUNNING, bell_at: null, rang: true }, 2_000],
    ["closed", { ...RUNNING, bell_at: null, rang: true, closed: true }, 2_000],
    ["running", { ...RUNNING, bell_at: null }, 99_000],
  ] as const)("%s", (moment, round, now) => expect(roundPhase(round, now)).toBe(moment));
});

describe("what the clock shows", () => {
  test.each([
    [60_000, null, 0],
    [60_000, SEATED, 5],
    [11_000, RUNNING, 50_000],
    [0, RUNNING, 70_000],
    [4_000, { ...RUNNING, bell_at: null, left: 4_000 }, 99_000],
    [0, { ...RUNNING, bell_at: null, rang: true }, 2_000],
  ] as const)("%i left", (left, round, now) => expect(timeLeft(round, 60_000, now)).toBe(left));

  test("nothing without a clock", () => {
    expect(timeLeft({ ...RUNNING, bell_at: null }, 0, 5)).toBeNull();
  });

  test("nothing once the round is closed", () => {
    expect(timeLeft({ ...RUNNING, bell_at: null, rang: true, closed: true }, 60_000, 5)).toBeNull();
  });

  test("a length that the server leaves out is the usual one", () => {
    expect(roundLength({})).toBe(12 * 60_000);
    expect(roundLength({ clock_ms: 0 })).toBe(0);
  });
});
