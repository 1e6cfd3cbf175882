/**
 * A Vite plugin that lets the page import a gettext catalogue as an object from message to translation. Plural forms
 * are arrays.
 */

import { readFile } from "node:fs/promises";
import { po } from "gettext-parser";
import type { Plugin } from "vite";

export type Catalogue = Record<string, string | string[]>;

/** Returns the translations of a catalogue, without those that are empty or marked as fuzzy. */
export function translated(text: Uint8Array): Catalogue {
  const found: Catalogue = {};
  for (const [context, messages] of Object.entries(po.parse(Buffer.from(text)).translations)) {
    for (const { msgid, msgstr, comments } of Object.values(messages)) {
      const forms = msgstr.filter((form) => form !== "");
      if (!msgid || !forms.length || comments?.flag?.includes("fuzzy")) continue;
      found[context ? `${context}\u0004${msgid}` : msgid] = forms.length > 1 ? forms : (forms[0] as string);
    }
  }
  return found;
}

export function catalogues(): Plugin {
  return {
    name: "uka-catalogues",
    async load(id) {
      if (!id.endsWith(".po")) return null;
      this.addWatchFile(id);
      return `export default ${JSON.stringify(translated(await readFile(id)))};`;
    },
  };
}
