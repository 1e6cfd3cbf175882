/** Provides the names of seats, partnerships, people and cards for the sentences that one reader sees. */

import { SEATS, seatAfter, SIDES, sideOf } from "../game/seats.ts";
import type { Card, Partnership, Person, PublicTable, Seat } from "../../wire/types.ts";
import { cardText } from "./card-names.ts";
import { joinNames, message, t } from "../i18n/text.svelte.ts";

const COMPASS: Record<Seat, string> = {
  north: message("North"),
  east: message("East"),
  south: message("South"),
  west: message("West"),
};

/** Returns the name of a seat's compass direction, such as "West". */
export const seatName = (seat: Seat): string => t(COMPASS[seat]);

/** Returns the name of a bot in a sentence. It says "bot", so that nobody takes a bot for a person. */
export const botName = (persona: string): string => t("Bot {name}", { name: persona });

/** The names of seats, partnerships, people and cards as one reader at a table sees them. */
export class Names {
  constructor(
    readonly scene: Pick<PublicTable, "seats">,
    /** The reader's own seat; null for a spectator. */
    readonly me: Seat | null,
    readonly people: readonly Person[] = [],
    /** Formats a card: `cardText` for sentences on screen, and `cardName` for sentences that are read aloud. */
    readonly card: (card: Card) => string = cardText,
  ) {}

  /**
   * Returns "You" for the reader's own seat, or the name of the person or bot at a seat. If nobody with a name sits
   * there, returns the seat's name. If two seats have the same name, the name is followed by the seat.
   */
  name(seat: Seat): string {
    return seat === this.me ? t("You") : this.other(seat);
  }

  /** Returns the same as `name`, but for use within a sentence: the reader is "you" without a capital letter. */
  inside(seat: Seat): string {
    return seat === this.me ? t("you") : this.other(seat);
  }

  /** Returns the name of the player at a seat in the third person, even if the seat is the reader's own. */
  other(seat: Seat): string {
    const own = this.#own(seat);
    if (own === null) return seatName(seat);
    const alike = SEATS.some((one) => one !== seat && this.#own(one) === own);
    return alike ? t("{name} ({place})", { name: own, place: seatName(seat) }) : own;
  }

  /** Returns the name of the person with the id `player`. Returns "Someone" if the id is unknown. */
  person(player: string): string {
    return this.people.find((person) => person.player === player)?.name ?? knownNames.get(player) ?? t("Someone");
  }

  /** Returns whether the reader is the person with the id `player`. A reader without a seat is not known. */
  isReader(player: string): boolean {
    return this.scene.seats.some((view) => view.player === player && view.seat === this.me);
  }

  /**
   * Returns the joined names of a partnership's two players, with the reader first. If `inside` is true, the names have
   * the form used within a sentence.
   */
  pair(side: Partnership, inside = false): string {
    const seats = SEATS.filter((seat) => SIDES[sideOf(seat)] === side).sort((a) => (a === this.me ? -1 : 0));
    return joinNames(seats.map((seat) => (inside ? this.inside(seat) : this.name(seat))));
  }

  cards(cards: readonly Card[]): string {
    return cards.map(this.card).join(this.card === cardText ? " " : ", ");
  }

  #own(seat: Seat): string | null {
    const view = this.scene.seats.find((view) => view.seat === seat);
    return view?.name ?? (view?.persona ? botName(view.persona) : null);
  }
}

/**
 * Returns the `Names` at a table without people. `me` is the reader's seat. The other players are called by their places
 * as the reader sees them: the partner, the left and the right.
 */
export function placeNames(me: Seat): Names {
  const seats = [t("Left"), t("Partner"), t("Right")].map((name, i) => ({ seat: seatAfter(me, i + 1), name }));
  return new Names({ seats: seats as unknown as PublicTable["seats"] }, me);
}

/**
 * The names, by id, of all people who have been at the tables that this page has shown. A sentence may name a person
 * who has since left.
 */
const knownNames = new Map<string, string>();

/** Returns the `Names` for a reader at a table. `player` is the reader's id, or null for a reader without an id. */
export function namesAt(
  scene: PublicTable,
  player: string | null,
  people: readonly Person[],
  card?: (card: Card) => string,
): Names {
  for (const person of people) knownNames.set(person.player, person.name);
  const me = scene.seats.find((view) => view.player !== null && view.player === player)?.seat ?? null;
  return new Names(scene, me, people, card);
}
