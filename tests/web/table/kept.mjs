// Games in a storage that works, is full, forbidden or damaged.

import {keptGames} from "/web/table/kept.js";

/** The storage of the page, without anything in it. */
function emptied() {
  localStorage.clear();
  return localStorage;
}

const KEY = "letter-tycoon-game-1";

/** What is kept of a game, and the game as it is opened again. */
export function kept(game) {
  const shelf = emptied();
  const games = keptGames(() => shelf);
  const told = games.keep(games.nextId(), game);
  return {told, text: shelf.getItem(KEY), opened: games.open(1), list: games.list()};
}

/** What is told of games that were damaged: cut off, and with one bit flipped, at each place. */
export function damaged(game) {
  const shelf = emptied();
  const games = keptGames(() => shelf);
  games.keep(1, game);
  const text = shelf.getItem(KEY);
  const told = {cut: [], flipped: [], listed: []};
  const open = (damaged) => {
    shelf.setItem(KEY, damaged);
    return games.open(1);
  };
  for (let at = 0; at < text.length; at++) {
    told.cut.push(open(text.slice(0, at)));
    told.listed.push(games.list());
    for (let bit = 0; bit < 16; bit++) {
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
      told.flipped.push(open(text.slice(0, at) + flipped + text.slice(at + 1)));
    }
  }
  // In a page that has met damage, the next game is kept.
  const id = games.nextId();
  return {...told, places: text.length, after: games.keep(id, game), opened: games.open(id)};
}

/** What stands in a storage is this text. @param {string} text */
export function openedAs(text) {
  const shelf = emptied();
  shelf.setItem(KEY, text);
  return keptGames(() => shelf).open(1);
}

/** Each game is kept under the next number; then all numbers. */
export function many(games, again = 0) {
  const shelf = emptied();
  shelf.setItem("letter-tycoon-other", "stays");
  const all = keptGames(() => shelf);
  for (const game of games) {
    all.keep(all.nextId(), game);
    if (again) all.keep(again, games[0]);
  }
  return {list: all.list(), other: shelf.getItem("letter-tycoon-other")};
}

/** A storage that has no room for a second, longer game. */
export function full(game, longer) {
  const shelf = emptied();
  const games = keptGames(() => shelf);
  const first = games.keep(1, game);
  const {setItem} = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException("it is full", "QuotaExceededError");
  };
  const next = games.keep(1, longer);
  Storage.prototype.setItem = setItem;
  return {first, next, opened: games.open(1)};
}

/** A browser that forbids storage, as a whole or each thing in it. */
export function forbidden(game) {
  const forbid = () => {
    throw new DOMException("it is forbidden", "SecurityError");
  };
  const locked = {getItem: forbid, setItem: forbid, removeItem: forbid, key: forbid, get length() { return forbid(); }};
  return [keptGames(forbid), keptGames(() => locked)].map((games) => {
    const id = games.nextId();
    games.forget(id);
    return {id, list: games.list(), told: games.keep(id, game), opened: games.open(id)};
  });
}
