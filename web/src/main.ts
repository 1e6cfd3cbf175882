import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { setLanguage } from "./lib/i18n/text.svelte.ts";
import { preferences } from "./lib/storage/preferences.svelte.ts";

await setLanguage(preferences.language); // otherwise the page would first be shown in English
const target = document.getElementById("page");
if (target) mount(App, { target });
document.getElementById("fallback")?.remove(); // removes the text for browsers that can't run this script
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
