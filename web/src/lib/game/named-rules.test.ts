import { expect, test } from "vitest";
import type { NamedRule, RuleField } from "../../wire/types.ts";
import { faultText, findInRulebook, findRules, isIn, isOn, ruleLabel, undone } from "./named-rules.ts";

const STICK: NamedRule = {
  name: "Stick the dealer",
  also: ["screw the dealer", "STD"],
  meaning: "If everyone passes twice, the dealer must name a suit.",
  changes: { nobody_calls: "dealer_names", dealer_calls_in_second: true },
};
const UNDER: NamedRule = {
  name: "Going under",
  also: ["farmer's hand"],
  meaning: "Three low cards for the three under the turn-up.",
  changes: { farmers_hand: "exchange" },
};
const NAMED = [STICK, UNDER];
const BASE = { nobody_calls: "throw_in", dealer_calls_in_second: true, farmers_hand: "off" };

test("a rule is found by any of its names, by the beginnings of words, and without punctuation", () => {
  expect(findRules(NAMED, "")).toEqual(NAMED);
  expect(findRules(NAMED, "screw")).toEqual([STICK]);
  expect(findRules(NAMED, "deal stick")).toEqual([STICK]);
  expect(findRules(NAMED, "Farmer’s")).toEqual([UNDER]);
  expect(findRules(NAMED, "ealer")).toEqual([]);
});

test("a named rule is on if all of its fields are so, and off again with the values of the ruleset", () => {
  expect(isOn(STICK, BASE, {})).toBe(false);
  expect(isOn(STICK, BASE, { nobody_calls: "dealer_names" })).toBe(true);
  expect(isOn(STICK, BASE, { nobody_calls: "dealer_names", dealer_calls_in_second: false })).toBe(false);
  expect(isIn(STICK, { ...BASE, nobody_calls: "dealer_names" })).toBe(true);
  expect(undone(STICK, BASE)).toEqual({ nobody_calls: "throw_in", dealer_calls_in_second: true });
});

test("an error of one field is a sentence in plain words, and that of two gives the reason", () => {
  expect(faultText({ fields: ["no_trump", "benny"], why: "the benny is always a trump" })).toBe(
    "These rules don't go together: the benny is always a trump.",
  );
  expect(faultText({ fields: ["scoring.made"], why: "scoring.made = 30 is not allowed" })).toBe(
    "Scoring made = 30 is not allowed.",
  );
});

test("the label of a rule is the beginning of its meaning, with a capital letter", () => {
  const field: RuleField = {
    field: "cut",
    kind: "yes_no",
    meaning: "cutting the pack: whether the player on the dealer's right cuts",
    default: false,
    options: [],
    least: null,
    most: null,
    unit: "",
  };
  expect(ruleLabel(field)).toBe("Cutting the pack");
});

test("a rulebook is searched by sentences, names and the questions of readers", () => {
  const rule = (field: string, sentence: string, called: string[], asked: string[]) => ({
    ...{ field, value: null, sentence, mark: "stated" as const, why: "", called, asked },
  });
  const chapters = [
    {
      title: "The play",
      rules: [rule("must_head", "Follow suit.", [], ["Must I beat the card that was led (up it)?"])],
    },
    {
      title: "The game",
      rules: [rule("markers", "Two low cards, the counter cards: put it up.", ["Low card markers"], [])],
    },
  ];
  const found = (search: string): string[] =>
    findInRulebook(chapters, search).flatMap(({ rules }) => rules.map(({ field }) => field));
  expect(found("up it")).toEqual(["must_head"]);
  expect(found("Counter")).toEqual(["markers"]);
  expect(found("cards up")).toEqual(["markers"]);
  expect(found("low card markers")).toEqual(["markers"]);
  expect(found("no such rule")).toEqual([]);
  expect(found("")).toEqual(["must_head", "markers"]);
});
