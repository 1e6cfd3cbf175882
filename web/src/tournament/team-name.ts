/** Names of teams. */

import type { TournamentAccess } from "../lib/net/tournament-session.svelte.ts";
import { t } from "../lib/i18n/text.svelte.ts";

/** A team's name, by its number; while it is not known yet, the number. */
export const teamName = (session: Pick<TournamentAccess, "team">, number: number): string =>
  session.team(number)?.name ?? t("team {number}", { number });
