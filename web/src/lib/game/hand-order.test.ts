import { expect, test } from "vitest";
import type { Card } from "../../wire/types.ts";
import { HAND_ORDERS, inHandOrder } from "./hand-order.ts";

/** A hand in the server's order: hearts are trump, so the jack of diamonds is the left bower. */
const SORTED: readonly Card[] = ["Jh", "Jd", "9h", "As", "Ts", "Ad"];
/** The same hand, as it was dealt. */
const DEALT: readonly Card[] = ["Ts", "Jd", "Ad", "Jh", "As", "9h"];

test("trumps are first unless the user prefers another order", () => {
  expect(inHandOrder(SORTED, DEALT, "trumps-first")).toEqual(SORTED);
});

test("trumps are last, and each suit runs from low to high", () => {
  expect(inHandOrder(SORTED, DEALT, "trumps-last")).toEqual(["Ad", "Ts", "As", "9h", "Jd", "Jh"]);
});

test("by the printed suits, no card moves when trump is made", () => {
  const untrumped: readonly Card[] = ["As", "Ts", "Jh", "9h", "Ad", "Jd"];
  expect(inHandOrder(SORTED, DEALT, "suits")).toEqual(untrumped);
  expect(inHandOrder(untrumped, DEALT, "suits")).toEqual(untrumped);
});

test("as dealt, nothing is sorted", () => {
  expect(inHandOrder(SORTED, DEALT, "dealt")).toEqual(DEALT);
});

test("the joker comes first in the order of the printed suits", () => {
  expect(inHandOrder(["Ac", "B", "9s"], [], "suits")).toEqual(["B", "9s", "Ac"]);
});

test.each(HAND_ORDERS)("in the order %s every card is there, and the given hand stays as it was", (order) => {
  const given = Object.freeze([...SORTED]);
  expect([...inHandOrder(given, DEALT, order)].sort()).toEqual([...SORTED].sort());
});
