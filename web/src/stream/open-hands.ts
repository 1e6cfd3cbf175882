/**
 * The hands of a deal that is over, from what everybody has seen of it. A card that nobody has seen is null: the
 * dealer's discard, and the hand of a player who sat out.
 */

import { SEATS } from "../lib/game/seats.ts";
import type { Hands } from "../lib/narration/replay-steps.ts";
import type { Card, DealView, Seat } from "../wire/types.ts";

/** The hands as they were dealt, in the order of the seats. Undefined until the server has told them. */
export type DealtHands = readonly (readonly (Card | null)[] | null)[];

/**
 * Returns the hands at a moment of a deal. `now` is the deal then, and `end` the same deal after it has ended. `dealt`
 * are the hands as dealt, if the server has told them.
 */
export function handsAt(now: DealView, end: DealView, dealt?: DealtHands): Hands {
  const hands: Hands = {};
  for (const [i, seat] of SEATS.entries()) {
    const onPack = now.facts.turn_up === "on_pack" && now.picked_up === seat; // it counts as a card of the hand here
    hands[seat] = handAt(seat, now, end, (now.facts.held[i] ?? 0) + (onPack ? 1 : 0), dealt?.[i] ?? []);
  }
  return hands;
}

function handAt(
  seat: Seat,
  now: DealView,
  end: DealView,
  count: number,
  dealt: readonly (Card | null)[],
): readonly (Card | null)[] {
  const played = new Set(playedBy(now, seat));
  const later = playedBy(end, seat).filter((card) => !played.has(card));
  const held = changes(seat, now, end)
    ? later.filter((card) => dealt.includes(card))
    : later.filter(hasCome(seat, now));
  const all = new Set(playedBy(end, seat));
  const rest = dealt.filter((card): card is Card => card !== null && !all.has(card));
  const known = [...held.sort(byIndex), ...rest].slice(0, count);
  return [...known, ...Array.from({ length: count - known.length }, () => null)];
}

/** Returns a filter that leaves out the upcard until the seat has taken it up. */
const hasCome =
  (seat: Seat, now: DealView) =>
  (card: Card): boolean =>
    card !== now.upcard || now.picked_up === seat;

/** Whether the seat exchanges cards with the kitty or with its partner later in the deal, unseen by others. */
function changes(seat: Seat, now: DealView, end: DealView): boolean {
  const under = end.went_under === seat && (now.went_under !== seat || now.phase === "showing");
  const given = end.given && !now.given && end.contract?.loner === seat;
  return under || given;
}

/** Returns the cards that a seat has played, in order. */
export const playedBy = (deal: DealView, seat: Seat): Card[] =>
  deal.facts.plays.flat().flatMap(([who, card]) => (who === seat ? [card] : []));

const ORDER = "789TJQKA";
const SUITS = "cdhs";

/** Sorts cards by suit, then by rank, the highest first. The joker comes first. */
function byIndex(a: Card, b: Card): number {
  const suit = SUITS.indexOf(a[1] ?? "") - SUITS.indexOf(b[1] ?? "");
  return suit || ORDER.indexOf(b[0] ?? "") - ORDER.indexOf(a[0] ?? "");
}

/**
 * Returns a deal that is over as it lay after the upcard was turned: no card is played. Its contract and its result
 * stay.
 */
export function asDealt(end: DealView): DealView {
  const { facts } = end;
  return {
    ...end,
    turn: null,
    picked_up: null,
    went_under: null,
    shown: [],
    given: false,
    leader: null,
    trick: [],
    tricks: [],
    facts: {
      ...facts,
      led: null,
      winning: null,
      plays: [],
      held: SEATS.map(() => HELD),
      sitting_out: [],
      turn_up: "offered",
      turn_up_open: true,
    },
  } as DealView;
}

/** The number of cards that each seat is dealt. */
const HELD = 5;
