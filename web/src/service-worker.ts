/**
 * The service worker. It stores the files of the app and the lessons, so that the app can open without the server. For
 * a page in a folder of files it stores the engine too, so that the page plays without the network. It stores no data
 * of games.
 */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;
// plugins/offline.ts replaces the text "__FILES__" by the list of files
const FILES = ("__FILES__" as unknown as readonly string[]).map((name) => new URL(name, location.href).href);
const PAGE_TIMEOUT = 4_000; // the milliseconds within which the server must send the page
const CACHE = "uka-__VERSION__";
const ENGINE_CACHE = "uka-engine";
/** Whether a server answers requests; else the page is in a folder of files, and the engine answers them. */
const SERVED = !new URL(location.href).searchParams.has("folder");
const HOME = new URL("./", location.href).href;
const ENGINE = `${HOME}engine/`;
const PLAN = `${ENGINE}engine.json`;
const LESSONS = "/api/lessons";
const FIRST_LESSONS = [LESSONS, `${LESSONS}/uka`]; // other courses are stored when they are opened

worker.addEventListener("install", (event) => {
  event.waitUntil(stored());
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => event.waitUntil(onlyThis()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const [address = ""] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !address.startsWith(HOME)) return;
  if (SERVED && origin === location.origin && pathname.startsWith("/api")) {
    if (pathname.startsWith(LESSONS)) event.respondWith(taught(request));
  } else if (request.mode === "navigate") event.respondWith(opened(request));
  else if (FILES.includes(address)) event.respondWith(kept(request));
  else if (address === PLAN) event.respondWith(planned(event));
  else if (address.startsWith(ENGINE)) event.respondWith(kept(request, ENGINE_CACHE));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(shown());
});

async function stored(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, ...(SERVED ? FIRST_LESSONS : [])]);
  if (!SERVED) await engineStored(await fetch(PLAN, { cache: "no-cache" }));
}

/** Brings an open page of this app to the front. If there is none, opens the home page. */
async function shown(): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window" });
  await (page ? page.focus() : worker.clients.openWindow(HOME));
}

async function onlyThis(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE && name !== ENGINE_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Returns the page from the server. Returns the stored page if the server can't be reached, fails or is slow. */
async function opened(request: Request): Promise<Response> {
  const page = await caches.match(HOME);
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

/** Returns the list of the engine's files, and stores the engine. Returns the stored list if the host can't be reached. */
async function planned(event: FetchEvent): Promise<Response> {
  try {
    const answer = await fetch(PLAN, { cache: "no-cache", signal: AbortSignal.timeout(PAGE_TIMEOUT) });
    event.waitUntil(engineStored(answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    const stored = await caches.match(PLAN);
    if (stored) return stored;
    throw error;
  }
}

/** Stores the engine's files that are new, then their list, and then forgets the files of other versions. */
async function engineStored(plan: Response): Promise<void> {
  if (!plan.ok) return;
  const cache = await caches.open(ENGINE_CACHE);
  const { files } = (await plan.clone().json()) as { files: readonly string[] };
  const wanted = files.map((name) => ENGINE + name);
  const there = (await cache.keys()).map(({ url }) => url);
  await cache.addAll(wanted.filter((url) => !there.includes(url)));
  await cache.put(PLAN, plan);
  await Promise.all(there.filter((url) => url !== PLAN && !wanted.includes(url)).map((url) => cache.delete(url)));
}

async function kept(request: Request, name = CACHE): Promise<Response> {
  return (await (await caches.open(name)).match(request, { ignoreVary: true })) ?? fetch(request);
}
