import { beforeEach, expect, test, vi } from "vitest";
import { FakePage } from "../testing/fakes.ts";
import { VisitedTables } from "./visited-tables.svelte.ts";

const visit = { table: "k3m", invitation: "x", title: "Uka", at: 5 };

/** Returns the visits that a browser loads if `text` is its stored value. */
function visitsFrom(text: string | null): readonly unknown[] {
  const page = new FakePage();
  if (text !== null) page.kept.set("uka.tables", text);
  return new VisitedTables().all;
}

test("stored items that are no visits are ignored", () => {
  expect(visitsFrom(JSON.stringify([visit]))).toEqual([visit]);
  expect(visitsFrom(JSON.stringify([{ ...visit, at: "now" }, 7, null, visit]))).toEqual([visit]);
  for (const junk of [null, "", "{", "7", '{"table":"k3m"}']) expect(visitsFrom(junk)).toEqual([]);
});

beforeEach(() => void vi.resetModules());

test("the latest table comes first, once, and is offered for return unless its game is over", async () => {
  const { visitedTables } = await import("./visited-tables.svelte.ts");
  visitedTables.add({ table: "a", invitation: "1" }, "Uka");
  visitedTables.add({ table: "b", invitation: "2" }, "Knock Euchre");
  visitedTables.add({ table: "a", invitation: "3" }, "");
  expect(visitedTables.all.map(({ table, invitation, title }) => [table, invitation, title])).toEqual([
    ["a", "3", "Uka"],
    ["b", "2", "Knock Euchre"],
  ]);
  expect(visitedTables.unfinished?.table).toBe("a");
  visitedTables.add({ table: "a", invitation: "3" }, "Uka", true);
  expect(visitedTables.unfinished).toBeUndefined();
  visitedTables.add({ table: "a", invitation: "3" }, "Uka");
  visitedTables.close("a");
  expect(visitedTables.unfinished).toBeUndefined();
  expect(visitedTables.find("a")?.title).toBe("Uka");
  visitedTables.forget("a");
  expect(visitedTables.unfinished?.table).toBe("b");
});

test("a table is offered for return after the user has left its game, until the user is back or leaves another", async () => {
  const { visitedTables } = await import("./visited-tables.svelte.ts");
  visitedTables.add({ table: "a", invitation: "1" }, "Uka");
  visitedTables.close("a", "south");
  visitedTables.close("a"); // the server closes the connection later
  expect(visitedTables.unfinished).toBeUndefined();
  expect(visitedTables.left).toMatchObject({ table: "a", left: "south" });
  visitedTables.add({ table: "a", invitation: "1" }, "Uka");
  expect(visitedTables.left).toBeUndefined();
  visitedTables.close("a", "south");
  visitedTables.add({ table: "b", invitation: "2" }, "Uka");
  expect(visitedTables.left).toBeUndefined();
});
