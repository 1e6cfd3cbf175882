/**
 * The service worker. It stores the files of the app and the lessons, so that the app can open without the server. It
 * stores no data of games.
 */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;
// plugins/offline.ts replaces the text "__FILES__" by the list of files
const FILES: readonly string[] = "__FILES__" as unknown as string[];
const PAGE_TIMEOUT = 4_000; // the milliseconds within which the server must send the page
const CACHE = "uka-__VERSION__";
const LESSONS = "/api/lessons";
const FIRST_LESSONS = [LESSONS, `${LESSONS}/uka`]; // other courses are stored when they are opened

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES, ...FIRST_LESSONS])));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => event.waitUntil(onlyThis()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(LESSONS)) return event.respondWith(taught(request));
  if (pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(opened(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(shown());
});

/** Brings an open page of this app to the front. If there is none, opens the home page. */
async function shown(): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window" });
  await (page ? page.focus() : worker.clients.openWindow("/"));
}

async function onlyThis(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Returns the page from the server. Returns the stored page if the server can't be reached, fails or is slow. */
async function opened(request: Request): Promise<Response> {
  const page = await caches.match("/");
  if (!page) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT) });
    return answer.status >= 500 ? page : answer;
  } catch {
    return page;
  }
}

/** Returns lessons from the server, and stores them. Returns the stored lessons if the server can't be reached. */
async function taught(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT) });
    if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const stored = await caches.match(request);
    if (stored) return stored;
    throw error;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
