/** The chat on a table's screen: its panel, the lines that the user wants to see, and how a new line is told. */

import { asSentence, t } from "../lib/i18n/text.svelte.ts";
import type { HeardLine } from "../lib/net/chat-lines.svelte.ts";
import type { TableSession } from "../lib/net/table-session.svelte.ts";
import { mutedPlayers } from "../lib/storage/muted-players.svelte.ts";
import { announcer } from "../lib/view/announcer.svelte.ts";
import type { ChatLine, PublicTable, Seat } from "../wire/types.ts";

/** The id of the panel of the chat. */
export const CHAT_PANEL = "chat";
/** The maximum length of a line, in characters. */
export const MOST_CHARACTERS = 200;
/** The age up to which a line counts as new, in milliseconds. An older line is told by the mark on the button alone. */
const NEW = 15_000;
/** The maximum length of the text beside a speaker's name plate, in characters. */
const MOST_IN_BUBBLE = 100;

export class TableChat {
  /** Whether the panel is open. */
  open = $state(false);
  /** The last line that was on screen, or that the user wrote. */
  #read: ChatLine | undefined = $state.raw();
  /** The ids of the lines that `follow` has told. */
  readonly #told = new Set<string>();

  constructor(
    readonly session: TableSession,
    /** Shows a text beside a seat for a short time. */
    readonly say: (seat: Seat, text: string) => void,
  ) {}

  /** Who may write now. The table has no chat if this is "off". */
  get state(): PublicTable["chat"] {
    return this.session.scene?.chat ?? "off";
  }

  get mayWrite(): boolean {
    return this.state === "open" || (this.state === "seated" && this.session.me !== null);
  }

  /** The lines that the user wants to see, oldest first. */
  readonly lines: readonly HeardLine[] = $derived.by(() => this.session.chat.all.filter((line) => !this.#hides(line)));

  /** The number of lines of others that the user has not seen yet. Phrases are shown at the table anyway. */
  readonly unread: number = $derived.by(() => {
    if (this.open) return 0;
    const { all } = this.session.chat;
    const later = all.slice(this.#read ? all.indexOf(this.#read) + 1 : 0);
    return later.filter((line) => !line.phrase && line.player !== this.session.player && !this.#hides(line)).length;
  });

  /** The lines that were reported to the user, whose authors are still at the table. */
  readonly reports: readonly ChatLine[] = $derived.by(() => {
    const { chat, people } = this.session;
    return chat.reports.filter((line) => people.some(({ player }) => player === line.player));
  });

  /** Opens or closes the panel. */
  readonly toggle = (): void => {
    this.open = !this.open;
    this.#read = this.session.chat.all.at(-1);
  };

  /** Shows each new line beside its speaker, and announces it if the panel is closed. The story tells phrases. */
  follow(): void {
    for (const line of this.lines) {
      if (this.#told.has(line.id)) continue;
      this.#told.add(line.id);
      if (!line.phrase && this.session.now - line.at < NEW) this.#tell(line);
    }
    if (this.open) this.#read = this.session.chat.all.at(-1);
  }

  /** Sends a line. Returns the reason if the server refuses it, or an empty text. */
  write(text: string): Promise<string> {
    return refusal(this.session.send({ type: "write_chat_line", text }));
  }

  /** Reports a line to the host. Returns the reason if the server refuses it, or an empty text. */
  report(line: ChatLine): Promise<string> {
    return refusal(this.session.send({ type: "report_chat_line", line: line.id }));
  }

  #tell(line: ChatLine): void {
    const own = line.player === this.session.player;
    const seat = this.session.scene?.seats.find((view) => view.player === line.player)?.seat;
    if (seat && !this.open) this.say(seat, shortened(line.text));
    if (!own && !this.open) announcer.say(t("{name} writes: {text}", { name: line.name, text: line.text }));
  }

  #hides(line: ChatLine): boolean {
    const { player, scene } = this.session;
    return line.player !== player && scene !== null && mutedPlayers.hides(scene, line.player);
  }
}

async function refusal(sent: Promise<void>): Promise<string> {
  try {
    await sent;
    return "";
  } catch (error) {
    return asSentence((error as Error).message);
  }
}

/** Returns the beginning of a text that is too long for a bubble, up to the end of a word if there is one. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= MOST_IN_BUBBLE) return text;
  const start = characters.slice(0, MOST_IN_BUBBLE - 1).join("");
  const end = start.lastIndexOf(" ");
  return `${end > MOST_IN_BUBBLE / 2 ? start.slice(0, end) : start}…`;
}
