import { expect, test } from "vitest";
import { AVATARS, avatarOf, emblemOf } from "./emblems.ts";

test("every emblem has a drawing of its own", () => {
  expect(new Set(AVATARS.map((name) => JSON.stringify(emblemOf(name)))).size).toBe(AVATARS.length);
});

test.each([null, undefined, "", "skull", "toString"])("nothing is drawn for %s", (name) => {
  expect(emblemOf(name)).toBeNull();
});

test("a person's emblem is found by the person's id", () => {
  const people = [{ player: "a", name: "Ana", avatar: "star" }, { player: "b", name: "Ben" }]; // prettier-ignore
  expect(avatarOf(people, "a")).toBe("star");
  expect(["b", "c", null].map((player) => avatarOf(people, player))).toEqual([null, null, null]);
});
