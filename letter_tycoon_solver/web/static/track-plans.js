// Plans for one's own turn: by equity at once, by their chance to win as it settles.

import {AdvicePanel} from "./advice.js";
import {el} from "./dom.js";
import * as api from "./track-api.js";
import {isOwn} from "./track-draft.js";

/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {Api.TrackedState} Game */

/** The plans of a game at a time. */
export class OwnPlans {
  element = el("section", {class: "own", "aria-label": "Plans for your turn", hidden: true});
  /** @type {Game | null} */
  #game = null;
  /** @type {Plan[]} */
  #plans = [];
  #open = "";
  #secret;
  #advice;

  /**
   * @param {string} secret
   * @param {Api.Setup} setup
   * @param {(plan: Plan) => void} lay  The plan is what one plays.
   * @param {(against: string) => void} onAgainst  Opponents are to be taken for that.
   */
  constructor(secret, setup, lay, onAgainst) {
    this.#secret = secret;
    const action = (/** @type {Plan} */ plan) => el("button", {class: "primary", type: "button", "data-row": "lay", onclick: () => lay(plan)}, "Play this");
    this.#advice = new AdvicePanel(this.element, setup, (notation) => this.#toggle(notation), action, onAgainst);
  }

  /** Asks for the plans, if it is one's own turn. @param {Game} game */
  async ask(game) {
    this.leave();
    if (!isOwn(game) || game.phase !== "start") return;
    this.#game = game;
    const {plans} = await api.hint(this.#secret);
    if (this.#game !== game) return;
    this.#plans = plans;
    this.think(game);
  }

  /** Asks for advice again, on the same turn. @param {Game} game */
  think(game) {
    this.#game = game;
    this.show();
    this.#advice.think({...game, play: this.#open}, () => api.adviceAddress(this.#secret));
  }

  /** Forgets the game. */
  leave() {
    this.#game = null;
    this.#open = "";
    this.#advice.clear();
  }

  /** Closes the plan that is open. @returns {boolean} */
  close() {
    if (!this.#open) return false;
    this.#toggle(this.#open);
    return true;
  }

  /** @param {string} notation */
  #toggle(notation) {
    this.#open = this.#open === notation ? "" : notation;
    this.show();
  }

  /** Shows what is known. */
  show() {
    if (this.#game) this.#advice.show({...this.#game, play: this.#open}, this.#plans);
  }
}
