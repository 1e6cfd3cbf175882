import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { botSpeedOf, newTablePace, paceOf, PACES } from "./pace.ts";

test("the relaxed pace is the server's usual pace", () => {
  const settings = readFileSync(new URL("../../../src/uka/table/settings.py", import.meta.url), "utf-8");
  const usual = (name: string): number => Number(new RegExp(`${name}: .* = (\\d+)$`, "m").exec(settings)?.[1]);
  for (const [name, ms] of Object.entries(PACES.relaxed)) expect(usual(name), name).toBe(ms);
});

test("among friends bots never answer as soon as they have chosen", () => {
  expect(paceOf("instant", true).answer_ms).toBe(0);
  expect(paceOf("instant", false)).toEqual(PACES.quick);
  expect(paceOf("relaxed", false)).toEqual(PACES.relaxed);
});

test("the settings of a table tell the speed of its bots", () => {
  expect(botSpeedOf({})).toBe("relaxed");
  expect(botSpeedOf(PACES.quick)).toBe("quick");
  expect(botSpeedOf(PACES.instant)).toBe("instant");
  expect(botSpeedOf({ answer_ms: 5_000 })).toBeUndefined();
});

test("only the first draw for dealer takes its full time", () => {
  expect(newTablePace("relaxed", true, false)).toEqual(PACES.relaxed);
  expect(newTablePace("relaxed", true, true)).toEqual({ ...PACES.relaxed, draw_ms: PACES.quick.draw_ms });
  expect(newTablePace("instant", true, true)).toEqual(PACES.instant);
});
