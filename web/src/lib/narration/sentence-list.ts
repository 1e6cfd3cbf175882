/** Collects the sentences that narrate a table's events and log entries. */

import type { Seat } from "../../wire/types.ts";
import { t, type Values } from "../i18n/text.svelte.ts";
import type { Names } from "./names.ts";

/** A sentence of the story; a `minor` one is left out of the short story, but read aloud. */
export interface Sentence {
  readonly text: string;
  readonly minor: boolean;
}

/** Returns a quotation: "Ana: “pass”". */
export const quote = (name: string, said: string): string => t("{name}: “{said}”", { name, said });

/** The sentences for one reader so far. */
export class SentenceList {
  readonly sentences: Sentence[] = [];

  constructor(readonly names: Names) {}

  add(text: string, minor = false): void {
    this.sentences.push({ text, minor });
  }

  /** Adds what a seat does: `you` if the seat is the reader's, else `they`, where `{name}` stands for the seat. */
  addAction(seat: Seat, you: string, they: string, values: Values = {}, minor = false): void {
    this.add(seat === this.names.me ? t(you, values) : t(they, { name: this.names.name(seat), ...values }), minor);
  }
}
