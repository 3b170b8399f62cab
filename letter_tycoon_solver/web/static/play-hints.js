// Hints in a game, for who asks: plans by static evaluation, and advice that settles.

import {AdvicePanel} from "./advice.js";
import {el, say, sentence} from "./dom.js";
import {fromYou, nameOf} from "./play-table.js";

/** @typedef {Api.SeenGame} Game */
/** @typedef {Api.PlanOfTurn} Plan */

/** What a hint depends on; a wish to undo changes nothing of it. @param {Game} game */
function moment({phase, asked, round, hand, community, deck}) {
  return [phase, asked, round, hand, community, deck].join();
}

/** The panel. */
export class HintPanel {
  /** @type {Game | null} */
  #game = null;
  /** @type {Api.Hint | null} */
  #hint = null;
  #isOpen = false;
  #open = "";
  #problem = el("p", {class: "problem", role: "alert", hidden: true});
  #advice;

  /**
   * @param {import("./play-api.js").SeatApi} api
   * @param {Api.Setup} setup
   * @param {(plan: Plan) => void} lay  Puts the words of a plan where words are made.
   */
  constructor(api, setup, lay) {
    this.api = api;
    const advice = el("div", {id: "advice", hidden: true});
    this.#advice = new AdvicePanel(advice, setup, (notation) => this.#toggle(notation), (plan) => this.#action(plan, lay), null);
    this.element = el(
      "section",
      {id: "hints", "aria-label": "Hints", hidden: true},
      this.#problem,
      advice,
    );
  }

  /** Shows it or hides it. */
  toggle() {
    if (this.#isOpen) this.close();
    else void this.#ask();
  }

  /** Hides it, and lets the server rest. */
  close() {
    this.#isOpen = false;
    this.element.hidden = true;
    this.#hint = null;
    this.#advice.clear();
  }

  /** What was a hint is none for another moment of the game. @param {Game} game */
  show(game) {
    if (this.#game && moment(this.#game) !== moment(game)) this.close();
    this.#game = game;
  }

  async #ask() {
    const game = this.#game;
    if (!game) return;
    this.#isOpen = true;
    this.#open = "";
    this.element.hidden = false;
    say(this.#problem, "");
    try {
      this.#hint = await this.api.hint();
      if (!this.#isOpen || !this.#game || moment(this.#game) !== moment(game)) return;
      this.#advice.think(this.#board(game), `${this.api.path}/advice`);
      this.#fill();
      // On a phone it is below the story of the game.
      if (this.element.getBoundingClientRect().top > innerHeight / 2) this.element.scrollIntoView({block: "start"});
    } catch (error) {
      say(this.#problem, sentence(error instanceof Error ? error.message : String(error)));
    }
  }

  #fill() {
    const game = this.#game;
    if (!game) return;
    this.#advice.show(this.#board(game), this.#hint?.plans);
  }

  /** @param {string} notation */
  #toggle(notation) {
    this.#open = this.#open === notation ? "" : notation;
    this.#fill();
  }

  /** @param {Plan} plan @param {(plan: Plan) => void} lay @returns {HTMLElement} */
  #action(plan, lay) {
    const isWord = plan.words.length > 0 && this.#game?.phase === "start";
    return el("div", {class: "plan-action"}, isWord ? el("button", {class: "quiet", type: "button", onclick: () => lay(plan)}, "Lay it ready") : null);
  }

  /** The table as lists of plans take it. @param {Game} game @returns {import("./board.js").Board} */
  #board(game) {
    const order = game.seats.map((_, at) => (game.you + at) % game.seats.length);
    const players = order.map((player) => {
      const {patents = "", money = 0, stock = 0} = game.seats[player] ?? {};
      return {patents, money, stock};
    });
    const names = order.map((player) => (fromYou(game, player) ? nameOf(game, player) : "you"));
    return {hand: game.hand, community: game.community, players, names, lexicon: game.lexicon, ruleset: game.ruleset, replaced: false, play: this.#open};
  }
}
