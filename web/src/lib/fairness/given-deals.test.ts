import { expect, test } from "vitest";
import { commitment } from "./construction.ts";
import { givenDeals, givenDealsText } from "./given-deals.ts";
import { givenSecret, isCommitmentFrom, numberedSeed } from "./given-seeds.ts";

test("the deals of a table", () => {
  expect(givenDeals({ deals: "number:4711" })).toEqual({ kind: "number", name: "4711" });
  expect(givenDeals({ deals: "day:2026-11-24" })).toEqual({ kind: "day", name: "2026-11-24" });
  expect([givenDeals({}), givenDeals({ deals: "" }), givenDeals({ deals: "other:1" })]).toEqual([null, null, null]);
  expect(givenDealsText({ kind: "number", name: "4711" })).toContain("number 4711");
});

test("the seed and the secrets of a number are those of the server", () => {
  const seed = numberedSeed("4711");
  expect(seed).toBe("a962fa1ab31dcf2c34abc2a741ede2d15344b39d9ed01a15c17874114df385b6");
  expect(givenSecret(seed, 3)).toBe("5b9308ab1c47c57df52f8196a53c3ee199088c94810935ff0617096d23110b21");
  expect(isCommitmentFrom(seed, 3, commitment(givenSecret(seed, 3)))).toBe(true);
  expect(isCommitmentFrom(seed, 4, commitment(givenSecret(seed, 3)))).toBe(false);
});
