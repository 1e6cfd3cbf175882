/** Quick games: a seat among people who want the same rules now, and who is here. */

import type { QuickRequest, QuickStatus, QuickTicket } from "../../wire/types.ts";
import { ensureGuest, get, send } from "./api.ts";

/** Returns about how many people are online, and the quick games that wait for people. */
export const quickStatus = (): Promise<QuickStatus> => get("/api/quick");

/** Takes a seat in a quick game. If necessary, first registers the user as a guest. */
export async function quickGame(wanted: QuickRequest, name?: string): Promise<QuickTicket> {
  await ensureGuest(name);
  return send("POST", "/api/quick", wanted);
}
