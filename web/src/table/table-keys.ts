/** The keyboard shortcuts of a table. */

import type { DealView } from "../wire/types.ts";
import { choiceByKey } from "./choices.ts";
import type { TableView } from "./table-view.svelte.ts";

/** Performs the action of a keyboard shortcut. Returns false if the key has no meaning at the moment. */
export function pressKey(view: TableView, key: string): boolean {
  const { deal, playback } = view;
  if (key === "?") view.dialog = "keys";
  else if (key === "l" && deal?.tricks.length) view.dialog = "trick";
  else if (key.toLowerCase() === "r" && view.canClaim) view.dialog = "claim";
  else if (key === "Escape" && view.hint) view.hint = null;
  else if (playback.held && (key === "Enter" || key === " ")) playback.seen();
  else if (deal && /^[1-9]$/.test(key)) pressDigit(view, deal, Number(key));
  else return pressLetter(view, key);
  return true;
}

/** Chooses the card at a position of the hand. `digit` is the position, counted from 1. */
function pressDigit(view: TableView, deal: DealView, digit: number): void {
  const card = deal.facts.order[digit - 1];
  if (card) view.chooseCard(card);
}

function pressLetter(view: TableView, key: string): boolean {
  const choice = choiceByKey(view.revoke ? [...view.choices, view.revoke] : view.choices, key);
  if (choice) void view.choose(choice.action);
  else if (key.toLowerCase() === "i" && view.canHint) void view.toggleHint();
  else return false;
  return true;
}
