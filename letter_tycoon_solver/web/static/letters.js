// Rows of cards to fill, and the letters to tap.

import {card, cardRow, sign, slot} from "./cards.js";
import {button, el, refill} from "./dom.js";
import {count, HIDDEN, LETTERS} from "../engine/position.js";
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
 * @property {{text: string, press: () => void}} next
 * @property {() => void} [erase]  Where something is filled in.
 * @property {{text: string, label: string, press: () => void}[]} [extras]
 * @property {(letter: string) => string} [labelOf]  By default the letter.
 * @property {(letter: string) => string} [priceOf]  What stands below it.
 * @property {(letter: string) => boolean} [isPressed] */

/** @param {Keys} keys */
export function letterKeys(keys) {
  const {labelOf = (letter) => letter, priceOf, isPressed, erase, extras = []} = keys;
  const letters = [...LETTERS].map((letter) => {
    const price = priceOf ? el("span", {class: "cost", "aria-hidden": "true"}, priceOf(letter)) : null;
    const inside = [el("span", {class: "letter"}, letter), price, sign(keys.ownerOf(letter))];
    return button("key", `key-${letter}`, () => keys.tap(letter), inside, {
      "aria-label": labelOf(letter),
      "aria-pressed": isPressed ? String(isPressed(letter)) : null,
      disabled: !keys.isFree(letter),
    });
  });
  const more = extras.map(({text, label, press}) =>
    button("key wide", `key-${text}`, press, text, {"aria-label": label}),
  );
  const look = `key wide done ${extras.length ? "rest" : ""}`;
  return el(
    "div",
    {class: "keys", role: "group", "aria-label": keys.title},
    ...letters,
    ...more,
    erase ? button("key wide", "erase", erase, "⌫", {"aria-label": "Delete the last card"}) : null,
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

/** The cards, and which row the letters go to.
 * @param {Sizes} sizes  A hand of no cards is that of nobody.
 * @param {Cards} cards
 * @param {() => void} changed  Called after every tap.
 * @param {Looks} [looks] */
export function dealtCards(
  sizes,
  {hand, community},
  changed,
  {title = "Your hand", ownerOf = () => -1, labelOf = (letter) => letter} = {},
) {
  const titles = {hand: title, community: "Community"};
  const cards = {hand, community};
  const dealt = {sizes, cards, field: /** @type {Field | null} */ (null), next, select, press, rows, showKeys};

  /** @param {string} key */
  function press(key) {
    if (/^[A-Z]$/.test(key)) tap(key);
    else if (!dealt.field) return false;
    else if (key === "Backspace") erase();
    else if (key === "Enter") select(next());
    else return false;
    return true;
  }

  /** The rows that there are. @returns {Field[]} */
  const fields = () => (dealt.sizes.hand ? ["hand", "community"] : ["community"]);
  /** Does a row lack cards? @param {Field} field */
  const lacks = (field) => dealt.cards[field].length < dealt.sizes[field];

  /** The row that lacks cards, if there is one. */
  function next() {
    return fields().find(lacks) ?? null;
  }

  /** @param {Field | null} field */
  function select(field) {
    dealt.field = field;
    changed();
  }

  /** @param {string} letter @param {Field | null} field */
  function isFree(letter, field) {
    const seen = fields().map((one) => dealt.cards[one]);
    return field !== null && lacks(field) && count(seen.join(""), letter) < (CARDS[letter] ?? 0);
  }

  /** Adds a card to the open row; opens the row that lacks cards if none is open. @param {string} letter */
  function tap(letter) {
    const field = dealt.field ?? next();
    if (!field || !isFree(letter, field)) return;
    dealt.cards[field] += letter;
    select(lacks(field) ? field : next());
  }

  function erase() {
    if (dealt.field === "community" && !dealt.cards.community && dealt.sizes.hand) dealt.field = "hand";
    if (dealt.field) dealt.cards[dealt.field] = dealt.cards[dealt.field].slice(0, -1);
    changed();
  }

  /** @param {HTMLElement | null} [beside]  What stands beside the title of the first row. */
  function rows(beside = null) {
    return fields().map((field, at) => {
      const row = {
        name: field,
        title: titles[field],
        cards: dealt.cards[field],
        size: dealt.sizes[field],
        kind: field,
        isSelected: dealt.field === field,
        ownerOf,
        select: () => select(field),
        take: (/** @type {number} */ at) => {
          dealt.cards[field] = dealt.cards[field].slice(0, at) + dealt.cards[field].slice(at + 1);
          select(field);
        },
      };
      return cardsToFill(row, at ? null : beside);
    });
  }

  /** @param {HTMLElement} dock */
  function showKeys(dock) {
    const {field} = dealt;
    dock.hidden = !field;
    if (!field) return;
    const next = {text: "Done", press: () => select(null)};
    const free = (/** @type {string} */ letter) => isFree(letter, field);
    refill(dock, letterKeys({title: titles[field], isFree: free, ownerOf, labelOf, tap, erase, next}));
  }

  return dealt;
}
