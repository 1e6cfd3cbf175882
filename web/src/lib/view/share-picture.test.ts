import { expect, test } from "vitest";
import { fitted, HEIGHT, pointsOf, WIDTH } from "./share-picture.ts";

const letters = (text: string): number => [...text].length;

test("a name that is too long is cut", () => {
  expect(fitted("Ana and Ben", 20, letters)).toBe("Ana and Ben");
  expect(fitted("Ana and Ben", 6, letters)).toBe("Ana a…");
  expect(fitted("Ana and Ben", 5, letters)).toBe("Ana…");
  expect(fitted("Ana", 0, letters)).toBe("…");
});

test("the curve spans the picture from left to right, and high values are high", () => {
  const points = pointsOf([0.5, 0, 1]);
  expect(points.every(([x, y]) => x > 0 && x < WIDTH && y > 0 && y < HEIGHT)).toBe(true);
  const [[first], [, low], [last, high]] = points as [[number, number], [number, number], [number, number]];
  expect(first).toBeLessThan(last);
  expect(high).toBeLessThan(low);
});
