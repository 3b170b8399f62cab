// In place of the server: the same questions, answered by a worker of this browser.

const worker = new Worker(new URL("../engine/worker.js", import.meta.url), {type: "module"});
/** @type {Map<number, (response: Response) => void>} */
const waiting = new Map();
let last = 0;

/** @type {Map<number, Stream>} */
const streams = new Map();

/** Answers that come one after the other, as of an EventSource. */
class Stream extends EventTarget {
  #id;

  /** @param {string} address */
  constructor(address) {
    super();
    this.#id = ++last;
    streams.set(this.#id, this);
    keepGames();
    worker.postMessage({id: this.#id, address, kind: "stream"});
  }

  close() {
    streams.delete(this.#id);
    worker.postMessage({id: this.#id, kind: "stop"});
  }
}

worker.addEventListener("message", ({data: {id, status, told, event}}) => {
  if (event) {
    streams.get(id)?.dispatchEvent(new MessageEvent(event, {data: JSON.stringify(told)}));
    return;
  }
  waiting.get(id)?.(new Response(JSON.stringify(told), {status: status ?? 200}));
  waiting.delete(id);
});
// Without one, as in a private window of some browsers, the page works as long as there is a network.
navigator.serviceWorker?.register(new URL("../service-worker.js", import.meta.url)).catch(() => undefined);

/**
 * Asks the worker.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function request(address, {body, signal} = {}) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, resolve);
    signal?.addEventListener("abort", () => {
      waiting.delete(id);
      reject(new DOMException("Aborted", "AbortError"));
    });
    worker.postMessage({id, address, body: typeof body === "string" ? JSON.parse(body) : null});
  });
}

/** Has the service worker keep what advice needs, also what was loaded before there was one. */
function keepGames() {
  navigator.serviceWorker?.ready.then(({active}) => active?.postMessage("games"));
}

/** Asks for a stream. @param {string} address */
export const stream = (address) => new Stream(address);
