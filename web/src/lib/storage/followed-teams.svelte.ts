/** The team that this browser follows at each tournament. */

import { entriesOf, isRecord, stored, withNewest } from "./stored.ts";

const STORED = stored("uka.followed", isRecord);
const MOST = 40;

const isTeam = (value: unknown): value is number => Number.isInteger(value);

class FollowedTeams {
  #all = $state.raw(entriesOf(STORED.get(), isTeam));

  /** Returns the team that is followed at a tournament. */
  of(tournament: string): number | null {
    return this.#all[tournament] ?? null;
  }

  /** Follows a team, or none. */
  follow(tournament: string, team: number | null): void {
    this.#all = withNewest(this.#all, tournament, team ?? undefined, MOST);
    STORED.set(this.#all);
  }
}

export const followedTeams = new FollowedTeams();
