/** Which team one follows at a tournament, kept in this browser. */

const KEY = "uka.followed";
const MOST = 40;

function read(): Record<string, number> {
  try {
    const kept = Object(JSON.parse(localStorage.getItem(KEY) ?? "{}")) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(kept).filter((line): line is [string, number] => Number.isInteger(line[1])),
    );
  } catch {
    return {}; // it was not written by this page, or nothing is kept
  }
}

class FollowedTeams {
  #all = $state.raw(read());

  /** The team that is followed at a tournament. */
  of(tournament: string): number | null {
    return this.#all[tournament] ?? null;
  }

  /** Follow a team, or none. */
  follow(tournament: string, team: number | null): void {
    const others = Object.entries(this.#all).filter(([other]) => other !== tournament);
    const own = team === null ? [] : [[tournament, team] as const];
    this.#all = Object.fromEntries([...others, ...own].slice(-MOST));
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#all));
    } catch {
      // it is known for as long as the page is open
    }
  }
}

export const followedTeams = new FollowedTeams();
