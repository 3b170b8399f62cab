// Plans for one's own turn: by equity at once, by their chance to win as it settles.

import {AdvicePanel} from "../static/advice.js";
import * as api from "../static/api.js";
import {el} from "../static/dom.js";
import {boardOf, questionOf} from "./board.js";
import {choose, settings} from "./settings.js";

/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {import("./rooms.js").Page} Page */
/** @typedef {import("./rules.js").Table} Table */

/** The plans of a table at a time. */
export class OwnPlans {
  element = el("section", {class: "own", "aria-label": "Plans for your turn", hidden: true});
  #page;
  #lexicon;
  #advice;
  #against;
  /** @type {Table | null} */
  #table = null;
  /** @type {Plan[]} */
  #plans = [];
  #open = "";
  #question = new AbortController();

  /** @param {Page} page @param {string} lexicon @param {(plan: Plan) => void} lay  The plan is what one plays. */
  constructor(page, lexicon, lay) {
    this.#page = page;
    this.#lexicon = lexicon;
    this.#against = settings(page.store).against;
    const action = (/** @type {Plan} */ plan) =>
      el("button", {class: "primary", type: "button", "data-row": "lay", onclick: () => lay(plan)}, "Play this");
    const toggle = (/** @type {string} */ notation) => this.#toggle(notation);
    this.#advice = new AdvicePanel(this.element, page.setup, toggle, action, (against) => this.#takeFor(against));
  }

  /** Asks for the plans of who is to move. @param {Table} table  At the start of the turn. */
  async ask(table) {
    this.leave();
    this.#table = table;
    this.#question = new AbortController();
    const {signal} = this.#question;
    try {
      const {plans} = await api.hint(questionOf(table, this.#lexicon), signal);
      if (signal.aborted) return;
      this.#plans = plans;
      this.#think();
    } catch (error) {
      if (!signal.aborted) this.#page.tell(error);
    }
  }

  /** Forgets the table. */
  leave() {
    this.#question.abort();
    this.#table = null;
    this.#plans = [];
    this.#open = "";
    this.#advice.clear();
  }

  /** Closes the plan that is open. @returns {boolean} */
  close() {
    if (!this.#open) return false;
    this.#toggle(this.#open);
    return true;
  }

  #think() {
    const table = this.#table;
    if (!table) return;
    this.#show();
    this.#advice.think(this.#board(table), (against) => api.adviceAddress(questionOf(table, this.#lexicon), against));
  }

  /** @param {string} against */
  #takeFor(against) {
    this.#against = against;
    choose(this.#page.store, {against});
    this.#think();
  }

  /** @param {string} notation */
  #toggle(notation) {
    this.#open = this.#open === notation ? "" : notation;
    this.#show();
  }

  /** @param {Table} table */
  #board(table) {
    return boardOf(table, this.#lexicon, {play: this.#open, against: this.#against});
  }

  #show() {
    if (this.#table) this.#advice.show(this.#board(this.#table), this.#plans);
  }
}
