/** Computes the sizes of the cards, name plates and rows of a table, in CSS pixels. */

import { HAND_SIZE, SEATS, seatAfter } from "../lib/game/seats.ts";
import type { CardSize } from "../lib/storage/preferences.svelte.ts";
import type { Seat } from "../wire/types.ts";
import { alignedTrick, TALL, trickSpread, type TrickSpread } from "./trick-spread.ts";

export const GAP = 6;
export const EDGE = 8;
export const TOUCH = 44;
/**
 * Half the height, in CSS pixels, of a seat's name plate and its margin. `PLATE_OPEN` is the same length in a replay.
 */
export const PLATE = 28;
export const PLATE_OPEN = 19;
/**
 * Half the height, in CSS pixels, of a name plate and its margin on a low table. A name plate there has only one line.
 */
export const PLATE_LOW = 18;
/** Returns the greatest width, in CSS pixels, of a name plate at the side of a low table. The name of a seat fits. */
export const sidePlate = (width: number): number => Math.max(64, Math.min(152, width / 2 - 184));
/** The width, in CSS pixels, of the name plate beside the viewer's hand, with its margins. */
export const PLATE_WIDE = 156;
/**
 * The width of a card in the viewer's hand, in CSS pixels, for which the cards overlap if they are narrower side by side.
 * `READABLE_LOW` is the same width on a low table.
 * `UNCOVERED` is the least part of such a card that the next card leaves visible, as a fraction of its width, and
 * `UNCOVERED_LARGE` is the same part if the user has chosen larger cards.
 */
export const READABLE = 96;
export const READABLE_LOW = 64;
export const UNCOVERED = 0.8;
export const UNCOVERED_LARGE = 0.75;
/** How far a card of the viewer's hand rises, in CSS pixels, while the pointer or the focus is on it. */
export const LIFT = 12;
/** The height, in CSS pixels, that is reserved for two rows of call buttons. */
export const CALLS = 104;
/** The width, in CSS pixels, of the room on each side of the hand on a low table. The prompt and the calls are there. */
export const BESIDE_LOW = 164;
/**
 * The height, in CSS pixels, that is reserved for the prompt and up to three rows of buttons if they are above the
 * viewer's name plate. A table that is not narrow has two rows.
 */
export const CALLS_ABOVE_PLATE = 220;
export const CALLS_ABOVE_PLATE_WIDE = 164;
/**
 * The distance, in CSS pixels, from the middle to the cards of the opposite seat on a low table. There the cards lie
 * beside the name plate.
 */
export const ACROSS_LOW = 76;
/**
 * The distance between neighbouring cards of a hand, as a fraction of a card's width. `KEPT` is the same distance for
 * the cards on the table in front of a seat.
 */
export const HELD = 0.3;
export const KEPT = 0.38;

/** The sizes of the cards in the viewer's hand, each as a multiple of the normal size. */
export const CARD_SCALES: Readonly<Record<CardSize, number>> = { small: 0.8, normal: 1, large: 1.2 };

/** The distance from the middle to the cards of the opposite seat on a short table, in CSS pixels. */
export const ACROSS_SHORT = 74;
/** The least width of the cards on the table in front of a seat, in CSS pixels. `PILE_SHORT` is for a short table. */
export const PILE = 36;
export const PILE_SHORT = 30;

