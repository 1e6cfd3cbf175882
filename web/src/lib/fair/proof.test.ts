import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { after } from "../../table/facts.ts";
import type { Seat } from "../../wire/types.ts";
import { NoRecord, proofs } from "./proof.ts";

/** Records of whole games at a server's tables, in which every pack was dealt fairly, by version 1. */
const FOLDER = "../tests/archive/tables/";
const RECORDS = readdirSync(FOLDER).filter((name) => name.endsWith(".uka"));

/** The dealers of a record's deals: the first to choose sits at the dealer's left. */
function dealers(record: string): Seat[] {
  const entries = record.split("\n").map((line) => JSON.parse(line || "{}") as { entry?: string; seat?: Seat });
  const choices = entries.filter(({ entry }) => entry === "dealt" || entry === "acted");
  return choices.flatMap(({ entry }, i) => (entry === "dealt" ? [after(choices[i + 1]?.seat ?? "north", 3)] : []));
}

test.each(RECORDS)("every pack of %s is found fair", (name) => {
  const record = readFileSync(FOLDER + name, "utf8");
  const found = proofs(record, dealers(record));
  expect(found.length).toBeGreaterThan(1);
  expect(found.filter(({ fair, version }) => fair !== true || version !== 1)).toEqual([]);
});

test.each(RECORDS)("what was changed in %s is found", (name) => {
  const record = readFileSync(FOLDER + name, "utf8");
  const changes: Record<string, (record: string) => string> = {
    "another secret": (text) =>
      text.replace(/(\\"number\\":1,\\"secret\\":\\")(.)/, (_, a, b) => a + (b === "0" ? "1" : "0")),
    "another card first": (text) => text.replace(/"pack":\["(..?)","(..?)"/, '"pack":["$2","$1"'),
    "nothing told": (text) => text.replace(/\n.*\\"fair\\":\\"told\\",\\"number\\":1,.*(?=\n)/, ""),
    "no word before": (text) => text.replace(/\n.*\\"fair\\":\\"committed\\",\\"first\\":0,.*(?=\n)/, ""),
  };
  for (const [what, change] of Object.entries(changes)) {
    const changed = change(record);
    expect(changed, what).not.toBe(record);
    expect(
      proofs(changed, dealers(changed)).some(({ fair, why }) => fair !== true && why),
      what,
    ).toBe(true);
  }
});

test("what is no record of Uka's own is refused", () => {
  for (const text of ["", "hello", "{}", '{"fileType": "Euchre Game Notation"}']) {
    expect(() => proofs(text, [])).toThrow(NoRecord);
  }
});
