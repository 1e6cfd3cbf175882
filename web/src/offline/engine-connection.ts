/** A connection to the engine in the worker. */

import type { Connection } from "../lib/net/transport.ts";

export class EngineConnection implements Connection {
  readyState: number = WebSocket.CONNECTING;
  onopen: Connection["onopen"] = null;
  onmessage: Connection["onmessage"] = null;
  onclose: Connection["onclose"] = null;
  readonly #send: (text: string) => void;
  readonly #close: () => void;

  /** `send` sends text to the other end, and `close` tells it that the connection is closed. */
  constructor(send: (text: string) => void, close: () => void) {
    this.#send = send;
    this.#close = close;
  }

  send(text: string): void {
    this.#send(text);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#close();
  }

  // What the other end does

  opened(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event("open"));
  }

  received(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  ended(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}
