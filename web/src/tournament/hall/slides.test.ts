import { describe, expect, test } from "vitest";
import type { Board, MatchView, RoundView, Standing } from "../../wire/types.ts";
import { LINES, type ScreenSize, type Slide, slidesOf, wrapped } from "./slides.ts";

const ROUND = { number: 2, byes: [], started: null, bell_at: null, left: null, rang: false, closed: false };
const HEAD = { name: "", rules: "tainui", title: "", seats: [], settings: {}, tables: [], presided: [], ended: false };
const measure = (text: string): number => text.length / 2;
const WIDE: ScreenSize = { wide: true, width: 23, measure };
const NARROW: ScreenSize = { wide: false, width: 17, measure };
const LONG = "The long table of the wharekai of the old people of the river";

function hall(tables: number, byes = 0, named = (team: number): string => `T${team}`): Board {
  const count = 2 * tables + byes;
  const teams = Array.from({ length: count }, (_, i) => ({
    team: i + 1,
    name: named(i + 1),
    marae: "",
    withdrawn: false,
  }));
  const matches = Array.from({ length: tables }, (_, i) => ({
    table: tables - i, // the tables are not sorted by number
    teams: [2 * i + 1, 2 * i + 2],
    moves: 2 * i + 1,
    to: ((tables - i) % tables) + 1,
    others_to: tables - i,
  })) as unknown as MatchView[];
  const standings = teams.map(({ team }) => ({
    place: team,
    team,
    clicks: 0,
    won: 1,
    drawn: 0,
    lost: 0,
  })) as unknown as Standing[];
  const round: RoundView = { ...ROUND, byes: teams.slice(2 * tables).map(({ team }) => team) };
  return { head: HEAD, round, teams, matches, standings, marae: [] };
}

const rowsOf = (slides: readonly Slide[]): Slide["columns"][number] => slides.flatMap(({ columns }) => columns.flat());

