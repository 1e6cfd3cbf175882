/**
 * Formats the values of a player's choices as text and as bars: chances of winning, expected points, and margins of
 * error.
 */

import type { Action, Judged, Rated } from "../../wire/types.ts";
import { cardText, suitName } from "./card-names.ts";
import { capitalize, t } from "../i18n/text.svelte.ts";

/** Returns a choice as text: the name of the card to play, or `words`, which are the ruleset's words for a call. */
export function choiceText(action: Action, words: string, card = cardText): string {
  if ("card" in action) return card(action.card);
  return capitalize(action.do === "name" ? suitName(action.suit) : words);
}

/** Formats a probability as a percentage, such as 54 %. */
export const formatChance = (win: number): string => `${(100 * win).toFixed(0)} %`;

/** Formats points with their sign, such as +0.32. */
export const formatPoints = (points: number): string => sign(points, 2);

/** Formats a change in the chance of winning, with its sign, such as −3.1 %. */
export const formatChange = (win: number): string => `${sign(100 * win, 1)} %`;

function sign(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

/**
 * Formats the 95 % margin of error, which is two standard errors. `error` is the standard error, and `digits` the
 * number of decimal places.
 */
export const formatError = (error: number, digits: number): string => `±${(2 * error).toFixed(digits)}`;

/**
 * The position of a value on a bar, and both ends of its margin of error. All three are fractions of the bar's length,
 * from 0 to 1.
 */
export interface ValueBar {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** The range of chances of winning that the bars cover, from `low` to `high`. The range is at least 0.1 wide. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  bar(rated: Rated): ValueBar;
}

export function scaleOf(choices: readonly Rated[]): Scale {
  const lows = choices.map(({ win, win_error }) => win - 2 * win_error);
  const highs = choices.map(({ win, win_error }) => win + 2 * win_error);
  const top = Math.min(1, Math.ceil(20 * Math.max(...highs)) / 20);
  const low = Math.max(0, Math.min(Math.floor(20 * (Math.min(...lows) - 0.01)) / 20, top - 0.1));
  const high = Math.max(top, low + 0.1);
  const part = (win: number): number => Math.min(1, Math.max(0, (win - low) / (high - low)));
  return {
    low,
    high,
    bar: ({ win, win_error }) => ({ at: part(win), low: part(win - 2 * win_error), high: part(win + 2 * win_error) }),
  };
}

/** Whether a choice cost the player enough to be shown. Smaller costs would be rounded to zero. */
export const isCostly = ({ points, win }: Judged): boolean => win >= 0.0005 || Math.abs(points) >= 0.005;

/** Returns the value of a choice as a phrase for screen readers. */
export const describeChoice = (rated: Rated, card = cardText): string =>
  t("{choice}: {chance} to win, {points} points", {
    choice: choiceText(rated.action, rated.words, card),
    chance: formatChance(rated.win),
    points: formatPoints(rated.points),
  });
