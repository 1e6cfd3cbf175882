/** The secret links to tournaments that the user has opened in this browser. */

import type { Board, Role } from "../../wire/types.ts";
import { RecentList } from "./recent-list.svelte.ts";

/** How far a tournament was when this browser saw it last. */
export interface SeenState {
  /** The number of the last round that was drawn, or 0. */
  readonly round: number;
  /** How many rounds are planned, or 0. */
  readonly planned: number;
  /** When the last round began, in milliseconds since 1970, or null. */
  readonly started: number | null;
  readonly ended: boolean;
}

/** A secret link to a tournament, and the role that the link grants: director, official, captain or player. */
export interface TournamentLink {
  /** The tournament's id. */
  readonly id: string;
  /** The tournament's name. */
  readonly name: string;
  readonly link: string;
  readonly role: Role;
  readonly seen?: SeenState | undefined;
}

const ROLES: readonly unknown[] = ["director", "official", "captain", "player"];

function isLink(value: unknown): value is TournamentLink {
  const { id, name, link, role, seen } = Object(value) as Record<string, unknown>;
  const texts = [id, name, link].every((text) => typeof text === "string");
  return texts && ROLES.includes(role) && (seen === undefined || isState(seen));
}

function isState(value: unknown): value is SeenState {
  const { round, planned, started, ended } = Object(value) as Record<string, unknown>;
  const numbers = [round, planned, started ?? 0].every((number) => typeof number === "number");
  return numbers && typeof ended === "boolean";
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

  forgetAll(): void {
    this.keep([]);
  }
}

export const tournamentLinks = new TournamentLinks();

/** Returns the state of a tournament, as its board tells it. */
export const stateOf = ({ head, round }: Board): SeenState => ({
  round: round?.number ?? 0,
  planned: head?.settings.rounds ?? 0,
  started: round?.started ?? null,
  ended: head?.ended ?? false,
});

/** Returns the route of a tournament's page in this app. The secret link is the fragment of the route. */
export const tournamentAddress = ({ id, link }: Pick<TournamentLink, "id" | "link">): string =>
  `/tournament/${encodeURIComponent(id)}${link && `#${encodeURIComponent(link)}`}`;
