/** Determines the director's next step in a tournament, and what prevents that step. */

import { t, tn } from "../../lib/i18n/text.svelte.ts";
import type { Board, MatchView } from "../../wire/types.ts";
import { formatRanges } from "../number-ranges.ts";
import { wordsFor } from "../entrant-words.ts";

/**
 * The kinds of next step. Each is a command, or a form that the director must fill in. `end` follows the last planned
 * round.
 */
export type NextAction = "enter" | "tables" | "seat" | "start" | "close" | "end" | "none";

export interface NextStep {
  readonly action: NextAction;
  /** The text of the button for the next step. */
  readonly says: string;
  /** Sentences that say what prevents the next step. Empty if nothing prevents it. */
  readonly but: readonly string[];
  /** Whether missing signatures are the only thing that prevents the next step. */
  readonly unsigned: boolean;
}

/** Returns the director's next step from the tournament's state. */
export function nextStep({ head, round, teams, matches }: Board): NextStep {
  const playing = (teams ?? []).filter(({ withdrawn }) => !withdrawn).length;
  if (!head || head.ended) return plain("none", t("The tournament is over"));
  if (round?.started != null && !round.closed) return closing(round.number, matches ?? []);
  if (round?.closed && (head.settings.rounds ?? 0) > 0 && round.number >= (head.settings.rounds ?? 0))
    return plain("end", t("End the tournament"));
  const words = wordsFor(head.settings.entrants);
  if (playing < words.fewest) return plain("enter", playing ? words.addMore : words.add);
  if (!head.tables.length) return plain("tables", t("Set the tables"));
  return beforeRound(round);
}

function beforeRound(round: Board["round"]): NextStep {
  if (!round) return plain("seat", t("Draw the first round"));
  if (round.closed) return plain("seat", t("Seat round {n}", { n: round.number + 1 }));
  return plain("start", t("Start round {n}", { n: round.number }));
}

/** Returns a sentence about the rounds that would not be played if the tournament ended now, or "". */
export function unplayed({ head, round }: Board): string {
  const planned = head?.settings.rounds ?? 0;
  if (!round) return t("No round has been played.");
  if (!round.closed) return t("Round {n} is seated, but not played.", { n: round.number });
  return round.number < planned ? t("{n} of {planned} rounds are played.", { n: round.number, planned }) : "";
}

const plain = (action: NextAction, says: string): NextStep => ({ action, says, but: [], unsigned: false });

function closing(n: number, matches: readonly MatchView[]): NextStep {
  const open = matches.filter(({ over, waits }) => !over && !waits);
  const unsaid = matches.filter(({ waits }) => waits);
  const uncut = matches.filter(({ uncut }) => uncut);
  const unsigned = matches.filter(({ uncut, unsigned }) => !uncut && unsigned?.length);
  const but = [
    ...told(unsaid, (n, tables) =>
      tn(
        "Was a card turned up? Not answered yet: table {tables}.",
        "Was a card turned up? Not answered yet: tables {tables}.",
        n,
        { tables },
      ),
    ),
    ...told(open, (n, tables) => tn("Not over yet: table {tables}.", "Not over yet: tables {tables}.", n, { tables })),
    ...told(uncut, (n, tables) =>
      tn("A draw, not cut for yet: table {tables}.", "Draws, not cut for yet: tables {tables}.", n, { tables }),
    ),
    ...told(unsigned, (n, tables) =>
      tn("Not signed by both captains: table {tables}.", "Not signed by both captains: tables {tables}.", n, {
        tables,
      }),
    ),
  ];
  const only = !open.length && !unsaid.length && !uncut.length && unsigned.length > 0;
  return { action: "close", says: t("Close round {n}", { n }), but, unsigned: only };
}

function told(matches: readonly MatchView[], say: (n: number, tables: string) => string): string[] {
  return matches.length ? [say(matches.length, formatRanges(matches.map(({ table }) => table)))] : [];
}
