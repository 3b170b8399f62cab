// Keeps the files of one version of the site, for when there is no network. A new version waits
// until no page of the old one is open: none is replaced in the middle.

/** What is kept once it was asked for. */
const LATER = ["definitions/", "games/"];
/** @type {string[]} */
const FILES = ["FILES"];

const scope = /** @type {any} */ (self);
// There may be other sites at the same host.
const NAME = `letter-tycoon ${scope.registration.scope} `;
const CACHE = `${NAME}VERSION`;

async function keepAll() {
  const cache = await caches.open(CACHE);
  // Not what the browser has of an older version.
  await cache.addAll(FILES.map((file) => new Request(new URL(file, scope.registration.scope), {cache: "reload"})));
}

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, {ignoreSearch: true});
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && LATER.some((folder) => request.url.startsWith(scope.registration.scope + folder))) await cache.put(request, response.clone());
  return response;
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
