/** What the server offers: levels of bots, weakest first, and its address in the local network. */

import { serverPage } from "./api.ts";
import { isList, stored } from "../storage/stored.ts";

/** The levels of bots that the server offered last. */
const BOTS = stored("uka.bots", isList);
const OWN: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

class ServerInfo {
  bots: readonly string[] = $state.raw(last());
  /** The server's own; null until it says so. */
  version: string | null = $state(null);
  #network: string | null = $state(null);
  #asked = false;

  /** Ask the server, once; what it said last stands until it answers. */
  async ask(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const { bots, network, version } = await serverPage();
      this.bots = bots;
      this.version = version;
      this.#network = network ?? null;
      BOTS.set(bots);
    } catch {
      this.#asked = false; // another time
    }
  }

  /** The beginning of an address that others can use too, if there is one. */
  origin(here: URL | Location = location): string {
    return this.#network && isLocalHost(here.hostname) ? this.#network : here.origin;
  }
}

/** Whether a host's name means the computer that one sits at. */
export const isLocalHost = (host: string): boolean => OWN.includes(host);

function last(): readonly string[] {
  const bots = BOTS.get() ?? [];
  return bots.length > 0 ? bots.map(String) : ["random", "novice", "casual", "club", "expert", "master"];
}

export const serverInfo = new ServerInfo();
