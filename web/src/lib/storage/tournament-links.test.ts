import { expect, test } from "vitest";
import { tournamentAddress, parseLinks } from "./tournament-links.svelte.ts";

test("of what was kept only links are taken", () => {
  const link = { id: "d1", name: "A day", link: "secret", role: "official" } as const;
  expect(parseLinks(JSON.stringify([link, { ...link, role: "king" }, { id: "d1" }, null, 7]))).toEqual([link]);
  for (const text of [null, "", "{", "{}", "null"]) expect(parseLinks(text)).toEqual([]);
});

test("a link's address has it where no server is sent it", () => {
  expect(tournamentAddress({ id: "d 1", link: "a/b" })).toBe("/tournament/d%201#a%2Fb");
  expect(tournamentAddress({ id: "d1", link: "" })).toBe("/tournament/d1");
});
