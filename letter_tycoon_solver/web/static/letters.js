// Rows of cards to fill, and the letters to tap.

import {card, cardRow, sign, slot} from "./cards.js";
import {button, el, refill} from "./dom.js";
import {HIDDEN, LETTERS} from "../engine/position.js";
import {CARDS} from "../table/numbers.js";

/** A row of cards that is filled.
 * @typedef {object} Row
 * @property {string} name  Unique on the page.
 * @property {string} title
 * @property {string} cards
 * @property {number} size  How many there will be.
 * @property {string} kind  A class of a card: hand or community.
 * @property {boolean} isSelected
 * @property {(letter: string) => number} ownerOf
 * @property {() => void} select  The letters go here.
 * @property {(at: number) => void} take  A card is taken out. */

/** @param {Row} row @param {HTMLElement | null} [beside] */
export function cardsToFill({name, title, cards, size, kind, isSelected, ownerOf, select, take}, beside = null) {
  const filled = [...cards].map((letter, at) => {
    const label = `Take ${letter === HIDDEN ? "an unseen card" : letter} out: ${title}`;
    return slot(card(letter, ownerOf(letter), kind), {"aria-label": label, onclick: () => take(at)});
  });
  const free = Array.from({length: Math.max(size - cards.length, 0)}, () =>
    el("span", {class: "slot empty", "aria-hidden": "true"}),
  );
  const inside = [title, el("span", {class: "aside"}, `${cards.length} of ${size}`)];
  const heading = button("row-name", name, select, inside, {"aria-pressed": String(isSelected)});
  const row = cardRow(size > 3 ? "long" : "short", heading, [...filled, ...free], beside);
  row.classList.add("row");
  row.toggleAttribute("data-selected", isSelected);
  return row;
}

/** The letters.
 * @typedef {object} Keys
 * @property {string} title
 * @property {(letter: string) => boolean} isFree  Whether it can be tapped.
 * @property {(letter: string) => number} ownerOf
 * @property {(letter: string) => void} tap
 * @property {(() => void) | null} erase  Null where nothing is filled in.
 * @property {{text: string, label: string, press: () => void}[]} extras
 * @property {{text: string, press: () => void}} next
 * @property {(letter: string) => string} [labelOf]  By default the letter.
 * @property {(letter: string) => string} [priceOf]  What stands below it.
 * @property {(letter: string) => boolean} [isPressed] */

/** @param {Keys} keys */
export function letterKeys(keys) {
  const {labelOf = (letter) => letter, priceOf, isPressed} = keys;
  const letters = [...LETTERS].map((letter) => {
    const price = priceOf ? el("span", {class: "cost", "aria-hidden": "true"}, priceOf(letter)) : null;
    const inside = [el("span", {class: "letter"}, letter), price, sign(keys.ownerOf(letter))];
    return button("key", `key-${letter}`, () => keys.tap(letter), inside, {
      "aria-label": labelOf(letter),
      "aria-pressed": isPressed ? String(isPressed(letter)) : null,
      disabled: !keys.isFree(letter),
    });
  });
  const extras = keys.extras.map(({text, label, press}) =>
    button("key wide", `key-${text}`, press, text, {"aria-label": label}),
  );
  const look = `key wide done ${extras.length ? "rest" : ""}`;
  return el(
    "div",
    {class: "keys", role: "group", "aria-label": keys.title},
    ...letters,
    ...extras,
    keys.erase && button("key wide", "erase", keys.erase, "⌫", {"aria-label": "Delete the last card"}),
    button(look, "next", keys.next.press, keys.next.text),
  );
}

/** Has the keys of a keyboard do what the letters on the page do; what has the focus comes first.
 * @param {(key: string) => boolean} press  Whether it has done something. */
export function listenToKeys(press) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
    if (event.key === "Enter" && target.closest("button, a, summary")) return;
    if (press(event.key.length === 1 ? event.key.toUpperCase() : event.key)) event.preventDefault();
  });
}

// Hand and community, to be filled ---------------------------------------------------------------------------------

