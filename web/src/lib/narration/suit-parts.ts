/** Finds the cards and suits in a sentence, so that they can be shown in their colours. */

import type { Suit } from "../../wire/types.ts";

/** A part of a sentence. `suit` is the suit of a card or of a suit's symbol, and undefined for other text. */
export interface SentencePart {
  readonly text: string;
  readonly suit?: Suit | undefined;
}

const CARD = /((?:10|[2-9AKQJ])?[♣♦♥♠])/;
const SUITS: Readonly<Record<string, Suit>> = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

/** Divides a sentence into cards such as 10♥, symbols of suits, and the text between them. */
export function suitParts(sentence: string): readonly SentencePart[] {
  return sentence
    .split(CARD)
    .filter((text) => text !== "")
    .map((text) => (CARD.test(text) ? { text, suit: SUITS[text.slice(-1)] } : { text }));
}
