import { afterEach, expect, test, vi } from "vitest";
import { read, USUAL, usual, written } from "./preferences.svelte.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["mi", "mi"],
  ["mi-NZ", "mi"],
  ["en-NZ", "en"],
  ["min", "en"],
  ["de", "en"],
])("a browser whose language is %s begins in %s", (language, first) => {
  vi.stubGlobal("navigator", { language });
  expect(usual().language).toBe(first);
  expect(read(written({ ...USUAL, language: "en" })).language).toBe("en");
  expect(read(written({ ...USUAL, language: "mi" })).language).toBe("mi");
});

test("only what is not as usual is kept", () => {
  expect(written(USUAL)).toBe("{}");
  expect(read(written({ ...USUAL, speed: "still", name: "Ana" }))).toEqual({ ...USUAL, speed: "still", name: "Ana" });
});

test("what was kept is read, what is missing is as usual", () => {
  expect(read(null)).toEqual(USUAL);
  expect(read('{"tainui":true,"speed":"still"}')).toEqual({ ...USUAL, tainui: true, speed: "still" });
});

test.each(["", "{", "null", "7", "[1]", '"text"'])("what makes no sense is as usual: %s", (text) => {
  expect(read(text)).toEqual(USUAL);
});

test("a value of the wrong kind, or a name that there is not, is left out", () => {
  const kept = {
    language: "xx",
    speed: 3,
    tainui: "yes",
    seat: "top",
    other: 1,
    __proto__: { name: "x" },
    name: "Ana",
  };
  expect(read(JSON.stringify(kept))).toEqual({ ...USUAL, name: "Ana" });
});
