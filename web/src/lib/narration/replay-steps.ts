/** The steps of a replayed deal: each step's hands and sentences. */

import { SEATS } from "../game/seats.ts";
import type { Card, Replay, Scene, Seat } from "../../wire/types.ts";
import { Names } from "./names.ts";
import { narrate } from "./narrator.ts";

type Deal = Replay["deals"][number];
type Step = Deal["steps"][number];

/** Hands by seat; those that are not shown are left out, and a card that the record does not know is null. */
export type Hands = Partial<Record<Seat, readonly (Card | null)[]>>;

/** The hands after a step. */
export function handsAt(step: Step): Hands {
  const hands: Hands = {};
  for (const [i, seat] of SEATS.entries()) {
    const hand = step.hands[i];
    if (hand) hands[seat] = hand;
  }
  return hands;
}

/** Whether a trick has just been taken, so that it still lies there. */
export const isTrick = (step: Step): boolean => step.events.some(({ event }) => event === "trick_taken");

/** What a game's players are called, as one sees it who only watches or from a seat. */
export function replayNames({ players }: Pick<Replay, "players">, seat: Seat | null): Names {
  const seats = SEATS.map((seat, i) => ({ seat, name: person(players[i]) })) as unknown as Scene["seats"];
  return new Names({ seats }, seat);
}

/** A person's name; bots are called by their place, as at the table. */
const person = (name = ""): string | null => (!name || name.startsWith("bot (") ? null : name);

/** What is told of each step of a deal. */
export function narrateDeal(deal: Deal, names: Names): string[][] {
  return deal.steps.map((step, i) => {
    const scene = { ...names.scene, settings: {}, score: step.score } as unknown as Scene;
    const events = step.events.filter((event) => event.event !== "hand_dealt" || event.seat === names.me);
    const lines = [{ seq: i, at: 0, by: "", events }];
    const told = narrate({ whole: false, lines, scene, deal: step.deal }, deal.steps[i - 1]?.deal ?? null, names);
    return told.map(({ text }) => text);
  });
}
