/**
 * Shares, such as the share of games won, with their standard errors. Also computes how a share changes over time. Two
 * shares whose difference may be due to chance count as equal.
 */

import { isEuchred } from "../game/outcomes.ts";
import { sideOf } from "../game/seats.ts";
import type { FinishedDeal, Row } from "./statistics.ts";

/** A share: `part` of `whole`. `error` is its standard error, which is never zero. */
export interface Share {
  readonly part: number;
  readonly whole: number;
  readonly share: number;
  readonly error: number;
}

/**
 * How a share has changed: it rose (`up`), it fell (`down`), it is the same within its standard error (`same`), or
 * there are too few deals or games to tell (`few`).
 */
export type Change = "up" | "down" | "same" | "few";

/** Whether a change is good or bad, or neither (`quiet`). */
export type Tone = "good" | "bad" | "quiet";

/** Returns the tone of a change. `better` is the change that is good; undefined if none is. */
export function toneOf(change: Change, better: "up" | "down" | undefined): Tone {
  if (!better || change === "same" || change === "few") return "quiet";
  return change === better ? "good" : "bad";
}

/**
 * A share over time. `all` is the share of all values. For `blocks`, the values are divided in the order of time into
 * blocks of about equal length, and each block has its own share.
 */
export interface Trend {
  readonly all: Share;
  readonly blocks: readonly Share[];
  readonly change: Change;
}

/** The smallest number of deals or games of which the page tells a percentage. */
export const ENOUGH = 10;
const LEAST = 5; // the smallest number of deals or games in a block
const MAX_BLOCKS = 8; // the largest number of blocks

/**
 * Returns the share of the values that are true. The standard error is computed as if there were one more success and
 * one more failure, so that it is never zero.
 */
export function shareOf(values: readonly boolean[]): Share {
  const part = values.filter(Boolean).length;
  const whole = values.length;
  const likely = (part + 1) / (whole + 2);
  return { part, whole, share: whole ? part / whole : 0, error: Math.sqrt((likely * (1 - likely)) / (whole + 2)) };
}

/** Whether two shares differ by more than chance explains: by more than two standard errors of their difference. */
export const differs = (a: Share, b: Share): boolean => Math.abs(a.share - b.share) > 2 * Math.hypot(a.error, b.error);

/** Returns a share over time. The values are in the order of time. */
export function trendOf(values: readonly boolean[]): Trend {
  const count = Math.min(MAX_BLOCKS, Math.floor(values.length / LEAST));
  const blocks = Array.from({ length: count }, (_, i) =>
    shareOf(values.slice(Math.round((i * values.length) / count), Math.round(((i + 1) * values.length) / count))),
  );
  return { all: shareOf(values), blocks, change: changeOf(values) };
}

function changeOf(values: readonly boolean[]): Change {
  if (values.length < 2 * LEAST) return "few";
  const middle = Math.floor(values.length / 2);
  const [before, after] = [shareOf(values.slice(0, middle)), shareOf(values.slice(middle))];
  if (!differs(before, after)) return "same";
  return after.share > before.share ? "up" : "down";
}

/** The phases of play whose success is counted. */
export type Phase = "games" | "calling" | "defence" | "loners";

/**
 * Returns the successes and failures in a phase. `games`: whether a game was won. `calling`: whether the user's side
 * was not euchred, and did not lose the deal by a revoke, after the user made trump. `defence`: whether the opponents
 * were euchred after they made trump. `loners`: whether the user took every trick alone. Drawn games are left out.
 */
export function outcomesOf(rows: readonly Row[], phase: Phase): boolean[] {
  if (phase === "games") return rows.flatMap((row) => (row.what === "game" && row.won !== null ? [row.won] : []));
  return rows.flatMap((row) => {
    const success = row.what === "deal" ? DEALS[phase](row) : null;
    return success === null ? [] : [success];
  });
}

const DEALS: Record<Exclude<Phase, "games">, (deal: FinishedDeal) => boolean | null> = {
  calling: ({ seat, result: { maker, outcome } }) =>
    maker === seat ? !isEuchred(outcome) && outcome !== "revoked" : null,
  defence: ({ seat, result: { maker, outcome } }) =>
    maker !== null && sideOf(maker) !== sideOf(seat) ? isEuchred(outcome) : null,
  loners: ({ seat, result: { loner, outcome } }) => (loner === seat ? outcome === "lone_march" : null),
};

/** Returns the rows in groups with the same key, in the order in which the keys first occur. */
export function grouped(rows: readonly Row[], key: (row: Row) => string | undefined): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = key(row);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}
