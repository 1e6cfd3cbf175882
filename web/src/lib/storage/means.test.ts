import { expect, test } from "vitest";
import { blocksOf, isPositive, meanOf, meanTrendOf } from "./means.ts";

test("a mean has the standard error of its sample", () => {
  expect(meanOf([1, 2, 3, 4])).toMatchObject({ count: 4, mean: 2.5 });
  expect(meanOf([1, 2, 3, 4]).error).toBeCloseTo(Math.sqrt(5 / 3) / 2);
  expect(meanOf([])).toEqual({ count: 0, mean: 0, error: 0 });
  expect(meanOf([2])).toEqual({ count: 1, mean: 2, error: 0 });
});

test("a mean is positive if it is more than two standard errors above zero", () => {
  expect(isPositive(meanOf([0.9, 1.1, 1, 1]))).toBe(true);
  expect(isPositive(meanOf([0, 0, 0, 1]))).toBe(false);
  expect(isPositive(meanOf([0, 0, 0]))).toBe(false);
});

test("blocks are in the order of time, at most eight, and hold every value", () => {
  expect(blocksOf([1, 2, 3])).toEqual([[1], [2], [3]]);
  const many = Array.from({ length: 100 }, (_, i) => i);
  expect(blocksOf(many)).toHaveLength(8);
  expect(blocksOf(many).flat()).toEqual(many);
  expect(blocksOf([])).toEqual([]);
});

test("a trend says whether the mean changed by more than chance explains", () => {
  expect(meanTrendOf([1, 2, 1, 2]).change).toBe("few");
  expect(meanTrendOf([1, 2, 1, 2, 1, 2, 1, 2]).change).toBe("same");
  expect(meanTrendOf([0, 0, 0, 0, 2, 2, 2, 2]).change).toBe("up");
  const fallen = meanTrendOf([2, 2, 2, 2, 0, 0, 0, 0]);
  expect(fallen.change).toBe("down");
  expect(fallen.blocks.map(({ mean }) => mean)).toEqual([2, 2, 2, 2, 0, 0, 0, 0]);
});
