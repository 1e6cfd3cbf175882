/**
 * A connection to a table or a tournament that is opened again after it was lost. The socket then repeats all unanswered
 * requests with their original ids, so that the server executes none of them twice. A `SocketProtocol` defines the
 * messages.
 *
 * A browser may take minutes to notice a lost connection, for example after sleep or a change of network. The socket
 * therefore pings a silent server, and it does so immediately when the page becomes visible. While the page is hidden,
 * the socket sends no pings and seldom reconnects.
 */

import type { Rejection } from "../../wire/types.ts";
import { RequestRefused } from "./errors.ts";
import { t } from "../i18n/text.svelte.ts";
import { PendingRequests } from "./pending-requests.ts";
import {
  isAnswer,
  type Message,
  type SocketAnswer,
  type SocketListener,
  type SocketProtocol,
} from "./socket-protocol.ts";
import { TIMINGS } from "./socket-timings.ts";
import { type Connection, transport } from "./transport.ts";

/**
 * The server's closing code for a connection that was idle for hours. The socket reconnects when the page becomes
 * visible.
 */
const IDLE = 4408;
/**
 * The server's closing code after the person has left or the host has removed the person. The server sends the reason
 * too.
 */
const SENT_AWAY = 4403;

type Timer = ReturnType<typeof setTimeout>;

/** A socket that reconnects until `close` is called, or until the server closes the connection permanently. */
export class ReconnectingSocket<Request extends Message, State extends { readonly type: string }> {
  readonly #path: (since: number | null) => string;
  readonly #protocol: SocketProtocol<Request>;
  readonly #listener: SocketListener<State>;
  readonly #requests: PendingRequests<Request>;
  #socket: Connection | undefined;
  /** Whether no message has been received yet on this connection. */
  #fresh = true;
  #farewell: { readonly why: string; readonly again: boolean } | undefined;
  #over: RequestRefused | undefined;
  #tries = 0;
  #retry: Timer | undefined;
  #resync: Timer | undefined;
  #watch: Timer | undefined;
  readonly #clock: ReturnType<typeof setInterval>;
  #seen = Date.now();

  constructor(
    path: (since: number | null) => string,
    protocol: SocketProtocol<Request>,
    listener: SocketListener<State>,
  ) {
    this.#path = path;
    this.#protocol = protocol;
    this.#listener = listener;
    this.#requests = new PendingRequests((request, repeated) => this.#sendRequest(request, repeated));
    for (const [target, name] of WAKE_UPS()) target.addEventListener(name, this.#look);
    window.addEventListener("offline", this.#pingIfQuiet);
    this.#clock = setInterval(() => this.#tick(), TIMINGS.tick);
    this.#connect();
  }

  /**
   * Sends a request. Resolves with the number in the server's answer, which is usually a version. Rejects with
   * `RequestRefused`.
   */
  send(request: Request): Promise<number> {
    return this.#over ? Promise.reject(this.#over) : this.#requests.add(request);
  }

  /** Pings the server. If it does not answer soon, the socket reconnects. */
  ping(): void {
    this.#send(this.#protocol.ping);
    this.#watchFor(TIMINGS.answer, this.#drop);
  }

  /** Closes the connection. The socket does not reconnect. */
  close(): void {
    this.#end(new RequestRefused(t("This page closed the connection.")));
  }

  // Connections

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#farewell = undefined;
    this.#fresh = true;
    const socket = transport.connect(this.#path(this.#listener.since));
    this.#socket = socket;
    const mine = (): boolean => socket === this.#socket;
    socket.onopen = () => {
      if (mine()) this.#opened();
      else socket.close();
    };
    socket.onmessage = (event) => mine() && this.#receive(String(event.data));
    socket.onclose = (event) => mine() && this.#lost(event.code);
    this.#watchFor(TIMINGS.opening, this.#drop);
  }

  #opened(): void {
    this.#watchFor(TIMINGS.opening, this.#drop);
    if (this.#protocol.greeting) this.#send(this.#protocol.greeting);
    this.#requests.deliverAll();
  }

  /** Closes a connection that no longer responds, and reconnects. */
  readonly #drop = (): void => {
    const socket = this.#socket;
    this.#lost(1006);
    socket?.close();
  };

  #lost(code: number): void {
    const farewell = this.#farewell;
    this.#forget();
    if (code in this.#protocol.ends || (farewell?.again === false && code !== IDLE))
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
    clearTimeout(this.#resync);
    this.#resync = undefined;
    this.#requests.suspend();
  }

  #finish(code: number, reason: string | undefined): void {
    const own = this.#protocol.ends[code]?.();
    const why = code === SENT_AWAY ? (reason ?? own) : (own ?? reason);
    const error = new RequestRefused(why ?? t("The server closed the connection."));
    this.#end(error);
    this.#listener.ended(error.message, code);
  }

  #end(error: RequestRefused): void {
    this.#over = error;
    const socket = this.#socket;
    this.#forget();
    clearTimeout(this.#retry);
    clearInterval(this.#clock);
    for (const [target, name] of WAKE_UPS()) target.removeEventListener(name, this.#look);
    window.removeEventListener("offline", this.#pingIfQuiet);
    this.#requests.rejectAll(error);
    // Browsers warn of a socket that is closed before it opens. `onopen` closes it then.
    if (socket?.readyState !== WebSocket.CONNECTING) socket?.close();
  }

  // Detection of lost connections

  /** Reconnects or pings immediately, because the page has become visible or the network has returned. */
  readonly #look = (): void => {
    if (document.hidden) return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
    else this.#pingIfQuiet();
  };

  /**
   * Detects a sleep of the machine by a jump of the clock. A page that stays visible receives no event after a sleep.
   */
  #tick(): void {
    const slept = Date.now() - this.#seen > 4 * TIMINGS.tick;
    this.#seen = Date.now();
    if (slept) this.#look();
  }

  readonly #pingIfQuiet = (): void => {
    if (!this.#fresh) this.ping();
  };

  #watchSilence(): void {
    this.#watchFor(TIMINGS.silence, () => !document.hidden && this.ping());
  }

  #watchFor(ms: number, then: () => void): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(then, ms);
  }

