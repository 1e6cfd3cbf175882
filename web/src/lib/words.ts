/** What happened, in sentences from the reader's place, with calls in the ruleset's own words. */

import type { Seat, SeatView, Shown, DealView, Ruleset } from "../wire/types.ts";
import { message, t } from "./text.svelte.ts";

const COMPASS: Record<Seat, string> = {
  north: message("North"),
  east: message("East"),
  south: message("South"),
  west: message("West"),
};

/** A sentence of the story; a `minor` one is told only in the full story. */
export interface Sentence {
  readonly text: string;
  readonly minor: boolean;
}

/** A seat's place: "West". */
export const seatName = (seat: Seat): string => t(COMPASS[seat]);

/** What one reader calls the seats. */
export class Names {
  constructor(
    readonly me: Seat | null,
    readonly seats: readonly Pick<SeatView, "seat" | "name">[],
  ) {}

  /** "You", a person's name, or a bot's place. */
  name(seat: Seat): string {
    return seat === this.me ? t("You") : (this.seats.find((view) => view.seat === seat)?.name ?? seatName(seat));
  }
}

/** The sentences for a line, as the reader may see it. */
export function tell(_line: Shown, _before: DealView | null, _rules: Ruleset, _names: Names): readonly Sentence[] {
  return [];
}
