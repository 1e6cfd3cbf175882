/** Fetches the courses of lessons. A course is fetched once while the page is open. */

import type { CoursePage, CourseSummary } from "../../wire/types.ts";
import { get } from "./http.ts";

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const known = asked.get(path) as Promise<T> | undefined;
  if (known) return known;
  const found = get<T>(path).catch((error: unknown) => {
    asked.delete(path);
    throw error;
  });
  asked.set(path, found);
  return found;
}

/** Returns the rulesets that have lessons. */
export const courses = (): Promise<readonly CourseSummary[]> => once("/api/lessons");

/** Returns the lessons of a ruleset. */
export const course = (rules: string): Promise<CoursePage> => once(`/api/lessons/${encodeURIComponent(rules)}`);