  // Requests

  #sendRequest(request: Request, repeated: boolean): boolean {
    const sent = this.#send(request);
    if (sent && repeated && !this.#fresh) this.ping();
    return sent;
  }

  #send(request: Request): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false; // the browser will call `onclose` soon
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  // Messages

  #receive(text: string): void {
    const message = parseJson<State | SocketAnswer>(text);
    if (!message) return;
    if (!this.#fresh) this.#watchSilence();
    if (isAnswer(message)) this.#receiveAnswer(message);
    else this.#receiveState(message);
    if (!this.#farewell) this.#syncIfBehind();
  }

  #receiveAnswer(answer: SocketAnswer): void {
    switch (answer.type) {
      case "ack":
        this.#listener.noteVersion(answer.version);
        this.#requests.settle(answer.id, answer.version);
        break;
      case "pong":
        this.#listener.noteTime?.(answer.now);
        this.#requests.settle(answer.id, answer.now);
        break;
      case "rejection":
        this.#refused(answer);
        break;
      case "farewell":
        this.#farewell = { why: answer.why, again: answer.again ?? false };
    }
  }

  #receiveState(state: State): void {
    const first = this.#fresh;
    this.#fresh = false;
    this.#tries = 0;
    this.#watchSilence();
    this.#listener.receive(state, first);
    if (first) this.#listener.connected(true);
  }

  #refused({ id, why, stale = false, again = false, doubt = "" }: Rejection): void {
    if (again && this.#requests.retryLater(id, why)) return;
    this.#requests.settle(id, new RequestRefused(why, 0, stale, again, [], doubt));
    if (stale) this.#sync();
  }

  /** Requests missing messages immediately, and again after each pause until they arrive. */
  #syncIfBehind(): void {
    if (!this.#listener.behind) {
      clearTimeout(this.#resync);
      this.#resync = undefined;
    } else if (this.#resync === undefined) this.#sync();
  }

  #sync(): void {
    clearTimeout(this.#resync);
    const sync = this.#protocol.sync?.(this.#listener.since);
    if (!sync) return;
    this.#send(sync);
    this.#resync = setTimeout(() => {
      this.#resync = undefined;
      this.#syncIfBehind();
    }, TIMINGS.doubt);
  }
}

/** The browser events after which the server may be reachable again, each with its target. */
const WAKE_UPS = (): readonly (readonly [EventTarget, string])[] => [
  [window, "online"],
  [window, "pageshow"],
  [document, "visibilitychange"],
  [document, "resume"],
];

/** Parses JSON. Returns undefined if the text is not JSON. */
function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
