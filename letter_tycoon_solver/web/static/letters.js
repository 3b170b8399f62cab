// Rows of cards to fill, and the letters to tap.

import {card, cardRow, sign, slot} from "./cards.js";
import {el} from "./dom.js";

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** What is shown for a card that nobody saw. */
export const UNSEEN = "?";

/**
 * A row of cards that is filled.
 * @typedef {object} Row
 * @property {string} name  Unique on the page.
 * @property {string} title
 * @property {string} cards
 * @property {number} size  How many there will be.
 * @property {string} kind  A class of a card: hand or community.
 * @property {boolean} isSelected
 * @property {(letter: string) => number} ownerOf
 * @property {() => void} select  The letters go here.
 * @property {(at: number) => void} take  A card is taken out.
 */

/** @param {Row} row @param {HTMLElement | null} [beside] @returns {HTMLElement} */
export function cardsToFill({name, title, cards, size, kind, isSelected, ownerOf, select, take}, beside = null) {
  const filled = [...cards].map((letter, at) => {
    const label = `Take ${letter === UNSEEN ? "an unseen card" : letter} out: ${title}`;
    return slot(card(letter, ownerOf(letter), kind), {"aria-label": label, onclick: () => take(at)});
  });
  const free = Array.from({length: Math.max(size - cards.length, 0)}, () =>
    el("span", {class: "slot empty", "aria-hidden": "true"}),
  );
  const button = el(
    "button",
    {class: "row-name", type: "button", "aria-pressed": String(isSelected), "data-row": name, onclick: select},
    title,
    el("span", {class: "aside"}, `${cards.length} of ${size}`),
  );
  const row = cardRow(size > 3 ? "long" : "short", button, [...filled, ...free], beside);
  row.classList.add("row");
  row.toggleAttribute("data-selected", isSelected);
  return row;
}

/**
 * The letters.
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
 * @property {(letter: string) => boolean} [isPressed]
 */

/** @param {Keys} keys @returns {HTMLElement} */
export function letterKeys(keys) {
  const {labelOf = (letter) => letter, priceOf, isPressed} = keys;
  const letters = ALPHABET.map((letter) =>
    el(
      "button",
      {
        class: "key",
        type: "button",
        "aria-label": labelOf(letter),
        "aria-pressed": isPressed ? String(isPressed(letter)) : null,
        "data-row": `key-${letter}`,
        disabled: !keys.isFree(letter),
        onclick: () => keys.tap(letter),
      },
      el("span", {class: "letter"}, letter),
      priceOf ? el("span", {class: "cost", "aria-hidden": "true"}, priceOf(letter)) : null,
      sign(keys.ownerOf(letter)),
    ),
  );
  const extras = keys.extras.map(({text, label, press}) =>
    el(
      "button",
      {class: "key wide", type: "button", "aria-label": label, "data-row": `key-${text}`, onclick: press},
      text,
    ),
  );
  return el(
    "div",
    {class: "keys", role: "group", "aria-label": keys.title},
    ...letters,
    ...extras,
    keys.erase &&
      el(
        "button",
        {
          class: "key wide",
          type: "button",
          "aria-label": "Delete the last card",
          "data-row": "erase",
          onclick: keys.erase,
        },
        "⌫",
      ),
    el(
      "button",
      {
        class: `key wide done ${extras.length ? "rest" : ""}`,
        type: "button",
        "data-row": "next",
        onclick: keys.next.press,
      },
      keys.next.text,
    ),
  );
}

/**
 * Has the keys of a keyboard do what the letters on the page do; what has the focus comes first.
 * @param {(key: string) => boolean} press  Whether it has done something.
 */
export function listenToKeys(press) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
    if (event.key === "Enter" && target.closest("button, a, summary")) return;
    if (press(event.key.length === 1 ? event.key.toUpperCase() : event.key)) event.preventDefault();
  });
}
