import { beforeEach, expect, test, vi } from "vitest";
import vectors from "../../../../tests/vectors/boards.json" with { type: "json" };
import type { Ruleset } from "../../wire/types.ts";
import { boardKey, boardSeed, dayBefore, followFrom, isKnownAnchor, leadsToAnchor } from "./day-seeds.ts";
import { commitment } from "./construction.ts";
import { givenSecret } from "./given-seeds.ts";
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

test.each(vectors.boards)("the key and the seed of a board are those of the server", ({ rules, key, seed }) => {
  expect(boardKey(rules as Ruleset)).toBe(key);
  expect(boardSeed(vectors.day_seed, key)).toBe(seed);
  const backwards = Object.fromEntries(Object.entries(rules).toReversed());
  expect(boardKey(backwards as unknown as Ruleset)).toBe(key);
});

test("the commitments of a table are compared with the seed of its board", () => {
  const [board, other] = vectors.boards.map(({ key }) => key);
  const packs = [0, 1, 2].map((pack) => commitment(givenSecret(boardSeed(SEED, board ?? ""), pack)));
  expect(followFrom(SEED, "table")).toBeNull();
  for (const [commitments, played, expected] of [
    [packs, board, true],
    [packs, other, false],
    [[...packs, packs[0] ?? ""], board, false],
    [[0, 1, 2].map((pack) => commitment(givenSecret(SEED, pack))), board, false],
    [packs, "", null],
    [[], board, null],
  ] as const) {
    storeGame("table", { ...newGame(), commitments: [...commitments], board: played ?? "" });
    expect(followFrom(SEED, "table")).toBe(expected);
  }
});
