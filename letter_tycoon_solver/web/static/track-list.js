// The games of this device, and on the machine of the server all that are not over.

import {el, refill, say} from "./dom.js";
import * as api from "./track-api.js";
import * as memory from "./track-memory.js";

/** @typedef {import("./track.js").Page} Page */

/** @param {number} seconds  Since 1970. @returns {string} */
function when(seconds) {
  return new Date(1000 * seconds).toLocaleString(undefined, {dateStyle: "medium", timeStyle: "short"});
}

/** A view: the list. */
export class GameList {
  #page;
  #list = el("ul", {class: "games"});
  #waiting = el("p", {class: "aside", role: "status"});
  #hasFailed = false;
  #isLeft = false;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    page.view.replaceChildren(
      el("h1", {}, "Follow a game"),
      el("p", {}, "Play with people and real cards. Tell each turn in a few taps: money, stock and patents follow by the rules, the cards you have not seen are counted, and on your own turn you get advice."),
      el("p", {}, el("button", {class: "primary", type: "button", onclick: () => page.go("?new")}, "New game")),
      this.#waiting,
      this.#list,
    );
    this.look();
  }

  /** Asks for the games again. */
  async look() {
    if (!this.#list.children.length) say(this.#waiting, "Reading the games …");
    try {
      const {games} = await api.list(memory.games());
      if (this.#isLeft) return;
      if (this.#hasFailed) this.#page.tell("");
      this.#hasFailed = false;
      this.#show(games);
    } catch (error) {
      if (this.#isLeft) return;
      this.#hasFailed = true;
      this.#page.tell(error);
    } finally {
      say(this.#waiting, "");
    }
  }

  /** @param {Api.ListedGame[]} games */
  #show(games) {
    refill(this.#list, ...games.map((game) => (game.problem ? this.#broken(game) : this.#item(game))));
  }

  /** @param {Api.ListedGame} game */
  #item(game) {
    const {secret, players, turns, is_over, scores, changed} = game;
    const state = is_over ? players.map((name, at) => `${name} ${scores[at]}`).join(", ") : `${turns} ${turns === 1 ? "turn" : "turns"} told`;
    return el(
      "li",
      {},
      el(
        "button",
        {class: "game", type: "button", "data-row": secret, onclick: () => this.#page.go(`?game=${secret}`)},
        el("span", {class: "name"}, players.join(", ")),
        el("span", {class: "aside"}, `${is_over ? "Over: " : ""}${state} · ${when(changed)}`),
      ),
    );
  }

  /** @param {Api.ListedGame} game */
  #broken({secret, problem}) {
    const forget = () => {
      memory.forget(secret);
      this.look();
    };
    return el("li", {class: "broken"}, el("p", {}, problem), el("button", {class: "quiet", type: "button", onclick: forget}, "Take it off the list"));
  }

  /** @returns {boolean} */
  press() {
    return false;
  }

  leave() {
    this.#isLeft = true;
  }
}
