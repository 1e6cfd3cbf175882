import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AVATARS, avatarOf, emblemOf } from "./emblems.ts";

const BODIES = readFileSync(new URL("../../../src/uka/wire/http_bodies.py", import.meta.url), "utf8");

test("every emblem that the server knows has a drawing of its own", () => {
  const literal = /Avatar = Literal\[([^\]]*)\]/.exec(BODIES)?.[1] ?? "";
  const names = [...literal.matchAll(/"(\w+)"/g)].map((match) => match[1]);
  expect(names.length).toBe(24);
  expect(AVATARS).toEqual(names);
  expect(new Set(AVATARS.map((name) => JSON.stringify(emblemOf(name)))).size).toBe(names.length);
});

test.each([null, undefined, "", "skull", "toString"])("nothing is drawn for %s", (name) => {
  expect(emblemOf(name)).toBeNull();
});

test("a person's emblem is found by the person's id", () => {
  const people = [{ player: "a", name: "Ana", avatar: "star" }, { player: "b", name: "Ben" }]; // prettier-ignore
  expect(avatarOf(people, "a")).toBe("star");
  expect(["b", "c", null].map((player) => avatarOf(people, player))).toEqual([null, null, null]);
});
