/**
 * The service worker. It stores the app's files, so that the app opens without the server. It stores nothing of a game.
 */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;
// plugins/offline.ts replaces the text by the list of files
const FILES: readonly string[] = "__FILES__" as unknown as string[];
const PATIENCE = 4_000; // milliseconds that the server gets to send the page
const CACHE = "uka-__VERSION__";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => event.waitUntil(onlyThis()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(opened(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});

async function onlyThis(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Returns the page from the server. If the server can't be reached or is slow, returns the stored page. */
async function opened(request: Request): Promise<Response> {
  const page = await caches.match("/");
  if (!page) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.status >= 500 ? page : answer;
  } catch {
    return page;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
