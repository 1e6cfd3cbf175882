import { expect, test } from "vitest";
import type { DealView, PublicTable } from "../../wire/types.ts";
import { isPassInOtherWords, isSettingOn, lastCall } from "./seats.ts";

test("bots say phrases, unless the host has turned that off", () => {
  const scene = (settings: PublicTable["settings"]) => ({ settings }) as PublicTable;
  expect(isSettingOn(scene({}), "bots_talk")).toBe(true);
  expect(isSettingOn(scene({ bots_talk: false }), "bots_talk")).toBe(false);
});

test("a pass is told until trump is made, and what made trump until the first card", () => {
  const calls = [
    { seat: "west", action: { type: "pass" } },
    { seat: "north", action: { type: "order_up", alone: false } },
  ];
  const facts = { said: ["away", "pick it up"] };
  const asked = { calls: calls.slice(0, 1), facts, trick: [], tricks: [], contract: null } as unknown as DealView;
  expect([lastCall(asked, "west"), isPassInOtherWords(asked, "west")]).toEqual(["away", true]);
  const made = { ...asked, calls, contract: { maker: "north", trump: "h" } } as unknown as DealView;
  expect([lastCall(made, "west"), isPassInOtherWords(made, "west")]).toEqual(["", false]);
  expect(lastCall(made, "north")).toBe("pick it up");
});
