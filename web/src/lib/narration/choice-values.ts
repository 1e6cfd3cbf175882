/** The values of choices as text and as bars: chances of winning, points and their errors. */

import type { Action, Judged, Rated } from "../../wire/types.ts";
import { cardText, suitName } from "./card-names.ts";
import { capitalize, t } from "../i18n/text.svelte.ts";

/** A choice, as it is read: a card, or words of the ruleset's. */
export function choiceText(action: Action, words: string, card = cardText): string {
  if ("card" in action) return card(action.card);
  return capitalize(action.do === "name" ? suitName(action.suit) : words);
}

/** A chance: 54 %. */
export const formatChance = (win: number): string => `${(100 * win).toFixed(0)} %`;

/** Points with their sign: +0.32. */
export const formatPoints = (points: number): string => sign(points, 2);

/** What a choice changed of the chance of winning: −3.1 %. */
export const formatChange = (win: number): string => `${sign(100 * win, 1)} %`;

function sign(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

/** How far chance may have moved a figure, nineteen times in twenty: two standard errors. */
export const formatError = (error: number, digits: number): string => `±${(2 * error).toFixed(digits)}`;

/** What a bar shows in parts of its length: the figure, and from where to where chance may have moved it. */
export interface ValueBar {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** Bars of chances of winning on one scale, and where it begins and ends: no narrower than a tenth. */
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

/** Whether a choice cost anything worth telling: less reads as nothing. */
export const isCostly = ({ points, win }: Judged): boolean => win >= 0.0005 || Math.abs(points) >= 0.005;

/** What is said of a choice's worth by ear. */
export const describeChoice = (rated: Rated, card = cardText): string =>
  t("{choice}: {chance} to win, {points} points", {
    choice: choiceText(rated.action, rated.words, card),
    chance: formatChance(rated.win),
    points: formatPoints(rated.points),
  });
