import { beforeAll, expect, test, vi } from "vitest";

let parseLocation: (typeof import("./router.svelte.ts"))["parseLocation"];

beforeAll(async () => {
  vi.stubGlobal("location", { href: "http://uka.example/" });
  vi.stubGlobal("history", {});
  vi.stubGlobal("addEventListener", () => undefined);
  ({ parseLocation } = await import("./router.svelte.ts"));
});

test("an address is taken apart", () => {
  expect(parseLocation(new URL("http://uka.example/replay/k3%2Fx/2?deal=4#a%20b"))).toEqual({
    page: "replay",
    parts: ["k3/x", "2"],
    query: "deal=4",
    fragment: "a b",
  });
  expect(parseLocation(new URL("http://uka.example/")).page).toBe("home");
  expect(parseLocation(new URL("http://uka.example/home")).page).toBeUndefined();
  expect(parseLocation(new URL("http://uka.example/nothing/%E0%A4%A")).parts).toEqual(["%E0%A4%A"]);
});
