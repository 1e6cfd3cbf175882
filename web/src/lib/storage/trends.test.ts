import { describe, expect, test } from "vitest";
import type { DealResult } from "../../wire/types.ts";
import type { Row } from "./statistics.ts";
import { differs, grouped, outcomesOf, shareOf, toneOf, trendOf } from "./trends.ts";

const many = (yes: number, no: number): boolean[] => [...Array<boolean>(yes).fill(true), ...Array<boolean>(no).fill(false)]; // prettier-ignore

test("a share has an error, even if everything or nothing succeeded", () => {
  expect(shareOf(many(3, 1))).toMatchObject({ part: 3, whole: 4, share: 0.75 });
  expect(shareOf(many(4, 0)).error).toBeGreaterThan(0);
  expect(shareOf([])).toMatchObject({ whole: 0, share: 0 });
});

test("shares that differ by less than their error count as equal", () => {
  expect(differs(shareOf(many(6, 4)), shareOf(many(4, 6)))).toBe(false);
  expect(differs(shareOf(many(90, 10)), shareOf(many(60, 40)))).toBe(true);
});

test("a trend has blocks in the order of time, and says whether it changed more than chance explains", () => {
  expect(trendOf(many(3, 3)).change).toBe("few");
  expect(trendOf([...many(6, 4), ...many(7, 3)]).change).toBe("same");
  expect(trendOf([...many(10, 40), ...many(40, 10)]).change).toBe("up");
  const { blocks, change } = trendOf([...many(40, 10), ...many(10, 40)]);
  expect(change).toBe("down");
  expect(blocks).toHaveLength(8);
  expect(blocks.reduce((sum, { whole }) => sum + whole, 0)).toBe(100);
});

const deal = (result: Partial<DealResult>, partner = ""): Row =>
  ({ what: "deal", seat: "south", partner, rules: "uka", result: { loner: null, ...result } }) as Row;
const ROWS: Row[] = [
  deal({ maker: "south", outcome: "made" }, "Ben"),
  deal({ maker: "south", outcome: "euchred" }),
  deal({ maker: "west", outcome: "euchred" }),
  deal({ maker: "east", outcome: "march" }),
  deal({ maker: "north", outcome: "made" }),
  deal({ maker: null, outcome: "thrown_in" }),
  deal({ maker: "south", outcome: "lone_march", loner: "south" }, "Ben"),
  { what: "game", won: true } as Row,
  { what: "game", won: null } as Row,
];

describe("each phase counts its own successes", () => {
  test.each([
    ["games", [true]],
    ["calling", [true, false, true]],
    ["defence", [true, false]],
    ["loners", [true]],
  ] as const)("%s", (phase, expected) => expect(outcomesOf(ROWS, phase)).toEqual(expected));
});

test("rows are grouped by a key, and rows without one are left out", () => {
  const groups = grouped(ROWS, (row) => row.partner);
  expect([...groups].map(([name, rows]) => [name, rows.length])).toEqual([["Ben", 2], ["", 5]]); // prettier-ignore
});

test("a change is good or bad by what is better, and quiet if nothing is or it may be chance", () => {
  expect([toneOf("up", "up"), toneOf("down", "up"), toneOf("down", "down")]).toEqual(["good", "bad", "good"]);
  expect([toneOf("up", undefined), toneOf("same", "up"), toneOf("few", "down")]).toEqual(["quiet", "quiet", "quiet"]);
});
