// Advice, as it comes in: the chance to win, settling while one looks.

import {adviceAddress, ask, hint, whenReady} from "./api.js";
import {button, el, refill, thousands} from "./dom.js";
import {byEquity, inOrder, lead, planList} from "./plan-list.js";
import {stream} from "./request.js";

/** @typedef {Api.AdviceSoFar} Advice */
/** @typedef {Api.WholeTurn} Plan */
/** @import {Board, Line} from "./plan-list.js" */

/** What stands in the rows. */
const KEY =
  "± is the standard error: two times in three the true figure is no farther away; of all but the leader it is " +
  "that of the difference. ~ means that the end is estimated.";
const CLOSED_TEXT = "The server is busy or has stopped.";
const MILLISECONDS_BETWEEN_LOOKS = 500;
const NOBODY = {seats: [], active: 0, lexicon: ""};

/** Plans by their chances to win. @param {Advice} advice @returns {Line[]} */
function judged({turns}) {
  return turns.map(({turn: plan, win: {value, error}, whole, reasons}, at) => {
    if (value === null) return {...byEquity(plan), reasons};
    // Without an error all games but a few ended alike, and nobody knows that it is 0 or 100.
    const percent = error === null ? (value < 0.5 ? "<0.1" : ">99.9") : (100 * value).toFixed(1);
    // The errors of the others are those of the difference to the first.
    const chance = {value, error: at ? (error ?? 0) : 0};
    const under = error === null ? "" : `± ${(100 * error).toFixed(1)}`;
    return {plan, figure: `${whole ? "" : "~"}${percent} %`, under, reasons, chance};
  });
}

/** The panel of plans for one board at a time: by equity at once, by the chance to win as that settles. */
export class AdvicePanel {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {Advice | null} */
  #last = null;
  /** @type {Omit<Board, "play">} */
  #board = NOBODY;
  /** Every plan of this board that was told so far, by its notation. @type {Map<string, Plan>} */
  #plans = new Map();
  /** The notations of the plans as they stand. @type {string[]} */
  #order = [];
  /** The table whose plans are simulated; null if they cannot be. @type {Api.Table | null} */
  #question = null;
  #hinting = new AbortController();
  /** How many boards were asked about, or forgotten. */
  #asked = 0;
  #list;
  /** What is said of the games, and the share of the time that is over, 0 when they have ended. */
  #status = "";
  #share = 0;
  #isEnded = false;
  #onToggle;
  #onAgainst;
  /** The notation of the plan that is open. */
  open = "";
  /** What opponents are taken for. */
  against = "";

  /**
   * @param {HTMLElement} place
   * @param {Api.Setup} setup
   * @param {(plan: Plan) => HTMLElement} action  What can be done with the open plan.
   * @param {(against: string) => void} onAgainst  Opponents are to be taken for that.
   * @param {(notation: string) => void} [onToggle]  A plan is to be opened, or closed.
   */
  constructor(place, setup, action, onAgainst, onToggle = (notation) => this.#toggle(notation)) {
    this.place = place;
    this.setup = setup;
    this.#onToggle = onToggle;
    this.#onAgainst = onAgainst;
    this.#list = planList("hinted", onToggle, action);
    // A page that one goes away from, and may come back to, lets the server rest.
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", (event) => event.persisted && this.#start());
  }

  /**
   * Asks for the plans of a table, and then for their chance to win.
   * @param {Api.Table} question
   * @param {Omit<Board, "play">} board  The same, as it is seen.
   * @returns {Promise<Api.Hint | null>}  Null if it does not matter any more.
   */
  async ask(question, board) {
    this.stop();
    this.#hinting.abort();
    const {signal} = (this.#hinting = new AbortController());
    let found;
    try {
      found = await hint(question, signal);
    } catch (error) {
      if (signal.aborted) return null;
      this.#forget();
      throw error;
    }
    if (signal.aborted) return null;
    this.#forget();
    this.#board = board;
    for (const plan of found.turns) this.#plans.set(plan.notation, plan);
    if (!found.advice_needs) this.#question = question;
    if (this.#question) this.#start();
    else this.show();
    return found;
  }

  /** @param {string} notation */
  #toggle(notation) {
    this.open = this.open === notation ? "" : notation;
    this.show();
  }

  /** Closes the plan that is open. @returns {boolean} */
  close() {
    const isOpen = this.open !== "";
    if (isOpen) this.#onToggle(this.open);
    return isOpen;
  }

  /** Forgets the table. */
  clear() {
    this.open = "";
    this.#forget();
  }

  #forget() {
    this.stop();
    this.#hinting.abort();
    this.#asked++;
    this.#board = NOBODY;
    this.#last = this.#question = null;
    this.#plans.clear();
    this.#order = [];
    this.place.hidden = true;
  }

