/** What a user shares of a day's result. It tells how good each deal was, and nothing about the cards. */

import { formatNumber } from "../lib/i18n/text.svelte.ts";

/** Returns a number with its sign, such as "+3" or "−2". */
export const signed = (n: number): string => (n > 0 ? `+${formatNumber(n)}` : formatNumber(n));

export const sum = (points: readonly number[]): number => points.reduce((total, each) => total + each, 0);

/** Returns a sign for each deal: better than par, par, or worse. */
export const marks = (points: readonly number[], par: readonly number[]): string =>
  points.map((own, deal) => "▼●▲"[Math.sign(own - (par[deal] ?? 0)) + 1] ?? "").join("");

/** Returns the lead over par after each deal, as values from 0 to 1; 0.5 is par. */
export function curveOf(points: readonly number[], par: readonly number[]): number[] {
  let lead = 0;
  const leads = [0, ...points.map((own, deal) => (lead += own - (par[deal] ?? 0)))];
  const widest = Math.max(4, ...leads.map(Math.abs));
  return leads.map((each) => 0.5 + each / widest / 2);
}
