import { expect, test } from "vitest";
import description from "../wire/openapi.json" with { type: "json" };
import { fieldsOf, valueOf, type Schemas } from "./fields.ts";

test("every field of a ruleset is told with what it may be, those inside a table too", () => {
  const fields = fieldsOf(description.components.schemas as Schemas);
  expect(fields.get("pack")?.allowed).toEqual({ kind: "choice", values: [24, 28, 32] });
  expect(fields.get("cut")?.allowed).toEqual({ kind: "yes" });
  expect(fields.get("target")?.allowed).toEqual({ kind: "number", least: 0, most: 100 });
  expect(fields.get("scoring.march")?.allowed).toEqual({ kind: "number", least: 0, most: 20 });
  expect(fields.get("words.decline")?.allowed).toEqual({ kind: "text" });
  for (const { about, name } of fields.values()) expect(about, name).not.toBe("");
});

test("a field's value is found inside a table", () => {
  const rules = { pack: 24, scoring: { march: 3 } };
  expect(valueOf(rules, "scoring.march")).toBe(3);
  expect(valueOf(rules, "pack")).toBe(24);
  expect(valueOf(rules, "nothing.at.all")).toBeUndefined();
});
