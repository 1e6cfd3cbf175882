/** Requests to the server about the day's deals. */

import type { DayPage, DaysStatus, DayTicket, TableSettings } from "../../wire/types.ts";
import { chosenIdentity } from "../storage/preferences.svelte.ts";
import type { HouseRules } from "../storage/house-rules.svelte.ts";
import { ensureGuest } from "./guests.ts";
import { get, send } from "./http.ts";

/** Returns which days have deals, and the anchor of their seeds. */
export const daysStatus = (): Promise<DaysStatus> => get("/api/days");

/** Returns the results of a day. `day` is a date such as 2026-11-24. */
export function dayPage(day: string, { rules, changes }: HouseRules): Promise<DayPage> {
  const query = new URLSearchParams({ rules, changes: JSON.stringify(changes) });
  return get(`/api/days/${day}?${query}`);
}

/**
 * Opens this guest's table for the deals of a day. If necessary, first registers the user as a guest. `settings` contain
 * the pace of the table.
 */
export async function playDay(
  day: string,
  { rules, changes }: HouseRules,
  settings: Partial<TableSettings>,
): Promise<DayTicket> {
  await ensureGuest(chosenIdentity());
  return send("POST", `/api/days/${day}/games`, { rules, changes, settings });
}
