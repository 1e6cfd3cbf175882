/** Narrates what happened, in sentences from the reader's seat, with calls in the ruleset's words. */

import { seatAfter, partnerOf, SEATS, SIDES, sideOf } from "../game/seats.ts";
import { phraseText } from "./phrases.ts";
import type {
  Card,
  DealResult,
  DealView,
  Entry,
  Event,
  Partnership,
  Person,
  Scene,
  Seat,
  Shown,
} from "../../wire/types.ts";
import { cardText, sortedLike, suitName, suitSymbol } from "./card-names.ts";
import type { TableTransition } from "../net/table-replica.ts";
import { preferences } from "../storage/preferences.svelte.ts";
import { capitalize, joinNames, message, t, tn, type Values } from "../i18n/text.svelte.ts";

/** A sentence of the story; a `minor` one is told only in the full story, and to those who can't see the table. */
export interface Sentence {
  readonly text: string;
  readonly minor: boolean;
}

/** A farmer's hand that was claimed, or the rest of the tricks. */
export type HandClaim = Extract<Event, { event: "redeal_claimed" | "rest_claimed" }>;

const COMPASS: Record<Seat, string> = {
  north: message("North"),
  east: message("East"),
  south: message("South"),
  west: message("West"),
};

/** A seat's place: "West". */
export const seatName = (seat: Seat): string => t(COMPASS[seat]);

/** What one reader calls seats, sides, people and cards. */
export class Names {
  constructor(
    readonly scene: Pick<Scene, "seats">,
    /** The reader's own seat; null for one who only watches. */
    readonly me: Seat | null,
    readonly people: readonly Person[] = [],
    /** How a card is told: short for the eye, `cardName` for the ear. */
    readonly card: (card: Card) => string = cardText,
  ) {}

  /** "You", a person's name, or a bot's place; who has the name of another says the place too. */
  name(seat: Seat): string {
    return seat === this.me ? t("You") : this.other(seat);
  }

  /** A seat within a sentence. */
  inside(seat: Seat): string {
    return seat === this.me ? t("you") : this.other(seat);
  }

