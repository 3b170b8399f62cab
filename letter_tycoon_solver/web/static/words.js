// Words: is it one, what does it mean and pay, and which words are near it.

import * as api from "./api.js";
import {card, fact, meanings} from "./cards.js";
import {button, byId, el, listed, listName, pay, refill, say} from "./dom.js";

const MILLISECONDS_OF_REST = 80;
/** Patents that double a word. */
const DOUBLERS = "BJK";
const EXAMPLES = ["JEWELS", "QUIXOTRY", "ZZZ"];
const NEAR = /** @type {const} */ ([
  ["same", "Same letters"],
  ["more", "One letter more"],
  ["less", "One letter less"],
  ["other", "One letter changed"],
]);

const input = /** @type {HTMLInputElement} */ (byId("word"));
const chooser = /** @type {HTMLSelectElement} */ (byId("lexicon"));
/** How often was asked: only the last answer matters. */
let asked = 0;
/** One's own patents of those that double a word. */
let patents = "";

const setup = await api.whenReady((message) => say(byId("notice"), message));
chooser.append(...setup.lexicons.map((name) => el("option", {value: name}, listName(name))));

function address() {
  const lexicon = chooser.value === setup.lexicons[0] ? "" : chooser.value;
  const all = Object.entries({word: input.value.trim().toUpperCase(), lexicon, you: patents});
  const query = new URLSearchParams(all.filter(([, value]) => value));
  return location.pathname + (query.size ? `?${query}` : "");
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  const lexicon = query.get("lexicon") ?? "";
  input.value = query.get("word") ?? "";
  patents = [...DOUBLERS].filter((letter) => query.get("you")?.includes(letter)).join("");
  showPatents();
  chooser.value = setup.lexicons.includes(lexicon) ? lexicon : (setup.lexicons[0] ?? "");
  ask();
}

async function ask() {
  const number = ++asked;
  const word = input.value.trim();
  document.title = `${word.toUpperCase() || "Words"} – Letter Tycoon`;
  /** @type {[HTMLElement[], string]} */
  let answer = [welcome(), ""];
  if (word) {
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_OF_REST));
    if (number !== asked) return;
    answer = await api.word(word, chooser.value).then(
      (found) => [shown(found), ""],
      (error) => [[], error.message],
    );
    if (number !== asked) return;
  }
  byId("found").replaceChildren(...answer[0]);
  say(byId("problem"), answer[1]);
}

const welcome = () => [
  el("p", {}, "Is it a word, what does it mean and pay, and which words are near it? For instance:"),
  el("p", {}, ...links(EXAMPLES)),
];

/** @param {api.Word} found */
function shown(found) {
  const [list] = Object.keys(found.lists);
  const cards = [...found.word].map((letter) => card(letter, -1));
  return [
    el(
      "p",
      {class: `verdict ${found.is_word ? "yes" : "no"}`},
      el("strong", {}, found.is_word ? "Yes" : "No"),
      `: ${found.word} ${found.is_word ? "is" : "is not"} in the list of ${listName(list ?? "")}.`,
    ),
    el("span", {class: "laid large", role: "img", "aria-label": found.word}, ...cards),
    el("dl", {class: "facts"}, ...facts(found)),
  ];
}

/** @param {api.Word} found */
function facts(found) {
  const others = Object.entries(found.lists).slice(1);
  const words = {same: found.anagrams, ...found.near};
  const near = NEAR.filter(([name]) => words[name].length);
  return [
    ...fact("Means", found.is_word && meanings(found)),
    ...fact("Pays", found.is_word && !found.why_not && paysNow(found)),
    ...fact("Play", found.why_not),
    ...near.flatMap(([name, title]) => fact(title, ...links(words[name]))),
    ...fact("Near it", !near.length && "no word"),
    ...fact("With Z", ...links(found.with_suffix ? [found.with_suffix] : [])),
    ...fact("Needs", found.needs && `the deck has too few cards; it takes the patent ${listed(found.needs)}`),
    ...fact("Challenge", challenge(found)),
    ...others.flatMap(([name, isIn]) => fact("Also", `${isIn ? "in" : "not in"} the list of ${listName(name)}`)),
  ];
}

/** What a word pays now, with one's own patents, and with which it would pay more. @param {api.Word} found */
function paysNow({payouts}) {
  const told = (/** @type {api.Payout} */ {doublers, ...wealth}) =>
    pay(wealth) + (doublers ? `, doubled by ${listed(doublers)}` : "");
  const owned = payouts.filter((one) => [...one.patents].every((letter) => patents.includes(letter)));
  const now = Math.max(0, ...owned.map(({money}) => money));
  const best = owned.filter(({money}) => money === now).slice(0, 1);
  const more = payouts.filter(({money}) => money > now);
  return [...best.map(told), ...more.map((one) => `or ${told(one)}`)].join("; ");
}

/** One's own patents, to be tapped. */
function showPatents() {
  const chips = [...DOUBLERS].map((letter) => {
    const press = () => {
      patents = [...DOUBLERS].filter((one) => (one === letter) !== patents.includes(one)).join("");
      showPatents();
      look();
    };
    const told = {"aria-label": `Patent ${letter} is yours`, "aria-pressed": String(patents.includes(letter))};
    return button("key", letter, press, letter, told);
  });
  refill(byId("patents"), ...chips);
}

/** @param {string[]} words */
function links(words) {
  return words.map((word) => {
    const query = new URLSearchParams(location.search);
    query.set("word", word);
    return el("a", {class: "word", href: `?${query}`}, word);
  });
}

/** @param {api.Word} found */
function challenge(found) {
  if (found.is_word) return "The word stands: a challenger pays its player $1.";
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
// A word that was typed before the setup came counts.
if (input.value) look();
else readAddress();
if (!input.value) input.focus();
