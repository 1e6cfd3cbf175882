/** What lies on the table, read from a deal as one seat may know it. */

import type { Card, Contract, DealView, Partnership, Ruleset, Seat, Trick } from "../wire/types";

/** Clockwise. */
export const SEATS: readonly Seat[] = ["north", "east", "south", "west"];
/** Cards in a hand, which is tricks in a deal. */
export const HAND_SIZE = 5;
export const SIDES: readonly Partnership[] = ["north-south", "east-west"];

/** A card and who played it. */
export interface Played {
  readonly seat: Seat;
  readonly card: Card;
}

/** The seat so many places clockwise. */
export function after(seat: Seat, steps = 1): Seat {
  return SEATS[(SEATS.indexOf(seat) + steps) % SEATS.length] ?? seat;
}

export function partnerOf(seat: Seat): Seat {
  return after(seat, 2);
}

/** 0 for north and south, 1 for east and west: where a side stands in scores. */
export function sideOf(seat: Seat): 0 | 1 {
  return (SEATS.indexOf(seat) % 2) as 0 | 1;
}

/** Whether a seat has laid down its cards, its partner being alone. */
export function sitsOut(contract: Contract | null, seat: Seat): boolean {
  return contract !== null && ((contract.sitting >> SEATS.indexOf(seat)) & 1) === 1;
}

/** Who played what, from the leader clockwise past those who sit out. */
export function playsFrom(leader: Seat, cards: readonly Card[], contract: Contract | null): Played[] {
  const active = SEATS.map((_, i) => after(leader, i)).filter((seat) => !sitsOut(contract, seat));
  return cards.flatMap((card, i) => {
    const seat = active[i];
    return seat ? [{ seat, card }] : [];
  });
}

/** Who played what to the trick in progress. */
export function playsNow(deal: DealView): Played[] {
  return deal.leader ? playsFrom(deal.leader, deal.trick, deal.contract) : [];
}

export function playsOf(trick: Trick, contract: Contract | null): Played[] {
  return playsFrom(trick.leader, trick.cards, contract);
}

/** What became of the turn-up so far. */
export type TurnUp = "offered" | "turned down" | "taken" | "on the pack" | "buried";

export function turnUp(deal: DealView, rules: Ruleset): TurnUp {
  if (deal.picked_up) return liesOnPack(deal, rules) ? "on the pack" : "taken";
  if (deal.contract?.ordered) return "buried";
  return secondRound(deal) ? "turned down" : "offered";
}

/** Whether the turn-up was refused by all. */
export function secondRound(deal: DealView): boolean {
  return deal.calls.length - (deal.contract ? 1 : 0) >= SEATS.length;
}

function liesOnPack(deal: DealView, rules: Ruleset): boolean {
  const gone = [...deal.put_away, ...deal.trick, ...deal.tricks.flatMap((trick) => trick.cards)];
  return rules.upcard_stays && !gone.includes(deal.upcard);
}

/** Whether the turn-up lies face up, on the pack or beside it. */
export function upcardInSight(deal: DealView, rules: Ruleset): boolean {
  const where = turnUp(deal, rules);
  return where === "turned down" ? rules.turned_down === "face_up" : where === "offered" || where === "on the pack";
}

/** Whether a seat that took a card up has put one away. */
export function hasDiscarded(deal: DealView, seat: Seat): boolean {
  return !(deal.phase === "discarding" && deal.turn === seat);
}

/** What a seat is in this deal. */
export type Role = "dealer" | "maker" | "alone" | "defends alone" | "sits out";

export function rolesOf(deal: DealView, seat: Seat): Role[] {
  const { contract } = deal;
  const roles: [Role, boolean][] = [
    ["dealer", seat === deal.dealer],
    ["maker", seat === contract?.maker],
    ["alone", seat === contract?.loner],
    ["defends alone", seat === contract?.lone_defender],
    ["sits out", sitsOut(contract, seat)],
  ];
  return roles.filter(([, is]) => is).map(([role]) => role);
}
