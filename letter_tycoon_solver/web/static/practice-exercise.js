// One position: the table, the hand in which a turn is made, and then what was best.

import {laid} from "./cards.js";
import {byId, el, focusOn, say, sentence} from "./dom.js";
import {PlanList, brief, byEquity, headline} from "./plan-list.js";
import {HandDock} from "./play-dock.js";
import {showSeats} from "./play-table.js";
import {answer, look, verdict} from "./practice-api.js";
import {ownerOn} from "./seats.js";

/** @typedef {Api.PracticePosition} Position */
/** @typedef {Api.Answered} Answered */
/** @typedef {Api.SeenGame} Game */

const BEST = "best-turns";

/**
 * A position as the hand of a game takes it.
 * @param {Position} position
 * @returns {Game}
 */
function gameOf(position) {
  const rest = {version: 0, asked: position.you, computers: [], waiting: [], laid: null, purchasable: "", hints: false, challenge: "none"};
  return /** @type {any} */ ({...position, ...rest});
}

/** The cards without those that are used. @param {string} cards @param {string[]} used */
function without(cards, used) {
  return used.reduce((left, letter) => left.replace(letter, ""), cards);
}

/** A position, from the first card to the best turns. */
export class Exercise {
  #position;
  #game;
  #dock;
  #seats = el("div", {class: "rows"});
  #again = el("button", {class: "quiet", type: "button", hidden: true, onclick: () => this.#restart()}, "Another word");
  #giveUp = el("button", {class: "quiet", type: "button", onclick: () => this.#answer("")}, "Give up");
  #side = el("div", {class: "hand-side"});
  #result = el("section", {class: "result", "aria-label": "What was best", tabindex: -1, hidden: true});
  #status = el("p", {class: "turn-status", role: "status"});
  #open = "";
  /** The parts of the turn that were said so far. @type {string[]} */
  #said = [];

  /**
   * @param {HTMLElement} place
   * @param {Position} position
   * @param {Api.Setup} setup
   * @param {{title: string, text: string, next: string, done: (answered: Answered) => void, go: () => void}} how
   */
  constructor(place, position, setup, how) {
    this.how = how;
    this.#position = position;
    this.#game = gameOf(position);
    const api = /** @type {any} */ ({look: (/** @type {string} */ words, /** @type {AbortSignal} */ signal) => look(position.position, words, signal)});
    this.#dock = new HandDock(api, setup, (turn) => void this.#act(turn), () => {});
    this.#side.append(this.#dock.element, el("div", {class: "actions under-hand"}, this.#again, this.#giveUp));
    this.#status.textContent = how.text;
    const title = el("h1", {}, how.title);
    place.append(el("div", {class: "at-seat"}, el("div", {class: "story"}, el("div", {class: "turn"}, title, this.#status), this.#seats, this.#result), this.#side));
    this.#fill();
    focusOn(title);
  }

  #fill() {
    showSeats(this.#seats, this.#game);
    this.#dock.show(this.#game);
    this.#again.hidden = this.#game.phase === "start";
  }

  #restart() {
    this.#said = [];
    this.#game = gameOf(this.#position);
    this.#fill();
  }

  /** @param {string} text  A part of the turn, in the notation. */
  async #act(text) {
    say(byId("problem"), "");
    try {
      const before = this.#game;
      if (before.phase === "start" && /^(exchange|replace) /.test(text)) return await this.#answer(text);
      if (!text.endsWith(" nothing")) this.#said.push(text);
      if (before.phase === "start") await this.#lay(text);
      else if (before.phase === "purchase" && before.hand) this.#game.phase = "clean-up";
      else return await this.#answer(this.#said.join(", "));
      if (this.#game.phase === "over") return await this.#answer(this.#said.join(", "));
      this.#fill();
    } catch (error) {
      this.#restart();
      say(byId("problem"), error instanceof Error ? sentence(error.message) : String(error));
    }
  }

  /** @param {string} words */
  async #lay(words) {
    const looked = await look(this.#position.position, words);
    if (!looked.laid) throw new Error(looked.why_not);
    const letters = looked.laid.words.flatMap((word) => word.letters);
    const from = (/** @type {string} */ source) => letters.filter((one) => one.source === source).map((one) => one.letter);
    const hand = without(this.#position.hand, from("hand"));
    const community = without(this.#position.community, from("community"));
    /** @type {Game["phase"]} */
    const phase = looked.purchasable ? "purchase" : hand ? "clean-up" : "over";
    this.#game = {...this.#game, laid: looked.laid, purchasable: looked.purchasable, hand, community, phase};
  }

  /** @param {string} turn */
  async #answer(turn) {
    say(byId("problem"), "");
    try {
      const found = await answer(this.#position.position, turn);
      this.#side.hidden = true;
      this.#tell(found);
      if (found.right === null && found.told) {
        Object.assign(found, await verdict(this.#position.position, turn));
        this.#tell(found);
      }
      this.how.done(found);
    } catch (error) {
      this.#side.hidden = false;
      this.#restart();
      say(byId("problem"), error instanceof Error ? sentence(error.message) : String(error));
    }
  }

  // What was best ----------------------------------------------------------------------------------

  /** @param {Answered} found */
  #tell(found) {
    const board = () => ({...this.#position, play: this.#open});
    const lines = found.best.map(byEquity);
    const list = new PlanList(BEST, (notation) => {
      this.#open = this.#open === notation ? "" : notation;
      list.show(lines, board());
    });
    list.show(lines, board());
    this.#status.textContent = "";
    this.#result.hidden = false;
    this.#result.replaceChildren(
      this.#verdict(found),
      found.turn ? this.#own(found.turn) : el("span"),
      found.told ? el("p", {}, `In the game, ${found.told}.`) : el("span"),
      el("h2", {}, "The best turns"),
      list.element,
      el("details", {class: "why-best"}, el("summary", {}, "Why the first is best"), el("ul", {class: "why"}, ...found.why.map((line) => el("li", {}, line)))),
      el("div", {class: "actions"}, el("button", {class: "main-action", type: "button", onclick: this.how.go, disabled: found.told !== "" && found.right === null}, this.how.next)),
    );
    focusOn(this.#result);
    this.#result.scrollIntoView({block: "nearest"});
  }

  /** @param {Answered} found */
  #verdict(found) {
    const isGood = found.told ? found.right === true : found.points >= 5;
    const text = found.told ? rightly(found) : `${found.points} of 10 points: ${behindBest(found)}`;
    return el("p", {class: `verdict ${isGood ? "yes" : found.told && found.right === null ? "" : "no"}`}, text);
  }

  /** @param {Api.PlanOfTurn} plan */
  #own(plan) {
    const words = plan.words.map((word) => laid(word, ownerOn(this.#game), "small"));
    const what = words.length ? words : [el("span", {class: "headline"}, headline(plan))];
    return el("p", {class: "own-turn"}, el("span", {class: "aside"}, "Your turn "), ...what, el("span", {class: "aside"}, ` ${brief(plan)}`));
  }
}

/** @param {Answered} found */
function behindBest({turn, behind, best}) {
  if (!turn) return "you gave up.";
  return turn.notation === best[0]?.notation ? "the best turn." : `${behind} behind the best.`;
}

/** @param {Answered} found */
function rightly({turn, right, again}) {
  if (right === null) return "Games are simulated …";
  const verdict = right ? "Right: as good as the best." : turn ? "Not it." : "You gave up.";
  return `${verdict} ${again ? `It comes again on ${again}.` : "It is done."}`;
}
