// What a room asks: the worker of the page, or a server.

import * as api from "../static/api.js";

/** @typedef {import("./game.js").Words} Words */

/** The words of a list, as far as they were asked for. */
export class WordList {
  /** @type {Map<string, boolean>} */
  #known = new Map();
  /** @type {Map<string, Promise<void>>} */
  #asked = new Map();

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
    return Promise.all(words.map((word) => this.#ask(word)));
  }

  /** @param {string} word */
  #ask(word) {
    const going = this.#asked.get(word) ?? this.#answer(word);
    this.#asked.set(word, going);
    // What has failed is tried again.
    going.catch(() => this.#asked.delete(word));
    return going;
  }

  /** @param {string} word */
  async #answer(word) {
    const {is_word} = await api.word(word, this.name, new AbortController().signal);
    this.#known.set(word, is_word);
  }
}
