/** The team that the user follows at each tournament, stored in this browser. */

import { entriesOf, isRecord, stored, withNewest } from "./stored.ts";

const STORED = stored("uka.followed", isRecord);
const MOST = 40;

const isTeam = (value: unknown): value is number => Number.isInteger(value);

class FollowedTeams {
  #all = $state.raw(entriesOf(STORED.get(), isTeam));

  /** Returns the number of the team that the user follows at a tournament; null if there is none. */
  of(tournament: string): number | null {
    return this.#all[tournament] ?? null;
  }

  /** Follows a team at a tournament; null follows none. */
  follow(tournament: string, team: number | null): void {
    this.#all = withNewest(this.#all, tournament, team ?? undefined, MOST);
    STORED.set(this.#all);
  }
}

export const followedTeams = new FollowedTeams();
