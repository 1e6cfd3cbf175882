import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { catalogues } from "./plugins/catalogues.ts";
import { compressed } from "./plugins/compressed.ts";
import { fonts } from "./plugins/fonts.ts";
import { notices } from "./plugins/notices.ts";
import { offline } from "./plugins/offline.ts";
import { previews } from "./plugins/previews.ts";

// `npm run dev` forwards API requests to this server
const SERVER = process.env.UKA_SERVER ?? "http://127.0.0.1:8765";
const WORKER = "src/service-worker.ts";
const TABLE = resolve(import.meta.dirname, "src/pages/TablePage.svelte");
const HOME_CARDS = resolve(import.meta.dirname, "src/today/LiveCards.svelte");

/** Returns a test of whether a module is `from` or one that `from` imports statically, itself or through others. */
function loadedWith(from: string): (id: string, context: Rolldown.ChunkingContext) => boolean {
  const found = new Set<string>();
  return (id, context) => {
    if (!found.size)
      for (const each of found.add(from))
        for (const other of context.getModuleInfo(each)?.importedIds ?? []) found.add(other);
    return found.has(id);
  };
}

const isOfTable = loadedWith(TABLE);
const isOfHomeCards = loadedWith(HOME_CARDS);

/** Names the file of what a table shares with pages that show no table. */
const sharedByTable: Rolldown.CodeSplittingNameFunction = (id, context) =>
  isOfTable(id, context) && (!/src.table\b/.test(id) || isOfHomeCards(id, context)) ? "shared" : null;

export default defineConfig({
  plugins: [fonts(), svelte(), catalogues(), notices(), previews(), offline(), compressed()],
  // The engine is a worker of its own, in the folder to which the server gives the policy that WebAssembly needs.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "engine/[name]-[hash].js" } } },
  // Files find each other by relative URLs, so that the page may lie in any folder; only index.html names the root.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  build: {
    outDir: "../src/uka/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { page: "index.html", worker: WORKER },
      output: {
        // the service worker needs a fixed URL
        entryFileNames: (chunk) => (chunk.name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
        // Few large files: each request costs some 300 bytes of headers, and large files are compressed better. One file
        // holds what every first visit loads, one what a table shares with other pages.
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"], test: (module) => !module.endsWith(WORKER), priority: 2 },
            { name: sharedByTable, debugName: "shared", minShareCount: 3, priority: 1 },
            { name: (id, context) => (isOfTable(id, context) ? "table" : null), debugName: "table" },
          ],
        },
      },
    },
    assetsInlineLimit: 0, // the server's Content-Security-Policy forbids data: URLs of scripts and styles
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  // A busy machine takes long over a test that packs fonts or pictures.
  test: { include: ["src/**/*.test.ts", "plugins/**/*.test.ts"], testTimeout: 60_000 },
});
