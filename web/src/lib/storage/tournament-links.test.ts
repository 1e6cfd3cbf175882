import { expect, test } from "vitest";
import { FakePage } from "../testing/fakes.ts";
import type { Board } from "../../wire/types.ts";
import { stateOf, tournamentAddress, TournamentLinks } from "./tournament-links.svelte.ts";

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

test("a link tells how far its tournament was", () => {
  const link = { id: "d1", name: "A day", link: "secret", role: "director" } as const;
  const seen = { round: 2, planned: 3, started: null, ended: false };
  expect(
    linksFrom(
      JSON.stringify([
        { ...link, seen },
        { ...link, seen: { round: "2" } },
      ]),
    ),
  ).toEqual([{ ...link, seen }]);
  expect(stateOf({ round: null, head: { settings: { rounds: 3 }, ended: true } } as unknown as Board)).toEqual({
    round: 0,
    planned: 3,
    started: null,
    ended: true,
  });
});

test("a route has the link in its fragment, which is sent to no server", () => {
  expect(tournamentAddress({ id: "d 1", link: "a/b" })).toBe("/tournament/d%201#a%2Fb");
  expect(tournamentAddress({ id: "d1", link: "" })).toBe("/tournament/d1");
});
