import { expect, test } from "vitest";
import { Attempts } from "./attempts.svelte.ts";

const fail = (): Promise<void> => Promise.reject(new Error("no server"));
const succeed = (): Promise<void> => Promise.resolve();

test("failures are counted until an attempt succeeds", async () => {
  const attempts = new Attempts();
  const seen: unknown[] = [];
  for (const step of [fail, fail, succeed, fail]) {
    await attempts.run(step);
    seen.push([attempts.failures, attempts.error?.message]);
  }
  expect(seen).toEqual([
    [1, "no server"],
    [2, "no server"],
    [0, undefined],
    [1, "no server"],
  ]);
});
