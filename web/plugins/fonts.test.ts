import { expect, test } from "vitest";
import { FONTS, reduced } from "./fonts.ts";

test("both typefaces, with macrons, are small", async () => {
  const sizes = await Promise.all(Object.values(FONTS).map(async (font) => (await reduced(font)).length));
  expect(Math.max(...sizes)).toBeLessThan(13_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(30_000);
});
