// Words: is it one, what does it pay, what is it made of.

import * as api from "./api.js";
import {card} from "./cards.js";
import {byId, el, listed, say} from "./dom.js";
import {pay} from "./plan-list.js";

const MILLISECONDS_OF_REST = 80;

const input = /** @type {HTMLInputElement} */ (byId("word"));
const chooser = /** @type {HTMLSelectElement} */ (byId("lexicon"));
let question = new AbortController();

const setup = await api.whenReady((message) => say(byId("starting"), message));
chooser.append(...setup.lexicons.map((name) => el("option", {value: name}, name)));

/** @returns {string} */
function address() {
  const query = new URLSearchParams();
  const word = input.value.trim().toUpperCase();
  if (word) query.set("word", word);
  if (chooser.value !== setup.lexicons[0]) query.set("lexicon", chooser.value);
  const text = query.toString();
  return location.pathname + (text && `?${text}`);
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  const lexicon = query.get("lexicon") ?? "";
  input.value = query.get("word") ?? "";
  chooser.value = setup.lexicons.includes(lexicon) ? lexicon : setup.lexicons[0] ?? "";
  ask();
}

async function ask() {
  question.abort();
  question = new AbortController();
  const {signal} = question;
  const word = input.value.trim();
  document.title = word ? `${word.toUpperCase()} – Letter Tycoon` : "Words – Letter Tycoon";
  if (!word) {
    byId("found").replaceChildren();
    say(byId("problem"), "");
    return;
  }
  try {
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_OF_REST));
    if (signal.aborted) return;
    const found = await api.word(word, chooser.value, signal);
    if (signal.aborted) return;
    say(byId("problem"), "");
    byId("found").replaceChildren(...shown(found));
  } catch (error) {
    if (signal.aborted) return;
    byId("found").replaceChildren();
    say(byId("problem"), error instanceof Error ? error.message : String(error));
  }
}

/** @param {Api.Word} found @returns {HTMLElement[]} */
function shown(found) {
  const [list] = Object.keys(found.lists);
  const verdict = found.is_word ? `Yes: ${found.word} is in ${list}.` : `No: ${found.word} is not in ${list}.`;
  const cards = [...found.word].map((letter) => card(letter, -1));
  return [
    el("p", {class: `verdict ${found.is_word ? "yes" : "no"}`}, verdict),
    el("span", {class: "laid large", role: "img", "aria-label": found.word}, ...cards),
    el("dl", {class: "facts"}, ...facts(found)),
  ];
}

/** @param {string} name @param {...(Node | string | null)} value @returns {HTMLElement[]} */
function fact(name, ...value) {
  return [el("dt", {}, name), el("dd", {}, ...value)];
}

/** @param {Api.Word} found @returns {HTMLElement[]} */
function facts(found) {
  const others = Object.entries(found.lists).slice(1);
  return [
    ...others.flatMap(([name, isIn]) => fact("Also", `${isIn ? "in" : "not in"} ${name}`)),
    ...fact("Means", meanings(found)),
    ...(found.why_not ? fact("Play", found.why_not) : fact("Pays", pays(found))),
    ...(found.anagrams.length ? fact("Anagrams", ...links(found.anagrams)) : fact("Anagrams", "none")),
    ...(found.with_suffix ? fact("With Z", ...links([found.with_suffix])) : []),
    ...(found.needs ? fact("Needs", `the deck has too few cards; it takes the patent ${listed(found.needs)}`) : []),
    ...fact("Challenge", challenge(found)),
  ];
}

/** @param {Api.Word} found @returns {Node | string} */
function meanings(found) {
  if (!found.means) return "no definition at hand";
  if (!found.means.length) return "no definition: WordNet does not have it";
  const items = found.means.map(({lemma, part_of_speech, gloss}) => {
    const of = lemma === found.word ? "" : `${lemma}, `;
    return el("li", {}, el("span", {class: "aside"}, `${of}${part_of_speech}: `), gloss);
  });
  return el("ul", {class: "meanings"}, ...items);
}

/** @param {Api.Word} found @returns {string} */
function pays(found) {
  const all = found.pays.map(({patents, money, stock, doublers}) => {
    const with_ = patents ? `with ${listed(patents)} ` : "";
    return with_ + pay(money, stock) + (!patents && doublers ? " (doubled by the Q card)" : "");
  });
  return found.pays.length === 1 ? `${all[0]}; no patent doubles it` : all.join("; ");
}

/** @param {string[]} words @returns {HTMLElement[]} */
function links(words) {
  return words.map((word) => {
    const query = new URLSearchParams(location.search);
    query.set("word", word);
    return el("a", {class: "word", href: `?${query}`}, word);
  });
}

/** @param {Api.Word} found @returns {string} */
function challenge(found) {
  if (found.is_word) return "The word stands: who challenges it pays its player $1.";
  return "A challenge is right: the cards go back, nothing is paid, and its player changes one card.";
}

function look() {
  history.replaceState(null, "", address());
  ask();
}

input.addEventListener("input", look);
chooser.addEventListener("change", look);
byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  history.pushState(null, "", address());
  input.select();
});
addEventListener("popstate", readAddress);
// What was typed while the server was starting counts.
if (input.value) look();
else readAddress();
if (!input.value) input.focus();
