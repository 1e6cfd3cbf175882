/** Comments on the person's choices at a practice table: after a choice, whether another one was better. */

import { cardName } from "../lib/narration/card-names.ts";
import { hint as fetchHint } from "../lib/net/api.ts";
import { preferences } from "../lib/storage/preferences.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { Action, Card } from "../wire/types.ts";
import type { HintTable } from "./table-hint.svelte.ts";

/** The milliseconds for which a choice waits for the values of the choices. */
const ANSWER_TIMEOUT = 3_000;

/** Returns a comment on a choice, as text for the screen or, with the cards' names, for screen readers. */
type Comment = (chosen: Action, card?: (card: Card) => string) => string;
/** Without values there is no comment. */
const NO_COMMENT: Comment = () => "";

export class ChoiceComments {
  /** The comment on the last choice. Empty if there is nothing to say. */
  said = $state("");
  #comment: Promise<Comment> | undefined;

  constructor(readonly table: HintTable) {}

  /** Asks for the values of the choices, if the person wants comments and the table allows hints. */
  beginTurn(): void {
    const { table } = this;
    if (!preferences.comments || !table.canHint) return;
    this.#comment = commentAt(table.session.table).catch(() => NO_COMMENT);
  }

  /** Removes the last comment. Returns whether a choice must wait for the values that were asked for. */
  endTurn(): boolean {
    this.said = "";
    return this.#comment !== undefined;
  }

  /** Comments on a choice. Resolves when the choice may be sent: the server gives values only before that. */
  async judge(action: Action): Promise<void> {
    const asked = this.#comment;
    this.#comment = undefined;
    if (!asked) return;
    const comment = await Promise.race([asked, waited()]);
    this.said = comment(action);
    announcer.say(comment(action, cardName));
  }
}

/** Asks for the values of the present choices. The words are loaded now, since most people want no comments. */
async function commentAt(table: string): Promise<Comment> {
  const asked = fetchHint(table);
  const { commentOn } = await import("../lib/narration/choice-comment.ts");
  const { choices } = await asked;
  return (chosen, card) => commentOn(choices, chosen, card);
}

const waited = (): Promise<Comment> => new Promise((resolve) => setTimeout(() => resolve(NO_COMMENT), ANSWER_TIMEOUT));
