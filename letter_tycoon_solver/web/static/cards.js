// Cards as they look, with the sign of who owns the patent of their letter, the players of a board, rows of cards to
// fill, and the letters to tap.

import * as api from "./api.js";
import {button, el, listed, listName, refill} from "./dom.js";
import {count, HIDDEN, LETTERS} from "../engine/position.js";
import {CARDS} from "../table/numbers.js";

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

/** @param {api.Word} found @returns {HTMLElement | string} */
export function meanings(found) {
  if (!found.definitions) return "no definition at hand";
  if (!found.definitions.length) return "no definition: WordNet does not have it";
  const items = found.definitions.map(({lemma, part_of_speech, gloss}) => {
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

// Rows of cards to fill, and the letters to tap ----------------------------------------------------------------------

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
