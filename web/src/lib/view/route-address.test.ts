import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Loads the module on a page that a server sent, or on one of a folder of files. */
async function addresses(host: string | undefined, href: string): Promise<typeof import("./route-address.ts")> {
  vi.stubGlobal("document", { documentElement: { dataset: { host } } });
  vi.stubGlobal("location", new URL(href));
  return import("./route-address.ts");
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test("a server's page has its routes as URLs", async () => {
  const { addressOf, routeAt } = await addresses(undefined, "http://uka.example/table/t1#invited");
  expect(addressOf("/rules/uka")).toBe("/rules/uka");
  expect(routeAt(location.href).href).toBe("http://uka.example/table/t1#invited");
});

test("a page in a folder has them as the fragment of the folder's URL", async () => {
  const { addressOf, routeAt } = await addresses("page", "http://a.example/games/uka/#/table/t1?at=x#invited");
  expect(addressOf("/rules/uka")).toBe("#/rules/uka");
  const { pathname, search, hash } = routeAt(location.href);
  expect([pathname, search, hash]).toEqual(["/table/t1", "?at=x", "#invited"]);
  expect(routeAt("http://a.example/games/uka/").pathname).toBe("/");
  expect(routeAt("http://a.example/games/uka/#main").pathname).toBe("/");
  expect(routeAt("http://a.example/rules/uka").pathname).toBe("/rules/uka"); // a link before it is corrected
});
