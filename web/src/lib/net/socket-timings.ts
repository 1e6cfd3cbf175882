/** The timings of a socket, in milliseconds. */
export const TIMINGS = {
  /**
   * The pause before the next attempt to connect: the first pause, the longest, and the longest while the page is
   * hidden.
   */
  first: 300,
  most: 5_000,
  hidden: 60_000,
  /** A new connection without a first message is given up after this time. */
  opening: 10_000,
  /** Missing messages are requested again after this time. */
  doubt: 1_000,
  /**
   * The server is pinged after this time without a message. After `answer` without a reply, the connection counts as
   * lost.
   */
  silence: 20_000,
  answer: 4_000,
  /** The interval between looks at the clock; a jump of several intervals means that the machine slept. */
  tick: 2_000,
  /** The pause before a request is sent again that the server could not handle just now. */
  again: 1_000,
  /** A request without an answer fails after this time. */
  patience: 20_000,
} as const;
