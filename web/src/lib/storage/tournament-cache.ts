/** What who holds a link was told last, kept in this browser: so the page opens without a network, as it was. */

import type { Hello, Role } from "../../wire/types.ts";

/** Those who stand in the hall with a phone; what they see is little. */
const KEPT: readonly (Role | null | undefined)[] = ["official", "captain", "player"];

export class TournamentCache {
  readonly #key: string;

  constructor(tournament: string, link: string) {
    this.#key = link && `uka.told.${tournament}.${link}`;
  }

  get hello(): Hello | null {
    try {
      const kept: unknown = JSON.parse((this.#key && localStorage.getItem(this.#key)) || "null");
      return isHello(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  keep(hello: Hello): void {
    if (!this.#key || !KEPT.includes(hello.role)) return;
    try {
      localStorage.setItem(this.#key, JSON.stringify(hello));
    } catch {
      // then it does not open without a network
    }
  }

  forget(): void {
    try {
      if (this.#key) localStorage.removeItem(this.#key);
    } catch {
      // nothing was kept
    }
  }
}

function isHello(kept: unknown): kept is Hello {
  const { notice, board, sheet } = Object(kept) as Record<string, unknown>;
  return notice === "hello" && typeof board === "object" && typeof sheet === "object";
}
