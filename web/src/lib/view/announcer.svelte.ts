/** Announces sentences to screen readers, each once and in order. */

/** The most sentences that are kept. It exceeds those of a deal, so that a user can read again what was missed. */
const MOST = 60;

class Announcer {
  /** The latest sentences, oldest first, each with a unique number. */
  said: readonly { readonly id: number; readonly text: string }[] = $state.raw([]);
  /** The sentence that the screen reader announces at once, interrupting others. */
  urgent = $state("");
  #count = 0;

  /** Announces a sentence when the screen reader has finished the earlier ones. */
  say(text: string): void {
    if (!text) return;
    this.#count += 1;
    this.said = [...this.said, { id: this.#count, text }].slice(-MOST);
  }

  /** Announces a sentence at once, such as a refusal by the server. A repeated sentence is announced again. */
  warn(text: string): void {
    this.urgent = this.urgent === text ? `${text}\u00a0` : text;
  }

  clear(): void {
    this.said = [];
    this.urgent = "";
  }
}

export const announcer = new Announcer();
