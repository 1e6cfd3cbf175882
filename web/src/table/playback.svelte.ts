/** Shows the changes of a table on screen one after another, at a pace that people can follow. */

import type { TableSession, TableStep } from "../lib/net/table-session.svelte.ts";
import { preferences, type Speed } from "../lib/storage/preferences.svelte.ts";
import type { Card, DealView, GameOrTableEvent, PublicTable, Seat } from "../wire/types.ts";
import { SEATS } from "../lib/game/seats.ts";

/** The durations of animations and pauses, in milliseconds at the normal pace. */
const CARD = 260;
const PACKET = 80;
const CALL = 350;
const TAKEN = 250;
const GATHER = 300;
const DRAWN = 900;
/** The factor by which the times of a draw are multiplied if this browser has shown a draw in full before. */
const DRAW_SEEN = 0.45;
/** The time for which a phrase or a line of the chat stands beside a seat, and how much longer for each character. */
const BUBBLE = 4_000;
const READING = 40;

/** The factor by which durations are multiplied, for each setting of the speed. */
const FACTOR: Record<Speed, number> = { normal: 1, hurried: 0.4, still: 0 };
/** The time for which a finished trick is shown, in milliseconds. People must see it even without animations. */
const LOOK: Record<Speed, number> = { normal: 700, hurried: 350, still: 400 };
/** If more steps than this number are waiting, the screen shows them faster. */
const BEHIND = 4;
/**
 * The most by which a pause is shortened, in milliseconds, because the one before it ended late: a slow machine draws the
 * screen meanwhile.
 */
const LATE = 200;
const PACKET_PATTERNS: Record<string, readonly number[]> = { "3-2": [3, 2], "2-3": [2, 3] };

/**
 * A function that the playback calls when the screen begins to show a step. `before` is the deal before the step.
 */
export type PlaybackListener = (step: TableStep, before: DealView | null) => void;

/** Where the steps come from that a playback shows, and what decides its pace. */
export type PlayedSession = Pick<TableSession, "steps" | "next" | "me" | "status" | "stage" | "myTurn">;

/** The result of a draw for the first dealer. */
export interface DrawResult {
  readonly shown: readonly (readonly [Seat, Card])[];
  readonly dealer: Seat;
}

export class Playback {
  scene: PublicTable | null = $state.raw(null);
  deal: DealView | null = $state.raw(null);
  /** Whether the last finished trick is still on the table. */
  showing = $state(false);
  /** Whether the finished trick stays on the table until the person clicks. */
  held = $state(false);
  packets: readonly number[] | undefined = $state.raw(undefined);
  /**
   * The number of packets dealt so far. (A packet is the cards dealt to a seat at a time.) Undefined when all packets
   * are dealt.
   */
  dealt: number | undefined = $state(undefined);
  unturned = $state(false);
  /**
   * The result of a draw that has just ended, with the drawn cards and the dealer. If no cards were drawn, it stays until
   * the first cards are dealt. Null at all other times.
   */
  drawn: DrawResult | null = $state.raw(null);
  /** The phrases that are shown beside the seats, because their players have just sent them. */
  phrases: Readonly<Partial<Record<Seat, string>>> = $state.raw({});
  /** Whether the screen has caught up with the present state of the table. */
  idle = $state(true);
  #seen: (() => void) | undefined;
  #ended = false;
  #wake: ReturnType<typeof setTimeout> | undefined;
  /** When the present pause is to end, by the browser's clock. */
  #due = 0;
  #next: (() => void) | undefined;
  /** Whether the person has asked to see the present state of the table immediately. */
  #hurried = $state(false);
  /** Whether the person has asked while the table waited, so that nothing moves slowly until the person's turn. */
  #impatient = $state(false);

  constructor(
    readonly game: PlayedSession,
    readonly listener: PlaybackListener,
  ) {}

