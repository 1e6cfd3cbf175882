/** Goes from a tournament's page to a table on the server. */

import { joinTable, ensureGuest } from "../lib/net/api.ts";
import { TournamentSession } from "../lib/net/tournament-session.svelte.ts";
import { go } from "../lib/view/router.svelte.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import { tableAddress, visitedTables } from "../lib/storage/visited-tables.svelte.ts";
import type { MatchView, Seat } from "../wire/types.ts";

/** Goes to a match's table, to take a seat or to watch, with the session's link. Rejects with `RequestRefused`. */
export async function enterTable(session: TournamentSession, match: MatchView, seat: Seat | null): Promise<void> {
  await ensureGuest(preferences.name || undefined);
  const errand = new TournamentSession(session.tournament, session.link); // a new connection, which the server links to the guest
  try {
    await errand.order({ order: "go_to_table", table: match.table, ...(seat && { seat }) });
    const ticket = await joinTable(match.live ?? "");
    visitedTables.add(ticket, session.board.head?.title ?? "");
    go(tableAddress(ticket));
  } finally {
    errand.close();
  }
}
