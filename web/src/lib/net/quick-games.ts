/**
 * Requests to the server about quick games. In a quick game, people who want to play by the same rules now meet at a
 * table.
 */

import type { RenameRequest, QuickRequest, QuickStatus, QuickTicket } from "../../wire/types.ts";
import { ensureGuest } from "./guests.ts";
import { get, send } from "./http.ts";

/** Returns the approximate number of people online, and the quick games that still need players. */
export const quickStatus = (): Promise<QuickStatus> => get("/api/quick");

/** Takes a seat in a quick game. If necessary, first registers the user as a guest. */
export async function quickGame(wanted: QuickRequest, as?: RenameRequest): Promise<QuickTicket> {
  await ensureGuest(as);
  return send("POST", "/api/quick", wanted);
}
