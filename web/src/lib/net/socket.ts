/**
 * A socket to a table or a tournament: it comes back when it is lost, and what was asked and not answered is asked
 * again, under its id, so that nothing is done twice. A `Speech` says which messages the two ends have for that.
 *
 * A browser may not notice for minutes that a connection is gone (after sleep, or when the network changed), so a
 * silent one is asked whether it is there, at once when the page is looked at again. While nobody looks, nothing is
 * asked, and a lost connection is looked for rarely.
 */

import { RequestRefused } from "./api.ts";
import { t } from "../i18n/text.svelte.ts";

/** Milliseconds. */
export const TIMINGS = {
  /** Before a connection is tried again: at first, at most, and at most while nobody looks. */
  first: 300,
  most: 5_000,
  hidden: 60_000,
  /** Until a connection that does not open, or on which nothing is told, is given up. */
  opening: 10_000,
  /** After which what is missing is asked for again. */
  doubt: 1_000,
  /** Silence after which the server is asked whether it is there, and until it is taken for gone. */
  silence: 20_000,
  answer: 4_000,
  /** Between looks at the clock; a jump of several of them means that the machine slept. */
  tick: 2_000,
  /** After which what the server could not do for the moment is asked again. */
  again: 1_000,
  /** Until somebody who asks is told that no answer came. */
  patience: 20_000,
} as const;

/** The server ends a connection on which nothing was said for hours; looked at again, the page comes back. */
const IDLE = 4408;
/** Of this the server says more than its code does: one has left, or the host has sent one away. */
const SENT_AWAY = 4403;

/** A message to the server; it is answered under its id. */
interface Message {
  readonly id: string;
}

/** What a message of the server means. */
export type ParsedMessage<State> =
  | { readonly is: "state"; readonly state: State }
  | { readonly is: "done"; readonly id: string; readonly version: number }
  | { readonly is: "answer"; readonly id: string; readonly answer: number }
  | {
      readonly is: "refused";
      readonly id: string;
      readonly why: string;
      readonly stale?: boolean;
      readonly again?: boolean;
      readonly doubt?: RequestRefused["doubt"];
    }
  | { readonly is: "goodbye"; readonly why: string; readonly again?: boolean };

/** The messages of one kind of socket. */
export interface SocketProtocol<Asked extends Message, Told, State> {
  /** What is said first on a connection. */
  readonly greeting?: Asked;
  /** Asks only whether the server is there. */
  readonly ping: Asked;
  /** Asks for what came after a version. */
  sync?(since: number | null): Asked;
  /** What was told means; nothing, where it only shows that the server is there. */
  meaning(told: Told): ParsedMessage<State> | undefined;
  /** Closing codes that end a connection for good, in words for people. */
  readonly ends: Readonly<Record<number, () => string>>;
}

/** Who hears what comes. */
export interface SocketListener<State> {
  /** The version that is known. */
  readonly since: number | null;
  /** Whether something after it is missing. */
  readonly behind: boolean;
  /** How things are, or news of it; `first` on a connection. */
  hear(state: State, first: boolean): void;
  /** There is such a version. */
  toldOf(version: number): void;
  /** A connection is good, or was lost and is being looked for. */
  connected(good: boolean): void;
  /** It is over for good; `code` is the socket's own. */
  ended(why: string, code: number): void;
}

type Timer = ReturnType<typeof setTimeout>;

/** A message without an answer. */
interface PendingRequest<Asked> {
  readonly ask: Asked;
  readonly resolve: (answer: number) => void;
  readonly reject: (error: Error) => void;
  readonly patience: Timer;
  resend?: Timer;
  sent: boolean;
  /** Why the server could not do it for the moment. */
  why?: string;
}

