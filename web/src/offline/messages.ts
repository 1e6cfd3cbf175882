/** The messages between the page and the worker in which the engine runs. They hold numbers and text, and the body of a request. */

/** A message to the worker. Requests and connections have numbers, which the page gives. */
export type PageMessage =
  | {
      readonly type: "request";
      readonly number: number;
      readonly method: string;
      readonly path: string;
      readonly body: ArrayBuffer;
      /** The link to a tournament that the request presents; usually empty. */
      readonly link: string;
    }
  | { readonly type: "connect"; readonly number: number; readonly path: string }
  | { readonly type: "text"; readonly number: number; readonly text: string }
  | { readonly type: "disconnect"; readonly number: number };

/** A message from the worker. */
export type WorkerMessage =
  | { readonly type: "answer"; readonly number: number; readonly code: number; readonly text: string }
  | { readonly type: "connected"; readonly number: number }
  | { readonly type: "text"; readonly number: number; readonly text: string }
  | { readonly type: "disconnected"; readonly number: number; readonly code: number }
  | LoadingMessage;

/** What the worker tells while it loads. `loading` counts bytes; `waiting`: another page of this browser runs an engine. */
export type LoadingMessage =
  | { readonly type: "loading"; readonly loaded: number; readonly total: number }
  | { readonly type: "waiting" }
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly why: string };
