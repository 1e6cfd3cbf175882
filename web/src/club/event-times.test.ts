import { describe, expect, test } from "vitest";
import { divided, fieldTime, timeOfField } from "./event-times.ts";
import type { ClubEventView } from "../wire/types.ts";

const HOUR = 3_600_000;

const event = (id: string, starts: number): ClubEventView => ({
  event: id,
  plan: { title: id, starts, minutes: 60 },
  entered: 0,
  people: [],
  mine: false,
  here: false,
  check_in_secret: null,
});

describe("the times of events", () => {
  test("a time is typed as it is read", () => {
    for (const at of [1_767_225_600_000, 1_780_000_020_000, 1_796_000_040_000])
      expect(timeOfField(fieldTime(at))).toBe(at);
  });

  test("an event that goes on is to come, and the last one that is over is first", () => {
    const events = [event("a", 0), event("b", 2 * HOUR), event("c", 4 * HOUR), event("d", 6 * HOUR)];
    const { coming, over } = divided(events, 4.5 * HOUR);
    expect(coming.map((each) => each.event)).toEqual(["c", "d"]);
    expect(over.map((each) => each.event)).toEqual(["b", "a"]);
  });
});
