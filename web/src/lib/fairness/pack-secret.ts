/**
 * Checks the server's secret for a pack and the seed shares from which the pack was made. They throw `Unfair` for what
 * the protocol does not allow.
 */

import { SEATS } from "../game/seats.ts";
import type { Shares } from "../../wire/types.ts";
import { t } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";
import { commitment, standIn } from "./construction.ts";
import { ensure, insistSized, leads, same, shareOf } from "./shares.ts";

/**
 * Returns the seed shares of all seats, north first. For a seat without a share, the list has a replacement that
 * follows from the server's secret.
 */
export const values = (shares: Shares, secret: string): string[] =>
  SEATS.map((seat) => {
    const own = shares.awaited?.includes(seat) ? shareOf(shares, seat) : null;
    return own ?? standIn(secret, shares.number, seat);
  });

/**
 * Throws `Unfair` if two states of the seed shares for a pack contradict each other. This browser observed `seen`
 * before any share was opened. The pack was made from `used`.
 */
export function checkSeen(seen: Shares, used: Shares): void {
  const unchanged =
    same(seen.awaited ?? [], used.awaited ?? []) &&
    seen.cut === used.cut &&
    seen.packet_pattern === used.packet_pattern;
  ensure(unchanged, t("Who adds to the pack, or how it is cut and dealt, was changed after shares were opened."));
  for (const seat of used.awaited ?? []) {
    const value = shareOf(used, seat);
    const fits = value !== null && leads(seen, seat, value);
    ensure(fits, t("The share that {seat} opened doesn't match its commitment.", { seat: seatName(seat) }));
  }
}

/** Throws `Unfair` if the server has not committed to this secret. `bound` is the server's commitment. */
export function checkSecret(secret: string, bound: string | undefined): void {
  ensure(bound !== undefined, t("The server made no commitment."));
  insistSized(secret);
  ensure(commitment(secret) === bound, t("The secret revealed is not the one committed to."));
}
