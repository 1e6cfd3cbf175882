/**
 * Stores the last state of a tournament that the server sent, so that the page opens without a network. There is one
 * for each tournament link.
 */

import type { Hello, Role } from "../../wire/types.ts";
import { isRecord, stored, type Stored } from "./stored.ts";

/** The roles whose state is stored: people in the hall, who use a phone. The states of these roles are small. */
const CACHED_ROLES: readonly (Role | null | undefined)[] = ["official", "captain", "player"];

export class TournamentCache {
  /** The stored state; undefined without a tournament link, because the state for spectators is not stored. */
  readonly #stored: Stored<Hello> | undefined;

  constructor(tournament: string, link: string) {
    this.#stored = link ? stored(`uka.told.${tournament}.${link}`, isHello) : undefined;
  }

  get hello(): Hello | null {
    return this.#stored?.get() ?? null;
  }

  keep(hello: Hello): void {
    if (CACHED_ROLES.includes(hello.role)) this.#stored?.set(hello);
  }

  forget(): void {
    this.#stored?.remove();
  }
}

const isHello = (value: unknown): value is Hello =>
  isRecord(value) && value.notice === "hello" && typeof value.board === "object" && typeof value.sheet === "object";
