/** The steps of a replayed deal: the hands and the sentences at each step. */

import { SEATS } from "../game/seats.ts";
import type { Card, Replay, Scene, Seat } from "../../wire/types.ts";
import { Names } from "./names.ts";
import { narrate } from "./narrator.ts";

type Deal = Replay["deals"][number];
type Step = Deal["steps"][number];

/** The hands by seat. Hidden hands are left out. A card that the record does not name is null. */
export type Hands = Partial<Record<Seat, readonly (Card | null)[]>>;

/** Returns the hands of all seats after a step. */
export function handsAt(step: Step): Hands {
  const hands: Hands = {};
  for (const [i, seat] of SEATS.entries()) {
    const hand = step.hands[i];
    if (hand) hands[seat] = hand;
  }
  return hands;
}

/** Whether a trick has just been taken and still lies on the table. */
export const isTrick = (step: Step): boolean => step.events.some(({ event }) => event === "trick_taken");

/** Returns the `Names` of a game's players for a reader at a seat; null stands for a spectator. */
export function replayNames({ players }: Pick<Replay, "players">, seat: Seat | null): Names {
  const seats = SEATS.map((seat, i) => ({ seat, name: person(players[i]) })) as unknown as Scene["seats"];
  return new Names({ seats }, seat);
}

/** Returns a person's name. Null for a bot, which sentences call by its seat, as at the table. */
const person = (name = ""): string | null => (!name || name.startsWith("bot (") ? null : name);

/** Returns the sentences for each step of a deal. */
export function narrateDeal(deal: Deal, names: Names): string[][] {
  return deal.steps.map((step, i) => {
    const scene = { ...names.scene, settings: {}, score: step.score } as unknown as Scene;
    const events = step.events.filter((event) => event.event !== "hand_dealt" || event.seat === names.me);
    const lines = [{ seq: i, at: 0, by: "", events }];
    const told = narrate({ whole: false, lines, scene, deal: step.deal }, deal.steps[i - 1]?.deal ?? null, names);
    return told.map(({ text }) => text);
  });
}
