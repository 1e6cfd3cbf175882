/** Describes the events of a game in sentences, and words the calls as the ruleset does. */

import { isPass, partnerOf, seatAfter, SEATS, SIDES, sideOf } from "../game/seats.ts";
import type { Card, DealView, GameOrTableEvent, Seat } from "../../wire/types.ts";
import { capitalize, message, t, type Values } from "../i18n/text.svelte.ts";
import type { TableStep } from "../net/table-replica.ts";
import { claimText, rulingText } from "./announcements.ts";
import { sortedLike, suitName, suitSymbol } from "./card-names.ts";
import type { Names } from "./names.ts";
import { hasRevoke, pointsTo, resultText } from "./result-text.ts";
import { quote, type SentenceList } from "./sentence-list.ts";

/** Turns the events of one step of a table into sentences and adds them to a `SentenceList`. */
export class EventNarrator {
  readonly #story: SentenceList;
  /** The number of calls in the deal that already have a sentence. */
  #calls: number;

  /** `before` is the reader's view of the deal just before `step`. */
  constructor(
    story: SentenceList,
    readonly step: TableStep,
    before: DealView | null,
  ) {
    this.#story = story;
    this.#calls = before?.calls.length ?? 0;
  }

  get names(): Names {
    return this.#story.names;
  }

