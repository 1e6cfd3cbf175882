/**
 * Sentences about the conduct of teams: conduct cards (coloured cards shown for misconduct), fair-play points, and
 * replacement players.
 */

import { t, tn } from "../lib/i18n/text.svelte.ts";
import type { ConductMark } from "../wire/types.ts";
import { withReason } from "./with-reason.ts";

/** Returns a sentence about a log entry on a team's conduct. `team` is the name of the team. */
export function conductText(mark: ConductMark, team: string): string {
  switch (mark.type) {
    case "conduct_card_shown":
      return withReason(
        mark.cheating
          ? t("Red card for cheating: {who}", { who: personText(mark.player ?? "", team) })
          : t("{colour} card for {who}", { colour: colourName(mark.colour), who: personText(mark.player ?? "", team) }),
        mark.reason,
      );
    case "fair_play_given":
      return withReason(
        tn("{n} fair-play point for {team}", "{n} fair-play points for {team}", mark.points, { team }),
        mark.reason,
      );
    case "player_substituted": {
      const values = { fill: mark.fill_in, player: mark.player, team };
      return mark.minutes
        ? tn(
            "{fill} fills in for {player} ({team}), {n} minute",
            "{fill} fills in for {player} ({team}), {n} minutes",
            mark.minutes,
            values,
          )
        : t("{fill} plays for {player} ({team}) from now on", values);
    }
  }
}

const personText = (player: string, team: string): string => (player ? t("{player} ({team})", { player, team }) : team);

const COLOURS = { orange: () => t("Orange"), green: () => t("Green"), red: () => t("Red") };

/** Returns the name of a conduct card's colour. (A conduct card is shown for misconduct.) */
export const colourName = (colour: keyof typeof COLOURS): string => COLOURS[colour]();
