import { expect, test } from "vitest";
import type { DealReview } from "../../wire/types.ts";
import { RequestRefused } from "./errors.ts";
import { reviewDeals } from "./review-deals.ts";

const review = (number: number): DealReview => ({ number, seat: "south", choices: [], unjudged: null });
const busy = new RequestRefused("too many reviews", 429, false, true);

async function all(ask: (deal: number) => Promise<DealReview>, run = new AbortController()): Promise<number[]> {
  const found: number[] = [];
  for await (const { number } of reviewDeals(3, ask, run.signal, 0)) found.push(number);
  return found;
}

test("deals are reviewed in order, and asked for again while the server is busy", async () => {
  let refused = 0;
  const ask = (deal: number): Promise<DealReview> =>
    deal === 1 && refused++ < 4 ? Promise.reject(busy) : Promise.resolve(review(deal));
  expect(await all(ask)).toEqual([0, 1, 2]);
  expect(refused).toBe(5);
});

test("a server that stays busy, and any other refusal, end the review", async () => {
  let times = 0;
  await expect(all(() => (times++, Promise.reject(busy)))).rejects.toBe(busy);
  expect(times).toBe(10);
  const refused = new RequestRefused("no such game", 404);
  await expect(all(() => Promise.reject(refused))).rejects.toBe(refused);
});

test("a stopped review asks nothing more and yields nothing more", async () => {
  const run = new AbortController();
  let times = 0;
  const ask = (deal: number): Promise<DealReview> => {
    times += 1;
    if (deal === 1) run.abort();
    return Promise.resolve(review(deal));
  };
  expect(await all(ask, run)).toEqual([0]);
  expect(times).toBe(2);
});
