/** Leads from a tournament's page to the page of a table on the server. */

import { joinTable } from "../lib/net/api.ts";
import { ensureGuest } from "../lib/net/guests.ts";
import { TournamentSession } from "../lib/net/tournament-session.svelte.ts";
import { goToJoinedTable } from "../lib/view/open-table.ts";
import { chosenIdentity } from "../lib/storage/preferences.svelte.ts";
import type { MatchView, Seat } from "../wire/types.ts";

/**
 * Enters the table of a match and navigates to the table's page. The user takes `seat`, or watches if `seat` is null.
 * The session's secret link grants access. Rejects with `RequestRefused`.
 */
export async function enterTable(session: TournamentSession, match: MatchView, seat: Seat | null): Promise<void> {
  await ensureGuest(chosenIdentity());
  // a new connection sends the guest's cookie, so that the server can assign the seat to this guest
  const errand = new TournamentSession(session.tournament, session.link);
  try {
    await errand.send({ type: "go_to_table", table: match.table, ...(seat && { seat }) });
    const ticket = await joinTable(match.live ?? "");
    goToJoinedTable(ticket, session.board.head?.title ?? "");
  } finally {
    errand.close();
  }
}
