/** Changes the order in which the viewer's hand is displayed, as the user prefers it. */

import type { Card } from "../../wire/types.ts";

/**
 * The order of a hand. `trumps-first`: trumps, then the other suits, each from high to low. `trumps-last`: the reverse.
 * `suits`: by the suits and ranks printed on the cards, so that no card moves when trump is made. `dealt`: as the cards
 * were dealt.
 */
export const HAND_ORDERS = ["trumps-first", "trumps-last", "suits", "dealt"] as const;
export type HandOrder = (typeof HAND_ORDERS)[number];

const SUITS = "shcd";
const RANKS = "AKQJT98765432";

/**
 * Returns a hand in the order that the user prefers. `sorted` is the hand in the server's order: trumps first. `dealt` is
 * the hand in the order in which it was dealt.
 */
export function inHandOrder(sorted: readonly Card[], dealt: readonly Card[], order: HandOrder): readonly Card[] {
  if (order === "dealt") return dealt;
  if (order === "trumps-last") return [...sorted].reverse();
  if (order === "suits") return [...sorted].sort((a, b) => printed(a) - printed(b));
  return sorted;
}

/** Returns a number by which cards are sorted by suit and rank. The joker has neither and comes first. */
function printed([rank = "", suit]: Card): number {
  return suit === undefined ? -1 : SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank);
}
