/**
 * The seeds of days. They form a hash chain: a hash of a day's seed is the seed of the day before. The hash of the
 * first day's seed is the anchor, which the server publishes before all seeds.
 */

import { isList, isRecord, isString, stored } from "../storage/stored.ts";
import { isPackOf } from "./given-deals.ts";
import { hash } from "./hashing.ts";
import { storedGame } from "./observed-game.ts";

const DAY = 86_400_000;
const dayNumber = (day: string): number => Date.parse(day) / DAY;

/** Returns the seed of the day before, in hexadecimal. */
export const dayBefore = (seed: string): string => hash("uka day 1", seed);

/** Whether a day's seed leads to the anchor. `first` is the first day that has deals. */
export function leadsToAnchor(seed: string, day: string, anchor: string, first: string): boolean {
  let found = seed;
  for (let n = dayNumber(day); n >= dayNumber(first); n -= 1) found = dayBefore(found);
  return found === anchor;
}

const ANCHOR = stored("uka.days", isString);

/** Whether the server's anchor is the one that this browser saw first. The first one is stored. */
export function isKnownAnchor(anchor: string): boolean {
  const known = ANCHOR.get();
  if (known === undefined) ANCHOR.set(anchor);
  return known === undefined || known === anchor;
}

/**
 * Whether the commitments that this browser received at a table follow from a seed. Null if the browser has none from
 * this table.
 */
export function followFrom(seed: string, table: string): boolean | null {
  const commitments: unknown = storedGame(table)?.commitments;
  if (!isList(commitments) || !commitments.length || isRecord(commitments)) return null;
  return commitments.every((value, pack) => isString(value) && isPackOf(seed, pack, value));
}