/** The width of a table, in CSS pixels, below which the felt reaches from edge to edge. */
export const NARROW = 600;
/** The height of a narrow table, in CSS pixels, below which it is short. The style sheets know this height too. */
export const SHORT = 600;
/** The width of a low table, in CSS pixels, below which the calls beside the hand are tight. */
export const TIGHT = 640;
/** The size and the state of a table. All other lengths follow from these values. */
export interface TableFrame {
  readonly width: number;
  readonly height: number;
  /** The seat that is drawn at the bottom. */
  readonly viewer: Seat;
  /** Whether all hands are face up, as in a replay. The hands are then drawn as large as possible. */
  readonly open: boolean;
  /** The dealer's seat. After trump is made, the remaining pack lies in front of this seat. */
  readonly dealer: Seat;
  /** Whether the cards are being dealt or the calling is in progress. The pack then lies in the middle. */
  readonly calling: boolean;
  /** Whether the viewer has a seat. If so, the viewer's own hand is drawn large at the bottom. */
  readonly seated: boolean;
  /** The height, in CSS pixels, of the area at the bottom for the prompt and the viewer's hand. */
  readonly foot: number;
  /** Whether each seat plays its cards onto a chip, where they stay until the deal ends. */
  readonly chips: boolean;
  /** The size of the cards in the viewer's hand, as a multiple of the normal size. */
  readonly scale: number;
  /** Whether the viewer's name plate is at the right, so that the buttons are at the left. */
  readonly leftHanded: boolean;
  /** The height, in CSS pixels, that the calls above the viewer's hand need, if it is known. */
  readonly callsHeight?: number | undefined;
  /** Half the height of a name plate and its margin, in CSS pixels, if it is not the usual one. */
  readonly plate?: number | undefined;
}

export type Side = "bottom" | "left" | "top" | "right";
const ROUND: readonly Side[] = ["bottom", "left", "top", "right"];

/** Returns the side of the screen on which a seat is drawn. */
export function sideAt(seat: Seat, viewer: Seat): Side {
  const steps = (SEATS.indexOf(seat) - SEATS.indexOf(viewer) + 4) % 4;
  return ROUND[steps] ?? "bottom";
}

/** The direction from the middle of the table to each side: how far to the right, and how far down. */
export const TOWARDS: Readonly<Record<Side, readonly [number, number]>> = {
  bottom: [0, 1],
  left: [-1, 0],
  top: [0, -1],
  right: [1, 0],
};

/** Returns an x coordinate of the viewer's own things, mirrored for a left-handed viewer. */
export const handed = (x: number, { width, leftHanded }: TableFrame): number => (leftHanded ? width - x : x);

/** Returns all seats in clockwise order, beginning with the viewer's seat. */
export function seatsFrom(viewer: Seat): Seat[] {
  return SEATS.map((_, i) => seatAfter(viewer, i));
}

/** The lengths, in CSS pixels, that follow from the size and the state of a table. */
export interface Measures {
  readonly low: boolean;
  readonly short: boolean;
  readonly middle: { readonly x: number; readonly y: number };
  /** The distance, in CSS pixels, from the middle of the table to the outer edge of the seats at the sides. */
  readonly half: number;
  /** The height, in CSS pixels, of the part of the table above the prompt and the viewer's hand. */
  readonly above: number;
  /** The height, in CSS pixels, of the part at the top for the opposite seat's name plate and cards. */
  readonly top: number;
  /** The y coordinate below which the pack lies during the calling, in CSS pixels. */
  readonly under: number;
  /**
   * The width, in CSS pixels, of the room on each side of the viewer's hand. It is 0 if it is too narrow for the
   * viewer's name plate.
   */
  readonly wing: number;
  /**
   * The height, in CSS pixels, of the prompt and the call buttons. They cover the lowest part of the height `above`.
   */
  readonly calls: number;
  /** Half the height of a seat's name plate, in CSS pixels. */
  readonly plate: number;
  /** The y coordinate of the name plates at the sides, in CSS pixels. They are above the side's cards of the trick. */
  readonly beside: number;
  readonly spread: TrickSpread;
  /**
   * The widths of cards in CSS pixels. `hand` is for the viewer's hand, `trick` for the trick, `up` for the upcard, and
   * `back` for all other hands. `pile` is for cards on the table in front of a seat.
   */
  readonly hand: number;
  readonly trick: number;
  readonly up: number;
  readonly back: number;
  readonly pile: number;
  /** The height of a row of cards at a seat, in CSS pixels. `column` is the width of a column of cards at a seat. */
  readonly row: number;
  readonly column: number;
  /** The greatest possible length of the row of cards at a seat, in CSS pixels. */
  readonly longest: number;
}

/** Whether a table is wide and low, as on a phone in landscape format. The prompt then stands beside the hand. */
export function isLow(width: number, height: number): boolean {
  return height < 480 && width > height * 1.3;
}

