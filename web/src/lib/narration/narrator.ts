/** Describes in sentences what changes at a table, for one reader. */

import type { DealView, PublicEntry, GameOrTableEvent, Seat } from "../../wire/types.ts";
import type { TableStep } from "../net/table-replica.ts";
import { EntryNarrator } from "./entry-narrator.ts";
import { EventNarrator } from "./event-narrator.ts";
import type { Names } from "./names.ts";
import { type Sentence, SentenceList } from "./sentence-list.ts";

/** The events that get no sentence of their own if a claim of the remaining tricks caused them. */
const PART_OF_CLAIM: ReadonlySet<GameOrTableEvent["type"]> = new Set(["card_played", "trick_taken"]);

/**
 * Whether an entry about a lost or restored connection is about a person who has not been at the table yet. While
 * people gather for a quick game, every page that is opened or closed adds such entries. A server that gives a person a
 * seat counts them as disconnected until their page is there, as for the day's deals: so nobody who has not called or
 * played yet is back.
 */
function isFirstVisit(entry: PublicEntry, { scene, deal }: TableStep): boolean {
  if (entry.type !== "connection_lost" && entry.type !== "player_came_back") return false;
  if (scene.deadlines?.begin != null) return true;
  return entry.type === "player_came_back" && scene.stage !== "seating" && !hasActed(deal, entry.seat);
}

/** Whether a seat has called, discarded or played in the game so far. */
function hasActed(deal: DealView | null, seat: Seat): boolean {
  if (!deal) return false;
  const plays = deal.facts.plays.flat();
  return deal.number > 0 || deal.calls.some((call) => call.seat === seat) || plays.some(([who]) => who === seat);
}

/**
 * Returns the sentences for a step of a table. `before` is the reader's view of the deal just before the step.
 */
export function narrate(step: TableStep, before: DealView | null, names: Names): readonly Sentence[] {
  const story = new SentenceList(names);
  const entries = new EntryNarrator(story);
  const game = new EventNarrator(story, step, before);
  for (const line of step.lines) {
    if (line.entry && !isFirstVisit(line.entry, step)) entries.narrate(line.entry, line);
    const events = line.events ?? [];
    const claimed = events.some(({ type }) => type === "rest_claimed");
    for (const event of events) if (!(claimed && PART_OF_CLAIM.has(event.type))) game.narrate(event);
  }
  return story.sentences;
}
