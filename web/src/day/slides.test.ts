import { describe, expect, test } from "vitest";
import type { Board, MatchView, RoundView, Standing } from "../wire/types.ts";
import { LINES, slidesOf } from "./slides.ts";

const ROUND = { number: 2, byes: [], started: null, bell_at: null, left: null, rang: false, closed: false };
const HEAD = { name: "", rules: "tainui", title: "", seats: [], settings: {}, tables: [], presided: [], ended: false };

function hall(tables: number, byes = 0): Board {
  const count = 2 * tables + byes;
  const teams = Array.from({ length: count }, (_, i) => ({
    team: i + 1,
    name: `T${i + 1}`,
    marae: "",
    withdrawn: false,
  }));
  const matches = Array.from({ length: tables }, (_, i) => ({
    table: tables - i, // in any order
    teams: [2 * i + 1, 2 * i + 2],
    moves: 2 * i + 1,
    to: (tables - i) % tables || tables,
  })) as unknown as MatchView[];
  const standings = teams.map(({ team }) => ({ place: team, team, clicks: 0 })) as unknown as Standing[];
  const round: RoundView = { ...ROUND, byes: teams.slice(2 * tables).map(({ team }) => team) };
  return { head: HEAD, round, teams, matches, standings, marae: [] };
}

describe("what a hall's screen shows one after the other", () => {
  test.each([1, 2])("all teams have a place on it, %i columns", (columns) => {
    const board = hall(25, 3);
    const slides = slidesOf(board, "seated", columns);
    expect(slides.length).toBe(Math.ceil((28 * 2) / (LINES * columns)));
    expect(slides.every(({ rows }) => rows.length * 2 <= LINES * columns)).toBe(true);
    const rows = slides.flatMap(({ rows }) => rows);
    expect(rows.slice(0, 25).map(({ mark }) => Number(mark))).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    const named = new Set(rows.flatMap(({ texts }) => texts));
    expect(board.teams?.every(({ name }) => named.has(name))).toBe(true);
  });

  test("between rounds a long list is cut, at the end none is", () => {
    const board = hall(250);
    const closed = slidesOf(board, "closed", 2);
    const ended = slidesOf({ ...board, head: { ...HEAD, ended: true } }, "closed", 2);
    expect(ended.flatMap(({ rows }) => rows).length).toBe(500);
    expect(closed.filter(({ title }) => title === "Standings").length).toBe(6);
    expect(closed.at(-1)?.title).toBe("Who moves on");
    expect(closed.filter(({ title }) => title === "Who moves on").flatMap(({ rows }) => rows).length).toBe(250);
  });

  test("after the last round nobody moves on", () => {
    const board = { ...hall(4), head: { ...HEAD, settings: { rounds: 2 } } };
    expect(slidesOf(board, "closed", 2).map(({ title }) => title)).toEqual(["Standings"]);
  });

  test.each(["before", "running", "paused", "bell"] as const)("%s needs none", (moment) => {
    expect(slidesOf(hall(4), moment, 2)).toEqual([]);
  });
});
