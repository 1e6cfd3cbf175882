import { expect, test } from "vitest";
import { entryAt, entriesOf, entriesOfSide, sideName, sideNames, sideOfEntry, knownLoners } from "./match-sides.ts";

const NAMES = ["", "Ana", "Hemi", "Mere", "Rua"];
const name = (entry: number): string => NAMES[entry] ?? `${entry}`;
const teams = { teams: [3, 1] } as const;
const players = { teams: [1, 2], partners: [4, 3] } as const;

test("a side is a team, or two players", () => {
  expect(entriesOf(teams)).toEqual([3, 1]);
  expect(entriesOf(players)).toEqual([1, 2, 4, 3]);
  expect(entriesOfSide(teams, 1)).toEqual([1]);
  expect(entriesOfSide(players, 0)).toEqual([1, 4]);
  expect(sideOfEntry(players, 3)).toBe(1);
  expect(sideOfEntry(players, 9)).toBeUndefined();
});

test("each of two partners has a seat, and a team has both", () => {
  const seats = ["north", "east", "south", "west"] as const;
  expect(seats.map((seat) => entryAt(players, seat))).toEqual([1, 2, 4, 3]);
  expect(seats.map((seat) => entryAt(teams, seat))).toEqual([3, 1, 3, 1]);
});

test("a side is named by all who play on it", () => {
  expect(sideName(teams, 0, name)).toBe("Mere");
  expect(sideName(players, 1, name)).toBe("Hemi & Mere");
  expect(sideNames(players, name)(1)).toBe("Ana & Rua");
  expect(sideNames(players, name)(9)).toBe("9");
});

test("loners are known once a match has a result", () => {
  expect(knownLoners({ over: true, loners: [2, 0] })).toEqual([2, 0]);
  expect(knownLoners({ over: true })).toEqual([0, 0]);
  expect(knownLoners({ over: false })).toEqual([null, null]);
});
