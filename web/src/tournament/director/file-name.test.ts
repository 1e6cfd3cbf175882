import { expect, test } from "vitest";
import type { Board } from "../../wire/types.ts";
import { fileName } from "./file-name.ts";

const day = (hour: number): Date => new Date(2026, 10, 30, hour);
const board = (name: string, started: number | null): Board =>
  ({ head: { name }, round: { started } }) as unknown as Board;

test("a file is named by the event and the day of its last round", () => {
  const played = board("Koroneihana", day(9).getTime());
  expect(fileName(played, "uka-event.jsonl")).toBe("koroneihana-2026-11-30.uka-event.jsonl");
  expect(fileName(played, "standings.csv")).toBe("koroneihana-2026-11-30.standings.csv");
});

test("before the first round it is today", () => {
  expect(fileName(board("Rāhina: hui / 2", null), "emn", day(20))).toBe("rahina-hui-2-2026-11-30.emn");
  expect(fileName(board("…", null), "emn", day(20))).toBe("2026-11-30.emn");
});
