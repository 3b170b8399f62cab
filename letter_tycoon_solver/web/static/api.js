// What the server is asked, and what it answers: the structs of schema.py.

import {request} from "./request.js";

/** @import {Words} from "../table/game.js" */

const MILLISECONDS_BETWEEN_LOOKS = 500;

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function ask(path, options) {
  let response;
  try {
    response = await request(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is letter-tycoon serve still running?");
  }
  const told = await response.json().catch((error) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Error(
      `What answers at this address is not letter-tycoon serve, or has been cut off (status ${response.status}). ` +
        "Try again.",
    );
  });
  if (!response.ok) throw new Error(told.detail ?? `The server has refused this (status ${response.status}).`);
  return told;
}

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

/** @param {Api.Table} table @param {AbortSignal} signal @returns {Promise<Api.Hint>} */
export function hint(table, signal) {
  return post("/api/hint", table, signal);
}

/** What was asked of words, by address. @type {Map<string, Promise<Api.Word>>} */
const asked = new Map();

/** What there is to know of a word, which is asked once. @param {string} word @param {string} lexicon */
export function word(word, lexicon) {
  const path = `/api/words/${encodeURIComponent(word)}?${new URLSearchParams({lexicon})}`;
  const answer = asked.get(path) ?? ask(path);
  asked.set(path, answer);
  // What has failed, or has no meanings for want of a network, is tried again.
  const forget = () => asked.delete(path);
  answer.then(({means}) => means || forget(), forget);
  return answer;
}

/** The address of the stream of a simulation.
 * @param {Api.Table} table
 * @param {string} against  What the opponents are taken for.
 * @returns {string} */
export function adviceAddress(table, against) {
  return `/api/advice?${new URLSearchParams({table: JSON.stringify(table), against})}`;
}

/** The words of a list, as far as they were asked for. */
export class WordList {
  /** @type {Map<string, boolean>} */
  #known = new Map();

  /** @param {string} name @param {string} sha256 */
  constructor(name, sha256) {
    this.name = name;
    this.sha256 = sha256;
  }

  /** Is it in the list? Undefined while that is not known. @param {string} word  In capitals. */
  find(word) {
    return this.#known.get(word);
  }

  /** The list as a game takes it; its words were asked for before. @returns {Words} */
  get words() {
    return {name: this.name, sha256: this.sha256, isWord: (word) => this.#known.get(word) ?? false};
  }

  /** Asks for words. @param {string[]} words  In capitals. @returns {Promise<unknown>} */
  ask(words) {
    return Promise.all(words.map(async (one) => this.#known.set(one, (await word(one, this.name)).is_word)));
  }
}
