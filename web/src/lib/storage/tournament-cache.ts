/**
 * Stores the latest state of a tournament that the server has sent, so that the page can open without a network. Each
 * tournament link has its own stored state.
 */

import type { TournamentSnapshot, Role } from "../../wire/types.ts";
import { isRecord, stored, type Stored } from "./stored.ts";

/** The roles whose state is stored. People with these roles use a phone in the hall, and their state is small. */
const CACHED_ROLES: readonly (Role | null | undefined)[] = ["official", "captain", "player"];

export class TournamentCache {
  /** The stored state. Undefined without a tournament link, because the state for spectators is never stored. */
  readonly #stored: Stored<TournamentSnapshot> | undefined;

  constructor(tournament: string, link: string) {
    this.#stored = link ? stored(`uka.told.${tournament}.${link}`, isHello) : undefined;
  }

  get snapshot(): TournamentSnapshot | null {
    return this.#stored?.get() ?? null;
  }

  keep(snapshot: TournamentSnapshot): void {
    if (CACHED_ROLES.includes(snapshot.role)) this.#stored?.set(snapshot);
  }

  forget(): void {
    this.#stored?.remove();
  }
}

const isHello = (value: unknown): value is TournamentSnapshot =>
  isRecord(value) &&
  value.type === "tournament_snapshot" &&
  typeof value.board === "object" &&
  typeof value.sheet === "object";
