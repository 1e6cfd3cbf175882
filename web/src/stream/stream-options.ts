/** The options in the address of a stream view: what lies behind the cards, and by how many deals it is late. */

export const SURROUNDS = ["felt", "clear"] as const;
/** `felt`: the cards lie on a felt with a rim. `clear`: nothing is behind the cards and the names. */
export type Surround = (typeof SURROUNDS)[number];

export interface StreamOptions {
  readonly surround: Surround;
  /** A deal is shown once so many deals have ended from it on. If 0, the present deal is shown, with hidden hands. */
  readonly delay: number;
}

/** The greatest delay, in deals. */
const MOST = 20;

/** Parses the query of an address. An option that is missing or unknown has its default. */
export function streamOptions(query: string): StreamOptions {
  const asked = new URLSearchParams(query);
  const surround = SURROUNDS.find((each) => each === asked.get("surround")) ?? "felt";
  const delay = Number(asked.get("delay") ?? 0);
  return { surround, delay: Number.isInteger(delay) ? Math.min(Math.max(delay, 0), MOST) : 0 };
}
