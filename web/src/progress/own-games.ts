/** The user's finished games at tables, and their reviews, which count what the user's choices lost. */

import { records } from "../lib/net/api.ts";
import { isServerAway } from "../lib/net/errors.ts";
import { lossesOf, keepReviewedGames, reviewId, type ReviewedGame } from "../lib/storage/reviewed-games.ts";
import { type FinishedGame, loadRows, type Row } from "../lib/storage/statistics.ts";
import type { Visit } from "../lib/storage/visited-tables.svelte.ts";
import type { DealReview, RecordSummary, Seat } from "../wire/types.ts";

/** The most games that one press of the button reviews. */
export const MAX_GAMES = 10;

/** A finished game of the user's, which the server can review. */
export interface OwnGame {
  readonly table: string;
  readonly number: number;
  readonly invitation: string;
  readonly seat: Seat;
  /** What is stored about the game once it is reviewed. */
  readonly game: Omit<ReviewedGame, "phases">;
}

type TableKey = Pick<Visit, "table" | "invitation">;

const gamesAt = (rows: readonly Row[], table: string): FinishedGame[] =>
  rows.filter((row): row is FinishedGame => row.what === "game" && row.id.startsWith(`${table}/`));

/**
 * Returns the user's own game that a line of a table's records tells of: the finished game of the statistics with the
 * same score, and of several the nearest in time. Undefined if this browser did not see the user finish it.
 */
export function ownGame(
  rows: readonly Row[],
  { table, invitation }: TableKey,
  line: RecordSummary,
): OwnGame | undefined {
  const { number, score, ended, deals } = line;
  const [row] = gamesAt(rows, table)
    .filter((game) => game.score.join() === score.join())
    .sort((a, b) => Math.abs(a.at - ended) - Math.abs(b.at - ended));
  if (!row) return undefined;
  const { rules, title, partner = "", seat } = row;
  const game = { id: reviewId(table, number), at: ended, rules, title, partner, deals };
  return { table, number, invitation, seat, game };
}

/** Returns the number of the user's games that are not counted yet, at each table that the user can still enter. */
function waitingAt(rows: readonly Row[], counted: readonly ReviewedGame[], { table }: TableKey): number {
  const done = counted.filter(({ id }) => id.startsWith(`${table}/`)).length;
  return Math.max(0, gamesAt(rows, table).length - done);
}

/** Returns the number of the user's games that are not counted yet. */
export const waitingGames = (
  rows: readonly Row[],
  counted: readonly ReviewedGame[],
  tables: readonly TableKey[],
): number => tables.reduce((sum, table) => sum + waitingAt(rows, counted, table), 0);

/**
 * Returns the latest of the user's games that are not counted yet, the newest first. Tables that the server no longer
 * keeps are left out. Rejects if the server does not answer.
 */
export async function uncountedGames(
  rows: readonly Row[],
  counted: readonly ReviewedGame[],
  tables: readonly TableKey[],
): Promise<OwnGame[]> {
  const ids = new Set(counted.map(({ id }) => id));
  const found: OwnGame[] = [];
  for (const table of tables.filter((each) => waitingAt(rows, counted, each))) {
    const games = (await recordsOf(table)).flatMap((line) => ownGame(rows, table, line) ?? []);
    found.push(...games.filter(({ game }) => !ids.has(game.id)));
  }
  return found.sort((a, b) => b.game.at - a.game.at).slice(0, MAX_GAMES);
}

async function recordsOf({ table, invitation }: TableKey): Promise<readonly RecordSummary[]> {
  try {
    return await records(table, invitation);
  } catch (error) {
    if (isServerAway(error)) throw error;
    return [];
  }
}

/** Returns the user's own seat in a game of a table. Null if this browser did not see the user finish the game. */
export async function ownSeat(table: TableKey, number: number): Promise<Seat | null> {
  return (await ownGameOf(table, number))?.seat ?? null;
}

async function ownGameOf(table: TableKey, number: number): Promise<OwnGame | undefined> {
  const rows = await loadRows();
  if (!gamesAt(rows, table.table).length) return undefined;
  const line = (await recordsOf(table)).find((each) => each.number === number);
  return line && ownGame(rows, table, line);
}

/** Stores what the user's choices lost in a game. Returns all reviewed games. */
export const countGame = ({ game }: OwnGame, reviews: readonly DealReview[]): ReviewedGame[] =>
  keepReviewedGames([{ ...game, phases: lossesOf(reviews) }]);

/** Stores what the choices of a seat lost in a game, if it is a game of the user's, and the seat was the user's. */
export async function countIfOwn(
  table: TableKey,
  number: number,
  seat: Seat,
  reviews: readonly DealReview[],
): Promise<void> {
  const own = await ownGameOf(table, number);
  if (own?.seat === seat && reviews.length === own.game.deals) countGame(own, reviews);
}
