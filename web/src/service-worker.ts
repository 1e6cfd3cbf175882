/** The service worker: stores the page, so that it opens without the server. It stores nothing of a game. */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;
const FILES: readonly string[] = "__FILES__" as unknown as string[]; // plugins/offline.ts writes the list here
const PATIENCE = 4_000; // milliseconds
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

/** Returns the server's page, or the stored one if the server is away or slow. */
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
