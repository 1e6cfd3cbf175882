/** The tournament that holds a table: it gives the seats, and begins the game. */

import type { Game } from "../lib/net/table-session.svelte.ts";
import { dayAddress, held } from "../lib/storage/tournament-links.svelte.ts";

/** How the host of such a table is called, before the tournament's id. */
const HOST = "tournament/";

export interface Holder {
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  /** Where its page is, by the link that this browser holds, if it does. */
  readonly address: string;
}

/** Who holds a table; null where friends do. */
export function holderOf({ scene, people }: Pick<Game, "scene" | "people">): Holder | null {
  if (!scene?.settings.reserved || !scene.host.startsWith(HOST)) return null;
  const id = scene.host.slice(HOST.length);
  const link = held.all.find((held) => held.id === id)?.link ?? "";
  return { id, name: nameOf(scene.host, people), address: dayAddress({ id, link }) };
}

const nameOf = (player: string, people: Game["people"]): string =>
  people.find((person) => person.player === player)?.name ?? "";

/** Whether somebody at a table is no person but the tournament that holds it. */
export const isHolder = (player: string): boolean => player.startsWith(HOST);
