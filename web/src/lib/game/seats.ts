/** Seats around the table and their roles in a deal. What depends on the rules comes from the server. */

import type { Card, DealView, Partnership, Scene, Seat, TableSettings } from "../../wire/types.ts";

/** Clockwise. */
export const SEATS: readonly Seat[] = ["north", "east", "south", "west"];
/** In the order of scores. */
export const SIDES: readonly Partnership[] = ["north-south", "east-west"];
/** Cards in a hand, which is tricks in a deal. */
export const HAND_SIZE = 5;

/** The seat so many places clockwise. */
export function seatAfter(seat: Seat, steps = 1): Seat {
  return SEATS[(SEATS.indexOf(seat) + steps) % SEATS.length] ?? seat;
}

export function partnerOf(seat: Seat): Seat {
  return seatAfter(seat, 2);
}

/** Where a seat's side stands in scores. */
export function sideOf(seat: Seat): 0 | 1 {
  return SEATS.indexOf(seat) % 2 ? 1 : 0;
}

/** The seats of a side, by where it stands in scores. */
export function seatsOf(side: number): readonly [Seat, Seat] {
  return side ? ["east", "west"] : ["north", "south"];
}

/** Who played what to the trick in progress. */
export function currentTrick(deal: DealView): readonly (readonly [Seat, Card])[] {
  return deal.facts.plays[deal.tricks.length] ?? [];
}

/** A card that a seat played to a finished trick, and whether it took that. */
export interface PlayedCard {
  readonly card: Card;
  readonly took: boolean;
}

/** What a seat played to finished tricks, the first at the bottom; of the last one nothing while it is looked at. */
export function cardsPlayedBy(deal: DealView, seat: Seat, showing: boolean): readonly PlayedCard[] {
  const done = showing ? deal.tricks.slice(0, -1) : deal.tricks;
  return done.flatMap((trick, number) =>
    (deal.facts.plays[number] ?? [])
      .filter(([who]) => who === seat)
      .map(([, card]) => ({ card, took: trick.taker === seat })),
  );
}

/** Whether a seat that took a card up has put one away. */
export function hasDiscarded(deal: DealView, seat: Seat): boolean {
  return !(deal.phase === "discarding" && deal.turn === seat);
}

/** What a seat said last while trump is made; empty once cards are played, and where it said nothing. */
export function lastCall(deal: DealView, seat: Seat): string {
  if (deal.trick.length || deal.tricks.length) return "";
  const index = deal.calls.findLastIndex((call) => call.seat === seat);
  return deal.facts.said[index] ?? "";
}

/** What is on unless a scene says otherwise: of a table's settings only what is not as usual is told. */
const USUAL: Partial<TableSettings> = { spectators: true, undo: true };

/** Whether a switch of the table is on. */
export function isSettingOn(scene: Scene, name: "public" | "spectators" | "by_hand" | "undo" | "revokes"): boolean {
  return scene.settings[name] ?? USUAL[name] ?? false;
}

/** What a seat is in a deal. */
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
