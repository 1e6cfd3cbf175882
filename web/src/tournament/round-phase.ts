/** Computes the phase of a round and the time left on the round's clock. */

import type { RoundView, TournamentSettings } from "../wire/types.ts";

/**
 * The phases of a round. `before`: the teams have no tables yet. `seated`: the tables are published, but play has not
 * started. `running` and `paused`: the clock runs or is stopped. `bell`: the time is over. `closed`: all results are
 * final.
 */
export type RoundPhase = "before" | "seated" | "running" | "paused" | "bell" | "closed";

/** A source of the present time on the server's clock, in milliseconds since 1970. */
export interface Timekeeper {
  readonly now: number;
}

/**
 * Returns the length of a round in milliseconds; 0 means that there is no clock. The server omits the default length.
 */
export const roundLength = (settings: TournamentSettings | undefined): number => settings?.clock_ms ?? 720_000;

/**
 * Returns the phase of a round at the time `now`, in milliseconds since 1970. The phase changes to `bell` on time, even
 * if the server can't be reached.
 */
export function roundPhase(round: RoundView | null | undefined, now: number): RoundPhase {
  if (!round) return "before";
  if (round.closed) return "closed";
  if (round.rang) return "bell";
  if (round.started === null) return "seated";
  if (round.left !== null) return "paused";
  return round.bell_at !== null && now >= round.bell_at ? "bell" : "running";
}

/**
 * Returns the milliseconds left in a round. Null if the rounds have no clock, or if the round is closed. `length` is
 * the length of a round in milliseconds, and `now` the present time in milliseconds since 1970.
 */
export function timeLeft(round: RoundView | null | undefined, length: number, now: number): number | null {
  if (!length) return null;
  switch (roundPhase(round, now)) {
    case "before":
    case "seated":
      return length;
    case "paused":
      return Math.max(0, round?.left ?? 0);
    case "running":
      return Math.max(0, (round?.bell_at ?? now) - now);
    case "closed":
      return null;
    case "bell":
      return 0;
  }
}

/** Whether a round is the last of the planned rounds. */
export const isLast = (settings: TournamentSettings | undefined, round: RoundView | null | undefined): boolean =>
  (settings?.rounds ?? 0) > 0 && (round?.number ?? 0) >= (settings?.rounds ?? 0);
