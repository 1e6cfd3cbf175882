import { encode } from "uqr";
import { expect, test } from "vitest";
import { base45, bytesIn45, CodeCollector, codesOf } from "./log-codes.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A log with lines that hardly compress, as those of a tournament with their hashes. */
const LOG = Array.from(
  { length: 90 },
  (_, i) => `{"seq":${i},"hash":"${[...crypto.getRandomValues(new Uint8Array(16))].join("")}"}\n`,
).join("");

test("base45 is that of RFC 9285", () => {
  for (const [plain, coded] of [
    ["AB", "BB8"],
    ["Hello!!", "%69 VD92EX0"],
    ["base-45", "UJCLQE7W581"],
    ["ietf!", "QED8WEX0"],
  ] as const) {
    expect(base45(bytes(plain))).toBe(coded);
    expect(bytesIn45(coded)).toEqual(bytes(plain));
  }
  for (const bad of ["GGW", ":::", "A", "BB8A", "bb8"]) expect(bytesIn45(bad)).toBeUndefined();
});

test("a log goes through codes in any order", async () => {
  const codes = await codesOf(new Blob([LOG]));
  expect(codes.length).toBeGreaterThan(3);
  const collector = new CodeCollector();
  for (const code of [...codes.slice(2), "https://example.org/", "UKA/9/2/0/AB", ...codes.slice(2), codes[1] ?? ""])
    collector.take(code);
  expect([collector.got, collector.total, collector.isWhole]).toEqual([codes.length - 1, codes.length, false]);
  collector.take(codes[0] ?? "");
  expect(collector.isWhole).toBe(true);
  expect(await (await collector.log()).text()).toBe(LOG);
});

test("codes of another log begin anew, and damaged ones are refused", async () => {
  const [one, two] = await Promise.all(["one", "two"].map((text) => codesOf(new Blob([text.repeat(9)]))));
  const collector = new CodeCollector();
  for (const code of [...(one ?? []), ...(two ?? [])]) collector.take(code);
  expect(await (await collector.log()).text()).toBe("two".repeat(9));
  collector.take((two?.[0] ?? "").replace(/.$/, "1"));
  await expect(collector.log()).rejects.toThrow("damaged");
});

test("a phone can read the codes: none is denser than 85 squares a side", async () => {
  for (const code of await codesOf(new Blob([LOG]))) expect(encode(code, { ecc: "M" }).size).toBeLessThanOrEqual(87);
});
