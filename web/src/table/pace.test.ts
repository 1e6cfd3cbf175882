import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paceOf, PACES } from "./pace.ts";

test("the normal pace is the server's usual pace", () => {
  const settings = readFileSync(new URL("../../../src/uka/table/settings.py", import.meta.url), "utf-8");
  const usual = (name: string): number => Number(new RegExp(`${name}: .* = (\\d+)$`, "m").exec(settings)?.[1]);
  for (const [name, ms] of Object.entries(PACES.normal)) expect(usual(name), name).toBe(ms);
});

test("among friends bots never answer as soon as they have chosen", () => {
  expect(paceOf("still", true).answer_ms).toBe(0);
  expect(paceOf("still", false)).toEqual(PACES.hurried);
  expect(paceOf("normal", false)).toEqual(PACES.normal);
});
