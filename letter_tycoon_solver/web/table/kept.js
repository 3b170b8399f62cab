// The last games, kept in the browser as their text. What is read is checked: a browser may cut it off, another version
// of the page may have written it, and a person may have changed it. Nothing here throws for what a storage does.
//
//     letter-tycoon-game 1 CHECK       the version of this format; CHECK is of all lines below
//     {"about": .., "done": 12, "room": ..}
//     Letter Tycoon 1                  the game with the turns that are undone, as text.js writes it
//     ..

/** As localStorage. @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store */
/** A game as it is kept.
 * @typedef {object} KeptGame
 * @property {string} text  With the turns that are undone.
 * @property {number} done  How many turns are not undone.
 * @property {string} about  A line for the list of games.
 * @property {unknown} room  Whatever the room needs besides, as plain data. */
/** A game of the list; it has no game where that is damaged.
 * @typedef {{id: number, about: string, game: KeptGame | null}} Listed */

const FORMAT = "letter-tycoon-game";
/** Goes up when this format changes, or what Room and Draft have, which are kept as they are. */
const VERSION = 1;
const KEY = /^letter-tycoon-game-([1-9][0-9]{0,8})$/;
const MOST_GAMES = 10;

const NOTHING_IS_KEPT =
  "This browser keeps nothing for this page, so the game ends with the page. Save it as text before you leave.";
const STORAGE_IS_FULL =
  "This browser has no room left for the game, so what you do now is lost with the page. Save it as text.";
const IS_DAMAGED = "A game that was kept in this browser is damaged and cannot be opened.";
const IS_OF_ANOTHER_VERSION =
  "This game was kept by another version of the page. Load the page again, or begin a new game.";

/** The result of some work with a storage, or another where it is forbidden.
 * @template T @param {() => T} work @param {T} other */
export function attempt(work, other) {
  try {
    return work();
  } catch {
    return other;
  }
}

/** A number of 32 bits that is another one after every change of one character (FNV-1a). @param {string} text */
function checkOf(text) {
  let check = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) check = Math.imul(check ^ text.charCodeAt(at), 0x01000193);
  return (check >>> 0).toString(16).padStart(8, "0");
}

/** @param {KeptGame} game */
function written({text, done, about, room}) {
  const body = `${JSON.stringify({about, done, room})}\n${text}`;
  return `${FORMAT} ${VERSION} ${checkOf(`${VERSION}\n${body}`)}\n${body}`;
}

/** @param {string} kept @returns {{game: KeptGame} | {trouble: string}} */
function read(kept) {
  const [, version = "", check, body = ""] = /^letter-tycoon-game (\d{1,9}) (\w+)\n([^]*)$/.exec(kept) ?? [];
  if (check !== checkOf(`${version}\n${body}`)) return {trouble: IS_DAMAGED};
  if (Number(version) !== VERSION) return {trouble: IS_OF_ANOTHER_VERSION};
  const end = body.indexOf("\n");
  try {
    const {about, done, room} = JSON.parse(body.slice(0, end));
    const text = body.slice(end + 1);
    if (typeof about === "string" && Number.isInteger(done)) return {game: {about, done, room, text}};
  } catch {
    // As any other that is not whole.
  }
  return {trouble: IS_DAMAGED};
}

/** The last ten games of this browser.
 * @param {() => Store} store  Where they are kept; a browser that forbids it throws here. */
export function keptGames(store) {
  /** The games, the newest first. @returns {Listed[]} */
  function list() {
    return ids().map((id) => {
      const found = open(id);
      return "game" in found ? {id, about: found.game.about, game: found.game} : {id, about: found.trouble, game: null};
    });
  }

  /** A number for a game that begins. */
  function nextId() {
    return (ids()[0] ?? 0) + 1;
  }

  /** A game, or why it cannot be opened. @param {number} id @returns {{game: KeptGame} | {trouble: string}} */
  function open(id) {
    const kept = attempt(() => store().getItem(`${FORMAT}-${id}`), undefined);
    if (kept === undefined) return {trouble: NOTHING_IS_KEPT};
    return kept === null ? {trouble: "This browser does not keep that game any more."} : read(kept);
  }

  /** Keeps a game as it is now, in place of the oldest of ten others.
   * @param {number} id
   * @param {KeptGame} game
   * @returns {string}  What the person is to know; "" if it is kept. */
  function keep(id, game) {
    try {
      store().setItem(`${FORMAT}-${id}`, written(game));
    } catch {
      // A storage that can be read, and not written, is full.
      return attempt(() => (store().getItem(FORMAT), STORAGE_IS_FULL), NOTHING_IS_KEPT);
    }
    const others = ids().filter((one) => one !== id);
    for (const old of others.slice(MOST_GAMES - 1)) forget(old);
    return "";
  }

  /** @param {number} id */
  function forget(id) {
    // A browser that keeps nothing has nothing to forget.
    attempt(() => store().removeItem(`${FORMAT}-${id}`), undefined);
  }

  /** The numbers of the games, the newest first. */
  function ids() {
    const keys = attempt(() => {
      const kept = store();
      return Array.from({length: kept.length}, (_, at) => kept.key(at) ?? "");
    }, []);
    const numbers = keys.map((key) => Number(KEY.exec(key)?.[1] ?? 0));
    return numbers.filter(Boolean).sort((a, b) => b - a);
  }

  return {list, nextId, open, keep, forget};
}

// What is chosen once for all rooms --------------------------------------------------------------------------------

/** @typedef {object} Settings
 * @property {string} lexicon  "" for the first that there is.
 * @property {string} ruleset
 * @property {string} against  Whom the chances are against.
 * @property {string[]} names  Of the players at the last table, "" where none was given.
 * @property {number | null} me  The place of the person among them.
 * @property {string[]} computers  The last opponents in Play. */

const SETTINGS = "letter-tycoon-settings";
/** @type {Settings} */
const NOTHING = {lexicon: "", ruleset: "", against: "", names: [], me: 0, computers: []};

/** @param {unknown} list */
const isTexts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");

/** @param {() => Store} store @returns {Settings} */
export function settings(store) {
  try {
    const read = JSON.parse(store().getItem(SETTINGS) ?? "{}");
    const isFit = (/** @type {[string, unknown]} */ [name, fallback]) => {
      if (Array.isArray(fallback)) return isTexts(read[name]);
      if (name === "me" && read.me === null) return true;
      return typeof read[name] === typeof fallback && (name !== "me" || read.names?.[read.me] !== undefined);
    };
    const fit = Object.entries(NOTHING).map((entry) => [entry[0], isFit(entry) ? read[entry[0]] : entry[1]]);
    return Object.fromEntries(fit);
  } catch {
    return NOTHING;
  }
}

/** Keeps what was chosen; a browser that keeps nothing asks again.
 * @param {() => Store} store @param {Partial<Settings>} chosen */
export function choose(store, chosen) {
  attempt(() => store().setItem(SETTINGS, JSON.stringify({...settings(store), ...chosen})), undefined);
}
