/**
 * Information about the server: its version, the skill levels of its bots from weakest to strongest, and its address in
 * the local network.
 */

import { serverPage } from "./api.ts";
import { isList, stored } from "../storage/stored.ts";

/** The skill levels of bots that the server offered when this browser last asked. */
const BOTS = stored("uka.bots", isList);
const OWN: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

class ServerInfo {
  bots: readonly string[] = $state.raw(last());
  /** The server's version; null until it is known. */
  version: string | null = $state(null);
  #network: string | null = $state(null);
  #asked: Promise<void> | undefined;

  /** Asks the server once for this information. Until the server answers, the stored values of the last visit apply. */
  ask(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<void> {
    try {
      const { bots, network, version } = await serverPage();
      this.bots = bots;
      this.version = version;
      this.#network = network ?? null;
      BOTS.set(bots);
    } catch {
      this.#asked = undefined; // the next call of `ask` sends the request again
    }
  }

  /** Returns the level of bots that the user prefers. If such bots can't play here, returns the strongest that can. */
  playable(preferred: string): string {
    return this.bots.includes(preferred) ? preferred : (this.bots.at(-1) ?? preferred);
  }

  /**
   * Returns the origin (scheme, host and port) for links to this page. A host that other devices can reach is
   * preferred.
   */
  origin(here: URL | Location = location): string {
    return this.#network && isLocalHost(here.hostname) ? this.#network : here.origin;
  }
}

/** Whether a host name refers to the user's own computer. */
export const isLocalHost = (host: string): boolean => OWN.includes(host);

function last(): readonly string[] {
  const bots = BOTS.get() ?? [];
  return bots.length > 0 ? bots.map(String) : ["random", "novice", "casual", "club", "expert", "master"];
}

export const serverInfo = new ServerInfo();
