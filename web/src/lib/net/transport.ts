/**
 * What carries the page's requests and connections. `http.ts` and `socket.ts` use the present transport, and nothing
 * else knows whether a server answers or the engine in this browser.
 */

/** A connection that carries text, with the members of a WebSocket that the page uses. */
export interface Connection {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The parts of a request. `signal` ends the wait for an answer. */
export interface RequestParts {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Blob | null;
  readonly signal: AbortSignal;
}

export interface Transport {
  /** Sends a request to a path. Rejects if nobody answers. */
  request(path: string, parts: RequestParts): Promise<Response>;
  /** Opens a connection to a path. */
  connect(path: string): Connection;
}

/** The server that sent this page. */
const SERVER: Transport = {
  request: (path, parts) => fetch(path, parts),
  connect: (path) => {
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url.href);
  },
};

export let transport = SERVER;

/** Lets another transport carry all later requests and connections. */
export function useTransport(other: Transport): void {
  transport = other;
}
