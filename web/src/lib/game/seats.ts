/** The seats around the table, and their roles in a deal. Whatever depends on the ruleset is computed by the server. */

import type { Card, DealView, Partnership, PublicTable, Seat, TableSettings } from "../../wire/types.ts";

/** The seats in clockwise order, beginning with north. */
export const SEATS: readonly Seat[] = ["north", "east", "south", "west"];
/** The partnerships, in the same order as their points in a score. */
export const SIDES: readonly Partnership[] = ["north-south", "east-west"];
/** The number of cards in a hand, which is also the number of tricks in a deal. */
export const HAND_SIZE = 5;

/** Returns the seat that is `steps` seats clockwise from `seat`. */
export function seatAfter(seat: Seat, steps = 1): Seat {
  return SEATS[(SEATS.indexOf(seat) + steps) % SEATS.length] ?? seat;
}

export function partnerOf(seat: Seat): Seat {
  return seatAfter(seat, 2);
}

/** Returns the index of a seat's partnership in a score: 0 or 1. */
export function sideOf(seat: Seat): 0 | 1 {
  return SEATS.indexOf(seat) % 2 ? 1 : 0;
}

/** Returns the two seats of a partnership. `side` is the index of the partnership in a score. */
export function seatsOf(side: number): readonly [Seat, Seat] {
  return side ? ["east", "west"] : ["north", "south"];
}

/** Returns the cards of the trick in progress in the order of play, each with the seat that played it. */
export function currentTrick(deal: DealView): readonly (readonly [Seat, Card])[] {
  return deal.facts.plays[deal.tricks.length] ?? [];
}

/** A card that a seat played to a finished trick. `took` says whether the card won the trick. */
export interface PlayedCard {
  readonly card: Card;
  readonly took: boolean;
}

/**
 * Returns the cards that a seat played to finished tricks, oldest first. If `showing` is true, the last trick is still
 * on the table, and its card is left out.
 */
export function cardsPlayedBy(deal: DealView, seat: Seat, showing: boolean): readonly PlayedCard[] {
  const done = showing ? deal.tricks.slice(0, -1) : deal.tricks;
  return done.flatMap((trick, number) =>
    (deal.facts.plays[number] ?? [])
      .filter(([who]) => who === seat)
      .map(([, card]) => ({ card, took: trick.taker === seat })),
  );
}

/** Whether the seat that picked up the upcard has already discarded a card. */
export function hasDiscarded(deal: DealView, seat: Seat): boolean {
  return !(deal.phase === "discarding" && deal.turn === seat);
}

/**
 * Returns a seat's last call (such as a pass) in the ruleset's words. Empty if the seat has not called, or if card play
 * has begun.
 */
export function lastCall(deal: DealView, seat: Seat): string {
  return deal.facts.said[lastCallIndex(deal, seat)] ?? "";
}

/** Whether a seat's last call is a pass for which the ruleset has another word, such as "away". */
export function isPassInOtherWords(deal: DealView, seat: Seat): boolean {
  const index = lastCallIndex(deal, seat);
  return deal.calls[index]?.action.type === "pass" && !isPass(deal.facts.said[index] ?? "");
}

/** Whether the words for a pass are the usual ones. */
export const isPass = (words: string): boolean => words.toLowerCase() === "pass";

function lastCallIndex(deal: DealView, seat: Seat): number {
  if (deal.trick.length || deal.tricks.length) return -1;
  const last = deal.calls.findLastIndex((call) => call.seat === seat);
  return deal.contract && deal.calls[last]?.action.type === "pass" ? -1 : last; // trump is made: a pass is old news
}

/** The settings that are on by default. The server sends only settings that differ from their defaults. */
const USUAL: Partial<TableSettings> = { spectators: true, undo: true, bots_talk: true };

/** Whether a setting of the table is turned on. `scene` is the table's public state. */
export function isSettingOn(
  scene: PublicTable,
  name: "public" | "locked" | "spectators" | "by_hand" | "undo" | "revokes" | "bots_talk",
): boolean {
  return scene.settings[name] ?? USUAL[name] ?? false;
}

/** Whether no game goes on at a table. */
export const isBetweenGames = ({ stage }: PublicTable): boolean => stage === "seating" || stage === "over";

/** Returns the seat opposite the host, if the host may let the person in `seat` change to it. `host` is the host's. */
export function partnerSeat(scene: PublicTable, host: Seat | null, seat: Seat | undefined): Seat | undefined {
  if (!host || !seat || seat === host || scene.settings.reserved || !isBetweenGames(scene)) return undefined;
  const opposite = partnerOf(host);
  return seat === opposite ? undefined : opposite;
}

/** A role that a seat may have in a deal. */
export type DealRole = "dealer" | "maker" | "alone" | "defends alone" | "sits out";

export function rolesOf(deal: DealView, seat: Seat): DealRole[] {
  const { contract } = deal;
  const roles: [DealRole, boolean][] = [
    ["dealer", seat === deal.dealer],
    ["maker", seat === contract?.maker],
    ["alone", seat === contract?.loner],
    ["defends alone", seat === contract?.lone_defender],
    ["sits out", deal.facts.sitting_out.includes(seat)],
  ];
  return roles.filter(([, is]) => is).map(([role]) => role);
}