/** @typedef {"hand" | "community"} Field */
/** @typedef {Record<Field, string>} Cards */
/** @typedef {Record<Field, number>} Sizes */

/** How rows and letters look, where cards have owners.
 * @typedef {{title?: string, ownerOf?: (letter: string) => number, labelOf?: (letter: string) => string}} Looks */

/** The cards, and which row the letters go to. */
export class DealtCards {
  #changed;
  #ownerOf;
  #labelOf;
  #titles;
  /** @type {Field | null} */
  field = null;

  /** @param {Sizes} sizes  A hand of no cards is that of nobody.
   * @param {Cards} cards
   * @param {() => void} changed  Called after every tap.
   * @param {Looks} [looks] */
  constructor(sizes, cards, changed, {title = "Your hand", ownerOf = () => -1, labelOf = (letter) => letter} = {}) {
    this.sizes = sizes;
    this.cards = {...cards};
    this.#changed = changed;
    this.#titles = {hand: title, community: "Community"};
    this.#ownerOf = ownerOf;
    this.#labelOf = labelOf;
  }

  /** @param {string} key */
  press(key) {
    if (!this.field) return false;
    if (/^[A-Z]$/.test(key)) this.tap(key);
    else if (key === "Backspace") this.#erase();
    else if (key === "Enter") this.#select(this.next);
    else return false;
    return true;
  }

  /** The rows that there are. @returns {Field[]} */
  get #fields() {
    return this.sizes.hand ? ["hand", "community"] : ["community"];
  }

  /** The row that lacks cards, if there is one. */
  get next() {
    return this.#fields.find((field) => this.cards[field].length < this.sizes[field]) ?? null;
  }

  /** The letters go to the row that lacks cards. */
  selectNext() {
    if (this.next) this.#select(this.next);
  }

  /** @param {Field | null} field */
  #select(field) {
    this.field = field;
    this.#changed();
  }

  /** @param {string} letter @param {Field | null} field */
  #isFree(letter, field) {
    const seen = this.#fields.map((one) => this.cards[one]).join("");
    const isFull = field === null || this.cards[field].length >= this.sizes[field];
    return !isFull && seen.split(letter).length - 1 < (CARDS[letter] ?? 0);
  }

  /** Adds a card to the open row; opens the row that lacks cards if none is open. @param {string} letter */
  tap(letter) {
    const field = this.field ?? this.next;
    if (!field || !this.#isFree(letter, field)) return;
    this.cards[field] += letter;
    this.field = this.cards[field].length < this.sizes[field] ? field : this.next;
    this.#changed();
  }

  #erase() {
    if (this.field === "community" && !this.cards.community && this.sizes.hand) this.field = "hand";
    if (this.field) this.cards[this.field] = this.cards[this.field].slice(0, -1);
    this.#changed();
  }

  /** @param {HTMLElement | null} [beside]  What stands beside the title of the first row. */
  rows(beside = null) {
    return this.#fields.map((field, at) => {
      const row = {
        name: field,
        title: this.#titles[field],
        cards: this.cards[field],
        size: this.sizes[field],
        kind: field,
        isSelected: this.field === field,
        ownerOf: this.#ownerOf,
        select: () => this.#select(field),
        take: (/** @type {number} */ at) => {
          this.cards[field] = this.cards[field].slice(0, at) + this.cards[field].slice(at + 1);
          this.#select(field);
        },
      };
      return cardsToFill(row, at ? null : beside);
    });
  }

  /** @param {HTMLElement} dock */
  showKeys(dock) {
    dock.hidden = !this.field;
    if (!this.field) return;
    refill(
      dock,
      letterKeys({
        title: this.#titles[this.field],
        isFree: (letter) => this.#isFree(letter, this.field),
        ownerOf: this.#ownerOf,
        labelOf: this.#labelOf,
        tap: (letter) => this.tap(letter),
        erase: () => this.#erase(),
        extras: [],
        next: {text: "Done", press: () => this.#select(null)},
      }),
    );
  }
}
