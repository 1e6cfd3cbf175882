/**
 * The interfaces of a reconnecting socket: the messages that it sends and receives, and the events that it reports to a
 * listener.
 */

import type { Ack, Farewell, Pong, Rejection } from "../../wire/types.ts";

/** A message to the server. The answer to a message has the same id. */
export interface Message {
  readonly id: string;
}

/** The messages from the server that the sockets of tables and tournaments share. All others contain a state. */
export type SocketAnswer = Ack | Rejection | Pong | Farewell;

const ANSWERS: readonly string[] = ["ack", "rejection", "pong", "farewell"] satisfies SocketAnswer["type"][];

/** Returns whether a message from the server is an answer, which contains no state. */
export const isAnswer = <State extends { readonly type: string }>(
  message: State | SocketAnswer,
): message is SocketAnswer => ANSWERS.includes(message.type);

/** The protocol of one kind of socket. A `Request` goes to the server. */
export interface SocketProtocol<Request extends Message> {
  /** The first message that is sent on each new connection. */
  readonly greeting?: Request;
  /** A request that has no effect except that the server answers it. */
  readonly ping: Request;
  /** Returns a request for all changes after the version `since`. */
  sync?(since: number | null): Request;
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
  /**
   * Receives a state or a change of the state. `first` is true for the first state on a connection. It is a property,
   * so that the compiler refuses a listener that does not know all messages of its socket.
   */
  readonly receive: (state: State, first: boolean) => void;
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
