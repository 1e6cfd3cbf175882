/** The tournament that hosts a table: it assigns the seats and begins the game. */

import type { TableSession } from "../lib/net/table-session.svelte.ts";
import { tournamentAddress, tournamentLinks } from "../lib/storage/tournament-links.svelte.ts";

/** How the host of such a table is called, before the tournament's id. */
const HOST = "tournament/";

export interface HostTournament {
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  /** Where its page is, by the link that this browser holds, if it does. */
  readonly address: string;
}

/** Who holds a table; null where friends do. */
export function hostTournamentOf({ scene, people }: Pick<TableSession, "scene" | "people">): HostTournament | null {
  if (!scene?.settings.reserved || !scene.host.startsWith(HOST)) return null;
  const id = scene.host.slice(HOST.length);
  const link = tournamentLinks.all.find((known) => known.id === id)?.link ?? "";
  return { id, name: nameOf(scene.host, people), address: tournamentAddress({ id, link }) };
}

const nameOf = (player: string, people: TableSession["people"]): string =>
  people.find((person) => person.player === player)?.name ?? "";

/** Whether somebody at a table is no person but the tournament that holds it. */
export const isHostTournament = (player: string): boolean => player.startsWith(HOST);
