// In place of the server: the same questions, answered by a worker of this browser.

const worker = new Worker(new URL("./engine/worker.js", import.meta.url), {type: "module"});
/** @type {Map<number, (response: Response) => void>} */
const waiting = new Map();
let last = 0;

worker.addEventListener("message", ({data: {id, status, told}}) => {
  waiting.get(id)?.(new Response(JSON.stringify(told), {status: status ?? 200}));
  waiting.delete(id);
});
// Without one, as in a private window of some browsers, the page works as long as there is a network.
navigator.serviceWorker?.register(new URL("./service-worker.js", import.meta.url)).catch(() => undefined);

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
