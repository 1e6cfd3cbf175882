import { expect, test } from "vitest";
import type { Card, DealView, Seat } from "../wire/types.ts";
import { asDealt, handsAt } from "./open-hands.ts";

type Play = readonly [Seat, Card];
const PLAYS: readonly (readonly Play[])[] = [
  [["north", "9c"], ["east", "Tc"], ["south", "Jc"], ["west", "Qc"]],
  [["north", "9d"], ["east", "Td"], ["south", "Jd"], ["west", "Qd"]],
  [["north", "9h"], ["east", "Th"], ["south", "Jh"], ["west", "Qh"]],
  [["north", "9s"], ["east", "Ts"], ["south", "Js"], ["west", "Qs"]],
  [["north", "Ac"], ["east", "Ad"], ["south", "Ah"], ["west", "As"]],
]; // prettier-ignore

/** A deal in which east picked up the ten of hearts and then played so many tricks. */
function deal(tricks: number, more: Partial<DealView> = {}): DealView {
  return {
    phase: "playing",
    turn: null,
    upcard: "Th",
    picked_up: "east",
    went_under: null,
    given: false,
    contract: { loner: null },
    ...more,
    facts: {
      plays: PLAYS.slice(0, tricks),
      held: [5 - tricks, 5 - tricks, 5 - tricks, 5 - tricks],
      sitting_out: [],
      turn_up: "taken_up",
    },
  } as unknown as DealView;
}

const END = deal(5);

test("a hand holds what its seat still plays", () => {
  expect(handsAt(deal(3), END)).toEqual({
    north: ["Ac", "9s"],
    east: ["Ad", "Ts"],
    south: ["Ah", "Js"],
    west: ["As", "Qs"],
  });
  expect(handsAt(END, END)).toEqual({ north: [], east: [], south: [], west: [] });
});

test("the dealer has the upcard only once it is picked up, and the discard is unknown", () => {
  const called = deal(0, { picked_up: null });
  expect(handsAt(called, END).east).toEqual(["Tc", "Ad", "Td", "Ts", null]);
  const discarding = deal(0, { phase: "discarding", turn: "east" });
  const full = { ...discarding, facts: { ...discarding.facts, held: [5, 6, 5, 5] } };
  expect(handsAt(full, END).east).toEqual(["Tc", "Ad", "Td", "Th", "Ts", null]);
});

test("an upcard that lies on the pack counts in the dealer's hand", () => {
  const now = deal(0);
  const onPack = { ...now, facts: { ...now.facts, turn_up: "on_pack" as const, held: [5, 4, 5, 5] } };
  expect(handsAt(onPack, END).east).toContain("Th");
});

test("the deal as it was dealt shows four hands of five cards", () => {
  const hands = handsAt(asDealt(END), END);
  expect(hands).toEqual({
    north: ["Ac", "9c", "9d", "9h", "9s"],
    east: ["Tc", "Ad", "Td", "Ts", null],
    south: ["Jc", "Jd", "Ah", "Jh", "Js"],
    west: ["Qc", "Qd", "Qh", "As", "Qs"],
  });
});

test("the record of the game tells the cards that nobody played", () => {
  const dealt = [null, ["Tc", "Ad", "Td", "Ts", "Ks"] as const, null, null];
  expect(handsAt(asDealt(END), END, dealt).east).toEqual(["Tc", "Ad", "Td", "Ts", "Ks"]);
});

test("who exchanges cards has no known hand before", () => {
  const under = { ...END, went_under: "east" as const };
  expect(handsAt(asDealt(under), under).east).toEqual([null, null, null, null, null]);
  const given = { ...END, given: true, contract: { loner: "west" } } as unknown as DealView;
  expect(handsAt(asDealt(given), given).west).toEqual([null, null, null, null, null]);
});
