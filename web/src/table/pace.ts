/** The pace of a table: how long the bots and the server's pauses take, for each setting of the speed. */

import type { Speed } from "../lib/storage/preferences.svelte.ts";
import type { TableSettings } from "../wire/types.ts";

/** The settings of a table that make its pace, in milliseconds. */
export type Pace = Required<Pick<TableSettings, "answer_ms" | "draw_ms" | "deal_ms" | "trick_ms">>;

/** The pace of a table for each setting of the speed. `normal` equals the server's usual settings. */
export const PACES: Readonly<Record<Speed, Pace>> = {
  normal: { answer_ms: 400, draw_ms: 300, deal_ms: 900, trick_ms: 700 },
  hurried: { answer_ms: 150, draw_ms: 100, deal_ms: 250, trick_ms: 200 },
  still: { answer_ms: 0, draw_ms: 0, deal_ms: 0, trick_ms: 0 },
};

/**
 * Returns the pace that the host's speed gives to a table. If several people play, bots always take the same time to
 * answer, so that nobody learns from it how hard the choice was.
 */
export const paceOf = (speed: Speed, alone: boolean): Pace => PACES[speed === "still" && !alone ? "hurried" : speed];
