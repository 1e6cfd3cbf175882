/** Means of a number for each game, such as the points lost in a game, with their standard errors, and over time. */

import type { Change } from "./trends.ts";

/** A mean of `count` values. `error` is its standard error. */
export interface Mean {
  readonly count: number;
  readonly mean: number;
  readonly error: number;
}

/**
 * A mean over time. `all` is the mean of all values. For `blocks`, the values are divided in the order of time into
 * blocks of about equal length.
 */
export interface MeanTrend {
  readonly all: Mean;
  readonly blocks: readonly Mean[];
  readonly change: Change;
}

const MAX_BLOCKS = 8; // the largest number of blocks
const LEAST = 3; // the smallest number of games in each half of which the means are compared

/** A difference of at most this many standard errors may be due to chance. */
const ERRORS = 2;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the standard deviation of a sample. Zero if there are fewer than two values. */
function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

/** Returns the mean of values. `deviation` is their standard deviation if more values than these tell it. */
export function meanOf(values: readonly number[], deviation = deviationOf(values)): Mean {
  const count = values.length;
  return { count, mean: count ? sum(values) / count : 0, error: count ? deviation / Math.sqrt(count) : 0 };
}

/** Whether a mean is above zero by more than chance explains. */
export const isPositive = ({ mean, error }: Mean): boolean => mean > ERRORS * error;

/** Returns values in at most eight blocks of about equal length. */
export function blocksOf<T>(values: readonly T[]): T[][] {
  const count = Math.min(MAX_BLOCKS, values.length);
  const at = (i: number): number => Math.round((i * values.length) / count);
  return Array.from({ length: count }, (_, i) => values.slice(at(i), at(i + 1)));
}

/** Returns a mean over time. The values are in the order of time. */
export function meanTrendOf(values: readonly number[]): MeanTrend {
  const deviation = deviationOf(values);
  const blocks = blocksOf(values).map((block) => meanOf(block, deviation));
  return { all: meanOf(values, deviation), blocks, change: changeOf(values, deviation) };
}

function changeOf(values: readonly number[], deviation: number): Change {
  if (values.length < 2 * LEAST) return "few";
  const middle = Math.floor(values.length / 2);
  const [before, after] = [meanOf(values.slice(0, middle), deviation), meanOf(values.slice(middle), deviation)];
  if (Math.abs(after.mean - before.mean) <= ERRORS * Math.hypot(before.error, after.error)) return "same";
  return after.mean > before.mean ? "up" : "down";
}
