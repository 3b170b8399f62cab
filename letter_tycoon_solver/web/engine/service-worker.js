// Keeps the files of one version of the site, for when there is no network. A new version waits
// until no page of the old one is open: none is replaced in the middle.

/** Kept from the first visit on. @type {string[]} */
const FILES = ["FILES"];
/** What the chance to win needs, for any number of players: kept from the first advice on. @type {string[]} */
const GAMES = ["GAMES"];
/** Of these are kept the files that were asked for. */
const DEFINITIONS = "definitions/";

const scope = /** @type {any} */ (self);
// There may be other sites at the same host.
const NAME = `letter-tycoon ${scope.registration.scope} `;
const CACHE = `${NAME}VERSION`;

async function keepFirst() {
  const cache = await caches.open(CACHE);
  // Not what the browser has of an older version.
  await cache.addAll(FILES.map((file) => new Request(new URL(file, scope.registration.scope), {cache: "reload"})));
}

async function keepGames() {
  const cache = await caches.open(CACHE);
  const addresses = GAMES.map((file) => String(new URL(file, scope.registration.scope)));
  const kept = new Set((await cache.keys()).map(({url}) => url));
  await cache.addAll(addresses.filter((address) => !kept.has(address)));
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
  if (response.ok && request.url.startsWith(scope.registration.scope + DEFINITIONS))
    await cache.put(request, response.clone());
  return response;
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepFirst()));
scope.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(forgetOthers().then(() => scope.clients.claim())),
);
scope.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepGames()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
