/** Tells what a card is now: its title and its place among the trumps, or its place in its suit. */

import ranksOfCards from "../../wire/card-ranks.json" with { type: "json" };
import type { Card, DealView, Ruleset, Suit } from "../../wire/types.ts";
import { asSentence, message, t } from "../i18n/text.svelte.ts";
import { bowerTitle, cardName, suitName } from "./card-names.ts";

/** The server's ranks of the cards. `ranks` and `titles` have an entry for each trump suit, and one for no trump. */
interface CardRanks {
  readonly packs: Readonly<Record<string, readonly Card[]>>;
  readonly ranks: Readonly<Record<Suit, Readonly<Partial<Record<Suit, readonly Card[]>>>>>;
  readonly titles: Readonly<Record<Suit, readonly (readonly [Card, string])[]>>;
}
const RANKS = ranksOfCards as unknown as CardRanks;

const PLACES = [
  message("the highest"),
  message("the second highest"),
  message("the third highest"),
  message("the fourth highest"),
  message("the fifth highest"),
  message("the sixth highest"),
  message("the seventh highest"),
  message("the eighth highest"),
  message("the ninth highest"),
] as const;
const LOWEST = message("the lowest");

/** The facts of a deal on which the rank of a card depends. */
export type RankedDeal = Pick<DealView, "contract" | "up_suit"> & {
  readonly facts: Pick<DealView["facts"], "led" | "round">;
};

/**
 * Returns a sentence that tells what a card is now. During the first calling round it tells what the card is if the
 * suit of the upcard becomes trump. The joker has the same rank under each trump.
 */
export function rankText(card: Card, { contract, up_suit, facts }: RankedDeal, rules: Ruleset): string {
  const name = cardName(card);
  if (contract)
    return asSentence(t("{card}: {rank}", { card: name, rank: rankUnder(contract.trump, card, rules, facts.led) }));
  if (card === "B") return asSentence(t("{card}: {rank}", { card: name, rank: rankUnder("c", card, rules, null) }));
  if (!up_suit || facts.round !== 1) return asSentence(t("{card}: its rank depends on trump", { card: name }));
  const rank = rankUnder(up_suit, card, rules, null);
  return asSentence(t("{card}: {rank} if trump is {suit}", { card: name, rank, suit: suitName(up_suit) }));
}

function rankUnder(trump: Suit, card: Card, rules: Ruleset, led: Suit | null): string {
  const [suit, cards] = suitUnder(trump, card, rules);
  const place = placeOf(cards.indexOf(card), cards.length);
  if (suit === trump) {
    const title = bowerTitle(RANKS.titles[trump], card);
    return title ? t("{title}, {place} trump", { title, place }) : t("{place} trump", { place });
  }
  if (suit === led) return t("{place} of the suit led", { place });
  return t("{place} of {suit}", { place, suit: suitName(suit) });
}

/** Returns the suit that a card counts as, and the cards of the pack that count as this suit, the highest first. */
function suitUnder(trump: Suit, card: Card, rules: Ruleset): readonly [Suit, readonly Card[]] {
  const found = (Object.entries(RANKS.ranks[trump]) as [Suit, readonly Card[]][]).find(([, cards]) =>
    cards.includes(card),
  );
  const [suit, cards] = found ?? [trump, [card]];
  const pack = RANKS.packs[rules.pack] ?? cards;
  return [suit, cards.filter((each) => pack.includes(each) || (each === "B" && rules.benny !== "off"))];
}

function placeOf(index: number, count: number): string {
  return t(index > 0 && index === count - 1 ? LOWEST : (PLACES[index] ?? LOWEST));
}
