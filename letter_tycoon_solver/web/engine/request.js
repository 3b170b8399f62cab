// In place of the server: the same questions, answered by a worker of this browser.

const NOT_LOADED = "A part of this page could not be loaded. Load the page again.";
const worker = new Worker(new URL("../engine/worker.js", import.meta.url), {type: "module"});
/** Was a file of the worker not loaded? Then it never answers. */
let isLost = false;
/** Refuse what waits for an answer. @type {Set<() => void>} */
const waiting = new Set();
worker.addEventListener("error", (event) => {
  // An error in a file that was loaded has a message.
  if (event.message) return;
  isLost = true;
  for (const refuse of waiting) refuse();
});

/** Asks the worker; each answer is heard. @param {object} asked @param {(told: any) => void} hear */
function ask(asked, hear) {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = ({data}) => hear(data);
  worker.postMessage(asked, [port2]);
  return port1;
}

/** Answers that come one after the other, as of an EventSource. */
class Stream extends EventTarget {
  #port;

  /** @param {string} address */
  constructor(address) {
    super();
    keepGames();
    this.#port = ask({address}, ({event, told}) =>
      this.dispatchEvent(new MessageEvent(event, {data: JSON.stringify(told)})),
    );
  }

  close() {
    this.#port.postMessage("stop");
    this.#port.close();
  }
}

// Without one, as in a private window of some browsers, the page works as long as there is a network.
navigator.serviceWorker?.register(new URL("../service-worker.js", import.meta.url)).catch(() => undefined);

/** Asks the worker. @param {string} address @param {RequestInit} [options] @returns {Promise<Response>} */
export function request(address, {body, signal} = {}) {
  return new Promise((resolve, reject) => {
    const asked = {address, body: typeof body === "string" ? JSON.parse(body) : null};
    const end = (/** @type {Response} */ response) => {
      port.close();
      waiting.delete(refuse);
      resolve(response);
    };
    const refuse = () => end(Response.json({detail: NOT_LOADED}, {status: 503}));
    const port = ask(asked, ({status, told}) => end(new Response(JSON.stringify(told), {status})));
    if (isLost) refuse();
    else waiting.add(refuse);
    signal?.addEventListener("abort", () => {
      port.close();
      waiting.delete(refuse);
      reject(new DOMException("Aborted", "AbortError"));
    });
  });
}

/** Has the service worker keep what advice needs, also what was loaded before there was one. */
function keepGames() {
  navigator.serviceWorker?.ready.then(({active}) => active?.postMessage("games"));
}

/** Asks for a stream. @param {string} address */
export const stream = (address) => new Stream(address);
