/** The last game of a course: a short game against bots, with a comment when another choice was better. */

import { preferences } from "../lib/storage/preferences.svelte.ts";
import { openAndEnter } from "../lib/view/open-table.ts";
import type { Ruleset } from "../wire/types.ts";

/** The points that win the last game. */
const SHORT = 5;
const BOTS = "casual";

/** Opens the table of the last game, and navigates to it. */
export async function playLastGame({ name, title, target, clock }: Ruleset): Promise<void> {
  preferences.comments = true;
  preferences.firstDealHelp = "off"; // the course has explained what the first deal would
  // there are no hints under a clock, so there would be no comments
  const changes = { ...(target > SHORT && { target: SHORT }), ...(clock && { clock: 0 }) };
  await openAndEnter({ rules: name, changes, bots: BOTS, begin: true }, title);
}
