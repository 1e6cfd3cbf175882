/** Requests to the server about duplicate matches. */

import type { MatchPage, Seat, TableSettings } from "../../wire/types.ts";
import type { HouseRules } from "../storage/house-rules.svelte.ts";
import { chosenIdentity } from "../storage/preferences.svelte.ts";
import { ensureGuest } from "./guests.ts";
import { get, send } from "./http.ts";

const path = (match: string): string => `/api/matches/${encodeURIComponent(match)}`;

/** Opens a match of some deals. `settings` contain the pace of its tables. */
export async function openMatch(
  { rules, changes }: HouseRules,
  deals: number,
  settings: Partial<TableSettings>,
): Promise<MatchPage> {
  await ensureGuest(chosenIdentity());
  return send("POST", "/api/matches", { rules, changes, deals, settings });
}

export const showMatch = (match: string): Promise<MatchPage> => get(path(match));

/** Takes a seat at the first table, 0, or at the second, 1. If necessary, first registers the user as a guest. */
export async function sitInMatch(match: string, table: number, seat: Seat): Promise<MatchPage> {
  await ensureGuest(chosenIdentity());
  return send("POST", `${path(match)}/seat`, { table, seat });
}

/** Begins both games, with bots of a level in the free seats. Only the match's host may do it. */
export const beginMatch = (match: string, bots: string): Promise<MatchPage> =>
  send("POST", `${path(match)}/begin`, { bots });
