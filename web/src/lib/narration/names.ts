/** Names the seats, sides, people and cards of a table for one reader. */

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

/** Returns a seat's compass direction: "West". */
export const seatName = (seat: Seat): string => t(COMPASS[seat]);

/** How sentences name seats, sides, people and cards to one reader. */
export class Names {
  constructor(
    readonly scene: Pick<Scene, "seats">,
    /** The reader's own seat; null for a spectator. */
    readonly me: Seat | null,
    readonly people: readonly Person[] = [],
    /** Formats a card: `cardText` for sentences that are shown, `cardName` for those that are read aloud. */
    readonly card: (card: Card) => string = cardText,
  ) {}

  /** "You", a person's name, or a bot's place; a name that two seats share is followed by the place. */
  name(seat: Seat): string {
    return seat === this.me ? t("You") : this.other(seat);
  }

  /** Like `name`, for use within a sentence: "you". */
  inside(seat: Seat): string {
    return seat === this.me ? t("you") : this.other(seat);
  }

  /** Like `name`, in the third person also for the reader's own seat. */
  other(seat: Seat): string {
    const own = this.#own(seat);
    if (own === null) return seatName(seat);
    const alike = SEATS.some((one) => one !== seat && this.#own(one) === own);
    return alike ? t("{name} ({place})", { name: own, place: seatName(seat) }) : own;
  }

  /** The name of the person with this id; "Somebody" if it is unknown. */
  person(player: string): string {
    return this.people.find((person) => person.player === player)?.name ?? knownNames.get(player) ?? t("Somebody");
  }

  /** The two partners of a side, the reader first; `inside` says that the names stand within a sentence. */
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

/** Names by id of everybody seen at a table: sentences still name those who have left. */
const knownNames = new Map<string, string>();

/** Returns the names that a person at the table reads; `player` is null for somebody without an id there. */
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