  /** Adds the sentences for one event of a game. */
  narrate(event: GameOrTableEvent): void {
    const { names } = this;
    switch (event.type) {
      case "pack_dealt":
        return this.#packDealt(event);
      case "hand_dealt":
        if (event.cards) this.#story.add(t("Your cards: {cards}.", { cards: this.#sortedCards(event.cards) }), true);
        return;
      case "upcard_turned":
        return this.#story.add(t("Turned up: {card}.", { card: names.card(event.card) }));
      case "suit_named":
        return this.#story.add(
          quote(names.name(event.seat), t("the benny stands for {suit}", { suit: suitName(event.suit) })),
        );
      case "redeal_claimed":
      case "rest_claimed":
        return this.#story.add(claimText(event, names));
      case "went_under":
        return this.#story.addAction(event.seat, message("You go under."), message("{name} goes under."));
      case "card_shown":
        return this.#story.addAction(
          event.seat,
          message("You show {card}."),
          message("{name} shows {card}."),
          this.#cardValue(event),
        );
      case "kitty_taken":
        if (event.cards)
          return this.#story.add(t("You take {cards} from under the turn-up.", { cards: names.cards(event.cards) }));
        return this.#story.add(t("{name} takes the cards under the turn-up.", { name: names.name(event.seat) }));
      case "passed":
        return this.#passed(event);
      case "turned_down":
        return this.#story.add(capitalize(t("{card} is turned down.", { card: names.card(event.card) })));
      case "trump_made":
        return this.#trumpMade(event);
      case "picked_up":
        return this.#story.addAction(
          event.seat,
          ...(this.step.rules.upcard_stays
            ? ([message("You leave {card} on the pack."), message("{name} leaves {card} on the pack.")] as const)
            : ([message("You pick up {card}."), message("{name} picks up {card}.")] as const)),
          this.#cardValue(event),
        );
      case "buried":
        return this.#story.add(capitalize(t("{card} is buried.", { card: names.card(event.card) })));
      case "discarded":
        if (event.card)
          return this.#story.addAction(
            event.seat,
            message("You discard {card}."),
            message("{name} discards {card}."),
            this.#cardValue(event),
          );
        return this.#story.add(t("{name} discards.", { name: names.name(event.seat) }));
      case "card_given":
        return this.#passedCard(event.seat, event.card);
      case "went_alone":
        if (event.defending)
          return this.#story.addAction(event.seat, message("You defend alone."), message("{name} defends alone."));
        return this.#story.addAction(event.seat, message("You go alone."), message("{name} goes alone."));
      case "card_played":
        return this.#story.addAction(
          event.seat,
          message("You play {card}."),
          message("{name} plays {card}."),
          this.#cardValue(event),
          true,
        );
      case "trick_taken":
        return this.#story.addAction(event.seat, message("You take trick {n}."), message("{name} takes trick {n}."), {
          n: event.trick + 1,
        });
      case "deal_scored":
        return this.#story.add(resultText(event.result, names, hasRevoke(this.step.deal)));
      case "game_over":
        return this.#story.add(
          event.winner ? t("{side} won the game.", { side: names.pair(event.winner) }) : t("The game is drawn."),
        );
      case "revoke_refuted":
        return this.#story.addAction(
          event.seat,
          message("You claim a revoke in trick {n}, but there was none."),
          message("{name} claims a revoke in trick {n}, but there was none."),
          { n: event.trick + 1 },
        );
      case "revoke_proven":
        return this.#revokeProven(event);
      case "misdealt":
        return this.#misdealt(event);
      case "official_ruled":
        return this.#story.add(rulingText(event.ruling, names));
      case "bell_rang":
        return this.#story.add(
          event.play_on ? t("The bell! Last deal: play it out.") : t("The bell! The game is over."),
        );
      case "card_drawn":
        return this.#story.addAction(
          event.seat,
          message("You draw {card}."),
          message("{name} draws {card}."),
          this.#cardValue(event),
        );
      case "dealer_found":
        return this.#dealerFound(event.dealer, event.seating);
    }
  }

  /** If the rules apply the penalty immediately and the deal continues, adds a sentence about the penalty too. */
  #revokeProven(event: Extract<GameOrTableEvent, { type: "revoke_proven" }>): void {
    const { names } = this;
    const { seat, penalty } = event;
    this.#story.addAction(
      seat,
      message("You claim a revoke in trick {n}, and you're right: {offender} played {card}."),
      message("{name} claims a revoke in trick {n}, and is right: {offender} played {card}."),
      { n: event.trick + 1, offender: names.inside(event.offender), card: names.card(event.card) },
    );
    if (penalty === null || penalty === undefined) return;
    const side = SIDES[sideOf(seat)] ?? "north-south";
    this.#story.add([...(penalty ? [pointsTo(penalty, side, names)] : []), t("Play goes on.")].join(" "));
  }

  #misdealt({ dealer, lost }: Extract<GameOrTableEvent, { type: "misdealt" }>): void {
    if (lost)
      this.#story.addAction(
        dealer,
        message("You misdealt again and lose the deal."),
        message("{name} misdealt again and loses the deal."),
      );
    else
      this.#story.addAction(dealer, message("You misdealt: deal again."), message("{name} misdealt and deals again."));
  }

  #packDealt({ dealer, cut }: Extract<GameOrTableEvent, { type: "pack_dealt" }>): void {
    this.#calls = 0;
    const { scene, deal } = this.step;
    if (cut !== null && !scene.settings.by_hand) {
      this.#story.addAction(
        seatAfter(dealer, SEATS.length - 1),
        message("You cut the pack."),
        message("{name} cuts the pack."),
        {},
        true,
      );
    }
    if (!deal || deal.dealer !== dealer) this.#story.addAction(dealer, message("You deal."), message("{name} deals."));
    else
      this.#story.addAction(dealer, message("Deal {n}: you deal."), message("Deal {n}: {name} deals."), {
        n: deal.number + 1,
      });
  }

  #dealerFound(dealer: Seat, seating: readonly Seat[]): void {
    if (seating.some((seat, i) => seat !== SEATS[i])) {
      this.#story.add(t("Two players swap seats, so that partners face each other."));
    }
    this.#story.addAction(dealer, message("You deal first."), message("{name} deals first."));
  }

  #trumpMade({ seat, suit, alone }: Extract<GameOrTableEvent, { type: "trump_made" }>): void {
    const said = this.#call(seat);
    if (said) this.#story.add(quote(this.names.name(seat), said));
    else this.#story.addAction(seat, message("You make trump."), message("{name} makes trump."));
    const named = `${suitName(suit)} ${suitSymbol(suit)}`;
    this.#story.add(suit === "n" ? t("No trump.") : t("Trump: {suit}.", { suit: named }));
    if (alone) this.#story.addAction(seat, message("You go alone."), message("{name} goes alone."));
  }

  #passedCard(seat: Seat, card: Card | null): void {
    const { names } = this;
    const partner = partnerOf(seat);
    const values = { name: names.name(seat), partner: names.inside(partner), card: card ? names.card(card) : "" };
    if (!card) return this.#story.add(t("{name} passes a card to {partner}.", values));
    if (partner === names.me) return this.#story.add(t("{name} passes you {card}.", values));
    this.#story.addAction(
      seat,
      message("You pass {card} to {partner}."),
      message("{name} passes {card} to {partner}."),
      values,
    );
  }

  /**
   * Returns the first call (bid or pass) of the deal that has no sentence yet, in the ruleset's words. Undefined if
   * another seat than `seat` made that call.
   */
  #call(seat: Seat): string | undefined {
    const { deal } = this.step;
    if (deal?.calls[this.#calls]?.seat !== seat) return undefined;
    return deal.facts.said[this.#calls++];
  }

  /**
   * Adds a sentence for a pass. If the ruleset has its own word for a pass, the sentence has this word and the word
   * "pass".
   */
  #passed({ seat, phase }: Extract<GameOrTableEvent, { type: "passed" }>): void {
    if (phase === "claiming") return this.#quote(seat, t("no claim"));
    if (phase === "asking") return this.#quote(seat, t("with my partner"));
    const said = this.#call(seat) ?? t("pass");
    if (isPass(said)) return this.#quote(seat, said);
    this.#story.addAction(seat, message("You pass: “{said}”"), message("{name} passes: “{said}”"), { said });
  }

  #quote(seat: Seat, said: string): void {
    this.#story.add(quote(this.names.name(seat), said));
  }

  #cardValue(event: { readonly card: Card | null }): Values {
    return { card: event.card ? this.names.card(event.card) : "" };
  }

  #sortedCards(cards: readonly Card[]): string {
    return this.names.cards(sortedLike(cards, this.step.deal?.order ?? []));
  }
}
