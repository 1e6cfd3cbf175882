import { expect, test, vi } from "vitest";
import { EnginePages, type PythonHost } from "./engine-pages.ts";
import type { PageMessage, WorkerMessage } from "./messages.ts";
import { OtherEngine } from "./other-engine.ts";

const request = (number: number): PageMessage => ({
  type: "request",
  number,
  method: "GET",
  path: `/api/${number}`,
  body: new ArrayBuffer(0),
  link: "",
});
const connect = (number: number): PageMessage => ({ type: "connect", number, path: "/api/tables/t/socket" });

/** A host that notes what it is asked. */
function fakeHost(): PythonHost {
  const done = (): Promise<void> => Promise.resolve();
  return { request: vi.fn(done), connect: vi.fn(done), receive: vi.fn(done), disconnect: vi.fn(done) };
}

test("two pages with the same numbers each get their own answers", async () => {
  const [pages, host] = [new EnginePages(), fakeHost()];
  const got: Record<"a" | "b", WorkerMessage[]> = { a: [], b: [] };
  expect(pages.add("a", (message) => got.a.push(message))).toBe(true);
  expect(pages.add("b", (message) => got.b.push(message))).toBe(true);
  expect(pages.add("b", () => undefined)).toBe(false);
  await pages.pass("a", request(1), host);
  await pages.pass("b", request(1), host);
  pages.send("answer", 2, 200, "to b");
  pages.send("answer", 1, 200, "to a");
  pages.send("answer", 1, 200, "twice");
  expect(got.a).toEqual([{ type: "answer", number: 1, code: 200, text: "to a" }]);
  expect(got.b).toEqual([{ type: "answer", number: 1, code: 200, text: "to b" }]);
});

test("messages on a connection go to the engine by its number, and end with it", async () => {
  const [pages, host] = [new EnginePages(), fakeHost()];
  pages.add("a", () => undefined);
  await pages.pass("a", request(1), host);
  await pages.pass("a", connect(2), host);
  await pages.pass("a", { type: "text", number: 2, text: "hello" }, host);
  await pages.pass("a", { type: "disconnect", number: 2 }, host);
  await pages.pass("a", { type: "text", number: 2, text: "too late" }, host);
  expect(host.receive).toHaveBeenCalledExactlyOnceWith(2, "hello");
  expect(host.disconnect).toHaveBeenCalledExactlyOnceWith(2);
});

test("a page that is closed is disconnected, and told nothing more", async () => {
  const [pages, host, post] = [new EnginePages(), fakeHost(), vi.fn()];
  pages.add("a", post);
  await pages.pass("a", connect(1), host);
  await pages.remove("a", host);
  pages.send("text", 1, 0, "nobody hears it");
  expect(host.disconnect).toHaveBeenCalledExactlyOnceWith(1);
  expect(post).not.toHaveBeenCalled();
});

test("what a page asks waits for the engine of another page", () => {
  const [send, post] = [vi.fn(), vi.fn()];
  const other = new OtherEngine(send, post);
  other.pass(request(1));
  other.pass(connect(2));
  expect(send).not.toHaveBeenCalled();
  other.found("x");
  other.found("x");
  expect(send.mock.calls).toEqual([[request(1)], [connect(2)]]);
  expect(post.mock.calls).toEqual([[{ type: "ready" }]]);
});

test("after another engine was found, open requests begin anew and connections are opened again", () => {
  const [send, post] = [vi.fn(), vi.fn()];
  const other = new OtherEngine(send, post);
  other.found("x");
  for (const message of [request(1), request(2), connect(3)]) other.pass(message);
  other.receive({ type: "answer", number: 1, code: 200, text: "" });
  send.mockClear();
  other.found("y");
  expect(send.mock.calls).toEqual([[request(2)]]);
  expect(post).toHaveBeenCalledWith({ type: "disconnected", number: 3, code: 1012 });
  expect(other.end()).toEqual([request(2)]);
});
