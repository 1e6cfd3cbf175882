/** Says why a table is paused. */

import { t } from "../i18n/text.svelte.ts";
import type { PublicTable } from "../../wire/types.ts";

/** The reason of a pause, as the server tells it. */
export type PauseReason = NonNullable<PublicTable["paused"]>;

const PAUSES: Readonly<Record<PauseReason, () => string>> = {
  host: () => t("The host paused the game."),
  nobody: () => t("The game is paused while nobody is here."),
  round: () => t("The game is paused: the round's clock is stopped."),
  log_full: () => t("This table's log is full, so the game can't go on. Open another table."),
};

/** Returns a sentence that says that the table is paused, and why. */
export const pauseText = (why: PauseReason): string => PAUSES[why]();
