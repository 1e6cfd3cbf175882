/** Checks the seats whose seed shares the server counts for a pack, when it closes the commitments. */

import type { PublicEntry, Seat, SeatView, TableLineView } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";
import { ensure } from "./shares.ts";

/** Throws `Unfair` if one of the seats has no person. `views` shows the seats before and after the step. */
export function checkManned(by: readonly Seat[], views: readonly SeatView[]): void {
  for (const seat of by) {
    const manned = views.some((view) => view.seat === seat && view.player !== null);
    ensure(manned, t("{seat} has a share in the pack, but nobody sits there.", { seat: seatName(seat) }));
  }
}

/**
 * Throws `Unfair` if the seat of `player`, who has committed, is not in `counted` although the player's connection was
 * not lost. `earlier` are the lines of the same update before this step.
 */
export function checkNotLeftOut(
  counted: readonly Seat[],
  views: readonly SeatView[],
  player: string | null,
  earlier: readonly TableLineView[],
): void {
  const own = views.filter((view) => view.player !== null && view.player === player);
  const gone = own.some(({ away, lost }) => away || lost) || earlier.some(({ entry }) => GONE.has(entry?.type));
  const has = own.some(({ seat }) => counted.includes(seat));
  ensure(!own.length || gone || has, t("This browser's share was left out."));
}

/** Log entries for a lost connection. After such an entry, the pack may be made without the seat's share. */
const GONE: ReadonlySet<PublicEntry["type"] | undefined> = new Set(["connection_lost", "player_went_away"]);
