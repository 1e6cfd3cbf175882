import { expect, test } from "vitest";
import type { Card, Ruleset, Suit } from "../../wire/types.ts";
import { type RankedDeal, rankText } from "./card-rank.ts";

const RULES = { pack: 24, benny: "off" } as Ruleset;

function rank(card: Card, trump: Suit | null, led: Suit | null = null, rules = RULES): string {
  const contract = trump && { trump };
  return rankText(card, { contract, up_suit: "s", facts: { led, round: 1 } } as unknown as RankedDeal, rules);
}

test("a trump is told by its place among the trumps, and a bower by its title", () => {
  expect(rank("Js", "s")).toBe("Jack of spades: right bower, the highest trump.");
  expect(rank("Jc", "s")).toBe("Jack of clubs: left bower, the second highest trump.");
  expect(rank("As", "s")).toBe("Ace of spades: the third highest trump.");
  expect(rank("9s", "s", "s")).toBe("Nine of spades: the lowest trump.");
});

test("the pack decides how many cards are higher", () => {
  const large = { pack: 32, benny: "blind" } as Ruleset;
  expect(rank("9s", "s", null, large)).toBe("Nine of spades: the eighth highest trump.");
  expect(rank("B", "s", null, large)).toBe("The benny: the highest trump.");
  expect(rank("Jc", "s", null, large)).toBe("Jack of clubs: left bower, the third highest trump.");
});

test("another card is told by its place in its suit, which a bower has left", () => {
  expect(rank("9h", "s", "h")).toBe("Nine of hearts: the lowest of the suit led.");
  expect(rank("Th", "s", "h")).toBe("Ten of hearts: the fifth highest of the suit led.");
  expect(rank("Tc", "s", "h")).toBe("Ten of clubs: the fourth highest of clubs.");
  expect(rank("Jc", "n", "c")).toBe("Jack of clubs: the fourth highest of the suit led.");
});

test("before trump is made it is told what the card would be", () => {
  expect(rank("Jc", null)).toBe("Jack of clubs: left bower, the second highest trump if trump is spades.");
  expect(rank("B", null, null, { pack: 24, benny: "seen" } as Ruleset)).toBe("The benny: the highest trump.");
  const second = { contract: null, up_suit: "s", facts: { led: null, round: 2 } } as unknown as RankedDeal;
  expect(rankText("Jc", second, RULES)).toBe("Jack of clubs: its rank depends on trump.");
});
