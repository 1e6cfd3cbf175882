import { expect, test } from "vitest";
import { FakePage } from "../testing/fakes.ts";
import { tournamentAddress, TournamentLinks } from "./tournament-links.svelte.ts";

/** Returns the tournament links that a browser loads if `text` is its stored value. */
function linksFrom(text: string | null): readonly unknown[] {
  const page = new FakePage();
  if (text !== null) page.kept.set("uka.tournaments", text);
  return new TournamentLinks().all;
}

test("stored items that are no links are ignored", () => {
  const link = { id: "d1", name: "A day", link: "secret", role: "official" } as const;
  expect(linksFrom(JSON.stringify([link, { ...link, role: "king" }, { id: "d1" }, null, 7]))).toEqual([link]);
  for (const text of [null, "", "{", "{}", "null"]) expect(linksFrom(text)).toEqual([]);
});

test("a route has the link in its fragment, which is sent to no server", () => {
  expect(tournamentAddress({ id: "d 1", link: "a/b" })).toBe("/tournament/d%201#a%2Fb");
  expect(tournamentAddress({ id: "d1", link: "" })).toBe("/tournament/d1");
});
