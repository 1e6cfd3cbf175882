/** The tournament that hosts a table: it assigns the seats and begins the game in place of a person. */

import type { TableSession } from "../lib/net/table-session.svelte.ts";
import { tournamentAddress, tournamentLinks } from "../lib/storage/tournament-links.svelte.ts";

/** The prefix of the host's id if the host is a tournament. The tournament's id follows. */
const HOST = "tournament/";

export interface HostTournament {
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  /** The route of the tournament's page, with the secret link to the tournament if this browser has one. */
  readonly address: string;
}

/** Returns the tournament that hosts a table; null if a person hosts it. */
export function hostTournamentOf({ scene, people }: Pick<TableSession, "scene" | "people">): HostTournament | null {
  if (!scene?.settings.reserved || !scene.host.startsWith(HOST)) return null;
  const id = scene.host.slice(HOST.length);
  const link = tournamentLinks.all.find((known) => known.id === id)?.link ?? "";
  return { id, name: nameOf(scene.host, people), address: tournamentAddress({ id, link }) };
}

const nameOf = (player: string, people: TableSession["people"]): string =>
  people.find((person) => person.player === player)?.name ?? "";

/** Whether the id of a host is that of a tournament. */
export const isHostTournament = (player: string): boolean => player.startsWith(HOST);
