/** The state of a command that a form sends: whether it is on its way, and why the server refused it. */

import { RequestRefused } from "../../lib/net/api.ts";
import type { TournamentCommand, TournamentAccess } from "../../lib/net/tournament-session.svelte.ts";
import type { NotDone } from "../../wire/types.ts";

/** The kind of question with which the server asks for confirmation of an unusual command. */
export type Doubt = Exclude<NotDone["doubt"], undefined | "">;
/** The user's answer on whether two marae with similar names are the same. */
export type Alike = "same" | "other";

export class Submission {
  busy = $state(false);
  why = $state("");
  /** The server's question about the last command, if it asks for confirmation; empty if there is none. */
  doubt: Doubt | "" = $state("");
  /** The command that the server has asked the user to confirm; null if there is none. */
  doubted: TournamentCommand | null = $state.raw(null);

  constructor(readonly session: () => TournamentAccess) {}

  /** Sends a command and returns whether the server executed it. */
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

  /** Sends the last command again with the user's confirmation. */
  insist(alike?: Alike): Promise<boolean> {
    if (!this.doubted) return Promise.resolve(false);
    return this.send({ ...this.doubted, ...(alike ? { alike } : { insist: true }) } as TournamentCommand);
  }

  /** Forgets the server's refusal or question. */
  clear(): void {
    this.why = this.doubt = "";
    this.doubted = null;
  }
}
