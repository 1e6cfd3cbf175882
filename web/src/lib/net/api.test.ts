import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { joinTable, openTable, record, replayOf, ruleset, showTable, tableSocketAt, verify } from "./api.ts";
import { RequestRefused, ServerUnreachable } from "./errors.ts";
import { ensureGuest, whoAmI } from "./guests.ts";
import { FakePage } from "../testing/fakes.ts";

type Asked = readonly [path: string, init: RequestInit];

let asked: Asked[];

/** Replaces `fetch` by a fake server. `answers` maps each path to an HTTP status and a body, which is text or JSON. */
function serving(answers: Record<string, readonly [number, unknown]>): void {
  asked = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push([path, init]);
    const [status, body] = answers[`${init.method} ${path}`] ?? [404, "no such page"];
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status }));
  });
}

const ways = (): string[] => asked.map(([path, { method }]) => `${method} ${path}`);
const ANA = { player: "ana", name: "Ana" };
const TICKET = { table: "t1", invitation: "i" };

let page: FakePage;
beforeEach(() => void (page = new FakePage()));
afterEach(() => vi.unstubAllGlobals());

describe("a refused request", () => {
  test("is an error with the server's own sentence", async () => {
    serving({ "GET /api/tables/t1": [403, { why: "you need an invite link for this table" }] });
    const error = await showTable("t1").catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RequestRefused);
    expect(error).toMatchObject({ message: "You need an invite link for this table.", status: 403, again: false });
  });

  test("may be worth another attempt", async () => {
    serving({ "GET /api/tables/t1": [429, { why: "wait a moment" }] });
    await expect(showTable("t1")).rejects.toMatchObject({ again: true });
  });

  test.each([
    [502, "<html>Bad gateway</html>", "The server isn't answering."],
    [418, "I'm a teapot", "The server refused (418)."],
    [400, "{}", "The server refused (400)."],
  ])("without a sentence of its own (%i) is told in one of ours", async (status, body, why) => {
    serving({ "GET /api/tables/t1": [status, body] });
    await expect(showTable("t1")).rejects.toThrow(why);
  });
});

test.each([
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["no answer in time", () => Promise.reject(new DOMException("late", "TimeoutError"))],
  ["an answer that breaks off", () => Promise.resolve({ ok: true, text: () => Promise.reject(new TypeError("lost")) })],
])("the server is away: %s", async (_, fetch) => {
  vi.stubGlobal("fetch", fetch);
  await expect(ruleset("uka")).rejects.toBeInstanceOf(ServerUnreachable);
});

describe("the guest of this browser", () => {
  test("does not exist at first", async () => {
    serving({ "GET /api/me": [401, { why: "say who you are first" }] });
    expect(await whoAmI()).toBeNull();
  });

  test("is made once, before a table is opened or joined", async () => {
    serving({ "PUT /api/me": [200, ANA], "POST /api/tables": [201, TICKET], "GET /api/me": [200, ANA] });
    expect(await openTable({ rules: "uka" }, { name: "Ana" })).toEqual(TICKET);
    expect(ways()).toEqual(["PUT /api/me", "POST /api/tables"]);
    expect(asked[0]?.[1].body).toBe('{"name":"Ana"}');
    await openTable({ rules: "uka" });
    expect(ways().slice(2)).toEqual(["GET /api/me", "POST /api/tables"]);
  });

  test.each([
    ["an emblem that the server does not have", { avatar: "star" }, '{"name":"Ana","avatar":"star"}'],
    ["a name that the server does not have", { name: "Hana" }, '{"name":"Hana"}'],
    ["what the server has already", { name: "Ana", avatar: "moon" }, undefined],
    ["nothing", {}, undefined],
  ] as const)("is told again when the user has chosen %s", async (_, wanted, body) => {
    page.kept.set("uka.met", "yes");
    serving({ "GET /api/me": [200, { ...ANA, avatar: "moon" }], "PUT /api/me": [200, ANA] });
    await ensureGuest(wanted);
    expect(asked[1]?.[1].body).toBe(body);
  });

  test("is requested once by simultaneous callers", async () => {
    serving({ "PUT /api/me": [200, ANA] });
    expect(await Promise.all([ensureGuest(), ensureGuest(), ensureGuest()])).toEqual([ANA, ANA, ANA]);
    expect(ways()).toEqual(["PUT /api/me"]);
  });

  test("is made again if the server has forgotten it", async () => {
    page.kept.set("uka.met", "yes");
    serving({
      "GET /api/me": [401, { why: "who?" }],
      "PUT /api/me": [200, ANA],
      "POST /api/tables/t1/join": [200, TICKET],
    });
    expect(await joinTable("t1", "i")).toEqual(TICKET);
    expect(ways()).toEqual(["GET /api/me", "PUT /api/me", "POST /api/tables/t1/join"]);
    expect(asked[2]?.[1].body).toBe('{"invitation":"i"}');
  });
});

test("who only wants to watch says so", async () => {
  serving({ "PUT /api/me": [200, ANA], "POST /api/tables/t1/join": [200, TICKET] });
  expect(await joinTable("t1", "i", undefined, { watch: true })).toEqual(TICKET);
  expect(asked.at(-1)?.[1].body).toBe('{"invitation":"i","watch":true}');
});

test("records come as text, by an invitation, and parts of them by number", async () => {
  serving({
    "GET /api/tables/t1/records/2?form=egn": [200, "[Deal]"],
    "GET /api/tables/t1/records/2/replay?game=0&seat=east": [200, {}],
  });
  expect(await record("t1", 2, "egn", "i")).toBe("[Deal]");
  expect(asked[0]?.[1].headers).toEqual({ "X-Uka-Invitation": "i" });
  await replayOf("t1", 2, { game: 0, seat: "east" });
  serving({ "POST /api/verify": [200, [{ game: 0, verdicts: [] }]] });
  expect(await verify("text")).toEqual([{ game: 0, verdicts: [] }]);
  expect(asked[0]?.[1]).toMatchObject({ body: "text", headers: { "Content-Type": "text/plain" } });
});

test("a table's socket has a path of its own", () => {
  expect(tableSocketAt("t1", null)).toBe("/api/tables/t1/socket");
  expect(tableSocketAt("a/b", 7)).toBe("/api/tables/a%2Fb/socket?since=7");
});
