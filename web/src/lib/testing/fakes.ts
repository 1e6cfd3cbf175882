/** For tests: a window, a document and a server's end of sockets, all in this process. */

import { vi } from "vitest";
import type { Ask, DealView, News, Notice, Order, Scene, Shown, Tell, Welcome } from "../../wire/types.ts";

/** A socket as the page holds it, and, by the other verbs, as a server does. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  /** What the page sent. */
  readonly asked: Ask[] = [];
  /** As in browsers: 0 until it is open, 2 while it closes, 3 when it is closed. */
  readyState: 0 | 1 | 2 | 3 = 0;

  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }

  /** The newest. */
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("there is no socket");
    return last;
  }

  /** Whether one of the two has ended it. */
  get closed(): boolean {
    return this.readyState > FakeSocket.OPEN;
  }

  /** The version after which the page asks to be told. */
  get since(): number | null {
    const since = new URL(this.url).searchParams.get("since");
    return since === null ? null : Number(since);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error("the socket is not open");
    this.asked.push(JSON.parse(text) as Ask);
  }

  close(): void {
    this.readyState = 2;
  }

  open(): this {
    this.readyState = 1;
    this.onopen?.();
    return this;
  }

  tell(told: Tell | Notice): this {
    this.onmessage?.({ data: JSON.stringify(told) });
    return this;
  }

  /** The server, or the network, ends it. */
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }

  /** What was sent, where it is a tournament's. */
  get orders(): readonly Order[] {
    return this.asked as readonly unknown[] as readonly Order[];
  }

  /** The last thing asked of a kind. */
  find<Kind extends Ask["ask"]>(kind: Kind): Extract<Ask, { ask: Kind }> | undefined {
    return this.asked.findLast((ask): ask is Extract<Ask, { ask: Kind }> => ask.ask === kind);
  }
}

/** A page in sight, with nothing kept; put `hidden` and call `occur` to change that. */
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

  /** Something happens to the page. */
  occur(name: "online" | "offline" | "pageshow" | "visibilitychange" | "resume"): void {
    const target = name === "visibilitychange" || name === "resume" ? this.#document : this.#window;
    target.dispatchEvent(new Event(name));
  }

  /** The page is hidden, or looked at again. */
  hide(hidden: boolean): void {
    this.hidden = hidden;
    this.occur("visibilitychange");
  }
}

/** A scene of a table at which `ana` sits south and bots sit around; only what tests look at is there. */
export function scene(version: number, more: Partial<Scene> = {}): Scene {
  const seats = (["north", "east", "south", "west"] as const).map((seat) => {
    const own = seat === "south";
    const who = { player: own ? "ana" : null, name: own ? "Ana" : null, bot: own ? null : "club" };
    return { seat, ...who, away: false, lost: false, ready: false, share: "none", bank: 0 };
  });
  const rest = { stage: "playing", paused: false, host: "ana", number: 1, settings: {}, score: [0, 0] };
  return { version, seats, ...rest, ...more } as unknown as Scene;
}

export function welcome(version: number, more: Partial<Welcome> = {}): Welcome {
  const base = { tell: "welcome", table: "t1", player: "ana", now: 0, rules: {}, invitation: "i", people: [] };
  return { ...base, scene: scene(version), ...more } as unknown as Welcome;
}

/** News of the lines after a version, up to another. */
export function news(since: number, version: number, more: Partial<News> = {}): News {
  const lines = Array.from({ length: version - since }, (_, i) => line(since + i + 1));
  return { tell: "news", since, lines, scene: scene(version), ...more } as News;
}

export const line = (seq: number): Shown => ({ seq, at: seq, by: "table" });

export const deal = (more: Partial<DealView>): DealView => more as DealView;
