// Cards as they look, with the sign of who owns the patent of their letter, and the players of a board.

import * as api from "./api.js";
import {el, listed, listName} from "./dom.js";

/** @import {Properties} from "./dom.js" */

/** @typedef {Api.LaidWord} LaidWord */

/** By its source, how a letter looks and where it comes from. @type {Record<string, [string, string]>} */
const SOURCES = {
  h: ["hand", "from the hand"],
  c: ["community", "from the community"],
  d: ["duplicate", "once more, by patent X"],
  s: ["suffix", "at the end, by patent Z"],
};

/** The sign of a player: a shape in a colour.
 * @param {number} owner  -1 for nobody, who has none.
 * @returns {HTMLElement | null} */
export function sign(owner) {
  return owner < 0 ? null : el("span", {class: `sign player-${owner}`, "aria-hidden": "true"});
}

/** A card, to look at. @param {string} letter @param {number} owner @param {string} [kind] */
export function card(letter, owner, kind = "hand") {
  return el("span", {class: `card ${kind}`}, letter, sign(owner));
}

/** A card in its place; a button, if it has properties of one.
 * @param {HTMLElement} face @param {Properties | null} [pressed] */
export function slot(face, pressed = null) {
  return pressed ? el("button", {class: "slot", type: "button", ...pressed}, face) : el("span", {class: "slot"}, face);
}

/** A row of cards: of a hand, or of less.
 * @param {"long" | "short"} length
 * @param {string | HTMLElement} title
 * @param {HTMLElement[]} cards
 * @param {...(Node | null)} beside  What stands beside the title. */
export function cardRow(length, title, cards, ...beside) {
  const group = typeof title === "string" ? {role: "group", "aria-label": title} : {};
  return el(
    "div",
    {class: `card-row ${length}`, ...group},
    el("span", {class: "label"}, title, ...beside),
    el("span", {class: "cards"}, ...cards),
  );
}

/** A word as it is laid. To listeners it is the word.
 * @param {Pick<LaidWord, "word" | "sources">} word
 * @param {(letter: string) => number} ownerOf
 * @param {string} size  A class. */
export function laid({word, sources}, ownerOf, size) {
  const cards = [...word].map((letter, at) => {
    const source = sources[at] ?? "h";
    return card(letter, "hc".includes(source) ? ownerOf(letter) : -1, SOURCES[source]?.[0]);
  });
  return el("span", {class: `laid ${size}`, role: "img", "aria-label": word}, ...cards);
}

/** Where the letters of a word come from, in words. @param {LaidWord} word */
export function legend({word, sources, ys, doublers}) {
  const items = Object.entries(SOURCES).flatMap(([source, [look, from]]) => {
    const letters = [...word].filter((_, at) => sources[at] === source);
    if (!letters.length) return [];
    const sample = el("span", {class: `card sample ${look}`, "aria-hidden": "true"});
    return [el("li", {}, sample, `${listed(letters)} ${from}`)];
  });
  const kinds = [...ys].map((y) => (y === "v" ? "vowel" : "consonant"));
  // Without a doubler that counts vowels it makes no difference.
  if (ys && /[BJK]/.test(doublers)) items.push(el("li", {}, `Y is a ${kinds.join(", then a ")}`));
  return el("ul", {class: "legend"}, ...items);
}

// The players of a board -------------------------------------------------------------------------------------------

/** @typedef {{seats: {patents: string}[]}} Patents */

/** Gives the number of the owner of the patent of a letter; -1 for nobody. @param {Patents} board */
export const ownerOn =
  ({seats}) =>
  (/** @type {string} */ letter) =>
    seats.findIndex(({patents}) => patents.includes(letter));

/** @param {string} name */
export const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** @param {{money: number, stock: number}} seat */
export const wealth = ({money, stock}) =>
  el("span", {class: "wealth"}, stock ? `$${money} · ${stock} stock` : `$${money}`);

/** @param {string} patents */
export const patentTags = (patents) => [...patents].map((letter) => el("span", {class: "patent"}, letter));

/** A fact for a list, if it has a value. @param {string} name @param {...(Node | string | false | null)} value */
export function fact(name, ...value) {
  const shown = value.flatMap((one) => one || []);
  return shown.length ? [el("dt", {}, name), el("dd", {}, ...shown)] : [];
}

// What a word means, one tap away wherever it lies -----------------------------------------------------------------

/** @param {Api.Word} found @returns {HTMLElement | string} */
export function meanings(found) {
  if (!found.means) return "no definition at hand";
  if (!found.means.length) return "no definition: WordNet does not have it";
  const items = found.means.map(({lemma, part_of_speech, gloss}) => {
    const of = lemma === found.word ? "" : `${lemma}, `;
    return el("li", {}, el("span", {class: "aside"}, `${of}${part_of_speech}: `), gloss);
  });
  return el("ul", {class: "meanings"}, ...items);
}

/** The address of the room of words. @param {string} word @param {string} lexicon */
function roomOf(word, lexicon) {
  const room = /** @type {HTMLAnchorElement | null} */ (document.querySelector('nav a[href*="words"]'));
  return `${room?.href ?? "/words"}?${new URLSearchParams({word, lexicon})}`;
}

/** A word that tells what it means when it is tapped.
 * @param {string} word
 * @param {string} lexicon
 * @param {Node | string} face  What is tapped. */
export function meaning(word, lexicon, face) {
  const tell = async (/** @type {Event} */ {currentTarget}) => {
    const box = /** @type {HTMLDetailsElement} */ (currentTarget);
    const place = /** @type {HTMLElement} */ (box.lastElementChild);
    if (!box.open || place.childNodes.length) return;
    try {
      const found = await api.word(word, lexicon);
      const isNone = found.is_word ? "" : `${word} is not in the list of ${listName(lexicon)}.`;
      place.replaceChildren(
        isNone || meanings(found),
        el("a", {class: "word", href: roomOf(word, lexicon)}, `More about ${word}`),
      );
    } catch (error) {
      place.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return el(
    "details",
    {class: "meaning", "data-row": `meaning-${word}`, ontoggle: tell},
    el("summary", {"aria-label": `${word}: what it means`}, face),
    el("div", {"aria-live": "polite", "data-mine": true}),
  );
}
