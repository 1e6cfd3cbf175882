/** The names of the files that a director saves of a tournament. */

import { dayOf } from "../../lib/storage/calendar.ts";
import type { Board } from "../../wire/types.ts";

/**
 * Returns a name such as "koroneihana-2026-11-30.uka-event.jsonl" for `kind` "uka-event.jsonl": the event, and the day of
 * its last round. Before the first round, the day is `today`.
 */
export function fileName({ head, round }: Board, kind: string, today = new Date()): string {
  const plain = (head?.name ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const day = dayOf(round?.started == null ? today : new Date(round.started));
  return `${[...(plain.match(/[\p{L}\p{N}]+/gu) ?? []), day].join("-")}.${kind}`;
}
