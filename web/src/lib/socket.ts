/** A table's socket: it comes back when it is lost, and asks without an answer are sent again under their ids. */

import type { Ack, Ask, News, Tell, Welcome } from "../wire/types.ts";
import { Refused } from "./api.ts";
import { t } from "./text.svelte.ts";

/** Milliseconds. */
export const TIMES = {
  /** Before a connection is tried again: at first, at most, and at most while nobody looks. */
  first: 300,
  most: 5_000,
  hidden: 60_000,
  /** Until a connection that does not open is given up. */
  opening: 10_000,
  /** After which what is missing is asked for again. */
  doubt: 1_000,
  /** Silence after which the server is asked whether it is there, and until it is taken for gone. */
  silence: 20_000,
  answer: 5_000,
  /** Until somebody who asks is told that no answer came. */
  patience: 20_000,
};

/** Who hears what comes. */
export interface Listener {
  /** The version that is known. */
  readonly since: number | null;
  /** Whether something after it is missing. */
  readonly behind: boolean;
  /** The table, or news of it; `first` on a connection. */
  hear(tell: Welcome | News, first: boolean): void;
  /** There is such a version. */
  toldOf(version: number): void;
  /** A connection is open, or was lost and is being looked for. */
  connected(open: boolean): void;
  /** It is over for good: the code tells which sentence fits. */
  ended(why: string, code: number): void;
}

interface Waiting {
  readonly ask: Ask;
  readonly resolve: (version: number) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
  sent: boolean;
}

/** What ends a connection for good. */
const ENDS: Record<number, () => string> = {
  4401: () => t("The server does not know you any more."),
  4403: () => t("You are not at this table."),
  4404: () => t("There is no such table."),
  4429: () => t("You have too many tables open in this browser."),
};

/** A table's socket; it is looked for until `close`, or until the server ends it for good. */
export class Link {
  readonly #address: (since: number | null) => string;
  readonly #listener: Listener;
  readonly #waiting = new Map<string, Waiting>();
  #socket: WebSocket | undefined;
  #open = false;
  #fresh = true;
  #farewell: { why: string; again: boolean } | undefined;
  #over: Refused | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(address: (since: number | null) => string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
    addEventListener("online", this.#wake);
    addEventListener("pageshow", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    document.addEventListener("resume", this.#wake);
    this.#connect();
  }

  /** The version that a message led to; it is sent again on each new connection until there is an answer. */
  ask(ask: Ask): Promise<number> {
    if (this.#over) return Promise.reject(this.#over);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(ask.id), TIMES.patience);
      const waiting: Waiting = { ask, resolve, reject, timer, sent: false };
      this.#waiting.set(ask.id, waiting);
      this.#deliver(waiting);
    });
  }

  /** End it here. */
  close(): void {
    this.#end(new Refused(t("The connection was closed here.")));
  }

  // Connections

  #connect(): void {
    clearTimeout(this.#retry);
    this.#farewell = undefined;
    this.#fresh = true;
    const socket = (this.#socket = new WebSocket(this.#address(this.#listener.since)));
    socket.onopen = () => socket === this.#socket && this.#opened();
    socket.onmessage = (event) => socket === this.#socket && this.#receive(String(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code, event.reason);
    this.#watchFor(TIMES.opening, () => this.#drop());
  }

  #opened(): void {
    this.#open = true;
    this.#listening();
    for (const waiting of this.#waiting.values()) this.#deliver(waiting);
  }

  /** Give a connection up that is silent: a browser may take minutes to notice. */
  #drop(): void {
    const socket = this.#socket;
    this.#lost(1006, "");
    socket?.close();
  }

  #lost(code: number, reason: string): void {
    this.#forget();
    const ending = ENDS[code];
    if (ending || this.#farewell?.again === false) {
      if (code !== 4408) return this.#finish(ending?.() ?? this.#farewell?.why ?? reason, code);
    }
    this.#listener.connected(false);
    const most = document.hidden ? TIMES.hidden : TIMES.most;
    const pause = Math.min(most, TIMES.first * 2 ** this.#tries) * (0.5 + Math.random() / 2);
    this.#tries = Math.min(this.#tries + 1, 16);
    this.#retry = setTimeout(() => this.#connect(), pause);
  }

  /** The page is looked at again, or the network is back. */
  readonly #wake = (): void => {
    if (this.#over || document.hidden) return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
    else if (this.#open) this.#areYouThere();
  };

  #forget(): void {
    this.#socket = undefined;
    this.#open = false;
    clearTimeout(this.#watch);
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
  }

  #finish(why: string, code: number): void {
    this.#end(new Refused(why));
    this.#listener.ended(why, code);
  }

  #end(error: Refused): void {
    this.#over = error;
    const socket = this.#socket;
    this.#forget();
    clearTimeout(this.#retry);
    removeEventListener("online", this.#wake);
    removeEventListener("pageshow", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    document.removeEventListener("resume", this.#wake);
    for (const id of [...this.#waiting.keys()]) this.#settle(id, error);
    socket?.close();
  }

  // Silence

  #listening(): void {
    this.#watchFor(TIMES.silence, () => this.#areYouThere());
  }

  #areYouThere(): void {
    this.#send({ ask: "ping", id: "ping" });
    this.#watchFor(TIMES.answer, () => this.#drop());
  }

  #watchFor(ms: number, then: () => void): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(then, ms);
  }

  // Messages

  #deliver(waiting: Waiting): void {
    if (this.#open) waiting.sent = this.#send(waiting.ask) || waiting.sent;
  }

  #send(ask: Ask): boolean {
    if (!this.#socket || !this.#open) return false;
    this.#socket.send(JSON.stringify(ask));
    return true;
  }

  #receive(text: string): void {
    this.#listening();
    const tell = JSON.parse(text) as Tell;
    switch (tell.tell) {
      case "welcome":
      case "news":
        this.#listener.hear(tell, this.#fresh);
        if (this.#fresh) this.#listener.connected(true);
        this.#fresh = false;
        this.#tries = 0;
        break;
      case "ack":
        this.#acknowledged(tell);
        break;
      case "refused":
        this.#settle(tell.id, new Refused(tell.why, 0, tell.stale ?? false, tell.again ?? false));
        if (tell.stale) this.#catchUp();
        break;
      case "farewell":
        this.#farewell = { why: tell.why, again: tell.again ?? false };
        return;
    }
    this.#wonder();
  }

  #acknowledged(ack: Ack): void {
    this.#listener.toldOf(ack.version);
    this.#settle(ack.id, ack.version);
  }

  #settle(id: string, answer: number | Error): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (typeof answer === "number") waiting.resolve(answer);
    else waiting.reject(answer);
  }

  #giveUp(id: string): void {
    const sent = this.#waiting.get(id)?.sent;
    const why = sent
      ? t("The server has not answered: if it was done, you will see it when the connection is back.")
      : t("There was no connection, so it was not done.");
    this.#settle(id, new Refused(why, 0, false, true));
  }

  /** Ask for what is missing, at once and then from time to time. */
  #wonder(): void {
    if (!this.#listener.behind) {
      clearTimeout(this.#doubt);
      this.#doubt = undefined;
    } else if (this.#doubt === undefined) this.#catchUp();
  }

  #catchUp(): void {
    clearTimeout(this.#doubt);
    const since = this.#listener.since;
    this.#send({ ask: "sync", id: "sync", ...(since === null ? {} : { since }) });
    this.#doubt = setTimeout(() => {
      this.#doubt = undefined;
      this.#wonder();
    }, TIMES.doubt);
  }
}
