/** This browser's own hash chains of shares, stored by table and game, so that a reloaded page can open them. */

import type { Link } from "../../wire/types.ts";
import { entriesOf, isRecord, stored, withNewest } from "../storage/stored.ts";
import { hex } from "../net/request-ids.ts";
import { CHAIN, chain } from "./construction-v2.ts";

interface StoredChains {
  /** The server's first commitment, which no other game has. */
  readonly game: string;
  readonly roots: readonly string[];
}

const STORED = stored("uka.shares", isRecord);
/** Tables whose chains are kept. */
const TABLES = 4;
/** Chains of a game that are kept: pages of one browser may each have made one. */
const ROOTS = 8;

/** The chains of one table; the pages of this browser share them. */
export class OwnChains {
  readonly #table: string;
  readonly #chains = new Map<string, readonly string[]>();
  #game = "";

  constructor(table: string) {
    this.#table = table;
  }

  /** The share of a pack, where `known` is the last link that the table knows; null if none of these chains has it. */
  share(game: string, number: number, known: Link | null | undefined): string | null {
    if (!known) return null;
    this.#of(game);
    const place = (links: readonly string[]): number => links.indexOf(known.value);
    const own = [...this.#chains.values()].find((links) => place(links) >= 0);
    if (!own) return null;
    const at = place(own) + number - known.number;
    return at > 0 && at <= CHAIN ? (own[at] ?? null) : null;
  }

  /** The commitment of a new chain. */
  fresh(game: string): string {
    this.#of(game);
    const root = hex(crypto.getRandomValues(new Uint8Array(32)));
    const links = this.#add(root);
    this.#keep(game);
    return links[0] ?? "";
  }

  /** Look at the chains of a game, those that other pages have made too. */
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
