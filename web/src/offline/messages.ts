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

/**
 * What the worker tells of itself. `loading` counts bytes; `waiting`: the page of this browser that runs the engine does
 * not answer; `full`: the browser could not keep the last change, and `ready`: it could, or nothing was to keep yet.
 */
export type LoadingMessage =
  | { readonly type: "loading"; readonly loaded: number; readonly total: number }
  | { readonly type: "waiting" }
  | { readonly type: "ready" }
  | { readonly type: "full" }
  | { readonly type: "failed"; readonly why: string };

/** A message between the workers of the pages of one browser, of which one runs the engine. They have random ids. */
export type ChannelMessage =
  | { readonly type: "asks" }
  | { readonly type: "serves"; readonly engine: string }
  | { readonly type: "from"; readonly page: string; readonly message: PageMessage }
  | { readonly type: "to"; readonly page: string; readonly message: WorkerMessage }
  | { readonly type: "tells"; readonly message: LoadingMessage };
