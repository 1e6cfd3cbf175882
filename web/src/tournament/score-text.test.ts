import { expect, test } from "vitest";
import type { TournamentSettings } from "../wire/types.ts";
import { scoreHeading, scoreName, scoreText } from "./score-text.ts";

test.each([
  [{}, "Clicks", "1 click", "Clicks on the card"],
  [{ movement: "swiss" }, "Match points", "1 match point", "Match points"],
  [{ movement: "knockout" }, "Match points", "", ""],
] as const)(
  "match points are called clicks where they are punched into a card: %o",
  (settings, name, text, heading) => {
    const told = settings as TournamentSettings;
    expect(scoreName("clicks", told)).toBe(name);
    expect(scoreText({ score: 1 }, told)).toBe(text);
    expect(scoreHeading(told)).toBe(heading);
  },
);
