import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Seat } from "../../wire/types.ts";
import { checkRecord } from "./evidence.ts";
import { storeKey, storedKey } from "./server-key.ts";
import { SignatureUncheckable, ForgedRecord, signer } from "./signature.ts";

/**
 * A signed record of a game from a server's table, and the data needed to check it. The Python code wrote this file.
 */
const { record, key, dealers, table } = JSON.parse(readFileSync("../tests/vectors/signature.json", "utf8")) as {
  record: string;
  key: string;
  dealers: Seat[];
  table: string;
};
const ASKED = { table, number: 0 };

const shelf = new Map<string, string>();

beforeEach(() => {
  shelf.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, value: string) => void shelf.set(name, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Replaces `fetch` by a function that returns this key for /api/key. */
const tells = (key: string): void =>
  void vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ key, fingerprint: "" }))));

test("the key that signed a record is returned", async () => {
  expect(await signer(record)).toBe(key);
});

test("the key is stored when it is first seen, and proves the record", async () => {
  tells(key);
  expect((await checkRecord(record, dealers, ASKED)).standing).toBe("proven");
  expect(storedKey()).toBe(key);
});

test("every change of a record is detected", async () => {
  storeKey(key);
  for (let place = 0; place < record.length - 30; place += 97) {
    const other = record[place] === "x" ? "y" : "x";
    const changed = record.slice(0, place) + other + record.slice(place + 1);
    await expect(signer(changed), `${place}`).rejects.toThrow(ForgedRecord);
  }
  for (const [was, now] of [
    ['"Ana"', '"Eve"'],
    [table, "tab99999"],
    ['"game":"0"', '"game":"1"'],
    ['"began":"1', '"began":"2'],
    ['"target":2', '"target":3'],
  ] as const) {
    const changed = record.replace(was, now);
    expect(changed).not.toBe(record);
    expect((await checkRecord(changed, dealers, ASKED)).standing, was).toBe("forged");
  }
});

test("text after the signature is detected", async () => {
  const last = record.slice(record.lastIndexOf("\n", record.length - 2) + 1);
  for (const more of ['{"type":"note","text":"more"}\n', last, "x"])
    await expect(signer(record + more)).rejects.toThrow(ForgedRecord);
});

test("the record of another game is no record of this one", async () => {
  storeKey(key);
  expect((await checkRecord(record, dealers, { table: "tab99999", number: 0 })).standing).toBe("forged");
  expect((await checkRecord(record, dealers, { table, number: 1 })).standing).toBe("forged");
});

test("without a signature a record is unproven, however fair its packs", async () => {
  storeKey(key);
  const bare = record.slice(0, record.lastIndexOf("\n", record.length - 2) + 1);
  expect(await signer(bare)).toBeNull();
  const found = await checkRecord(bare, dealers, ASKED);
  expect(found.standing).toBe("unproven");
  expect(found.why.join(" ")).toMatch(/not signed.*packs were dealt fairly/);
});

test("a changed key is reported, and counts once the user accepts it", async () => {
  storeKey("0".repeat(64));
  const found = await checkRecord(record, dealers, ASKED);
  expect([found.standing, found.changed]).toEqual(["unproven", key]);
  expect(found.why[0]).toContain("key has changed");
  storeKey(key);
  expect((await checkRecord(record, dealers, ASKED)).standing).toBe("proven");
});

test("a browser without Ed25519, or without HTTPS, says so", async () => {
  storeKey(key);
  vi.stubGlobal("crypto", {});
  await expect(signer(record)).rejects.toThrow(SignatureUncheckable);
  expect((await checkRecord(record, dealers, ASKED)).standing).toBe("unproven");
  vi.stubGlobal("crypto", {
    subtle: { importKey: () => Promise.reject(new DOMException("no", "NotSupportedError")) },
  });
  await expect(signer(record)).rejects.toThrow(SignatureUncheckable);
});

test("a player with another name when the game began is reported", async () => {
  storeKey(key);
  const { players } = JSON.parse(record.slice(0, record.indexOf("\n"))) as { players: string[] };
  const [first] = /[0-9a-f]{64}/.exec(record) ?? [];
  const game = { commitments: [first], secrets: [], packs: {}, players };
  localStorage.setItem("uka.fair", JSON.stringify({ [ASKED.table]: game }));
  expect((await checkRecord(record, dealers, ASKED)).standing).toBe("proven");
  game.players = ["Zoe", ...players.slice(1)];
  localStorage.setItem("uka.fair", JSON.stringify({ [ASKED.table]: game }));
  const found = await checkRecord(record, dealers, ASKED);
  expect(found.standing).toBe("forged");
  localStorage.setItem("uka.fair", "{}");
  expect(found.why.join(" ")).toContain(`The record names ${players[0] ?? ""} at North, but you saw Zoe there.`);
});

/** Signs a record with a new key; returns the record and the key. */
async function signedAgain(body: string): Promise<[string, string]> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign"])) as CryptoKeyPair;
  const hex = (data: ArrayBuffer): string => Buffer.from(data).toString("hex");
  const made = hex(await crypto.subtle.exportKey("raw", pair.publicKey));
  const signature = hex(await crypto.subtle.sign("Ed25519", pair.privateKey, Buffer.from(`uka record 1\n${body}`)));
  const text = JSON.stringify({ key: made, signature });
  return [`${body}${JSON.stringify({ type: "note", text, kind: "signature" })}\n`, made];
}

test("a player whom the server left out before it signed is reported", async () => {
  const [header = "", ...lines] = record.split("\n").slice(0, -2);
  const about = JSON.parse(header) as { players: string[] };
  const [first] = /[0-9a-f]{64}/.exec(record) ?? [];
  const game = { commitments: [first], secrets: [], packs: {}, players: about.players };
  localStorage.setItem("uka.fair", JSON.stringify({ [ASKED.table]: game }));
  const bare = JSON.stringify({ ...about, players: about.players.slice(0, 3) });
  const [forged, made] = await signedAgain([bare, ...lines, ""].join("\n"));
  storeKey(made);
  const found = await checkRecord(forged, dealers, ASKED);
  expect(found.standing).toBe("forged");
  expect(found.why.join(" ")).toContain(
    `The record names nobody at West, but you saw ${about.players[3] ?? ""} there.`,
  );
});

test("EGN says nothing of signatures or packs", async () => {
  storeKey(key);
  const found = await checkRecord('{"fileType": "Euchre Game Notation"}', [], ASKED);
  expect(found.standing).toBe("unproven");
});
