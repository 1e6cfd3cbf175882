/**
 * A Vite plugin that makes the two typefaces small. Each font of the npm packages is reduced to the characters, weights
 * and OpenType features that the page uses, and written into `src/styles/fonts/`.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subset from "subset-font";
import type { Plugin } from "vite";

const FOLDER = "src/styles/fonts";
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const LATIN = `${ASCII}\u00a0·×–—‘’“”…−éö`;
const MACRONS = "ĀĒĪŌŪāēīōū";
/** The OpenType features that stay: kerning, accents and ligatures, and figures of equal width. */
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum"];
/** The entries of a font's name table that stay: the copyright, the licence, and the address of the licence. */
const COPYRIGHT = [0, 13, 14];
/** Each weight is a font of its own: of a variable font, Chromium makes a copy for each size, again and again. */
const TEXT = { wght: 400 };
const BOLD = { wght: 650 };
const DISPLAY = { wght: 640, opsz: 72 };

export interface Font {
  /** The file in the folder of the npm package. */
  readonly from: string;
  readonly text: string;
  /** The value of each variable axis. */
  readonly axes: Record<string, number>;
}

export const FONTS: Record<string, Font> = {
  "text.woff2": { from: "figtree/files/figtree-latin-wght-normal.woff2", text: LATIN, axes: TEXT },
  "text-macrons.woff2": { from: "figtree/files/figtree-latin-ext-wght-normal.woff2", text: MACRONS, axes: TEXT },
  "bold.woff2": { from: "figtree/files/figtree-latin-wght-normal.woff2", text: LATIN, axes: BOLD },
  "bold-macrons.woff2": { from: "figtree/files/figtree-latin-ext-wght-normal.woff2", text: MACRONS, axes: BOLD },
  "display.woff2": { from: "fraunces/files/fraunces-latin-standard-normal.woff2", text: LATIN, axes: DISPLAY },
  "display-macrons.woff2": {
    from: "fraunces/files/fraunces-latin-ext-standard-normal.woff2",
    text: MACRONS,
    axes: DISPLAY,
  },
};

export function fonts(): Plugin {
  let root = "";
  return {
    name: "uka-fonts",
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      if (process.env.VITEST) return;
      await mkdir(join(root, FOLDER), { recursive: true });
      for (const [name, font] of Object.entries(FONTS)) await write(join(root, FOLDER, name), await reduced(font));
    },
  };
}

/** Returns a font as WOFF2, with only the characters, axes and features that the page uses. */
export async function reduced({ from, text, axes }: Font): Promise<Buffer> {
  const path = createRequire(import.meta.url).resolve(`@fontsource-variable/${from}`);
  return subset(await readFile(path), text, {
    targetFormat: "woff2",
    noHinting: true,
    keepFeatures: FEATURES,
    preserveNameIds: COPYRIGHT,
    variationAxes: axes,
  });
}

/** Writes a file only if its content has changed, so that the time of the file tells when it changed. */
async function write(path: string, content: Buffer): Promise<void> {
  const before = await readFile(path).catch(() => undefined);
  if (!before?.equals(content)) await writeFile(path, content);
}
