import { describe, expect, test } from "vitest";
import { dayOf } from "../lib/storage/calendar.ts";
import { daysInARow, NO_PROGRESS, type PuzzleProgress } from "../lib/storage/puzzle-progress.ts";
import type { PuzzleList } from "../wire/types.ts";
import { afterAttempt, duePuzzles, isEstimate, nextPuzzle, ratingText } from "./training.ts";

const DAY = 86_400_000;
const NOON = Date.parse("2026-11-24T12:00:00Z");

/** Returns the progress after attempts. Each attempt is the number of a puzzle, and whether it was solved. */
function after(attempts: readonly (readonly [number, boolean])[], before = NO_PROGRESS, now = NOON): PuzzleProgress {
  return attempts.reduce(
    (progress, [number, solved]) =>
      afterAttempt(progress, { rules: "uka", number, rating: 1500, solved, day: "" }, now),
    before,
  );
}

function onDays(...days: readonly string[]): PuzzleProgress {
  return days.reduce<PuzzleProgress>(
    (progress, day, number) => afterAttempt(progress, { rules: "uka", number, rating: 1500, solved: false, day }, NOON),
    NO_PROGRESS,
  );
}

describe("the rating", () => {
  test("rises when a puzzle is solved and falls when it is missed, less each time", () => {
    const first = after([[1, true]]).rating;
    const second = after([[2, true]], after([[1, true]])).rating;
    expect(first.rating).toBeGreaterThan(1600);
    expect(second.rating - first.rating).toBeLessThan(first.rating - 1500);
    expect(second.deviation).toBeLessThan(first.deviation);
    expect(after([[1, false]]).rating.rating).toBeLessThan(1400);
  });

  test("comes to that of a player who solves half of the puzzles of 1700", () => {
    const many = Array.from({ length: 400 }, (_, number) => ({ rules: "uka", number, rating: 1700, solved: number % 2 > 0, day: "" })); // prettier-ignore
    const { rating } = many.reduce<PuzzleProgress>((now, attempt) => afterAttempt(now, attempt, NOON), NO_PROGRESS);
    expect(Math.abs(rating.rating - 1700)).toBeLessThan(40);
    expect(rating.deviation).toBeGreaterThanOrEqual(45);
    expect(isEstimate(rating)).toBe(false);
    expect(ratingText(rating)).toMatch(/^1[67]\d\d$/);
  });

  test("is an estimate after the first attempts", () => {
    expect(isEstimate(NO_PROGRESS.rating)).toBe(true);
    expect(isEstimate(after([[1, true], [2, false]]).rating)).toBe(true); // prettier-ignore
  });

  test("moves at the first attempt at a puzzle only", () => {
    const once = after([[1, false]]);
    const twice = after([[1, true]], once);
    expect([twice.rating, twice.tried, twice.solved, twice.run]).toEqual([once.rating, 1, 0, once.run]);
  });
});

describe("runs", () => {
  test("of solved puzzles end at a miss, and the longest is kept", () => {
    const progress = after([[1, true], [2, true], [3, false], [4, true]]); // prettier-ignore
    expect(progress.run).toEqual({ now: 1, best: 2 });
    expect([progress.tried, progress.solved]).toEqual([4, 3]);
  });

  test("of days grow by one a day, over the end of a month and of summer time", () => {
    expect(onDays("2026-10-31", "2026-11-01", "2026-11-02").days).toEqual({ now: 3, best: 3 });
    expect(onDays("2026-04-04", "2026-04-05", "2026-04-06").days.now).toBe(3);
    expect(onDays("2026-11-01", "2026-11-02", "2026-11-02", "2026-11-04").days).toEqual({ now: 1, best: 2 });
  });

  test("of days grow by a puzzle that training has shown before", () => {
    const trained = after([[1, true]]);
    const attempt = { rules: "uka", number: 1, rating: 1500, solved: true, day: "2026-11-24" };
    const progress = afterAttempt(trained, attempt, NOON);
    expect([progress.days.now, progress.lastDay, progress.tried]).toEqual([1, "2026-11-24", 1]);
  });

  test("of days are over once a day is missed", () => {
    const progress = onDays("2026-11-23", "2026-11-24");
    expect([daysInARow(progress, "2026-11-24"), daysInARow(progress, "2026-11-25")]).toEqual([2, 2]);
    expect(daysInARow(progress, "2026-11-26")).toBe(0);
  });

  test("a day is that of the user's calendar", () => {
    expect(dayOf(new Date(2026, 0, 9, 23, 59))).toBe("2026-01-09");
  });
});

describe("a missed puzzle", () => {
  const missed = after([[1, false], [2, true]]); // prettier-ignore

  test("comes again a day later or more", () => {
    expect(duePuzzles(missed, "uka", NOON)).toEqual([]);
    expect(duePuzzles(missed, "uka", NOON + 2 * DAY)).toEqual([1]);
    expect(duePuzzles(missed, "tainui", NOON + 2 * DAY)).toEqual([]);
  });

  test("comes again later each time that it is solved, until it is learned", () => {
    let [progress, now] = [missed, NOON];
    const gaps: number[] = [];
    while (progress.again["uka/1"] && gaps.length < 20) {
      const gap = progress.again["uka/1"].due - now;
      gaps.push(gap);
      now += gap;
      progress = after([[1, true]], progress, now);
    }
    expect(gaps.length).toBeGreaterThan(2);
    expect(gaps.length).toBeLessThan(20);
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps);
  });

  test("comes again sooner if it is missed again", () => {
    const later = after([[1, true]], missed, NOON + DAY);
    const again = after([[1, false]], later, NOON + 9 * DAY);
    const gap = (progress: PuzzleProgress, now: number): number => (progress.again["uka/1"]?.due ?? 0) - now;
    expect(gap(again, NOON + 9 * DAY)).toBeLessThan(gap(later, NOON + DAY));
  });
});

describe("the next puzzle", () => {
  const ratings = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [String(i), 1000 + 25 * i]));
  const list: PuzzleList = { rules: "uka", themes: { counting: ratings, next: { 100: 1500 } } };

  test("is one of the theme that was not tried, of about the user's rating", () => {
    for (const draw of [0, 0.5, 0.999]) {
      const number = nextPuzzle(list, "counting", NO_PROGRESS, () => draw);
      expect(Math.abs((ratings[String(number)] ?? 0) - 1500)).toBeLessThanOrEqual(150);
    }
    const tried = { ...NO_PROGRESS, seen: { "uka/20": true } };
    const numbers = Array.from({ length: 50 }, (_, i) => nextPuzzle(list, "counting", tried, () => i / 50));
    expect(numbers).not.toContain(20);
  });

  test("is one of all when each was tried, and none if the theme has none", () => {
    const tried = { ...NO_PROGRESS, seen: { "uka/100": true } };
    expect(nextPuzzle(list, "next", tried)).toBe(100);
    expect(nextPuzzle(list, "alone", tried)).toBeUndefined();
    expect(nextPuzzle(list, "", NO_PROGRESS)).toBeDefined();
  });
});