/** Whether a table is narrow, and so short that name plates have one line and the opposite hand lies under its plate. */
export function isShort(width: number, height: number): boolean {
  return width < NARROW && height < SHORT && !isLow(width, height);
}

/** Whether a table has no room for a question above the calls: a short one, and a low one that is not wide. */
export const isTight = (width: number, height: number): boolean =>
  isShort(width, height) || (isLow(width, height) && width < TIGHT);

export function measures(frame: TableFrame): Measures {
  const { width, height, open, seated, scale } = frame;
  const above = height - frame.foot;
  const wide = isLow(width, height);
  const low = wide && !open;
  const short = isShort(width, height) && !open;
  const flat = low || short;
  const hand = handCard(width, height, scale);
  const normal = handCard(width, height);
  const other = Math.min(hand, tableCard(width, height)); // larger cards in the hand leave no more room on the table
  const back = open ? Math.min(width * 0.12, above * 0.11) : Math.min(other * 0.5, 40 + other * 0.16);
  const pile = open ? back : Math.max(other * 0.4, short ? PILE_SHORT : PILE);
  const plate = frame.plate ?? (open ? PLATE_OPEN : flat ? PLATE_LOW : PLATE);
  const row = pile * TALL + GAP;
  const column = Math.max(open ? back : back * TALL, pile) + 2 * EDGE;
  const wing = seated && !low && isPlateBeside(width, height) ? (width - handSpan(hand, width, height)) / 2 : 0;
  const top = 2 * plate + topRow({ flat, back, row, plate });
  const bottom = wing ? 0 : bottomRow(frame, { low, row, plate, top });
  const under = packTop(flat, top, back, row);
  const calls = callsRoom(frame, low, wing);
  const free = above - top - bottom;
  const spread = trickSpread(low);
  const { wide: aside, high: across } = spread;
  const longest = Math.max(back * (1 + (HAND_SIZE - 1) * HELD), pile * (TALL + (HAND_SIZE - 1) * KEPT));
  const seats = { half: plate, least: 2 * pile };
  const trick = Math.min(free / (2 * across), (width / 2 - column) / aside, normal) * Math.min(scale, 1);
  const lies = alignedTrick(trick, top + free / 2, seats);
  const grouped = Math.max(trick * (aside + 0.35) + column, handSpan(hand, width, height) / 2 + 2 * GAP);
  return {
    low,
    short,
    spread,
    middle: { x: width / 2, y: lies.y },
    beside: short ? Math.max(lies.beside, top + plate + 4) : lies.beside,
    half: Math.min(width / 2, wide ? 380 : grouped),
    above,
    top,
    wing,
    calls,
    plate,
    hand,
    trick,
    under,
    up: Math.min((above - under - calls - 2 * GAP) / TALL, hand < 90 ? hand * 1.35 : hand),
    back,
    pile,
    row,
    column,
    longest,
  };
}

/** Returns the height that the prompt and the calls need, in CSS pixels. On a low table they stand beside the hand. */
function callsRoom({ seated, callsHeight, width }: TableFrame, low: boolean, wing: number): number {
  if (low) return 0;
  if (callsHeight !== undefined) return callsHeight;
  if (!seated || wing) return CALLS;
  return width < NARROW ? CALLS_ABOVE_PLATE : CALLS_ABOVE_PLATE_WIDE;
}

/** Returns the height of the opposite seat's cards below its name plate, in CSS pixels. */
function topRow({ flat, back, row, plate }: TopRow): number {
  return flat ? Math.max(back * TALL + 4 - 2 * plate, 0) : row;
}

/** Returns the y coordinate below which the pack lies during the calling, under the opposite seat's cards. */
const packTop = (flat: boolean, top: number, back: number, row: number): number =>
  Math.max(top, flat ? back * TALL + 4 : top + (back * TALL - row) / 2 + 4);

/** `flat` is true on a low and on a short table, where the opposite name plate covers the middle of its hand. */
type TopRow = Pick<Measures, "back" | "row" | "plate"> & { readonly flat: boolean };

/** Whether there is room for the viewer's name plate beside a hand of normal size. */
export const isPlateBeside = (width: number, height: number): boolean =>
  width - sideBySide(handCard(width, height)) > 2 * PLATE_WIDE;

