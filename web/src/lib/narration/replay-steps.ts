/** The steps of a replayed deal. Each step has the hands after it, and sentences that describe it. */

import { SEATS } from "../game/seats.ts";
import type { Card, GameReplay, Ruleset, PublicTable, Seat } from "../../wire/types.ts";
import { Names } from "./names.ts";
import { narrate } from "./narrator.ts";

type Deal = GameReplay["deals"][number];
type Step = Deal["steps"][number];

/** The cards in each seat's hand. Hidden hands are omitted. A card that the record does not name is null. */
export type Hands = Partial<Record<Seat, readonly (Card | null)[]>>;

/** Returns the visible hands after a step. */
export function handsAt(step: Step): Hands {
  const hands: Hands = {};
  for (const [i, seat] of SEATS.entries()) {
    const hand = step.hands[i];
    if (hand) hands[seat] = hand;
  }
  return hands;
}

/** Whether this step ends a trick, so that the whole trick is still on the table. */
export const isTrick = (step: Step): boolean => step.events.some(({ type }) => type === "trick_taken");

/** Returns the `Names` of a game's players. `seat` is the reader's seat, or null for a spectator. */
export function replayNames({ players }: Pick<GameReplay, "players">, seat: Seat | null): Names {
  const seats = SEATS.map((seat, i) => ({ seat, ...player(players[i]) })) as unknown as PublicTable["seats"];
  return new Names({ seats }, seat);
}

/**
 * Parses the name of a player in a record. Returns the name of a person as `name`, and the name of a bot as `persona`.
 * A record describes a bot as "bot (Ingrid, club)".
 */
function player(name = ""): { name: string | null; persona: string | null } {
  if (!name.startsWith("bot (")) return { name: name || null, persona: null };
  return { name: null, persona: /^bot \((\p{L}+), .*\)$/u.exec(name)?.[1] ?? null };
}

/**
 * Returns the seat at which the reader probably sat. This is the seat of the player with the name `name`. If there is
 * no such player, it is the first seat of a person.
 */
export function likelySeat(players: GameReplay["players"], name: string): Seat {
  const own = players.indexOf(name);
  const at = name && own >= 0 ? own : players.findIndex((name) => player(name).name !== null);
  return SEATS[at] ?? "south";
}

/** Returns a list of sentences for each step of a deal. Only the cards dealt to `seat` are told. */
export function narrateDeal(deal: Deal, names: Names, rules: Ruleset, seat: Seat | null): string[][] {
  return deal.steps.map((step, i) => {
    const scene = { ...names.scene, settings: {}, score: step.score } as unknown as PublicTable;
    const events = step.events.filter((event) => event.type !== "hand_dealt" || event.seat === seat);
    const lines = [{ seq: i, at: 0, by: "", events }];
    const told = narrate(
      { whole: false, lines, rules, scene, deal: step.deal },
      deal.steps[i - 1]?.deal ?? null,
      names,
    );
    return told.map(({ text }) => text);
  });
}
