/** The days whose deals the user has finished in time. They are stored in this browser. */

import type { DayPage } from "../../wire/types.ts";
import { dayBefore, isDay } from "./calendar.ts";
import { isList, stored } from "./stored.ts";

const STORED = stored("uka.days", isList);
/** The most days that are stored. */
const MAX_KEPT = 400;

export const finishedDays = (): readonly string[] => (STORED.get() ?? []).filter(isDay);

/** Adds a day, such as 2026-11-24. The days may come in any order. */
export function addFinishedDay(day: string): void {
  const before = finishedDays();
  if (isDay(day) && !before.includes(day)) STORED.set([...before, day].sort().slice(-MAX_KEPT));
}

/** Adds the day of a page from the server, if the user has finished its deals in time: then they have a rank. */
export function noteFinishedDay({ day, own }: DayPage): void {
  if (own?.rank) addFinishedDay(day);
}

/** Returns the number of days in a row, up to today or yesterday, whose deals the user has finished. */
export function finishedInARow(days: readonly string[], today: string): number {
  const all = new Set(days);
  let day = all.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; all.has(day); day = dayBefore(day)) count += 1;
  return count;
}