/**
 * Returns the height, in CSS pixels, that the cards at the viewer's seat need above the prompt. For a spectator, the
 * height includes the name plate. On a low table the viewer's own cards lie beside the prompt.
 */
function bottomRow({ seated }: TableFrame, { low, row, plate, top }: BottomRow): number {
  if (!seated) return low ? top : row + 2 * plate;
  return low ? 0 : row;
}

type BottomRow = Pick<Measures, "low" | "row" | "plate" | "top">;

/**
 * Returns the width of the viewer's hand of five cards, in CSS pixels. The cards overlap if there is no room for them
 * side by side.
 */
export function handSpan(card: number, width: number, height: number): number {
  const taken = isLow(width, height) ? BESIDE_LOW : isPlateBeside(width, height) ? PLATE_WIDE : EDGE;
  return Math.min(sideBySide(card), width - 2 * taken);
}

const sideBySide = (card: number): number => HAND_SIZE * card + (HAND_SIZE - 1) * GAP;

/** Returns the width of a card in the viewer's hand, in CSS pixels. `scale` is a multiple of the normal size. */
export function handCard(width: number, height: number, scale = 1): number {
  const low = isLow(width, height);
  const fits = low ? besideLow(width) : Math.max(beside(width), overlapping(width));
  const most = low ? Infinity : Math.max(beside(width) * scale, overlapped(width, UNCOVERED_LARGE));
  return Math.max(TOUCH, Math.min(Math.min(fits, 190, height * (low ? 0.235 : 0.195)) * scale, most));
}

/** Returns the height, in CSS pixels, of the viewer's hand with its margins. `scale` is the size of its cards. */
export const handHeight = (width: number, height: number, scale: number): number =>
  handCard(width, height, scale) * TALL + EDGE + LIFT;

/**
 * Returns the height, in CSS pixels, of the area at the bottom. It contains the viewer's hand and, above the hand, the
 * prompt and, on a narrow table, the name plate. `scale` is the size of the hand's cards.
 */
export function footOf(width: number, height: number, scale: number): number {
  const plate = isLow(width, height) ? 0 : isShort(width, height) ? PLATE_LOW : PLATE;
  return handHeight(width, height, scale) + 2 * plate;
}

/** The height, in CSS pixels, that the chat's panel leaves for the prompt above the call buttons. */
const PROMPT = 52;

/**
 * Returns the greatest height of the chat's panel, in CSS pixels. It covers neither the hand, nor the prompt and the
 * call buttons, of a table whose area at the bottom has the height `foot`.
 */
export const chatRoom = (width: number, height: number, foot: number): number =>
  height - foot - (foot && !isLow(width, height) ? CALLS + PROMPT : 0) - 2 * EDGE;

/** Returns the height, in CSS pixels, of the area at the bottom for a spectator's prompt and button. */
export const spectatorFoot = (width: number, height: number): number => (isLow(width, height) ? 56 : 112);

/** Returns the width of a card of the viewer's hand of normal size if the cards did not overlap. */
const tableCard = (width: number, height: number): number =>
  isLow(width, height) ? handCard(width, height) : Math.min(handCard(width, height), beside(width));

/** Returns the width of each card of a hand if the cards lie side by side across a table. */
const beside = (width: number): number => (width - 2 * EDGE - (HAND_SIZE - 1) * 4) / HAND_SIZE;

/** Returns the width of each card of a hand on a low table. On a small one, the cards overlap if they are too narrow. */
function besideLow(width: number): number {
  const room = width - 2 * BESIDE_LOW;
  return Math.max(room / HAND_SIZE - GAP, Math.min(READABLE_LOW, room / (1 + (HAND_SIZE - 1) * UNCOVERED)));
}

/** Returns the width of each card of a hand across a narrow table, on which the cards may overlap. */
const overlapping = (width: number): number => Math.min(READABLE, overlapped(width, UNCOVERED));

/** Returns the width of each card of a hand across a table if only the part `share` of a card's width is uncovered. */
const overlapped = (width: number, share: number): number => (width - 2 * EDGE) / (1 + (HAND_SIZE - 1) * share);
