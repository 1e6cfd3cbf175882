/** Drags a card of the viewer's hand with the mouse or a finger, and chooses it if it is released over the trick. */

import type { Card } from "../wire/types.ts";
import { LONG, SLIP } from "./card-press.ts";
import { EDGE, type Measures, type TableFrame } from "./measures.ts";
import { TALL } from "./trick-spread.ts";

/** A card that is being dragged: its distance from its place in the hand, in CSS pixels. */
export interface DraggedCard {
  readonly card: Card;
  readonly x: number;
  readonly y: number;
  /** Whether the card is over the area in which it is chosen when it is released. */
  readonly over: boolean;
}

/** A rectangle on the table, in CSS pixels from the table's top left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What happens to the cards of a hand that are dragged. */
export interface DraggableHand {
  /** Whether the viewer is to choose a card now, so that a card can be dragged at all. */
  readonly open: boolean;
  mayLeave(card: Card): boolean;
  /** Whether a card that is dragged by a distance lies over the area in which it is chosen. */
  isOver(card: Card, x: number, y: number): boolean;
  show(dragged: DraggedCard | null): void;
  /** Chooses a card, or tells why it can't be chosen. A promise ends when the choice has been made. */
  choose(card: Card): unknown;
}

/** Returns the area of the table in which a card of the viewer's hand is chosen: around the trick, above the hand. */
export function chosenArea({ height }: TableFrame, { middle, trick, spread, hand, above }: Measures): Area {
  const half = Math.max(trick * spread.wide, hand);
  const top = Math.max(middle.y - Math.max(trick * spread.high, hand), EDGE);
  const bottom = Math.max(above, height - hand * TALL - 2 * EDGE);
  return { left: middle.x - half, top, width: 2 * half, height: bottom - top };
}

/** Whether a point of the table lies in an area. */
export const contains = ({ left, top, width, height }: Area, x: number, y: number): boolean =>
  left <= x && x <= left + width && top <= y && y <= top + height;

interface Start {
  readonly card: Card;
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

export class CardDrag {
  #start: Start | null = null;
  #dragged: DraggedCard | null = null;
  /** Whether the present press has dragged a card, or was refused to, so that its click means nothing more. */
  #used = false;

  constructor(private readonly hand: DraggableHand) {}

  down({ isPrimary, button, clientX: x, clientY: y, timeStamp: at }: PointerEvent, card: Card): void {
    if (!isPrimary) return;
    this.#used = false;
    this.#start = this.hand.open && button === 0 ? { card, x, y, at } : null;
  }

  move(event: PointerEvent): void {
    const start = this.#start;
    if (!start || !event.isPrimary) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!this.#dragged && !this.#begins(event, start, Math.hypot(x, y))) return;
    const { card } = start;
    this.hand.show((this.#dragged = { card, x, y, over: this.hand.isOver(card, x, y) }));
  }

  /** Ends the drag. A card that is released elsewhere than over the area returns into the hand. */
  async up(): Promise<void> {
    const dragged = this.#dragged;
    this.#start = this.#dragged = null;
    if (dragged?.over && this.hand.mayLeave(dragged.card)) await this.hand.choose(dragged.card);
    if (dragged) this.hand.show(null);
  }

  cancel(): void {
    this.#start = this.#dragged = null;
    this.hand.show(null);
  }

  /** Whether a click belongs to a press that has dragged. A click by the keyboard never does. */
  ownsClick({ detail }: MouseEvent): boolean {
    return detail > 0 && this.#used;
  }

  /** Whether a press becomes a drag now. A card that may not be chosen stays, and the viewer is told why. */
  #begins({ timeStamp, pointerType, target, pointerId }: PointerEvent, { card, at }: Start, way: number): boolean {
    if (way <= SLIP) return false;
    const rested = pointerType !== "mouse" && timeStamp - at > LONG; // a long press tells about the card, and ends there
    if (rested || !this.hand.open) this.#start = null;
    if (!this.#start) return false;
    this.#used = true;
    if (this.hand.mayLeave(card)) {
      if (target instanceof Element) target.setPointerCapture(pointerId);
      return true;
    }
    this.#start = null;
    this.hand.choose(card);
    return false;
  }
}
