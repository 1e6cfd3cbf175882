/** Fetches the reviews of a game's deals one after another, as fast as the server lets this browser. */

import type { DealReview } from "../../wire/types.ts";
import { RequestRefused } from "./errors.ts";

/** The number of times that a deal is asked for while the server is too busy, and the pause between them in ms. */
const TRIES = 10;
const RETRY_AFTER = 2_000;

/**
 * Yields the reviews of the first `deals` deals. If the server is too busy, waits and tries again. Ends early if
 * `signal` is aborted. Throws the error of a request that fails.
 */
export async function* reviewDeals(
  deals: number,
  ask: (deal: number) => Promise<DealReview>,
  signal: AbortSignal,
  pause = RETRY_AFTER,
): AsyncGenerator<DealReview, void> {
  for (let deal = 0; deal < deals; deal += 1) {
    const review = await patiently(() => ask(deal), signal, pause);
    if (!review) return;
    yield review;
  }
}

async function patiently(
  ask: () => Promise<DealReview>,
  signal: AbortSignal,
  pause: number,
): Promise<DealReview | undefined> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      const review = await ask();
      return signal.aborted ? undefined : review;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof RequestRefused && error.again) || tries === TRIES) throw error;
      await new Promise((again) => setTimeout(again, pause));
    }
  }
  return undefined;
}
