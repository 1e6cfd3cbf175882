/**
 * What this browser observed of a game's fair dealing. The browser's storage holds it, so that a reload loses nothing.
 */

import type { Card, DealView, Seat, Shares } from "../../wire/types.ts";
import { entriesOf, isRecord, stored, withNewest } from "../storage/stored.ts";
import type { TableTransition } from "../net/table-replica.ts";
import type { PackVerdict } from "./pack-verdict.ts";

/** What was observed of one pack. */
export interface ObservedPack {
  /** The commitment to its secret, if this browser received it before the pack was dealt. */
  bound?: string;
  /** The shares before any was opened, or before this browser opened its own. */
  fixed?: Shares;
  /** The shares that the pack was made of. */
  used?: Shares;
  /** The share that this browser opened, and the seat that it opened it for. */
  mine?: readonly [Seat, string];
  /** Whether this browser had no seat. */
  watched?: boolean;
  /** The seats that withheld a share of it, so that it was abandoned. */
  withheld?: readonly Seat[];
  /** The first step that broke the protocol. */
  fault?: string;
  /** Whether it is the pack of the draw for the first deal. */
  spread?: boolean;
  /** The cards shown in the draw, and the places that they were taken from. */
  drawn?: [Seat, Card][];
  places?: number[];
  /** Whether some cards of the draw were not observed. */
  partly?: boolean;
  /** The dealer that the draw found. */
  first?: Seat;
  dealt?: DealtPack;
  hands?: Partial<Record<Seat, readonly Card[]>>;
  up?: Card[];
  /** How the deal was played, once it is over. */
  end?: PlayedDeal;
  verdict?: PackVerdict;
}

/** How a pack was cut and dealt. */
export interface DealtPack {
  readonly dealer: Seat;
  readonly cut: number | null;
  readonly way: string | null;
  /** Which game of a rubber; earlier versions did not store it. */
  readonly game?: number;
}

/** The cards that a finished deal showed. */
export type PlayedDeal = Pick<DealView, "picked_up" | "went_under"> & {
  readonly plays: readonly (readonly [Seat, Card])[];
  /** The seat that was given a card by its partner. */
  readonly helped: Seat | null;
};

/** What was observed of one game. */
export interface ObservedGame {
  commitments: string[];
  secrets: string[];
  packs: Record<number, ObservedPack>;
  /** The names by seat when the game began, if this browser observed that. */
  players?: readonly string[] | undefined;
  /** How the server broke the commitments as a whole, rather than those of one pack. */
  broken?: string;
}

const STORED = stored("uka.fair", isRecord);
/** The number of tables whose games are stored. */
const TABLES = 4;

/** Returns a game of which nothing was observed yet. */
export const newGame = (): ObservedGame => ({ commitments: [], secrets: [], packs: {} });

/** Returns what is stored of the last game at a table. */
export const storedGame = (table: string): ObservedGame | undefined => entriesOf(STORED.get(), isObservedGame)[table];

/** Stores a table's game as the newest; the oldest beyond the limit is dropped. */
export function storeGame(table: string, game: ObservedGame): void {
  STORED.set(withNewest<unknown>(STORED.get() ?? {}, table, game, TABLES));
}

/** Adds to a game what another page of this browser has stored of the same game; what is in `game` wins. */
export function mergeStored(table: string, game: ObservedGame): void {
  const other = storedGame(table);
  if (!other || other.commitments[0] !== game.commitments[0]) return;
  game.players ??= other.players;
  for (const [number, pack] of Object.entries(other.packs)) {
    game.packs[Number(number)] = { ...pack, ...game.packs[Number(number)] };
  }
}

/** Log entries that may change who sits where. */
const SEATING: readonly string[] = ["sat", "stood", "bot_sat", "swapped", "removed", "left"];

/** Returns the names by seat at the line where a game begins; empty if seats changed later in the transition. */
export function namesAtStart({ lines, scene }: TableTransition, began: number): readonly string[] {
  const later = lines.slice(began + 1);
  const moved = later.some(
    ({ entry, events }) =>
      (entry && SEATING.includes(entry.entry)) || events?.some(({ event }) => event === "dealer_found"),
  );
  return moved ? [] : scene.seats.map(({ name, bot }) => name ?? `bot (${bot})`);
}

/** Returns the names by seat that this browser saw when the game of a record began; empty if it did not. */
export function playersSeen(table: string, record: string): readonly string[] {
  const game = storedGame(table);
  const first = game?.commitments[0];
  return first !== undefined && record.includes(first) ? (game?.players ?? []) : [];
}

const isObservedGame = (value: unknown): value is ObservedGame =>
  isRecord(value) && Array.isArray(value.commitments) && Array.isArray(value.secrets) && isRecord(value.packs);
