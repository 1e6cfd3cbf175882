/** The tables that the user has visited. The list lets the user return to a table and to the records of its games. */

import type { Seat, TableTicket } from "../../wire/types.ts";
import { inFolder, isAlone } from "../net/host.ts";
import { RecentList } from "./recent-list.svelte.ts";

/**
 * A visit to a table. The `invitation` lets the user enter the table again. `at` is the time of the last visit in
 * milliseconds since 1970.
 */
export interface Visit {
  readonly table: string;
  readonly invitation: string;
  /** The title of the table's ruleset. */
  readonly title: string;
  readonly at: number;
  /** Whether the game was over at the last visit. */
  readonly over?: boolean;
  /** The seat that the user left during the game. */
  readonly left?: Seat;
  /** Whether the engine in this browser hosts the table, and no server. */
  readonly alone?: boolean;
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

  /** The visits to tables of the host that answers now: the server, or the engine in this browser. */
  get here(): readonly Visit[] {
    return this.all.filter(isHere);
  }

  /** The table visited last, if its game is not over and the visit was less than six hours ago. Otherwise undefined. */
  get unfinished(): Visit | undefined {
    return unfinished(this.here);
  }

  /** The table visited last, if the user left a running game there less than six hours ago. Otherwise undefined. */
  get left(): Visit | undefined {
    return this.here.slice(0, 1).find((latest) => latest.left && isRecent(latest));
  }

  /** The same as `unfinished`, of the host that does not answer now. */
  get unfinishedElsewhere(): Visit | undefined {
    return unfinished(this.all.filter((visit) => !isHere(visit)));
  }

  /**
   * Adds a visit to a table. If the table is in the list already, replaces the earlier visit, because its invitation
   * may be out of date.
   */
  add({ table, invitation }: TableTicket, title: string, over = false): void {
    const visit = {
      table,
      invitation,
      title: title || (this.find(table)?.title ?? ""),
      at: Date.now(),
      over,
      ...(isAlone && { alone: true }),
    };
    this.first(visit, (other) => other.table === table);
  }

  /**
   * Marks the visit to a table as over, because the user has left the table. The table stays in the list for its
   * records. `left` is the seat that the user has left during the game, if any.
   */
  close(table: string, left?: Seat): void {
    this.keep(
      this.all.map((visit) => (visit.table === table ? { ...visit, over: true, ...(left && { left }) } : visit)),
    );
  }

  forget(table: string): void {
    this.keep(this.all.filter((visit) => visit.table !== table));
  }

  /** Removes the visits to tables that the engine in this browser hosts. */
  forgetAlone(): void {
    this.keep(this.all.filter(({ alone }) => !alone));
  }
}

const isHere = ({ alone = false }: Visit): boolean => inFolder || alone === isAlone;

const isRecent = ({ at }: Visit): boolean => Date.now() - at < RECENT;

const unfinished = ([latest]: readonly Visit[]): Visit | undefined =>
  latest && !latest.over && isRecent(latest) ? latest : undefined;

export const visitedTables = new VisitedTables();

/** Returns the route of a table's page in this app. The invitation is the fragment of the route. */
export const tableAddress = ({ table, invitation }: TableTicket): string =>
  `/table/${encodeURIComponent(table)}#${encodeURIComponent(invitation)}`;
