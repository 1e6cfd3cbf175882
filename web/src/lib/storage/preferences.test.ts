import { afterEach, expect, test, vi } from "vitest";
import {
  browserDefaults,
  chosenIdentity,
  DEFAULTS,
  parsePreferences,
  preferences,
  serializePreferences,
} from "./preferences.svelte.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["mi", "mi"],
  ["mi-NZ", "mi"],
  ["en-NZ", "en"],
  ["min", "en"],
  ["de", "en"],
])("a browser whose language is %s begins in %s", (language, first) => {
  vi.stubGlobal("navigator", { language });
  expect(browserDefaults().language).toBe(first);
  expect(parsePreferences(serializePreferences({ ...DEFAULTS, language: "en" })).language).toBe("en");
  expect(parsePreferences(serializePreferences({ ...DEFAULTS, language: "mi" })).language).toBe("mi");
});

test("only preferences that differ from the defaults are stored", () => {
  expect(serializePreferences(DEFAULTS)).toBe("{}");
  expect(parsePreferences(serializePreferences({ ...DEFAULTS, speed: "still", name: "Ana" }))).toEqual({
    ...DEFAULTS,
    speed: "still",
    name: "Ana",
  });
});

test("stored preferences are read, and missing ones get their defaults", () => {
  expect(parsePreferences(null)).toEqual(DEFAULTS);
  expect(parsePreferences('{"tainui":true,"speed":"still"}')).toEqual({ ...DEFAULTS, tainui: true, speed: "still" });
});

test.each(["", "{", "null", "7", "[1]", '"text"'])("invalid text gives the defaults: %s", (text) => {
  expect(parsePreferences(text)).toEqual(DEFAULTS);
});

test("values of a wrong type and unknown names are ignored", () => {
  const kept = {
    language: "xx",
    speed: 3,
    tainui: "yes",
    seat: "top",
    other: 1,
    __proto__: { name: "x" },
    name: "Ana",
  };
  expect(parsePreferences(JSON.stringify(kept))).toEqual({ ...DEFAULTS, name: "Ana" });
});

test("the server is told only what the user has chosen", () => {
  expect(chosenIdentity()).toEqual({});
  Object.assign(preferences, { name: "Ana", avatar: "star" });
  expect(chosenIdentity()).toEqual({ name: "Ana", avatar: "star" });
  Object.assign(preferences, DEFAULTS);
});

test("an emblem that does not exist is not kept", () => {
  expect(parsePreferences('{"avatar":"skull"}').avatar).toBe("");
  expect(parsePreferences('{"avatar":"star"}').avatar).toBe("star");
});
