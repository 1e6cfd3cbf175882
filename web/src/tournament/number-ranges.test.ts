import { expect, test } from "vitest";
import { parseRanges, formatRanges } from "./number-ranges.ts";

test.each([
  ["1-4, 7", [1, 2, 3, 4, 7]],
  ["1–3", [1, 2, 3]],
  ["3 to 5; 4", [3, 4, 5]],
  ["2 1", [1, 2]],
  ["", []],
  [" 12 , ", [12]],
])("%j is read", (text, numbers) => {
  expect(parseRanges(text)).toEqual(numbers);
});

test.each(["one", "4-2", "0", "1-", "-3", "1-2000", "1.5", "99999999999"])("%j is none", (text) => {
  expect(parseRanges(text)).toBeUndefined();
});

test("numbers are written as they are read", () => {
  expect(formatRanges([1, 2, 3, 7, 9, 10])).toBe("1–3, 7, 9–10");
  for (const numbers of [[], [5], [1, 2, 3, 4], [1, 3, 5, 6, 7, 1000]])
    expect(parseRanges(formatRanges(numbers))).toEqual(numbers);
});
