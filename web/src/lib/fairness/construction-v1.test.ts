import { describe, expect, test } from "vitest";
import vectors from "../../../../tests/vectors/fair.json" with { type: "json" };
import { SEATS } from "../game/seats.ts";
import { commitment } from "./construction-v2.ts";
import { dealKey, fairPack, standIn, defaultCut, defaultPackets } from "./construction-v1.ts";
import { otherThan, rulesOf } from "../testing/fair-vectors.ts";

describe.each(vectors)("pack $number of $pack cards", (vector) => {
  const rules = rulesOf(vector);
  const { secret, number, added } = vector;

  test("the secret's commitment, the deal's key, the order", () => {
    expect(commitment(secret)).toBe(vector.commitment);
    expect(Buffer.from(dealKey(secret, number, added)).toString("hex")).toBe(vector.key);
    expect(fairPack(rules, secret, number, added)).toEqual(vector.order);
  });

  test("the stand-in values, the cut and the packets", () => {
    SEATS.forEach((seat, i) => {
      if (!vector.own[i]) expect(standIn(secret, number, seat)).toBe(added[i]);
      expect(defaultCut(rules, added[i] as string)).toBe(vector.cut[i]);
      expect(defaultPackets(rules, added[i] as string)).toBe(vector.way[i]);
    });
  });

  test("another secret, number or part gives another order", () => {
    const other = otherThan(secret);
    expect(commitment(other)).not.toBe(vector.commitment);
    expect(fairPack(rules, other, number, added)).not.toEqual(vector.order);
    expect(fairPack(rules, secret, number ? number - 1 : 1, added)).not.toEqual(vector.order);
    expect(fairPack(rules, secret, number, added.toReversed())).not.toEqual(vector.order);
  });
});

test("nothing is cut or chosen if the rules leave no choice", () => {
  const part = "ab".repeat(32);
  expect(defaultCut({ ...rulesOf({ pack: 24, joker: false }), cut: false }, part)).toBeNull();
  expect(defaultPackets({ ...rulesOf({ pack: 24, joker: false }), packets: "2-3" }, part)).toBeNull();
});
