/** The course of a game: its turning points, and the step at which a deal was decided. */

import type { DealResult, GameReplay } from "../../wire/types.ts";
import { HAND_SIZE, sideOf } from "./seats.ts";
import { isEuchred, isMarch } from "./outcomes.ts";

/** A deal that changed the course of the game. `deal` counts from 0. */
export interface TurningPoint {
  readonly deal: number;
  readonly before: number;
  readonly after: number;
}

/** The smallest change of the chance of winning that makes a deal a turning point. */
export const LEAST_CHANCE = 0.12;
/** The smallest change of the lead, in points, that makes a deal a turning point. */
export const LEAST_LEAD = 2;

/**
 * Returns at most `most` deals, in the order of the game: those that changed a value the most, and by at least `least`.
 * `values` has the value before each deal, and the value at the end.
 */
export function turningPoints(values: readonly number[], least: number, most = 3): TurningPoint[] {
  const all = values.slice(1).map((after, deal) => ({ deal, before: values[deal] ?? after, after }));
  const change = ({ before, after }: TurningPoint): number => Math.abs(after - before);
  return all
    .filter((point) => change(point) >= least)
    .sort((a, b) => change(b) - change(a))
    .slice(0, most)
    .sort((a, b) => a.deal - b.deal);
}

/** Returns the chances of winning of a side. `chances` are those of north-south. */
export const chancesFor = (chances: readonly number[], side: 0 | 1): number[] =>
  chances.map((chance) => (side ? 1 - chance : chance));

/** Returns the lead of a side before each deal and at the end. */
export const leads = (scores: readonly (readonly number[])[], side: 0 | 1): number[] =>
  [[0, 0], ...scores].map((score) => (score[side] ?? 0) - (score[1 - side] ?? 0));

/** Returns the step at which a deal was decided: the last trick that the winners of the deal needed. */
export function decisiveStep(steps: GameReplay["deals"][number]["steps"], result: DealResult | null): number {
  const last = Math.max(0, steps.length - 1);
  if (!result?.maker) return last;
  const makers = sideOf(result.maker);
  const euchred = isEuchred(result.outcome);
  const side = euchred ? 1 - makers : makers;
  const needed = isMarch(result.outcome) ? HAND_SIZE : Math.ceil(HAND_SIZE / 2);
  const at = steps.findIndex(({ deal }) => (deal?.taken[side] ?? 0) >= needed);
  return at < 0 ? last : at;
}