  /** Shows all waiting steps. */
  async run(): Promise<void> {
    if (!this.idle) return;
    this.idle = false;
    this.#due = performance.now();
    for (let step = this.game.next(); step && !this.#ended; step = this.game.next()) await this.#show(step);
    this.#hurried = false;
    if (this.game.myTurn || this.game.stage !== "playing") this.#impatient = false;
    this.idle = true;
  }

  /**
   * Shows the present state of the table without further pauses, because the person has clicked or pressed a key. But
   * if a finished trick stays on the table until the person clicks, only removes that trick. Returns false if the
   * screen already shows the present state; then cards move at once until the person's turn.
   */
  hurry(): boolean {
    if (this.idle) {
      this.#impatient = this.game.stage === "playing" && !this.game.myTurn;
      return false;
    }
    if (this.#seen) this.#seen();
    else {
      this.#hurried = true;
      clearTimeout(this.#wake);
      this.#next?.();
    }
    return true;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#wake);
    this.#next?.();
    this.#seen?.();
  }

  /** The time that a card takes to move, in milliseconds. */
  get pace(): number {
    return CARD * this.#factor;
  }

  get #factor(): number {
    if (this.#hurried || this.#impatient) return 0;
    const hurry = this.game.steps.length > BEHIND ? 0.3 : 1;
    return FACTOR[still() ? "still" : preferences.speed] * hurry;
  }

  async #show(step: TableStep): Promise<void> {
    const before = this.deal;
    this.listener(step, before);
    if (step.whole) return this.#jump(step);
    const events = step.lines.flatMap((line) => line.events ?? []);
    const kinds = new Set(events.map((event) => event.type));
    if (kinds.has("pack_dealt") && step.deal) await this.#dealing(step, step.deal, events);
    else if (kinds.has("dealer_found")) await this.#draw(step, events);
    else if (kinds.has("trick_taken") && step.deal)
      await this.#trick(step, step.deal, kinds.has("rest_claimed") ? 2 : 1);
    else {
      this.showing = false;
      this.deal = step.deal;
      this.scene = step.scene;
      await this.#wait(this.#long(kinds));
    }
  }

  #jump(step: TableStep): void {
    this.showing = false;
    this.held = false;
    this.drawn = null;
    this.dealt = undefined;
    this.unturned = false;
    this.scene = step.scene;
    this.deal = step.deal;
  }

  async #dealing(step: TableStep, deal: DealView, events: readonly GameOrTableEvent[]): Promise<void> {
    const dealt = events.find((event) => event.type === "pack_dealt");
    const turned = events.some((event) => event.type === "upcard_turned");
    this.showing = false;
    this.packets = PACKET_PATTERNS[dealt?.packet_pattern ?? ""] ?? PACKET_PATTERNS["3-2"] ?? [];
    this.unturned = turned;
    this.dealt = 0;
    this.deal = deal;
    this.scene = step.scene;
    if (this.#factor > 0) {
      await this.#wait(2 * PACKET);
      for (let packet = 1; packet <= this.packets.length * SEATS.length && this.game.steps.length <= BEHIND; packet++) {
        this.dealt = packet;
        await this.#wait(PACKET);
      }
    }
    this.dealt = undefined;
    await this.#wait(2 * PACKET);
    this.unturned = false;
    this.drawn = null;
    if (!this.#awaited) await this.#wait(CARD);
  }

  async #draw(step: TableStep, events: readonly GameOrTableEvent[]): Promise<void> {
    const before = this.scene?.draw?.shown ?? [];
    const found = events.find((event) => event.type === "dealer_found");
    const cards = events.flatMap((event) => (event.type === "card_drawn" ? [[event.seat, event.card] as const] : []));
    this.scene = step.scene;
    this.deal = step.deal;
    const shown = [...before, ...cards];
    if (found) this.drawn = { shown, dealer: found.dealer };
    if (!shown.length) return; // there is nothing to look at, and the cards are dealt while people read who deals
    await this.#sleep(DRAWN * this.#haste * (preferences.drawSeen ? DRAW_SEEN : 1));
    this.drawn = null;
    if (!this.#hurried && !this.#ended) preferences.drawSeen = true;
  }

  async #trick(step: TableStep, deal: DealView, looks: number): Promise<void> {
    this.showing = true;
    this.deal = { ...deal, result: null };
    await this.#wait(CARD);
    if (preferences.holdTrick && this.game.me && this.game.status === "open") await this.#untilSeen();
    else await this.#sleep(looks * LOOK[preferences.speed] * this.#haste);
    this.showing = false;
    this.deal = deal;
    this.scene = step.scene;
    await this.#wait(GATHER);
  }

  #untilSeen(): Promise<void> {
    this.held = true;
    this.#hurried = false;
    return new Promise((done) => {
      this.#seen = () => {
        this.#due = performance.now();
        this.held = false;
        this.#seen = undefined;
        done();
      };
    });
  }

  /** Shows a player's phrase beside the player's seat for four seconds. */
  say(seat: Seat, text: string): void {
    this.phrases = { ...this.phrases, [seat]: text };
    setTimeout(
      () => {
        if (this.phrases[seat] === text) this.phrases = { ...this.phrases, [seat]: undefined };
      },
      BUBBLE + READING * text.length,
    );
  }

  #long(kinds: ReadonlySet<string>): number {
    if (kinds.has("card_played") || kinds.has("picked_up") || kinds.has("discarded")) return CARD;
    if (kinds.has("card_drawn")) return preferences.drawSeen ? TAKEN * DRAW_SEEN : TAKEN;
    return (kinds.has("passed") || kinds.has("trump_made")) && !this.#awaited ? CALL : 0;
  }

  /** Whether the table waits for the person, and the screen shows all that has happened. */
  get #awaited(): boolean {
    return this.game.myTurn && !this.game.steps.length;
  }

  #wait(ms: number): Promise<void> {
    return this.#sleep(ms * this.#factor);
  }

  /**
   * The factor by which the times for looking at cards are multiplied. It is smaller if many changes are still to be
   * shown.
   */
  get #haste(): number {
    return this.#hurried ? 0 : this.game.steps.length > BEHIND ? 0.3 : 1;
  }

  #sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.#ended) return Promise.resolve();
    const now = performance.now();
    this.#due = Math.max(this.#due, now - LATE) + ms;
    return new Promise((done) => {
      this.#next = done;
      this.#wake = setTimeout(done, this.#due - now);
    });
  }
}

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
