/** Days of the calendar as texts such as 2026-11-24, and runs of days. */

const DAY = 86_400_000;

/** Returns a date of the user's calendar, such as 2026-11-24. */
export function dayOf(time: Date): string {
  const part = (value: number): string => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`;
}

export const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

export const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
