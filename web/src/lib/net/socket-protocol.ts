/** What a reconnecting socket needs to know of its messages, and what it reports to its listener. */

import type { RequestRefused } from "./api.ts";

/** A message to the server; the server answers it under its id. */
export interface Message {
  readonly id: string;
}

/** What a message from the server means to the socket. */
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

/** The messages of one kind of socket: `Request` to the server, `Reply` from it, `State` what replies carry. */
export interface SocketProtocol<Request extends Message, Reply, State> {
  /** Is sent first on each connection. */
  readonly greeting?: Request;
  /** Asks only for a sign of life. */
  readonly ping: Request;
  /** Returns a request for what came after a version. */
  sync?(since: number | null): Request;
  /** Returns the meaning of a message; undefined if it only shows that the server is alive. */
  parse(reply: Reply): ParsedMessage<State> | undefined;
  /** Closing codes after which the socket does not reconnect, with the reason in words for people. */
  readonly ends: Readonly<Record<number, () => string>>;
}

/** Receives what comes over a socket. */
export interface SocketListener<State> {
  /** The last version received. */
  readonly since: number | null;
  /** Whether messages up to the last known version are missing. */
  readonly behind: boolean;
  /** Takes a state or a change of it; `first` on a connection. */
  receive(state: State, first: boolean): void;
  /** Takes note that a version exists. */
  noteVersion(version: number): void;
  /** Takes note that the connection is up, or lost for the moment. */
  connected(up: boolean): void;
  /** Takes note that the connection has ended for good; `code` is the socket's closing code. */
  ended(why: string, code: number): void;
}
