/** The interfaces of a reconnecting socket: which messages it sends and parses, and what it reports to its listener. */

import type { RequestRefused } from "./api.ts";

/** A message to the server. The server's answer carries the same id. */
export interface Message {
  readonly id: string;
}

/** A message from the server, reduced to what the socket needs. */
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

/**
 * The messages of one kind of socket. `Request` goes to the server, `Reply` comes from it, and a reply may carry a
 * `State`.
 */
export interface SocketProtocol<Request extends Message, Reply, State> {
  /** The first message on each connection. */
  readonly greeting?: Request;
  /** A request that does nothing but make the server answer. */
  readonly ping: Request;
  /** Returns a request for all changes after a version. */
  sync?(since: number | null): Request;
  /** Parses a message. Returns undefined if the message shows only that the server is alive. */
  parse(reply: Reply): ParsedMessage<State> | undefined;
  /**
   * The closing codes after which the socket does not reconnect. Each maps to a function that returns the reason, in a
   * sentence for the user.
   */
  readonly ends: Readonly<Record<number, () => string>>;
}

/** Receives the messages and the state of a socket's connection. */
export interface SocketListener<State> {
  /** The last version received. */
  readonly since: number | null;
  /** Whether the listener has not yet received all messages up to the last version that it knows of. */
  readonly behind: boolean;
  /** Receives a state or a change of it. `first` says that it is the first on this connection. */
  receive(state: State, first: boolean): void;
  /** Tells the listener that a version exists on the server. */
  noteVersion(version: number): void;
  /** Tells the listener that the connection is open, or that it is lost and the socket reconnects. */
  connected(up: boolean): void;
  /**
   * Tells the listener that the connection has ended and the socket does not reconnect. `code` is the WebSocket closing
   * code.
   */
  ended(why: string, code: number): void;
}
