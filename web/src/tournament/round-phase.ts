/** Computes the phase of a round and the time left on its clock, from the tournament's state and the server's time. */

import type { RoundView, TournamentSettings } from "../wire/types.ts";

/**
 * The phases of a round. `before`: the teams have no tables yet. `seated`: the tables are published. `running`,
 * `paused`: the clock runs or stands. `bell`: the time is over. `closed`: all results are final.
 */
export type RoundPhase = "before" | "seated" | "running" | "paused" | "bell" | "closed";

/** A source of the present time on the server's clock. */
export interface Timekeeper {
  readonly now: number;
}

/** Returns the length of a round in milliseconds, 0 without a clock. The server leaves out the default. */
export const roundLength = (settings: TournamentSettings | undefined): number => settings?.clock_ms ?? 720_000;

/**
 * Returns the phase of a round at the time `now`. The bell rings at its time even if the server can't be reached then.
 */
export function roundPhase(round: RoundView | null | undefined, now: number): RoundPhase {
  if (!round) return "before";
  if (round.closed) return "closed";
  if (round.rang) return "bell";
  if (round.started === null) return "seated";
  if (round.left !== null) return "paused";
  return round.bell_at !== null && now >= round.bell_at ? "bell" : "running";
}

/** Returns the milliseconds left in a round. Null if the rounds have no clock, or the clock no longer matters. */
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

/** Whether a round is the last one planned. */
export const isLast = (settings: TournamentSettings | undefined, round: RoundView | null | undefined): boolean =>
  (settings?.rounds ?? 0) > 0 && (round?.number ?? 0) >= (settings?.rounds ?? 0);
