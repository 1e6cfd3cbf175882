/** The router: parses the address, and changes it upon links, `go` and the browser's buttons. */

/** The first part of each valid address; `home` stands for the empty one. */
export const PAGES = [
  "home",
  "tables",
  "table",
  "tournament",
  "records",
  "replay",
  "rules",
  "house",
  "figures",
  "help",
  "settings",
  "about",
] as const;
export type PageName = (typeof PAGES)[number];

/** A parsed address: `/replay/TABLE/3#INVITATION` has the page `replay` and the parts `TABLE` and `3`. */
export interface PageLocation {
  readonly page: PageName | undefined;
  readonly parts: readonly string[];
  readonly query: string;
  /** The part after `#`, which is never sent to a server. */
  readonly fragment: string;
}

/** Parses an address. */
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
  place: PageLocation = $state.raw(parseLocation(new URL(location.href)));
  /** The number of moves since the page was opened. */
  moves = $state(0);
  #scroll = 0;

  constructor() {
    history.scrollRestoration = "manual";
    globalThis.addEventListener("popstate", (event: PopStateEvent) =>
      this.#arrive((event.state as { scroll?: number } | null)?.scroll ?? 0),
    );
    globalThis.addEventListener("click", (event: MouseEvent) => this.#pressed(event));
  }

  /** Goes to an address of this page. */
  go(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", address);
    else {
      history.replaceState({ scroll: scrollY }, "");
      history.pushState(null, "", address);
    }
    this.#arrive(0);
  }

  /** Takes note that the new screen is visible: focuses its heading, and restores the scroll position. */
  arrived(heading?: HTMLElement): void {
    heading?.focus({ preventScroll: true });
    scrollTo(0, this.#scroll);
  }

  #arrive(scroll: number): void {
    this.place = parseLocation(new URL(location.href));
    this.#scroll = scroll;
    this.moves += 1;
  }

  #pressed(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !parseLocation(url).page) return;
    if (url.pathname === location.pathname && url.search === location.search && url.hash && !invites(url)) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

/** Whether the fragment of an address is an invitation or a link; on other pages it is a place on the page. */
function invites(url: URL): boolean {
  const { page } = parseLocation(url);
  return page === "table" || page === "tournament";
}

export const router = new Router();

/** Goes to an address of this page. */
export const go = router.go.bind(router);
