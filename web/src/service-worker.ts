/**
 * The service worker. It stores the files of the app and the lessons, so that the app can open without the server. If a
 * page asks for it, and for every page in a folder of files, it stores the engine too, so that the page plays without
 * the network. It stores no data of games.
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
const DAYS = `${ENGINE}days.json`; // the last published seed of the day's deals
const SHARE = `${HOME}share`; // where other apps send a record that the user shares with this one (uka.webmanifest)
const SHARED_CACHE = "uka-shared";
const MEMORY_CACHE = "uka-memory"; // of the engine (offline/kept-memory.ts)
const KEPT = [CACHE, ENGINE_CACHE, SHARED_CACHE, MEMORY_CACHE];
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
  if (request.method === "POST" && address === SHARE) event.respondWith(received(request));
  if (request.method !== "GET" || !address.startsWith(HOME)) return;
  if (SERVED && origin === location.origin && pathname.startsWith("/api")) {
    if (pathname.startsWith(LESSONS)) event.respondWith(taught(request));
  } else if (request.mode === "navigate") event.respondWith(opened(request));
  else if (FILES.includes(address)) event.respondWith(kept(request));
  else if (address === PLAN || address === DAYS) event.respondWith(planned(event, address));
  else if (address.startsWith(ENGINE)) event.respondWith(kept(request, ENGINE_CACHE));
});

// The only message is a wish to keep the engine. It comes with a port, on which the page hears how far it has come.
worker.addEventListener("message", (event) => event.waitUntil(wanted(event.ports[0] as MessagePort)));

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
  const old = (await caches.keys()).filter((name) => !KEPT.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Stores a shared record, and opens the page that shows it. */
async function received(request: Request): Promise<Response> {
  const record = (await request.formData()).get("record");
  if (record instanceof File) await (await caches.open(SHARED_CACHE)).put(SHARE, new Response(record));
  return Response.redirect(`${HOME}${SERVED ? "" : "#/"}records?shared`, 303);
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

/**
 * Returns a file that says what is new: the list of the engine's files, or the last seed. Stores the engine then.
 * Returns the stored file if the host can't be reached.
 */
async function planned(event: FetchEvent, url: string): Promise<Response> {
  try {
    const answer = await fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(PAGE_TIMEOUT) });
    if (url === PLAN) event.waitUntil(engineStored(answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    const stored = await caches.match(url);
    if (stored) return stored;
    throw error;
  }
}

/** Stores the engine for a page, and tells it how many bytes have come of how many, and in the end whether all came. */
async function wanted(page: MessagePort): Promise<void> {
  try {
    const plan = await fetch(PLAN, { cache: "no-cache" });
    if (!plan.ok) throw new Error(`${PLAN}: ${plan.status}`);
    await engineStored(plan, (loaded, total) => page.postMessage({ loaded, total }));
    page.postMessage({ kept: true });
  } catch (error) {
    page.postMessage({ kept: false, why: String(error) });
  }
}

/** Hears how many bytes have been loaded, of how many. */
type Progress = (loaded: number, total: number) => void;

/**
 * Stores the engine's files that are new, then the last seed and the list of the files, and then forgets the files of
 * other versions. So a list stands for files that are all there.
 */
async function engineStored(plan: Response, progress: Progress = () => undefined): Promise<void> {
  if (!plan.ok) return;
  const cache = await caches.open(ENGINE_CACHE);
  const { files, bytes } = (await plan.clone().json()) as { files: readonly string[]; bytes: number };
  const wanted = files.map((name) => ENGINE + name);
  const there = (await cache.keys()).map(({ url }) => url);
  let loaded = 0;
  const count = (chunk: Uint8Array): void => progress((loaded += chunk.byteLength), Math.max(bytes, loaded));
  await Promise.all(
    wanted.filter((url) => !there.includes(url)).map(async (url) => cache.put(url, counted(await fetch(url), count))),
  );
  await cache.add(DAYS);
  await cache.put(PLAN, plan);
  const present = [PLAN, DAYS, ...wanted];
  await Promise.all(there.filter((url) => !present.includes(url)).map((url) => cache.delete(url)));
}

/** Returns a response that passes each part of its body to `count`. Throws an error if it is no good response. */
function counted({ ok, status, url, headers, body }: Response, count: (chunk: Uint8Array) => void): Response {
  if (!ok || !body) throw new Error(`${url}: ${status}`);
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      count(chunk);
      out.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counter), { headers });
}

async function kept(request: Request, name = CACHE): Promise<Response> {
  return (await (await caches.open(name)).match(request, { ignoreVary: true })) ?? fetch(request);
}
