/**
 * The pages that one engine answers: the page of its own worker, and other pages of the same browser. Each page gives its
 * requests and connections numbers of its own, so they get other numbers for the engine.
 */

import type { PageMessage, WorkerMessage } from "./messages.ts";

/** `PageWorker` of `src/uka/offline/worker.py`. */
export interface PythonHost {
  request(number: number, method: string, path: string, body: Uint8Array, link: string): Promise<void>;
  connect(number: number, path: string): Promise<void>;
  receive(number: number, text: string): Promise<void>;
  disconnect(number: number): Promise<void>;
}

/** What Python sends a page, with the engine's number. */
export type Send = (
  type: "answer" | "connected" | "text" | "disconnected",
  number: number,
  code: number,
  text: string,
) => void;

type Post = (message: WorkerMessage) => void;

interface Origin {
  readonly page: string;
  /** The number that the page has given. */
  readonly number: number;
}

export class EnginePages {
  readonly #posts = new Map<string, Post>();
  readonly #origins = new Map<number, Origin>();
  #number = 0;

  /** Adds a page with an id. `post` sends it a message. Returns whether it is new. */
  add(page: string, post: Post): boolean {
    const isNew = !this.#posts.has(page);
    if (isNew) this.#posts.set(page, post);
    return isNew;
  }

  /** Removes a page that was closed, and closes its connections. */
  async remove(page: string, host: PythonHost): Promise<void> {
    this.#posts.delete(page);
    for (const [number, origin] of [...this.#origins]) {
      if (origin.page !== page) continue;
      this.#origins.delete(number);
      await host.disconnect(number);
    }
  }

  /** Passes a message of a page to the engine. */
  async pass(page: string, message: PageMessage, host: PythonHost): Promise<void> {
    switch (message.type) {
      case "request": {
        const { method, path, body, link } = message;
        return host.request(this.#begin(page, message.number), method, path, new Uint8Array(body), link);
      }
      case "connect":
        return host.connect(this.#begin(page, message.number), message.path);
      default: {
        const number = this.#find(page, message.number);
        if (number === undefined) return;
        if (message.type === "text") return host.receive(number, message.text);
        this.#origins.delete(number);
        return host.disconnect(number);
      }
    }
  }

  /** Sends a message of the engine to the page that it is for. */
  readonly send: Send = (type, number, code, text) => {
    const origin = this.#origins.get(number);
    if (!origin) return; // the page was closed meanwhile
    if (type === "answer" || type === "disconnected") this.#origins.delete(number);
    this.#posts.get(origin.page)?.({ type, number: origin.number, code, text });
  };

  #begin(page: string, number: number): number {
    this.#origins.set((this.#number += 1), { page, number });
    return this.#number;
  }

  #find(page: string, number: number): number | undefined {
    for (const [found, origin] of this.#origins) if (origin.page === page && origin.number === number) return found;
    return undefined;
  }
}
