import { expect, test } from "vitest";
import { translated } from "./catalogues.ts";

const PO = `
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "spades"
msgstr "kāheru"

msgid "pass"
msgstr ""

#, fuzzy
msgid "guess"
msgstr "whakapae"

msgid "one"
msgid_plural "many"
msgstr[0] "a"
msgstr[1] "b"
`;

test("what is translated is taken, what is not or is only guessed is left out", () => {
  expect(translated(new TextEncoder().encode(PO))).toEqual({ spades: "kāheru", one: ["a", "b"] });
});
