import { expect, test } from "vitest";
import { CHART, topOf, trendLines } from "./season-words.ts";

const TRENDS = [
  { member: "Ana", totals: [10, 20, 31] },
  { member: "Hemi", totals: [0, 12, 30] },
  { member: "Mere", totals: [4, 4, 4] },
];

test("lines go from the first evening to the last, and labels do not cover each other", () => {
  const lines = trendLines(TRENDS, 2);
  expect(lines.map(({ member }) => member)).toEqual(["Ana", "Hemi"]);
  expect(topOf(TRENDS)).toBe(31);
  expect(lines[0]?.points.startsWith(`${CHART.left}.0,`)).toBe(true);
  expect(lines[0]?.points.endsWith(`,${CHART.foot}.0`)).toBe(true);
  expect((lines[1]?.label ?? 0) - (lines[0]?.label ?? 0)).toBeGreaterThanOrEqual(15);
});

test("one evening has no trend", () => {
  expect(trendLines([{ member: "Ana", totals: [3] }], 8)).toEqual([]);
  expect(trendLines([], 8)).toEqual([]);
});
