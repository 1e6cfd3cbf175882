import { expect, test } from "vitest";
import { Names } from "../lib/narration/names.ts";
import { deal, scene } from "../lib/testing/fakes.ts";
import type { DealView, Ruleset } from "../wire/types.ts";
import { explain } from "./first-deal-help.ts";

const RULES = { target: 10 } as Ruleset;
const NAMES = new Names(scene(1), "south");
const LABELS = ["away", "pick it up", "pick it up, alone"];
const FACTS = {
  round: 1,
  stuck: false,
  led: null,
  sitting_out: [],
  plays: [],
} as unknown as DealView["facts"];
const LEGAL = [
  { type: "pass" },
  { type: "order_up" },
  { type: "order_up", alone: true },
] as unknown as DealView["legal_actions"];

const told = (more: Partial<DealView>, rules = RULES): string =>
  explain(
    deal({
      phase: "calling",
      seat: "south",
      turn: "south",
      dealer: "west",
      upcard: "Jd",
      up_suit: "d",
      facts: FACTS,
      labels: LABELS,
      legal_actions: LEGAL,
      tricks: [],
      trick: [],
      why_not: [],
      contract: null,
      ...more,
    }),
    rules,
    NAMES,
  ).join(" ");

test("the calls are explained in the words of the ruleset", () => {
  expect(told({})).toContain("“pick it up” to make it trump, and “away” to pass");
  expect(told({ turn: "north" })).toBe("Each player in turn may make the suit of J♦ trump, or pass.");
  expect(told({})).toContain("West deals, and gets J♦ if diamonds ♦ are trump.");
  expect(told({ dealer: "south" })).toContain("You deal, so you get J♦");
  const labels = ["pass", "I'll turn you down and go alone"];
  const alone = [LEGAL[0], LEGAL[2]] as unknown as DealView["legal_actions"];
  expect(told({ dealer: "north", labels, legal_actions: alone })).toContain(
    "you say “I'll turn you down and go alone” to make it trump, and “pass” to pass",
  );
});

test("a player who may only pass, or must call, is told so", () => {
  expect(told({ legal_actions: LEGAL.slice(0, 1) })).toContain("only if you hold one. Pass.");
  expect(told({ facts: { ...FACTS, stuck: true } })).toContain("you must choose");
  expect(told({ facts: { ...FACTS, round: 2 } })).toContain("Nobody wanted J♦");
});

test("the bowers are explained when trump is made, and whom it obliges", () => {
  const contract = { maker: "west", trump: "d", loner: null } as unknown as DealView["contract"];
  const lead = told({ phase: "playing", contract });
  expect(lead).toContain("Diamonds ♦ are trump, called by West. Take three tricks to euchre them.");
  expect(lead).toContain("The jack of diamonds ♦ is the highest card, then the other jack");
  expect(lead).toContain("You lead");
  const ours = { ...contract, maker: "north" } as DealView["contract"];
  expect(told({ phase: "playing", contract: ours })).toContain("Your side needs three");
});

test("what happened in a trick comes before what to do", () => {
  const tricks = [{ taker: "east" }] as unknown as DealView["tricks"];
  const facts = { ...FACTS, led: "h" } as DealView["facts"];
  expect(told({ phase: "playing", tricks, taken: [0, 1] })).toMatch(
    /^East took the trick. Tricks: your side 0, the other side 1. You lead/,
  );
  expect(told({ phase: "playing", tricks, taken: [0, 1], facts, why_not: [["9s", "x"]] })).toContain("Follow suit: play a card of hearts ♥"); // prettier-ignore
});

test("the end of the deal says why a side scored, and how many points win", () => {
  const result = { outcome: "euchred", maker: "west" } as unknown as DealView["result"];
  expect(told({ phase: "over", result })).toContain("euchred, and the others score. The first side to 10 points wins.");
  expect(told({ phase: "over", result }, { ...RULES, target: 0 } as Ruleset)).not.toContain("points wins");
});
