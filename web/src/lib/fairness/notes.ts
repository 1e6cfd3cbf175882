/**
 * The notes in a game's record that describe how its packs were made. Each note is a JSON object with its kind in
 * `type`. The notes appear in the order of the events.
 */

import type { PublicEntry, Seat } from "../../wire/types.ts";

/**
 * The server's commitments to its secrets. There is one commitment for each pack, beginning with pack number `first`.
 */
export interface Committed {
  readonly type: "server_committed";
  readonly first: number;
  readonly commitments: readonly string[];
}

/**
 * The server's secret for a pack. In the record, the note is before the draw or the deal for which the pack was used.
 * `dealer` is the seat that deals from the pack, or null for the pack of the draw for first dealer. `game` is the
 * number of the game within a rubber; by default it is the first game.
 */
export interface SecretOpened {
  readonly type: "secret_opened";
  readonly number: number;
  readonly secret: string;
  readonly dealer: Seat | null;
  readonly game?: number;
}

/** A step of the protocol by which players commit to their seed shares for a pack and open them. */
export type ShareStep =
  | { readonly type: "share_committed"; readonly seat: Seat; readonly first: number; readonly commitment: string }
  | { readonly type: "share_commitments_closed"; readonly number: number; readonly by: readonly Seat[] }
  | { readonly type: "cut_by_hand"; readonly seat: Seat; readonly cards: number }
  | { readonly type: "packets_chosen_by_hand"; readonly seat: Seat; readonly packets: string }
  | { readonly type: "share_opened"; readonly number: number; readonly seat: Seat; readonly share: string }
  | { readonly type: "shares_withheld"; readonly number: number; readonly seats: readonly Seat[] }
  | { readonly type: "reseated"; readonly seating: readonly Seat[] };

export type FairNote = Committed | SecretOpened | ShareStep;

/** Returns the protocol step that an entry of a table's log records. Null for any other entry. */
export function shareStepOf(entry: PublicEntry): ShareStep | null {
  switch (entry.type) {
    case "share_committed":
      return { type: "share_committed", seat: entry.seat, first: entry.first, commitment: entry.commitment };
    case "commitments_closed":
      return { type: "share_commitments_closed", number: entry.number, by: entry.by ?? [] };
    case "pack_cut":
      return entry.own === false ? null : { type: "cut_by_hand", seat: entry.seat, cards: entry.cards };
    case "packet_pattern_chosen":
      return entry.packet_pattern
        ? { type: "packets_chosen_by_hand", seat: entry.seat, packets: entry.packet_pattern }
        : null;
    case "share_opened":
      return { type: "share_opened", number: entry.number, seat: entry.seat, share: entry.share };
    case "shares_withheld":
      return { type: "shares_withheld", number: entry.number, seats: entry.seats };
    default:
      return null;
  }
}
