/**
 * The lines of a table's chat that this page has received, and the set phrases that people have said meanwhile. The page
 * forgets them when it is closed.
 */

import type { ChatLine, ChatUpdate, Person, Phrase, TableLineView } from "../../wire/types.ts";

/** A line of the chat. If its author has said a phrase instead, it has no text. */
export interface HeardLine extends ChatLine {
  readonly phrase?: Phrase;
}

/** The maximum number of lines that the page keeps. The server keeps fewer for those who come back. */
const MOST_LINES = 200;

export class ChatLines {
  /** The lines, oldest first. */
  all: readonly HeardLine[] = $state.raw([]);
  /** The lines that somebody has reported to the user, who is the host, oldest first. */
  reports: readonly ChatLine[] = $state.raw([]);

  /** Adds lines. A line that the page has received before counts once. */
  receive({ lines = [], reports = [] }: Pick<ChatUpdate, "lines" | "reports">): void {
    this.all = joined(this.all, lines);
    this.reports = joined(this.reports, reports);
  }

  /** Adds the phrases of `people` among the lines of the table's log. Those of bots are no part of the chat. */
  hear(lines: readonly TableLineView[], people: readonly Person[]): void {
    this.all = joined(
      this.all,
      lines.flatMap(({ seq, at, entry }) => {
        const person = entry?.type === "phrase_said" && people.find(({ player }) => player === entry.player);
        if (!person) return [];
        return [{ id: `phrase ${seq}`, at, version: seq, ...person, text: "", phrase: entry.phrase }];
      }),
    );
  }
}

function joined(known: readonly HeardLine[], more: readonly HeardLine[]): readonly HeardLine[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = more.filter(({ id }) => !ids.has(id));
  return added.length ? [...known, ...added].sort((a, b) => a.at - b.at).slice(-MOST_LINES) : known;
}
