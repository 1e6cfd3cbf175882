import { expect, test } from "vitest";
import type { Seat } from "../../wire/types.ts";
import { verdictText, type PackVerdict } from "./pack-verdict.ts";

const pack = (number: number, fair: boolean | null = true, more: Partial<PackVerdict> = {}): PackVerdict => {
  return { number, fair, mine: true, why: fair ? "" : "Because.", withheld: [], ...more };
};
const WATCHED = { mine: null };
const WITHOUT = { mine: false };
const WITHHELD = { withheld: ["west"] as Seat[] };
const ALL = "Every pack was dealt fairly: your browser has checked it.";

test.each([
  [[pack(0), pack(1)], ALL],
  [[pack(0, true, WATCHED), pack(1, true, WATCHED)], ALL],
  [[pack(0), pack(1, true, WITHOUT), pack(2)], `${ALL} It added nothing to the shuffle of pack 1.`],
  [[pack(0, true, WITHOUT), pack(1, true, WITHOUT)], `${ALL} It added nothing to the shuffle of pack 0 and 1.`],
  [[pack(0), pack(2, true, WITHHELD)], `${ALL} West held back a share, so pack 2 was dealt instead.`],
  [[pack(0, null), pack(1, null), pack(2)], "What could be checked was fair. Not checked: pack 0 and 1. Because."],
  [[pack(0, null), pack(1, false, { why: "It was not." })], "Pack 1 was not dealt fairly: It was not."],
])("%#: %s", (verdicts, sentence) => expect(verdictText(verdicts)).toBe(sentence));
