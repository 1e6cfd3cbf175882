/** The director's forms and tables at an event of single players. */

import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import type { TournamentSession } from "../../lib/net/tournament-session.svelte.ts";
import type { Board, MatchView } from "../../wire/types.ts";
import ScoreCorrection from "./ScoreCorrection.svelte";

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

describe("the result of a match", () => {
  test("is corrected from the present points and loners", () => {
    const { body } = render(ScoreCorrection, { props: { session: sessionOf(), round: 1, match: MATCH } });
    expect(numbersIn(body)).toEqual(["9", "4", "1", "0"]);
  });
});
