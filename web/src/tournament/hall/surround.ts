/** What lies behind the screen of a tournament hall if it is a picture for a stream. */

export const HALL_SURROUNDS = ["plain", "clear"] as const;
/** `plain`: the colour of the page. `clear`: nothing. */
export type HallSurround = (typeof HALL_SURROUNDS)[number];

/** Parses the query of the screen's address. Undefined if the screen is not a picture for a stream. */
export function hallSurround(query: string): HallSurround | undefined {
  const asked = new URLSearchParams(query).get("surround");
  return HALL_SURROUNDS.find((each) => each === asked);
}
