/** Announces sentences to screen readers, each once and in order. */

/** More than a deal's sentences, so that a reader who has missed one can find it. */
const MOST = 60;

class Announcer {
  /** The latest sentences, oldest first, each with a unique number. */
  said: readonly { readonly id: number; readonly text: string }[] = $state.raw([]);
  /** The sentence to announce at once. */
  urgent = $state("");
  #count = 0;

  /** Announces a sentence when the screen reader is free. */
  say(text: string): void {
    if (!text) return;
    this.#count += 1;
    this.said = [...this.said, { id: this.#count, text }].slice(-MOST);
  }

  /** Announces a sentence at once, such as a refusal; a repeated sentence is announced again. */
  warn(text: string): void {
    this.urgent = this.urgent === text ? `${text}\u00a0` : text;
  }

  clear(): void {
    this.said = [];
    this.urgent = "";
  }
}

export const announcer = new Announcer();
