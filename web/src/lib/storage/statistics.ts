/**
 * The user's finished deals and games that this browser observed. They never leave the browser.
 *
 * Each finished deal or game is a row with a unique id. If a row is written again after a reload or by another page, it
 * replaces the row with the same id. No deal or game is therefore counted twice.
 */

import { partnerOf } from "../game/seats.ts";
import { botName } from "../narration/names.ts";
import type { DealResult, DealView, Ruleset, PublicTable, Seat } from "../../wire/types.ts";

interface Finished {
  /** The unique id of the row, which combines the table, the game and the number of the pack. */
  readonly id: string;
  /** The time when the deal or the game ended, in milliseconds since 1970. */
  readonly at: number;
  readonly rules: string;
  readonly title: string;
  readonly seat: Seat;
  /** The name of the partner. */
  readonly partner: string;
}
/** A finished deal in which the user played. */
export interface FinishedDeal extends Finished {
  readonly what: "deal";
  readonly result: DealResult;
  /** The score after the deal. */
  readonly score: readonly number[];
  /** The number of points that wins the game. */
  readonly target: number;
}
/** A finished game in which the user played. `won` is null if the game was drawn. */
export interface FinishedGame extends Finished {
  readonly what: "game";
  readonly won: boolean | null;
  readonly score: readonly number[];
}
export type Row = FinishedDeal | FinishedGame;

/**
 * The state of a table at one moment. `game` identifies the game: it is the first commitment of fair dealing that the
 * server published in the game.
 */
export interface ObservedTable {
  readonly table: string;
  readonly game: string | undefined;
  readonly rules: Ruleset;
  readonly scene: PublicTable;
  readonly deal: DealView | null;
  readonly me: Seat | null;
}

/** Returns the id of a game. The ids of its deals begin with it. */
export const gameId = (table: string, game: string): string => `${table}/${game.slice(0, 16)}`;

/**
 * Returns the rows for a deal or a game that has just finished at a table. `me` is the user's seat, and `at` is the
 * present time in milliseconds since 1970.
 */
export function finishedRows({ table, game, rules, scene, deal, me }: ObservedTable, at: number): Row[] {
  if (!game) return [];
  const { score, seats } = scene;
  const base = { at, rules: rules.name, title: rules.title };
  const id = gameId(table, game);
  const partner = (seat: Seat): string => {
    const view = seats.find((view) => view.seat === partnerOf(seat));
    return view?.name ?? (view?.persona ? botName(view.persona) : "");
  };
  const rows: Row[] = [];
  const pack = scene.number - 1;
  if (deal?.result && deal.seat && pack > 0) {
    const { seat, result } = deal;
    const more = { result, score, target: rules.target };
    rows.push({ what: "deal", id: `${id}/${pack}`, ...base, seat, partner: partner(seat), ...more });
  }
  if (scene.stage === "over" && me) {
    const side = scene.winner;
    const won = side === null ? null : side.includes(me);
    rows.push({ what: "game", id, ...base, seat: me, partner: partner(me), won, score });
  }
  return rows;
}

// Storage

/** A store of finished deals and games. */
export interface StatisticsStore {
  put(row: Row): Promise<void>;
  all(): Promise<readonly Row[]>;
  clear(): Promise<void>;
}

const STORE = "finished";

/** The store in the browser's database. If the browser blocks the database, no statistics are stored. */
export const statisticsStore: StatisticsStore = {
  put: async (row) => void (await inStore("readwrite", (store) => store.put(row))),
  all: async () => ((await inStore("readonly", (store) => store.getAll())) ?? []) as readonly Row[],
  clear: async () => void (await inStore("readwrite", (store) => store.clear())),
};

/** Returns the user's finished deals and games, the oldest first. */
export const loadRows = async (from: StatisticsStore = statisticsStore): Promise<Row[]> =>
  [...(await from.all())].sort((a, b) => a.at - b.at);

/** Writes each finished deal and each finished game into a store exactly once. */
export class StatisticsRecorder {
  readonly #put = new Map<string, string>();

  constructor(readonly shelf: StatisticsStore) {}

  /** Examines the present state of a table. If a deal or a game has finished, writes its row. */
  look(known: ObservedTable, at = Date.now()): void {
    for (const row of finishedRows(known, at)) {
      const { at: _, ...lasting } = row;
      const text = JSON.stringify(lasting);
      if (this.#put.get(row.id) === text) continue;
      this.#put.set(row.id, text);
      void this.shelf.put(row);
    }
  }
}

/** The recorder of the games that this page shows. */
export const recorder = new StatisticsRecorder(statisticsStore);

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await opened();
    return await answered(work(database.transaction(STORE, mode).objectStore(STORE)));
  } catch {
    return null;
  }
}

let opening: Promise<IDBDatabase> | undefined;

function opened(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open("uka", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error as Error);
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error as Error);
  });
