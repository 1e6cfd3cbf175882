/**
 * A Vite plugin that writes two values into the service worker: the list of the app's files, and a version. The version
 * changes whenever a file changes.
 */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const WORKER = "worker.js";
const PAGE = "index.html";
const ONLINE = [WORKER, PAGE, "third-party-notices.txt"]; // the built files that the worker does not store by their names
const PREVIEW = /^preview-/; // pictures that only other sites show
const PUBLIC = ["fallback.css", "icon.svg"]; // the files in the folder public/ that the page itself uses

export function offline(): Plugin {
  let folder = "";
  return {
    name: "uka-offline",
    apply: "build",
    configResolved(config) {
      folder = config.publicDir;
    },
    generateBundle: {
      order: "post", // runs after index.html has been written
      async handler(_, bundle) {
        const worker = bundle[WORKER];
        const page = bundle[PAGE];
        if (worker?.type !== "chunk" || page?.type !== "asset")
          throw new Error("there is no service worker to fill in");
        const made = Object.keys(bundle).filter((name) => !ONLINE.includes(name) && !PREVIEW.test(name));
        const files = ["./", ...[...made, ...PUBLIC].sort()]; // relative to the worker
        const hash = createHash("sha256").update(files.join("\n")).update(page.source);
        for (const name of PUBLIC) hash.update(await readFile(join(folder, name)));
        const version = hash.digest("hex").slice(0, 12);
        const code = worker.code.replace(/(["'`])__FILES__\1/, JSON.stringify(files)).replace("__VERSION__", version);
        if (/__(FILES|VERSION)__/.test(code)) throw new Error("the service worker's list was not filled in");
        worker.code = code;
      },
    },
  };
}
