/**
 * Honours: notable things that the user did for the first time, such as the first march. They are computed from the
 * rows of the statistics.
 */

import { isEuchred, isMarch } from "../game/outcomes.ts";
import { sideOf } from "../game/seats.ts";
import { message } from "../i18n/text.svelte.ts";
import type { FinishedDeal, FinishedGame, Row } from "./statistics.ts";

/** The points by which a side must have been behind in a game that counts as a comeback. */
const BEHIND = 5;

/** The honours and their names. */
export const HONOURS = {
  first_win: message("First win"),
  first_march: message("First march"),
  first_loner: message("First loner with all five tricks"),
  loner_euchred: message("Euchred a loner"),
  last_point_loner: message("Made a loner with both sides one point from winning"),
  clean_sheet: message("Clean sheet: they scored nothing"),
  comeback: message("Came back from five points down"),
} as const;

export type HonourName = keyof typeof HONOURS;

/** An honour, the time at which it was first earned, and the id of the deal or game that earned it. */
export interface Honour {
  readonly name: HonourName;
  readonly at: number;
  readonly id: string;
}

/**
 * Returns the honours that the rows have earned, in the order in which they were earned. The rows must be in the order
 * of time.
 */
export function honoursOf(rows: readonly Row[]): Honour[] {
  const found = new Map<HonourName, Honour>();
  const behind = new Map<string, number>();
  for (const row of rows) {
    const names = row.what === "deal" ? ofDeal(row, behind) : ofGame(row, behind.get(row.id) ?? 0);
    for (const name of names) if (!found.has(name)) found.set(name, { name, at: row.at, id: row.id });
  }
  return [...found.values()];
}

/** Returns the honours that were first earned in a game. */
export const honoursIn = (rows: readonly Row[], game: string): Honour[] =>
  honoursOf(rows).filter(({ id }) => id === game || id.startsWith(`${game}/`));

/**
 * Returns the honours of a deal. Also stores in `behind`, for each game, the largest number of points by which the
 * user's side was behind.
 */
function ofDeal(row: FinishedDeal, behind: Map<string, number>): HonourName[] {
  const { outcome, maker, loner } = row.result;
  const side = sideOf(row.seat);
  const game = row.id.slice(0, row.id.lastIndexOf("/"));
  behind.set(game, Math.max(behind.get(game) ?? 0, (row.score[1 - side] ?? 0) - (row.score[side] ?? 0)));
  const ours = maker !== null && sideOf(maker) === side;
  const own = loner === row.seat;
  const earned: readonly (readonly [HonourName, boolean])[] = [
    ["first_march", ours && isMarch(outcome)],
    ["first_loner", own && outcome === "lone_march"],
    ["loner_euchred", loner !== null && sideOf(loner) !== side && isEuchred(outcome)],
    ["last_point_loner", own && (outcome === "lone_made" || outcome === "lone_march") && isLastPoint(row)],
  ];
  return earned.filter(([, is]) => is).map(([name]) => name);
}

/** Whether both sides were one point from winning before the deal. */
function isLastPoint({ score, target, result }: FinishedDeal): boolean {
  return Boolean(target && score?.every((total, i) => total - (result.points[i] ?? 0) === target - 1));
}

function ofGame({ won, seat, score }: FinishedGame, behind: number): HonourName[] {
  if (!won) return [];
  const names: HonourName[] = ["first_win"];
  if (score[1 - sideOf(seat)] === 0) names.push("clean_sheet");
  if (behind >= BEHIND) names.push("comeback");
  return names;
}
