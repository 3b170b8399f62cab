// What one has laid ready, for a page that is loaded again while others think.

const KEY = "letter-tycoon-laid";

/** @typedef {import("./play-letters.js").Pick} Pick */
/** @typedef {{order: number[], words: Pick[][]}} Ready  The places of the cards as they are shown, and the words. */

/** Of this seat with these cards, or null. @param {string} seat @param {string} cards @returns {Ready | null} */
export function readyFor(seat, cards) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.seat === seat && kept.cards === cards ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} seat @param {string} cards @param {Ready} ready */
export function keepReady(seat, cards, {order, words}) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({seat, cards, order, words}));
  } catch {
    // A browser that keeps nothing: then the cards are laid again.
  }
}
