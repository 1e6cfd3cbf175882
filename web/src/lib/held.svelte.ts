/** The links to tournaments that were opened in this browser: the way back to them. */

import type { Role } from "../wire/types.ts";

/** A link that one holds, and what it is for. */
export interface Held {
  /** The tournament's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  readonly link: string;
  readonly role: Role;
}

const KEY = "uka.tournaments";
const MOST = 40;
const ROLES: readonly unknown[] = ["director", "official", "captain", "player"];

/** Links from what was kept; what makes no sense is left out. */
export function read(text: string | null): Held[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isHeld).slice(0, MOST) : [];
  } catch {
    return []; // it was not written by this page
  }
}

function isHeld(kept: unknown): kept is Held {
  const { id, name, link, role } = Object(kept) as Record<string, unknown>;
  return [id, name, link].every((text) => typeof text === "string") && ROLES.includes(role);
}

class Links {
  /** The latest first. */
  all: readonly Held[] = $state.raw(read(stored()));

  add(held: Held): void {
    const others = this.all.filter(({ id, link }) => id !== held.id || link !== held.link);
    this.#keep([held, ...others].slice(0, MOST));
  }

  forget(id: string, link: string): void {
    this.#keep(this.all.filter((held) => held.id !== id || held.link !== link));
  }

  #keep(all: readonly Held[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // it is known for as long as the page is open
    }
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export const held = new Links();

/** The address of a tournament within this page, for who holds a link to it. */
export const dayAddress = ({ id, link }: Pick<Held, "id" | "link">): string =>
  `/tournament/${encodeURIComponent(id)}${link && `#${encodeURIComponent(link)}`}`;
