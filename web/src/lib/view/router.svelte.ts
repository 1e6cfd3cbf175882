/** The router. It parses the URL of the page. It changes the URL when the user follows a link or code calls `go`. */

import { addressOf, routeAt } from "./route-address.ts";

/** The allowed first parts of a route. `home` stands for the empty route. */
export const PAGES = [
  "home",
  "tables",
  "table",
  "tournament",
  "season",
  "club",
  "puzzles",
  "day",
  "match",
  "records",
  "replay",
  "rules",
  "house",
  "figures",
  "help",
  "settings",
  "about",
  "device",
] as const;
export type PageName = (typeof PAGES)[number];

/**
 * A parsed URL. For example, `/replay/TABLE/3#INVITATION` has the page `replay`, the parts `TABLE` and `3`, and the
 * fragment `INVITATION`.
 */
export interface PageLocation {
  readonly page: PageName | undefined;
  readonly parts: readonly string[];
  readonly query: string;
  /** The part of the URL after `#`. Browsers never send this part to a server. */
  readonly fragment: string;
}

/** Parses a URL of this app. */
export function parseLocation(url: URL): PageLocation {
  const [first = "", ...parts] = url.pathname.split("/").filter(Boolean).map(unescaped);
  const page = PAGES.find((name) => (name === "home" ? first === "" : name === first));
  return { page, parts, query: url.search.slice(1), fragment: unescaped(url.hash.slice(1)) };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Router {
  place: PageLocation = $state.raw(parseLocation(routeAt(location.href)));
  /** The number of navigations since the page was loaded. */
  moves = $state(0);
  #scroll = 0;

  constructor() {
    history.scrollRestoration = "manual";
    globalThis.addEventListener("popstate", (event: PopStateEvent) =>
      this.#arrive((event.state as { scroll?: number } | null)?.scroll ?? 0),
    );
    globalThis.addEventListener("click", (event: MouseEvent) => this.#pressed(event));
  }

  /**
   * Navigates to a route of this app without reloading the page. If `replace` is true, the browser's history gets no
   * new entry.
   */
  go(route: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", addressOf(route));
    else {
      history.replaceState({ scroll: scrollY }, "");
      history.pushState(null, "", addressOf(route));
    }
    this.#arrive(0);
  }

  /** Changes the URL without navigating: the same page tells another state of itself. */
  rename(route: string): void {
    history.replaceState(history.state, "", addressOf(route));
  }

  /**
   * Moves the focus to the heading of a page, and restores the scroll position. Each page must call this function when
   * the page becomes visible.
   */
  arrived(heading?: HTMLElement): void {
    heading?.focus({ preventScroll: true });
    scrollTo(0, this.#scroll);
  }

  #arrive(scroll: number): void {
    this.place = parseLocation(routeAt(location.href));
    this.#scroll = scroll;
    this.moves += 1;
  }

  #pressed(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const url = routeAt(link.href);
    const here = routeAt(location.href);
    if (url.origin !== here.origin || !parseLocation(url).page) return;
    if (url.pathname === here.pathname && url.search === here.search && url.hash && !invites(url)) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

/**
 * Whether the fragment of a URL is an invitation or a tournament link. On all other pages the fragment is the id of an
 * element to scroll to.
 */
function invites(url: URL): boolean {
  const { page } = parseLocation(url);
  return page === "table" || page === "tournament" || page === "device";
}

export const router = new Router();

/** Navigates to a route of this app without reloading the page. */
export const go = router.go.bind(router);
