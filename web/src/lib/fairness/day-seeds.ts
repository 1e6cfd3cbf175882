/**
 * The seeds of days. They form a hash chain: a hash of a day's seed is the seed of the day before. The hash of the
 * first day's seed is the anchor, which the server publishes before all seeds. The seed of each board of a day follows
 * from the day's seed and from the ruleset. See `uka.records.fair.given` and `uka.days.board_key`.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import defaultRules from "../../wire/default-rules.json" with { type: "json" };
import type { Ruleset } from "../../wire/types.ts";
import { isRecord, isString, stored } from "../storage/stored.ts";
import { isCommitmentFrom } from "./given-seeds.ts";
import { hash, isSized, sized } from "./hashing.ts";
import { mac } from "./keyed-hashing.ts";
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

/** Returns what differs from the defaults, with sorted keys, and of nested objects only what differs. */
function differing(values: object, defaults: object): Record<string, unknown> {
  const usual = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(name)))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, isRecord(value) ? differing(value, usual.get(name) ?? {}) : value]),
  );
}

/**
 * Returns the key of the board for a ruleset as it is played that day: the hash of the fields that differ from their
 * defaults, as JSON with sorted keys.
 */
export const boardKey = (rules: Ruleset): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(differing(rules, defaultRules)))));

/** Returns the seed of a board of a day. `board` is the board's key. */
export const boardSeed = (daySeed: string, board: string): string =>
  bytesToHex(mac(sized(daySeed), "uka board 1", sized(board)));

/**
 * Whether the commitments that this browser received at a table follow from the seed of a day and from the ruleset that
 * the game began with. Null if the browser knows nothing of this table.
 */
export function followFrom(daySeed: string, table: string): boolean | null {
  const { board, commitments = [] } = storedGame(table) ?? {};
  if (!board || !isSized(board) || !commitments.length) return null;
  const seed = boardSeed(daySeed, board);
  return commitments.every((value, pack) => isCommitmentFrom(seed, pack, value));
}
