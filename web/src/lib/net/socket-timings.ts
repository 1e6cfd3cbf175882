/** The timings of a socket, in milliseconds. */
export const TIMINGS = {
  /** The pause before a connection is tried again: at first, at most, and at most while the page is hidden. */
  first: 300,
  most: 5_000,
  hidden: 60_000,
  /** After this long without a first message, a new connection is given up. */
  opening: 10_000,
  /** After this long, missing messages are requested again. */
  doubt: 1_000,
  /** After this much silence the server is pinged; after `answer` without a reply the connection counts as lost. */
  silence: 20_000,
  answer: 4_000,
  /** The interval between looks at the clock; a jump of several intervals means that the machine slept. */
  tick: 2_000,
  /** After this long, a request that the server could not handle for the moment is sent again. */
  again: 1_000,
  /** After this long without an answer, a request fails. */
  patience: 20_000,
} as const;
