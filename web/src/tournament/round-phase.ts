/** The phase of a round and the time on its clock, from the board and the server's time. */

import type { RoundView, TournamentSettings } from "../wire/types.ts";

/** `before` the first draw; seats are out; the clock runs or stands; the bell has rung; the round is closed. */
export type RoundPhase = "before" | "seated" | "running" | "paused" | "bell" | "closed";

/** Who knows what time it is at the server. */
export interface Timekeeper {
  readonly now: number;
}

/** A round's length in milliseconds, 0 without a clock; the server leaves out what is usual. */
export const roundLength = (settings: TournamentSettings | undefined): number => settings?.clock_ms ?? 720_000;

/** Where a round is; the bell rings at its time, though the server can't be heard just then. */
export function roundPhase(round: RoundView | null | undefined, now: number): RoundPhase {
  if (!round) return "before";
  if (round.closed) return "closed";
  if (round.rang) return "bell";
  if (round.started === null) return "seated";
  if (round.left !== null) return "paused";
  return round.bell_at !== null && now >= round.bell_at ? "bell" : "running";
}

/** Milliseconds that are left of a round; null without a clock, and where nobody waits for one any more. */
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

/** Whether no round is planned after this one. */
export const isLast = (settings: TournamentSettings | undefined, round: RoundView | null | undefined): boolean =>
  (settings?.rounds ?? 0) > 0 && (round?.number ?? 0) >= (settings?.rounds ?? 0);
