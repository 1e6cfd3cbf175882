import { describe, expect, test } from "vitest";
import vectors from "../../../../tests/vectors/fair.json" with { type: "json" };
import { SEATS } from "../game/seats.ts";
import { commitment, dealKey, dealt, keyCut, keyPacketPattern } from "./construction.ts";
import { packFrom, packOf, standIn } from "./construction.ts";
import { chain, link } from "./hash-chain.ts";
import { otherThan, rulesOf } from "../testing/fair-vectors.ts";

describe.each(vectors)("pack $number of $pack cards", (vector) => {
  const rules = rulesOf(vector);
  const { secret, number, shares } = vector;

  test("the commitment, the stand-ins, the key, the order, the cut, the packets", () => {
    expect(commitment(secret)).toBe(vector.commitment);
    expect(SEATS.map((seat) => standIn(secret, number, seat))).toEqual(vector.stand_ins);
    const key = dealKey(secret, number, shares);
    expect(Buffer.from(key).toString("hex")).toBe(vector.key);
    expect(packFrom(rules, key)).toEqual(vector.order);
    expect([keyCut(rules, key), keyPacketPattern(rules, key)]).toEqual([vector.cut, vector.packets]);
  });

  test("the chain", () => {
    const links = chain(vector.root);
    expect([links.length, links[0], links.at(-1)]).toEqual([257, vector.chain, vector.root]);
    expect(links[1 + number - vector.first]).toBe(vector.share);
    expect(link(links[1] ?? "")).toBe(vector.chain);
  });

  test("another secret, number or share gives another order", () => {
    const other = otherThan(secret);
    const order = (...args: Parameters<typeof dealKey>): unknown => packFrom(rules, dealKey(...args));
    expect(commitment(other)).not.toBe(vector.commitment);
    expect(order(other, number, shares)).not.toEqual(vector.order);
    expect(order(secret, number ? number - 1 : 1, shares)).not.toEqual(vector.order);
    expect(order(secret, number, shares.toReversed())).not.toEqual(vector.order);
  });
});

test("nothing is cut or chosen if the rules leave no choice", () => {
  const key = dealKey(
    "ab".repeat(32),
    1,
    Array.from({ length: 4 }, () => "cd".repeat(32)),
  );
  expect(keyCut({ ...rulesOf({ pack: 24, joker: false }), cut: false }, key)).toBeNull();
  expect(keyPacketPattern({ ...rulesOf({ pack: 24, joker: false }), packets: "2-3" }, key)).toBeNull();
});

test("texts that are not 32 bytes are refused", () => {
  for (const wrong of ["", "ab", "AB".repeat(32), "zz".repeat(32), "ab".repeat(33)]) {
    expect(() => commitment(wrong)).toThrow(RangeError);
  }
});

test("a pack is dealt in packets from the dealer's left, after the cut", () => {
  const rules = rulesOf({ pack: 24, joker: false });
  const order = packOf(rules);
  const plain = dealt(rules, order, "south", null, "3-2");
  expect(plain.hands.west).toEqual(["9c", "Tc", "Jc", "9h", "Th"]);
  expect(plain.hands.south).toEqual(["Qd", "Kd", "Ad", "9s", "Ts"]);
  expect(plain.rest).toEqual(["Js", "Qs", "Ks", "As"]);
  const cut = dealt(rules, order, "east", 4, "2-3");
  expect(cut.hands.south).toEqual(["Kc", "Ac", "9h", "Th", "Jh"]);
  expect(cut.rest).toEqual(["9c", "Tc", "Jc", "Qc"]);
});
