/** The secret links to tournaments that the user has opened in this browser. */

import type { Role } from "../../wire/types.ts";
import { RecentList } from "./recent-list.svelte.ts";

/** A secret link to a tournament, and the role that the link grants: director, official, captain or player. */
export interface TournamentLink {
  /** The tournament's id. */
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  readonly link: string;
  readonly role: Role;
}

const ROLES: readonly unknown[] = ["director", "official", "captain", "player"];

function isLink(value: unknown): value is TournamentLink {
  const { id, name, link, role } = Object(value) as Record<string, unknown>;
  return [id, name, link].every((text) => typeof text === "string") && ROLES.includes(role);
}

export class TournamentLinks extends RecentList<TournamentLink> {
  constructor() {
    super("uka.tournaments", isLink);
  }

  add(link: TournamentLink): void {
    this.first(link, (other) => other.id === link.id && other.link === link.link);
  }

  forget(id: string, link: string): void {
    this.keep(this.all.filter((other) => other.id !== id || other.link !== link));
  }
}

export const tournamentLinks = new TournamentLinks();

/** Returns the route of a tournament's page in this app. The secret link is the fragment of the route. */
export const tournamentAddress = ({ id, link }: Pick<TournamentLink, "id" | "link">): string =>
  `/tournament/${encodeURIComponent(id)}${link && `#${encodeURIComponent(link)}`}`;
