import { expect, test } from "vitest";
import { read, USUAL } from "./settings.svelte.ts";

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
