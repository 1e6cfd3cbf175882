/** The sending of a command, and the reason if it was refused. */

import { RequestRefused } from "../../lib/net/api.ts";
import type { TournamentCommand, TournamentAccess } from "../../lib/net/tournament-session.svelte.ts";
import type { NotDone } from "../../wire/types.ts";

/** A doubt of the server about a command. */
export type Doubt = Exclude<NotDone["doubt"], undefined | "">;
/** Whether two marae with similar names are one. */
export type Alike = "same" | "other";

export class Submission {
  busy = $state(false);
  why = $state("");
  /** The server's doubt about the last command, which is executed if the user insists. */
  doubt: Doubt | "" = $state("");
  /** The command that the server doubts. */
  doubted: TournamentCommand | null = $state.raw(null);

  constructor(readonly session: () => TournamentAccess) {}

  /** Sends a command, and returns whether it was executed. */
  async send(order: TournamentCommand): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.clear();
    try {
      await this.session().order(order);
      return true;
    } catch (error) {
      this.why = (error as Error).message;
      this.doubt = error instanceof RequestRefused ? error.doubt : "";
      this.doubted = this.doubt ? order : null;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Sends the doubted command again, insisting. */
  insist(alike?: Alike): Promise<boolean> {
    if (!this.doubted) return Promise.resolve(false);
    return this.send({ ...this.doubted, ...(alike ? { alike } : { insist: true }) } as TournamentCommand);
  }

  /** Clears the refusal. */
  clear(): void {
    this.why = this.doubt = "";
    this.doubted = null;
  }
}
