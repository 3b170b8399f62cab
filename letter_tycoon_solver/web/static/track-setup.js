// A new game: who plays, who starts, and the first cards that one sees.

import {sign} from "./cards.js";
import {DealtCards} from "./dealt-cards.js";
import {el, refill} from "./dom.js";
import * as api from "./track-api.js";
import * as memory from "./track-memory.js";

/** @typedef {import("./track.js").Page} Page */

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
  #dealt;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const {rulesets, lexicons} = page.setup;
    const before = memory.names();
    this.#names = before.length >= FEWEST ? before : ["", "", ""];
    this.#ruleset = rulesets[0]?.name ?? "";
    this.#lexicon = lexicons[0] ?? "";
    this.#dealt = new DealtCards(page.setup.letters, this.#sizes(), {hand: "", community: ""}, () => this.#show());
    this.#show();
  }

  look() {}

  leave() {}

  /** @param {string} key @returns {boolean} */
  press(key) {
    return this.#dealt.press(key);
  }

  #sizes() {
    const rules = this.#page.setup.rulesets.find(({name}) => name === this.#ruleset);
    return {hand: this.#me === null ? 0 : rules?.hand ?? 0, community: rules?.community ?? 0};
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
    this.#dealt.sizes = this.#sizes();
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
      el("div", {class: "rows"}, ...this.#dealt.rows()),
      this.#rules(),
      el("button", {class: "primary", type: "button", "data-row": "begin", onclick: () => this.#begin()}, "Begin"),
    );
    this.#dealt.showKeys(this.#page.dock);
  }

  /** @param {number} number */
  #seat(number) {
    const name = this.#names[number] ?? "";
    const called = `Player ${number + 1}`;
    const count = this.#names.length;
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
      sign(number),
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
    const {hand, community} = this.#dealt.cards;
    if (this.#page.isBusy) return;
    this.#page.tell("");
    this.#page.wait(true);
    try {
      const begun = await api.begin({
        players, seat: this.#me, hand: this.#me === null ? "" : hand, community,
        first: this.#first, ruleset: /** @type {Required<Api.NewGame>["ruleset"]} */ (this.#ruleset), lexicon: this.#lexicon,
      });
      memory.remember(begun.secret);
      memory.rememberNames(this.#names.map((name) => name.trim()));
      // One step back leads to the list, not to a form that has been sent.
      history.replaceState(null, "", location.pathname);
      this.#page.go(`?game=${begun.secret}`);
    } catch (error) {
      this.#page.wait(false);
      this.#page.tell(error);
      this.#dealt.selectNext();
    }
  }
}
