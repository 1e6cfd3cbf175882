import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { BACK_LINES, BACK_ORNAMENTS, CARD_BACKS } from "./backs.ts";
import { portrait } from "./courts.ts";
import { CORNER, PIP_SCALE, pips } from "./pips.ts";
import { RANK_SHAPES, SUIT_SHAPES } from "./shapes.ts";

const MOST_BYTES = 60_000;
const MOST_COMPRESSED = 24_000;
const HALF_SUIT = 10.2;
const COURTS = ["K", "Q", "J"].flatMap((rank) => ["s", "h", "d", "c"].map((suit) => rank + suit));

test("all art of the cards is small", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(folder).filter((name) => !name.endsWith(".test.ts"));
  const text = files.map((name) => readFileSync(folder + name, "utf-8")).join("");
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES);
  expect(gzipSync(text).length).toBeLessThan(MOST_COMPRESSED);
});

test("each court card and the joker shows a character of its own", () => {
  const all = [...COURTS, "B"].map((card) => portrait(card));
  expect(all.every((one) => one && one.shapes.length > 15)).toBe(true);
  const hair = new Set(all.map((one) => one?.shapes.find(([paint]) => paint === "hair")?.[1]));
  const robes = new Set(all.map((one) => one?.shapes.find(([paint]) => paint === "robe")?.[1]));
  expect(hair.size).toBe(all.length); // the joker's hair is under the cap
  expect(robes.size).toBeGreaterThanOrEqual(all.length - 1);
  const own = (card: string): Set<string> => new Set(portrait(card)?.shapes.map(([, path, move]) => path + move));
  for (const [i, one] of COURTS.entries())
    for (const other of COURTS.slice(i + 1)) {
      const [first, second] = [own(one), own(other)];
      const shared = [...first].filter((shape) => second.has(shape)).length;
      expect(shared, `${one} and ${other}`).toBeLessThan(first.size / 4);
    }
  expect(["As", "Th", "7d", "3h"].map((card) => portrait(card))).toEqual([undefined, undefined, undefined, undefined]);
});

test("shapes have valid paths", () => {
  const paths = [
    ...Object.values(SUIT_SHAPES),
    ...Object.values(RANK_SHAPES),
    ...Object.values(BACK_LINES),
    ...Object.values(BACK_ORNAMENTS),
    ...[...COURTS, "B"].flatMap((card) => portrait(card)?.shapes.map(([, path]) => path) ?? []),
  ];
  for (const path of paths) expect(path).toMatch(/^[Mm][-MmLlHhVvCcSsQqTtAaZz\d. ]+$/);
});

test.each([3, 4, 5, 6, 7, 8, 9, 10])(
  "a card of rank %i has that many pips, centred, apart and clear of the corners",
  (n) => {
    const rank = n === 10 ? "T" : String(n);
    const all = pips(rank);
    expect(all).toHaveLength(n);
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(all.map(({ x }) => x))).toBeCloseTo(50);
    if (n !== 7) expect(mean(all.map(({ y }) => y))).toBeCloseTo(70);
    const half = HALF_SUIT * PIP_SCALE;
    const right = Math.max(
      CORNER.rank.x + halfWidth(RANK_SHAPES[rank] ?? "") * CORNER.rank.scale,
      CORNER.suit.x + HALF_SUIT * CORNER.suit.scale,
    );
    for (const [i, { x, y }] of all.entries()) {
      expect((y > 70 ? 100 - x : x) - half, `pip at ${x} ${y} and the corner`).toBeGreaterThan(right + 2);
      for (const other of all.slice(i + 1)) {
        expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(2 * half);
      }
    }
  },
);

test("no rank in the corner touches the edge of the card", () => {
  for (const [rank, path] of Object.entries(RANK_SHAPES))
    expect(CORNER.rank.x - halfWidth(path) * CORNER.rank.scale, rank).toBeGreaterThan(1);
});

/** Returns the greatest distance of a path's points from the vertical axis. The path has only absolute commands. */
function halfWidth(path: string): number {
  const across = [...path.matchAll(/([MLHVCSz])([^MLHVCSz]*)/g)].flatMap(([, command = "", text = ""]) => {
    const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    return command === "V" ? [] : command === "H" ? numbers : numbers.filter((_, i) => i % 2 === 0);
  });
  return Math.max(...across.map(Math.abs));
}

test("there are three backs, each with its own lines and ornament", () => {
  expect(new Set(CARD_BACKS.map((name) => BACK_LINES[name])).size).toBe(3);
  expect(new Set(CARD_BACKS.map((name) => BACK_ORNAMENTS[name])).size).toBe(3);
});
