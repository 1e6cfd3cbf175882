/** Names of cards and suits, and the order of a hand. */

import type { Card, Suit } from "../../wire/types.ts";
import { language, message, t, untranslated } from "../i18n/text.svelte.ts";

/** A suit that is printed on cards. */
type Printed = Exclude<Suit, "n">;
/** What is printed in a card's corner; `B` is the joker. */
export type Rank = "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A" | "B";

const SUITS: Record<Suit, string> = {
  c: message("clubs"),
  d: message("diamonds"),
  h: message("hearts"),
  s: message("spades"),
  n: message("no trump"),
};
const RANKS: Record<Rank, string> = {
  7: message("seven"),
  8: message("eight"),
  9: message("nine"),
  T: message("ten"),
  J: message("jack"),
  Q: message("queen"),
  K: message("king"),
  A: message("ace"),
  B: message("joker"),
};
const SYMBOLS: Record<Suit, string> = { c: "♣", d: "♦", h: "♥", s: "♠", n: "∅" };
const OF = message("{rank} of {suit}");

/** The rank of a card. */
export const rankOf = (card: Card): Rank => card.charAt(0) as Rank;

/** The suit that is printed on a card; null for the joker. */
const printedSuit = (card: Card): Printed | null => (card === "B" ? null : (card.charAt(1) as Printed));

/** What a suit is called. */
export const suitName = (suit: Suit): string => t(SUITS[suit]);

/** What a rank is called. */
export const rankName = (rank: Rank): string => t(RANKS[rank]);

/** A suit's sign: ♣ ♦ ♥ ♠. */
export const suitSymbol = (suit: Suit): string => SYMBOLS[suit];

/** What stands in a card's corner: 10, J. */
export const rankText = (rank: Rank): string => rank.replace("T", "10");

/** A card as it is read aloud: "jack of diamonds". */
export function cardName(card: Card): string {
  const suit = printedSuit(card);
  if (!suit) return benny();
  const say = untranslated(OF) ? (english: string) => english : t; // half a name in another language helps nobody
  return t(OF, { rank: say(RANKS[rankOf(card)]), suit: say(SUITS[suit]) });
}

/** A card as people write it: 10♥. */
export function cardText(card: Card): string {
  const suit = printedSuit(card);
  return suit ? rankText(rankOf(card)) + SYMBOLS[suit] : benny();
}

/** The joker; it has a name of its own in the game, and in te reo Māori only the card's is attested. */
const benny = (): string => (language() === "en" || untranslated(RANKS.B) ? t("the benny") : t(RANKS.B));

/** Cards in the order that the server gives for them; those that it does not know of stay last. */
export function sortedLike(cards: readonly Card[], order: readonly Card[]): readonly Card[] {
  const place = (card: Card): number => (order.includes(card) ? order.indexOf(card) : order.length);
  return [...cards].sort((a, b) => place(a) - place(b));
}
