/** Sentences for screen readers: each once, in order. */

/** A deal and more, so that whoever has missed something can read it again. */
const MOST = 60;

class Announcer {
  /** The sentences told lately, oldest first, each with a number of its own. */
  said: readonly { readonly id: number; readonly text: string }[] = $state.raw([]);
  /** What can't wait. */
  urgent = $state("");
  #count = 0;

  /** Say a sentence when there is time for it. */
  say(text: string): void {
    if (!text) return;
    this.#count += 1;
    this.said = [...this.said, { id: this.#count, text }].slice(-MOST);
  }

  /** Say at once, such as why something can't be done; the same twice is said twice. */
  warn(text: string): void {
    this.urgent = this.urgent === text ? `${text}\u00a0` : text;
  }

  clear(): void {
    this.said = [];
    this.urgent = "";
  }
}

export const announcer = new Announcer();
