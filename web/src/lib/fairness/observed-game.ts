/**
 * What this browser saw of a game's fair dealing: commitments, seed shares, secrets and cards. It is kept in the
 * browser's storage, so that a reload loses nothing.
 */

import type { Card, DealView, Seat, Shares } from "../../wire/types.ts";
import { entriesOf, isRecord, stored, withNewest } from "../storage/stored.ts";
import type { TableTransition } from "../net/table-replica.ts";
import type { PackVerdict } from "./pack-verdict.ts";

/** What this browser saw of one pack. */
export interface ObservedPack {
  /** The commitment to the pack's secret, if this browser received it before the pack was dealt. */
  bound?: string;
  /** The state of the players' seed shares before the first share was opened, or before this browser opened its own. */
  fixed?: Shares;
  /** The state of the players' seed shares that the pack was made from. */
  used?: Shares;
  /** The seed share that this browser opened, after the seat that it belongs to. */
  mine?: readonly [Seat, string];
  /** Whether this browser was a spectator and had no seat. */
  watched?: boolean;
  /** The seats that withheld a seed share for the pack, so that the pack was abandoned. */
  withheld?: readonly Seat[];
  /** The first breach of the protocol of seed shares, in a sentence. */
  fault?: string;
  /** Whether the pack is that of the draw for the first deal. */
  spread?: boolean;
  /** The cards shown in the draw, and the positions in the pack that they were taken from. */
  drawn?: [Seat, Card][];
  places?: number[];
  /** Whether this browser missed some cards of the draw. */
  partly?: boolean;
  /** The first dealer, as chosen by the draw. */
  first?: Seat;
  dealt?: DealtPack;
  hands?: Partial<Record<Seat, readonly Card[]>>;
  up?: Card[];
  /** The cards that the finished deal showed; undefined while the deal is played. */
  end?: PlayedDeal;
  verdict?: PackVerdict;
}

/** How a pack was cut and dealt. */
export interface DealtPack {
  readonly dealer: Seat;
  readonly cut: number | null;
  readonly way: string | null;
  /** The number of the game within a rubber. Earlier versions did not store it. */
  readonly game?: number;
}

/** The cards that a finished deal showed. */
export type PlayedDeal = Pick<DealView, "picked_up" | "went_under"> & {
  readonly plays: readonly (readonly [Seat, Card])[];
  /** The seat that received a card from its partner before playing alone. */
  readonly helped: Seat | null;
};

/** What this browser saw of the fair dealing of one game. */
export interface ObservedGame {
  commitments: string[];
  secrets: string[];
  packs: Record<number, ObservedPack>;
  /** The players' names by seat when the game began, if this browser was there. */
  players?: readonly string[] | undefined;
  /** A sentence on how the server broke its commitments, if the breach affects the whole game and not only one pack. */
  broken?: string;
}

const STORED = stored("uka.fair", isRecord);
/** The most tables whose last games are stored. */
const TABLES = 4;

/** Returns an empty record of observations, for a game that begins. */
export const newGame = (): ObservedGame => ({ commitments: [], secrets: [], packs: {} });

/** Returns the stored observations of the last game at a table; undefined if there are none. */
export const storedGame = (table: string): ObservedGame | undefined => entriesOf(STORED.get(), isObservedGame)[table];

/** Stores the observations of a table's game as the newest entry. Drops the oldest entry beyond the limit. */
export function storeGame(table: string, game: ObservedGame): void {
  STORED.set(withNewest<unknown>(STORED.get() ?? {}, table, game, TABLES));
}

/**
 * Merges into `game` what another page of this browser has stored about the same game. Where both have a value, `game`
 * keeps its own.
 */
export function mergeStored(table: string, game: ObservedGame): void {
  const other = storedGame(table);
  if (!other || other.commitments[0] !== game.commitments[0]) return;
  game.players ??= other.players;
  for (const [number, pack] of Object.entries(other.packs)) {
    game.packs[Number(number)] = { ...pack, ...game.packs[Number(number)] };
  }
}

/** Log entries that may change who sits at which seat. */
const SEATING: readonly string[] = ["sat", "stood", "bot_sat", "swapped", "removed", "left"];

/**
 * Returns the players' names by seat when a game begins. `began` is the index of the line that begins it. Empty if
 * seats changed later in the same transition.
 */
export function namesAtStart({ lines, scene }: TableTransition, began: number): readonly string[] {
  const later = lines.slice(began + 1);
  const moved = later.some(
    ({ entry, events }) =>
      (entry && SEATING.includes(entry.entry)) || events?.some(({ event }) => event === "dealer_found"),
  );
  return moved ? [] : scene.seats.map(({ name, bot }) => name ?? `bot (${bot})`);
}

/**
 * Returns the players' names by seat that this browser saw when the game of a record began; empty if it was not there.
 */
export function playersSeen(table: string, record: string): readonly string[] {
  const game = storedGame(table);
  const first = game?.commitments[0];
  return first !== undefined && record.includes(first) ? (game?.players ?? []) : [];
}

const isObservedGame = (value: unknown): value is ObservedGame =>
  isRecord(value) && Array.isArray(value.commitments) && Array.isArray(value.secrets) && isRecord(value.packs);
