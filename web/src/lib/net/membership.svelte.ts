/** Whether the user is a member of the club that the server belongs to. */

import type { ClubMember, ClubPage, JoinClub } from "../../wire/types.ts";
import { club } from "./club.ts";
import { noteGuest } from "./guests.ts";
import { isAlone } from "./host.ts";
import { get, send } from "./http.ts";

class Membership {
  /** The user as a member; null if they are none, and undefined until the server has told it. */
  me: ClubMember | null | undefined = $state.raw();

  /** Whether the user may not use this server, as far as this page knows. */
  get outside(): boolean {
    return club !== undefined && club.door !== "open" && !isAlone && !this.me;
  }

  /** Asks the server whether the user is a member. */
  async ask(): Promise<void> {
    this.#note((await get<ClubPage>("/api/club")).me);
  }

  /** Lets the user become a member. Rejects with `RequestRefused` if the code is wrong or the name is taken. */
  async join(request: JoinClub): Promise<void> {
    this.#note((await send<ClubPage>("POST", "/api/club/join", request)).me);
  }

  #note(me: ClubMember | null | undefined): void {
    this.me = me ?? null;
    if (me) noteGuest();
  }
}

export const membership = new Membership();
