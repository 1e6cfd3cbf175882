/** The lines of a table's chat that this page has received. The page forgets them when it is closed. */

import type { ChatLine, ChatUpdate } from "../../wire/types.ts";

/** The maximum number of lines that the page keeps. The server keeps fewer for those who come back. */
const MOST_LINES = 200;

export class ChatLines {
  /** The lines, oldest first. */
  all: readonly ChatLine[] = $state.raw([]);
  /** The lines that somebody has reported to the user, who is the host, oldest first. */
  reports: readonly ChatLine[] = $state.raw([]);

  /** Adds lines. A line that the page has received before counts once. */
  receive({ lines = [], reports = [] }: Pick<ChatUpdate, "lines" | "reports">): void {
    this.all = joined(this.all, lines);
    this.reports = joined(this.reports, reports);
  }
}

function joined(known: readonly ChatLine[], more: readonly ChatLine[]): readonly ChatLine[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = more.filter(({ id }) => !ids.has(id));
  return added.length ? [...known, ...added].slice(-MOST_LINES) : known;
}
