// Hints in a game, for who asks: the best turn step by step, then all plans, and advice that settles.

import {AdvicePanel} from "./advice.js";
import {laid} from "./cards.js";
import {el, listed, refill, say, sentence} from "./dom.js";
import {ownerOn} from "./seats.js";

/** @typedef {Api.SeenGame} Game */
/** @typedef {Api.PlanOfTurn} Plan */

/** What a hint depends on; a wish to undo changes nothing of it. @param {Game} game */
function moment({phase, asked, round, hand, community, deck}) {
  return [phase, asked, round, hand, community, deck].join();
}

/**
 * What is told of a turn with words before all of it, each with the name of the button for it.
 * @param {Game} game @param {Plan} plan @returns {[string, Node | string][]}
 */
function steps(game, plan) {
  if (game.phase !== "start") return [];
  if (!plan.words.length) return [["", plan.replace ? "Replace a card with Q before you play." : "No word: exchange cards."]];
  const lengths = plan.words.map(({word}) => word.length);
  const many = lengths.length > 1 ? `Two words, of ${listed(lengths.map(String))} letters.` : `A word of ${lengths[0]} letters.`;
  const letters = plan.words.map(({word}) => [...word].sort().join(" "));
  const words = plan.words.map((word) => laid(word, ownerOn(game), "small"));
  return [["", many], ["Its letters", `${letters.join(", and ")}.`], ["The word", el("span", {class: "laid-words"}, ...words)]];
}

/** The panel. */
export class HintPanel {
  /** @type {Game | null} */
  #game = null;
  /** @type {Api.Hint | null} */
  #hint = null;
  #isOpen = false;
  #open = "";
  /** How many steps of the best turn are told. */
  #told = 0;
  #said = el("div", {role: "status"});
  #steps = el("div", {class: "hint-steps"});
  #all = el("div", {hidden: true});
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
    this.#all.append(advice);
    this.element = el("section", {id: "hints", "aria-label": "Hints", hidden: true}, this.#problem, this.#steps, this.#all);
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
    this.#told = 1;
    this.#steps.replaceChildren();
    this.#all.hidden = true;
    this.element.hidden = false;
    say(this.#problem, "");
    try {
      this.#hint = await this.api.hint();
      if (!this.#isOpen || !this.#game || moment(this.#game) !== moment(game)) return;
      this.#tell();
      // On a phone it is below the story of the game.
      if (this.element.getBoundingClientRect().top > innerHeight / 2) this.element.scrollIntoView({block: "start"});
    } catch (error) {
      say(this.#problem, sentence(error instanceof Error ? error.message : String(error)));
    }
  }

  /** Tells the steps so far; after the last one all plans, the best of them open. */
  #tell() {
    const game = this.#game;
    const best = this.#hint?.plans[0];
    if (!game || !best) return;
    const all = steps(game, best);
    const isWhole = this.#told > all.length || !all.length;
    const more = () => {
      this.#told += 1;
      this.#tell();
    };
    this.#said.replaceChildren(...all.slice(0, this.#told).map(([, told]) => el("p", {}, told)));
    const next = all[this.#told]?.[0] ?? "The whole turn";
    refill(
      this.#steps,
      this.#said,
      isWhole ? null : el("button", {class: "quiet", type: "button", "data-row": "more", onclick: more}, next),
    );
    this.#all.hidden = !isWhole;
    if (!isWhole) return;
    this.#open = best.notation;
    this.#advice.think({...game, play: this.#open}, () => `${this.api.path}/advice`);
    this.#fill();
  }

  #fill() {
    if (this.#game) this.#advice.show({...this.#game, play: this.#open}, this.#hint?.plans);
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
}
