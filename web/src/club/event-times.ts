/** Times of events as the user reads and types them. */

import type { ClubEventView } from "../wire/types.ts";

const MINUTE = 60_000;

/** Returns a time as a field of the type `datetime-local` takes it, such as `2026-12-01T19:00`. */
export function fieldTime(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** Returns the time in a field of the type `datetime-local`, in milliseconds since 1970. */
export const timeOfField = (text: string): number => new Date(text).getTime();

/** When an event ends, in milliseconds since 1970. */
export const endOf = ({ plan }: ClubEventView): number => plan.starts + (plan.minutes ?? 180) * MINUTE;

/** Divides events into those to come, the next one first, and those that are over, the last one first. */
export function divided(
  events: readonly ClubEventView[],
  now: number,
): { readonly coming: readonly ClubEventView[]; readonly over: readonly ClubEventView[] } {
  return {
    coming: events.filter((event) => endOf(event) >= now),
    over: events.filter((event) => endOf(event) < now).reverse(),
  };
}
