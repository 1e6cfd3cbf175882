import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakePage } from "../testing/fakes.ts";
import { entriesOf, isNumber, isRecord, isString, stored, TEXT_CODEC, withNewest } from "./stored.ts";

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
});

test("a value that was stored is read again, until it is removed", () => {
  const name = stored("uka.test", isString);
  expect(name.get()).toBeUndefined();
  expect(name.set("Ana")).toBe(true);
  expect(page.kept.get("uka.test")).toBe('"Ana"');
  expect(name.get()).toBe("Ana");
  name.remove();
  expect(name.get()).toBeUndefined();
});

test.each(["", "{", "null", "7", '"text"', "[1]"])("a text of another type counts as missing: %s", (text) => {
  page.kept.set("uka.test", text);
  expect(stored("uka.test", isRecord).get()).toBeUndefined();
});

test("a text codec reads and writes plain text", () => {
  page.kept.set("uka.test", "yes");
  const met = stored("uka.test", isString, TEXT_CODEC);
  expect(met.get()).toBe("yes");
  met.set("");
  expect(page.kept.get("uka.test")).toBe("");
});

describe("a browser that blocks storage", () => {
  const refuse = (): never => {
    throw new DOMException("blocked", "SecurityError");
  };
  test.each([
    ["has no storage", () => vi.stubGlobal("localStorage", undefined)],
    [
      "refuses every call",
      () => vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse }),
    ],
  ])("%s: nothing is thrown", (_, prepare) => {
    prepare();
    const name = stored("uka.test", isString);
    expect(name.set("Ana")).toBe(false);
    expect(name.get()).toBeUndefined();
    name.remove();
  });
});

test("entries of the wrong type are left out", () => {
  expect(entriesOf({ a: 1, b: "x", c: 3 }, isNumber)).toEqual({ a: 1, c: 3 });
  expect(entriesOf(undefined, isNumber)).toEqual({});
});

test("a record keeps its newest entries", () => {
  const record = { a: 1, b: 2, c: 3 };
  expect(Object.entries(withNewest(record, "a", 4, 3))).toEqual([
    ["b", 2],
    ["c", 3],
    ["a", 4],
  ]);
  expect(Object.keys(withNewest(record, "d", 4, 2))).toEqual(["c", "d"]);
  expect(Object.keys(withNewest(record, "b", undefined, 3))).toEqual(["a", "c"]);
});
