// The first cards that one sees: a row for the hand, one for the community, and the letters to tap.

import {refill} from "./dom.js";
import {cardsToFill, letterKeys} from "./letters.js";

/** @typedef {"hand" | "community"} Field */
/** @typedef {Record<Field, string>} Cards */
/** @typedef {Record<Field, number>} Sizes */

const TITLES = {hand: "Your hand", community: "Community"};

/** The cards, and which row the letters go to. */
export class DealtCards {
  #letters;
  #changed;
  /** @type {Field | null} */
  #field = null;

  /**
   * @param {Api.LetterOfGame[]} letters
   * @param {Sizes} sizes  A hand of no cards is that of nobody.
   * @param {Cards} cards
   * @param {() => void} changed  Called after every tap.
   */
  constructor(letters, sizes, cards, changed) {
    this.#letters = letters;
    this.sizes = sizes;
    this.cards = {...cards};
    this.#changed = changed;
  }

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (!this.#field) return false;
    if (/^[A-Z]$/.test(key)) this.#tap(key);
    else if (key === "Backspace") this.#erase();
    else if (key === "Enter") this.#select(this.#next());
    else return false;
    return true;
  }

  /** The rows that there are. @returns {Field[]} */
  get #fields() {
    return this.sizes.hand ? ["hand", "community"] : ["community"];
  }

  /** @returns {Field | null} */
  #next() {
    return this.#fields.find((field) => this.cards[field].length < this.sizes[field]) ?? null;
  }

  /** The letters go to the row that lacks cards, if there is one. */
  selectNext() {
    const next = this.#next();
    if (next) this.#select(next);
  }

  /** @param {Field | null} field */
  #select(field) {
    this.#field = field;
    this.#changed();
  }

  /** @param {string} letter @returns {boolean} */
  #isFree(letter) {
    const known = this.#letters.find((one) => one.letter === letter);
    const seen = this.#fields.map((field) => this.cards[field]).join("");
    const isFull = this.#field === null || this.cards[this.#field].length >= this.sizes[this.#field];
    return !isFull && seen.split(letter).length - 1 < (known?.cards ?? 0);
  }

  /** @param {string} letter */
  #tap(letter) {
    const field = this.#field;
    if (!field || !this.#isFree(letter)) return;
    this.cards[field] += letter;
    this.#select(this.cards[field].length < this.sizes[field] ? field : this.#next());
  }

  #erase() {
    if (this.#field) this.cards[this.#field] = this.cards[this.#field].slice(0, -1);
    this.#changed();
  }

  /** @returns {HTMLElement[]} */
  rows() {
    return this.#fields.map((field) =>
      cardsToFill({
        name: field,
        title: TITLES[field],
        cards: this.cards[field],
        size: this.sizes[field],
        kind: field,
        isSelected: this.#field === field,
        ownerOf: () => -1,
        select: () => this.#select(field),
        take: (at) => {
          this.cards[field] = this.cards[field].slice(0, at) + this.cards[field].slice(at + 1);
          this.#select(field);
        },
      }),
    );
  }

  /** @param {HTMLElement} dock */
  showKeys(dock) {
    dock.hidden = !this.#field;
    if (!this.#field) return;
    refill(
      dock,
      letterKeys({
        title: TITLES[this.#field],
        isFree: (letter) => this.#isFree(letter),
        ownerOf: () => -1,
        tap: (letter) => this.#tap(letter),
        erase: () => this.#erase(),
        extras: [],
        next: {text: "Done", press: () => this.#select(null)},
      }),
    );
  }
}
