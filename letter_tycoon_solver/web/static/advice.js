// Advice, as it comes in: the chance to win, settling while one looks.

import * as api from "./api.js";
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

/** The panel of plans for one board at a time: by equity at once, by the chance to win as that settles.
 * @param {HTMLElement} place
 * @param {Api.Setup} setup
 * @param {(plan: Plan) => HTMLElement} action  What can be done with the open plan.
 * @param {(against: string) => void} onAgainst  Opponents are to be taken for that.
 * @param {(notation: string) => void} [onToggle]  A plan is to be opened, or closed. */
export function advicePanel(place, setup, action, onAgainst, onToggle) {
  /** The notation of the plan that is open, and what opponents are taken for. */
  const panel = {place, open: "", against: "", ask, clear, close, show};
  const {opponents, seconds} = setup;
  const press = onToggle ?? toggle;
  const list = planList("hinted", press, action);
  /** @type {EventSource | null} */
  let source = null;
  /** @type {Advice | null} */
  let last = null;
  /** @type {Omit<Board, "play">} */
  let board = NOBODY;
  /** Every plan of this board that was told so far, by its notation. @type {Map<string, Plan>} */
  const plans = new Map();
  /** The notations of the plans as they stand. @type {string[]} */
  let order = [];
  /** The table whose plans are simulated; null if they cannot be. @type {Api.Table | null} */
  let question = null;
  let hinting = new AbortController();
  /** How many boards were asked about, or forgotten. */
  let asked = 0;
  /** What is said of the games, and the share of the time that is over, 0 when they have ended. */
  let [status, share] = ["", 0];
  let isEnded = false;

  /** Asks for the plans of a table, and then for their chance to win.
   * @param {Api.Table} table
   * @param {Omit<Board, "play">} itsBoard  The same, as it is seen.
   * @returns {Promise<Api.Hint | null>}  Null if it does not matter any more. */
  async function ask(table, itsBoard) {
    stop();
    hinting.abort();
    const {signal} = (hinting = new AbortController());
    /** @type {Api.Hint} */
    let found;
    try {
      found = await api.post("/api/hint", table, signal);
    } catch (error) {
      if (signal.aborted) return null;
      forget();
      throw error;
    }
    if (signal.aborted) return null;
    forget();
    board = itsBoard;
    for (const plan of found.turns) plans.set(plan.notation, plan);
    if (!found.advice_needs) question = table;
    if (question) start();
    else show();
    return found;
  }

  /** @param {string} notation */
  function toggle(notation) {
    panel.open = panel.open === notation ? "" : notation;
    show();
  }

  /** Closes the plan that is open. @returns {boolean} */
  function close() {
    const isOpen = panel.open !== "";
    if (isOpen) press(panel.open);
    return isOpen;
  }

  /** Forgets the table. */
  function clear() {
    panel.open = "";
    forget();
  }

  function forget() {
    stop();
    hinting.abort();
    asked++;
    board = NOBODY;
    last = question = null;
    plans.clear();
    order = [];
    place.hidden = true;
  }

  /** Stops thinking; what is there stays. */
  function stop() {
    source?.close();
    source = null;
  }

  /** Shows the plans; another one may be open. */
  function show() {
    const isFinal = last?.final ?? false;
    const simulated = new Map((last ? judged(last) : []).map((line) => [line.plan.notation, line]));
    for (const [notation, {plan}] of simulated) plans.set(notation, plan);
    const lines = inOrder(
      [...plans].map(([notation, plan]) => simulated.get(notation) ?? byEquity(plan)),
      order,
      isFinal,
    );
    const best = isFinal && last?.settled ? simulated.keys().next().value : null;
    lines.sort((one, other) => Number(other.plan.notation === best) - Number(one.plan.notation === best));
    order = lines.map(({plan}) => plan.notation);
    place.hidden = !lines.length;
    refill(place, head(), question && thinking(), list.element, question && el("p", {class: "status"}, KEY));
    list.show(lines, {...board, play: panel.open});
  }

  function head() {
    const isByEquity = !question;
    const options = opponents.map(({name, called}) => el("option", {value: name, selected: name === known()}, called));
    const onchange = (/** @type {Event} */ {target}) => {
      panel.against = /** @type {HTMLSelectElement} */ (target).value;
      onAgainst(panel.against);
      start();
    };
    const by = el("span", {class: "aside"}, isByEquity ? "by equity, in $" : "chance to win against");
    const against = el("select", {"aria-label": "Against", hidden: isByEquity, onchange}, ...options);
    return el("div", {class: "foot"}, el("h2", {}, "Best turns", by), against);
  }

  function thinking() {
    const again = button("quiet", "again", start, "Think again");
    return el(
      "div",
      {class: "thinking"},
      el("progress", {class: "progress", max: 1, value: share, "aria-hidden": "true"}),
      el("div", {class: "foot"}, el("p", {class: "status"}, status), isEnded ? again : null),
    );
  }

  /** What opponents are taken for: the first where nothing is said that there is. */
  const known = () => (opponents.find(({name}) => name === panel.against) ?? opponents[0])?.name ?? "";

  function start() {
    stop();
    asked++;
    if (!question) return;
    last = null;
    isEnded = false;
    share = 0;
    say("Thinking …");
    const query = new URLSearchParams({table: JSON.stringify(question), against: known()});
    const opened = (source = stream(`/api/advice?${query}`));
    opened.addEventListener("waiting", (event) => {
      const {ahead} = JSON.parse(event.data);
      if (ahead) say(`Waiting: ${ahead} other ${ahead === 1 ? "simulation comes" : "simulations come"} first.`);
    });
    opened.addEventListener("advice", (event) => take(JSON.parse(event.data)));
    opened.addEventListener("problem", (event) => say(JSON.parse(event.data).detail));
    opened.addEventListener("done", (event) => {
      const {reason} = JSON.parse(event.data);
      if (reason === "server stops") void goOnLater("The server has stopped.", true);
      else end("");
    });
    // Without `done`: a refusal, or a server that is gone. The browser must not ask for ever.
    opened.addEventListener("error", () => opened === source && void goOnLater(CLOSED_TEXT, false));
  }

  /** Asks a server that is gone again when it is back; one that is there has refused.
   * @param {string} text @param {boolean} isStopping */
  async function goOnLater(text, isStopping) {
    end(text);
    const before = asked;
    while (await api.ask("/api/setup").catch(() => null)) {
      if (!isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_LOOKS));
    }
    await api.whenReady((message) => before === asked && message && say(message));
    if (before === asked) start();
  }

  /** @param {string} text  What is to be said, "" for what is there. */
  function end(text) {
    stop();
    isEnded = true;
    share = 0;
    say(text || status);
  }

  /** @param {Advice} advice */
  function take(advice) {
    last = advice;
    const called = opponents.find(({name}) => name === advice.against)?.called;
    const games = `${thousands(advice.playouts)} games against ${called}`;
    if (!advice.final) share = Math.min(advice.seconds / seconds, 1);
    say(advice.final ? `${games}. ${lead(judged(advice), advice.settled)}` : `${games} …`);
  }

  /** @param {string} text */
  function say(text) {
    status = text;
    show();
  }

  // A page that one goes away from, and may come back to, lets the server rest.
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && start());
  return panel;
}
