/** The engine of another page of this browser, for the worker of a page that has none itself. */

import type { PageMessage, WorkerMessage } from "./messages.ts";

/** The closing code after which a page connects again. */
const AGAIN = 1012;

type Begun = Extract<PageMessage, { type: "request" | "connect" }>;

export class OtherEngine {
  readonly #send: (message: PageMessage) => void;
  readonly #post: (message: WorkerMessage) => void;
  /** The requests without an answer and the open connections, by number. */
  readonly #begun = new Map<number, Begun>();
  #engine: string | undefined;

  /** `send` sends a message to the engine, and `post` one to the own page. */
  constructor(send: (message: PageMessage) => void, post: (message: WorkerMessage) => void) {
    this.#send = send;
    this.#post = post;
  }

  /** Passes on a message of the own page. It waits until an engine is there. */
  pass(message: PageMessage): void {
    if (message.type === "request" || message.type === "connect") this.#begun.set(message.number, message);
    if (message.type === "disconnect") this.#begun.delete(message.number);
    if (this.#engine !== undefined) this.#send(message);
  }

  /** Passes on a message of the engine to the own page. */
  receive(message: WorkerMessage): void {
    if (message.type === "answer" || message.type === "disconnected") this.#begun.delete(message.number);
    this.#post(message);
  }

  /** Notes that an engine with an id is there. If it is another one than before, everything begins anew with it. */
  found(engine: string): void {
    if (engine === this.#engine) return;
    const waiting = this.#engine === undefined ? [...this.#begun.values()] : this.end();
    this.#engine = engine;
    for (const message of waiting) this.#send(message);
    this.#post({ type: "ready" });
  }

  /** Asks the page to connect again, since the engine is gone. Returns the requests that it has not answered. */
  end(): PageMessage[] {
    const begun = [...this.#begun.values()];
    if (this.#engine === undefined) return begun;
    for (const { type, number } of begun)
      if (type === "connect") this.receive({ type: "disconnected", number, code: AGAIN });
    return begun.filter(({ type }) => type === "request");
  }
}
