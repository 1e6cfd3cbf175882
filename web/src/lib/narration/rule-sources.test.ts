import { expect, test } from "vitest";
import { sourced } from "./rule-sources.ts";

test("sources are named as players know them", () => {
  expect(sourced("seeds/003, How to play: Euchre, by Bicycle Cards")).toBe("How to play: Euchre, by Bicycle Cards");
  expect(sourced("stick the dealer is the rule of seeds/002 and seeds/004")).toBe(
    "stick the dealer is the rule of Knock Euchre and CardGames.io",
  );
  expect(sourced('as 004; the source says "simply name the suit"')).toBe(
    'as CardGames.io; the source says "simply name the suit"',
  );
  expect(sourced("1000 points in 2004")).toBe("1000 points in 2004");
});
