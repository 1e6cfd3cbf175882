/** What a stream view shows of a table: the present deal without hands, or a deal that has ended with all hands. */

import { isServerAway } from "../lib/net/errors.ts";
import { SEATS } from "../lib/game/seats.ts";
import { t } from "../lib/i18n/text.svelte.ts";
import { records, replayOf } from "../lib/net/api.ts";
import type { TableStep } from "../lib/net/table-replica.ts";
import { pauseText } from "../lib/narration/pause-text.ts";
import { namesAt, type Names } from "../lib/narration/names.ts";
import type { Hands } from "../lib/narration/replay-steps.ts";
import { Playback, type PlayedSession } from "../table/playback.svelte.ts";
import type { Card, DealView, PublicTable, Ruleset } from "../wire/types.ts";
import { DelayedSteps } from "./delayed-steps.svelte.ts";
import { asDealt, type DealtHands, handsAt, playedBy } from "./open-hands.ts";
import type { StreamOptions } from "./stream-options.ts";
import { StreamSession } from "./stream-session.svelte.ts";

const NO_DEAL: readonly PublicTable["stage"][] = ["seating", "drawing"];
/** If more steps than this number wait in a view without delay, it jumps to the present state. */
const MAX_STEPS = 60;
/** The wait before a record is fetched again, in milliseconds. */
const RETRY = 5_000;

export class StreamView {
  readonly session: StreamSession;
  readonly playback: Playback;
  readonly #feed: DelayedSteps | LiveSteps;
  /** The step on screen. */
  #step: TableStep | undefined = $state.raw();
  /** The hands of the last deal of a game as dealt, once its record tells them. */
  #dealt: { readonly plays: string; readonly hands: DealtHands } | undefined = $state.raw();

  constructor(table: string, invitation: string | undefined, options: StreamOptions) {
    this.#feed = options.delay ? new DelayedSteps(options.delay) : new LiveSteps();
    this.session = new StreamSession(table, invitation, (step) => this.#feed.take(step));
    this.playback = new Playback(playedFrom(this.#feed), (step) => (this.#step = step));
  }

  close(): void {
    this.playback.end();
    this.session.close();
    this.#feed.close();
  }

  /** Whether steps wait to be shown. */
  get hasSteps(): boolean {
    return this.#feed.steps.length > 0;
  }

  get scene(): PublicTable | null {
    return this.playback.scene;
  }

  get rules(): Ruleset | null {
    return this.session.rules;
  }

  readonly names: Names | null = $derived.by(() =>
    this.scene ? namesAt(this.scene, null, this.session.people) : null,
  );

  /** The deal on screen. Null if none is shown. */
  get deal(): DealView | null {
    return this.scene && !NO_DEAL.includes(this.scene.stage) ? this.playback.deal : null;
  }

  /** The deal on screen if it is over and its hands lie open as they were dealt; otherwise null. */
  readonly finished: DealView | null = $derived.by(() => {
    const { deal, scene, playback } = this;
    return deal?.result && scene?.stage !== "playing" && !playback.showing ? deal : null;
  });

  /** The deal whose cards lie on the table. */
  readonly laid: DealView | null = $derived(this.finished ? asDealt(this.finished) : this.deal);

  /** The hands that are open. Empty while the deal goes on. */
  readonly hands: Hands = $derived.by(() => {
    const { finished, laid, deal } = this;
    const dealt = finished && this.#dealt?.plays === playsOf(finished) ? this.#dealt.hands : undefined;
    if (finished && laid) return handsAt(laid, finished, dealt);
    const end = this.#step && this.#feed.endOf(this.#step);
    return deal && end?.number === deal.number ? handsAt(deal, end) : {};
  });

  /** The cards of open hands that were played in the deal. Empty while the deal is played. */
  readonly played: ReadonlySet<Card> = $derived.by(() => {
    const { finished } = this;
    return new Set(finished ? SEATS.flatMap((seat) => playedBy(finished, seat)) : []);
  });

  /** A line that says what the view waits for. Empty if it waits for nothing. */
  get line(): string {
    const { session, scene } = this;
    if (session.why) return session.why;
    if (session.status === "away") return t("Connection lost. Reconnecting…");
    if (this.#feed.waiting && this.playback.idle) return t("The next deal is shown when it is over.");
    if (!scene) return t("Joining the table…");
    if (scene.paused) return pauseText(scene.paused);
    const hides = this.finished && SEATS.some((seat) => this.hands[seat]?.includes(null));
    return hides && scene.stage !== "over" ? t("Cards that nobody played are shown after the game.") : "";
  }

  /** Fetches the hands of a game's last deal as they were dealt, which its record tells. */
  async fetchDealt(): Promise<void> {
    const { session, finished } = this;
    if (!finished || this.scene?.stage !== "over" || this.#dealt?.plays === playsOf(finished)) return;
    try {
      const game = (await records(session.table, session.invitation)).at(-1);
      if (!game) return;
      const part = { deal: game.deals - 1 };
      const { steps = [] } = (await replayOf(session.table, game.number, part, session.invitation)).deals.at(-1) ?? {};
      const [first, last] = [steps[0], steps.at(-1)];
      if (first && last?.deal) this.#dealt = { plays: playsOf(last.deal), hands: first.hands };
    } catch (error) {
      if (isServerAway(error)) setTimeout(() => void this.fetchDealt(), RETRY);
    }
  }
}

/** Returns a text that tells a finished deal from other deals: its plays. */
const playsOf = ({ facts }: DealView): string => JSON.stringify(facts.plays);

/** The steps of a table as they happen. */
class LiveSteps {
  steps: readonly TableStep[] = $state.raw([]);
  readonly waiting = false;

  take(step: TableStep): void {
    const all = step.whole ? [step] : [...this.steps, step];
    this.steps = all.length <= MAX_STEPS ? all : [{ ...step, whole: true, lines: [] }];
  }

  next(): TableStep | undefined {
    const [first, ...rest] = this.steps;
    if (first) this.steps = rest;
    return first;
  }

  endOf(): null {
    return null;
  }

  close(): void {
    this.steps = [];
  }
}

/** Returns what a playback needs of a session, for a viewer who never has a seat. */
function playedFrom(feed: DelayedSteps | LiveSteps): PlayedSession {
  return {
    get steps() {
      return feed.steps;
    },
    next: () => feed.next(),
    me: null,
    status: "open",
    stage: "playing",
    myTurn: false,
  };
}
