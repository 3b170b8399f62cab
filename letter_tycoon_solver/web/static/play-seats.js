// The seats that this browser holds: secrets of games, kept where only this page can read them.

const KEY = "letter-tycoon-seats";
const TAKING = "letter-tycoon-taking";
const MOST = 20;

/** @typedef {{seat: string, players: string[], you: number, round: number, isOver: boolean, invitation: string}} Held */

/** The last one used first. @returns {Held[]} */
export function heldSeats() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} seat @param {Partial<Held>} change */
export function hold(seat, change) {
  const all = heldSeats();
  const before = all.find((one) => one.seat === seat) ?? {players: [], you: 0, round: 1, isOver: false, invitation: ""};
  keep([{...before, ...change, seat}, ...all.filter((one) => one.seat !== seat)].slice(0, MOST));
}

/** @param {string} seat */
export function letGo(seat) {
  keep(heldSeats().filter((one) => one.seat !== seat));
}

/** @param {Held[]} all */
function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing: the address of the page is the seat.
  }
}

/** The key with which this page takes a seat. @type {{invitation: string, key: string} | null} */
let taking = null;

/** The key with which this browser has wanted to take a seat, before the answer came. @param {string} invitation @returns {string} */
export function keyOf(invitation) {
  try {
    taking ??= JSON.parse(localStorage.getItem(TAKING) ?? "null");
  } catch {
    // Then only this page knows it.
  }
  return taking?.invitation === invitation ? taking.key : "";
}

/** The same key, or a new one that is kept. @param {string} invitation @returns {string} */
export function newKeyOf(invitation) {
  const before = keyOf(invitation);
  if (before) return before;
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  taking = {invitation, key};
  try {
    localStorage.setItem(TAKING, JSON.stringify(taking));
  } catch {
    // As above.
  }
  return key;
}
