/** The tables that one was at, to return to them and to their records. */

import type { Ticket } from "../../wire/types.ts";
import { RecentList } from "./recent-list.svelte.ts";

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

const RECENT = 6 * 3600 * 1000;

function isVisit(value: unknown): value is Visit {
  const { table, invitation, title, at } = Object(value) as Record<string, unknown>;
  return [table, invitation, title].every((text) => typeof text === "string") && typeof at === "number";
}

export class VisitedTables extends RecentList<Visit> {
  constructor() {
    super("uka.tables", isVisit);
  }

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
    this.first(visit, (other) => other.table === table);
  }

  /** One is not at a table any more: nobody is asked back to it, but its records stay. */
  close(table: string): void {
    this.keep(this.all.map((visit) => (visit.table === table ? { ...visit, over: true } : visit)));
  }

  forget(table: string): void {
    this.keep(this.all.filter((visit) => visit.table !== table));
  }
}

export const visitedTables = new VisitedTables();

/** The address of a table within this page. */
export const tableAddress = ({ table, invitation }: Ticket): string =>
  `/table/${encodeURIComponent(table)}#${encodeURIComponent(invitation)}`;
