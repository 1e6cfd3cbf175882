/**
 * A queue of commands that is stored in the browser until the server has done them. Commands are sent one after
 * another, each once, also after a reload. A refused command stays in sight until somebody has read why.
 */

import { RequestRefused } from "./api.ts";
import type { TournamentCommand, TournamentSession } from "./tournament-session.svelte.ts";
import { requestIds } from "./request-ids.ts";
import { t } from "../i18n/text.svelte.ts";
import { isList, isRecord, stored, type Stored } from "../storage/stored.ts";

/** An order that was not done yet. */
export interface QueuedCommand {
  readonly id: string;
  readonly order: TournamentCommand;
  /** The round that it was given in. */
  readonly round: number;
  /** Whether the server may know of it. */
  readonly sent: boolean;
  /** Why it was not done, and will not be. */
  readonly why?: string;
}

/** What is about the game that is played: later it would count for another. */
const BOUND: ReadonlySet<TournamentCommand["order"]> = new Set(["tap", "let_sign", "cut_cards", "show_card"]);

type Server = Pick<TournamentSession, "tournament" | "link" | "status" | "board" | "order">;

/** The orders of who holds a link, kept in this browser. */
export class CommandQueue {
  all: readonly QueuedCommand[] = $state.raw([]);
  readonly #session: Server;
  readonly #store: Stored<readonly unknown[]>;
  readonly #ids = requestIds();
  #going = false;
  #lasts = true;

  constructor(session: Server) {
    this.#session = session;
    this.#store = stored(`uka.waiting.${session.tournament}.${session.link}`, isList);
    this.all = this.#stored() ?? [];
  }

  /** Those that wait, oldest first. */
  get waiting(): readonly QueuedCommand[] {
    return this.all.filter(({ why }) => why === undefined);
  }

  /** Those that were refused. */
  get refused(): readonly QueuedCommand[] {
    return this.all.filter(({ why }) => why !== undefined);
  }

  /** Keep an order, and send it as soon as the server can be reached. */
  put(order: TournamentCommand): void {
    const kept: QueuedCommand = { id: this.#ids(), order, round: this.#round, sent: false };
    this.#keep((all) => [...all, kept]);
    void this.go();
  }

  /** Forget an order that was refused, or one that was never sent. */
  drop(id: string): void {
    this.#keep((all) => all.filter((kept) => kept.id !== id || (kept.sent && kept.why === undefined)));
  }

  /** Send what waits, while the server can be reached. */
  async go(): Promise<void> {
    if (this.#going) return;
    this.#going = true;
    try {
      for (;;) {
        const next = this.waiting[0];
        if (!next || this.#session.status !== "open") return;
        await this.#send(next);
      }
    } finally {
      this.#going = false;
    }
  }

  /** Another page of this browser has changed what waits. */
  readonly changed = ({ key }: StorageEvent): void => {
    if (key === this.#store.key) this.all = this.#stored() ?? [];
  };

  async #send(kept: QueuedCommand): Promise<void> {
    if (BOUND.has(kept.order.order) && kept.round !== this.#round) return this.#refuse(kept.id, late(kept));
    this.#change(kept.id, { sent: true });
    try {
      await this.#session.order(kept.order, kept.id);
      this.#keep((all) => all.filter(({ id }) => id !== kept.id));
    } catch (error) {
      const unknown = (error instanceof RequestRefused && error.again) || this.#session.status === "ended";
      if (!unknown) this.#refuse(kept.id, (error as Error).message);
    }
  }

  #refuse(id: string, why: string): void {
    this.#change(id, { why });
  }

  #change(id: string, more: Partial<QueuedCommand>): void {
    this.#keep((all) => all.map((kept) => (kept.id === id ? { ...kept, ...more } : kept)));
  }

  #keep(change: (all: readonly QueuedCommand[]) => readonly QueuedCommand[]): void {
    this.all = change(this.#stored() ?? this.all);
    this.#lasts = this.#store.set(this.all);
  }

  /** What is kept; undefined in a browser that keeps nothing. */
  #stored(): readonly QueuedCommand[] | undefined {
    return this.#lasts ? (this.#store.get() ?? []).filter(isQueued) : undefined;
  }

  get #round(): number {
    return this.#session.board.round?.number ?? 0;
  }
}

const isQueued = (value: unknown): value is QueuedCommand =>
  isRecord(value) && typeof value.id === "string" && typeof value.round === "number" && isRecord(value.order);

function late({ round, sent }: QueuedCommand): string {
  return sent
    ? t("Round {n} was over before the server answered: ask the director whether this counts.", { n: round })
    : t("Round {n} was over before this could be sent: tell the director.", { n: round });
}