describe("the slides of a hall's screen", () => {
  test.each([WIDE, NARROW])("all teams have a row on a screen of width $width", (screen) => {
    const board = hall(25, 3);
    const slides = slidesOf(board, "seated", screen);
    const columns = screen.wide ? 2 : 1;
    expect(slides.length).toBe(Math.ceil((26 * 2) / (LINES * columns)));
    expect(slides.every(({ columns }) => columns.every((rows) => rows.length * 2 <= LINES))).toBe(true);
    const rows = rowsOf(slides);
    expect(rows.slice(0, 25).map(({ mark }) => Number(mark))).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    const named = new Set(rows.flatMap(({ texts }) => texts));
    expect(board.teams?.slice(0, 50).every(({ name }) => named.has(name))).toBe(true);
    expect(rows.at(-1)?.texts).toEqual(["Sit out this round: T51, T52, T53"]);
  });

  test("rows that fit into one column take the whole width", () => {
    expect(slidesOf(hall(4), "seated", WIDE).map(({ columns }) => columns.length)).toEqual([1]);
    expect(slidesOf(hall(5), "seated", WIDE).map(({ columns }) => columns.length)).toEqual([2]);
    expect(slidesOf(hall(5), "seated", NARROW).map(({ columns }) => columns.length)).toEqual([1, 1]);
  });

  test("a long name is wrapped, and its row takes more lines", () => {
    const board = hall(4, 0, (team) => `${LONG} ${team}`);
    const slides = slidesOf(board, "seated", WIDE);
    expect(slides.map(({ columns }) => columns.map((rows) => rows.length))).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(
      rowsOf(slides)
        .flatMap(({ texts }) => texts)
        .every((text) => text.startsWith(LONG)),
    ).toBe(true);
  });

  test.each([
    [1, "T1", 5],
    [2, "aaaa bbbb", 3],
    [2, "aaaaaaaaaa", 3],
    [3, "aaaa bbbb cccc", 3],
    [3, "aa aaaaaaaaaa", 3],
  ])("%i lines: %s", (lines, text, width) => expect(wrapped(text, width, measure)).toBe(lines));

  test("a long list is shortened between rounds, but not at the end", () => {
    const board = hall(250);
    const closed = slidesOf(board, "closed", WIDE);
    const ended = slidesOf({ ...board, head: { ...HEAD, ended: true } }, "closed", WIDE);
    expect(rowsOf(ended.filter(({ champions }) => !champions)).length).toBe(500);
    expect(closed.filter(({ title }) => title === "Standings").length).toBe(6);
    expect(closed.at(-1)?.title).toBe("Who moves on");
    expect(rowsOf(closed.filter(({ title }) => title === "Who moves on")).length).toBe(250);
  });

  test("the end of a tournament has a slide for the champions", () => {
    const board = { ...hall(2), head: { ...HEAD, ended: true } };
    const marae = [{ place: 1, marae: "Waahi", winning: 5, fair_play: 0, total: 5 }];
    const [first, second] = slidesOf({ ...board, marae }, "closed", WIDE);
    expect(first?.champions?.map(({ name }) => name)).toEqual(["T1"]);
    expect(first?.columns[0]?.map(({ mark }) => mark)).toEqual(["2", "3", "4"]);
    expect(first?.note).toBe("Top marae: Waahi");
    expect(second?.title).toBe("The final standings");
  });

  test.each([
    ["clicks", "6 clicks"],
    ["points", "39 points"],
    ["games", "3 games won"],
  ] as const)("the champion of an event that counts %s has %s", (counted, note) => {
    const board = hall(2);
    const score = { clicks: 6, points: 39, games: 3 }[counted];
    const standings = board.standings?.map((line) => ({ ...line, clicks: 6, score })) ?? [];
    const head = { ...HEAD, ended: true, settings: { score: counted } };
    const [first] = slidesOf({ ...board, standings, head }, "closed", WIDE);
    expect(first?.champions?.[0]?.note).toBe(note);
  });

  test("a tournament that ends before the first match has no champions", () => {
    const none = hall(2);
    const standings = none.standings?.map((line) => ({ ...line, place: 1, won: 0 })) ?? [];
    const [first] = slidesOf({ ...none, standings, head: { ...HEAD, ended: true } }, "closed", WIDE);
    expect(first?.title).toBe("The final standings");
  });

  test("after the last round no moves are shown", () => {
    const board = { ...hall(4), head: { ...HEAD, settings: { rounds: 2 } } };
    expect(slidesOf(board, "closed", WIDE).map(({ title }) => title)).toEqual(["Standings"]);
  });

  test("a round without a clock shows who plays where and the standings until all tables are done", () => {
    const board = { ...hall(2), head: { ...HEAD, settings: { clock_ms: 0 } } };
    const titles = slidesOf(board, "running", WIDE).map(({ title }) => title);
    expect(titles).toEqual(["Table draw", "Standings"]);
    const done = board.matches?.map((match) => ({ ...match, over: true })) ?? [];
    expect(slidesOf({ ...board, matches: done }, "running", WIDE)).toEqual([]);
  });

  test("the prizes come last, after the end", () => {
    const board = { ...hall(2), prizes: [{ prize: "most_loners", teams: [1, 2], number: 3 }] } as const;
    const last = slidesOf({ ...board, head: { ...HEAD, ended: true } }, "closed", WIDE).at(-1);
    expect(last?.title).toBe("Prizes");
    expect(last?.columns[0]?.[0]?.texts).toEqual(["Most loners: 3", "T1 and T2"]);
    expect(slidesOf(board, "closed", WIDE).some(({ title }) => title === "Prizes")).toBe(false);
  });

  test("a move is promised only to those who play next", () => {
    const note = (sit_outs_follow?: boolean): string | undefined => {
      const board = hall(4);
      const round = { ...ROUND, ...board.round, ...(sit_outs_follow && { sit_outs_follow }) };
      return slidesOf({ ...board, round }, "closed", WIDE).at(-1)?.note;
    };
    expect(note()).toBe("The others stay at their tables.");
    expect(note(true)).toBe("Unless they sit out next. The others stay at their tables.");
  });

  test.each(["before", "running", "paused", "bell"] as const)("%s needs none", (moment) => {
    expect(slidesOf(hall(4), moment, WIDE)).toEqual([]);
  });

  test("no score stands in a knockout, where it ranks nobody", () => {
    const board = hall(2);
    const settings = { ...HEAD.settings, movement: "knockout" } as const;
    const slides = slidesOf({ ...board, head: { ...HEAD, settings, ended: true } }, "closed", WIDE);
    expect(rowsOf(slides).every(({ figure }) => figure === undefined)).toBe(true);
    expect(slides.flatMap(({ champions }) => champions ?? []).map(({ note }) => note)).toEqual([""]);
  });
});
