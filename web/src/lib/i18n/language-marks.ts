/**
 * Marks what a page says with the language that it is said in, while another than English is spoken: few words are
 * attested in te reo Māori, and a screen reader would read the rest as Māori too.
 *
 * It watches the page instead of asking every piece of markup for it, so that nothing is forgotten. What has a `lang`
 * of its own in the markup is left alone.
 */

import { capitalize, translated, type Language } from "./text.svelte.ts";

const SAID = ["aria-label", "title", "placeholder", "alt"];
const marked = new WeakSet<Element>();

/** The language of a text: it is the other one if nothing remains of it without what was translated. */
export function languageOf(text: string, other: Language, translations: Iterable<string>): Language | null {
  if (!/\p{L}/u.test(text)) return null;
  const longest = [...translations].sort((a, b) => b.length - a.length);
  const rest = longest.reduce((left, said) => left.replaceAll(said, " ").replaceAll(capitalize(said), " "), text);
  return /\p{L}/u.test(rest) ? "en" : other;
}

/** Mark everything under an element, from now until it is told to stop; then the marks are gone. */
export function markLanguages(root: Element, other: Language): () => void {
  const under = (element: Element): void => {
    mark(element, other);
    for (const inner of element.querySelectorAll("*")) mark(inner, other);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") for (const node of addedNodes) if (node instanceof Element) under(node);
      const changed = target instanceof Element ? target : target.parentElement;
      if (changed) mark(changed, other);
    }
  });
  under(root);
  const options = { childList: true, characterData: true, subtree: true };
  observer.observe(root, { ...options, attributes: true, attributeFilter: SAID });
  return () => {
    observer.disconnect();
    for (const element of root.querySelectorAll("[lang]")) if (marked.delete(element)) element.removeAttribute("lang");
  };
}

function mark(element: Element, other: Language): void {
  if (element.hasAttribute("lang") && !marked.has(element)) return;
  const language = languageOf(ownText(element), other, translated());
  if (language) {
    marked.add(element);
    if (element.getAttribute("lang") !== language) element.setAttribute("lang", language);
  } else if (marked.delete(element)) element.removeAttribute("lang");
}

/** What an element says itself, without what is in it. */
function ownText(element: Element): string {
  const texts = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.nodeValue);
  return [...texts, ...SAID.map((name) => element.getAttribute(name))].join(" ");
}
