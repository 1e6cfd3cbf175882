/**
 * The notes in a game's record that describe how its packs were made. Each note is a JSON object with its kind in
 * `type`. The notes appear in the order of the events.
 */

import type {
  CommitmentsClosed,
  PackCut,
  PacketPatternChosen,
  PublicEntry,
  Seat,
  ServerCommitted,
  ShareCommitted,
  ShareOpened,
  SharesWithheld,
} from "../../wire/types.ts";

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

/** After the draw for first dealer, the person at the seat with index *i* moved to the seat `seating[i]`. */
export interface Reseated {
  readonly type: "reseated";
  readonly seating: readonly Seat[];
}

/** A step of the protocol by which players commit to their seed shares for a pack and open them. */
export type ShareStep = StepEntry | Reseated;

/** An entry of a table's log that is a step of the protocol. */
type StepEntry = ShareCommitted | CommitmentsClosed | PackCut | PacketPatternChosen | ShareOpened | SharesWithheld;

export type FairNote = ServerCommitted | SecretOpened | ShareStep;

/** Whether an entry of a table's log is a step of the protocol. */
export const isShareStep = (entry: PublicEntry): entry is StepEntry => STEPS.has(entry.type);

const STEPS: ReadonlySet<PublicEntry["type"]> = new Set<StepEntry["type"]>([
  "share_committed",
  "commitments_closed",
  "pack_cut",
  "packet_pattern_chosen",
  "share_opened",
  "shares_withheld",
]);
