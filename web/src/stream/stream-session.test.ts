import { expect, test } from "vitest";
import type { TableState } from "../lib/net/table-protocol.ts";
import { streamOptions } from "./stream-options.ts";
import { publicPart } from "./stream-session.svelte.ts";

test("a player's own part never reaches the stream, even in the player's browser", () => {
  const change = { type: "table_change", lines: [], own: { cards: ["Jd"] }, own_lines: [{ seq: 1 }] };
  expect(publicPart(change as unknown as TableState)).toEqual({ type: "table_change", lines: [] });
  const snapshot = { type: "table_snapshot", own: { cards: ["Jd"] }, lines: [{ seq: 1 }] };
  expect(publicPart(snapshot as unknown as TableState)).toEqual({ type: "table_snapshot", own: null, lines: [] });
});

test.each([
  ["", { surround: "felt", delay: 0 }],
  ["surround=clear&delay=2", { surround: "clear", delay: 2 }],
  ["surround=sea&delay=-1", { surround: "felt", delay: 0 }],
  ["delay=999", { surround: "felt", delay: 20 }],
  ["delay=1.5", { surround: "felt", delay: 0 }],
])("the options of %j", (query, options) => {
  expect(streamOptions(query)).toEqual(options);
});
