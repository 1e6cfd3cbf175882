/** The sections of the director's page. The address names the open one, so that a reload finds it. */

import { message } from "../../lib/i18n/text.svelte.ts";

export const SECTIONS = {
  tables: message("Tables"),
  teams: message("Teams"),
  rounds: message("Rounds"),
  places: message("Standings"),
  links: message("Links"),
  paper: message("Paper"),
  agreed: message("Settings"),
  log: message("Log"),
} as const;
export type Section = keyof typeof SECTIONS;

/** Returns the section that an address names; by default the tables. */
export function sectionOf(search: string): Section {
  const at = new URLSearchParams(search).get("at") ?? "";
  return Object.hasOwn(SECTIONS, at) ? (at as Section) : "tables";
}

/** Puts the section into the address. */
export function rememberSection(section: Section): void {
  history.replaceState(history.state, "", `?at=${section}${location.hash}`);
}
