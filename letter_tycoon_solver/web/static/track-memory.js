// What this device remembers: the secrets of its games, the names at its table, a turn half told.

const GAMES = "letter-tycoon-tracked";
const NAMES = "letter-tycoon-players";
const DRAFT = "letter-tycoon-draft";
const MOST_GAMES = 50;

/** @param {string} key @returns {any}  Null if there is nothing, or nothing may be kept. */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window: the address of the game leads to it all the same.
  }
}

/** @param {string} key @returns {string[]} */
function texts(key) {
  const found = read(key);
  return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
}

/** The games of this device, the last one first. @returns {string[]} */
export function games() {
  return texts(GAMES);
}

/** @param {string} secret */
export function remember(secret) {
  write(GAMES, [secret, ...games().filter((one) => one !== secret)].slice(0, MOST_GAMES));
}

/** @param {string} secret */
export function forget(secret) {
  write(GAMES, games().filter((one) => one !== secret));
}

/** @returns {string[]} */
export function names() {
  return texts(NAMES);
}

/** @param {string[]} all */
export function rememberNames(all) {
  write(NAMES, all);
}

/** What was begun to be told of a turn. @param {string} secret @param {number} turn @returns {any} */
export function draft(secret, turn) {
  const found = read(DRAFT);
  return found?.secret === secret && found.turn === turn ? found.draft : null;
}

/** It stays until another one is begun: a turn that is undone can be told a little otherwise. @param {string} secret @param {number} turn @param {unknown} begun */
export function rememberDraft(secret, turn, begun) {
  write(DRAFT, {secret, turn, draft: begun});
}
