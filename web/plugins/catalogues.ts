/**
 * A Vite plugin that lets the page import a gettext catalogue as an object. The object maps each message to its
 * translation. The translation of a message with plural forms is an array.
 */

import { readFile } from "node:fs/promises";
import { po } from "gettext-parser";
import type { Plugin } from "vite";

export type Catalogue = Record<string, string | string[]>;

/** Returns the translations in a catalogue. Empty translations and fuzzy translations are left out. */
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