  /** Stops thinking; what is there stays. */
  stop() {
    this.#source?.close();
    this.#source = null;
  }

  /** Shows the plans; another one may be open. */
  show() {
    const isFinal = this.#last?.final ?? false;
    const simulated = new Map((this.#last ? judged(this.#last) : []).map((line) => [line.plan.notation, line]));
    for (const [notation, {plan}] of simulated) this.#plans.set(notation, plan);
    const lines = inOrder(
      [...this.#plans].map(([notation, plan]) => simulated.get(notation) ?? byEquity(plan)),
      this.#order,
      isFinal,
    );
    const best = isFinal && this.#last?.settled ? simulated.keys().next().value : null;
    lines.sort((one, other) => Number(other.plan.notation === best) - Number(one.plan.notation === best));
    this.#order = lines.map(({plan}) => plan.notation);
    this.place.hidden = !lines.length;
    refill(
      this.place,
      this.#head(),
      this.#question && this.#thinking(),
      this.#list.element,
      this.#question && el("p", {class: "status"}, KEY),
    );
    this.#list.show(lines, {...this.#board, play: this.open});
  }

  #head() {
    const isByEquity = !this.#question;
    const options = this.setup.opponents.map(({name, called}) =>
      el("option", {value: name, selected: name === this.#known}, called),
    );
    const onchange = (/** @type {Event} */ {target}) => {
      this.against = /** @type {HTMLSelectElement} */ (target).value;
      this.#onAgainst(this.against);
      this.#start();
    };
    const by = el("span", {class: "aside"}, isByEquity ? "by equity, in $" : "chance to win against");
    const against = el("select", {"aria-label": "Against", hidden: isByEquity, onchange}, ...options);
    return el("div", {class: "foot"}, el("h2", {}, "Best turns", by), against);
  }

  #thinking() {
    const again = button("quiet", "again", () => this.#start(), "Think again");
    return el(
      "div",
      {class: "thinking"},
      el("progress", {class: "progress", max: 1, value: this.#share, "aria-hidden": "true"}),
      el("div", {class: "foot"}, el("p", {class: "status"}, this.#status), this.#isEnded ? again : null),
    );
  }

  /** What opponents are taken for: the first where nothing is said that there is. */
  get #known() {
    const {opponents} = this.setup;
    return (opponents.find(({name}) => name === this.against) ?? opponents[0])?.name ?? "";
  }

  #start() {
    this.stop();
    this.#asked++;
    const question = this.#question;
    if (!question) return;
    this.#last = null;
    this.#isEnded = false;
    this.#share = 0;
    this.#say("Thinking …");
    const source = stream(adviceAddress(question, this.#known));
    this.#source = source;
    source.addEventListener("waiting", (event) => {
      const {ahead} = JSON.parse(event.data);
      if (ahead) this.#say(`Waiting: ${ahead} other ${ahead === 1 ? "simulation comes" : "simulations come"} first.`);
    });
    source.addEventListener("advice", (event) => this.#take(JSON.parse(event.data)));
    source.addEventListener("problem", (event) => this.#say(JSON.parse(event.data).detail));
    source.addEventListener("done", (event) => {
      const {reason} = JSON.parse(event.data);
      if (reason === "server stops") void this.#await("The server has stopped.", true);
      else this.#end("");
    });
    // Without `done`: a refusal, or a server that is gone. The browser must not ask for ever.
    source.addEventListener("error", () => source === this.#source && void this.#await(CLOSED_TEXT, false));
  }

  /** Asks a server that is gone again when it is back; one that is there has refused.
   * @param {string} text @param {boolean} isStopping */
  async #await(text, isStopping) {
    this.#end(text);
    const asked = this.#asked;
    const isThere = () =>
      ask("/api/setup")
        .then(() => true)
        .catch(() => false);
    while (await isThere()) {
      if (!isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_LOOKS));
    }
    await whenReady((message) => asked === this.#asked && message && this.#say(message));
    if (asked === this.#asked) this.#start();
  }

  /** @param {string} text  What is to be said, "" for what is there. */
  #end(text) {
    this.stop();
    this.#isEnded = true;
    this.#share = 0;
    this.#say(text || this.#status);
  }

  /** @param {Advice} advice */
  #take(advice) {
    this.#last = advice;
    const called = this.setup.opponents.find(({name}) => name === advice.against)?.called;
    const games = `${thousands(advice.playouts)} games against ${called}`;
    if (!advice.final) this.#share = Math.min(advice.seconds / this.setup.seconds, 1);
    this.#say(advice.final ? `${games}. ${lead(judged(advice), advice.settled)}` : `${games} …`);
  }

  /** @param {string} text */
  #say(text) {
    this.#status = text;
    this.show();
  }
}
