import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FACED, faceOf } from "./faces.ts";

const PERSONAS = readFileSync(new URL("../../../src/uka/table/personas.py", import.meta.url), "utf8");

test("every bot has a face of its own, and nobody else has one", () => {
  const names = [...PERSONAS.matchAll(/Persona\("(\w+)"/g)].map((match) => match[1]);
  expect(names.length).toBe(16);
  expect([...FACED].sort()).toEqual(names.sort());
  const shapes = FACED.map((name) => faceOf(name)?.paths.join(" "));
  expect(new Set(shapes).size).toBe(FACED.length);
  expect(new Set(FACED.map((name) => faceOf(name)?.colour)).size).toBe(FACED.length);
  expect(faceOf("Ana")).toBeNull();
});
