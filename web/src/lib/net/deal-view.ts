/** A deal as one person may see it, from the two parts in which the server sends it. */

import type { DealView, OwnDealView, PublicDealView, TableSnapshot } from "../../wire/types.ts";

/** What a spectator has in place of a player's own part. */
const SPECTATOR_PART = {
  seat: null,
  cards: [],
  legal_actions: [],
  put_away: [],
  received: [],
  kitty_taken: [],
  why_not: [],
  claim: false,
  dealt: [],
  order: [],
  labels: [],
};

/** Returns the deal of a snapshot as its receiver may see it, or null before the first deal. */
export function dealView({ deal, own }: Pick<TableSnapshot, "deal" | "own">): DealView | null {
  if (!deal) return null;
  return own ? withOwn(deal, own) : { ...deal, ...SPECTATOR_PART };
}

function withOwn(deal: PublicDealView, { facts, titles, ...own }: OwnDealView): DealView {
  const known = facts ?? deal.facts;
  const inSight = new Set(known.titles.map(([card]) => card));
  const all = [...known.titles, ...titles.filter(([card]) => !inSight.has(card))];
  return { ...deal, ...own, facts: { ...known, titles: all } };
}
