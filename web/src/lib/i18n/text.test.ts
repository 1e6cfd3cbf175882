import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { preferences } from "../storage/preferences.svelte.ts";
import {
  formatClock,
  formatNumber,
  setLanguage,
  useTainuiSpelling,
  t,
  toTainuiSpelling,
  tn,
  translated,
  untranslated,
} from "./text.svelte.ts";

beforeEach(() => vi.stubGlobal("navigator", { language: "en-NZ" }));
afterEach(async () => {
  preferences.tainui = false;
  await setLanguage("en");
  vi.unstubAllGlobals();
});

describe("in English", () => {
  test("a message stands for itself, its placeholders filled", () => {
    expect(t("Play now")).toBe("Play now");
    expect(t("{name} plays {card}.", { name: "West", card: "J♦" })).toBe("West plays J♦.");
    expect(t("{n} points", { n: 1234 })).toBe("1,234 points");
    expect(t("{a} and {b}", { a: "{b}", b: "c" })).toBe("{b} and c");
    expect(t("{missing} stays", {})).toBe("{missing} stays");
  });

  test("a number chooses the form", () => {
    const tricks = (n: number): string => tn("{n} trick", "{n} tricks", n);
    expect([0, 1, 2, 1000].map(tricks)).toEqual(["0 tricks", "1 trick", "2 tricks", "1,000 tricks"]);
  });

  test("nothing counts as untranslated", () => expect(untranslated("Play now")).toBe(false));
});

describe("in te reo Māori", () => {
  beforeEach(() => setLanguage("mi"));

  test("what is attested is said, the rest stays English and is marked", () => {
    expect(t("spades")).toBe("kāheru");
    expect(untranslated("spades")).toBe(false);
    expect(t("Nobody says this")).toBe("Nobody says this");
    expect(untranslated("Nobody says this")).toBe(true);
    expect(translated()).toContain("kāheru");
  });

  test("Waikato-Tainui spelling is a setting", () => {
    preferences.tainui = true;
    expect(t("spades")).toBe("kaaheru");
    preferences.tainui = false;
    expect(t("spades")).toBe("kāheru");
  });

  test("and the spelling of a place where it is usual", () => {
    useTainuiSpelling(true);
    expect(t("spades")).toBe("kaaheru");
    useTainuiSpelling(false);
    expect(t("spades")).toBe("kāheru");
  });
});

test("the spelling of Waikato-Tainui doubles long vowels, and nothing else", () => {
  expect(toTainuiSpelling("kāheru")).toBe("kaaheru");
  expect(toTainuiSpelling("Pūtu kāri, kēhua, kīngi, kaihautū, kōruia")).toBe(
    "Puutu kaari, keehua, kiingi, kaihautuu, kooruia",
  );
  expect(toTainuiSpelling("Āe, Ōtautahi, ĀE")).toBe("Aae, Ootautahi, AaE");
  expect(toTainuiSpelling("kāheru".normalize("NFD"))).toBe("kaaheru");
  expect(toTainuiSpelling("hai, haki — 10♠")).toBe("hai, haki — 10♠");
});

test("numbers and what is left on a clock", () => {
  expect(formatNumber(12_345)).toBe("12,345");
  expect(formatNumber(-2)).toBe("−2");
  expect([0, 1, 9_000, 59_001, 720_000, -5].map(formatClock)).toEqual([
    "0:00",
    "0:01",
    "0:09",
    "1:00",
    "12:00",
    "0:00",
  ]);
});
