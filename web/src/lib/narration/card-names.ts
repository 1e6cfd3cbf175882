/** The names of cards and suits, and the order in which a hand is sorted. */

import type { Card, Suit } from "../../wire/types.ts";
import { language, message, t, untranslated } from "../i18n/text.svelte.ts";

/** A suit that is printed on cards. It excludes `n`, which stands for a call of no trump. */
type Printed = Exclude<Suit, "n">;
/** The rank of a card; `B` stands for the joker. */
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
const BOWERS = { left: message("left bower"), right: message("right bower") };
const OF = message("{rank} of {suit}");

/** Returns the rank of a card. */
export const rankOf = (card: Card): Rank => card.charAt(0) as Rank;

/** Returns the suit that is printed on a card. The joker has no suit, so the result is null. */
const printedSuit = (card: Card): Printed | null => (card === "B" ? null : (card.charAt(1) as Printed));

/** Returns the name of a suit. */
export const suitName = (suit: Suit): string => t(SUITS[suit]);

/** Returns the name of a rank. */
export const rankName = (rank: Rank): string => t(RANKS[rank]);

/** Returns the symbol of a suit: ♣, ♦, ♥ or ♠. */
export const suitSymbol = (suit: Suit): string => SYMBOLS[suit];

/** Returns the text of a rank as it is printed in the corner of a card, such as 10 or J. */
export const rankText = (rank: Rank): string => rank.replace("T", "10");

/** Returns a card's name for reading aloud, such as "jack of diamonds". */
export function cardName(card: Card): string {
  const suit = printedSuit(card);
  if (!suit) return benny();
  // if the word "of" has no translation, the whole name is in English
  const say = untranslated(OF) ? (english: string) => english : t;
  return t(OF, { rank: say(RANKS[rankOf(card)]), suit: say(SUITS[suit]) });
}

/** The cards that have titles, as the server lists them. */
type Titles = readonly (readonly [Card, string])[];

/** Returns the title of a bower. Empty for all other cards; the joker's name is its title. */
export function bowerTitle(titles: Titles, card: Card): string {
  const title = titles.find(([titled]) => titled === card)?.[1];
  return title === "left" || title === "right" ? t(BOWERS[title]) : "";
}

/** Returns a card's name for reading aloud, with its title if it is a bower, such as "jack of diamonds, left bower". */
export function titledName(titles: Titles, card: Card): string {
  const title = bowerTitle(titles, card);
  return title ? `${cardName(card)}, ${title}` : cardName(card);
}

/** Returns a card in the usual short notation, such as 10♥. */
export function cardText(card: Card): string {
  const suit = printedSuit(card);
  return suit ? rankText(rankOf(card)) + SYMBOLS[suit] : benny();
}

/**
 * Returns the joker's name: "the benny" in English. The sources in te reo Māori only have a word for "joker", so that
 * word is used there.
 */
const benny = (): string => (language() === "en" || untranslated(RANKS.B) ? t("the benny") : t(RANKS.B));

/** Returns `cards` sorted as in `order`, which the server sends. Cards that are not in `order` come last. */
export function sortedLike(cards: readonly Card[], order: readonly Card[]): readonly Card[] {
  const place = (card: Card): number => (order.includes(card) ? order.indexOf(card) : order.length);
  return [...cards].sort((a, b) => place(a) - place(b));
}
