/**
 * What this browser saw of a game's fair dealing: commitments, seed shares, secrets and cards. These observations are
 * stored in the browser, so that they survive a reload of the page.
 */

import type { Card, DealView, Seat, Shares } from "../../wire/types.ts";
import { entriesOf, isRecord, stored, withNewest } from "../storage/stored.ts";
import type { TableStep } from "../net/table-replica.ts";
import type { PackVerdict } from "./pack-verdict.ts";

/** What this browser saw of one pack. */
export interface ObservedPack {
  /** The commitment to the pack's secret, if this browser received it before the pack was dealt. */
  bound?: string;
  /** The players' commitments and open seed shares, as they were before the first share was opened. */
  fixed?: Shares;
  /** The players' commitments and open seed shares from which the pack was made. */
  used?: Shares;
  /** The seed share that this browser opened, as a pair of the share's seat and the share. */
  mine?: readonly [Seat, string];
  /** Whether this browser was only a spectator, without a seat. */
  watched?: boolean;
  /** The seats that withheld a seed share for this pack. If there are any, the pack was abandoned. */
  withheld?: readonly Seat[];
  /** A sentence about the first breach of the seed-share protocol. */
  fault?: string;
  /** Whether this is the pack of the draw for first dealer. */
  spread?: boolean;
  /** The cards shown in the draw, each with the seat that drew it. `places` has their positions in the pack. */
  drawn?: [Seat, Card][];
  places?: number[];
  /** Whether this browser missed some cards of the draw. */
  partly?: boolean;
  /** The first dealer, whom the draw determined. */
  first?: Seat;
  dealt?: DealtPack;
  hands?: Partial<Record<Seat, readonly Card[]>>;
  up?: Card[];
  /** The cards that the finished deal showed. Undefined while the deal is still in progress. */
  end?: PlayedDeal;
  verdict?: PackVerdict;
}

/** How a pack was cut and dealt. */
export interface DealtPack {
  readonly dealer: Seat;
  readonly cut: number | null;
  readonly packet_pattern: string | null;
  /** The number of the game within a rubber. */
  readonly game: number;
}

/** The cards that a finished deal showed. */
export type PlayedDeal = Pick<DealView, "picked_up" | "went_under"> & {
  readonly plays: readonly (readonly [Seat, Card])[];
  /** The seat that received a card from its partner and then played alone. Null if there was none. */
  readonly helped: Seat | null;
};

/** What this browser saw of the fair dealing of one game. */
export interface ObservedGame {
  commitments: string[];
  secrets: string[];
  packs: Record<number, ObservedPack>;
  /** The players' names by seat at the start of the game, if this browser was connected then. */
  players?: readonly string[] | undefined;
  /** The key of the board of a day to which the game belongs. Undefined if the game plays no deals of a day. */
  board?: string;
  /** A sentence about a breach of the server's commitments that affects the whole game. Undefined if there was none. */
  broken?: string;
}

const STORED = stored("uka.fair", isRecord);
/** The key of the stored observations. The browser reports changes of this key to its other pages. */
export const OBSERVED_KEY = STORED.key;
/** The maximum number of tables whose last games are stored. */
const TABLES = 4;

/** Returns empty observations for a new game. */
export const newGame = (): ObservedGame => ({ commitments: [], secrets: [], packs: {} });

/** Returns the stored observations of the last game at a table; undefined if there are none. */
export const storedGame = (table: string): ObservedGame | undefined => gameAt(table, STORED.get());

/**
 * Stores the observations of a table's game as the newest entry, together with what another page of this browser has
 * stored for the same game. If the limit is exceeded, the oldest entry is deleted.
 */
export function storeGame(table: string, game: ObservedGame): void {
  const games = STORED.get() ?? {};
  const packs = { ...game.packs };
  for (const [number, pack] of packsOf(ifSame(gameAt(table, games), game)))
    packs[number] = { ...pack, ...packs[number] };
  STORED.set(withNewest<unknown>(games, table, { ...game, packs }, TABLES));
}

/**
 * Merges into `game` the observations that another page of this browser has stored for the same game. Where both have a
 * value, the value in `game` stays. The lists of cards of a pack are merged only when its secret is open: until then
 * this page may still receive the same cards, and would add them a second time.
 */
export function mergeStored(table: string, game: ObservedGame): void {
  const other = ifSame(storedGame(table), game);
  game.players ??= other?.players;
  for (const [number, pack] of packsOf(other)) {
    const known = game.secrets[number] === undefined ? withoutLists(pack) : pack;
    game.packs[number] = { ...known, ...game.packs[number] };
  }
}

function withoutLists(pack: ObservedPack): ObservedPack {
  const { ...rest } = pack;
  delete rest.drawn;
  delete rest.places;
  delete rest.up;
  return rest;
}

/** Returns the last game at a table from the stored games of all tables. */
const gameAt = (table: string, games: Readonly<Record<string, unknown>> | undefined): ObservedGame | undefined =>
  entriesOf(games, isObservedGame)[table];

/** Returns `other`, which may come from another page of this browser, if it is about the same game as `game`. */
const ifSame = (other: ObservedGame | undefined, game: ObservedGame): ObservedGame | undefined =>
  other?.commitments[0] === game.commitments[0] ? other : undefined;

const packsOf = (game: ObservedGame | undefined): (readonly [number, ObservedPack])[] =>
  Object.entries(game?.packs ?? {}).map(([number, pack]) => [Number(number), pack] as const);

/**
 * Whether the stored observations of the same game lack a seed share that `game` has. This happens if two pages of this
 * browser stored their observations at the same moment.
 */
export function storageLacksShare(table: string, game: ObservedGame): boolean {
  const other = ifSame(storedGame(table), game);
  if (!other) return false;
  return Object.entries(game.packs).some(([number, { mine }]) => mine && !other.packs[Number(number)]?.mine);
}

/** Log entries that may change who sits at which seat. */
const SEATING: readonly string[] = [
  "seat_taken",
  "seat_vacated",
  "bot_seated",
  "seats_swapped",
  "player_removed",
  "player_left",
];

/**
 * Returns the players' names by seat at the start of a game. `began` is the index of the log line that begins the game.
 * The list is empty if players changed seats later in the same step.
 */
export function namesAtStart({ lines, scene }: TableStep, began: number): readonly string[] {
  const later = lines.slice(began + 1);
  const moved = later.some(
    ({ entry, events }) =>
      (entry && SEATING.includes(entry.type)) || events?.some(({ type }) => type === "dealer_found"),
  );
  return moved
    ? []
    : scene.seats.map(({ name, bot, persona }) => name ?? `bot (${persona ? `${persona}, ` : ""}${bot})`);
}

/**
 * Returns the players' names by seat that this browser saw at the start of the recorded game. The list is empty if the
 * browser was not connected then.
 */
export function playersSeen(table: string, record: string): readonly string[] {
  const game = storedGame(table);
  const first = game?.commitments[0];
  return first !== undefined && record.includes(first) ? (game?.players ?? []) : [];
}

const isObservedGame = (value: unknown): value is ObservedGame =>
  isRecord(value) && Array.isArray(value.commitments) && Array.isArray(value.secrets) && isRecord(value.packs);
