import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INFERRED, withoutUnderscores, TIE_BREAKS, DEFAULT_SETTINGS, withDefaults } from "./settings.ts";

const { properties } = (
  JSON.parse(readFileSync(new URL("../../../../src/uka/server/http/openapi.json", import.meta.url), "utf-8")) as {
    components: {
      schemas: {
        TournamentSettings: {
          properties: Record<string, { default: unknown; description?: string; items?: { enum: string[] } }>;
        };
      };
    };
  }
).components.schemas.TournamentSettings;

test("the usual settings are the server's", () => {
  expect(DEFAULT_SETTINGS).toEqual(
    Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.default])),
  );
});

test("what the server marks as inferred is marked in the form, in its words", () => {
  const marked = Object.entries(properties).flatMap(([name, { description }]) => {
    const why = description?.split(". Inferred: ")[1];
    return why ? [[name, why]] : [];
  });
  expect(INFERRED).toEqual(Object.fromEntries(marked));
  expect(Object.keys(INFERRED)).toEqual(expect.arrayContaining(["draw", "places"]));
});

test("what is told takes the place of what is usual", () => {
  expect(withDefaults({ win: 3, bots: "" })).toEqual({ ...DEFAULT_SETTINGS, win: 3 });
});

test("every tie-break has words", () => {
  expect(new Set(Object.keys(TIE_BREAKS))).toEqual(new Set(properties["tie_breaks"]?.items?.enum));
});

test("a refusal is read as words", () => {
  expect(withoutUnderscores("fair_worth 1 must be more than winning_worth 1")).toBe(
    "fair worth 1 must be more than winning worth 1",
  );
});
