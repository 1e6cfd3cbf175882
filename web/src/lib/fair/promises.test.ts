import { expect, test } from "vitest";
import { verdictOf, type PackVerdict } from "./promises.ts";

const pack = (number: number, fair: boolean | null = true, mine = true, why = "Because."): PackVerdict => {
  return { number, fair, mine, why: fair ? "" : why };
};

test.each([
  [[pack(0), pack(1)], "Every pack was dealt fairly: your browser has checked it."],
  [[pack(0, true, false), pack(1, true, false)], "Every pack was dealt fairly: your browser has checked it."],
  [
    [pack(0), pack(1, true, false), pack(2)],
    "Every pack was dealt fairly: your browser has checked it. It added nothing of its own to pack 1.",
  ],
  [[pack(0, null), pack(1, null), pack(2)], "What could be checked was fair. Not checked: pack 0 and 1. Because."],
  [[pack(0, null), pack(1, false, true, "It was not.")], "Pack 1 was not dealt fairly: It was not."],
])("%#: %s", (verdicts, sentence) => expect(verdictOf(verdicts)).toBe(sentence));
