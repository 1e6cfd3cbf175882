/**
 * A Vite plugin that adds the third-party notices to the page's files. The build fails if the page contains an npm
 * package that the notices don't name.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const NOTICES = "third-party-notices.txt";
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/;

export function notices(): Plugin {
  let root = "";
  return {
    name: "uka-notices",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_, bundle) {
      const text = await readFile(join(root, "../THIRD-PARTY-NOTICES.txt"), "utf8");
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const missing = unnamed(modules, text);
      if (missing.length) throw new Error(`THIRD-PARTY-NOTICES.txt doesn't name ${missing.join(", ")}`);
      this.emitFile({ type: "asset", fileName: NOTICES, source: text });
    },
  };
}

/** Returns the npm packages of `modules` that begin no line of `text`. */
export function unnamed(modules: readonly string[], text: string): string[] {
  const packages = modules.flatMap((id) => PACKAGE.exec(id.replaceAll("\\", "/"))?.[1] ?? []);
  return [...new Set(packages)].filter((name) => !text.includes(`\n${name}, `)).sort();
}
