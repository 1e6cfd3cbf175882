/** The links to tournaments that were opened in this browser: the way back to them. */

import type { Role } from "../../wire/types.ts";
import { RecentList, parseList } from "./recent-list.svelte.ts";

/** A link that one holds, and what it is for. */
export interface TournamentLink {
  /** The tournament's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  readonly link: string;
  readonly role: Role;
}

const ROLES: readonly unknown[] = ["director", "official", "captain", "player"];

/** Links from what was kept; what makes no sense is left out. */
export const parseLinks = (text: string | null): TournamentLink[] => parseList(text, isHeld);

function isHeld(kept: unknown): kept is TournamentLink {
  const { id, name, link, role } = Object(kept) as Record<string, unknown>;
  return [id, name, link].every((text) => typeof text === "string") && ROLES.includes(role);
}

class TournamentLinks extends RecentList<TournamentLink> {
  add(link: TournamentLink): void {
    this.first(link, (other) => other.id === link.id && other.link === link.link);
  }

  forget(id: string, link: string): void {
    this.keep(this.all.filter((other) => other.id !== id || other.link !== link));
  }
}

export const tournamentLinks = new TournamentLinks("uka.tournaments", isHeld);

/** The address of a tournament within this page, for who holds a link to it. */
export const tournamentAddress = ({ id, link }: Pick<TournamentLink, "id" | "link">): string =>
  `/tournament/${encodeURIComponent(id)}${link && `#${encodeURIComponent(link)}`}`;
