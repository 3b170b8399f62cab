// Advice, as it comes in: the chance to win, settling while one looks.

import {adviceAddress} from "./api.js";
import {toTable} from "./board.js";
import {el} from "./dom.js";
import {PlanList} from "./plan-list.js";

/** @typedef {Api.AdviceSoFar} Advice */
/** @typedef {Api.Chance} Chance */
/** @typedef {import("./board.js").Board} Board */

const CLOSED_TEXT = "The server is busy or has stopped.";

/** @param {number | null} share @returns {string} */
function percent(share) {
  return share === null ? "–" : `${(100 * share).toFixed(1)} %`;
}

/** @param {Chance} chance @returns {string} */
function error({error}) {
  return error === null ? "" : `± ${(100 * error).toFixed(1)}`;
}

/** The panel with the advice on one board at a time. */
export class AdvicePanel {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {Advice | null} */
  #last = null;
  /** @type {Board | null} */
  #board = null;
  #address = "";
  #list;
  #against = el("select", {"aria-label": "Against"});
  #status = el("p", {class: "status"});
  #bar = el("span", {class: "bar-fill"});
  #key = el("p", {class: "status", hidden: true}, "± is the standard error, from the second plan on that of the difference. ~ stands for games of one round, whose end is estimated.");
  #again = el("button", {class: "quiet", type: "button", onclick: () => this.#start()}, "Think again");

  /**
   * @param {HTMLElement} place
   * @param {Api.Setup} setup
   * @param {(notation: string, list: string) => void} onToggle
   * @param {((plan: Api.PlanOfTurn) => HTMLElement) | null} action  As of PlanList.
   * @param {((against: string) => void) | null} onAgainst  Opponents are to be taken for that; null if there is no choice.
   */
  constructor(place, setup, onToggle, action, onAgainst) {
    this.place = place;
    this.setup = setup;
    this.#against.append(...setup.opponents.map(({name, called}) => el("option", {value: name}, called)));
    this.#against.addEventListener("change", () => onAgainst?.(this.#against.value));
    this.#list = new PlanList("advised", onToggle, action);
    place.append(
      el("div", {class: "foot"}, el("h2", {}, "Advice", el("span", {class: "aside"}, `chance to win${onAgainst ? " against" : ""}`)), onAgainst && this.#against),
      this.#list.element,
      el("div", {class: "progress", "aria-hidden": "true"}, this.#bar),
      el("div", {class: "foot"}, this.#status, this.#again),
      this.#key,
    );
    // A page that one goes away from, and may come back to, lets the server rest.
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", (event) => event.persisted && this.#board && this.#start());
  }

  /**
   * Asks for advice on a board.
   * @param {Board} board
   * @param {string} [address]  Of the stream.
   */
  think(board, address = adviceAddress(toTable(board), this.#known(board))) {
    this.#board = board;
    this.#address = address;
    this.#start();
  }

  /** Forgets the board. */
  clear() {
    this.stop();
    this.#board = null;
    this.place.hidden = true;
  }

  /** Stops thinking; what is there stays. */
  stop() {
    this.#source?.close();
    this.#source = null;
  }

  /**
   * Shows the same advice; another plan may be open.
   * @param {Board} board
   */
  show(board) {
    if (!this.#board) return;
    this.#board = board;
    this.#against.value = this.#known(board);
    const lines = (this.#last?.plans ?? []).map((ranked) => ({
      plan: ranked.plan,
      figure: (ranked.whole || !ranked.playouts ? "" : "~") + percent(ranked.win.value),
      under: error(ranked.win),
      reasons: ranked.reasons,
    }));
    this.#list.show(lines, board);
  }

  /** What opponents are taken for: the first where the board names nothing that there is. @param {Board} board @returns {string} */
  #known(board) {
    const {opponents} = this.setup;
    return (opponents.find(({name}) => name === board.against) ?? opponents[0])?.name ?? "";
  }

  #start() {
    this.stop();
    const board = this.#board;
    if (!board) return;
    this.#last = null;
    this.place.hidden = false;
    this.#again.hidden = this.#key.hidden = true;
    this.#progress(0);
    this.show(board);
    this.#say("Thinking …");
    const source = new EventSource(this.#address);
    this.#source = source;
    source.addEventListener("waiting", (event) => {
      const {ahead} = JSON.parse(event.data);
      if (ahead) this.#say(`Waiting: ${ahead} other ${ahead === 1 ? "simulation comes" : "simulations come"} first.`);
    });
    source.addEventListener("advice", (event) => this.#take(JSON.parse(event.data)));
    source.addEventListener("problem", (event) => this.#say(JSON.parse(event.data).detail));
    source.addEventListener("done", (event) => {
      const {reason} = JSON.parse(event.data);
      this.#end(reason === "server stops" ? "The server has stopped." : "");
    });
    // Without `done`: a refusal, or a server that is gone. The browser must not ask for ever.
    source.addEventListener("error", () => source === this.#source && this.#end(CLOSED_TEXT));
  }

  /** @param {string} text  What is to be said, "" for what is there. */
  #end(text) {
    this.stop();
    if (text) this.#say(text);
    this.#progress(0);
    this.#again.hidden = false;
  }

  /** @param {Advice} advice */
  #take(advice) {
    this.#last = advice;
    this.#key.hidden = !advice.final;
    const called = this.setup.opponents.find(({name}) => name === advice.against)?.called;
    const games = `${advice.playouts.toLocaleString("en")} games against ${called}`;
    if (advice.final) {
      this.#say(`${games}. ${advice.settled ? "The first plan is ahead beyond doubt." : "The first plans are close."}`);
    } else {
      this.#say(`${games} …`);
      this.#progress(Math.min(advice.seconds / this.setup.seconds, 1));
    }
    if (this.#board) this.show(this.#board);
  }

  /** @param {string} text */
  #say(text) {
    this.#status.textContent = text;
  }

  /** @param {number} share */
  #progress(share) {
    this.#bar.style.width = `${100 * share}%`;
  }
}
