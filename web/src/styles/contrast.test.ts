import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TABLE_COLOURS, type TableColour } from "../lib/storage/preferences.svelte.ts";

type Scheme = "light" | "dark";

const TOKENS = readFileSync(new URL("tokens.css", import.meta.url), "utf-8");

/** Returns the definition of a design token at a table of this colour. */
function definition(token: string, table: TableColour): string {
  const own = TOKENS.split(`:root[data-table="${table}"] {`)[1]?.split("}")[0] ?? "";
  const found = (css: string): string | undefined => new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1];
  return found(own) ?? found(TOKENS) ?? "";
}

/** Returns the colour of a design token in a colour scheme, as six hexadecimal digits. */
function colour(token: string, scheme: Scheme, table: TableColour = "green"): string {
  const value = definition(token, table);
  const found = [...value.matchAll(/#([0-9a-f]{6})/g)].map(([, digits]) => digits ?? "");
  return found[scheme === "dark" ? found.length - 1 : 0] ?? "";
}

/** Returns the relative luminance of a colour, as WCAG 2 defines it. */
function luminance(digits: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The tokens of text, each with the backgrounds on which it stands. */
const TEXT: Record<string, readonly string[]> = {
  ink: ["paper", "raised", "sunk", "soft"],
  "ink-2": ["paper", "raised", "sunk"],
  accent: ["paper", "raised", "soft"],
  "on-accent": ["accent", "accent-2"],
  good: ["paper", "raised"],
  bad: ["paper", "raised", "sunk"],
  warn: ["paper", "raised"],
  "on-felt": ["felt", "felt-lit", "felt-edge", "felt-2", "felt-3", "room", "room-2"],
  "on-felt-2": ["felt-2", "felt-3", "room"],
  turn: ["felt-2", "felt-3"],
  "on-turn": ["turn"],
  hint: ["felt-2", "felt-3"],
  "on-hint": ["hint"],
  notice: ["felt-2", "felt-3"],
  "on-notice": ["notice"],
  success: ["felt-2", "felt-3"],
  "on-success": ["success"],
  urgent: ["felt-2", "felt-3"],
  "card-black": ["card", "card-2"],
  "card-red": ["card"],
  "card-green": ["card"],
  "card-blue": ["card"],
};
/** The tokens of suits in sentences. Each has a colour for light backgrounds, then one for dark backgrounds. */
const SUITS = ["red-text", "green-text", "blue-text"];
/** The backgrounds of sentences that are light or dark in both schemes. */
const ALWAYS: readonly (readonly [Scheme, readonly string[]])[] = [
  ["light", ["card", "card-2"]],
  ["dark", ["felt-2", "felt-3"]],
];
/** The tokens of edges and signs, each with the backgrounds on which it stands. */
const EDGES: Record<string, readonly string[]> = {
  edge: ["paper", "raised"],
  focus: ["paper", "raised"],
  "focus-felt": ["felt", "felt-lit", "felt-2", "room"],
  "on-felt-2": ["felt", "felt-2"],
  turn: ["felt", "felt-lit", "felt-edge"],
};

const pairs = (of: Record<string, readonly string[]>): (readonly [string, string])[] =>
  Object.entries(of).flatMap(([token, grounds]) => grounds.map((ground) => [token, ground] as const));

const schemes = (["light", "dark"] as const).flatMap((scheme) =>
  TABLE_COLOURS.map((table) => [scheme, table] as const),
);

describe.each(schemes)("in the %s scheme at a %s table", (scheme, table) => {
  test.each(pairs(TEXT))("%s on %s is readable", (token, ground) => {
    expect(contrast(colour(token, scheme, table), colour(ground, scheme, table))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(EDGES))("%s on %s is visible", (token, ground) => {
    expect(contrast(colour(token, scheme, table), colour(ground, scheme, table))).toBeGreaterThanOrEqual(3);
  });
});

describe.each(schemes)("in the %s scheme at a %s table, a suit in a sentence", (scheme, table) => {
  test.each(SUITS.flatMap((suit) => ["paper", "raised", "sunk", "soft"].map((ground) => [suit, ground] as const)))(
    "%s on %s is readable",
    (suit, ground) => {
      expect(contrast(colour(suit, scheme), colour(ground, scheme, table))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(
    SUITS.flatMap((suit) => ALWAYS.flatMap(([kind, all]) => all.map((ground) => [suit, ground, kind] as const))),
  )("%s on %s is readable in its %s colour", (suit, ground, kind) => {
    expect(contrast(colour(suit, kind), colour(ground, scheme, table))).toBeGreaterThanOrEqual(4.5);
  });
});

test("the placeholder of a field has the colour of readable text", () => {
  const base = readFileSync(new URL("base.css", import.meta.url), "utf-8");
  expect(base).toMatch(/::placeholder \{\s*color: var\(--ink-2\);\s*opacity: 1;/);
});

test("the tables differ in the colour of their felt", () => {
  for (const scheme of ["light", "dark"] as const)
    expect(new Set(TABLE_COLOURS.map((table) => colour("felt", scheme, table))).size).toBe(TABLE_COLOURS.length);
});

test("each colour on the table has one meaning", () => {
  const meanings = ["turn", "hint", "notice", "success", "urgent"];
  for (const scheme of ["light", "dark"] as const)
    expect(new Set(meanings.map((token) => colour(token, scheme))).size).toBe(meanings.length);
});
