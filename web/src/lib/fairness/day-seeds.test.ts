import { beforeEach, expect, test, vi } from "vitest";
import { dayBefore, followFrom, isKnownAnchor, leadsToAnchor } from "./day-seeds.ts";
import { commitment } from "./construction-v2.ts";
import { givenSecret } from "./given-deals.ts";
import { newGame, storeGame } from "./observed-game.ts";

const SEED = "07".repeat(32);

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});

test("a seed leads to the seeds of the days before, as on the server", () => {
  expect(dayBefore(SEED)).toBe("13196611617c84ccd5d8f3a884d23a678deb47b859f826cdbb575364ec09544b");
  const anchor = dayBefore(dayBefore(dayBefore(SEED)));
  expect(leadsToAnchor(SEED, "2026-01-03", anchor, "2026-01-01")).toBe(true);
  expect(leadsToAnchor(SEED, "2026-01-04", anchor, "2026-01-01")).toBe(false);
  expect(leadsToAnchor("08".repeat(32), "2026-01-03", anchor, "2026-01-01")).toBe(false);
});

test("the first anchor is kept", () => {
  expect(isKnownAnchor("a")).toBe(true);
  expect(isKnownAnchor("a")).toBe(true);
  expect(isKnownAnchor("b")).toBe(false);
});

test("the commitments of a table are compared with the seed", () => {
  expect(followFrom(SEED, "table")).toBeNull();
  const commitments = [0, 1, 2].map((pack) => commitment(givenSecret(SEED, pack)));
  storeGame("table", { ...newGame(), commitments });
  expect(followFrom(SEED, "table")).toBe(true);
  storeGame("table", { ...newGame(), commitments: [...commitments, commitments[0] ?? ""] });
  expect(followFrom(SEED, "table")).toBe(false);
});