  /** A seat as others call it, whoever reads. */
  other(seat: Seat): string {
    const own = this.#own(seat);
    if (own === null) return seatName(seat);
    const alike = SEATS.some((one) => one !== seat && this.#own(one) === own);
    return alike ? t("{name} ({place})", { name: own, place: seatName(seat) }) : own;
  }

  /** Somebody at the table, by their id. */
  person(player: string): string {
    return this.people.find((person) => person.player === player)?.name ?? met.get(player) ?? t("Somebody");
  }

  /** Two partners, the reader first; `inside` a sentence, or at its beginning. */
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

/** Names of people who were at a table, for the sentence that says that they have left. */
const met = new Map<string, string>();

/** What a person at a table calls what they see of it at a scene. */
export function namesAt(
  scene: Scene,
  player: string | null,
  people: readonly Person[],
  card?: (card: Card) => string,
): Names {
  for (const person of people) met.set(person.player, person.name);
  const me = scene.seats.find((view) => view.player !== null && view.player === player)?.seat ?? null;
  return new Names(scene, me, people, card);
}

/** The sentences for what is new, as the reader may see it; `before` is the deal as they knew it just before. */
export function narrate(step: TableTransition, before: DealView | null, names: Names): Sentence[] {
  return new Narrator(step, before, names).told();
}

/** Whose hand has ended a deal, and its cards. */
export function claimText({ event, seat, cards }: HandClaim, names: Names): string {
  const values = { name: names.name(seat), cards: names.cards(cards) };
  if (event === "rest_claimed")
    return seat === names.me
      ? t("You claim the rest: {cards}.", values)
      : t("{name} claims the rest: {cards}.", values);
  return seat === names.me
    ? t("You show a farmer's hand: {cards}.", values)
    : t("{name} shows a farmer's hand: {cards}.", values);
}

/** Who was let in to a bot's seat in mid-deal, which all at the table are to know. */
export function admittedText({ player, seat }: Extract<Entry, { entry: "admitted" }>, names: Names): string {
  return t("The host lets {name} in now: {name} sees the hand that the bot held, {place}.", {
    name: names.person(player),
    place: seatName(seat),
  });
}

/** Whose shares were withheld, so that a pack was given up, which all at the table are to know. */
export function withheldText({ seats }: Extract<Entry, { entry: "shares_withheld" }>, names: Names): string {
  const who = joinNames(seats.map((seat, i) => (i ? names.inside(seat) : names.name(seat))));
  return t("{names} did not open a share in time: the pack was dealt again without it.", { names: who });
}

type Ruling = Extract<Event, { event: "official_ruled" }>["ruling"];

/** What whoever presides at the table decided, and why, which all at the table are to know. */
export function rulingText(ruling: Ruling, names: Names): string {
  const who = ruling.by === "director" ? t("The director") : t("The official");
  const said = decision(ruling, who, names);
  return ruling.reason ? t("{what} The reason: “{reason}”", { what: said, reason: ruling.reason }) : said;
}

function decision(ruling: Ruling, who: string, names: Names): string {
  if (ruling.ruling === "points") {
    return ruling.points
      .flatMap((n, i) => (n ? [given(n, { who, side: names.pair(SIDES[i] as Partnership, true) })] : []))
      .join(" ");
  }
  if (ruling.ruling === "misdeal") return t("{who} has decided: it is a misdeal.", { who });
  if (ruling.ruling === "revoke")
    return t("{who} has decided: a revoke by {side}.", { who, side: names.pair(ruling.offenders, true) });
  const values = { who, side: names.pair(ruling.side, true) };
  if (ruling.ejected) return t("{who} has shown a red card: the game is lost for {side}, who leave it.", values);
  return t("{who} has decided: the game is forfeited by {side}.", values);
}

const given = (n: number, values: Values): string =>
  n > 0
    ? tn("{who} has decided: {n} point for {side}.", "{who} has decided: {n} points for {side}.", n, values)
    : tn("{who} has decided: {n} point less for {side}.", "{who} has decided: {n} points less for {side}.", -n, values);

/** Whether a revoke in a deal was found. */
export const hasRevoke = (deal: DealView | null): boolean =>
  Boolean(deal && (deal.proven.length || deal.ruled_revokes.length));

/** How a deal ended and what it was worth; `revoked`: a revoke in it was paid for before. */
export function resultText(result: DealResult, names: Names, revoked = false): string {
  const points = result.points.flatMap((n, i) => {
    const side = SIDES[i];
    return n && side ? [pointsTo(n, side, names)] : [];
  });
  const withRevoke = points.length && revoked && result.outcome !== "revoked" ? [t("With the revoke:")] : [];
  return [how(result, names), ...withRevoke, ...points].join(" ");
}

/** What somebody says. */
const saying = (name: string, said: string): string => t("{name}: “{said}”", { name, said });

/** What is not told one by one once the rest is claimed. */
const OUT: ReadonlySet<Event["event"]> = new Set(["card_played", "trick_taken"]);

class Narrator {
  readonly #found: Sentence[] = [];
  /** How many calls of the deal were told. */
  #calls: number;

  constructor(
    readonly step: TableTransition,
    readonly before: DealView | null,
    readonly names: Names,
  ) {
    this.#calls = before?.calls.length ?? 0;
  }

  told(): Sentence[] {
    for (const line of this.step.lines) {
      if (line.entry) this.#entered(line.entry, line);
      const events = line.events ?? [];
      const claimed = events.some(({ event }) => event === "rest_claimed");
      for (const event of events) if (!(claimed && OUT.has(event.event))) this.#happened(event);
    }
    return this.#found;
  }

  #say(text: string, minor = false): void {
    this.#found.push({ text, minor });
  }

  /** Say what a seat does: a sentence to the reader if it is theirs, or else about it. */
  #does(seat: Seat, you: string, they: string, values: Values = {}, minor = false): void {
    this.#say(seat === this.names.me ? t(you, values) : t(they, { name: this.names.name(seat), ...values }), minor);
  }

  // The game

