/** The way from a tournament's page to a table of the server. */

import { joinTable, known } from "../lib/net/api.ts";
import { Day } from "../lib/net/tournament-session.svelte.ts";
import { go } from "../lib/view/router.svelte.ts";
import { settings } from "../lib/storage/preferences.svelte.ts";
import { tableAddress, visited } from "../lib/storage/visited-tables.svelte.ts";
import type { MatchView, Seat } from "../wire/types.ts";

/** Go to a game's table, to a seat or to watch, by the link that one holds; `Refused` says why not. */
export async function toTable(day: Day, match: MatchView, seat: Seat | null): Promise<void> {
  await known(settings.name || undefined);
  const errand = new Day(day.tournament, day.link); // a connection made after the server knew who one is
  try {
    await errand.order({ order: "go_to_table", table: match.table, ...(seat && { seat }) });
    const ticket = await joinTable(match.live ?? "");
    visited.add(ticket, day.board.head?.title ?? "");
    go(tableAddress(ticket));
  } finally {
    errand.close();
  }
}
