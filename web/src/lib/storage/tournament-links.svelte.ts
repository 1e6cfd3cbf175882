/** The links to tournaments that were opened in this browser: the way back to them. */

import type { Role } from "../../wire/types.ts";
import { Keeping, listed } from "./recent-list.svelte.ts";

/** A link that one holds, and what it is for. */
export interface Held {
  /** The tournament's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  readonly link: string;
  readonly role: Role;
}

const ROLES: readonly unknown[] = ["director", "official", "captain", "player"];

/** Links from what was kept; what makes no sense is left out. */
export const read = (text: string | null): Held[] => listed(text, isHeld);

function isHeld(kept: unknown): kept is Held {
  const { id, name, link, role } = Object(kept) as Record<string, unknown>;
  return [id, name, link].every((text) => typeof text === "string") && ROLES.includes(role);
}

class Links extends Keeping<Held> {
  add(held: Held): void {
    this.first(held, ({ id, link }) => id === held.id && link === held.link);
  }

  forget(id: string, link: string): void {
    this.keep(this.all.filter((held) => held.id !== id || held.link !== link));
  }
}

export const held = new Links("uka.tournaments", isHeld);

/** The address of a tournament within this page, for who holds a link to it. */
export const dayAddress = ({ id, link }: Pick<Held, "id" | "link">): string =>
  `/tournament/${encodeURIComponent(id)}${link && `#${encodeURIComponent(link)}`}`;
