/** The texts at the top and at the bottom of the screen in the hall. */

import { t } from "../../lib/i18n/text.svelte.ts";
import type { ConnectionStatus } from "../../lib/net/table-session.svelte.ts";
import type { Board } from "../../wire/types.ts";
import { wordsFor } from "../entrant-words.ts";
import type { RoundPhase } from "../round-phase.ts";
import type { Slide } from "./slides.ts";

/** Returns the title at the top of the screen and the note at the bottom. */
export const hallText = (
  board: Board,
  phase: RoundPhase,
  slide: Slide | undefined,
): { readonly title: string; readonly note: string } => ({
  title: slide?.title ?? titleOf(board, phase),
  note: slide && (phase === "running" ? slide.note : phase !== "seated") ? slide.note : noteOf(board, phase, slide),
});

/** Returns a sentence that says that the connection is lost. Empty if it is not. */
export const awayText = (status: ConnectionStatus): string =>
  status === "away" ? t("Connection lost. The clock keeps running.") : "";

function titleOf({ head, round }: Board, phase: RoundPhase): string {
  if (head?.ended) return t("The tournament is over");
  if (!round) return head?.name ?? "";
  if (phase === "bell") return t("The bell has rung");
  if (phase === "closed") return t("Round {n} is over", { n: round.number });
  const planned = head?.settings.rounds ?? 0;
  return planned ? t("Round {n} of {all}", { n: round.number, all: planned }) : t("Round {n}", { n: round.number });
}

function noteOf({ head, round, matches = [], teams = [] }: Board, phase: RoundPhase, slide: Slide | undefined): string {
  if (slide && phase === "seated") return t("Round {n}", { n: round?.number ?? 0 });
  if (!round) {
    const entered = (teams ?? []).filter(({ withdrawn }) => !withdrawn).length;
    return wordsFor(head?.settings.entrants).entered(entered);
  }
  if (phase === "paused") return t("The clock is stopped");
  if (phase === "closed") return t("The next seating will appear here.");
  const all = (matches ?? []).length;
  const done = (matches ?? []).filter(({ over }) => over).length;
  return done === all ? t("All tables are done") : t("{n} of {all} tables are done", { n: done, all });
}
