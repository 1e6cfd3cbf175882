/** Euchres and loners in each finished game, counted from the rows of the statistics. */

import { isEuchred } from "../lib/game/outcomes.ts";
import { sideOf } from "../lib/game/seats.ts";
import type { FinishedDeal, Row } from "../lib/storage/statistics.ts";

/**
 * What happened in a finished game: how often the user's side was euchred (`euchred`) or euchred the others
 * (`euchres`), and how often the user played alone (`loners`). `at` is the time when the game ended.
 */
export interface GameCounts {
  readonly at: number;
  readonly euchred: number;
  readonly euchres: number;
  readonly loners: number;
}

/** Returns the counts of each finished game, the oldest first. Games of which no deal is known are left out. */
export function countsOf(rows: readonly Row[]): GameCounts[] {
  const deals = new Map<string, FinishedDeal[]>();
  for (const row of rows) {
    if (row.what !== "deal") continue;
    const game = row.id.slice(0, row.id.lastIndexOf("/"));
    deals.set(game, [...(deals.get(game) ?? []), row]);
  }
  return rows
    .flatMap((row) => (row.what === "game" ? [{ at: row.at, of: deals.get(row.id) ?? [] }] : []))
    .filter(({ of }) => of.length)
    .sort((a, b) => a.at - b.at)
    .map(({ at, of }) => ({ at, ...countsIn(of) }));
}

function countsIn(deals: readonly FinishedDeal[]): Omit<GameCounts, "at"> {
  const euchred = deals.filter(({ result }) => result.maker !== null && isEuchred(result.outcome));
  const own = euchred.filter(({ seat, result: { maker } }) => maker !== null && sideOf(maker) === sideOf(seat));
  const loners = deals.filter(({ seat, result: { loner } }) => loner === seat);
  return { euchred: own.length, euchres: euchred.length - own.length, loners: loners.length };
}
