/** Names of teams. */

import type { TournamentAccess } from "../lib/net/tournament-session.svelte.ts";
import { t } from "../lib/i18n/text.svelte.ts";

/** Returns a team's name by its number; the number, if the name is not known yet. */
export const teamName = (session: Pick<TournamentAccess, "team">, number: number): string =>
  session.team(number)?.name ?? t("team {number}", { number });
