/** The tables one was at, kept in this browser: the way back to them, and to their records. */

import type { Ticket } from "../wire/types.ts";

/** A table one was at; `invitation` lets one in again, `at` is when one was there, in milliseconds since 1970. */
export interface Visit {
  readonly table: string;
  readonly invitation: string;
  /** The ruleset's title. */
  readonly title: string;
  readonly at: number;
  /** Whether its game was over when one was last there. */
  readonly over?: boolean;
}

const KEY = "uka.tables";
const MOST = 40;
const RECENT = 6 * 3600 * 1000;

/** Visits from what was kept; what makes no sense is left out. */
export function read(text: string | null): Visit[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isVisit).slice(0, MOST) : [];
  } catch {
    return []; // it was not written by this page
  }
}

function isVisit(kept: unknown): kept is Visit {
  const { table, invitation, title, at } = Object(kept) as Record<string, unknown>;
  return [table, invitation, title].every((text) => typeof text === "string") && typeof at === "number";
}

class Visited {
  /** The latest first. */
  all: readonly Visit[] = $state.raw(read(stored()));

  find(table: string): Visit | undefined {
    return this.all.find((visit) => visit.table === table);
  }

  /** The table that one may want to go back to. */
  get unfinished(): Visit | undefined {
    const [latest] = this.all;
    return latest && !latest.over && Date.now() - latest.at < RECENT ? latest : undefined;
  }

  /** Note that one is at a table; its invitation may have changed. */
  add({ table, invitation }: Ticket, title: string, over = false): void {
    const visit = { table, invitation, title: title || (this.find(table)?.title ?? ""), at: Date.now(), over };
    this.#keep([visit, ...this.all.filter((other) => other.table !== table)].slice(0, MOST));
  }

  /** One is not at a table any more: nobody is asked back to it, but its records stay. */
  close(table: string): void {
    this.#keep(this.all.map((visit) => (visit.table === table ? { ...visit, over: true } : visit)));
  }

  forget(table: string): void {
    this.#keep(this.all.filter((visit) => visit.table !== table));
  }

  #keep(all: readonly Visit[]): void {
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

export const visited = new Visited();

/** The address of a table within this page. */
export const tableAddress = ({ table, invitation }: Ticket): string =>
  `/table/${encodeURIComponent(table)}#${encodeURIComponent(invitation)}`;
