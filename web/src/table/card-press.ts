/** Recognizes a right-click and a long press on a face-up card of a table. */

import type { Attachment } from "svelte/attachments";
import type { Card } from "../wire/types.ts";

/** A card that a person asks about, and where it lies on screen. */
export interface AskedCard {
  readonly card: Card;
  readonly box: DOMRect;
}

/** What a press does: `asked` tells which card is told about now, and `ask` tells about another one, or about none. */
export interface CardPressTarget {
  readonly asked: AskedCard | null;
  ask(asked: AskedCard | null): void;
}

/** How long a finger must rest on a card, in milliseconds, and how far it may move meanwhile, in CSS pixels. */
export const LONG = 500;
export const SLIP = 8;

/** Returns an attachment for the element that contains the cards. */
export function cardPress(target: CardPressTarget): Attachment<HTMLElement> {
  return (board) => {
    const press = new Press(board, target);
    const ended = new AbortController();
    const { signal } = ended;
    const capture = { signal, capture: true };
    board.addEventListener("contextmenu", (event) => press.menu(event), { signal });
    board.addEventListener("click", (event) => press.click(event), capture);
    window.addEventListener("pointerdown", (event) => press.down(event), capture);
    window.addEventListener("pointermove", (event) => press.move(event), { signal });
    for (const name of ["pointerup", "pointercancel"] as const)
      window.addEventListener(name, () => press.up(), { signal });
    window.addEventListener("keydown", (event) => press.key(event), capture);
    window.addEventListener("resize", () => target.ask(null), { signal });
    window.addEventListener("scroll", () => target.ask(null), { signal, capture: true, passive: true });
    return () => {
      press.up();
      ended.abort();
    };
  };
}

class Press {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  /**
   * Whether the present press has told about a card, or has closed what was told about it. It must then neither play
   * the card nor tell about it again.
   */
  #used = false;
  #touch = false;

  constructor(
    private readonly board: HTMLElement,
    private readonly target: CardPressTarget,
  ) {}

  down(event: PointerEvent): void {
    this.up();
    const { asked } = this.target;
    const found = this.#find(event);
    this.#used = asked !== null && found?.card === asked.card;
    this.#touch = event.pointerType !== "mouse";
    this.#from = { x: event.clientX, y: event.clientY };
    if (asked) this.target.ask(null);
    if (!found || this.#used || !this.#touch || !event.isPrimary) return;
    this.#timer = setTimeout(() => this.#tell(found), LONG);
  }

  move({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > SLIP) this.up();
  }

  up(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Takes the place of the browser's menu. On a phone, a long press asks for the menu too. */
  menu(event: MouseEvent): void {
    const found = this.#find(event);
    if (!found) return;
    event.preventDefault();
    if (this.#used) return;
    const { asked } = this.target;
    this.up();
    if (asked?.card === found.card) this.target.ask(null);
    else this.#tell(found);
    this.#used = this.#touch; // no click follows the press of another button or a key
  }

  /** Withholds the click at the end of a press that has told about a card, or has ended that. */
  click(event: MouseEvent): void {
    if (!this.#used) return;
    this.#used = false;
    event.preventDefault();
    event.stopPropagation();
  }

  key(event: KeyboardEvent): void {
    this.#used = this.#touch = false;
    if (!this.target.asked || (event.key !== "Escape" && event.key !== "Tab")) return;
    this.target.ask(null);
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #tell(found: AskedCard): void {
    this.#used = true;
    this.target.ask(found);
  }

  /** Returns the uppermost face-up card at an event. Only the buttons of the viewer's hand receive events themselves. */
  #find({ target, clientX: x, clientY: y }: MouseEvent): AskedCard | null {
    if (!(target instanceof Element) || !this.board.contains(target) || target.closest(".plate, a")) return null;
    const button = target.closest<HTMLElement>("[data-card]");
    const [top] = button ? [button] : this.#cardsAt(x, y);
    const card = top?.dataset.card as Card | undefined;
    return top && card ? { card, box: top.getBoundingClientRect() } : null;
  }

  /** Returns the face-up cards at a point of the screen, the uppermost first. */
  #cardsAt(x: number, y: number): HTMLElement[] {
    const level = (element: HTMLElement): number => Number(element.style.zIndex);
    return [...this.board.querySelectorAll<HTMLElement>(".thing[data-card]")]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left <= x && x <= right && top <= y && y <= bottom;
      })
      .sort((a, b) => level(b) - level(a));
  }
}
