// In place of the server: the same questions, answered by a worker of this browser.

const NOT_LOADED = "A part of this page could not be loaded. Load the page again.";
const worker = new Worker(new URL("../engine/worker.js", import.meta.url), {type: "module"});
/** Comes if a file of the worker was not loaded: then it never answers. An error in a file has a message.
 * @type {Promise<void>} */
const lost = new Promise((resolve) => worker.addEventListener("error", ({message}) => message || resolve()));

// Without one, as in a private window of some browsers, the page works as long as there is a network.
navigator.serviceWorker?.register(new URL("../service-worker.js", import.meta.url)).catch(() => undefined);

/** Asks the worker; each answer is heard. @param {object} asked @param {(told: any) => void} hear */
function ask(asked, hear) {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = ({data}) => hear(data);
  worker.postMessage(asked, [port2]);
  return port1;
}

/** Asks the worker. @param {string} address @param {RequestInit} [options] @returns {Promise<Response>} */
export function request(address, {body, signal} = {}) {
  const asked = {address, body: typeof body === "string" ? JSON.parse(body) : null};
  /** @type {Promise<Response>} */
  const answer = new Promise((resolve, reject) => {
    const port = ask(asked, ({status, told}) => {
      port.close();
      resolve(Response.json(told, {status}));
    });
    signal?.addEventListener("abort", () => {
      port.close();
      reject(new DOMException("Aborted", "AbortError"));
    });
  });
  return Promise.race([answer, lost.then(() => Response.json({detail: NOT_LOADED}, {status: 503}))]);
}

/** Asks for answers that come one after the other, as of an EventSource. @param {string} address */
export function stream(address) {
  // What advice needs is to be kept, also what was loaded before there was a service worker.
  navigator.serviceWorker?.ready.then(({active}) => active?.postMessage("games"));
  const source = new EventTarget();
  const port = ask({address}, ({event, told}) =>
    source.dispatchEvent(new MessageEvent(event, {data: JSON.stringify(told)})),
  );
  const close = () => {
    port.postMessage("stop");
    port.close();
  };
  return Object.assign(source, {close});
}
