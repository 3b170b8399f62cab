// What the server is asked, and what it answers: the structs of schema.py.

import {request} from "./request.js";

const MILLISECONDS_BETWEEN_LOOKS = 500;
const NO_ANSWER = "The server does not answer. Is letter-tycoon serve still running?";

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function ask(path, options) {
  const response = await request(path, options).catch(failing(NO_ANSWER));
  const status = `(status ${response.status})`;
  const isCut = `What answers at this address is not letter-tycoon serve, or has been cut off ${status}. Try again.`;
  const told = await response.json().catch(failing(isCut));
  if (!response.ok) throw new Error(told.detail ?? `The server has refused this ${status}.`);
  return told;
}

/** Says why there is no answer, unless nobody waits for it. @param {string} message */
const failing = (message) => (/** @type {Error} */ error) => {
  throw error.name === "AbortError" ? error : new Error(message);
};

/** Sends something as JSON.
 * @param {string} path @param {object} body @param {AbortSignal | null} [signal] @returns {Promise<any>} */
export function post(path, body, signal = null) {
  const headers = {"Content-Type": "application/json"};
  return ask(path, {method: "POST", headers, body: JSON.stringify(body), signal});
}

/** The setup, once the server answers; tells until then why it does not, and then the note of the setup.
 * @param {(message: string) => void} tell @returns {Promise<Api.Setup>} */
export async function whenReady(tell) {
  for (;;) {
    try {
      /** @type {Api.Setup} */
      const setup = await ask("/api/setup");
      tell(setup.note);
      return setup;
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_LOOKS));
  }
}

/** What there is to know of a word: `WordFacts.to_dict` of the library, and words that differ by a letter. Without a
 * network there may be no definitions.
 * @typedef {{patents: string, money: number, stock: number, doublers: string, y_as: string}} Payout
 * @typedef {{lemma: string, part_of_speech: string, gloss: string}} Definition
 * @typedef {{word: string, is_word: boolean, lists: Record<string, boolean>, definitions: Definition[] | null,
 *   why_not: string | null, anagrams: string[], payouts: Payout[], with_suffix: string | null, needs: string | null,
 *   near: Record<"more" | "less" | "other", string[]>}} Word */
/** What was asked of words, by address. @type {Map<string, Promise<Word>>} */
const asked = new Map();

/** What there is to know of a word, which is asked once. @param {string} word @param {string} lexicon */
export function word(word, lexicon) {
  const path = `/api/words/${encodeURIComponent(word)}?${new URLSearchParams({lexicon})}`;
  const answer = asked.get(path) ?? ask(path);
  asked.set(path, answer);
  // What has failed, or has no definitions for want of a network, is tried again.
  const forget = () => asked.delete(path);
  answer.then(({definitions}) => definitions || forget(), forget);
  return answer;
}

/** @typedef {ReturnType<typeof wordList>} WordList */
/** A word list, as far as its words were asked for. @param {string} name @param {string} sha256 */
export function wordList(name, sha256) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  return {
    name,
    sha256,
    /** Undefined while that is not known. @param {string} one  In capitals. */
    isWord: (one) => known.get(one),
    /** Asks for words. @param {string[]} words  In capitals. */
    ask: (words) => Promise.all(words.map(async (one) => known.set(one, (await word(one, name)).is_word))),
  };
}
