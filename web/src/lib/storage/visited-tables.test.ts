import { beforeEach, expect, test, vi } from "vitest";
import { read } from "./visited-tables.svelte.ts";

const visit = { table: "k3m", invitation: "x", title: "Uka", at: 5 };

test("what this page kept is read, and nothing else", () => {
  expect(read(JSON.stringify([visit]))).toEqual([visit]);
  expect(read(JSON.stringify([{ ...visit, at: "now" }, 7, null, visit]))).toEqual([visit]);
  for (const junk of [null, "", "{", "7", '{"table":"k3m"}']) expect(read(junk)).toEqual([]);
});

beforeEach(() => void vi.resetModules());

test("the latest table comes first, once, and is gone back to unless its game is over", async () => {
  const { visited } = await import("./visited-tables.svelte.ts");
  visited.add({ table: "a", invitation: "1" }, "Uka");
  visited.add({ table: "b", invitation: "2" }, "Knock Euchre");
  visited.add({ table: "a", invitation: "3" }, "");
  expect(visited.all.map(({ table, invitation, title }) => [table, invitation, title])).toEqual([
    ["a", "3", "Uka"],
    ["b", "2", "Knock Euchre"],
  ]);
  expect(visited.unfinished?.table).toBe("a");
  visited.add({ table: "a", invitation: "3" }, "Uka", true);
  expect(visited.unfinished).toBeUndefined();
  visited.add({ table: "a", invitation: "3" }, "Uka");
  visited.close("a");
  expect(visited.unfinished).toBeUndefined();
  expect(visited.find("a")?.title).toBe("Uka");
  visited.forget("a");
  expect(visited.unfinished?.table).toBe("b");
});
