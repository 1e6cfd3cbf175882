/** The addresses of lessons, and the way through a course. */

import type { CoursePage, LessonExercise, LessonPage } from "../wire/types.ts";

type Lesson = LessonPage;

/** The ruleset whose lessons fit best to a shipped ruleset that has none. */
const NEAREST: Readonly<Record<string, string>> = {
  knock: "north_american",
  cardgames: "north_american",
  canadian: "north_american",
  australian: "north_american",
  british: "north_american",
  ohio: "north_american",
};
const COURSES: readonly string[] = ["uka", "tainui", "bicycle", "north_american"];

/** Returns the ruleset whose lessons fit best to the rules that the user prefers. */
export const courseFor = (rules: string): string => (COURSES.includes(rules) ? rules : (NEAREST[rules] ?? "uka"));

/** A place in the help: a course, one of its lessons, and one of the lesson's steps, from 1. */
export interface HelpPlace {
  readonly rules: string;
  readonly lesson?: string | undefined;
  readonly step: number;
  /** The ruleset that the address or the user asks for, if it has no course of its own. */
  readonly instead?: string;
}

/** Returns the place that an address below `/help` names. `preferred` are the rules that the user prefers. */
export function helpPlace([first, lesson, step]: readonly string[], preferred: string): HelpPlace {
  const rules = courseFor(preferred);
  const instead = (asked: string): Pick<HelpPlace, "instead"> => (asked in NEAREST ? { instead: asked } : {});
  if (first === undefined) return { rules, step: 1, ...instead(preferred) };
  return { rules: NEAREST[first] ?? first, lesson, step: Math.max(1, Number(step) || 1), ...instead(first) };
}

export const lessonAddress = (rules: string, lesson: string, step = 1): string =>
  `/help/${encodeURIComponent(rules)}/${lesson}${step > 1 ? `/${step}` : ""}`;

export const courseAddress = (rules: string): string => `/help/${encodeURIComponent(rules)}`;

/** A lesson has a step for each exercise, and a last step that sums up the rules. */
export const stepCount = ({ exercises }: Lesson): number => exercises.length + 1;

/** Returns the exercise of a step. Undefined at the last step. */
export const exerciseAt = ({ exercises }: Lesson, step: number): LessonExercise | undefined => exercises[step - 1];

/** Returns the address of the step after another. Undefined at the end of the course. */
export function nextStep({ rules, lessons }: CoursePage, lesson: Lesson, step: number): string | undefined {
  if (step < stepCount(lesson)) return lessonAddress(rules.name, lesson.name, step + 1);
  const next = lessons[lessons.indexOf(lesson) + 1];
  return next && lessonAddress(rules.name, next.name);
}

/** Returns the address of the step before another. Undefined at the beginning of the course. */
export function previousStep({ rules, lessons }: CoursePage, lesson: Lesson, step: number): string | undefined {
  if (step > 1) return lessonAddress(rules.name, lesson.name, step - 1);
  const previous = lessons[lessons.indexOf(lesson) - 1];
  return previous && lessonAddress(rules.name, previous.name, stepCount(previous));
}

/** Returns the address of the first exercise that is not done. Undefined if all are. */
export function firstUndone({ rules, lessons }: CoursePage, done: (exercise: string) => boolean): string | undefined {
  for (const lesson of lessons) {
    const at = lesson.exercises.findIndex(({ name }) => !done(name));
    if (at >= 0) return lessonAddress(rules.name, lesson.name, at + 1);
  }
  return undefined;
}
