import { describe, expect, test } from "vitest";
import { RequestRefused, ServerUnreachable } from "../net/errors.ts";
import { refusedEntry } from "./refused-entry.ts";

const refused = (status: number, why = "no"): RequestRefused => new RequestRefused(why, status);

describe("a link that does not lead to its table", () => {
  test("says that the table is gone", () => {
    expect(refusedEntry(refused(404), true)?.title).toBe("This table is gone");
  });

  test("tells a renewed invitation from a link without one", () => {
    expect(refusedEntry(refused(403), true)?.title).toBe("This link no longer works");
    expect(refusedEntry(refused(403), false)?.title).toBe("This table is private");
  });

  test("repeats the server's reason at a full table", () => {
    const why = "the table is full: 4 people are here";
    expect(refusedEntry(refused(409, why), true)?.text).toBe("The table is full: 4 people are here.");
  });

  test("is silent where another try may help", () => {
    expect(refusedEntry(refused(409, "there is a Ben here: take another name"), true)).toBeUndefined();
    expect(refusedEntry(new RequestRefused("wait", 429, false, true), true)).toBeUndefined();
    expect(refusedEntry(new ServerUnreachable("away"), true)).toBeUndefined();
  });
});
