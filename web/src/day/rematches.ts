/** Who met whom more than once. */

import type { RoundPage } from "../wire/types.ts";

export interface Rematch {
  readonly teams: readonly [number, number];
  readonly rounds: readonly number[];
}

/** Teams that met more than once, and in which rounds. */
export function rematches(pages: readonly RoundPage[]): Rematch[] {
  const met = new Map<string, { teams: readonly [number, number]; rounds: number[] }>();
  for (const { round, matches } of pages) {
    for (const match of matches) {
      const [a, b] = match.teams;
      const teams = a < b ? ([a, b] as const) : ([b, a] as const);
      const found = met.get(teams.join()) ?? { teams, rounds: [] };
      found.rounds.push(round.number);
      met.set(teams.join(), found);
    }
  }
  return [...met.values()].filter(({ rounds }) => rounds.length > 1);
}
