// A new game that is followed: who plays, who starts, and the first cards that one sees.

import {sign} from "../static/cards.js";
import {button, chip, chooser, el, refill} from "../static/dom.js";
import {choose, settings} from "./kept.js";
import {DealtCards} from "../static/letters.js";
import {PRESETS, rulesNamed} from "./numbers.js";

/** @typedef {import("./rooms.js").Page} Page */
/** @typedef {import("./text.js").Header} Header */

const FEWEST = 2;
const LONGEST_NAME = 40;

/**
 * A field for the name of a player.
 * @param {string} value
 * @param {string} placeholder
 * @param {string} row  As of a button.
 * @param {(name: string) => void} write
 * @param {import("../static/dom.js").Properties} more
 */
export function nameField(value, placeholder, row, write, more) {
  return el("input", {
    type: "text",
    maxlength: LONGEST_NAME,
    value,
    placeholder,
    autocomplete: "off",
    autocapitalize: "words",
    spellcheck: "false",
    "data-row": row,
    oninput: ({target}) => write(/** @type {HTMLInputElement} */ (target).value),
    ...more,
  });
}

/**
 * Word list and rules to choose from, which stay chosen for all rooms.
 * @param {Api.Setup} setup
 * @param {{lexicon: string, ruleset: string, goal?: string}} chosen
 * @param {(chosen: {lexicon?: string, ruleset?: string}) => void} change
 * @param {...HTMLElement} more
 */
export function rulesChooser({rulesets, lexicons}, {ruleset, lexicon, goal = ""}, change, ...more) {
  return el(
    "details",
    {},
    el("summary", {"data-row": "rules"}, `Rules: ${ruleset}, words: ${lexicon}${goal}`),
    chooser("Rules", rulesets, ruleset, (ruleset) => change({ruleset})),
    chooser("Word list", lexicons, lexicon, (lexicon) => change({lexicon})),
    ...more,
  );
}

/** What was chosen before, as far as it is here. @param {Page} page */
export function chosenRules({setup, store}) {
  const before = settings(store);
  const one = (/** @type {string[]} */ all, /** @type {string} */ name) => (all.includes(name) ? name : (all[0] ?? ""));
  return {lexicon: one(setup.lexicons, before.lexicon), ruleset: one(setup.rulesets, before.ruleset)};
}

/** A view: the form. */
export class NewGameForm {
  #page;
  #begin;
  #names;
  /** @type {number | null} */
  #me;
  #first = 0;
  #chosen;
  #dealt;

  /** @param {Page} page @param {(header: Header) => Promise<void>} begin */
  constructor(page, begin) {
    this.#page = page;
    this.#begin = begin;
    const {names, me} = settings(page.store);
    const areThere = names.length >= FEWEST;
    this.#names = areThere ? [...names] : ["", "", ""];
    this.#me = areThere && (me === null || me < names.length) ? me : 0;
    this.#chosen = chosenRules(page);
    const none = {hand: "", community: ""};
    this.#dealt = new DealtCards(this.#sizes(), none, () => this.#show());
    this.#show();
  }

  /** @param {string} key */
  press(key) {
    return this.#dealt.press(key);
  }

  #sizes() {
    const {hand_size: hand, community_size: community} = rulesNamed(this.#chosen.ruleset);
    return {hand: this.#me === null ? 0 : hand, community};
  }

  /** @param {number} number */
  #remove(number) {
    this.#names.splice(number, 1);
    if (this.#me === number) this.#me = null;
    else if (this.#me !== null && this.#me > number) this.#me -= 1;
    if (this.#first >= number && this.#first) this.#first -= 1;
  }

  #show() {
    const {view, dock, setup} = this.#page;
    this.#dealt.sizes = this.#sizes();
    const add = () => {
      this.#names.push("");
      this.#show();
    };
    const isFull = this.#names.length > setup.max_opponents;
    refill(
      view,
      el("h1", {}, "New game"),
      el("p", {class: "aside"}, "Players clockwise, as they sit."),
      el("div", {class: "seats"}, ...this.#names.map((_, number) => this.#seat(number))),
      isFull ? null : button("quiet", "add", add, "Add a player"),
      this.#me === null ? el("p", {class: "aside"}, "Nobody is you: you keep the score, and see no hand.") : null,
      el("div", {class: "rows"}, ...this.#dealt.rows()),
      rulesChooser(setup, this.#chosen, (chosen) => {
        this.#chosen = {...this.#chosen, ...chosen};
        this.#show();
      }),
      button("primary", "begin", () => this.#send(), "Begin"),
    );
    this.#dealt.showKeys(dock);
    if (!this.#missing) this.#page.tell("");
  }

  /** @param {number} number */
  #seat(number) {
    const called = `Player ${number + 1}`;
    const change = (/** @type {() => void} */ press) => () => {
      press();
      this.#show();
    };
    const [isMe, isFirst] = [this.#me === number, this.#first === number];
    return el(
      "div",
      {class: "seat", role: "group", "aria-label": called},
      sign(number),
      nameField(this.#names[number] ?? "", called, `name-${number}`, (name) => (this.#names[number] = name), {
        "aria-label": `Name of ${called.toLowerCase()}`,
      }),
      chip(
        "Me",
        isMe,
        `Me-${number}`,
        change(() => (this.#me = isMe ? null : number)),
        `${called} is me`,
      ),
      chip(
        "Starts",
        isFirst,
        `Starts-${number}`,
        change(() => (this.#first = number)),
        `${called} starts`,
      ),
      this.#names.length > FEWEST
        ? chip(
            "×",
            null,
            `×-${number}`,
            change(() => this.#remove(number)),
            `Remove ${called}`,
          )
        : null,
    );
  }

  /** What is to be tapped before the game can begin; "" for nothing. */
  get #missing() {
    const {cards, sizes} = this.#dealt;
    if (cards.hand.length < sizes.hand) return `Tap your ${sizes.hand} cards first.`;
    return cards.community.length < sizes.community ? `Tap the ${sizes.community} cards of the community first.` : "";
  }

  async #send() {
    const {page, names, me} = {page: this.#page, names: this.#names.map((name) => name.trim()), me: this.#me};
    page.tell(this.#missing);
    if (this.#missing) {
      this.#dealt.selectNext();
      return;
    }
    const {lexicon, ruleset} = this.#chosen;
    choose(page.store, {names, me, lexicon, ruleset});
    const {hand, community} = this.#dealt.cards;
    try {
      await this.#begin({
        players: names.map((name, number) => name || `Player ${number + 1}`),
        first: this.#first,
        hands: names.map((_, number) => (number === me ? hand : "")),
        community,
        lexicon: {name: lexicon, sha256: page.setup.digests[lexicon] ?? ""},
        rules: PRESETS[ruleset] ?? {},
      });
    } catch (error) {
      page.tell(error);
    }
  }
}
