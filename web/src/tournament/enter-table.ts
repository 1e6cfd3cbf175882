/** Goes from a tournament's page to a table of the server. */

import { joinTable, ensureGuest } from "../lib/net/api.ts";
import { TournamentSession } from "../lib/net/tournament-session.svelte.ts";
import { go } from "../lib/view/router.svelte.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import { tableAddress, visitedTables } from "../lib/storage/visited-tables.svelte.ts";
import type { MatchView, Seat } from "../wire/types.ts";

/** Go to a game's table, to a seat or to watch, by the link that one holds; `Refused` says why not. */
export async function enterTable(session: TournamentSession, match: MatchView, seat: Seat | null): Promise<void> {
  await ensureGuest(preferences.name || undefined);
  const errand = new TournamentSession(session.tournament, session.link); // a connection made after the server knew who one is
  try {
    await errand.order({ order: "go_to_table", table: match.table, ...(seat && { seat }) });
    const ticket = await joinTable(match.live ?? "");
    visitedTables.add(ticket, session.board.head?.title ?? "");
    go(tableAddress(ticket));
  } finally {
    errand.close();
  }
}
