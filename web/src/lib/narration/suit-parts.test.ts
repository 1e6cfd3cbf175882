import { expect, test } from "vitest";
import { suitParts } from "./suit-parts.ts";

test("a card is one part, with its rank", () => {
  expect(suitParts("West turned up 10♦. Order it up?")).toEqual([
    { text: "West turned up " },
    { text: "10♦", suit: "d" },
    { text: ". Order it up?" },
  ]);
});

test("a suit's symbol without a rank is a part", () => {
  expect(suitParts("Follow suit: hearts ♥ led.").map(({ suit }) => suit)).toEqual([undefined, "h", undefined]);
});

test("each card of a list is a part", () => {
  expect(suitParts("A♠ J♣ 9♥")).toEqual([
    { text: "A♠", suit: "s" },
    { text: " " },
    { text: "J♣", suit: "c" },
    { text: " " },
    { text: "9♥", suit: "h" },
  ]);
});

test.each(["", "Your lead.", "You're 9 points ahead of 10.", "No trump ∅"])("%j has no suit", (sentence) => {
  const parts = suitParts(sentence);
  expect(parts.map(({ text }) => text).join("")).toBe(sentence);
  expect(parts.every(({ suit }) => suit === undefined)).toBe(true);
});
