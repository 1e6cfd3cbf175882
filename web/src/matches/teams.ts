/** The two teams of a duplicate match. Team 0 sits north and south at the first table. */

import { message } from "../lib/i18n/text.svelte.ts";

export const TEAMS = [message("Team A"), message("Team B")] as const;

/** The team at each place of both tables, clockwise, beginning with the south. */
export const CROSSWISE = [
  [0, 1, 0, 1],
  [1, 0, 1, 0],
] as const;

/** Returns the points of both teams over all deals. `points` are those of team 0 at each table, less the others'. */
export function teamTotals(points: readonly (readonly [number, number])[]): readonly [number, number] {
  const net = points.reduce((total, [one, two]) => total + one + two, 0);
  return [net, -net];
}
