import { expect, test } from "vitest";
import { isSettingOn } from "./seats.ts";
import type { Scene } from "../../wire/types.ts";

test("bots say phrases, unless the host has turned that off", () => {
  const scene = (settings: Scene["settings"]) => ({ settings }) as Scene;
  expect(isSettingOn(scene({}), "bots_talk")).toBe(true);
  expect(isSettingOn(scene({ bots_talk: false }), "bots_talk")).toBe(false);
});
