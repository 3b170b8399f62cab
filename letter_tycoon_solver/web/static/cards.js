// Cards as they look, and the sign of who owns the patent of their letter.

import {el, listed} from "./dom.js";

/** @typedef {Api.LaidWord} LaidWord */
/** @typedef {Api.LaidLetter} LaidLetter */

/** What a letter comes from, for people. */
export const SOURCES = {
  hand: "from the hand",
  community: "from the community",
  duplicate: "once more, by patent X",
  suffix: "at the end, by patent Z",
};

/**
 * The sign of a player: a shape in a colour.
 * @param {number} owner  -1 for nobody, who has none.
 * @returns {HTMLElement | null}
 */
export function sign(owner) {
  return owner < 0 ? null : el("span", {class: `sign player-${owner}`, "aria-hidden": "true"});
}

/**
 * A card, to look at.
 * @param {string} letter
 * @param {number} owner
 * @param {string} [kind]
 * @returns {HTMLElement}
 */
export function card(letter, owner, kind = "hand") {
  return el("span", {class: `card ${kind}`}, letter, sign(owner));
}

/**
 * A card in its place; a button, if it has properties of one.
 * @param {HTMLElement} face
 * @param {import("./dom.js").Properties | null} [pressed]
 */
export function slot(face, pressed = null) {
  return pressed ? el("button", {class: "slot", type: "button", ...pressed}, face) : el("span", {class: "slot"}, face);
}

/**
 * A row of cards: of a hand, or of less.
 * @param {"long" | "short"} length
 * @param {string | HTMLElement} title
 * @param {HTMLElement[]} cards
 * @param {...(Node | null)} beside  What stands beside the title.
 */
export function cardRow(length, title, cards, ...beside) {
  const group = typeof title === "string" ? {role: "group", "aria-label": title} : {};
  return el(
    "div",
    {class: `card-row ${length}`, ...group},
    el("span", {class: "label"}, title, ...beside),
    el("span", {class: "cards"}, ...cards),
  );
}

/**
 * A word as it is laid. To listeners it is the word.
 * @param {LaidWord} word
 * @param {(letter: string) => number} ownerOf
 * @param {string} size  A class.
 * @returns {HTMLElement}
 */
export function laid(word, ownerOf, size) {
  const cards = word.letters.map(({letter, source}) => {
    const isCard = source === "hand" || source === "community";
    return card(letter, isCard ? ownerOf(letter) : -1, source);
  });
  return el("span", {class: `laid ${size}`, role: "img", "aria-label": word.word}, ...cards);
}

/**
 * Where the letters of a word come from, in words.
 * @param {LaidWord} word
 * @returns {HTMLElement}
 */
export function legend(word) {
  const items = /** @type {(keyof typeof SOURCES)[]} */ (Object.keys(SOURCES)).flatMap((source) => {
    const letters = word.letters.filter((one) => one.source === source).map((one) => one.letter);
    if (!letters.length) return [];
    const sample = el("span", {class: `card sample ${source}`, "aria-hidden": "true"});
    return [el("li", {}, sample, `${listed(letters)} ${SOURCES[source]}`)];
  });
  const ys = word.letters.filter((one) => one.y_as).map((one) => one.y_as);
  // Without a doubler that counts vowels it makes no difference.
  if (ys.length && /[BJK]/.test(word.doublers)) items.push(el("li", {}, `Y is a ${ys.join(", then a ")}`));
  return el("ul", {class: "legend"}, ...items);
}
