/** Describes an official's commands in sentences. */

import type { TournamentCommand } from "../../lib/net/tournament-session.svelte.ts";
import { t } from "../../lib/i18n/text.svelte.ts";
import type { LogText } from "../log-text.ts";

export function commandText(order: TournamentCommand, deeds: LogText): string {
  switch (order.order) {
    case "tap":
      return deeds.tapAt(order.tap);
    case "take_tap_back":
      return t("Undo");
    case "let_sign":
      return t("{team} signs", { team: deeds.team(order.team) });
    case "cut_card":
    case "cut_cards":
      return t("What the captains cut");
    case "show_card":
      return deeds.mark({ deed: "carded", ...order });
    case "give_fair_play":
      return deeds.mark({ deed: "fair_play", ...order });
    case "fill_in":
      return deeds.mark({ deed: "filled_in", ...order });
    case "call":
      return t("Call the director");
    case "answer":
      return t("Answer the call");
    default:
      return order.order;
  }
}
