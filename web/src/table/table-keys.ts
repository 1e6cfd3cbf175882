/** The keyboard shortcuts of a table. */

import { choiceByKey } from "./choices.ts";
import type { TableView } from "./table-view.svelte.ts";

/** Whether a key is meant for the table, and not for the control that has the focus. A held key counts only once. */
export function isForTable(event: KeyboardEvent, target: HTMLElement): boolean {
  const { key, ctrlKey, metaKey, altKey, repeat } = event;
  if (ctrlKey || metaKey || altKey || target.closest("input, select, textarea, dialog")) return false;
  return !(repeat && !key.startsWith("Arrow")) && !(key === " " && target.closest("button:not(.hand *), a"));
}

/** Performs the action of a keyboard shortcut. Returns false if the key has no meaning at the moment. */
export function pressKey(view: TableView, key: string): boolean {
  const { deal, playback } = view;
  if (key === "?") view.dialog = "keys";
  else if (key === "l" && deal?.tricks.length) view.dialog = "trick";
  else if (key.toLowerCase() === "r" && view.canClaim) view.dialog = "claim";
  else if (key === "Escape" && view.unconfirmed) view.cancel();
  else if (key === "Escape" && view.autoplay.told) view.autoplay.stop();
  else if (key === "Escape" && view.hint.shown) view.hint.hide();
  else if (key === " " || (playback.held && key === "Enter")) return playback.hurry();
  else if (deal && /^[1-9]$/.test(key)) pressDigit(view, Number(key));
  else return pressLetter(view, key);
  return true;
}

/** Chooses the card at a position of the hand. `digit` is the position, counted from 1. */
function pressDigit(view: TableView, digit: number): void {
  const card = view.hand[digit - 1];
  if (card) view.chooseCard(card);
}

function pressLetter(view: TableView, key: string): boolean {
  if (view.unconfirmed) return false;
  const choice = choiceByKey(view.revoke ? [...view.choices, view.revoke] : view.choices, key);
  if (choice) view.pick(choice);
  else if (key.toLowerCase() === "i" && view.canHint) void view.hint.toggle();
  else return false;
  return true;
}
