import { afterEach, expect, test, vi } from "vitest";
import { FakePage, FakeSocket } from "../testing/fakes.ts";
import { get } from "./http.ts";
import { tableSocket } from "./table-protocol.ts";
import { transport, type Transport, useTransport } from "./transport.ts";

const server = transport;

afterEach(() => {
  useTransport(server);
  vi.unstubAllGlobals();
});

test("the server's sockets are at its own host, and as safe as the page", () => {
  new FakePage();
  server.connect("/api/tables/t1/socket");
  expect(FakeSocket.last.url).toBe("ws://uka.example/api/tables/t1/socket");
  vi.stubGlobal("location", new URL("https://uka.example/table/t1"));
  server.connect("/api/tables/t1/socket?since=7");
  expect(FakeSocket.last.url).toBe("wss://uka.example/api/tables/t1/socket?since=7");
});

test("another transport carries requests and connections instead of the server", async () => {
  new FakePage();
  const asked: string[] = [];
  const other: Transport = {
    request: (path, { method }) => {
      asked.push(`${method} ${path}`);
      return Promise.resolve(new Response('{"version":"1"}'));
    },
    connect: (path) => {
      asked.push(path);
      return new FakeSocket(`ws://worker${path}`);
    },
  };
  useTransport(other);
  expect(await get("/api/server")).toEqual({ version: "1" });
  const listener = {
    since: 3,
    behind: false,
    receive: vi.fn(),
    noteVersion: vi.fn(),
    connected: vi.fn(),
    ended: vi.fn(),
  };
  tableSocket("t1", listener).close();
  expect(asked).toEqual(["GET /api/server", "/api/tables/t1/socket?since=3"]);
});
