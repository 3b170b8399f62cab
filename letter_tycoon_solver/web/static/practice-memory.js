// The hands of the day that were played in this browser.

const KEY = "letter-tycoon-practice";
const LIST = "letter-tycoon-practice-list";

/** @typedef {{points: number, turn: string, best: string}} Played */
/** @typedef {{date: string, lexicon: string, played: Played[]}} Kept */

/** @param {string} date @param {string} lexicon @returns {Played[]} */
export function playedOn(date, lexicon) {
  try {
    /** @type {Kept | null} */
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.date === date && kept.lexicon === lexicon && Array.isArray(kept.played) ? kept.played : [];
  } catch {
    return [];
  }
}

/** @param {Kept} kept */
export function keep(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: the hands begin anew when the page is loaded.
  }
}

/** The word list that was chosen in this browser, or nothing. @returns {string} */
export function chosenList() {
  try {
    return localStorage.getItem(LIST) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} lexicon */
export function chooseList(lexicon) {
  try {
    localStorage.setItem(LIST, lexicon);
  } catch {
    // As above.
  }
}
