/** Looks up the names of teams. */

import type { TournamentAccess } from "../lib/net/tournament-session.svelte.ts";
import { t } from "../lib/i18n/text.svelte.ts";

/** Returns the name of the team with this number. If the name is not known yet, returns the number as text. */
export const teamName = (session: Pick<TournamentAccess, "team">, number: number): string =>
  session.team(number)?.name ?? t("team {number}", { number });
