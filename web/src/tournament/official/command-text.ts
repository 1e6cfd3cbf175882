/** Describes an official's commands in sentences. */

import type { UnsentTournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import { t } from "../../lib/i18n/text.svelte.ts";
import type { LogText } from "../log-text.ts";

export function commandText(command: UnsentTournamentCommand, logText: LogText): string {
  switch (command.type) {
    case "enter_tap":
      return logText.tapAt(command.tap);
    case "undo_entry":
      return t("Undo");
    case "sign_for_captain":
      return t("{team} signs", { team: logText.team(command.team) });
    case "cut_as_captain":
    case "enter_drawn_match_cut":
      return t("What the captains cut");
    case "show_conduct_card":
      return logText.mark({ ...command, type: "conduct_card_shown" });
    case "give_fair_play":
      return logText.mark({ ...command, type: "fair_play_given" });
    case "substitute_player":
      return logText.mark({ ...command, type: "player_substituted" });
    case "call_for_help":
      return t("Call the director");
    case "answer_call":
      return t("Answer the call");
    default:
      return command.type;
  }
}