  #happened(event: Event): void {
    const { names } = this;
    switch (event.event) {
      case "pack_dealt":
        return this.#packDealt(event);
      case "hand_dealt":
        if (event.cards) this.#say(t("Your cards: {cards}.", { cards: this.#hand(event.cards) }), true);
        return;
      case "upcard_turned":
        return this.#say(t("Turned up: {card}.", { card: names.card(event.card) }));
      case "suit_named":
        return this.#say(
          saying(names.name(event.seat), t("the benny stands for {suit}", { suit: suitName(event.suit) })),
        );
      case "redeal_claimed":
      case "rest_claimed":
        return this.#say(claimText(event, names));
      case "went_under":
        return this.#does(event.seat, message("You go under."), message("{name} goes under."));
      case "card_shown":
        return this.#does(event.seat, message("You show {card}."), message("{name} shows {card}."), this.#card(event));
      case "kitty_taken":
        if (event.cards)
          return this.#say(t("You take {cards} from under the turn-up.", { cards: names.cards(event.cards) }));
        return this.#say(t("{name} takes the cards under the turn-up.", { name: names.name(event.seat) }));
      case "passed":
        return this.#say(saying(names.name(event.seat), this.#said(event.seat) ?? this.#declined()));
      case "turned_down":
        return this.#say(capitalize(t("{card} is turned down.", { card: names.card(event.card) })));
      case "trump_made":
        return this.#trumpMade(event);
      case "picked_up":
        return this.#does(
          event.seat,
          message("You take up {card}."),
          message("{name} takes up {card}."),
          this.#card(event),
        );
      case "buried":
        return this.#say(capitalize(t("{card} is buried.", { card: names.card(event.card) })));
      case "discarded":
        if (event.card)
          return this.#does(
            event.seat,
            message("You lay away {card}."),
            message("{name} lays away {card}."),
            this.#card(event),
          );
        return this.#say(t("{name} lays a card away.", { name: names.name(event.seat) }));
      case "card_given":
        return this.#given(event.seat, event.card);
      case "went_alone":
        if (event.defending)
          return this.#does(event.seat, message("You defend alone."), message("{name} defends alone."));
        return this.#does(event.seat, message("You play alone."), message("{name} plays alone."));
      case "card_played":
        return this.#does(
          event.seat,
          message("You play {card}."),
          message("{name} plays {card}."),
          this.#card(event),
          true,
        );
      case "trick_taken":
        return this.#does(event.seat, message("You take trick {n}."), message("{name} takes trick {n}."), {
          n: event.trick + 1,
        });
      case "deal_scored":
        return this.#say(resultText(event.result, names, hasRevoke(this.step.deal)));
      case "game_over":
        return this.#say(
          event.winner ? t("{side} won the game.", { side: names.pair(event.winner) }) : t("The game is drawn."),
        );
      default:
        return this.#rare(event);
    }
  }

  #rare(event: Event): void {
    const { names } = this;
    switch (event.event) {
      case "revoke_refuted":
        return this.#does(
          event.seat,
          message("You claim a revoke in trick {n}: there was none."),
          message("{name} claims a revoke in trick {n}: there was none."),
          { n: event.trick + 1 },
        );
      case "revoke_proven":
        this.#does(
          event.seat,
          message("You claim a revoke in trick {n}, and it was one: {offender}, {card}."),
          message("{name} claims a revoke in trick {n}, and it was one: {offender}, {card}."),
          { n: event.trick + 1, offender: names.inside(event.offender), card: names.card(event.card) },
        );
        return this.#penalised(event);
      case "misdealt":
        if (event.lost)
          return this.#does(
            event.dealer,
            message("You misdealt again: the deal is lost."),
            message("{name} misdealt again: the deal is lost."),
          );
        return this.#does(
          event.dealer,
          message("You misdealt: the cards are dealt again."),
          message("{name} misdealt: the cards are dealt again."),
        );
      case "official_ruled":
        return this.#say(rulingText(event.ruling, names));
      case "bell_rang":
        return this.#say(event.play_on ? t("The bell! This deal is played out.") : t("The bell! The game is over."));
      case "card_drawn":
        return this.#does(event.seat, message("You draw {card}."), message("{name} draws {card}."), this.#card(event));
      case "dealer_found":
        return this.#dealerFound(event.dealer, event.seating);
    }
  }

  /** What a revoke brings at once, where the deal goes on after it. */
  #penalised({ seat, penalty }: Extract<Event, { event: "revoke_proven" }>): void {
    if (penalty === null || penalty === undefined) return;
    const side = SIDES[sideOf(seat)] ?? "north-south";
    this.#say([...(penalty ? [pointsTo(penalty, side, this.names)] : []), t("The deal is played out.")].join(" "));
  }

  #packDealt({ dealer, cut }: Extract<Event, { event: "pack_dealt" }>): void {
    this.#calls = 0;
    const { scene, deal } = this.step;
    if (cut !== null && !scene.settings.by_hand) {
      this.#does(
        seatAfter(dealer, SEATS.length - 1),
        message("You cut the pack."),
        message("{name} cuts the pack."),
        {},
        true,
      );
    }
    if (!deal || deal.dealer !== dealer) this.#does(dealer, message("You deal."), message("{name} deals."));
    else this.#does(dealer, message("Deal {n}: you deal."), message("Deal {n}: {name} deals."), { n: deal.number + 1 });
  }

  #packetsChosen({ seat, way }: Extract<Entry, { entry: "packets_chosen" }>): void {
    const three = [
      message("You choose packets of three cards, then two."),
      message("{name} chooses packets of three cards, then two."),
    ] as const;
    const two = [
      message("You choose packets of two cards, then three."),
      message("{name} chooses packets of two cards, then three."),
    ] as const;
    if (way) this.#does(seat, ...(way === "3-2" ? three : two), {}, true);
  }

  #dealerFound(dealer: Seat, seating: readonly Seat[]): void {
    if (seating.some((seat, i) => seat !== SEATS[i])) {
      this.#say(t("Partners sit opposite each other: two players change places."));
    }
    this.#does(dealer, message("You deal first."), message("{name} deals first."));
  }

  #trumpMade({ seat, suit, alone }: Extract<Event, { event: "trump_made" }>): void {
    const said = this.#said(seat);
    if (said) this.#say(saying(this.names.name(seat), said));
    else this.#does(seat, message("You make trump."), message("{name} makes trump."));
    const named = `${suitName(suit)} ${suitSymbol(suit)}`;
    this.#say(suit === "n" ? t("No trump is played.") : t("Trump: {suit}.", { suit: named }));
    if (alone) this.#does(seat, message("You play alone."), message("{name} plays alone."));
  }

  #given(seat: Seat, card: Card | null): void {
    const { names } = this;
    const partner = partnerOf(seat);
    const values = { name: names.name(seat), partner: names.inside(partner), card: card ? names.card(card) : "" };
    if (!card) return this.#say(t("{name} passes a card to {partner}.", values));
    if (partner === names.me) return this.#say(t("{name} passes you {card}.", values));
    this.#does(seat, message("You pass {card} to {partner}."), message("{name} passes {card} to {partner}."), values);
  }

  /** What somebody said beside the calls; who does not want to see that of others does not hear it either. */
  #spoke(player: string, said: string): void {
    const { names } = this;
    const seat = names.scene.seats.find((view) => view.player === player)?.seat;
    if (preferences.mutePhrases && seat !== names.me) return;
    this.#say(saying(seat ? names.name(seat) : names.person(player), said));
  }

  /** What a seat said in its turn to call, in the ruleset's words; undefined if it was not asked for trump. */
  #said(seat: Seat): string | undefined {
    const { deal } = this.step;
    if (deal?.calls[this.#calls]?.seat !== seat) return undefined;
    return deal.facts.said[this.#calls++];
  }

  #declined(): string {
    const phase = this.before?.phase;
    if (phase === "claiming") return t("no claim");
    return phase === "discarding" || phase === "asking" ? t("with my partner") : t("pass");
  }

  #card(event: { readonly card: Card | null }): Values {
    return { card: event.card ? this.names.card(event.card) : "" };
  }

  #hand(cards: readonly Card[]): string {
    return this.names.cards(sortedLike(cards, this.step.deal?.facts.order ?? []));
  }

  // The table

  #entered(entry: Entry, line: Shown): void {
    const { names } = this;
    switch (entry.entry) {
      case "joined":
        return this.#say(t("{name} has come to the table.", { name: entry.name }), true);
      case "left":
        return this.#say(t("{name} has left the table.", { name: names.person(entry.player) }));
      case "removed":
        return this.#say(t("{name} was sent away.", { name: names.person(entry.player) }));
      case "hosted":
        return this.#say(t("{name} is the host now.", { name: names.person(entry.player) }));
      case "sat":
        return this.#does(
          entry.seat,
          message("You sit down: {place}."),
          message("{name} sits down: {place}."),
          place(entry.seat),
        );
      case "booked":
        return this.#say(
          t("{name} takes {place}'s seat at the next deal.", {
            name: names.person(entry.player),
            ...place(entry.seat),
          }),
        );
      case "admitted":
        return this.#say(admittedText(entry, names));
      case "stood":
        return this.#say(t("{name} stands up.", { name: names.person(entry.player) }));
      case "bot_sat":
        return this.#say(t("A bot sits down: {place}.", place(entry.seat)), true);
      case "emptied":
        return this.#say(t("A seat is free: {place}.", place(entry.seat)), true);
      case "swapped":
        return this.#say(t("Two seats change places: {a} and {b}.", { a: seatName(entry.a), b: seatName(entry.b) }));
      case "lost":
        return this.#does(entry.seat, message("Your connection was lost."), message("{name} has lost the connection."));
      case "away":
        return this.#does(
          entry.seat,
          message("You are away: a bot plays for you."),
          message("{name} is away: a bot plays."),
        );
      case "back":
        return this.#does(entry.seat, message("You are back."), message("{name} is back."));
      case "paused":
        return this.#say(t("The table is paused."));
      case "resumed":
        return this.#say(t("The game goes on."));
      case "began":
        return this.#say(t("A game begins."));
      case "cut":
        return this.#does(entry.seat, message("You cut the pack."), message("{name} cuts the pack."), {}, true);
      case "packets_chosen":
        return this.#packetsChosen(entry);
      case "shares_withheld":
        return this.#say(withheldText(entry, names));
      case "ready":
        return this.#does(entry.seat, message("You are ready."), message("{name} is ready."), {}, true);
      case "said":
        return this.#spoke(entry.player, phraseText(entry.phrase));
      case "undone":
        return this.#does(
          entry.seat,
          message("You take your last choice back."),
          message("{name} takes the last choice back."),
        );
      case "changed":
        return this.#say(t("{name} has changed the table's settings.", { name: names.person(line.by) }), true);
    }
  }
}

