import { expect, test } from "vitest";
import { languageOf } from "./language-marks.ts";

const WORDS = ["hai", "haki", "kāheru", "Māhau te wā"];

test.each([
  ["kāheru", "mi"],
  ["Kāheru", "mi"],
  [" Māhau te wā! ", "mi"],
  ["haki, hai ♠ 10", "mi"],
  ["Trump: kāheru", "en"],
  ["Hail", "en"],
  ["Ana", "en"],
  ["10 ♠ — 3:20", null],
  ["", null],
])("%s is said in %s", (text, language) => expect(languageOf(text, "mi", WORDS)).toBe(language));
