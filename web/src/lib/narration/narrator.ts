/** Describes in sentences what changes at a table, for one reader. */

import type { DealView, Entry, Event } from "../../wire/types.ts";
import type { TableTransition } from "../net/table-replica.ts";
import { EntryNarrator } from "./entry-narrator.ts";
import { EventNarrator } from "./event-narrator.ts";
import type { Names } from "./names.ts";
import { type Sentence, SentenceList } from "./sentence-list.ts";

/** The events that get no sentence of their own if a claim of the remaining tricks caused them. */
const PART_OF_CLAIM: ReadonlySet<Event["event"]> = new Set(["card_played", "trick_taken"]);

/**
 * The log entries about lost and restored connections. They get no sentence while people gather for a quick game,
 * because every page that is opened or closed then adds such entries.
 */
const COMES_AND_GOES: ReadonlySet<Entry["entry"]> = new Set(["lost", "back"]);

/**
 * Returns the sentences for a transition of a table. `before` is the reader's view of the deal just before the
 * transition.
 */
export function narrate(step: TableTransition, before: DealView | null, names: Names): readonly Sentence[] {
  const story = new SentenceList(names);
  const entries = new EntryNarrator(story);
  const game = new EventNarrator(story, step, before);
  for (const line of step.lines) {
    const quiet = step.scene.deadlines?.begin != null && line.entry && COMES_AND_GOES.has(line.entry.entry);
    if (line.entry && !quiet) entries.narrate(line.entry, line);
    const events = line.events ?? [];
    const claimed = events.some(({ event }) => event === "rest_claimed");
    for (const event of events) if (!(claimed && PART_OF_CLAIM.has(event.event))) game.narrate(event);
  }
  return story.sentences;
}
