/** The drawn scale of points on which the values of choices are compared. */

import type { RatedAction } from "../../wire/types.ts";

/** A scale of points from `low` to `high`. Both ends have a tick, and so has zero. */
export interface PointsScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  /** Returns the place of a value as a fraction of the scale's length, from 0 to 1. */
  at(points: number): number;
}

/** The distances between ticks, in points. */
const STEPS = [0.5, 1, 2, 5];
const MOST_STEPS = 5;
/** The margin of error is two standard errors. */
const ERRORS = 2;

/** Returns a scale that has zero and all values with their margins of error. */
export function pointsScale(choices: readonly RatedAction[]): PointsScale {
  const lows = choices.map(({ points, points_error }) => points - ERRORS * points_error);
  const highs = choices.map(({ points, points_error }) => points + ERRORS * points_error);
  const [least, most] = [Math.min(0, ...lows), Math.max(0, ...highs)];
  const first = (step: number): number => Math.floor(least / step);
  const last = (step: number): number => Math.max(Math.ceil(most / step), first(step) + 1);
  const step = STEPS.find((step) => last(step) - first(step) <= MOST_STEPS) ?? Math.ceil((most - least) / MOST_STEPS);
  const [low, high] = [first(step) * step, last(step) * step];
  return {
    low,
    high,
    ticks: Array.from({ length: last(step) - first(step) + 1 }, (_, i) => (first(step) + i) * step),
    at: (points) => Math.min(1, Math.max(0, (points - low) / (high - low))),
  };
}

/** Formats the number at a tick, such as +1 or −0.5. */
export function formatTick(points: number): string {
  const text = Math.abs(points).toFixed(Number.isInteger(points) ? 0 : 1);
  return points ? (points < 0 ? "−" : "+") + text : text;
}
