/** The tournament that a table belongs to, which assigns the seats and begins the game. */

import type { TableSession } from "../lib/net/table-session.svelte.ts";
import { tournamentAddress, tournamentLinks } from "../lib/storage/tournament-links.svelte.ts";

/** The prefix of a host that is a tournament; the tournament's id follows. */
const HOST = "tournament/";

export interface HostTournament {
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  /** The address of its page, with the link that this browser holds, if any. */
  readonly address: string;
}

/** Returns the tournament that hosts a table; null if a person does. */
export function hostTournamentOf({ scene, people }: Pick<TableSession, "scene" | "people">): HostTournament | null {
  if (!scene?.settings.reserved || !scene.host.startsWith(HOST)) return null;
  const id = scene.host.slice(HOST.length);
  const link = tournamentLinks.all.find((known) => known.id === id)?.link ?? "";
  return { id, name: nameOf(scene.host, people), address: tournamentAddress({ id, link }) };
}

const nameOf = (player: string, people: TableSession["people"]): string =>
  people.find((person) => person.player === player)?.name ?? "";

/** Whether a player's id is that of a tournament that hosts a table. */
export const isHostTournament = (player: string): boolean => player.startsWith(HOST);
