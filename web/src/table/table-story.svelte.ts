/**
 * The story of a game. It describes each change of the table in sentences on screen, to screen readers, and by sounds.
 */

import { untrack } from "svelte";
import { SIDES, sideOf } from "../lib/game/seats.ts";
import { t } from "../lib/i18n/text.svelte.ts";
import { cardName } from "../lib/narration/card-names.ts";
import {
  admittedText,
  claimText,
  type HandClaim,
  removedText,
  rulingText,
  withheldText,
} from "../lib/narration/announcements.ts";
import { namesAt, type Names } from "../lib/narration/names.ts";
import { narrate } from "../lib/narration/narrator.ts";
import type { Sentence } from "../lib/narration/sentence-list.ts";
import { phrasePicture, phraseText, speakerSeat } from "../lib/narration/phrases.ts";
import type { TableSession, TableStep } from "../lib/net/table-session.svelte.ts";
import { mutedPlayers } from "../lib/storage/muted-players.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import { play } from "../lib/view/sound.ts";
import type { DealView, PublicEntry, GameOrTableEvent, Phrase, Seat } from "../wire/types.ts";

/** The maximum number of sentences that the story stores. */
const MOST_SENTENCES = 300;

/** Receives those sentences that the screen shows outside the list of sentences. */
export interface StoryListener {
  /** Shows a sentence, such as a ruling, in a prominent place for a short time. */
  note(text: string): void;
  /** Shows the phrase of a player beside the player's seat. */
  say(seat: Seat, text: string): void;
}

export class TableStory {
  /** The sentences about the game so far. */
  sentences: readonly Sentence[] = $state.raw([]);
  /** The claim that ended the deal early: of all remaining tricks, or of a redeal. Null if there was no claim. */
  claimed: HandClaim | null = $state.raw(null);

  /** The number of the last log line that the story has told. Negative before the first line. */
  #told = -1;

  constructor(
    readonly session: TableSession,
    readonly listener: StoryListener,
  ) {}

  /** Adds the sentences for a step when the screen shows it. `before` is the deal before the step. */
  follow(step: TableStep, before: DealView | null): void {
    const { player, people } = this.session;
    const names = namesAt(step.scene, player, people);
    if (step.whole) return this.#recap(step, before, names);
    this.#tell(step, before, names, true);
    for (const { entry, events = [] } of step.lines) {
      if (entry) this.#followEntry(entry, step, names);
      const claimed = events.some(({ type }) => type === "rest_claimed");
      if (claimed) play("trick");
      for (const event of events) {
        if (!claimed || event.type === "game_over") this.#sound(event, step);
        this.#followEvent(event, names);
      }
    }
  }

  /** Adds the sentences for earlier lines after the page has loaded or reconnected. Nothing is shown or played. */
  #recap(step: TableStep, before: DealView | null, names: Names): void {
    const lines = (step.recap ?? []).filter(({ seq }) => seq > this.#told);
    this.#tell({ ...step, lines }, before, names, this.#told >= 0);
    for (const event of lines.flatMap((line) => line.events ?? [])) {
      if (event.type === "pack_dealt") this.claimed = null;
      if (event.type === "rest_claimed" || event.type === "redeal_claimed") this.claimed = event;
    }
  }

  #tell(step: TableStep, before: DealView | null, names: Names, aloud: boolean): void {
    const { player, people } = this.session;
    const spoken = aloud ? narrate(step, before, namesAt(step.scene, player, people, cardName)) : [];
    for (const { text } of spoken) announcer.say(text);
    this.sentences = [...untrack(() => this.sentences), ...narrate(step, before, names)].slice(-MOST_SENTENCES);
    this.#told = Math.max(this.#told, step.scene.version);
  }

  #followEntry(entry: PublicEntry, step: TableStep, names: Names): void {
    switch (entry.type) {
      case "phrase_said":
        return this.#sayPhrase(entry.player, entry.phrase, step);
      case "player_removed":
        return this.listener.note(removedText(entry, names));
      case "player_admitted":
        return this.listener.note(admittedText(entry, names));
      case "shares_withheld":
        return this.listener.note(withheldText(entry, names));
      case "action_undone":
        this.claimed = null;
    }
  }

  #followEvent(event: GameOrTableEvent, names: Names): void {
    switch (event.type) {
      case "redeal_claimed":
        this.claimed = event;
        break;
      case "rest_claimed":
        this.claimed = event;
        this.listener.note(claimText(event, names));
        break;
      case "pack_dealt":
        this.claimed = null;
        break;
      case "official_ruled":
        this.listener.note(rulingText(event.ruling, names));
        break;
      case "bell_rang":
        if (event.play_on) this.listener.note(t("The bell! Last deal: play it out."));
    }
  }

  #sayPhrase(player: string, phrase: Phrase, step: TableStep): void {
    const seat = speakerSeat(step.scene, player);
    if (!seat || (player !== this.session.player && mutedPlayers.hides(step.scene, player))) return;
    this.listener.say(seat, `${phrasePicture(phrase)} ${phraseText(phrase)}`.trim());
  }

  #sound(event: GameOrTableEvent, { scene, lines }: TableStep): void {
    const { type } = event;
    const { me } = this.session;
    if (type === "card_played" || type === "upcard_turned") play("card");
    if (type === "trick_taken") play("trick");
    if (type === "bell_rang") play("bell");
    if (type === "deal_scored" && me && event.result.points[sideOf(me)]) {
      const last = lines.some(({ events = [] }) => events.some((other) => other.type === "game_over"));
      if (!last) play("deal"); // the sound of the game's end follows
    }
    if (type === "game_over" && me) play(scene.winner === SIDES[sideOf(me)] ? "won" : "lost");
  }
}