/** A socket that is looked for until `close`, or until the server ends it for good. */
export class ReconnectingSocket<Asked extends Message, Told, State> {
  readonly #address: (since: number | null) => string;
  readonly #speech: SocketProtocol<Asked, Told, State>;
  readonly #listener: SocketListener<State>;
  readonly #waiting = new Map<string, PendingRequest<Asked>>();
  #socket: WebSocket | undefined;
  #fresh = true;
  #farewell: { readonly why: string; readonly again: boolean } | undefined;
  #over: RequestRefused | undefined;
  #tries = 0;
  #retry: Timer | undefined;
  #doubt: Timer | undefined;
  #watch: Timer | undefined;
  readonly #clock: ReturnType<typeof setInterval>;
  #seen = Date.now();

  constructor(
    address: (since: number | null) => string,
    speech: SocketProtocol<Asked, Told, State>,
    listener: SocketListener<State>,
  ) {
    this.#address = address;
    this.#speech = speech;
    this.#listener = listener;
    for (const [target, name] of OCCASIONS()) target.addEventListener(name, this.#look);
    window.addEventListener("offline", this.#doubtful);
    this.#clock = setInterval(() => this.#tick(), TIMINGS.tick);
    this.#connect();
  }

  /** The version that a message led to, or its answer; `Refused` if it was refused, or if no answer came for long. */
  ask(ask: Asked): Promise<number> {
    if (this.#over) return Promise.reject(this.#over);
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.#giveUp(ask.id), TIMINGS.patience);
      const waiting: PendingRequest<Asked> = { ask, resolve, reject, patience, sent: false };
      this.#waiting.set(ask.id, waiting);
      this.#deliver(waiting);
    });
  }

  /** End it here. */
  close(): void {
    this.#end(new RequestRefused(t("The connection was closed here.")));
  }

  // Connections

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#farewell = undefined;
    this.#fresh = true;
    const socket = new WebSocket(this.#address(this.#listener.since));
    this.#socket = socket;
    const mine = (): boolean => socket === this.#socket;
    socket.onopen = () => mine() && this.#opened();
    socket.onmessage = (event) => mine() && this.#receive(String(event.data));
    socket.onclose = (event) => mine() && this.#lost(event.code);
    this.#watchFor(TIMINGS.opening, this.#drop);
  }

  #opened(): void {
    this.#watchFor(TIMINGS.opening, this.#drop);
    if (this.#speech.greeting) this.#send(this.#speech.greeting);
    for (const waiting of this.#waiting.values()) this.#deliver(waiting);
  }

  /** Give a connection up that is silent. */
  readonly #drop = (): void => {
    const socket = this.#socket;
    this.#lost(1006);
    socket?.close();
  };

  #lost(code: number): void {
    const farewell = this.#farewell;
    this.#forget();
    if (code in this.#speech.ends || (farewell?.again === false && code !== IDLE))
      return this.#finish(code, farewell?.why);
    this.#listener.connected(false);
    if (code !== IDLE) this.#retry = setTimeout(() => this.#connect(), this.#pause());
  }

  #pause(): number {
    const most = document.hidden ? TIMINGS.hidden : TIMINGS.most;
    const pause = Math.min(most, TIMINGS.first * 2 ** this.#tries);
    this.#tries = Math.min(this.#tries + 1, 16);
    return pause * (0.5 + Math.random() / 2);
  }

  #forget(): void {
    this.#socket = undefined;
    clearTimeout(this.#watch);
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
    for (const waiting of this.#waiting.values()) clearTimeout(waiting.resend);
  }

  #finish(code: number, told: string | undefined): void {
    const own = this.#speech.ends[code]?.();
    const why = code === SENT_AWAY ? (told ?? own) : (own ?? told);
    const error = new RequestRefused(why ?? t("The server has ended the connection."));
    this.#end(error);
    this.#listener.ended(error.message, code);
  }

  #end(error: RequestRefused): void {
    this.#over = error;
    const socket = this.#socket;
    this.#forget();
    clearTimeout(this.#retry);
    clearInterval(this.#clock);
    for (const [target, name] of OCCASIONS()) target.removeEventListener(name, this.#look);
    window.removeEventListener("offline", this.#doubtful);
    for (const id of [...this.#waiting.keys()]) this.#settle(id, error);
    socket?.close();
  }

  // Whether anybody is there

  /** The page is looked at again, or the network is back. */
  readonly #look = (): void => {
    if (document.hidden) return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
    else this.#doubtful();
  };

  /** A page that stays in sight is told nothing of a sleep: only the clock has jumped. */
  #tick(): void {
    const slept = Date.now() - this.#seen > 4 * TIMINGS.tick;
    this.#seen = Date.now();
    if (slept) this.#look();
  }

  readonly #doubtful = (): void => {
    if (!this.#fresh) this.#areYouThere();
  };

  #areYouThere(): void {
    this.#send(this.#speech.ping);
    this.#watchFor(TIMINGS.answer, this.#drop);
  }

  #heard(): void {
    this.#watchFor(TIMINGS.silence, () => !document.hidden && this.#areYouThere());
  }

  #watchFor(ms: number, then: () => void): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(then, ms);
  }

  // What is asked

  /** Send a message, and again after a while without an answer: it is done once. */
  #deliver(waiting: PendingRequest<Asked>): void {
    clearTimeout(waiting.resend);
    if (!this.#send(waiting.ask)) return;
    if (waiting.sent && !this.#fresh) this.#areYouThere();
    waiting.sent = true;
    waiting.resend = setTimeout(() => this.#deliver(waiting), TIMINGS.answer);
  }

  #send(ask: Asked): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false; // one that closes says so, and drops what is sent
    this.#socket.send(JSON.stringify(ask));
    return true;
  }

  #settle(id: string, answer: number | Error): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.patience);
    clearTimeout(waiting.resend);
    if (typeof answer === "number") waiting.resolve(answer);
    else waiting.reject(answer);
  }

  #giveUp(id: string): void {
    const { why, sent } = this.#waiting.get(id) ?? {};
    const silent = sent
      ? t("The server has not answered. If it was done, you will see it when the connection is back.")
      : t("There was no connection, so it was not done.");
    this.#settle(id, new RequestRefused(why ?? silent, 0, false, true));
  }

