/**
 * A Vite plugin that draws the preview pictures of links: PNGs of 1200 by 630 pixels, which messengers show beside a
 * link. Each kind of link has one picture, so that none shows cards of a game.
 */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import subset from "subset-font";
import type { Plugin } from "vite";
import { CORNER, PIP_SCALE, pips } from "../src/cards/pips.ts";
import { RANK_SHAPES, SUIT_SHAPES, type SuitLetter } from "../src/cards/shapes.ts";

export const WIDTH = 1200;
export const HEIGHT = 630;

/** What the picture of a kind of link shows: a line of text, and a fan of cards. */
interface Preview {
  readonly text: string;
  readonly cards: readonly string[];
}

/** The pictures, by the kinds of links that `src/uka/server/http/previews.py` knows. */
export const PREVIEWS: Readonly<Record<string, Preview>> = {
  home: { text: "Euchre with bots or friends", cards: ["As", "Ah", "Ac", "Ad"] },
  table: { text: "Take a seat at the table", cards: ["9s", "Th", "Ac", "9d"] },
  tournament: { text: "A tournament", cards: ["Ac", "Ad", "As", "Ah"] },
  match: { text: "A match of two tables", cards: ["Ah", "9h", "As", "9s"] },
  puzzles: { text: "What would you play?", cards: ["9c", "Tc", "Ac"] },
  day: { text: "The day’s deals: beat par", cards: ["Td", "Ac", "9h"] },
  replay: { text: "A game, card by card", cards: ["Ts", "9s", "Ad", "As"] },
};

const COLOURS = { paper: "#fffdf6", edge: "#b9b3a0", black: "#16181a", red: "#b3161b", gold: "#e0ae3c" } as const;
const CARD = { width: 100, height: 140, scale: 2 } as const;
const FAN = { x: 856, y: 970, radius: 640, step: 11 } as const;
const FONT = "@fontsource-variable/fraunces/files/fraunces-latin-standard-normal.woff2";
/** The entries of the font's name table by which the renderer finds the font. */
const NAMES = [1, 2, 4, 6];

export function previews(): Plugin {
  return {
    name: "uka-previews",
    apply: "build",
    async generateBundle() {
      const draw = await renderer();
      for (const [kind, preview] of Object.entries(PREVIEWS))
        this.emitFile({ type: "asset", fileName: `preview-${kind}.png`, source: draw(preview) });
    },
  };
}

/** Returns a function that draws a preview as a PNG. */
export async function renderer(): Promise<(preview: Preview) => Uint8Array> {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const texts = ["Uka", ...Object.values(PREVIEWS).map(({ text }) => text)].join("");
  const font = await subset(await readFile(resolve(FONT)), texts, {
    targetFormat: "sfnt",
    variationAxes: { wght: 640, opsz: 72 },
    preserveNameIds: NAMES,
  });
  return (preview) => new Resvg(svg(preview), { font: { fontBuffers: [font] } }).render().asPng();
}

function svg({ text, cards }: Preview): string {
  const fan = cards.map((card, i) => {
    const angle = (i - (cards.length - 1) / 2) * FAN.step;
    const turned = `translate(${FAN.x} ${FAN.y}) rotate(${angle}) translate(0 ${-FAN.radius}) scale(${CARD.scale})`;
    return `<g transform="${turned} translate(${-CARD.width / 2} ${-CARD.height / 2})">${face(card)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="felt" x2="0" y2="1">
      <stop offset="0" stop-color="#2a7a56"/><stop offset="1" stop-color="#1a573d"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="#7a5132"/>
    <rect x="18" y="18" width="${WIDTH - 36}" height="${HEIGHT - 36}" rx="36" fill="url(#felt)"/>
    <text x="84" y="300" font-family="Fraunces" font-size="168" fill="#fdfaf0">Uka</text>
    <text x="88" y="372" font-family="Fraunces" font-size="34" fill="#cfe3d5">${text}</text>
    ${fan.join("\n")}
  </svg>`;
}

/** Returns the face of an ace or of a card with pips, as the page draws it. */
function face(card: string): string {
  const [rank = "", suit = ""] = card;
  const outline = SUIT_SHAPES[suit as SuitLetter];
  const ink = suit === "h" || suit === "d" ? COLOURS.red : COLOURS.black;
  const path = (d: string, transform: string, fill: string): string =>
    `<path transform="${transform}" d="${d}" fill="${fill}"/>`;
  const corner = ({ x, y, scale }: typeof CORNER.rank): string => `translate(${x} ${y}) scale(${scale})`;
  const corners = [0, 180].map(
    (turned) => `<g transform="rotate(${turned} 50 70)">
      ${path(RANK_SHAPES[rank] ?? "", corner(CORNER.rank), ink)}${path(outline, corner(CORNER.suit), ink)}</g>`,
  );
  const middle = pips(rank).map(({ x, y, hangs }) =>
    path(outline, `translate(${x} ${y}) scale(${hangs ? -PIP_SCALE : PIP_SCALE})`, ink),
  );
  const ace = `<g transform="translate(50 70) scale(2.8)">${path(outline, "", ink)}
    ${path(outline, "scale(.44)", COLOURS.paper)}${path(outline, "scale(.24)", COLOURS.gold)}</g>`;
  return `<rect x=".75" y=".75" width="98.5" height="138.5" rx="8" fill="${COLOURS.paper}" stroke="${COLOURS.edge}"
    stroke-width="1.5"/>${corners.join("")}${rank === "A" ? ace : middle.join("")}`;
}
