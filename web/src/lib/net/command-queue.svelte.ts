/**
 * A queue of commands that the browser stores until the server has executed them. The queue sends the commands in
 * order. Even after a reload of the page, the server executes each command only once. A refused command stays visible
 * until the user dismisses it.
 */

import { RequestRefused } from "./errors.ts";
import type { UnsentTournamentCommand, TournamentSession } from "./tournament-session.svelte.ts";
import { requestIds } from "./request-ids.ts";
import { t } from "../i18n/text.svelte.ts";
import { isList, isRecord, stored, type Stored } from "../storage/stored.ts";

/** A command that is waiting for the server, or that the server has refused. */
export interface QueuedCommand {
  readonly id: string;
  readonly command: UnsentTournamentCommand;
  /** The number of the tournament round in which the user gave the command. */
  readonly round: number;
  /** Whether the command has been sent, so that the server may already have received it. */
  readonly sent: boolean;
  /** The server's reason for refusing the command. Undefined while the command is waiting. */
  readonly why?: string;
}

/**
 * The kinds of commands that are valid only in the round in which they were given. If such a command were sent later,
 * it would change another game.
 */
const BOUND: ReadonlySet<UnsentTournamentCommand["type"]> = new Set([
  "enter_tap",
  "sign_for_captain",
  "enter_drawn_match_cut",
  "show_conduct_card",
]);

type Server = Pick<TournamentSession, "tournament" | "link" | "status" | "board" | "send">;

/** The queue of commands for one tournament link. It is stored in this browser. */
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

  /** The commands that the server has neither executed nor refused, oldest first. */
  get waiting(): readonly QueuedCommand[] {
    return this.all.filter(({ why }) => why === undefined);
  }

  /** The commands that the server refused. */
  get refused(): readonly QueuedCommand[] {
    return this.all.filter(({ why }) => why !== undefined);
  }

  /** Adds a command to the queue. The command is sent as soon as the server can be reached. */
  put(command: UnsentTournamentCommand): void {
    const kept: QueuedCommand = { id: this.#ids(), command, round: this.#round, sent: false };
    this.#keep((all) => [...all, kept]);
    void this.go();
  }

  /** Deletes a command that the server refused, or a command that was never sent. */
  drop(id: string): void {
    this.#keep((all) => all.filter((kept) => kept.id !== id || (kept.sent && kept.why === undefined)));
  }

  /** Sends the waiting commands, one after another, as long as the server can be reached. */
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

  /** Reloads the queue after another page of this browser has changed it. */
  readonly changed = ({ key }: StorageEvent): void => {
    if (key === this.#store.key) this.all = this.#stored() ?? [];
  };

  async #send(kept: QueuedCommand): Promise<void> {
    if (BOUND.has(kept.command.type) && kept.round !== this.#round) return this.#refuse(kept.id, late(kept));
    this.#change(kept.id, { sent: true });
    try {
      await this.#session.send(kept.command, kept.id);
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

  /** Returns the stored queue. Returns undefined if the browser blocks storage. */
  #stored(): readonly QueuedCommand[] | undefined {
    return this.#lasts ? (this.#store.get() ?? []).filter(isQueued) : undefined;
  }

  get #round(): number {
    return this.#session.board.round?.number ?? 0;
  }
}

const isQueued = (value: unknown): value is QueuedCommand =>
  isRecord(value) && typeof value.id === "string" && typeof value.round === "number" && isRecord(value.command);

function late({ round, sent }: QueuedCommand): string {
  return sent
    ? t("Round {n} was over before the server answered: ask the director whether this counts.", { n: round })
    : t("Round {n} was over before this could be sent: tell the director.", { n: round });
}
