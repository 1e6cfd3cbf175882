/** The pace of a table: how long the bots and the server's pauses take, for each setting of the bots' speed. */

import { BOT_SPEEDS, type BotSpeed } from "../lib/storage/preferences.svelte.ts";
import { message } from "../lib/i18n/text.svelte.ts";
import type { TableSettings } from "../wire/types.ts";

/** The settings of a table that make its pace, in milliseconds. */
export type Pace = Required<Pick<TableSettings, "answer_ms" | "draw_ms" | "deal_ms" | "trick_ms">>;

/** The pace of a table for each speed of its bots. `relaxed` equals the server's usual settings. */
export const PACES: Readonly<Record<BotSpeed, Pace>> = {
  relaxed: { answer_ms: 400, draw_ms: 300, deal_ms: 900, trick_ms: 700 },
  quick: { answer_ms: 150, draw_ms: 100, deal_ms: 250, trick_ms: 200 },
  instant: { answer_ms: 0, draw_ms: 0, deal_ms: 0, trick_ms: 0 },
};

/** The names of the speeds of bots, to be translated. */
export const BOT_SPEED_NAMES: Readonly<Record<BotSpeed, string>> = {
  relaxed: message("Relaxed"),
  quick: message("Quick"),
  instant: message("Instant"),
};

/**
 * Returns the pace that the host's choice gives to a table. If several people play, bots always take the same time to
 * answer, so that nobody learns from it how hard the choice was.
 */
export const paceOf = (speed: BotSpeed, alone: boolean): Pace => PACES[speed === "instant" && !alone ? "quick" : speed];

/** Returns the pace of a table that this browser opens. The draw for first dealer is slow only if it is the first one. */
export function newTablePace(speed: BotSpeed, alone: boolean, drawSeen: boolean): Pace {
  const pace = paceOf(speed, alone);
  return drawSeen ? { ...pace, draw_ms: Math.min(pace.draw_ms, PACES.quick.draw_ms) } : pace;
}

/** Returns the speed of the bots at a table with `settings`. Undefined if its answer time is not one of ours. */
export function botSpeedOf({ answer_ms = PACES.relaxed.answer_ms }: TableSettings): BotSpeed | undefined {
  return BOT_SPEEDS.find((speed) => PACES[speed].answer_ms === answer_ms);
}
