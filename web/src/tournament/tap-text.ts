/** Sentences about the entries (taps) that officials make at a table: deals, revokes, misdeals and rulings. */

import { t, tn } from "../lib/i18n/text.svelte.ts";
import { seatName } from "../lib/narration/names.ts";
import type { Partnership, Tap } from "../wire/types.ts";
import { withReason } from "./with-reason.ts";

/** Returns a sentence about an official's entry (tap). `side` returns the name of a side of the table. */
export function tapText(tap: Tap, side: (side: Partnership) => string): string {
  switch (tap.type) {
    case "first_dealer_set":
      return t("{seat} deals first", { seat: seatName(tap.seat) });
    case "deal_played": {
      const made = tn("{side} made trump: {n} trick", "{side} made trump: {n} tricks", tap.tricks, {
        side: side(tap.makers),
      });
      return [made, tap.alone && t("alone"), tap.defended_alone && t("defended alone")].filter(Boolean).join(", ");
    }
    case "revoke_found":
      return t("{side} revoked", { side: side(tap.offenders) });
    case "deal_misdealt":
      return t("A misdeal");
    case "deal_thrown_in":
      return t("Nobody called");
    case "upcard_at_bell":
      return tap.lay
        ? t("A card was turned up at the bell: the deal is played out")
        : t("No card was turned up at the bell");
    case "official_ruling_given":
      return withReason(
        tap.redeal ? t("Ruled: deal again") : t("Ruled: {points}", { points: signed(tap.points) }),
        tap.reason,
      );
    case "game_forfeited":
      return withReason(
        tap.ejected
          ? t("{side} sent off: the game is forfeited", { side: side(tap.side) })
          : t("{side} forfeited the game", { side: side(tap.side) }),
        tap.reason,
      );
  }
}

const signed = (points: readonly [number, number] | undefined): string =>
  (points ?? [0, 0]).map((n) => (n > 0 ? `+${n}` : `${n}`)).join(" / ");
