/** Describes in sentences the log entries of a table that concern people, seats, connections and settings. */

import type { PublicEntry, Seat, TableLineView } from "../../wire/types.ts";
import { message, t, type Values } from "../i18n/text.svelte.ts";
import { mutedPlayers } from "../storage/muted-players.svelte.ts";
import { admittedText, removedText, withheldText } from "./announcements.ts";
import { type Names, seatName } from "./names.ts";
import { pauseText } from "./pause-text.ts";
import { phraseText, speakerSeat } from "./phrases.ts";
import { quote, type SentenceList } from "./sentence-list.ts";

/** Turns log entries into sentences and adds them to a `SentenceList`. */
export class EntryNarrator {
  readonly #story: SentenceList;

  constructor(story: SentenceList) {
    this.#story = story;
  }

  get names(): Names {
    return this.#story.names;
  }

  /** Adds the sentences for a log entry. `line` is the line of the table's log that contains the entry. */
  narrate(entry: PublicEntry, line: TableLineView): void {
    const { names } = this;
    switch (entry.type) {
      case "player_joined":
        return this.#person(
          entry.player,
          message("You joined the table."),
          message("{name} joined the table."),
          true,
          entry.name,
        );
      case "player_left":
        return this.#story.add(t("{name} left the table.", { name: names.person(entry.player) }));
      case "player_removed":
        return this.#story.add(removedText(entry, names));
      case "host_changed":
        return this.#person(entry.player, message("You are now the host."), message("{name} is now the host."));
      case "seat_taken":
        return this.#story.addAction(
          entry.seat,
          message("You took the {place} seat."),
          message("{name} took the {place} seat."),
          placeValue(entry.seat),
        );
      case "seat_booked":
        return this.#story.add(
          t("{name} will take {place}'s seat at the next deal.", {
            name: names.person(entry.player),
            ...placeValue(entry.seat),
          }),
        );
      case "player_admitted":
        return this.#story.add(admittedText(entry, names));
      case "seat_vacated":
        return this.#story.add(t("{name} stood up.", { name: names.person(entry.player) }));
      case "bot_seated":
        return this.#botSits(entry.seat);
      case "bot_removed":
        return this.#story.add(t("The {place} seat is free.", placeValue(entry.seat)), true);
      case "seats_swapped":
        return this.#story.add(t("{a} and {b} swapped seats.", { a: seatName(entry.a), b: seatName(entry.b) }));
      case "connection_lost":
        return this.#story.addAction(entry.seat, message("You lost connection."), message("{name} lost connection."));
      case "player_went_away":
        return this.#story.addAction(
          entry.seat,
          message("You are absent: a bot plays for you."),
          message("{name} is absent: a bot plays."),
        );
      case "player_came_back":
        return this.#story.addAction(entry.seat, message("You are back."), message("{name} is back."));
      case "table_paused":
        return this.#story.add(pauseText(entry.why));
      case "table_resumed":
        return this.#story.add(t("The game resumes."));
      case "game_began":
        return this.#story.add(t("A new game starts."));
      case "pack_cut":
        return this.#story.addAction(
          entry.seat,
          message("You cut the pack."),
          message("{name} cuts the pack."),
          {},
          true,
        );
      case "packet_pattern_chosen":
        return this.#packetsChosen(entry);
      case "shares_withheld":
        return this.#story.add(withheldText(entry, names));
      case "seat_ready":
        return this.#story.addAction(entry.seat, message("You are ready."), message("{name} is ready."), {}, true);
      case "phrase_said":
        return this.#phrase(entry.player, phraseText(entry.phrase));
      case "action_undone":
        return this.#story.addAction(
          entry.seat,
          message("You undid your last choice."),
          message("{name} undid the last choice."),
        );
      case "settings_changed":
        return this.#person(
          line.by,
          message("You changed the table's settings."),
          message("{name} changed the table's settings."),
          true,
        );
    }
  }

  /** Adds a sentence about a person: `you` if the person is the reader, and otherwise `they`. */
  #person(player: string, you: string, they: string, minor = false, name = this.names.person(player)): void {
    this.#story.add(this.names.isReader(player) ? t(you) : t(they, { name }), minor);
  }

  #packetsChosen({ seat, packet_pattern }: Extract<PublicEntry, { type: "packet_pattern_chosen" }>): void {
    const three = [
      message("You deal three cards each, then two."),
      message("{name} deals three cards each, then two."),
    ] as const;
    const two = [
      message("You deal two cards each, then three."),
      message("{name} deals two cards each, then three."),
    ] as const;
    if (packet_pattern) this.#story.addAction(seat, ...(packet_pattern === "3-2" ? three : two), {}, true);
  }

  #botSits(seat: Seat): void {
    const { names } = this;
    const named = names.scene.seats.find((view) => view.seat === seat)?.persona;
    const said = named
      ? t("{name} took the {place} seat.", { name: names.other(seat), ...placeValue(seat) })
      : t("A bot took the {place} seat.", placeValue(seat));
    this.#story.add(said, true);
  }

  /** Adds a set phrase that a player sent. A reader does not see the phrases of muted players. */
  #phrase(player: string, said: string): void {
    const { names } = this;
    const seat = speakerSeat(names.scene, player);
    const own = seat !== undefined && seat === names.me;
    if (!own && mutedPlayers.hides(names.scene, player)) return;
    this.#story.add(quote(seat ? names.name(seat) : names.person(player), said));
  }
}

const placeValue = (seat: Seat): Values => ({ place: seatName(seat) });
