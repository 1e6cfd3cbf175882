import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seatAfter } from "../game/seats.ts";
import type { Seat } from "../../wire/types.ts";
import { UnreadableRecord, checkPacks } from "./record-proof.ts";

/** The folder of records of whole games from a server's tables. Every pack in these records was dealt fairly. */
const FOLDER = "../tests/archive/tables/";
const RECORDS = readdirSync(FOLDER).filter((name) => name.endsWith(".uka"));

/** Returns the dealers of a record's deals. The dealer sits immediately before the seat that chooses first. */
function dealers(record: string): Seat[] {
  const entries = record.split("\n").map((line) => JSON.parse(line || "{}") as { type?: string; seat?: Seat });
  const choices = entries.filter(({ type }) => type === "dealt" || type === "acted");
  return choices.flatMap(({ type }, i) => (type === "dealt" ? [seatAfter(choices[i + 1]?.seat ?? "north", 3)] : []));
}

/** Returns a function that changes the first digit of the first value that follows a match of `before`. */
const another = (before: RegExp) => (text: string) =>
  text.replace(new RegExp(`(${before.source})(.)`), (_, start, digit) => start + (digit === "0" ? "1" : "0"));

/** Returns a function that removes the first note that matches the pattern. */
const without = (note: RegExp) => (text: string) => text.replace(new RegExp(`\\n.*${note.source}.*(?=\\n)`), "");

/** Changes that the check must detect in every record. */
const CHANGES: Record<string, (text: string) => string> = {
  "another secret": another(/\\"number\\":1,\\"secret\\":\\"/),
  "another card first": (text: string) => text.replace(/"pack":\["(..?)","(..?)"/, '"pack":["$2","$1"'),
  "no commitment of the server": without(/\\"type\\":\\"server_committed\\",\\"first\\":0,/),
  "nothing closed": without(/\\"type\\":\\"commitments_closed\\",\\"number\\":1,/),
};
/** Changes that the check must detect in a record whose packs were made with players' shares. */
const CHANGES_OF_SHARES: Record<string, (text: string) => string> = {
  "another share": another(/\\"share\\":\\"/),
  "no share of a seat": without(/\\"type\\":\\"share_opened\\",\\"number\\":1,/),
  "no commitment of a seat": without(/\\"type\\":\\"share_committed\\"/),
};

test.each(RECORDS)("every pack of %s is found fair", (name) => {
  const record = readFileSync(FOLDER + name, "utf8");
  const found = checkPacks(record, dealers(record));
  expect(found.length).toBeGreaterThan(1);
  expect(found.filter((proof) => proof.fair !== true)).toEqual([]);
});

test.each(RECORDS)("changes in %s are detected", (name) => {
  const record = readFileSync(FOLDER + name, "utf8");
  const changes = record.includes("share_opened") ? { ...CHANGES, ...CHANGES_OF_SHARES } : CHANGES;
  for (const [what, change] of Object.entries(changes)) {
    const changed = change(record);
    expect(changed, what).not.toBe(record);
    expect(
      checkPacks(changed, dealers(changed)).some(({ fair, why }) => fair !== true && why),
      what,
    ).toBe(true);
  }
});

test("a text that is not a record in Uka's format is refused", () => {
  for (const text of ["", "hello", "{}", '{"fileType": "Euchre Game Notation"}']) {
    expect(() => checkPacks(text, [])).toThrow(UnreadableRecord);
  }
});
