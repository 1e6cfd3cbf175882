/** How far the engine has loaded, for the notice on the page. */

import type { LoadingMessage } from "./messages.ts";

class Loading {
  stage: LoadingMessage["type"] = $state("loading");
  loaded = $state(0);
  /** The bytes to load; 0 until they are known. */
  total = $state(0);

  receive(message: LoadingMessage): void {
    this.stage = message.type;
    if (message.type !== "loading") return;
    this.loaded = message.loaded;
    this.total = message.total;
  }
}

export const loading = new Loading();
