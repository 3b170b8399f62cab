// What a person chose once, for all rooms: kept in the browser, and checked when it is read.

/** @typedef {import("./kept.js").Store} Store */
/**
 * @typedef {object} Settings
 * @property {string} lexicon  "" for the first that there is.
 * @property {string} ruleset
 * @property {string} against  Whom the chances are against.
 * @property {string[]} names  Of the players at the last table, "" where none was given.
 * @property {number | null} me  The place of the person among them.
 * @property {string[]} computers  The last opponents in Play.
 */

const KEY = "letter-tycoon-settings";
/** @type {Settings} */
const NOTHING = {lexicon: "", ruleset: "", against: "", names: [], me: 0, computers: []};

/** @param {unknown} list */
const isTexts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");

/** @param {() => Store} store @returns {Settings} */
export function settings(store) {
  try {
    const read = JSON.parse(store().getItem(KEY) ?? "{}");
    const isFit = (/** @type {[string, unknown]} */ [name, fallback]) =>
      Array.isArray(fallback)
        ? isTexts(read[name])
        : typeof read[name] === typeof fallback || (name === "me" && read.me === null);
    const fit = Object.entries(NOTHING).map((entry) => [entry[0], isFit(entry) ? read[entry[0]] : entry[1]]);
    return Object.fromEntries(fit);
  } catch {
    return NOTHING;
  }
}

/**
 * Keeps what was chosen; a browser that keeps nothing asks again.
 * @param {() => Store} store
 * @param {Partial<Settings>} chosen
 */
export function choose(store, chosen) {
  try {
    store().setItem(KEY, JSON.stringify({...settings(store), ...chosen}));
  } catch {
    // As long as the page is open, it knows.
  }
}
