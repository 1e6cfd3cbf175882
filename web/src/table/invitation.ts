/** The link by which other people come to a table. */

import { serverInfo } from "../lib/net/server-info.svelte.ts";
import type { TableSession } from "../lib/net/table-session.svelte.ts";
import { tableAddress } from "../lib/storage/visited-tables.svelte.ts";
import { hostTournamentOf, isDayGame, isMatchGame } from "./host-tournament.ts";

/**
 * Returns the full URL with which other people can join a table. Null at a table of a tournament, because the
 * tournament assigns the seats.
 */
export function invitationAddress(game: TableSession): string | null {
  if (!game.invitation || hostTournamentOf(game) || isDayGame(game) || isMatchGame(game)) return null;
  return new URL(tableAddress({ table: game.table, invitation: game.invitation }), serverInfo.origin()).href;
}
