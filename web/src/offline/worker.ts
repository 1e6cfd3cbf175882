/**
 * The worker in which the engine runs: Python hosts tables here, and the page sends it what it would send a server. Only
 * one page of a browser runs the engine, since two hosts of one table would both write its log. The workers of the other
 * pages pass everything on to it, and one of them goes on when its page is closed.
 */

/// <reference lib="webworker" />

import { EnginePages, type PythonHost, type Send } from "./engine-pages.ts";
import { forgetMemory } from "./kept-memory.ts";
import { LogStore } from "./log-store.ts";
import type { ChannelMessage, LoadingMessage, PageMessage, WorkerMessage } from "./messages.ts";
import { OtherEngine } from "./other-engine.ts";
import { loadDays, loadPython } from "./python.ts";

/** The lock of the worker that runs the engine, and the channel on which it is reached. */
const ENGINE = "uka.engine";
/** The milliseconds after which the page is told that no engine answers. */
const PATIENCE = 20_000;
/** The milliseconds after the start when the browser keeps Python's memory: the first cards have come by then. */
const LATER = 5_000;

/** The module `src/uka/offline/worker.py`. */
interface EngineModule {
  prepare(): void;
  start(store: LogStore, send: Send, days: string): Promise<PythonHost>;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: WorkerMessage): void => scope.postMessage(message);
const channel = new BroadcastChannel(ENGINE);
const call = (message: ChannelMessage): void => channel.postMessage(message);
const own = crypto.randomUUID();
/** The lock that a worker holds until its page is closed. */
const lifeOf = (page: string): string => `uka.page.${page}`;
const forever = new Promise<never>(() => undefined);

/** Tells this page and all others something of the engine. */
function tell(message: LoadingMessage): void {
  post(message);
  call({ type: "tells", message });
}

const other = new OtherEngine((message) => call({ type: "from", page: own, message }), post);
scope.onmessage = ({ data }: MessageEvent<PageMessage>) => other.pass(data);
const unanswered = setTimeout(() => post({ type: "waiting" }), PATIENCE);

/** Takes a message of the engine of another page. */
function follow({ data }: MessageEvent<ChannelMessage>): void {
  if (data.type === "serves") {
    clearTimeout(unanswered);
    other.found(data.engine);
  } else if (data.type === "to" && data.page === own) other.receive(data.message);
  else if (data.type === "tells") post(data.message);
}

void navigator.locks.request(lifeOf(own), () => {
  channel.onmessage = follow;
  void navigator.locks.request(ENGINE, run);
  call({ type: "asks" });
  return forever;
});

/** Runs the engine, for all pages. Ends if it can't start, so that another page may try. */
async function run(): Promise<void> {
  clearTimeout(unanswered);
  post({ type: "loading", loaded: 0, total: 0 });
  const pages = new EnginePages();
  const host = start(pages.send);
  const pass = (page: string, message: PageMessage): void =>
    void host.then(
      (started) => pages.pass(page, message, started),
      () => undefined,
    );
  pages.add(own, post);
  for (const message of other.end()) pass(own, message);
  // Messages that come before Python has loaded wait for it, and keep their order.
  scope.onmessage = ({ data }: MessageEvent<PageMessage>) => pass(own, data);
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === "asks") void host.then(serve, () => undefined);
    if (data.type !== "from") return;
    const { page } = data;
    if (pages.add(page, (message) => call({ type: "to", page, message })))
      void navigator.locks.request(lifeOf(page), async () => pages.remove(page, await host));
    pass(page, data.message);
  };
  try {
    await host;
  } catch (error) {
    await forgetMemory(); // the next start does without it
    return post({ type: "failed", why: String(error) });
  }
  post({ type: "ready" });
  serve();
  return forever;
}

/** Tells the other pages that the engine is here. */
function serve(): void {
  call({ type: "serves", engine: own });
}

async function start(send: Send): Promise<PythonHost> {
  let full = false;
  function report(kept: boolean): void {
    if (full === kept) tell({ type: kept ? "ready" : "full" });
    full = !kept;
  }
  const [days, python, store] = await Promise.all([
    loadDays(),
    loadPython<EngineModule>((loaded, total) => post({ type: "loading", loaded, total })),
    LogStore.open(report),
  ]);
  const host = await python.module.start(store, send, days);
  setTimeout(() => void python.keep().catch(() => undefined), LATER); // without it, the next start takes longer
  return host;
}
