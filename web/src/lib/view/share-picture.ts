/** Draws the result of a game as a picture, and hands it to the device's share sheet or saves it as a file. */

import { saveFile } from "./download.ts";

/** What the picture shows. The texts are already in the reader's language. */
export interface GamePicture {
  /** The ruleset. */
  readonly title: string;
  readonly date: string;
  /** The names of both sides; the reader's own side comes first. */
  readonly sides: readonly [string, string];
  readonly score: readonly [number, number];
  /** Whether the first side won. Null if the game was drawn. */
  readonly won: boolean | null;
  /** `caption` says what the curve shows, and `curve` contains its values from 0 to 1. */
  readonly caption: string;
  readonly curve: readonly number[];
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const FELT = ["#1f6340", "#0e2a1b"] as const;
const INK = "#fbf8ee";
const QUIET = "#bcd6c6";
const WINNER = "#ffd873";
const LINE = "#4f8a6b";
const MARGIN = 72;
const CURVE = { left: MARGIN, right: WIDTH - MARGIN, top: 400, bottom: 540 } as const;

/** Returns the picture as a PNG of 1200 by 630 pixels. */
export async function drawPicture(picture: GamePicture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no pictures");
  const font = getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif";
  await document.fonts.ready;
  drawGround(pen);
  drawResult(pen, font, picture);
  drawCurve(pen, font, picture);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("this browser makes no PNG");
  return blob;
}

function drawGround(pen: CanvasRenderingContext2D): void {
  const light = pen.createRadialGradient(WIDTH / 2, HEIGHT * 0.35, 80, WIDTH / 2, HEIGHT / 2, WIDTH * 0.62);
  light.addColorStop(0, FELT[0]);
  light.addColorStop(1, FELT[1]);
  pen.fillStyle = light;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

function drawResult(
  pen: CanvasRenderingContext2D,
  font: string,
  { title, date, sides, score, won }: GamePicture,
): void {
  write(pen, "Uka", { x: MARGIN, y: 96, font: `800 44px ${font}`, colour: INK });
  write(pen, date, { x: WIDTH - MARGIN, y: 92, font: `400 28px ${font}`, colour: QUIET, align: "right" });
  write(pen, title, { x: MARGIN, y: 144, font: `400 32px ${font}`, colour: QUIET, width: WIDTH - 2 * MARGIN });
  for (const [i, side] of sides.entries()) {
    const colour = won === (i === 0) ? WINNER : INK;
    const y = 232 + 88 * i;
    write(pen, side, { x: MARGIN, y, font: `700 56px ${font}`, colour, width: WIDTH - 2 * MARGIN - 160 });
    const points = String(score[i] ?? 0);
    write(pen, points, { x: WIDTH - MARGIN, y, font: `800 76px ${font}`, colour, align: "right" });
  }
}

interface Writing {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly colour: string;
  readonly align?: CanvasTextAlign;
  /** The largest width of the text. A wider text is shortened. */
  readonly width?: number;
}

function write(pen: CanvasRenderingContext2D, text: string, { x, y, font, colour, align, width }: Writing): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align ?? "left";
  pen.fillText(width ? fitted(text, width, (part) => pen.measureText(part).width) : text, x, y);
}

/**
 * Returns the text if it is at most `width` wide. Otherwise drops letters at its end and adds an ellipsis, so that it
 * fits.
 */
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  while (letters.length && measure(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Returns the points of a curve in the rectangle of the picture. */
export function pointsOf(curve: readonly number[]): (readonly [number, number])[] {
  const { left, right, top, bottom } = CURVE;
  const last = Math.max(curve.length - 1, 1);
  return curve.map((value, i) => [left + (i / last) * (right - left), bottom - value * (bottom - top)] as const);
}

function drawCurve(pen: CanvasRenderingContext2D, font: string, { caption, curve }: GamePicture): void {
  if (curve.length < 2) return;
  const points = pointsOf(curve);
  const middle = (CURVE.top + CURVE.bottom) / 2;
  pen.strokeStyle = LINE;
  pen.lineWidth = 2;
  pen.setLineDash([8, 8]);
  trace(pen, [[CURVE.left, middle], [CURVE.right, middle]]); // prettier-ignore
  pen.stroke();
  pen.setLineDash([]);
  trace(pen, [[CURVE.left, middle], ...points, [CURVE.right, middle]]);
  pen.fillStyle = "rgb(255 216 115 / 0.18)";
  pen.fill();
  trace(pen, points);
  pen.strokeStyle = WINNER;
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  pen.stroke();
  write(pen, caption, { x: MARGIN, y: 592, font: `400 26px ${font}`, colour: QUIET, width: WIDTH - 2 * MARGIN });
}

function trace(pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  pen.beginPath();
  for (const [i, [x, y]] of points.entries()) {
    if (i) pen.lineTo(x, y);
    else pen.moveTo(x, y);
  }
}

/** Shares a picture by the device's share sheet. Saves it as a file if the device shares no pictures. */
export async function sharePicture(blob: Blob, name: string, title: string): Promise<void> {
  const files = [new File([blob], name, { type: "image/png" })];
  if (!navigator.canShare?.({ files })) {
    saveFile(blob, name);
    return;
  }
  try {
    await navigator.share({ files, title });
  } catch (error) {
    // an AbortError only means that the user closed the share sheet; any other error is a failure
    if ((error as Error).name !== "AbortError") saveFile(blob, name);
  }
}
