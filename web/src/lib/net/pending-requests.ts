/** Requests to the server that have not been answered yet. */

import { RequestRefused } from "./errors.ts";
import { t } from "../i18n/text.svelte.ts";
import type { Message } from "./socket-protocol.ts";
import { TIMINGS } from "./socket-timings.ts";

type Timer = ReturnType<typeof setTimeout>;

interface PendingRequest<Request> {
  readonly request: Request;
  readonly resolve: (answer: number) => void;
  readonly reject: (error: Error) => void;
  readonly patience: Timer;
  resend?: Timer;
  sent: boolean;
  /** The reason why the server could not handle the request just now. */
  why?: string;
}

/**
 * Repeats each request until the server answers it or its time limit ends. The server executes a repeated id only once.
 */
export class PendingRequests<Request extends Message> {
  readonly #pending = new Map<string, PendingRequest<Request>>();
  readonly #send: (request: Request, repeated: boolean) => boolean;

  /**
   * `send` sends a request. It returns false if there is no open connection. `repeated` is true if the request was sent
   * before.
   */
  constructor(send: (request: Request, repeated: boolean) => boolean) {
    this.#send = send;
  }

  /** Sends a request. Resolves with the number in the server's answer, or rejects with `RequestRefused`. */
  add(request: Request): Promise<number> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.#giveUp(request.id), TIMINGS.patience);
      const pending: PendingRequest<Request> = { request, resolve, reject, patience, sent: false };
      this.#pending.set(request.id, pending);
      this.#deliver(pending);
    });
  }

  /** Sends all pending requests again, because a new connection is open. */
  deliverAll(): void {
    for (const pending of this.#pending.values()) this.#deliver(pending);
  }

  /** Stops repeating requests until the next connection is open. */
  suspend(): void {
    for (const pending of this.#pending.values()) clearTimeout(pending.resend);
  }

  /**
   * Schedules a request to be sent again after a pause, because the server could not handle it just now. `why` is
   * the server's reason. Returns false if no request with this id is pending.
   */
  retryLater(id: string, why: string): boolean {
    const pending = this.#pending.get(id);
    if (!pending) return false;
    pending.why = why;
    pending.sent = false;
    clearTimeout(pending.resend);
    pending.resend = setTimeout(() => this.#deliver(pending), TIMINGS.again);
    return true;
  }

  /** Resolves the pending request with its answer, or rejects the request if `answer` is an error. */
  settle(id: string, answer: number | Error): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.patience);
    clearTimeout(pending.resend);
    if (typeof answer === "number") pending.resolve(answer);
    else pending.reject(answer);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.settle(id, error);
  }

  #deliver(pending: PendingRequest<Request>): void {
    clearTimeout(pending.resend);
    if (!this.#send(pending.request, pending.sent)) return;
    pending.sent = true;
    pending.resend = setTimeout(() => this.#deliver(pending), TIMINGS.answer);
  }

  #giveUp(id: string): void {
    const { why, sent } = this.#pending.get(id) ?? {};
    const silent = sent
      ? t("The server hasn't answered. You'll see whether it worked once you're back online.")
      : t("You were offline, so it wasn't done.");
    this.settle(id, new RequestRefused(why ?? silent, 0, false, true));
  }
}