const place = (seat: Seat): Values => ({ place: seatName(seat) });

function pointsTo(n: number, side: Partnership, names: Names): string {
  if (names.me === null) return tn("{n} point to {side}.", "{n} points to {side}.", n, { side: names.pair(side) });
  const ours = SIDES[sideOf(names.me)] === side;
  return ours ? tn("{n} point to you.", "{n} points to you.", n) : tn("{n} point to them.", "{n} points to them.", n);
}

function how(result: DealResult, names: Names): string {
  const { outcome, maker } = result;
  if (outcome === "revoked") return t("A revoke was proven, and the deal ends.");
  if (outcome === "redeal") return t("The same dealer deals again.");
  if (outcome === "thrown_in" || !maker) return t("Nobody called: the deal is thrown in.");
  const side = sideOf(maker);
  const taken = result.tricks[side] ?? 0;
  const values = {
    side: names.pair(SIDES[side] ?? "north-south", outcome === "defended_alone"),
    loner: result.loner ? names.name(result.loner) : "",
    defender: result.lone_defender ? names.name(result.lone_defender) : "",
    tricks: tn("{n} trick", "{n} tricks", taken),
  };
  const enough: Partial<Record<DealResult["outcome"], string>> = {
    made: message("{side} made it with {tricks}."),
    march: message("{side} took all five tricks: a march!"),
    lone_made: message("{loner} made {tricks} alone."),
    lone_march: message("{loner} took all five tricks alone!"),
    euchred: taken ? message("{side} took only {tricks}: euchred!") : message("{side} took no trick: euchred!"),
    lone_euchred: taken
      ? message("{loner} took only {tricks} alone: euchred!")
      : message("{loner} took no trick alone: euchred!"),
    defended_alone: message("{defender} defended alone, and {side} took {tricks}: euchred!"),
  };
  const told = enough[outcome];
  return told ? t(told, values) : "";
}
