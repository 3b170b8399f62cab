// What this device remembers: the secrets of its games, the names at its table, a turn half told.

const GAMES = "letter-tycoon-tracked";
const NAMES = "letter-tycoon-players";
const DRAFTS = "letter-tycoon-drafts";
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

/** What was begun to be told of a turn. @param {string} secret @param {string} table  As `tableOf`. @returns {any} */
export function draft(secret, table) {
  const found = read(DRAFTS)?.[secret];
  return found?.table === table ? found.draft : null;
}

/**
 * One a game; it stays until another one is begun: a turn that is undone can be told a little otherwise.
 * @param {string} secret
 * @param {string} table  As `tableOf`.
 * @param {unknown} begun
 */
export function rememberDraft(secret, table, begun) {
  const known = games();
  const others = Object.entries(read(DRAFTS) ?? {}).filter(([other]) => other !== secret && known.includes(other));
  write(DRAFTS, Object.fromEntries([...others, [secret, {table, draft: begun}]]));
}
