/** The links by which other people come to a table, or see it in a stream. */

import { isSettingOn } from "../lib/game/seats.ts";
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

/**
 * Returns the full URL of a picture of the table for an audience. Null at a table that nobody may watch. `query` holds
 * the options of the picture.
 */
export function streamAddress(game: TableSession, query: URLSearchParams): string | null {
  if (!game.scene || !game.invitation || !isSettingOn(game.scene, "spectators")) return null;
  const address = `/table/${encodeURIComponent(game.table)}/stream${query.size ? `?${query}` : ""}`;
  return new URL(`${address}#${encodeURIComponent(game.invitation)}`, serverInfo.origin()).href;
}
