/**
 * The interfaces of a reconnecting socket: the messages that it sends and parses, and the events that it reports to a
 * listener.
 */

import type { RequestRefused } from "./errors.ts";

/** A message to the server. The answer to a message has the same id. */
export interface Message {
  readonly id: string;
}

/** A message from the server, reduced to the data that the socket needs. */
export type ParsedMessage<State> =
  | { readonly is: "state"; readonly state: State }
  | { readonly is: "done"; readonly id: string; readonly version: number }
  | { readonly is: "answer"; readonly id: string; readonly answer: number }
  | { readonly is: "time"; readonly now: number }
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
 * The protocol of one kind of socket. A `Request` goes to the server and a `Reply` comes from the server. A reply may
 * contain a `State`.
 */
export interface SocketProtocol<Request extends Message, Reply, State> {
  /** The first message that is sent on each new connection. */
  readonly greeting?: Request;
  /** A request that has no effect except that the server answers it. */
  readonly ping: Request;
  /** Returns a request for all changes after the version `since`. */
  sync?(since: number | null): Request;
  /** Parses a message. Returns undefined if the message has no content and only proves that the server is alive. */
  parse(reply: Reply): ParsedMessage<State> | undefined;
  /**
   * The WebSocket closing codes after which the socket does not reconnect. Each code maps to a function that returns
   * the reason as a sentence for the user.
   */
  readonly ends: Readonly<Record<number, () => string>>;
}

/** Receives messages from a socket, and notices about its connection. */
export interface SocketListener<State> {
  /** The latest version that the listener has received. */
  readonly since: number | null;
  /** Whether messages are missing: the listener knows of a later version than it has received. */
  readonly behind: boolean;
  /** Receives a state or a change of the state. `first` is true for the first state on a connection. */
  receive(state: State, first: boolean): void;
  /** Reports that this version exists on the server. */
  noteVersion(version: number): void;
  /** Reports the present time on the server's clock, which the server tells when it is pinged. */
  noteTime?(now: number): void;
  /** Reports a change of the connection. If `up` is false, the connection is lost and the socket is reconnecting. */
  connected(up: boolean): void;
  /**
   * Reports that the connection has ended and that the socket does not reconnect. `why` gives the reason, and `code` is
   * the WebSocket closing code.
   */
  ended(why: string, code: number): void;
}
