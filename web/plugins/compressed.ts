/**
 * A Vite plugin that compresses each text file of the build with brotli and gzip, so that the server need not compress
 * it.
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|webmanifest)$/;
const LEAST = 512; // in bytes; smaller files are not worth compressing

export function compressed(): Plugin {
  let folder = "";
  return {
    name: "uka-compressed",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (TEXT.test(name)) await both(join(folder, name));
      }
    },
  };
}

async function both(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length < LEAST) return;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, best));
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
}
