/** The tournament that hosts a table. It assigns the seats and starts the game, as a person does at other tables. */

import type { TableSession } from "../lib/net/table-session.svelte.ts";
import type { PublicTable, Seat } from "../wire/types.ts";
import { tournamentAddress, tournamentLinks } from "../lib/storage/tournament-links.svelte.ts";

/** The prefix of a host's id if the host is a tournament. The rest of the id is the tournament's id. */
const HOST = "tournament/";

export interface HostTournament {
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  /**
   * The route of the tournament's page. It includes the secret link to the tournament if this browser has stored one.
   */
  readonly address: string;
}

/** Returns the tournament that hosts a table. Null if a person hosts the table. */
export function hostTournamentOf({ scene, people }: Pick<TableSession, "scene" | "people">): HostTournament | null {
  if (!scene?.settings.reserved || !scene.host.startsWith(HOST)) return null;
  const id = scene.host.slice(HOST.length);
  const link = tournamentLinks.all.find((known) => known.id === id)?.link ?? "";
  return { id, name: nameOf(scene.host, people), address: tournamentAddress({ id, link }) };
}

const nameOf = (player: string, people: TableSession["people"]): string =>
  people.find((person) => person.player === player)?.name ?? "";

/** The id of the host of a game with the deals of a day that counts. */
const DAY_HOST = "day/";

/** Whether the game counts for the deals of a day. Then nobody can begin it again or play for the person. */
export const isDayGame = ({ scene }: Pick<TableSession, "scene">): boolean => scene?.host === DAY_HOST;

/** The id of the host of a table of a duplicate match. */
const MATCH_HOST = "match/";

/** Whether the table belongs to a duplicate match, in which the server gives out the seats. */
export const isMatchGame = ({ scene }: Pick<TableSession, "scene">): boolean => scene?.host === MATCH_HOST;

/** Whether a bot has a seat, and can say after a deal why it made its choices. */
export const saysWhy = ({ seats }: PublicTable, seat: Seat): boolean =>
  seats.some((view) => view.seat === seat && view.bot && !view.player);

/** Whether some bot says, after a deal, why it made its choices. None does in tournaments and matches. */
export const tellsWhy = ({ scene }: Pick<TableSession, "scene">): boolean =>
  scene !== null &&
  !scene.settings.reserved &&
  scene.host !== MATCH_HOST &&
  scene.seats.some(({ seat }) => saysWhy(scene, seat));

/** Whether the id of a host belongs to the server or to a tournament, so that it is no person's. */
export const isHostTournament = (player: string): boolean =>
  player.startsWith(HOST) || player === DAY_HOST || player === MATCH_HOST;
