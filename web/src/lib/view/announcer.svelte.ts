/** Announces sentences to screen readers. Each sentence is announced once, in order. */

/**
 * The maximum number of stored sentences. A deal has fewer sentences, so a user can go back to each missed sentence of
 * the deal.
 */
const MAX_KEPT = 60;

class Announcer {
  /** The latest sentences, oldest first. Each sentence has a unique number. */
  said: readonly { readonly id: number; readonly text: string }[] = $state.raw([]);
  /** The sentence that interrupts the screen reader and is announced immediately. */
  urgent = $state("");
  #count = 0;

  /** Announces a sentence after the screen reader has finished all earlier sentences. */
  say(text: string): void {
    if (!text) return;
    this.#count += 1;
    this.said = [...this.said, { id: this.#count, text }].slice(-MAX_KEPT);
  }

  /** Announces a sentence immediately, for example a refusal by the server. A repeated sentence is announced again. */
  warn(text: string): void {
    this.urgent = this.urgent === text ? `${text}\u00a0` : text;
  }

  clear(): void {
    this.said = [];
    this.urgent = "";
  }
}

export const announcer = new Announcer();
