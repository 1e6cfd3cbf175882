/**
 * Watches a table for an audience. The session joins without a seat, enters and connects again for ever, and keeps only
 * what every viewer of the table may see. It sends no commands.
 */

import { joinTable } from "../lib/net/api.ts";
import type { ReconnectingSocket } from "../lib/net/socket.ts";
import type { SocketListener } from "../lib/net/socket-protocol.ts";
import { tableSocket, type TableNews, type TableState } from "../lib/net/table-protocol.ts";
import { TableReplica, type TableStep } from "../lib/net/table-replica.ts";
import type { ConnectionStatus } from "../lib/net/table-session.svelte.ts";
import { chosenIdentity } from "../lib/storage/preferences.svelte.ts";
import type { Person, Ruleset, TableCommand, TableSnapshot } from "../wire/types.ts";

/** The waits between attempts to enter, in milliseconds: the first one, and the longest one. */
const WAIT = { first: 1_000, most: 15_000 };

export class StreamSession implements SocketListener<TableNews> {
  status: ConnectionStatus = $state("connecting");
  /** A sentence that says why the table can't be shown now. Empty if it can. */
  why = $state("");
  /** The state of the table that every viewer may see. Null before the first message. */
  whole: TableSnapshot | null = $state.raw(null);
  readonly #replica = new TableReplica();
  #socket: ReconnectingSocket<TableCommand, TableNews> | undefined;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** The milliseconds by which the server's clock is ahead of this computer's clock. */
  #ahead = 0;

  /** `take` receives each step of the table, as a spectator sees it. */
  constructor(
    readonly table: string,
    readonly invitation: string | undefined,
    readonly take: (step: TableStep) => void,
  ) {
    void this.#enter();
  }

  get rules(): Ruleset | null {
    return this.whole?.rules ?? null;
  }

  get people(): readonly Person[] {
    return this.whole?.people ?? [];
  }

  /** The present time on the server's clock, in milliseconds since 1970. */
  get now(): number {
    return Date.now() + this.#ahead;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  // The connection

  async #enter(): Promise<void> {
    try {
      await joinTable(this.table, this.invitation, chosenIdentity(), { watch: true });
      if (this.#closed) return;
      this.#socket = tableSocket(this.table, this);
    } catch (error) {
      this.#enterLater((error as Error).message);
    }
  }

  #enterLater(why: string): void {
    if (this.#closed) return;
    this.why = why;
    const wait = Math.min(WAIT.first * 2 ** this.#failures, WAIT.most);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#enter(), wait);
  }

  connected(up: boolean): void {
    this.status = up ? "open" : "away";
    if (!up) return;
    this.why = "";
    this.#failures = 0;
  }

  ended(why: string): void {
    this.status = "away";
    this.#enterLater(why);
  }

  // Messages

  get since(): number | null {
    return this.#replica.version;
  }

  get behind(): boolean {
    return this.#replica.behind;
  }

  noteVersion(version: number): void {
    this.#replica.known = Math.max(this.#replica.known, version);
  }

  noteTime(now: number): void {
    this.#ahead = now - Date.now();
  }

  receive(update: TableNews, first: boolean): void {
    if (update.type === "chat_update") return; // the chat is not for an audience
    if (update.type === "table_snapshot") this.noteTime(update.now);
    const steps = this.#replica.receive(publicPart(update), first);
    this.whole = this.#replica.whole;
    for (const step of steps) this.take(step);
  }
}

/**
 * Returns a message without what only its receiver may see. The browser may be that of a player, whose hand the
 * audience must not see.
 */
export function publicPart(update: TableState): TableState {
  if (update.type === "table_snapshot") return { ...update, own: null, lines: [] };
  const { own: _own, own_lines: _lines, ...rest } = update;
  return rest;
}
