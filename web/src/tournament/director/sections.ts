/**
 * The sections of the director's page. The name of the open section is part of the URL, so that a reload opens the same
 * section.
 */

import { message } from "../../lib/i18n/text.svelte.ts";
import { routeAt } from "../../lib/view/route-address.ts";
import { router } from "../../lib/view/router.svelte.ts";

export const SECTIONS = {
  tables: message("Tables"),
  teams: message("Teams"),
  rounds: message("Rounds"),
  places: message("Standings"),
  links: message("Links"),
  paper: message("Printouts"),
  agreed: message("Settings"),
  log: message("Log"),
} as const;
export type Section = keyof typeof SECTIONS;

/** Returns the section that is named in the query of a URL. By default, it is the section of the tables. */
export function sectionOf(search: string): Section {
  const at = new URLSearchParams(search).get("at") ?? "";
  return Object.hasOwn(SECTIONS, at) ? (at as Section) : "tables";
}

/** Writes the name of the open section into the URL. */
export function rememberSection(section: Section): void {
  const { pathname, hash } = routeAt(location.href);
  router.rename(`${pathname}?at=${section}${hash}`);
}
