/** The time limits and intervals of a socket, in milliseconds. */
export const TIMINGS = {
  /**
   * The pauses before an attempt to reconnect: the first pause (`first`), the longest pause (`most`), and the longest
   * pause while the page is hidden (`hidden`).
   */
  first: 300,
  most: 5_000,
  hidden: 60_000,
  /** A new connection is closed if no message arrives within this time. */
  opening: 10_000,
  /** The pause before missing messages are requested again. */
  doubt: 1_000,
  /**
   * The server is pinged if it has sent no message for this time. If it does not reply within `answer`, the connection
   * counts as lost.
   */
  silence: 20_000,
  answer: 4_000,
  /**
   * The interval between readings of the clock. If several intervals passed between two readings, the machine has
   * slept.
   */
  tick: 2_000,
  /** If the server could not handle a request just now, the request is repeated after this pause. */
  again: 1_000,
  /** A request fails if it has no answer after this time. */
  patience: 20_000,
} as const;