  // What is told

  #receive(text: string): void {
    const told = read<Told>(text);
    if (!told) return;
    if (!this.#fresh) this.#heard();
    const meaning = this.#speech.meaning(told);
    switch (meaning?.is) {
      case "state":
        this.#hear(meaning.state);
        break;
      case "done":
        this.#listener.toldOf(meaning.version);
        this.#settle(meaning.id, meaning.version);
        break;
      case "answer":
        this.#settle(meaning.id, meaning.answer);
        break;
      case "refused":
        this.#refused(meaning);
        break;
      case "goodbye":
        this.#farewell = { why: meaning.why, again: meaning.again ?? false };
        return;
    }
    this.#wonder();
  }

  #hear(state: State): void {
    const first = this.#fresh;
    this.#fresh = false;
    this.#tries = 0;
    this.#heard();
    this.#listener.hear(state, first);
    if (first) this.#listener.connected(true);
  }

  #refused({
    id,
    why,
    stale = false,
    again = false,
    doubt = "",
  }: Extract<ParsedMessage<State>, { is: "refused" }>): void {
    const waiting = this.#waiting.get(id);
    if (again && waiting) {
      waiting.why = why;
      waiting.sent = false;
      clearTimeout(waiting.resend);
      waiting.resend = setTimeout(() => this.#deliver(waiting), TIMINGS.again);
      return;
    }
    this.#settle(id, new RequestRefused(why, 0, stale, again, [], doubt));
    if (stale) this.#catchUp();
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
    const sync = this.#speech.sync?.(this.#listener.since);
    if (!sync) return;
    this.#send(sync);
    this.#doubt = setTimeout(() => {
      this.#doubt = undefined;
      this.#wonder();
    }, TIMINGS.doubt);
  }
}

/** When a page is looked at again, or may reach the server again. */
const OCCASIONS = (): readonly (readonly [EventTarget, string])[] => [
  [window, "online"],
  [window, "pageshow"],
  [document, "visibilitychange"],
  [document, "resume"],
];

function read<Told>(text: string): Told | undefined {
  try {
    return JSON.parse(text) as Told;
  } catch {
    return undefined;
  }
}
