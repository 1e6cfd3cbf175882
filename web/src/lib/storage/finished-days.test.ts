import { expect, test } from "vitest";
import { finishedInARow } from "./finished-days.ts";

test("days in a row end today, or yesterday while today can still be played", () => {
  const days = ["2026-04-06", "2026-03-31", "2026-04-05", "2026-04-04"];
  expect(finishedInARow(days, "2026-04-06")).toBe(3);
  expect(finishedInARow(days, "2026-04-07")).toBe(3);
  expect(finishedInARow(days, "2026-04-08")).toBe(0);
  expect(finishedInARow(days, "2026-04-01")).toBe(1);
});
