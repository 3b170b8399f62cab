// In place of the server: the same questions, answered by a worker of this browser.

const worker = new Worker(new URL("../engine/worker.js", import.meta.url), {type: "module"});

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
    const port = ask(asked, ({status, told}) => {
      port.close();
      resolve(new Response(JSON.stringify(told), {status}));
    });
    signal?.addEventListener("abort", () => {
      port.close();
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
