import { expect, test } from "vitest";
import { teamTotals } from "./teams.ts";

test("what one team wins, the other loses", () => {
  expect(teamTotals([])).toEqual([0, -0]);
  expect(
    teamTotals([
      [2, -1],
      [1, 1],
    ]),
  ).toEqual([3, -3]);
});
