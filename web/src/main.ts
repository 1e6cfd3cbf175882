import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { setLanguage } from "./lib/i18n/text.svelte.ts";
import { showColours } from "./lib/net/club.ts";
import { chooseTransport, inFolder } from "./lib/net/host.ts";
import { preferences } from "./lib/storage/preferences.svelte.ts";

showColours();
// A function, since a module that awaits at its top blocks the parts of the page that it loads: they import this file.
void open();

async function open(): Promise<void> {
  await Promise.all([chooseTransport(), setLanguage(preferences.language)]); // otherwise English would be shown first
  const target = document.getElementById("page");
  if (target) mount(App, { target });
  document.getElementById("fallback")?.remove(); // removes the text for browsers that can't run this script
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    void navigator.serviceWorker.register(inFolder ? "./worker.js?folder" : "/worker.js");
}
