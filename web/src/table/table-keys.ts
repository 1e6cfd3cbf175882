/** The keyboard shortcuts of a table. */

import { type Choice, choiceByKey } from "./choices.ts";
import type { Card } from "../wire/types.ts";
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
  else if (key === "Escape") return endByEscape(view);
  else if (key === " " || (playback.held && key === "Enter")) return playback.hurry();
  else if (key.toLowerCase() === "i" && view.canHint && !view.unconfirmed) void view.hint.toggle();
  else return pressChoiceKey(view, key);
  return true;
}

/** Ends what the person has begun, or what plays for the person. Returns false if there is nothing to end. */
function endByEscape(view: TableView): boolean {
  if (view.choosingSeat) view.choosingSeat = false;
  else if (view.unconfirmed) view.cancel();
  else if (view.autoplay.told) view.autoplay.stop();
  else if (view.hint.shown) view.hint.hide();
  else return false;
  return true;
}

/** The parts of a screen to which a person's choices belong. */
export interface KeyedChoices {
  /** The hand, in the order in which it is displayed. */
  readonly hand: readonly Card[];
  readonly choices: readonly Choice[];
  /** A choice to claim a revoke, which has a key of its own. */
  readonly revoke?: Choice | undefined;
  /** The choice to play alone that the person must confirm. */
  readonly unconfirmed: Choice | undefined;
  chooseCard(card: Card): void;
  pick(choice: Choice): void;
  cancel(): void;
}

/** Makes the choice of a keyboard shortcut. Returns false if the key stands for no choice at the moment. */
export function pressChoiceKey(view: KeyedChoices, key: string): boolean {
  const { hand, choices, revoke, unconfirmed } = view;
  if (key === "Escape" && unconfirmed) view.cancel();
  else if (/^[1-9]$/.test(key) && hand.length) pressDigit(view, Number(key));
  else {
    const choice = unconfirmed ? undefined : choiceByKey(revoke ? [...choices, revoke] : choices, key);
    if (!choice) return false;
    view.pick(choice);
  }
  return true;
}

/** Chooses the card at a position of the hand. `digit` is the position, counted from 1. */
function pressDigit(view: KeyedChoices, digit: number): void {
  const card = view.hand[digit - 1];
  if (card) view.chooseCard(card);
}
