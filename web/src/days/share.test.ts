import { expect, test } from "vitest";
import { curveOf, marks, signed, sum } from "./share.ts";

test("what is shared gives no card away", () => {
  expect([signed(3), signed(0), signed(-2)]).toEqual(["+3", "0", "−2"]);
  expect(marks([1, -1, 2], [1, 1, -1])).toBe("●▼▲");
  expect(sum([1, -1, 2])).toBe(2);
});

test("the curve is the lead over par", () => {
  expect(curveOf([], [])).toEqual([0.5]);
  expect(curveOf([2, -2], [0, 0])).toEqual([0.5, 0.75, 0.5]);
  expect(curveOf([8], [0])).toEqual([0.5, 1]);
});
