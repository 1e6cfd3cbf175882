import { expect, test } from "vitest";
import { announcer } from "./announcer.svelte.ts";

test("what is said can be read again for a deal and more, and each sentence once", () => {
  for (let n = 0; n < 100; n++) announcer.say(`Sentence ${n % 2}.`);
  const { said } = announcer;
  expect(said.length).toBeGreaterThan(50);
  expect(said.length).toBeLessThan(100);
  expect(new Set(said.map(({ id }) => id)).size).toBe(said.length);
  announcer.clear();
  expect(announcer.said).toEqual([]);
});

test("the same warning twice is another text, so that it is said twice", () => {
  announcer.warn("No.");
  const first = announcer.urgent;
  announcer.warn("No.");
  expect(announcer.urgent).not.toBe(first);
  expect(announcer.urgent.trim()).toBe(first);
});
