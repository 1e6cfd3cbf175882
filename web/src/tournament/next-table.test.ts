import { expect, test } from "vitest";
import { movesText, nextTable, nextTableTexts } from "./next-table.ts";

const NAMES = ["", "Jack", "Dave", "Pat", "Kiri"];
const name = (entry: number): string => NAMES[entry] ?? `${entry}`;
const PLAYERS = { teams: [1, 2], partners: [4, 3] } as const;
const TEAMS = { teams: [1, 2], partners: [] } as const;

test("the losers of the head table go to the last table, and its winners stay", () => {
  const match = { ...PLAYERS, table: 1, moves: 1, to: 1, others_to: 5 };
  expect(nextTableTexts(match, name)).toEqual(["Jack & Kiri stay.", "Dave & Pat move to table 5."]);
  expect(movesText(match)).toBe("Whoever wins stays; the others go to table 5.");
});

test("a team that wins moves on, and the other stays", () => {
  const match = { ...TEAMS, table: 2, moves: 2, to: 3, others_to: 2 };
  expect(nextTableTexts(match, name)).toEqual(["Dave moves to table 3.", "Jack stays."]);
  expect(movesText(match)).toBe("Whoever wins moves to table 3; the others stay.");
  expect([nextTable(match, 0), nextTable(match, 1)]).toEqual([2, 3]);
});

test("where losers move down, both sides move", () => {
  const match = { ...PLAYERS, table: 2, moves: 1, to: 1, others_to: 3 };
  expect(nextTableTexts(match, name)).toEqual(["Jack & Kiri move to table 1.", "Dave & Pat move to table 3."]);
});

test("no move is promised to those who may sit out", () => {
  const match = { ...PLAYERS, table: 2, moves: 1, to: 1, others_to: 2 };
  expect(nextTableTexts(match, name, true)).toEqual([
    "Jack & Kiri move to table 1, or sit out.",
    "Dave & Pat stay, or sit out.",
  ]);
  expect(movesText(match, true)).toBe("Whoever wins moves to table 1; the others stay. Somebody will sit out.");
  expect(movesText({ ...match, to: null, others_to: null }, true)).toBe("");
});

test("nothing is said before it is decided, and where the movement does not say", () => {
  expect(nextTableTexts({ ...TEAMS, table: 2, moves: null, to: 3, others_to: 2 }, name)).toEqual([]);
  expect(nextTableTexts({ ...TEAMS, table: 2, moves: 1, to: null, others_to: null }, name)).toEqual([]);
  expect(movesText({ ...TEAMS, table: 2, moves: 1, to: null, others_to: null })).toBe("");
});
