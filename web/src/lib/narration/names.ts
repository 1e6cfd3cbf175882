/** Names the seats, partnerships, people and cards of a table in sentences for one reader. */

import { SEATS, SIDES, sideOf } from "../game/seats.ts";
import type { Card, Partnership, Person, Scene, Seat } from "../../wire/types.ts";
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

/** Names for sentences that one reader at a table reads: of seats, partnerships, people and cards. */
export class Names {
  constructor(
    readonly scene: Pick<Scene, "seats">,
    /** The reader's own seat; null for a spectator. */
    readonly me: Seat | null,
    readonly people: readonly Person[] = [],
    /** Formats a card. `cardText` suits sentences that are shown, and `cardName` sentences that are read aloud. */
    readonly card: (card: Card) => string = cardText,
  ) {}

  /**
   * Returns "You", a person's name, or for a bot the name of its seat. If two seats share a name, the seat follows the
   * name.
   */
  name(seat: Seat): string {
    return seat === this.me ? t("You") : this.other(seat);
  }

  /** Returns the same as `name`, but in the form within a sentence: "you". */
  inside(seat: Seat): string {
    return seat === this.me ? t("you") : this.other(seat);
  }

  /** Returns the same as `name`, but in the third person even for the reader's own seat. */
  other(seat: Seat): string {
    const own = this.#own(seat);
    if (own === null) return seatName(seat);
    const alike = SEATS.some((one) => one !== seat && this.#own(one) === own);
    return alike ? t("{name} ({place})", { name: own, place: seatName(seat) }) : own;
  }

  /** Returns the name of the person with this id; "Somebody" if the id is unknown. */
  person(player: string): string {
    return this.people.find((person) => person.player === player)?.name ?? knownNames.get(player) ?? t("Somebody");
  }

  /**
   * Returns the names of a partnership's two players, the reader first. `inside` says that the names stand within a
   * sentence.
   */
  pair(side: Partnership, inside = false): string {
    const seats = SEATS.filter((seat) => SIDES[sideOf(seat)] === side).sort((a) => (a === this.me ? -1 : 0));
    return joinNames(seats.map((seat) => (inside ? this.inside(seat) : this.name(seat))));
  }

  cards(cards: readonly Card[]): string {
    return cards.map(this.card).join(this.card === cardText ? " " : ", ");
  }

  #own(seat: Seat): string | null {
    return this.scene.seats.find((view) => view.seat === seat)?.name ?? null;
  }
}

/** The name by id of everybody who was ever at a table of this page. Sentences still name people who have left. */
const knownNames = new Map<string, string>();

/** Returns the `Names` for a reader at a table. `player` is the reader's id; null for a reader without an id. */
export function namesAt(
  scene: Scene,
  player: string | null,
  people: readonly Person[],
  card?: (card: Card) => string,
): Names {
  for (const person of people) knownNames.set(person.player, person.name);
  const me = scene.seats.find((view) => view.player !== null && view.player === player)?.seat ?? null;
  return new Names(scene, me, people, card);
}
