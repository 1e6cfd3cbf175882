/** The teams that the user follows, at most one at each tournament. They are stored in this browser. */

import { entriesOf, isRecord, stored, withNewest } from "./stored.ts";

const STORED = stored("uka.followed", isRecord);
const MAX_FOLLOWED = 40;

const isTeam = (value: unknown): value is number => Number.isInteger(value);

class FollowedTeams {
  #all = $state.raw(entriesOf(STORED.get(), isTeam));

  /** Returns the number of the team that the user follows at a tournament. Null if the user follows none. */
  of(tournament: string): number | null {
    return this.#all[tournament] ?? null;
  }

  /** Makes the user follow a team at a tournament. If `team` is null, the user follows no team there any more. */
  follow(tournament: string, team: number | null): void {
    this.#all = withNewest(this.#all, tournament, team ?? undefined, MAX_FOLLOWED);
    STORED.set(this.#all);
  }
}

export const followedTeams = new FollowedTeams();
