/**
 * Sets the `lang` attribute of elements while the page is shown in te reo Māori. Only part of the text is translated.
 * Without the attribute, a screen reader would read the remaining English text as Māori.
 *
 * A mutation observer finds new elements. An element that already has a `lang` attribute stays unchanged.
 */

import { capitalize, translated, type Language } from "./text.svelte.ts";

const SAID = ["aria-label", "title", "placeholder", "alt"];
const marked = new WeakSet<Element>();

/**
 * Returns the language of a text. The result is `other` if all words of the text occur in `translations`, and
 * English otherwise. It is null if the text contains no words.
 */
export function languageOf(text: string, other: Language, translations: Iterable<string>): Language | null {
  if (!/\p{L}/u.test(text)) return null;
  const longest = [...translations].sort((a, b) => b.length - a.length);
  const rest = longest.reduce((left, said) => left.replaceAll(said, " ").replaceAll(capitalize(said), " "), text);
  return /\p{L}/u.test(rest) ? "en" : other;
}

/**
 * Sets `lang` on all elements within `root`, including elements that are added later. `other` is the
 * language of the translated text. The returned function stops the observer and removes the attributes.
 */
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

/** Returns an element's own text, without the text of its child elements. */
function ownText(element: Element): string {
  const texts = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.nodeValue);
  return [...texts, ...SAID.map((name) => element.getAttribute(name))].join(" ");
}
