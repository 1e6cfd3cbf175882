/** The director's forms and tables at an event of single players. */

import { render } from "svelte/server";
import { describe, expect, test, vi } from "vitest";
import type { TournamentSession } from "../../lib/net/tournament-session.svelte.ts";
import type { Board, MatchView } from "../../wire/types.ts";
import Standings from "../Standings.svelte";
import ScoreCorrection from "./ScoreCorrection.svelte";
import SettingsForm from "./SettingsForm.svelte";
import TableDetails from "./TableDetails.svelte";
import TableGrid from "./TableGrid.svelte";

// The router reads the URL as soon as it is imported.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: new URL("http://localhost/tournament/1"),
    history: {},
    addEventListener: () => undefined,
  }),
);

const NAMES = ["", "Ana", "Hemi", "Mere", "Rua", "Kiri"];
const ROUND = { number: 1, byes: [5], started: 1, bell_at: null, left: null, rang: false, closed: true };
const MATCH = {
  table: 1,
  teams: [1, 2],
  partners: [3, 4],
  points: [9, 4],
  loners: [1, 0],
  over: true,
  winner: 1,
  confirmed: [],
  entered: true,
} as unknown as MatchView;
const BOARD = {
  head: {
    settings: { entrants: "players", movement: "progressive", score: "points", tie_breaks: ["loners", "lot"] },
    tables: [1, 2],
    presided: [],
    seats: [],
  },
  round: ROUND,
  matches: [MATCH],
  teams: NAMES.slice(1).map((name, i) => ({ team: i + 1, name, marae: "", withdrawn: false })),
  standings: [],
} as unknown as Board;

/** A session whose board is `BOARD` with changes. */
function sessionOf(changes: Partial<Board> = {}): TournamentSession {
  const board = { ...BOARD, ...changes };
  return {
    board,
    team: (number: number) => board.teams?.find(({ team }) => team === number),
    match: (number: number) => board.matches?.find(({ table }) => table === number),
  } as unknown as TournamentSession;
}

/** Returns the values of the number fields in a page. */
const numbersIn = (body: string): readonly (string | undefined)[] =>
  [...body.matchAll(/<input type="number"[^>]*>/g)].map(([input]) => /value="([^"]*)"/.exec(input)?.[1]);

/** Returns the words in a page. */
const wordsIn = (body: string): string => body.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("a table", () => {
  test("is left by Done, and taken out of the event by a button that says so", () => {
    const { body } = render(TableDetails, { props: { session: sessionOf(), table: 1, close: () => undefined } });
    expect(wordsIn(body)).toMatch(/ Done .* Take this table out of the event /);
  });

  test("is shown below the names of those who sit out", () => {
    const { body } = render(TableGrid, { props: { session: sessionOf() } });
    expect(wordsIn(body)).toContain("Sitting out: Kiri");
  });
});

describe("the standings", () => {
  const line = { place: 1, team: 1, won: 1, drawn: 0, lost: 0, byes: 1, points: [32, 16], score: 43, loners: 3 };

  test.each([
    ["average", "A round sat out counts the average of one's own rounds, rounded."],
    ["fixed", "A round sat out counts 7."],
  ] as const)("say what a round sat out counts: %s", (counts, said) => {
    const settings = { score: "points", bye_counts: counts, bye: 7 } as const;
    const standings = [line] as unknown as NonNullable<Board["standings"]>;
    const { body } = render(Standings, { props: { standings, teams: BOARD.teams ?? [], settings } });
    expect(wordsIn(body)).toContain(said);
  });

  test.each([
    [["loners", "cut"], 0, false],
    [["loners", "fair_play"], 0, true],
    [["loners", "cut"], 2, true],
  ] as const)("show fair play where it counts or was given: %s, %d", (tie_breaks, fair_play, shown) => {
    const standings = [{ ...line, fair_play }] as unknown as NonNullable<Board["standings"]>;
    const teams = (BOARD.teams ?? []).map((team) => ({ ...team, marae: "" }));
    const { body } = render(Standings, { props: { standings, teams, settings: { score: "points", tie_breaks } } });
    expect(wordsIn(body).includes("Fair play")).toBe(shown);
  });

  test("show loners on a phone too, if there is a prize for them", () => {
    const settings = { score: "points", prizes: ["most_loners"] } as const;
    const standings = [line] as unknown as NonNullable<Board["standings"]>;
    const { body } = render(Standings, { props: { standings, teams: BOARD.teams ?? [], settings } });
    expect(body).toMatch(/<th class="number[^"]*" scope="col">Loners/);
    expect(body).not.toMatch(/<th class="number wide[^"]*" scope="col">Loners/);
  });
});

test("prizes are chosen in the settings", () => {
  const { body } = render(SettingsForm, { props: { session: sessionOf() } });
  for (const prize of ["Most loners", "Most euchres", "Fair play", "Last place"])
    expect(wordsIn(body)).toContain(prize);
});

test("nobody signs for captains at an event of players", () => {
  const round = { ...ROUND, closed: false };
  const open = render(TableDetails, { props: { session: sessionOf({ round }), table: 1, close: () => undefined } });
  expect(wordsIn(open.body)).not.toMatch(/signs|captain/);
});

describe("the result of a match", () => {
  test("is corrected from the present points and loners", () => {
    const { body } = render(ScoreCorrection, { props: { session: sessionOf(), round: 1, match: MATCH } });
    expect(numbersIn(body)).toEqual(["9", "4", "1", "0"]);
  });
});

test.each([
  ["teams", "swiss", true],
  ["teams", "knockout", false],
  ["players", "swiss", false],
] as const)(
  "teams of one home can be kept apart only where the draw does so: %s, %s",
  (entrants, movement, offered) => {
    const head = { ...BOARD.head, settings: { entrants, movement } } as NonNullable<Board["head"]>;
    const { body } = render(SettingsForm, { props: { session: sessionOf({ head }) } });
    expect(body.includes("apart in the first draw")).toBe(offered);
  },
);
