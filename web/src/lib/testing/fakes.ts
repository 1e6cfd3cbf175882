/** Test helpers: a fake window, a fake document and a fake WebSocket. */

import { vi } from "vitest";
import type {
  TableCommand,
  DealView,
  TournamentUpdate,
  TournamentCommand,
  PublicTable,
  TableLineView,
  OwnDealView,
  TableChange,
  TableUpdate,
  TableSnapshot,
} from "../../wire/types.ts";

/** A fake WebSocket. The page calls its standard methods, and a test calls the other methods to act as the server. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  /** The messages that the page sent to a table. */
  readonly commands: TableCommand[] = [];
  /** The state of the connection, as in browsers: 0 is connecting, 1 open, 2 closing, and 3 closed. */
  readyState: 0 | 1 | 2 | 3 = 0;

  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }

  /** The socket that the page opened most recently. */
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("there is no socket");
    return last;
  }

  /** Whether the page or the server has closed the socket. */
  get closed(): boolean {
    return this.readyState > FakeSocket.OPEN;
  }

  /** The page requests all changes after this version. Null if the page requests the full state. */
  get since(): number | null {
    const since = new URL(this.url).searchParams.get("since");
    return since === null ? null : Number(since);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error("the socket is not open");
    this.commands.push(JSON.parse(text) as TableCommand);
  }

  close(): void {
    this.readyState = 2;
  }

  open(): this {
    this.readyState = 1;
    this.onopen?.();
    return this;
  }

  receive(update: TableUpdate | TournamentUpdate): this {
    this.onmessage?.({ data: JSON.stringify(update) });
    return this;
  }

  /**
   * Closes the socket as if the server had closed it or the network had failed. `code` is the WebSocket closing code.
   */
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }

  /** The messages that the page sent to a tournament. */
  get tournamentCommands(): readonly TournamentCommand[] {
    return this.commands as readonly unknown[] as readonly TournamentCommand[];
  }

  /** Returns the last message of one kind that the page sent. */
  find<Kind extends TableCommand["type"]>(kind: Kind): Extract<TableCommand, { type: Kind }> | undefined {
    return this.commands.findLast((command): command is Extract<TableCommand, { type: Kind }> => command.type === kind);
  }
}

/** A fake page, visible and with empty storage. `hide` changes its visibility, and `occur` dispatches an event. */
export class FakePage {
  hidden = false;
  readonly kept = new Map<string, string>();
  readonly #window = new EventTarget();
  readonly #document = Object.defineProperty(new EventTarget(), "hidden", { get: () => this.hidden });

  constructor() {
    FakeSocket.all = [];
    vi.stubGlobal("window", this.#window);
    vi.stubGlobal("document", this.#document);
    vi.stubGlobal("location", new URL("http://uka.example/table/t1"));
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => this.kept.get(key) ?? null,
      setItem: (key: string, value: string) => void this.kept.set(key, value),
      removeItem: (key: string) => void this.kept.delete(key),
    });
  }

  /** Dispatches an event of the page, such as `online`. */
  occur(name: "online" | "offline" | "pageshow" | "visibilitychange" | "resume"): void {
    const target = name === "visibilitychange" || name === "resume" ? this.#document : this.#window;
    target.dispatchEvent(new Event(name));
  }

  /** Hides the page if `hidden` is true; otherwise shows the page. */
  hide(hidden: boolean): void {
    this.hidden = hidden;
    this.occur("visibilitychange");
  }
}

/**
 * Returns the public state of a table, with only the parts that tests read. `ana` sits south, and bots have the other
 * seats.
 */
export function scene(version: number, more: Partial<PublicTable> = {}): PublicTable {
  const seats = (["north", "east", "south", "west"] as const).map((seat) => {
    const own = seat === "south";
    const who = { player: own ? "ana" : null, name: own ? "Ana" : null, bot: own ? null : "club" };
    return { seat, ...who, away: false, lost: false, ready: false, bank: 0 };
  });
  const rest = { stage: "playing", paused: null, host: "ana", number: 1, settings: {}, score: [0, 0] };
  const share_states = seats.map(() => "none");
  return { version, seats, share_states, ...rest, ...more } as unknown as PublicTable;
}

export function snapshot(version: number, more: Partial<TableSnapshot> = {}): TableSnapshot {
  const base = { type: "table_snapshot", table: "t1", player: "ana", now: 0, rules: {}, invitation: "i", people: [] };
  return { ...base, scene: scene(version), ...more } as unknown as TableSnapshot;
}

/**
 * Returns a message with the log lines after version `since`, up to and including `version`. Nothing else has changed,
 * unless `more` says so.
 */
export function change(since: number, version: number, more: Partial<TableChange> = {}): TableChange {
  const lines = Array.from({ length: version - since }, (_, i) => line(since + i + 1));
  return { type: "table_change", since, version, lines, ...more, scene: { version, ...more.scene } };
}

/** Returns the same message with the full state, as the server sends it to a page that missed messages. */
export function wholeChange(since: number, version: number, more: Partial<TableChange> = {}): TableChange {
  return change(since, version, { whole: true, scene: scene(version), ...more });
}

export const line = (seq: number): TableLineView => ({ seq, at: seq, by: "table" });

/** Returns the part of `deal` that only the player at its seat may see; null for a spectator. */
export const ownPart = (deal: DealView): OwnDealView | null =>
  deal.seat ? { ...deal, seat: deal.seat, facts: null, titles: [] } : null;

export const deal = (more: Partial<DealView>): DealView => ({ facts: { titles: [] }, ...more }) as unknown as DealView;
