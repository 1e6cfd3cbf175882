/**
 * The URLs of routes. A server sends the page at every route: `/rules/uka`. A folder of files has one page, so that the
 * route is the fragment of its URL: `/folder/#/rules/uka`.
 */

import { inFolder } from "../net/host.ts";

/** Returns the route at a URL of this app, as a URL whose path, query and fragment are those of the route. */
export function routeAt(href: string): URL {
  const url = new URL(href);
  if (!inFolder) return url;
  if (url.hash.startsWith("#/")) return new URL(url.hash.slice(1), url.origin);
  return url.pathname === location.pathname ? new URL("/", url) : url; // links name routes from the root
}

/** Returns the URL of a file of this app, relative to the page. `path` begins with a slash. */
export const fileAt = (path: string): string => (inFolder ? `.${path}` : path);

/** Returns the URL of a route, relative to the page. */
export const addressOf = (route: string): string => (inFolder ? `#${route}` : route);
