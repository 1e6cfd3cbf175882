/** Returns a player's choices as text. */

import type { Action } from "../../wire/types.ts";
import { capitalize } from "../i18n/text.svelte.ts";
import { cardText, suitName } from "./card-names.ts";

/**
 * Returns a choice as text. `words` are the ruleset's words for a pass or a call for trump. `card` is a function that
 * returns the text of a card.
 */
export function choiceText(action: Action, words: string, card = cardText): string {
  return "card" in action ? card(action.card) : capitalize(saidText(action, words));
}

/** Returns what a player says who chooses an action. */
export const saidText = (action: Action, words: string): string =>
  action.type === "name_suit" ? suitName(action.suit) : words;
