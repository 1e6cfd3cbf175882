import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakePage } from "../testing/fakes.ts";
import { OwnChains } from "./own-chains.ts";
import { link } from "./hash-chain.ts";

beforeEach(() => void new FakePage());
afterEach(() => vi.unstubAllGlobals());

test("hashing a seed share gives the one before", () => {
  const own = new OwnChains("t1");
  const known = { number: -1, value: own.fresh("g1") };
  const [first, second] = [own.share("g1", 0, known) ?? "", own.share("g1", 1, known) ?? ""];
  expect([link(first), link(second)]).toEqual([known.value, first]);
  expect(own.share("g1", 1, { number: 0, value: first })).toBe(second);
  expect(own.share("g1", 255, known)).toMatch(/^[0-9a-f]{64}$/);
});

test("there is no seed share beyond the chain, for another chain, or for another game", () => {
  const own = new OwnChains("t1");
  const known = { number: -1, value: own.fresh("g1") };
  expect([own.share("g1", 256, known), own.share("g1", -1, known), own.share("g1", 0, null)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(own.share("g1", 0, { number: -1, value: "ab".repeat(32) })).toBeNull();
  expect(own.share("g2", 0, known)).toBeNull();
});

test("a reloaded page and another page of this browser have the same seed shares", () => {
  const [one, other] = [new OwnChains("t1"), new OwnChains("t1")];
  const known = { number: -1, value: one.fresh("g1") };
  const next = { number: -1, value: other.fresh("g1") };
  for (const at of [known, next]) {
    const share = one.share("g1", 3, at);
    expect(share).not.toBeNull();
    expect([other.share("g1", 3, at), new OwnChains("t1").share("g1", 3, at)]).toEqual([share, share]);
  }
  expect(new OwnChains("t2").share("g1", 3, known)).toBeNull();
});

test("only the chains of the latest tables are stored", () => {
  const firsts = Array.from({ length: 6 }, (_, i) => ({ number: -1, value: new OwnChains(`t${i}`).fresh("g") }));
  const kept = firsts.map((known, i) => new OwnChains(`t${i}`).share("g", 0, known) !== null);
  expect(kept).toEqual([false, false, true, true, true, true]);
});

test("without storage each page has its own chain", () => {
  vi.stubGlobal("localStorage", undefined);
  const own = new OwnChains("t1");
  const known = { number: -1, value: own.fresh("g1") };
  expect(own.share("g1", 0, known)).not.toBeNull();
});
