// What a word means, one tap away wherever a word lies.

import * as api from "./api.js";
import {el} from "./dom.js";

/** What was asked already. @type {Map<string, Promise<Api.Word>>} */
const asked = new Map();

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

/** The address of the room of words. @param {string} word @param {string} lexicon @returns {string} */
function roomOf(word, lexicon) {
  const room = /** @type {HTMLAnchorElement | null} */ (document.querySelector('nav a[href*="words"]'));
  return `${room?.href ?? "/words"}?${new URLSearchParams({word, ...(lexicon && {lexicon})})}`;
}

/**
 * A word that tells what it means when it is tapped.
 * @param {string} word
 * @param {string} lexicon  "" for that of the page.
 * @param {Node | string} face  What is tapped.
 * @param {boolean} [isOpen]
 * @returns {HTMLElement}
 */
export function meaning(word, lexicon, face, isOpen = false) {
  const place = el("div", {"aria-live": "polite"});
  const tell = async () => {
    if (!box.open || place.childNodes.length) return;
    try {
      const key = `${word} ${lexicon}`;
      const answer = asked.get(key) ?? api.word(word, lexicon, new AbortController().signal);
      asked.set(key, answer);
      const found = await answer;
      const isNone = found.is_word ? "" : `${word} is not in ${Object.keys(found.lists)[0]}.`;
      place.replaceChildren(
        isNone || meanings(found),
        el("a", {class: "word", href: roomOf(word, lexicon)}, `More about ${word}`),
      );
    } catch (error) {
      asked.clear();
      place.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const box = el(
    "details",
    {class: "meaning", open: isOpen, ontoggle: tell},
    el("summary", {"data-row": `meaning-${word}`, "aria-label": `${word}: what it means`}, face),
    place,
  );
  return box;
}
