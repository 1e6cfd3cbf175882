/** Requests about the events in the calendar of a club. */

import type { ClubCalendar, ClubEventView, NewClubEvent } from "../../wire/types.ts";
import { get, send } from "./http.ts";

const EVENTS = "/api/club/events";
const entry = (event: string, player: string): string => `${EVENTS}/${event}/entries/${player}`;

/** Returns the calendar of the club. */
export const clubCalendar = (): Promise<ClubCalendar> => get(EVENTS);

/** Returns an event of the club. */
export const clubEvent = (event: string): Promise<ClubEventView> => get(`${EVENTS}/${event}`);

/** Puts an event into the calendar, or changes the event with the id `event` there. */
export const planEvent = (plan: NewClubEvent, event?: string): Promise<ClubEventView> =>
  event ? send("PUT", `${EVENTS}/${event}`, plan) : send("POST", EVENTS, plan);

/** Takes an event out of the calendar. */
export const cancelEvent = (event: string): Promise<void> => send("DELETE", `${EVENTS}/${event}`);

/** Enters a member for an event, or takes the entry back. */
export const enterEvent = (event: string, player: string, comes: boolean): Promise<ClubEventView> =>
  comes ? send("PUT", entry(event, player), {}) : send("DELETE", entry(event, player));

/** Checks in a member at the door of an event. An organiser needs no secret. */
export const checkIn = (event: string, player: string, secret = ""): Promise<ClubEventView> =>
  send("POST", `${entry(event, player)}/check-in`, { secret });
