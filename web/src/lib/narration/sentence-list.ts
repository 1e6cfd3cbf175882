/** A list of sentences about the events and log entries of a table. */

import type { Seat } from "../../wire/types.ts";
import { t, type Values } from "../i18n/text.svelte.ts";
import type { Names } from "./names.ts";

/** A sentence about the game. The screen shows a `minor` sentence in a weaker colour than other sentences. */
export interface Sentence {
  readonly text: string;
  readonly minor: boolean;
}

/** Returns a quotation of a player's words, such as "Ana: “pass”". */
export const quote = (name: string, said: string): string => t("{name}: “{said}”", { name, said });

/** The sentences collected so far for one reader. */
export class SentenceList {
  readonly sentences: Sentence[] = [];

  constructor(readonly names: Names) {}

  add(text: string, minor = false): void {
    this.sentences.push({ text, minor });
  }

  /**
   * Adds a sentence about a seat's action. The sentence is `you` if the seat is the reader's own, and otherwise `they`.
   * `{name}` in `they` is replaced by the name of the player at the seat.
   */
  addAction(seat: Seat, you: string, they: string, values: Values = {}, minor = false): void {
    this.add(seat === this.names.me ? t(you, values) : t(they, { name: this.names.name(seat), ...values }), minor);
  }
}
