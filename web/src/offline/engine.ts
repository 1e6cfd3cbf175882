/** The engine in this browser as the page's transport: Uka in a worker, which hosts tables as a server does. */

import { mount } from "svelte";
import { useTransport, type Connection, type RequestParts, type Transport } from "../lib/net/transport.ts";
import EngineNotice from "./EngineNotice.svelte";
import { EngineConnection } from "./engine-connection.ts";
import { loading } from "./loading.svelte.ts";
import type { PageMessage, WorkerMessage } from "./messages.ts";
import { keepLinksInFolder } from "./folder-links.ts";

class Engine implements Transport {
  readonly #worker: Worker;
  readonly #answers = new Map<number, (answer: Response) => void>();
  readonly #connections = new Map<number, EngineConnection>();
  #number = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#receive(data);
    worker.onerror = ({ message }) => loading.receive({ type: "failed", why: message });
  }

  /** Sends a request. Its time limit does not apply: the worker answers once it has loaded. */
  async request(path: string, { method, headers, body }: RequestParts): Promise<Response> {
    const content = await new Response(body).arrayBuffer();
    const number = this.#next();
    const answered = new Promise<Response>((resolve) => this.#answers.set(number, resolve));
    this.#post({ type: "request", number, method, path, body: content, link: headers["X-Uka-Link"] ?? "" });
    return answered;
  }

  connect(path: string): Connection {
    const number = this.#next();
    const connection = new EngineConnection(
      (text) => this.#post({ type: "text", number, text }),
      () => {
        this.#connections.delete(number);
        this.#post({ type: "disconnect", number });
      },
    );
    this.#connections.set(number, connection);
    this.#post({ type: "connect", number, path });
    return connection;
  }

  #next(): number {
    return (this.#number += 1);
  }

  #post(message: PageMessage): void {
    this.#worker.postMessage(message);
  }

  #receive(message: WorkerMessage): void {
    switch (message.type) {
      case "answer":
        this.#answers.get(message.number)?.(answerOf(message.code, message.text));
        this.#answers.delete(message.number);
        break;
      case "connected":
        this.#connections.get(message.number)?.opened();
        break;
      case "text":
        this.#connections.get(message.number)?.received(message.text);
        break;
      case "disconnected":
        this.#connections.get(message.number)?.ended(message.code);
        this.#connections.delete(message.number);
        break;
      default:
        loading.receive(message);
    }
  }
}

const NO_CONTENT = 204;

/** Returns the response with a status and a text. A response without content may have no body, not even an empty one. */
function answerOf(status: number, text: string): Response {
  return new Response(status === NO_CONTENT ? null : text, { status });
}

/** Starts the engine, and lets it answer the page from now on. Shows how far it has loaded. */
export function startEngine(): void {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "uka" });
  useTransport(new Engine(worker));
  keepLinksInFolder();
  mount(EngineNotice, { target: document.body });
}
