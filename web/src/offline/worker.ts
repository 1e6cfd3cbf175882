/** The worker in which the engine runs: Python hosts tables here, and the page sends it what it would send a server. */

/// <reference lib="webworker" />

import { LogStore } from "./log-store.ts";
import type { PageMessage, WorkerMessage } from "./messages.ts";
import { loadDays, loadPython } from "./python.ts";

/** `PageWorker` of `src/uka/offline/worker.py`. */
interface PythonHost {
  request(number: number, method: string, path: string, body: Uint8Array, link: string): Promise<void>;
  connect(number: number, path: string): Promise<void>;
  receive(number: number, text: string): Promise<void>;
  disconnect(number: number): Promise<void>;
}

type Send = (
  type: "answer" | "connected" | "text" | "disconnected",
  number: number,
  code: number,
  text: string,
) => void;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: WorkerMessage): void => scope.postMessage(message);
const host = start();
host.catch((error: unknown) => post({ type: "failed", why: String(error) }));
// Messages that come before Python has loaded wait for it, and keep their order.
scope.onmessage = ({ data }: MessageEvent<PageMessage>) =>
  void host.then(
    (found) => pass(data, found),
    () => undefined,
  );

async function start(): Promise<PythonHost> {
  await onlyEngine();
  const [days, python, store] = await Promise.all([
    loadDays(),
    loadPython((loaded, total) => post({ type: "loading", loaded, total })),
    LogStore.open(),
  ]);
  const module = python.pyimport("uka.offline.worker") as {
    start(store: LogStore, send: Send, days: string): Promise<PythonHost>;
  };
  const found = await module.start(store, send, days);
  post({ type: "ready" });
  return found;
}

/** Waits until no other page of this browser runs an engine: two hosts of one table would both write its log. */
function onlyEngine(): Promise<void> {
  return new Promise((resolve) => {
    const held = new Promise<never>(() => undefined); // until this worker ends
    void navigator.locks.request("uka.engine", { ifAvailable: true }, (lock) => {
      if (lock) {
        resolve();
        return held;
      }
      post({ type: "waiting" });
      void navigator.locks.request("uka.engine", () => {
        resolve();
        return held;
      });
      return undefined;
    });
  });
}

/** Sends the page a message of Python. */
const send: Send = (type, number, code, text) => post({ type, number, code, text });

function pass(message: PageMessage, host: PythonHost): Promise<void> {
  switch (message.type) {
    case "request":
      return host.request(message.number, message.method, message.path, new Uint8Array(message.body), message.link);
    case "connect":
      return host.connect(message.number, message.path);
    case "text":
      return host.receive(message.number, message.text);
    case "disconnect":
      return host.disconnect(message.number);
  }
}
