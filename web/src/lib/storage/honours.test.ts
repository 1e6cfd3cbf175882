import { expect, test } from "vitest";
import type { DealResult } from "../../wire/types.ts";
import { honoursIn, honoursOf } from "./honours.ts";
import type { Row } from "./statistics.ts";

let at = 0;
const deal = (id: string, result: Partial<DealResult>, score = [0, 0]): Row =>
  ({
    what: "deal",
    id,
    at: (at += 1),
    rules: "knock",
    title: "Knock",
    seat: "south",
    partner: "Ben",
    target: 10,
    score,
    result: { maker: null, loner: null, points: [0, 0], tricks: [0, 0], ...result },
  }) as Row;
const game = (id: string, won: boolean | null, score: number[]): Row =>
  ({
    what: "game",
    id,
    at: (at += 1),
    rules: "knock",
    title: "Knock",
    seat: "south",
    partner: "Ben",
    won,
    score,
  }) as Row;
const names = (rows: Row[]): string[] => honoursOf(rows).map(({ name }) => name);

test("an honour is earned once, by the first deal or game that deserves it", () => {
  const rows = [
    deal("t/a/1", { maker: "north", outcome: "march", points: [2, 0] }, [2, 0]),
    deal("t/a/2", { maker: "south", outcome: "march", points: [2, 0] }, [4, 0]),
    game("t/a", true, [10, 0]),
    game("t/b", true, [10, 0]),
  ];
  expect(honoursOf(rows).map(({ name, id }) => [name, id])).toEqual([
    ["first_march", "t/a/1"],
    ["first_win", "t/a"],
    ["clean_sheet", "t/a"],
  ]);
  expect(honoursIn(rows, "t/a")).toHaveLength(3);
  expect(honoursIn(rows, "t/b")).toEqual([]);
});

test("a loner of the user's own with both sides one point short is an honour, and one of the partner's is not", () => {
  const nine = { outcome: "lone_made", points: [1, 0] } as const;
  expect(names([deal("t/a/1", { ...nine, maker: "south", loner: "south" }, [10, 9])])).toEqual(["last_point_loner"]);
  expect(names([deal("t/a/1", { ...nine, maker: "north", loner: "north" }, [10, 9])])).toEqual([]);
  expect(names([deal("t/a/1", { ...nine, maker: "south", loner: "south" }, [9, 9])])).toEqual([]);
});

test("a loner of the opponents that was euchred is an honour", () => {
  const euchred = { outcome: "lone_euchred", maker: "west", loner: "west", points: [2, 0] } as const;
  expect(names([deal("t/a/1", euchred, [2, 0])])).toEqual(["loner_euchred"]);
});

test("a game won from five points behind is a comeback, and others are not", () => {
  const behind = (score: number[]): Row[] => [deal("t/a/1", { outcome: "made", maker: "west" }, score), game("t/a", true, [10, 9])]; // prettier-ignore
  expect(names(behind([1, 6]))).toEqual(["first_win", "comeback"]);
  expect(names(behind([1, 5]))).toEqual(["first_win"]);
  expect(names([...behind([1, 6]).slice(0, 1), game("t/b", true, [10, 9])])).toEqual(["first_win"]);
});
