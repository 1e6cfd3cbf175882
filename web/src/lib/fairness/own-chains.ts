/**
 * This browser's own hash chains of seed shares. They are stored by table and game, so that the page can still open its
 * shares after a reload.
 */

import type { ChainLink } from "../../wire/types.ts";
import { entriesOf, isRecord, stored, withNewest } from "../storage/stored.ts";
import { hex } from "../net/request-ids.ts";
import { CHAIN, chain } from "./hash-chain.ts";

interface StoredChains {
  /** The server's first commitment in the game, which identifies the game. */
  readonly game: string;
  readonly roots: readonly string[];
}

const STORED = stored("uka.shares", isRecord);
/** The maximum number of tables whose hash chains are stored. */
const TABLES = 4;
/** The maximum number of chains stored for a game. Each page of the browser may create a chain of its own. */
const ROOTS = 8;

/** The hash chains of seed shares for one table. All pages of this browser share these chains. */
export class OwnChains {
  readonly #table: string;
  readonly #chains = new Map<string, readonly string[]>();
  #game = "";

  constructor(table: string) {
    this.#table = table;
  }

  /**
   * Returns this browser's seed share for pack `number`. Null if no stored chain contains that share. `known` is the
   * latest element of the chain that the table has received.
   */
  share(game: string, number: number, known: ChainLink | null | undefined): string | null {
    if (!known) return null;
    this.#of(game);
    const place = (links: readonly string[]): number => links.indexOf(known.value);
    const own = [...this.#chains.values()].find((links) => place(links) >= 0);
    if (!own) return null;
    const at = place(own) + number - known.number;
    return at > 0 && at <= CHAIN ? (own[at] ?? null) : null;
  }

  /** Creates a new hash chain and returns its commitment. */
  fresh(game: string): string {
    this.#of(game);
    const root = hex(crypto.getRandomValues(new Uint8Array(32)));
    const links = this.#add(root);
    this.#keep(game);
    return links[0] ?? "";
  }

  /** Loads all stored chains of a game, including the chains that other pages of this browser have stored. */
  #of(game: string): void {
    if (game !== this.#game) this.#chains.clear();
    this.#game = game;
    const kept = entriesOf(STORED.get(), isStoredChains)[this.#table];
    if (kept?.game === game) for (const root of kept.roots) this.#add(root);
  }

  #add(root: string): readonly string[] {
    const links = this.#chains.get(root) ?? chain(root);
    this.#chains.set(root, links);
    return links;
  }

  #keep(game: string): void {
    const own: StoredChains = { game, roots: [...this.#chains.keys()].slice(-ROOTS) };
    STORED.set(withNewest<unknown>(STORED.get() ?? {}, this.#table, own, TABLES));
  }
}

const isStoredChains = (value: unknown): value is StoredChains =>
  isRecord(value) && typeof value.game === "string" && Array.isArray(value.roots);
