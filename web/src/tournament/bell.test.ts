import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RoundView } from "../wire/types.ts";
import { Bell, TIMES } from "./bell.svelte.ts";

const AHEAD = 3_600_000; // the server's clock is an hour ahead
const DAY = {
  get now(): number {
    return Date.now() + AHEAD;
  },
};

let heard = 0;
let bell: Bell;
let running: RoundView;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  heard = 0;
  bell = new Bell(DAY, () => (heard += 1));
  running = {
    number: 2,
    byes: [],
    started: DAY.now,
    bell_at: DAY.now + 720_000,
    left: null,
    rang: false,
    closed: false,
  };
});

afterEach(() => {
  bell.close();
  vi.useRealTimers();
});

const rung = (round: RoundView): RoundView => ({ ...round, bell_at: null, rang: true });

describe("the bell of a hall", () => {
  test("rings at the server's time even if the server can't be reached", () => {
    bell.watch(running);
    vi.advanceTimersByTime(719_999);
    expect([bell.rings, bell.flashes]).toEqual([0, false]);
    vi.advanceTimersByTime(1);
    expect([bell.rings, bell.flashes, heard]).toEqual([1, true, 1]);
    vi.advanceTimersByTime(TIMES.flash);
    expect([bell.rings, bell.flashes]).toEqual([1, false]);
  });

  test("does not ring again when the server says that it rang", () => {
    bell.watch(running);
    vi.advanceTimersByTime(720_000);
    bell.watch(rung(running));
    bell.watch({ ...rung(running), closed: true });
    vi.advanceTimersByTime(3_600_000);
    expect(heard).toBe(1);
  });

  test("rings when the director rings it, and only then", () => {
    bell.watch(running);
    vi.advanceTimersByTime(100_000);
    bell.watch(rung(running));
    expect(heard).toBe(1);
    vi.advanceTimersByTime(3_600_000);
    expect(heard).toBe(1);
  });

  test("does not ring during a pause, and rings later after it", () => {
    bell.watch(running);
    vi.advanceTimersByTime(600_000);
    bell.watch({ ...running, bell_at: null, left: 120_000 });
    vi.advanceTimersByTime(900_000);
    expect(heard).toBe(0);
    bell.watch({ ...running, bell_at: DAY.now + 120_000 });
    vi.advanceTimersByTime(120_000);
    expect(heard).toBe(1);
  });

  test("rings again, and stops flashing, if the round was extended meanwhile", () => {
    bell.watch(running);
    vi.advanceTimersByTime(721_000);
    bell.watch({ ...running, bell_at: DAY.now + 60_000 });
    expect(bell.flashes).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(heard).toBe(2);
  });

  test("is silent on a page that is opened long after it rang", () => {
    bell.watch(rung(running));
    bell.watch({ ...running, bell_at: DAY.now - TIMES.late - 1 });
    vi.advanceTimersByTime(10_000);
    expect(heard).toBe(0);
  });

  test("is silent once the round is closed, and rings in the next one", () => {
    bell.watch({ ...rung(running), closed: true });
    bell.watch({ ...running, number: 3, started: null, bell_at: null });
    bell.watch({ ...running, number: 3, bell_at: DAY.now + 5_000 });
    vi.advanceTimersByTime(5_000);
    expect(heard).toBe(1);
  });
});
