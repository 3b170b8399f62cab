// A new game: who plays, who starts, and the first cards that one sees.

import {sign} from "./cards.js";
import {el, refill} from "./dom.js";
import {cardRow, letterKeys} from "./letters.js";
import * as api from "./track-api.js";
import * as memory from "./track-memory.js";

/** @typedef {import("./track.js").Page} Page */
/** @typedef {"hand" | "community"} Field */

const FEWEST = 2;

/** A view: the form. */
export class NewGameForm {
  #page;
  #names;
  /** @type {number | null} */
  #me = 0;
  #first = 0;
  #ruleset;
  #lexicon;
  #cards = {hand: "", community: ""};
  /** @type {Field | null} */
  #field = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const {rulesets, lexicons} = page.setup;
    const before = memory.names();
    this.#names = before.length >= FEWEST ? before : ["", "", ""];
    this.#ruleset = rulesets[0]?.name ?? "";
    this.#lexicon = lexicons[0] ?? "";
    this.#show();
  }

  look() {}

  leave() {}

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (!this.#field) return false;
    if (/^[A-Z]$/.test(key)) this.#tap(key);
    else if (key === "Backspace") this.#erase();
    else if (key === "Enter") this.#select(this.#next());
    else return false;
    return true;
  }

  #size(/** @type {Field} */ field) {
    const rules = this.#page.setup.rulesets.find(({name}) => name === this.#ruleset);
    return (field === "hand" ? rules?.hand : rules?.community) ?? 0;
  }

  /** The fields that there are. @returns {Field[]} */
  get #fields() {
    return this.#me === null ? ["community"] : ["hand", "community"];
  }

  /** The field that is to be filled next. @returns {Field | null} */
  #next() {
    return this.#fields.find((field) => this.#cards[field].length < this.#size(field)) ?? null;
  }

  /** @param {Field | null} field */
  #select(field) {
    this.#field = field;
    this.#show();
  }

  /** @param {string} letter */
  #left(letter) {
    const known = this.#page.setup.letters.find((one) => one.letter === letter);
    const seen = this.#fields.map((field) => this.#cards[field]).join("");
    return (known?.cards ?? 0) - seen.split(letter).length + 1;
  }

  /** @param {string} letter */
  #tap(letter) {
    const field = this.#field;
    if (!field || this.#cards[field].length >= this.#size(field) || this.#left(letter) <= 0) return;
    this.#cards[field] += letter;
    this.#select(this.#cards[field].length < this.#size(field) ? field : this.#next());
  }

  #erase() {
    if (this.#field) this.#cards[this.#field] = this.#cards[this.#field].slice(0, -1);
    this.#show();
  }

  /** @param {Field} field @param {number} at */
  #take(field, at) {
    this.#cards[field] = this.#cards[field].slice(0, at) + this.#cards[field].slice(at + 1);
    this.#select(field);
  }

  /** @param {number} number */
  #remove(number) {
    this.#names.splice(number, 1);
    if (this.#me === number) this.#me = null;
    else if (this.#me !== null && this.#me > number) this.#me -= 1;
    if (this.#first >= number && this.#first) this.#first -= 1;
    this.#show();
  }

  #show() {
    const most = this.#page.setup.max_opponents + 1;
    const fields = this.#fields.map((field) =>
      cardRow({
        name: field,
        title: field === "hand" ? "Your hand" : "Community",
        cards: this.#cards[field],
        size: this.#size(field),
        kind: field,
        isSelected: this.#field === field,
        ownerOf: () => -1,
        select: () => this.#select(field),
        take: (at) => this.#take(field, at),
      }),
    );
    const add = () => {
      this.#names.push("");
      this.#show();
    };
    refill(
      this.#page.view,
      el("h1", {}, "New game"),
      el("p", {class: "aside"}, "Players clockwise, as they sit."),
      el("div", {class: "seats"}, ...this.#names.map((_, number) => this.#seat(number))),
      this.#names.length < most ? el("button", {class: "quiet", type: "button", "data-row": "add", onclick: add}, "Add a player") : null,
      this.#me === null ? el("p", {class: "aside"}, "Nobody is you: you keep the score, and see no hand.") : null,
      el("div", {class: "rows"}, ...fields),
      this.#rules(),
      el("button", {class: "primary", type: "button", "data-row": "begin", onclick: () => this.#begin()}, "Begin"),
    );
    this.#showKeys();
  }

  #showKeys() {
    const {dock} = this.#page;
    dock.hidden = !this.#field;
    const field = this.#field;
    if (!field) return;
    const isFull = this.#cards[field].length >= this.#size(field);
    refill(
      dock,
      letterKeys({
        title: field === "hand" ? "Cards of your hand" : "Cards of the community",
        isFree: (letter) => !isFull && this.#left(letter) > 0,
        ownerOf: () => -1,
        tap: (letter) => this.#tap(letter),
        erase: () => this.#erase(),
        extras: [],
        next: {text: "Done", press: () => this.#select(null)},
      }),
    );
  }

  /** @param {number} number */
  #seat(number) {
    const name = this.#names[number] ?? "";
    const called = `Player ${number + 1}`;
    const count = this.#names.length;
    const base = this.#me ?? 0;
    const input = el("input", {
      type: "text", maxlength: 40, value: name, placeholder: called, autocomplete: "off", autocapitalize: "words", spellcheck: "false",
      "aria-label": `Name of ${called.toLowerCase()}`, "data-row": `name-${number}`,
      oninput: (event) => { this.#names[number] = /** @type {HTMLInputElement} */ (event.target).value; },
    });
    const choice = (/** @type {string} */ text, /** @type {string} */ label, /** @type {boolean} */ isOn, /** @type {() => void} */ press) =>
      el("button", {class: "chip", type: "button", "aria-label": label, "aria-pressed": String(isOn), "data-row": `${text}-${number}`, onclick: () => { press(); this.#show(); }}, text);
    return el(
      "div",
      {class: "seat", role: "group", "aria-label": called},
      sign((number - base + count) % count),
      input,
      choice("Me", `${called} is me`, this.#me === number, () => { this.#me = this.#me === number ? null : number; }),
      choice("Starts", `${called} starts`, this.#first === number, () => { this.#first = number; }),
      count > FEWEST ? el("button", {class: "chip", type: "button", "aria-label": `Remove ${called}`, "data-row": `remove-${number}`, onclick: () => this.#remove(number)}, "×") : null,
    );
  }

  #rules() {
    const {rulesets, lexicons} = this.#page.setup;
    const chooser = (/** @type {string} */ label, /** @type {string[]} */ names, /** @type {string} */ chosen, /** @type {(name: string) => void} */ choose) => {
      const options = names.map((one) => el("option", {value: one, selected: one === chosen}, one));
      const change = (/** @type {Event} */ event) => {
        choose(/** @type {HTMLSelectElement} */ (event.target).value);
        this.#show();
      };
      return el("label", {class: "choice"}, label, el("select", {"data-row": label, onchange: change}, ...options));
    };
    const isOpen = this.#page.view.querySelector("details")?.open ?? false;
    return el(
      "details",
      {open: isOpen},
      el("summary", {"data-row": "rules"}, `Rules: ${this.#ruleset}, words: ${this.#lexicon}`),
      chooser("Rules", rulesets.map(({name}) => name), this.#ruleset, (name) => { this.#ruleset = name; }),
      chooser("Word list", lexicons, this.#lexicon, (name) => { this.#lexicon = name; }),
    );
  }

  async #begin() {
    const players = this.#names.map((name, number) => name.trim() || `Player ${number + 1}`);
    const {hand, community} = this.#cards;
    this.#page.tell("");
    try {
      const begun = await api.begin({
        players, seat: this.#me, hand: this.#me === null ? "" : hand, community,
        first: this.#first, ruleset: this.#ruleset, lexicon: this.#lexicon,
      });
      memory.remember(begun.secret);
      memory.rememberNames(this.#names.map((name) => name.trim()));
      // One step back leads to the list, not to a form that has been sent.
      history.replaceState(null, "", location.pathname);
      this.#page.go(`?game=${begun.secret}`);
    } catch (error) {
      this.#page.tell(error);
      const next = this.#next();
      if (next) this.#select(next);
    }
  }
}
