/** What teams are called. */

import type { Desk } from "../lib/net/tournament-session.svelte.ts";
import { t } from "../lib/i18n/text.svelte.ts";

/** A team's name, by its number; while it is not known yet, the number. */
export const teamName = (desk: Pick<Desk, "team">, number: number): string =>
  desk.team(number)?.name ?? t("team {number}", { number });
