/** Gives the service worker the list of files that make up the page, and a version that changes with any of them. */

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const WORKER = "worker.js";

export function offline(): Plugin {
  return {
    name: "uka-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name !== WORKER)
        .map((name) => (name === "index.html" ? "/" : `/${name}`))
        .sort();
      const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") throw new Error("there is no service worker to fill in");
      const code = worker.code.replace(/(["'`])__FILES__\1/, JSON.stringify(files)).replace("__VERSION__", version);
      if (code.includes("__")) throw new Error("the service worker's list was not filled in");
      worker.code = code;
    },
  };
}
