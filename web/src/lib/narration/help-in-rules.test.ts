import { expect, test } from "vitest";
import type { Ruleset } from "../../wire/types.ts";
import { pointsUnder, trumpUnder } from "./help-in-rules.ts";

const UKA = {
  title: "Uka",
  nobody_calls: "dealer_picks_up",
  partner_alone: "off",
  natural_needed: true,
  target: 10,
  clock: 0,
  scoring: { made: 1, march: 3, lone_march: 4, euchred: 2 },
  words: { decline: "away", order_up: "pick it up", take_up: "pick it up" },
} as Ruleset;

test("the help says the words of the ruleset, and what happens if nobody calls", () => {
  const told = trumpUnder(UKA).join(" ");
  expect(told).toContain("In Uka you say “pick it up” to make the turn-up trump, and “away” to pass.");
  expect(told).toContain("only if you hold a card of it");
  expect(told).toContain("the dealer must pick up the turn-up");
  const dealer = { ...UKA, partner_alone: "ordered", words: { ...UKA.words, take_up: "it's up" } } as Ruleset;
  expect(trumpUnder(dealer).join(" ")).toContain("as the dealer “it's up”, and “away” to pass. ");
  expect(trumpUnder(dealer).join(" ")).toContain("only by going alone");
});

test("the help has the points of the ruleset", () => {
  expect(pointsUnder(UKA)).toEqual([
    "In Uka, three or four tricks score 1, a march 3, and a march alone 4.",
    "If the makers are euchred, the other side scores 2.",
    "The first side to 10 points wins.",
  ]);
  expect(pointsUnder({ ...UKA, target: 0, clock: 12 }).at(-1)).toContain("after 12 minutes");
});
