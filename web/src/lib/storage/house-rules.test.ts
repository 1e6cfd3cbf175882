import { expect, test } from "vitest";
import { fromQuery, rulebookAddress, valueOf, toQuery } from "./house-rules.svelte.ts";

test("house rules survive the way through a link, whatever their texts", () => {
  const house = {
    rules: "tainui",
    changes: {
      pack: 24,
      cut: true,
      benny: "off",
      "scoring.march": 0,
      "words.decline": "7",
      "words.alone": "true & alone = me?",
      "words.name": '"{suit}" — Māori',
      title: "Ours, at home",
    },
  };
  expect(fromQuery(toQuery(house))).toEqual(house);
});

test("a link written by a person is parsed", () => {
  expect(fromQuery("rules=uka&set=pack=24&set=words.decline=I%20pass&set=nothing")).toEqual({
    rules: "uka",
    changes: { pack: 24, "words.decline": "I pass" },
  });
  expect(fromQuery("")).toEqual({ rules: "", changes: {} });
});

test("a field's value is found inside a table", () => {
  const rules = { pack: 24, scoring: { march: 3 } };
  expect(valueOf(rules, "scoring.march")).toBe(3);
  expect(valueOf(rules, "pack")).toBe(24);
  expect(valueOf(rules, "nothing.at.all")).toBeUndefined();
});

test("a table's whole ruleset is carried to its rulebook", () => {
  const rules = {
    name: "tainui",
    title: "Ours",
    pack: 24,
    scoring: { march: 3 },
    words: { decline: "", other_talk: true },
  };
  const address = new URL(rulebookAddress(rules), "http://uka.example");
  expect(address.pathname).toBe("/rules/tainui");
  expect(fromQuery(address.search)).toEqual({
    rules: "tainui",
    changes: { title: "Ours", pack: 24, "scoring.march": 3, "words.decline": "", "words.other_talk": true },
  });
});
