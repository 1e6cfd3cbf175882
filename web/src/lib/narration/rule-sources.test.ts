import { expect, test } from "vitest";
import { withSourceNames } from "./rule-sources.ts";

test("sources are named as players know them", () => {
  expect(withSourceNames("seeds/003, How to play: Euchre, by Bicycle Cards")).toBe(
    "How to play: Euchre, by Bicycle Cards",
  );
  expect(withSourceNames("stick the dealer is the rule of seeds/002 and seeds/004")).toBe(
    "stick the dealer is the rule of Knock Euchre and CardGames.io",
  );
  expect(withSourceNames('as 004; the source says "simply name the suit"')).toBe(
    'as CardGames.io; the source says "simply name the suit"',
  );
  expect(withSourceNames("1000 points in 2004")).toBe("1000 points in 2004");
});
