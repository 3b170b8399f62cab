// One position: the table, the turn that one finds, and then what was best.

import {WordList} from "../table/answers.js";
import {cards, players} from "../table/board.js";
import {ToldTurn} from "../table/draft.js";
import {panelParts, turnKeys} from "../table/telling.js";
import {newDraft} from "../table/told.js";
import {turnText} from "../table/text.js";
import {laid} from "./cards.js";
import {byId, el, focusOn, refill, say, sentence} from "./dom.js";
import {PlanList, brief, byEquity, headline} from "./plan-list.js";
import {answer, verdict} from "./practice-api.js";
import {ownerOn} from "./seats.js";

/** @typedef {Api.PracticePosition} Position */
/** @typedef {Api.Answered} Answered */
/** @typedef {import("../table/rules.js").Table} Table */
/**
 * @typedef {object} How
 * @property {string} title
 * @property {string} text
 * @property {string} next  What comes after it.
 * @property {(answered: Answered) => void} done
 * @property {() => void} go
 */

const BEST = "best-turns";
const GOOD_POINTS = 5;
/** @type {Map<string, WordList>} */
const lists = new Map();

/** @param {Position} position @returns {Table} */
function tableOf({seats, you, rules, hand, final_round: finalRound, ...rest}) {
  const all = /** @type {Table["rules"]} */ (rules);
  return {
    ...rest,
    rules: all,
    names: seats.map(({name}) => name),
    known: seats.map((_, at) => at === you),
    seats: seats.map((seat, at) => ({...seat, hand: at === you ? hand : "?".repeat(all.hand_size)})),
    phase: "start",
    active: you,
    finalRound,
    failed: 0,
    done: null,
  };
}

/** A position, from the first card to the best turns. */
export class Exercise {
  #position;
  #table;
  #turn;
  #parts = {
    players: el("div"),
    cards: el("div"),
    telling: el("section", {class: "telling", "aria-label": "Your turn"}),
  };
  #verdict = el("p", {class: "status verdict", role: "status"});
  #giveUp = el("button", {class: "quiet", type: "button", onclick: () => this.#answer("")}, "Give up");
  #result = el("section", {class: "result", "aria-label": "What was best", tabindex: -1, hidden: true});
  #status = el("p", {role: "status"});
  #open = "";

  /** @param {HTMLElement} place @param {Position} position @param {Api.Setup} setup @param {How} how */
  constructor(place, position, setup, how) {
    this.how = how;
    this.#position = position;
    this.#table = tableOf(position);
    const {lexicon} = position;
    const list = lists.get(lexicon) ?? new WordList(lexicon, setup.digests[lexicon] ?? "");
    lists.set(lexicon, list);
    const handlers = {
      show: () => this.#show(),
      done: () => void this.#answer(turnText(this.#turn.told.turn)),
      tell: (/** @type {unknown} */ error) => this.#tell(error),
    };
    this.#turn = new ToldTurn(list, this.#table, {...newDraft(this.#table), field: "words"}, handlers, true);
    this.#status.textContent = how.text;
    const title = el("h1", {}, how.title);
    const {players, cards, telling} = this.#parts;
    place.append(title, this.#status, players, cards, telling, this.#result);
    this.#show();
    focusOn(title);
  }

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (!this.#result.hidden) return false;
    if (/^[A-Z&]$/.test(key)) this.#turn.type(key);
    else if (key === "Backspace") this.#turn.erase();
    else if (key === "Enter") this.#turn.next();
    else return false;
    return true;
  }

  /** @param {unknown} error */
  #tell(error) {
    say(byId("problem"), error instanceof Error ? sentence(error.message) : String(error));
  }

  #show() {
    const {players: rows, cards: lying, telling} = this.#parts;
    const turn = this.#turn;
    const {you} = this.#position;
    refill(rows, players(this.#table, you));
    const tap = (/** @type {string} */ letter, /** @type {string} */ source) =>
      turn.tap(source === "community" ? letter.toLowerCase() : letter);
    refill(lying, cards(this.#table, you, turn.tapsCards ? tap : null));
    const parts = panelParts({
      telling: turn.telling,
      lexicon: this.#position.lexicon,
      title: "Your turn",
      aside: this.#giveUp,
      verdict: this.#verdict,
      change: (change) => turn.choose(change),
      select: (field) => turn.select(field),
      take: (field, at) => turn.take(field, at),
      done: () => void this.#answer(turnText(turn.told.turn)),
    });
    refill(telling, ...parts);
    this.#showKeys();
  }

  #showKeys() {
    const turn = this.#turn;
    const dock = byId("dock");
    const {field} = turn.draft;
    dock.hidden = field === null || !this.#result.hidden;
    if (dock.hidden) return;
    refill(dock, turnKeys(turn));
  }

  /** @param {string} turn  "" for giving up. */
  async #answer(turn) {
    say(byId("problem"), "");
    try {
      const found = await answer(this.#position.position, turn);
      this.#parts.telling.hidden = true;
      this.#showResult(found);
      if (found.right === null && found.told) {
        Object.assign(found, await verdict(this.#position.position, turn));
        this.#showResult(found);
      }
      this.how.done(found);
    } catch (error) {
      this.#parts.telling.hidden = false;
      this.#tell(error);
    }
  }

  // What was best ----------------------------------------------------------------------------------

  /** @param {Answered} found */
  #showResult(found) {
    const board = () => ({
      ...this.#table,
      seats: this.#position.seats,
      lexicon: this.#position.lexicon,
      play: this.#open,
    });
    const lines = found.best.map(byEquity);
    const list = new PlanList(BEST, (notation) => {
      this.#open = this.#open === notation ? "" : notation;
      list.show(lines, board());
    });
    list.show(lines, board());
    this.#status.textContent = "";
    this.#result.hidden = false;
    byId("dock").hidden = true;
    const isOpen = found.told !== "" && found.right === null;
    const next = {class: "primary", type: "button", onclick: this.how.go, disabled: isOpen};
    const why = found.why.map((line) => el("li", {}, line));
    this.#result.replaceChildren(
      this.#judged(found),
      found.turn ? this.#own(found.turn) : "",
      found.told ? el("p", {}, `In the game, ${found.told}.`) : "",
      el("h2", {}, "The best turns"),
      list.element,
      el("details", {class: "why-best"}, el("summary", {}, "Why the first is best"), el("ul", {class: "why"}, ...why)),
      el("button", next, this.how.next),
    );
    focusOn(this.#result);
    this.#result.scrollIntoView({block: "nearest"});
  }

  /** @param {Answered} found */
  #judged(found) {
    const isGood = found.told ? found.right === true : found.points >= GOOD_POINTS;
    const isOpen = found.told && found.right === null;
    const text = found.told ? rightly(found) : `${found.points} of 10 points: ${behindBest(found)}`;
    return el("p", {class: `verdict ${isGood ? "yes" : isOpen ? "" : "no"}`}, text);
  }

  /** @param {Api.PlanOfTurn} plan */
  #own(plan) {
    const words = plan.words.map((word) => laid(word, ownerOn(this.#table), "small"));
    const what = words.length ? words : [el("span", {class: "headline"}, headline(plan))];
    const aside = (/** @type {string} */ text) => el("span", {class: "aside"}, text);
    return el("p", {class: "own-turn"}, aside("Your turn "), ...what, aside(` ${brief(plan)}`));
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
