/** The last state that the server sent for a link, stored so that the page opens without a network. */

import type { Hello, Role } from "../../wire/types.ts";
import { isRecord, stored, type Stored } from "./stored.ts";

/** The roles whose state is stored: people in the hall with a phone. Their states are small. */
const CACHED_ROLES: readonly (Role | null | undefined)[] = ["official", "captain", "player"];

export class TournamentCache {
  /** Undefined if there is no link. */
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
