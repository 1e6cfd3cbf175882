import { expect, test } from "vitest";
import type { CoursePage } from "../wire/types.ts";
import { courseFor, exerciseAt, firstUndone, helpPlace, nextStep, previousStep } from "./course.ts";

const lesson = (name: string, ...exercises: string[]) => ({
  name,
  title: name,
  rules: [],
  exercises: exercises.map((each) => ({ name: each, says: [], asks: "", answers: [], deal: null })),
});
const tricks = lesson("tricks", "a", "b");
const bowers = lesson("bowers", "c");
const course = { rules: { name: "uka" }, lessons: [tricks, bowers] } as unknown as CoursePage;

test("an address names a course, a lesson and a step", () => {
  expect(helpPlace([], "bicycle")).toEqual({ rules: "bicycle", step: 1 });
  expect(helpPlace(["tainui", "table", "3"], "uka")).toEqual({ rules: "tainui", lesson: "table", step: 3 });
  expect(helpPlace(["tainui", "table", "x"], "uka").step).toBe(1);
  expect(helpPlace(["ohio"], "uka")).toEqual({ rules: "north_american", step: 1, instead: "ohio" });
  expect(helpPlace([], "knock")).toEqual({ rules: "north_american", step: 1, instead: "knock" });
});

test("rules without lessons have those of the nearest rules", () => {
  expect(courseFor("canadian")).toBe("north_american");
  expect(courseFor("house")).toBe("uka");
});

test("each lesson ends with a step without an exercise, and leads to the next lesson", () => {
  expect(exerciseAt(tricks, 2)?.name).toBe("b");
  expect(exerciseAt(tricks, 3)).toBeUndefined();
  expect(nextStep(course, tricks, 2)).toBe("/help/uka/tricks/3");
  expect(nextStep(course, tricks, 3)).toBe("/help/uka/bowers");
  expect(nextStep(course, bowers, 2)).toBeUndefined();
  expect(previousStep(course, bowers, 1)).toBe("/help/uka/tricks/3");
  expect(previousStep(course, tricks, 2)).toBe("/help/uka/tricks");
  expect(previousStep(course, tricks, 1)).toBeUndefined();
});

test("the course goes on at the first exercise that is not done", () => {
  expect(firstUndone(course, (name) => name === "a")).toBe("/help/uka/tricks/2");
  expect(firstUndone(course, () => true)).toBeUndefined();
});
